"""Guards all requests and answers: checks of host and origin, security headers, and limits. A house has few phones, and
no player needs more than the limits allow.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import TooManyRequests

from web_ui.public_address import origin_in

BODY_LIMIT = 16 * 1024
"""The most bytes of a body; the longest command has a few hundred."""

CHOICE_LIMIT = 1024
"""The most bytes of a header that lists what a browser accepts. The longest have about 200, and each entry is compared
with all languages of the page."""
CHOICES = ("Accept-Language", "Accept-Encoding", "If-None-Match")
"""The headers with this limit."""

NO_FRAME, OWN_FRAME = "'none'", "'self'"
"""The pages that may show the table's pages in a frame: none, or those of the same address."""
CONTENT_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors {}; object-src 'none'"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
PRIVATE_NAMES: Final = (
    ".local",  # RFC 6762
    ".localhost",  # RFC 6761
    ".home.arpa",  # RFC 8375
    ".internal",  # ICANN's board, 29 July 2024
    ".corp",  # these two: ICANN's board, 4 February 2018
    ".home",
    ".intranet",  # this and the next two: RFC 6762, appendix G
    ".lan",
    ".private",
    ".localdomain",
    ".fritz.box",  # what routers of AVM call a home; AVM has the public name
)
"""The endings of names that only a network's own name server knows: no foreign site can have such a name and point it
at the table. Every other name with a dot may be public."""
Foreign = Callable[[Request], Response | None]
"""The answer to a request under a foreign name; None refuses it."""
CLAIMS_A_MINUTE = 12
"""The claims a minute that one address may make; refused ones do not count."""
MINUTE = 60.0
WAIT_SECONDS: Final = 1
"""The seconds after which an address with too many waiting requests may try again."""


def guard(
    app: Flask,
    hosts: frozenset[str],
    foreign: Foreign = lambda _asked: None,
    *,
    address: str | None = None,
    frames: str = NO_FRAME,
) -> None:
    """Check each request to ``app`` and add the security headers to each answer.

    ``hosts`` are names that the table may be called by, besides those that are always allowed: numeric addresses, names
    without a dot, and private ones (`PRIVATE_NAMES`). A foreign web site that points its own name at the table (DNS
    rebinding) has a public name, and is refused, except for the answers of ``foreign``. ``address`` is the owner's
    configured address of the page, if any: the page may post from there, though a proxy names another host. ``frames``
    says which pages may show the table's pages in a frame.
    """
    own = None if address is None else origin_in(address)
    headers = {"Content-Security-Policy": CONTENT_POLICY.format(frames), **HEADERS}
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.json = BoundedJson(app)

    def check() -> Response | None:
        if not is_home_host(request.host, hosts):
            if (answer := foreign(request)) is not None:
                return answer
            abort(421, _not_ours(request.host))
        for name in CHOICES:
            if len(request.headers.get(name, "")) > CHOICE_LIMIT:
                abort(431, f"{name} has more than {CHOICE_LIMIT} bytes")
        if request.method == "POST":
            _check_origin(request, own)
        return None

    def harden(response: Response) -> Response:
        response.headers.update(headers)
        return response

    app.before_request(check)
    app.after_request(harden)


class BoundedJson(DefaultJSONProvider):
    """Reads JSON, and refuses it if it is nested too deeply."""

    def loads(self, s: str | bytes, **kwargs: object) -> object:
        """The value of a text.

        :raises ValueError: if it is none.
        """
        try:
            return super().loads(s, **kwargs)
        except RecursionError as error:
            raise ValueError("too many lists or objects within each other") from error


