"""The sockets that systemd opened for the service before it started it (sd_listen_fds(3))."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

FIRST = 3
"""The first descriptor that a service inherits, after standard input, output and error."""


def inherited(
    environment: Mapping[str, str] = os.environ, process: int | None = None, first: int = FIRST
) -> tuple[socket.socket, ...]:
    """The sockets that this process inherits, in the order of the socket unit; empty if it was started in another way.

    To be called once: each call makes new sockets of the same descriptors.

    :raises OSError: if one of the descriptors is not a socket.
    """
    mine = str(os.getpid() if process is None else process)
    count = environment.get("LISTEN_FDS", "")
    if environment.get("LISTEN_PID") != mine or not count.isdecimal():
        return ()
    found = tuple(socket.socket(fileno=first + number) for number in range(int(count)))
    for each in found:
        each.set_inheritable(False)  # child processes must not listen
    return found
