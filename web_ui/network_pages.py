"""The pages about the table's own network: the one that phones are led to when they join it, and the host's sticker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import segno
from flask import Blueprint, Response, abort, request
from segno.helpers import make_wifi_data

from table.session.table_api import TableApi
from table.settings.page_addresses import OwnNetwork
from web_ui.captive_probes import WELCOME
from web_ui.languages import language_of, page_texts
from web_ui.packing import page
from web_ui.seat_cookie import tokens_of

PART = "network"
"""The texts of these pages."""


def network_pages(door: TableApi, network: OwnNetwork, address: Callable[[], str]) -> Blueprint:
    """The routes; ``address`` is that of the table's page for phones in the network."""
    pages = Blueprint("network", __name__)

    def texts() -> tuple[str, Callable[[str], str]]:
        language = language_of(request, door.snapshot(frozenset()).settings.language)
        return language, partial(_say, page_texts(language, PART))

    @pages.get(f"/{WELCOME}")
    def welcome() -> Response:
        language, say = texts()
        return page("welcome.html", language=language, say=say, address=address())

    @pages.get("/sticker")
    def sticker() -> Response:
        if not door.snapshot(tokens_of(request)).host:
            abort(403, "only the host of the table prints the sticker")
        language, say = texts()
        # What is printed has to hold in the network that is open then, whatever the address is now.
        codes = (
            _drawn(make_wifi_data(network.name, network.password, "WPA")),
            _drawn(network.page()),
        )
        answer = page("sticker.html", language=language, say=say, network=network, codes=codes)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return pages


def _say(texts: Mapping[str, str], key: str) -> str:
    return texts[key]


def _drawn(content: str) -> str:
    """A QR code as a drawing within a page; dark on light even where the page is not, and hidden from screen readers,
    since what it holds stands beside it."""
    code = segno.make(content, error="m", micro=False)
    drawn = code.svg_inline(border=4, dark="#0b2545", light="#ffffff", omitsize=True)
    return drawn.replace("<svg ", '<svg aria-hidden="true" ', 1)