def is_home_host(host: str, extra: frozenset[str] = frozenset()) -> bool:
    """Whether a Host header names a machine at home.

    >>> is_home_host("192.168.1.20:8080"), is_home_host("thera.local."), is_home_host("attacker.example")
    (True, True, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    name = (name or "").removesuffix(".")  # a name that is written in full ends in one
    if not name:
        return False
    if name in extra or "." not in name or f".{name}".endswith(PRIVATE_NAMES):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _not_ours(host: str) -> str:
    """Return why a request under this name is refused, and what to do if the name is the owner's."""
    cure = f'let its owner configure [web] address = "http://{host}/"'
    return f"this table does not answer to the name {host!r}: use its numeric address, or {cure}"


def _check_origin(posted: Request, own: str | None) -> None:
    """Refuse a POST from another page, which the browser names; only the table's page may post."""
    origin = posted.headers.get("Origin")
    if origin is not None and origin != own and not _is_own(origin, posted.host):
        cure = f'if that is this table behind a proxy, configure its address as [web] address = "{origin}/"'
        abort(403, f"requests from {origin!r} are not accepted here; {cure}")
    if posted.mimetype != "application/json":
        abort(415, "send application/json")


def _is_own(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


class RateLimit:
    """A rate limit for each caller. Safe from any thread."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._asked = OrderedDict[str, deque[float]]()  # who asked last comes last
        self._lock = threading.Lock()

    def take_back(self, who: str) -> None:
        """Do not count the last request of this caller."""
        with self._lock:
            times = self._asked.get(who)
            if times:
                times.pop()

    def wait(self, who: str) -> float:
        """Count a request. Return 0.0 if it is allowed, else the seconds until the next one is."""
        now = self._clock()
        with self._lock:
            self._forget(now - self._seconds)
            times = self._asked.setdefault(who, deque())
            while times and times[0] <= now - self._seconds:
                times.popleft()
            if len(times) >= self._most:
                return times[0] + self._seconds - now
            times.append(now)
            self._asked.move_to_end(who)
            return 0.0

    def _forget(self, late: float) -> None:
        """Forget the callers who have not asked since. Others are not visited: a stranger may ask from many
        addresses."""
        while self._asked and (not (times := next(iter(self._asked.values()))) or times[-1] <= late):
            self._asked.popitem(last=False)


class RequestSlots:
    """A limit of simultaneous requests, for each caller and for all together. Safe from any thread."""

    def __init__(self, each: int, most: int) -> None:
        self._each = each
        self._most = most
        self._inside = Counter[str]()
        self._lock = threading.Lock()

    def enter(self, who: str) -> bool:
        """Take a place, if there is one. Return whether there was."""
        with self._lock:
            if self._inside.total() >= self._most or self._inside[who] >= self._each:
                return False
            self._inside[who] += 1
            return True

    def leave(self, who: str) -> None:
        """Give a place back."""
        with self._lock:
            self._inside[who] -= 1
            if self._inside[who] == 0:
                del self._inside[who]

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place for the address of the present request until the context closes.

        :raises TooManyRequests: if there is none.
        """
        who = request.remote_addr or ""
        if not self.enter(who):
            raise TooManyRequests("too much is asked at once; wait for the answers", retry_after=WAIT_SECONDS)
        try:
            yield
        finally:
            self.leave(who)


class RequestQueue:
    """Lets requests be answered in order of arrival, some at a time. Each caller has one request here at a time,
    waiting or being answered. So a caller who asks without end delays others by one answer at a time, and keeps nobody
    out. Safe from any thread."""

    def __init__(self, at_once: int, most: int) -> None:
        """``at_once`` requests are answered at a time; ``most`` may be here, including waiting ones."""
        self._at_once = at_once
        self._slots = RequestSlots(1, most)
        self._here = deque[object]()
        self._left = threading.Condition()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Hold a place for the address of the present request until the context closes. Wait until earlier requests are
        answered.

        :raises TooManyRequests: if the address already has one, or too many wait.
        """
        with self._slots.place():
            mine = object()
            with self._left:
                self._here.append(mine)
                self._left.wait_for(lambda: mine in islice(self._here, self._at_once))
            try:
                yield
            finally:
                with self._left:
                    self._here.remove(mine)
                    self._left.notify_all()
