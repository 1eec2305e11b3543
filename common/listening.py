"""Opens sockets that listen on the addresses of a host name."""

from __future__ import annotations

import errno
import socket
from contextlib import ExitStack
from typing import Final

EVERY_IPV4: Final = "0.0.0.0"  # noqa: S104 - whoever listens there says who may connect
EVERYWHERE: Final = "::"
"""All addresses of this computer, of IPv6 and of IPv4."""
PORTS_TRIED: Final = 10
"""The most free IPv4 ports that are tried for one that is free for IPv6, too."""
_NO_IPV6: Final = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL})


def open_listeners(host: str, port: int) -> tuple[socket.socket, ...]:
    """Open sockets that listen on this address, on a free port if ``port`` is 0. All addresses need two sockets, one
    for each family, so that IPv4 addresses keep their form; a computer without IPv6 needs one.

    :raises OSError: if the address is not available (in use, of another computer, not permitted, unknown name).
    """
    if host != EVERYWHERE:
        return (_listener(host, port),)
    for left in reversed(range(PORTS_TRIED)):
        with ExitStack() as stack:
            older = stack.enter_context(_listener(EVERY_IPV4, port))
            try:
                newer = _listener(EVERYWHERE, older.getsockname()[1])
            except OSError as error:
                if error.errno in _NO_IPV6:
                    stack.pop_all()
                    return (older,)
                if port != 0 or error.errno != errno.EADDRINUSE or not left:
                    raise
                continue
            stack.pop_all()
            return older, newer
    raise AssertionError("the last try returns or raises")


def _listener(host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
