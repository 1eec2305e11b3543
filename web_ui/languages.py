"""The texts of the page: JSON catalogues for each language, and the choice between languages for each phone.

A language has parts: ``page`` is what every phone needs at once, ``powers`` what is told of the powers, ``options``
what is told of the rules that the host may choose, ``games`` what is told of finished games, ``network`` the
pages about the table's own network. English is the reference:
a language is offered only when it has every key that English has, so that nobody meets a page in two languages. To add
one, put a folder ``translations/nl`` with the same files beside ``translations/en``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Request

REFERENCE = "en"
PAGE = "page"
PARTS = (PAGE, "powers", "options", "games", "network")
COOKIE = "thera_language"
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
def offered() -> tuple[str, ...]:
    """The languages that are complete, English first."""
    others = sorted(path.name for path in _FOLDER.iterdir() if path.is_dir() and path.name != REFERENCE)
    return (REFERENCE, *(language for language in others if _complete(language)))


def names() -> dict[str, str]:
    """The languages that are complete, each by its own name."""
    return {language: catalogue(language)["language"] for language in offered()}


def _complete(language: str) -> bool:
    return all(
        (_FOLDER / language / f"{part}.json").exists()
        and catalogue(REFERENCE, part).keys() <= catalogue(language, part).keys()
        for part in PARTS
    )


def language_of(request: Request, usual: str | None = None) -> str:
    """The language for this phone: its cookie, else what its browser asks for, else the table's ``usual`` one, else
    English."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in offered():
        return chosen
    return request.accept_languages.best_match(offered(), usual if usual in offered() else REFERENCE)


def words(key: str, args: Mapping[str, str]) -> str:
    """The English text of a message, for answers that are read without the page; an unknown key stands for itself."""
    text = catalogue(REFERENCE).get(key, key)
    for name, value in args.items():
        text = text.replace("{" + name + "}", value)
    return text
