"""Reference material for phones: the facts of the powers, the choices of a game, the lights, the judge's book, and the
web manifest.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from flask import Blueprint, Response, request

from table.session.interfaces import TableApi, Tokens
from web_ui.forms.basic_forms import Json
from web_ui.forms.reference_forms import book_form, cards_form, choices_form, lights_form
from web_ui.languages import language_of
from web_ui.packing import Packed, answer, packed, packed_json

# ---- The routes


NOBODY: Final[Tokens] = frozenset()
MANIFEST: Final = "application/manifest+json"


def reference_pages(table: TableApi) -> Blueprint:
    """Return the routes."""
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

    @pages.get("/book.json")
    def book() -> Response:
        return answer(request, _book())

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
def _book() -> Packed:
    return packed_json(book_form())


@cache
def _lights() -> Packed:
    return packed_json(lights_form())


# ---- The web manifest
#
# How the page stands on a phone's home screen. It works over plain HTTP, without a service worker. Browsers that want
# HTTPS for an installation offer a shortcut with the same icon and name.


NAME: Final = "Thera"
PAPER: Final = "#f7f5ee"
COBALT: Final = "#1b4fa8"

ICONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("icons/home-192.png", "192x192", "any"),
    ("icons/home-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""The files below ``static``, their sizes and purposes; ``python -m tests.web_ui.home_icons`` draws them from
``icon.svg``."""


def web_manifest(table: str, language: str) -> bytes:
    """Return the manifest, in JSON, of a table of this name, which may be empty."""
    icons: list[Json] = [
        {"src": f"static/{path}", "sizes": size, "type": "image/png", "purpose": purpose}
        for path, size, purpose in ICONS
    ]
    content: dict[str, Json] = {
        "name": f"{NAME} · {table}" if table else NAME,
        "short_name": table or NAME,
        "lang": language,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": COBALT,
        "icons": icons,
    }
    return msgspec.json.encode(content)
