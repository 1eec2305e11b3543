"""Where a phone finds the table."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

EVERY_ADDRESS = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared with, not bound to

HTTP_PORT = 80


def home_address() -> str:
    """This machine's numeric address on the way to other networks, as phones at home see it; loopback without any.

    Nothing is sent: connecting a datagram socket only chooses a route. The goal is an address for documentation
    (RFC 5737), which no machine has.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def page_address(host: str, port: int) -> str:
    """The address to type: ``http://192.168.1.20:8080/`` for a server that listens on ``host``. The usual port of pages
    need not be typed.

    >>> page_address("192.168.1.20", 80), page_address("::1", 8080)
    ('http://192.168.1.20/', 'http://[::1]:8080/')
    """
    name = home_address() if host in EVERY_ADDRESS else host
    behind = "" if port == HTTP_PORT else f":{port}"
    return f"http://{f'[{name}]' if ':' in name else name}{behind}/"


def host_of(address: str) -> str:
    """The name or the numeric address in an address of a page.

    >>> host_of("http://thera.example:8080/"), host_of("http://[::1]/")
    ('thera.example', '::1')
    """
    return urlsplit(address).hostname or ""
