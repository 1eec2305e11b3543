"""The texts of the page: JSON catalogues for each language, and the choice between languages for each phone.

A language has parts: ``page`` is needed by every phone at once, ``powers`` is about the powers, ``options`` about the
rules that the host may choose, ``games`` about finished games, ``network`` about the table's own network, ``help``
about the lights and how to win, ``settings`` about those of phone and table, ``workshop`` about calibrating and testing
a board, ``book`` about the judge's book, ``rulings`` is the text of that book, ``demo`` about the trial in a browser,
``puzzles`` about puzzles, ``club`` about the tables of a club, ``match`` about matches with other tables. English is
the reference: a language is offered only when it has every English key, so that no page is in two languages. An
incomplete one is shown by ``?preview=de`` in the address, with English for missing texts. To add a language, put a
folder such as ``translations/de`` beside ``translations/en``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from flask import Request
from werkzeug.exceptions import NotFound

REFERENCE = "en"
PAGE = "page"
PARTS = (
    PAGE,
    "powers",
    "options",
    "games",
    "network",
    "help",
    "settings",
    "workshop",
    "book",
    "rulings",
    "boards",
    "tableseats",
    "demo",
    "hints",
    "guess",
    "puzzles",
    "club",
    "match",
)
COOKIE = "thera_language"
PREVIEW = "preview"
"""The field of an address that asks for a language, complete or not."""
_FOLDER = Path(__file__).parent / "translations"


@cache
def catalogue(language: str, part: str = PAGE) -> Mapping[str, str]:
    """Return key to text, with ``{arguments}`` in braces.

    :param language: as in HTML, such as ``en``.
    :param part: one of ``PARTS``.
    :raises FileNotFoundError: if the language does not have this part.
    :raises ValueError: if the file holds anything but a flat object of strings.
    """
    texts = json.loads((_FOLDER / language / f"{part}.json").read_text(encoding="utf-8"))
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"translations/{language}/{part}.json must be one flat object of strings")
    return texts


@cache
def page_texts(language: str, part: str = PAGE) -> Mapping[str, str]:
    """Return the texts of a page: the catalogue of a language, with English for missing texts.

    :raises ValueError: as ``catalogue`` does.
    """
    own = catalogue(language, part) if (_FOLDER / language / f"{part}.json").exists() else {}
    return {**catalogue(REFERENCE, part), **own}


@cache
def present() -> tuple[str, ...]:
    """Return all languages, complete or not, English first."""
    others = sorted(path.name for path in _FOLDER.iterdir() if path.is_dir() and path.name != REFERENCE)
    return (REFERENCE, *others)


def filled() -> tuple[str, ...]:
    """Return the languages that have each of the parts, though texts may be missing in them; English first."""
    return tuple(each for each in present() if all((_FOLDER / each / f"{part}.json").exists() for part in PARTS))


@cache
def offered() -> tuple[str, ...]:
    """Return the complete languages, English first."""
    return tuple(language for language in filled() if _complete(language))


def names() -> dict[str, str]:
    """Return the complete languages, each by its own name."""
    return {language: catalogue(language)["language"] for language in offered()}


def _complete(language: str) -> bool:
    return all(catalogue(REFERENCE, part).keys() <= catalogue(language, part).keys() for part in PARTS)


def language_of(request: Request, usual: str | None = None) -> str:
    """Return the language for this page: the previewed one, else the phone's cookie, else its browser's choice, else
    the table's ``usual`` one, else English.

    :raises NotFound: if the language to preview does not exist.
    """
    previewed = request.args.get(PREVIEW)
    if previewed is not None:
        if previewed not in present():
            raise NotFound(f"no language {previewed[:40]!r}; there are {', '.join(present())}")
        return previewed
    chosen = request.cookies.get(COOKIE, "")
    if chosen in offered():
        return chosen
    return request.accept_languages.best_match(offered(), usual if usual in offered() else REFERENCE)


def words(key: str, args: Mapping[str, str]) -> str:
    """Return the English text of a message, for programs that read answers without the page; an unknown key stands for
    itself."""
    text = next((texts[key] for texts in map(partial(catalogue, REFERENCE), PARTS) if key in texts), key)
    for name, value in args.items():
        text = text.replace("{" + name + "}", value)
    return text


# ---- Messages as sentences


_BY_NAME = ("direction", "asked", "at")
"""The arguments whose values have texts of their own, such as ``asked.move``."""
_KEYS = ("reason", "refusal")
"""The arguments that are keys of sentences themselves."""
_AS_WRITTEN = ("given", "allowed", "detail")
"""The arguments that are put in unchanged: parts of a line of notation, and faults in words."""
_PARTS = (PAGE, "book")
"""The parts whose texts become sentences: the one that every phone has, and the faults of a position in a question."""


def sentence(language: str, key: str, args: Mapping[str, str]) -> str:
    """Return the text of a key in a language with its arguments filled in; a key without a text stands for itself."""
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
    """Return names in words: seats, powers, pieces, and a power with the seat that uses it."""
    return ", ".join(_word(language, word) for word in re.split(r", ?", value))


def _word(language: str, word: str) -> str:
    held = re.fullmatch(r"(\w+) \((\w+)\)", word)
    if held:
        return f"{_word(language, held[1])} ({_word(language, held[2])})"
    texts = _texts(language)
    names = (f"seat.{word}", f"power.{word}.name", f"piece.{word}")
    return next((texts[name] for name in names if name in texts), word)
