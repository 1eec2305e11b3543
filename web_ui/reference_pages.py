"""What a phone looks up: the facts of the powers, the choices of a game, the lights, and how it stands on a home
screen."""

from __future__ import annotations

from functools import cache
from typing import Final

from flask import Blueprint, Response, request

from table.session.table_api import TableApi, Tokens
from web_ui.forms.reference_forms import cards_form, choices_form, lights_form
from web_ui.forms.web_manifest import web_manifest
from web_ui.languages import language_of
from web_ui.packing import Packed, answer, packed, packed_json

NOBODY: Final[Tokens] = frozenset()
MANIFEST: Final = "application/manifest+json"


def reference_pages(table: TableApi) -> Blueprint:
    """The routes."""
    pages = Blueprint("reference", __name__)

    @pages.get("/powers.json")
    def cards() -> Response:
        return answer(request, _cards())

    @pages.get("/options.json")
    def choices() -> Response:
        return answer(request, _choices())

    @pages.get("/lights.json")
    def lights() -> Response:
        return answer(request, _lights())

    @pages.get("/manifest.webmanifest")
    def manifest() -> Response:
        settings = table.snapshot(NOBODY).settings
        language = language_of(request, settings.language)
        return answer(request, packed(web_manifest(settings.name, language), MANIFEST))

    return pages


@cache
def _cards() -> Packed:
    return packed_json(cards_form())


@cache
def _choices() -> Packed:
    return packed_json(choices_form())


@cache
def _lights() -> Packed:
    return packed_json(lights_form())
