"""Who asks: the seat tokens and the address of a request, and who may move the hands at the virtual board.

The hands belong to the players, and while nobody has a seat, to the browser that opened the page of the virtual board
first. Such a browser gets a token of its own, which is worth nothing else and counts as long as its page listens.
"""

from __future__ import annotations

import ipaddress
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Request, Response

from table.session.board_choice import BoardKind
from table.session.saved_state import fresh_token
from table.session.snapshot import Snapshot
from table.session.table_api import Origin, TableApi, Tokens

NETWORK_BITS = 64
"""The length of the prefix of an IPv6 network that belongs to one owner."""
SEAT_COOKIE = "thera_seats"
MOST_TOKENS = 8
"""How many tokens a phone stores; the oldest are of seats that it left long ago."""
_SEPARATOR = "."
_SEAT_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,128}")
_MONTH_SECONDS = 30 * 24 * 3600
OPENER_COOKIE = "thera_board"
GRACE_SECONDS = 10.0
"""For how long a page that is reloaded stays the first."""
WAITING = 128
"""How many browsers are remembered; there are fewer streams."""
_OPENER_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


def origin_of(asked: Request) -> Origin:
    """The address of the connection, whatever its headers say, and the network (/64) that belongs to one owner."""
    return origin_at(asked.remote_addr or "")


def origin_at(text: str) -> Origin:
    """The origin of an address as a socket has it.

    >>> origin_at("192.168.1.5") == origin_at("::ffff:192.168.1.5")
    True
    >>> origin_at("fe80::1%wlan0")
    Origin(network='fe80::', address='fe80::1%wlan0')
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return Origin(text, text)
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            network = ipaddress.ip_network((int(address), NETWORK_BITS), strict=False)
            return Origin(str(network.network_address), str(address))
        address = address.ipv4_mapped
    return Origin(str(address), str(address))


def tokens_of(request: Request) -> Tokens:
    """The newest tokens that came with a request; anything that does not look like a token is
    left out."""
    return frozenset(_listed(request))


def remember_token(request: Request, response: Response, token: str) -> None:
    """Add ``token`` to the tokens that the phone stores.

    The cookie is HttpOnly and SameSite=Lax; it is not Secure, since a table at home speaks plain HTTP.
    """
    kept = [*(old for old in _listed(request) if old != token), token][-MOST_TOKENS:]
    response.set_cookie(
        SEAT_COOKIE, _SEPARATOR.join(kept), max_age=_MONTH_SECONDS, httponly=True, samesite="Lax", path="/"
    )


def _listed(request: Request) -> list[str]:
    kept = request.cookies.get(SEAT_COOKIE, "").split(_SEPARATOR)[-MOST_TOKENS:]
    return [token for token in kept if _SEAT_TOKEN.fullmatch(token)]


@dataclass(slots=True)
class _Opener:
    """How many of a browser's pages listen, and when the last of them was gone."""

    pages: int = 0
    gone: float = 0.0


class BoardOpeners:
    """The browsers that have the page of the virtual board open, in the order in which they came. Safe from any
    thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._openers: dict[str, _Opener] = {}
        self._lock = threading.Lock()

    @property
    def first(self) -> str | None:
        """The token of the browser that has had the page open for longest; None: no browser has."""
        with self._lock:
            self._forget()
            return next(iter(self._openers), None)

    @contextmanager
    def listening(self, token: str | None) -> Iterator[None]:
        """A context that is open while a page with this token listens; None: a page without a token is not counted."""
        opener = None if token is None else self._opened(token)
        try:
            yield
        finally:
            if opener is not None:
                with self._lock:
                    opener.pages -= 1
                    opener.gone = self._clock()

    def _opened(self, token: str) -> _Opener | None:
        with self._lock:
            self._forget()
            if token not in self._openers and len(self._openers) >= WAITING:
                return None
            opener = self._openers.setdefault(token, _Opener())
            opener.pages += 1
            return opener

    def _forget(self) -> None:
        late = self._clock() - GRACE_SECONDS
        for token, opener in tuple(self._openers.items()):
            if opener.pages == 0 and opener.gone < late:
                del self._openers[token]


@dataclass(frozen=True, slots=True)
class BrowserId:
    """A browser at the table: the tokens of its seats, and that of the virtual board's page (None: it has none)."""

    tokens: Tokens
    opener: str | None

    @classmethod
    def of(cls, asked: Request) -> BrowserId:
        """The browser that sent this request."""
        return cls(tokens_of(asked), opener_of(asked))


def plays_virtually(snapshot: Snapshot) -> bool:
    """Whether a table that has a virtual board plays at it now."""
    return snapshot.boards is None or snapshot.boards.in_use is BoardKind.VIRTUAL


class HandsAtBoard:
    """Which browsers may move the hands at a virtual board."""

    def __init__(self, table: TableApi, openers: BoardOpeners) -> None:
        self._table = table
        self.openers = openers

    def are_of(self, browser: BrowserId) -> bool:
        """Whether this browser may move them."""
        snapshot = self._table.snapshot(browser.tokens)
        if not plays_virtually(snapshot):
            return False
        if any(seat.name is not None for seat in snapshot.seats):
            return bool(snapshot.seats_held)
        return browser.opener is not None and browser.opener == self.openers.first

    def prove(self, browser: BrowserId) -> bool:
        """Whether this browser is at the table without a sign: it may move the hands, or nobody has them yet, and it
        would get them by opening the page of the virtual board."""
        snapshot = self._table.snapshot(browser.tokens)
        if not plays_virtually(snapshot):
            return False
        nobody = self.openers.first is None and all(seat.name is None for seat in snapshot.seats)
        return nobody or self.are_of(browser)


def opener_of(asked: Request) -> str | None:
    """The token that came with a request; None if there is none, or none that looks like one."""
    token = asked.cookies.get(OPENER_COOKIE, "")
    return token if _OPENER_TOKEN.fullmatch(token) else None


def remember_opener(asked: Request, response: Response) -> None:
    """Give the browser a token, if it has none."""
    if opener_of(asked) is None:
        response.set_cookie(OPENER_COOKIE, fresh_token(), httponly=True, samesite="Lax", path="/")
