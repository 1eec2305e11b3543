"""What every request and every answer passes: checks of host and origin, security headers, and limits.

A house has few phones, and nobody at the table needs more than the limits allow.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import TooManyRequests

BODY_LIMIT = 16 * 1024
"""Bytes; the longest command is a few hundred."""

CHOICE_LIMIT = 1024
"""The most bytes of a header that lists what a browser accepts. The longest have about 200, and each entry is compared
with all languages of the page."""
CHOICES = ("Accept-Language", "Accept-Encoding", "If-None-Match")
"""The headers with this limit."""

NO_FRAME, OWN_FRAME = "'none'", "'self'"
"""Which pages may show ours in a frame: none, or those of our own address."""
CONTENT_POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors {}; object-src 'none'"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
Foreign = Callable[[Request], Response | None]
"""The answer to a request under a foreign name; None: it is refused."""
CLAIMS_A_MINUTE = 12
"""How many claims a minute one address may make; refused ones do not count."""
MINUTE = 60.0
WAIT_SECONDS: Final = 1
"""After how many seconds an address with too many waiting requests may try again."""


def guard(app: Flask, hosts: frozenset[str], foreign: Foreign = lambda _asked: None, *, frames: str = NO_FRAME) -> None:
    """Check each request to ``app`` and add the security headers to each answer.

    ``hosts`` are names that the table may be called by, besides those that are always allowed: numeric addresses,
    names without a dot, and names ending in .local, .lan or .home.arpa. A foreign web site that points its own name
    at the table (DNS rebinding) has a name with a public ending, and is refused, but for what ``foreign`` answers.
    ``frames`` says which pages may show ours in a frame.
    """
    headers = {"Content-Security-Policy": CONTENT_POLICY.format(frames), **HEADERS}
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.json = BoundedJson(app)

    def check() -> Response | None:
        if not is_home_host(request.host, hosts):
            if (answer := foreign(request)) is not None:
                return answer
            abort(421, f"this table does not answer to the name {request.host!r}; use its numeric address")
        for name in CHOICES:
            if len(request.headers.get(name, "")) > CHOICE_LIMIT:
                abort(431, f"{name} has more than {CHOICE_LIMIT} bytes")
        if request.method == "POST":
            _check_origin(request)
        return None

    def harden(response: Response) -> Response:
        response.headers.update(headers)
        return response

    app.before_request(check)
    app.after_request(harden)


class BoundedJson(DefaultJSONProvider):
    """JSON that is refused where it goes deeper than can be read."""

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

    >>> is_home_host("192.168.1.20:8080"), is_home_host("thera.local"), is_home_host("attacker.example")
    (True, True, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not name:
        return False
    if name in extra or "." not in name or name.endswith((".local", ".lan", ".home.arpa")):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _check_origin(posted: Request) -> None:
    """A browser names the page that a POST comes from; only our own page may post."""
    origin = posted.headers.get("Origin")
    if origin is not None and not _is_own(origin, posted.host):
        abort(403, f"requests from {origin!r} are not accepted here")
    if posted.mimetype != "application/json":
        abort(415, "send application/json")


def _is_own(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


class RateLimit:
    """A rate limit for each of those who ask. Safe from any thread."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._asked: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def take_back(self, who: str) -> None:
        """Do not count the last request of this one."""
        with self._lock:
            times = self._asked.get(who)
            if times:
                times.pop()

    def wait(self, who: str) -> float:
        """Count a request: 0.0 if it is allowed, else the seconds until the next one is."""
        now = self._clock()
        with self._lock:
            for each, times in tuple(self._asked.items()):
                while times and times[0] <= now - self._seconds:
                    times.popleft()
                if not times:
                    del self._asked[each]
            times = self._asked.setdefault(who, deque())
            if len(times) >= self._most:
                return times[0] + self._seconds - now
            times.append(now)
            return 0.0


class RequestSlots:
    """A limit of requests at the same time, for each of those who ask and for all together. Safe from any thread."""

    def __init__(self, each: int, most: int) -> None:
        self._each = each
        self._most = most
        self._inside = Counter[str]()
        self._lock = threading.Lock()

    def enter(self, who: str) -> bool:
        """Take a place, if there is one; whether there was."""
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
        """A place for the address of the present request, as long as the context is open.

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
    """Lets requests be answered in the order in which they came, some at a time. Of each of those who ask one is here,
    whether it waits or is answered; so who asks without end delays others by one answer at a time, and keeps nobody
    out. Safe from any thread."""

    def __init__(self, at_once: int, most: int) -> None:
        """``at_once`` are answered at a time; ``most`` may be here, with those that wait."""
        self._at_once = at_once
        self._slots = RequestSlots(1, most)
        self._here = deque[object]()
        self._left = threading.Condition()

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for the address of the present request, as long as the context is open; it begins when those before
        it are answered.

        :raises TooManyRequests: if the address has one already, or too many wait.
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
