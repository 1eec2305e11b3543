"""Messages as sentences, as the page puts them: for the command line and the documents, which have no phone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from web_ui.languages import page_texts

_BY_NAME = ("direction", "asked")
"""The arguments whose values have texts of their own, such as ``asked.move``."""


def sentence(language: str, key: str, args: Mapping[str, str]) -> str:
    """The text of a key in a language with its arguments filled in; a key without a text stands for itself."""
    texts = page_texts(language)

    def filled(found: re.Match[str]) -> str:
        name = found[1]
        if name not in args:
            return found[0]
        value = args[name]
        if name in _BY_NAME and f"{name}.{value}" in texts:
            return texts[f"{name}.{value}"]
        if name == "reason" and value in texts:
            return sentence(language, value, {**args, "reason": ""})
        return _in_words(language, value)

    return re.sub(r"\{(\w+)\}", filled, texts.get(key, key))


def _in_words(language: str, value: str) -> str:
    """Names in words: seats, powers, pieces, and a power with the seat that uses it."""
    return ", ".join(_word(language, word) for word in re.split(r", ?", value))


def _word(language: str, word: str) -> str:
    held = re.fullmatch(r"(\w+) \((\w+)\)", word)
    if held:
        return f"{_word(language, held[1])} ({_word(language, held[2])})"
    texts = page_texts(language)
    names = (f"seat.{word}", f"power.{word}.name", f"piece.{word}")
    return next((texts[name] for name in names if name in texts), word)
