"""Finds the tables that are open on this computer, and the address that each gives to phones."""

from __future__ import annotations

import html
import http.client
import re
from collections.abc import Iterator
from dataclasses import dataclass

from thera.network.port_holder import TRIED_PORTS, ListeningSocket, listening_sockets

ANSWER_SECONDS = 3.0
"""How long a table may take to answer."""
LONGEST_PAGE = 1_000_000
WEB_PORT = 80
_JOIN = re.compile(rb'<body [^>]*data-join="([^"]*)" data-languages=')
"""Where the first page of a table has the address for phones."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table that is open at a ``port``, and the ``address`` for phones; empty if no phone can reach this computer."""

    port: int
    address: str

    @property
    def here(self) -> str:
        """The best address to open it at, at worst one for this computer alone."""
        return self.address or f"http://127.0.0.1{'' if self.port == WEB_PORT else f':{self.port}'}/"


def running_tables(port: int | None = None) -> Iterator[RunningTable]:
    """The tables at the ports that tables usually have, or at this ``port``. One that systemd would start is started.

    A table at several ports is found at each.
    """
    ports = {WEB_PORT, *TRIED_PORTS} if port is None else {port}
    for listening in sorted(listening_sockets(), key=lambda each: each.port):
        if listening.port in ports:
            found = _asked(listening)
            if found is not None:
                yield found


def _asked(listening: ListeningSocket) -> RunningTable | None:
    connection = http.client.HTTPConnection(listening.connectable, listening.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/")
        found = _JOIN.search(connection.getresponse().read(LONGEST_PAGE))
    except (OSError, http.client.HTTPException):  # another program, or one that has just ended
        return None
    finally:
        connection.close()
    return None if found is None else RunningTable(listening.port, html.unescape(found[1].decode()))
