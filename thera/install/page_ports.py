"""The ports of the installed page: those of its socket unit that no other program holds."""

from __future__ import annotations

import re
import socket
from contextlib import closing
from dataclasses import dataclass

from thera.network.port_holder import free_port, holder_of

EVERYWHERE = "0.0.0.0"  # noqa: S104 - what the unit listens on, which says who may connect
_LISTEN = re.compile(r":(\d+) \(Stream\)")


@dataclass(frozen=True, slots=True)
class PagePorts:
    """The ports that can be had, and who holds each of the others."""

    free: tuple[int, ...]
    taken: dict[int, str]

    def unit_text(self) -> str:
        """What makes the socket unit listen on the free ones alone."""
        lines = "".join(f"ListenStream={EVERYWHERE}:{port}\n" for port in self.free)
        return f"# Written by thera install, since other ports were taken.\n[Socket]\nListenStream=\n{lines}"


def wanted_ports(shown: str) -> tuple[int, ...]:
    """The ports of a socket unit, from what ``systemctl show --property=Listen`` prints.

    >>> wanted_ports("Listen=0.0.0.0:80 (Stream)\\nListen=0.0.0.0:8080 (Stream)\\n")
    (80, 8080)
    """
    return tuple(int(port) for port in _LISTEN.findall(shown))


def page_ports(wanted: tuple[int, ...]) -> PagePorts:
    """Those of the wanted ports that are free, or another free one if none is."""
    taken = {port: holder_of(port) for port in wanted if not _is_free(port)}
    free = tuple(port for port in wanted if port not in taken)
    if not free and (other := free_port(EVERYWHERE)) is not None:
        free = (other,)
    return PagePorts(free, taken)


def _is_free(port: int) -> bool:
    with closing(socket.socket()) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((EVERYWHERE, port))
            tried.listen()
        except OSError:
            return False
    return True
