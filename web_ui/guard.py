"""What every request and every answer passes: host and origin checks, and the security headers."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

BODY_LIMIT = 16 * 1024
"""Bytes; the longest command is a few hundred."""

CHOICE_LIMIT = 1024
"""Bytes of a header that lists what a browser would take; the longest have some two hundred, and each entry is weighed
against all languages of the page."""
CHOICES = ("Accept-Language", "Accept-Encoding", "If-None-Match")
"""The headers that are read so."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


Foreign = Callable[[Request], Response | None]
"""What a request under a foreign name is answered nevertheless; None: nothing."""


def guard(app: Flask, hosts: frozenset[str], foreign: Foreign = lambda _asked: None) -> None:
    """Check each request to ``app`` and add the security headers to each answer.

    ``hosts`` are names that the table may be called by, besides those that are always allowed: numeric addresses,
    names without a dot, and names ending in .local, .lan or .home.arpa. A foreign web site that points its own name
    at the table (DNS rebinding) has a name with a public ending, and is refused, but for what ``foreign`` answers.
    """
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT

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
        response.headers.update(HEADERS)
        return response

    app.before_request(check)
    app.after_request(harden)


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
