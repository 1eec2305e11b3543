"""The texts of the page: JSON catalogues for each language, and the choice between languages for each phone.

A language has parts: ``page`` is what every phone needs at once, ``powers`` is about the powers, ``options`` about the
rules that the host may choose, ``games`` about finished games, ``network`` about the table's own network, ``help``
about the lights and how to win, ``settings`` about those of phone and table, ``workshop`` about calibrating and testing
a board, ``book`` about the judge's book, ``rulings`` is what that book says, ``demo`` about the trial in a browser,
``puzzles`` about puzzles, ``club`` about the tables of a club, ``match`` about matches with other tables.
English is the reference: a language is offered only when it has every key that English has, so that nobody meets a page
in two languages. One that is not complete yet is shown by ``?preview=de`` in the address, with English where a text is
missing.
To add a language, put a folder such as ``translations/de`` beside ``translations/en``.
"""

from __future__ import annotations

import json
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
    """Key to text, with ``{arguments}`` in braces.

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
    """What a page shows: the catalogue of a language, with English where it has no text yet.

    :raises ValueError: as ``catalogue`` does.
    """
    own = catalogue(language, part) if (_FOLDER / language / f"{part}.json").exists() else {}
    return {**catalogue(REFERENCE, part), **own}


@cache
def present() -> tuple[str, ...]:
    """The languages that there are, complete or not, English first."""
    others = sorted(path.name for path in _FOLDER.iterdir() if path.is_dir() and path.name != REFERENCE)
    return (REFERENCE, *others)


def filled() -> tuple[str, ...]:
    """The languages that have each of the parts, though texts may be missing in them; English first."""
    return tuple(each for each in present() if all((_FOLDER / each / f"{part}.json").exists() for part in PARTS))


@cache
def offered() -> tuple[str, ...]:
    """The languages that are complete, English first."""
    return tuple(language for language in filled() if _complete(language))


def names() -> dict[str, str]:
    """The languages that are complete, each by its own name."""
    return {language: catalogue(language)["language"] for language in offered()}


def _complete(language: str) -> bool:
    return all(catalogue(REFERENCE, part).keys() <= catalogue(language, part).keys() for part in PARTS)


def language_of(request: Request, usual: str | None = None) -> str:
    """The language for this page: the previewed one, else the phone's cookie, else what its browser asks for,
    else the table's ``usual`` one, else English.

    :raises NotFound: if a language is to be previewed that there is not.
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
    """The English text of a message, for programs that read answers without the page; an unknown key stands for
    itself."""
    text = next((texts[key] for texts in map(partial(catalogue, REFERENCE), PARTS) if key in texts), key)
    for name, value in args.items():
        text = text.replace("{" + name + "}", value)
    return text
