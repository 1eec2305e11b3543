"""The address of a table that may be behind a web server of the house.

Such a server (a reverse proxy) runs on the same computer, and only has to pass requests on. The owner configures the
address that phones open. From it the table knows which page may post, though the proxy names another host. The headers
that proxies add, about the caller and TLS, are believed from this computer alone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request

LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})
"""The addresses from which a proxy on this computer connects."""
SCHEMES: Final = {"http": 80, "https": 443}
"""The schemes of addresses, with the ports that may be left out."""


def origin_in(address: str) -> str:
    """Return the origin of an address of a page, as browsers write it.

    >>> origin_in("https://Games.example:443/thera/"), origin_in("http://[fd00::7]:8080")
    ('https://games.example', 'http://[fd00::7]:8080')
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    port = "" if parts.port in (None, SCHEMES[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"


class BehindProxy:
    """An application whose requests may come from a proxy on this computer, with the path of its address or without."""

    def __init__(self, app: WSGIApplication, address: str) -> None:
        self._app = app
        self._path = urlsplit(address).path.rstrip("/")

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request as if it had come directly."""
        if environ.get("REMOTE_ADDR") in LOOPBACK:
            _believe(environ)
        path = environ.get("PATH_INFO", "")
        if self._path and path == self._path:
            start("308 Permanent Redirect", [("Location", f"{self._path}/"), ("Content-Length", "0")])
            return ()
        if self._path and path.startswith(f"{self._path}/"):
            environ["PATH_INFO"] = path[len(self._path) :]
            environ["SCRIPT_NAME"] = self._path
        return self._app(environ, start)


def place_behind_proxy(app: Flask, address: str | None) -> None:
    """Serve an application at its configured address; without one it answers under any name."""
    if address is not None:
        app.wsgi_app = BehindProxy(app.wsgi_app, address)  # type: ignore[assignment, method-assign]  # Flask's way


def _believe(environ: WSGIEnvironment) -> None:
    """Take the address and the scheme of the caller from the proxy. Of several addresses the proxy added the last
    one."""
    asker = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    with suppress(ValueError):  # it need not say who asked
        environ["REMOTE_ADDR"] = str(ipaddress.ip_address(asker.strip("[]")))
    scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip().lower()
    if scheme in SCHEMES:
        environ["wsgi.url_scheme"] = scheme


# ---- The address for other phones


FindAddress = Callable[[], str | None]
"""Returns the best address of the table now; None if no phone can reach it."""


def join_address(find: FindAddress | None) -> str | None:
    """Return the address for other phones: the one by which this page was opened, if it is a numeric address at which
    other computers reach the table. Otherwise return the address that ``find`` gives, if any."""
    if find is None:
        return f"{request.host_url}j"
    found = find()
    return request.host_url if _is_numeric(found) and _leads_here(request.host) else found


def _is_numeric(found: str | None) -> bool:
    """Whether it is a plain numeric address of this computer: no name, no TLS, no path."""
    if found is None:
        return True
    parts = urlsplit(found)
    return parts.scheme == "http" and parts.path in ("", "/") and _ip(parts.netloc) is not None


def _leads_here(host: str) -> bool:
    """Whether this Host header is a numeric address by which other computers reach the table."""
    address = _ip(host)
    if address is None or address.is_loopback or address.is_unspecified:
        return False
    return address.version == 4 or not address.is_link_local  # other browsers do not know by which interface


def _ip(netloc: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(urlsplit(f"//{netloc}").hostname or "")
    except ValueError:
        return None
