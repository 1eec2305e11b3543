"""The texts of the page: one JSON catalogue for each language, and the choice between them for each phone.

English is the reference: a language is offered only when it has every key that English has, so that nobody meets a
page in two languages. To add one, put ``translations/nl.json`` beside ``en.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Request

REFERENCE = "en"
COOKIE = "thera_language"
_FOLDER = Path(__file__).parent / "translations"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Key to text, with ``{arguments}`` in braces.

    :raises ValueError: if the file holds anything but a flat object of strings.
    """
    texts = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(f"translations/{language}.json must be one flat object of strings")
    return texts


@cache
def offered() -> tuple[str, ...]:
    """The languages that are complete, English first."""
    wanted = catalogue(REFERENCE).keys()
    others = sorted(path.stem for path in _FOLDER.glob("*.json") if path.stem != REFERENCE)
    return (REFERENCE, *(language for language in others if wanted <= catalogue(language).keys()))


def language_of(request: Request) -> str:
    """The language for this phone: its cookie, else what its browser asks for, else English."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in offered():
        return chosen
    return request.accept_languages.best_match(offered(), REFERENCE)


def words(key: str, args: Mapping[str, str]) -> str:
    """The English text of a message, for answers that are read without the page; an unknown key stands for itself."""
    text = catalogue(REFERENCE).get(key, key)
    for name, value in args.items():
        text = text.replace("{" + name + "}", value)
    return text
