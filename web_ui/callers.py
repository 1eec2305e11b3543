"""The callers behind requests: their seat tokens and addresses, and which of them may move the hands at the virtual
board.

The hands belong to the players. While all seats are free, they belong to the browser that opened the page of the
virtual board first. Such a browser gets a separate token, which has no other use and counts as long as its page
listens.
"""

from __future__ import annotations

import ipaddress
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from flask import Request, Response

from hardware.virtual_hands import VirtualHands
from table.session.answers import Origin
from table.session.board_choice import BoardKind
from table.session.interfaces import TableApi, Tokens
from table.session.saved_state import fresh_token
from table.session.snapshot import Snapshot

NETWORK_BITS = 64
"""The length of the prefix of an IPv6 network that belongs to one owner."""
SEAT_COOKIE = "thera_seats"
MOST_TOKENS = 8
"""The most tokens that a phone stores; the oldest are of seats that it left long ago."""
KEPT_DAYS: Final = 400
"""The days for which a browser stores a token without using it. No browser stores a cookie longer (RFC 6265bis)."""
DAY_SECONDS: Final = 24 * 3600
_SEPARATOR = "."
_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,128}")
OPENER_COOKIE = "thera_board"
GRACE_SECONDS = 10.0
"""The seconds for which a page that is reloaded stays the first."""
WAITING = 128
"""The most browsers that are remembered; there are fewer streams."""
_OPENER_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


@dataclass(frozen=True, slots=True)
class TokenCookie:
    """A cookie of this ``name`` with the newest tokens of a browser, at most ``most``, after the day on which it was
    set. It is set again on each day of use, so that it ends only after `KEPT_DAYS` without use."""

    name: str
    most: int

    def tokens(self, asked: Request) -> list[str]:
        """Return the tokens that came with a request, the oldest first; anything that does not look like a token is
        left out."""
        kept = asked.cookies.get(self.name, "").split(_SEPARATOR)[-self.most :]
        return [token for token in kept if _TOKEN.fullmatch(token)]

    def remember(self, asked: Request, response: Response, token: str) -> None:
        """Let the browser store this token, too."""
        self._set(asked, response, [*(old for old in self.tokens(asked) if old != token), token])

    def renew(self, asked: Request, response: Response, used: Callable[[], bool]) -> None:
        """Let the browser store its tokens as long as if they were new, if they are ``used`` and were not renewed
        today."""
        tokens = self.tokens(asked)
        if tokens and asked.cookies[self.name].partition(_SEPARATOR)[0] != str(_today()) and used():
            self._set(asked, response, tokens)

    def _set(self, asked: Request, response: Response, tokens: list[str]) -> None:
        """Set the cookie. Scripts cannot read it. It is Secure only if the browser's connection is: a table at home
        speaks plain HTTP. Without a path it is for the folder of the pages, wherever they are served."""
        response.set_cookie(
            self.name,
            _SEPARATOR.join((str(_today()), *tokens[-self.most :])),
            max_age=KEPT_DAYS * DAY_SECONDS,
            path=None,
            secure=asked.is_secure,
            httponly=True,
            samesite="Lax",
        )


def _today() -> int:
    """Return a number that changes each day."""
    return int(time.time()) // DAY_SECONDS


SEATS: Final = TokenCookie(SEAT_COOKIE, MOST_TOKENS)
"""Return the tokens of the seats that a phone holds or asks for."""


def origin_of(asked: Request) -> Origin:
    """Return the address of the connection, whatever its headers say, and the network (/64) that belongs to one
    owner."""
    return origin_at(asked.remote_addr or "")


def origin_at(text: str) -> Origin:
    """Return the origin of an address in the form of a socket.

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
    """Return the newest tokens that came with a request; anything that does not look like a token is left out."""
    return frozenset(SEATS.tokens(request))


def remember_token(request: Request, response: Response, token: str) -> None:
    """Add ``token`` to the tokens that the phone stores."""
    SEATS.remember(request, response, token)


@dataclass(slots=True)
class _Opener:
    """The number of a browser's pages that listen, and when the last of them was gone."""

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
        """The token of the browser that has had the page open for longest, if there is one."""
        with self._lock:
            self._forget()
            return next(iter(self._openers), None)

    @contextmanager
    def listening(self, token: str | None) -> Iterator[None]:
        """Count a page with this token until the context closes. A page without a token is not counted."""
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
    """A browser at the table: the tokens of its seats, and the one of the virtual board's page, if it has one."""

    tokens: Tokens
    opener: str | None

    @classmethod
    def of(cls, asked: Request) -> BrowserId:
        """Return the browser that sent this request."""
        return cls(tokens_of(asked), opener_of(asked))


def plays_virtually(snapshot: Snapshot) -> bool:
    """Whether a table with a virtual board plays at it now."""
    return snapshot.boards is None or snapshot.boards.in_use is BoardKind.VIRTUAL


class HandsAtBoard:
    """The hands at a virtual board, and which browsers may move them."""

    def __init__(self, table: TableApi, hands: VirtualHands, openers: BoardOpeners) -> None:
        self._table = table
        self.hands = hands
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
        """Whether this browser is at the table without a sign: it may move the hands, or could get them by opening the
        page of the virtual board, since no browser has them yet."""
        snapshot = self._table.snapshot(browser.tokens)
        if not plays_virtually(snapshot):
            return False
        nobody = self.openers.first is None and all(seat.name is None for seat in snapshot.seats)
        return nobody or self.are_of(browser)


def opener_of(asked: Request) -> str | None:
    """Return the token that came with a request; None if there is none, or nothing that looks like one."""
    token = asked.cookies.get(OPENER_COOKIE, "")
    return token if _OPENER_TOKEN.fullmatch(token) else None


def remember_opener(asked: Request, response: Response) -> None:
    """Give the browser a token, if it has none."""
    if opener_of(asked) is None:
        response.set_cookie(
            OPENER_COOKIE,
            fresh_token(),
            path=None,
            secure=asked.is_secure,
            httponly=True,
            samesite="Lax",
        )
