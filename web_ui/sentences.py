"""Messages as sentences, as the page puts them: for the command line and the documents, which have no phone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from web_ui.languages import PAGE, page_texts

_BY_NAME = ("direction", "asked", "at")
"""The arguments whose values have texts of their own, such as ``asked.move``."""
_KEYS = ("reason", "refusal")
"""The arguments that are keys of sentences themselves."""
_AS_WRITTEN = ("given", "allowed", "detail")
"""The arguments that are put in as they are: parts of a line of notation, and what is wrong in words."""
_PARTS = (PAGE, "book")
"""What a sentence may be of: what every phone has, and what is wrong with a position that is asked about."""


def sentence(language: str, key: str, args: Mapping[str, str]) -> str:
    """The text of a key in a language with its arguments filled in; a key without a text stands for itself."""
    texts = _texts(language)

    def filled(found: re.Match[str]) -> str:
        name = found[1]
        if name not in args:
            return found[0]
        value = args[name]
        if name in _AS_WRITTEN:
            return value
        if name in _BY_NAME and f"{name}.{value}" in texts:
            return sentence(language, f"{name}.{value}", args)
        if name in _KEYS and value in texts:
            return sentence(language, value, {**args, name: ""})
        return _in_words(language, value)

    return re.sub(r"\{(\w+)\}", filled, texts.get(key, key))


@cache
def _texts(language: str) -> Mapping[str, str]:
    return {key: text for part in _PARTS for key, text in page_texts(language, part).items()}


def _in_words(language: str, value: str) -> str:
    """Names in words: seats, powers, pieces, and a power with the seat that uses it."""
    return ", ".join(_word(language, word) for word in re.split(r", ?", value))


def _word(language: str, word: str) -> str:
    held = re.fullmatch(r"(\w+) \((\w+)\)", word)
    if held:
        return f"{_word(language, held[1])} ({_word(language, held[2])})"
    texts = _texts(language)
    names = (f"seat.{word}", f"power.{word}.name", f"piece.{word}")
    return next((texts[name] for name in names if name in texts), word)
