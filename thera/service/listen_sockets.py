"""The sockets that systemd has opened for a service before it was started (sd_listen_fds(3))."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

FIRST = 3
"""The first descriptor that a service inherits, behind input, output and errors."""


def inherited(
    environment: Mapping[str, str] = os.environ, process: int | None = None, first: int = FIRST
) -> tuple[socket.socket, ...]:
    """The sockets that this process inherits, in the order of the socket unit; empty if it was started otherwise.

    To be called once: each call gives sockets of their own for the same descriptors.

    :raises OSError: if a descriptor that was promised is no socket.
    """
    mine = str(os.getpid() if process is None else process)
    count = environment.get("LISTEN_FDS", "")
    if environment.get("LISTEN_PID") != mine or not count.isdecimal():
        return ()
    found = tuple(socket.socket(fileno=first + number) for number in range(int(count)))
    for each in found:
        each.set_inheritable(False)  # what the table starts is not to listen
    return found
