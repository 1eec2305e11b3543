"""How the table is connected: probes of phones that join its own network, the page they are led to, the host's sticker,
and the broker.

A phone that joins a network asks whether the Internet is behind it. In the table's own network every name leads to the
table, so these questions come here under foreign names. A phone that has not opened the page yet is sent to one with a
big link. One that has gets the answer that it hopes for, so that it stays in the network. The paths and answers are
those that the makers of phones, browsers and desktops use today.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import segno
from flask import Blueprint, Flask, Request, Response, abort, request
from segno.helpers import make_wifi_data
from werkzeug.exceptions import Forbidden

from common.mqtt.broker import BrokerStatus
from table.session.interfaces import TableApi
from table.settings.page_addresses import OwnNetwork
from web_ui.callers import tokens_of
from web_ui.languages import language_of, page_texts
from web_ui.packing import json_response, page

WELCOME = "welcome"
"""The page with the link."""
REMEMBERED = 256
"""The most phones with an opened page that are remembered; the network has addresses for fewer."""
HOME_PAGES = frozenset({"phone.home"})
"""The endpoints that a phone opens once it has found the table."""
GIVEN = (200, 304)
"""The status codes of answers with the page itself: "/" is also a probe under some foreign names."""

_APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
_FIREFOX = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
_KINDLE = "81ce4465-7167-4dcb-835b-dcc9e44c112a"
_DESKTOP = "NetworkManager is online\n"
PART = "network"
"""The texts of these pages."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe: its path, its host name, or None if several are used, and the answer of the real server, which is 204
    without a text. ``online`` is the header that NetworkManager looks for."""

    path: str
    text: str | None = None
    host: str | None = None
    kind: str = "text/plain"
    online: bool = False

    def answer(self) -> Response:
        """Return the answer of the real server."""
        made = Response(status=204) if self.text is None else Response(self.text, content_type=self.kind)
        if self.online:
            made.headers["X-NetworkManager-Status"] = "online"
        return made


PROBES = (
    # Android, ChromeOS and Chrome; makers of phones have names of their own with the same paths
    Probe("/generate_204"),
    Probe("/gen_204"),
    Probe("/captiveportal/generate_204"),
    # iOS and macOS
    Probe("/hotspot-detect.html", _APPLE, kind="text/html"),
    Probe("/library/test/success.html", _APPLE, kind="text/html"),
    Probe("/", _APPLE, host="captive.apple.com", kind="text/html"),
    # Windows
    Probe("/connecttest.txt", "Microsoft Connect Test"),
    Probe("/ncsi.txt", "Microsoft NCSI"),
    # Firefox
    Probe("/success.txt", "success\n"),
    Probe("/canonical.html", _FIREFOX, kind="text/html"),
    # desktops with NetworkManager: GNOME, Debian, Arch, Fedora, Ubuntu, openSUSE, KDE
    Probe("/check_network_status.txt", _DESKTOP, online=True),
    Probe("/nm", _DESKTOP, online=True),
    Probe("/nm-check.txt", _DESKTOP, online=True),
    Probe("/static/hotspot.txt", "OK"),
    Probe("/", None, host="connectivity-check.ubuntu.com", online=True),
    Probe("/", _DESKTOP, host="conncheck.opensuse.org", online=True),
    Probe("/", "OK\n", host="networkcheck.kde.org"),
    # Kindle and Fire
    Probe("/kindle-wifi/wifistub.html", _KINDLE, kind="text/html"),
)
"""The known probes."""

SIGN_IN = Probe("/redirect", host="www.msftconnecttest.com")
"""The address that Windows opens in a browser for a sign-in: it always leads to the page."""

_ANYWHERE = {probe.path: probe for probe in PROBES if probe.host is None}
_AT_HOST = {(probe.host, probe.path): probe for probe in (*PROBES, SIGN_IN) if probe.host is not None}


def probe_of(host: str, path: str) -> Probe | None:
    """Return the probe with this path and host name; None if there is none."""
    return _AT_HOST.get((host.lower(), path)) or _ANYWHERE.get(path)


class Probes:
    """Answers probes of phones in the table's own network while it is open. Safe from any thread."""

    def __init__(self, network: OwnNetwork, page: Callable[[], str]) -> None:
        """Answer probes in this network; ``page`` is the address of the table in it."""
        self._network = network
        self._page = page
        self._found: dict[str, None] = {}
        self._lock = threading.Lock()

    def watch(self, app: Flask) -> None:
        """Note which phones open the page of the table."""

        @app.after_request
        def note(response: Response) -> Response:
            if request.endpoint in HOME_PAGES and response.status_code in GIVEN:
                self._note(request.remote_addr or "")
            return response

    def _note(self, address: str) -> None:
        if not self._network.has(address):
            return
        with self._lock:
            self._found.pop(address, None)
            self._found[address] = None
            if len(self._found) > REMEMBERED:
                del self._found[next(iter(self._found))]

    def answer(self, asked: Request) -> Response | None:
        """Return the answer to a request under a foreign name; None if it is no probe, or not from the network."""
        address = asked.remote_addr or ""
        if asked.method not in ("GET", "HEAD") or not (self._network.has(address) and self._network.is_open()):
            return None
        probe = probe_of(asked.host.partition(":")[0], asked.path)
        if probe is None:
            return None
        with self._lock:
            found = address in self._found
        if found and probe is not SIGN_IN:
            answer = probe.answer()
        else:
            answer = Response(status=302, headers={"Location": f"{self._page()}{WELCOME}"})
        answer.headers["Cache-Control"] = "no-store"
        return answer


def network_pages(table: TableApi, network: OwnNetwork, address: Callable[[], str]) -> Blueprint:
    """Return the routes; ``address`` is the address of the table's page for phones in the network."""
    pages = Blueprint("network", __name__)

    def texts() -> tuple[str, Callable[[str], str]]:
        language = language_of(request, table.snapshot(frozenset()).settings.language)
        return language, partial(_say, page_texts(language, PART))

    @pages.get(f"/{WELCOME}")
    def welcome() -> Response:
        language, say = texts()
        return page("welcome.html", language=language, say=say, address=address())

    @pages.get("/sticker")
    def sticker() -> Response:
        if not table.snapshot(tokens_of(request)).host:
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
    """Return a QR code as a drawing within a page. It is dark on light even if the page is not, and hidden from screen
    readers, since its content stands beside it."""
    code = segno.make(content, error="m", micro=False)
    drawn = code.svg_inline(border=4, dark="#0b2545", light="#ffffff", omitsize=True)
    return drawn.replace("<svg ", '<svg aria-hidden="true" ', 1)


# ---- The broker


def broker_pages(table: TableApi, status: Callable[[], BrokerStatus] | None) -> Blueprint:
    """Return the route of the broker; ``status`` gives the state of the connection, or is None if no broker is
    configured."""
    pages = Blueprint("broker", __name__)

    @pages.get("/broker.json")
    def broker() -> Response:
        if status is None:
            abort(404, "this table has no broker")
        if not table.snapshot(tokens_of(request)).host:
            raise Forbidden("the state of the broker is for the host")
        response = json_response(status())
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages
