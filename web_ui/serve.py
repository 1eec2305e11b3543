"""The web server: one process, a thread for each open page, in the background of the table."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

from waitress.server import create_server

from web_ui.streams import MOST

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = MOST + 16
"""One for each open stream, and some for everything else."""
CONNECTIONS = 6 * THREADS
"""So many connections may be open: browsers keep up to six each, most of them idle."""
UNSENT = 1024
"""Bytes that wait for a slow phone beside what the network holds; with more, its stream waits, too, and then tells the
newest state instead of all that were between."""
ON_THE_WAY = 32 * 1024
"""Bytes that the network holds for one phone: some states, and no minute of them."""
SILENCE_MS = 20_000
"""A phone that takes nothing for so long is gone (asleep, or out of the house), though nobody said so."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on this address, on a free port if ``port`` is 0. Pages wait until a server answers them.

    :raises OSError: if the address cannot be had (taken, not ours, not permitted, no such name).
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ON_THE_WAY)  # connections inherit what the listener has
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MS)
    return listener


def serve(app: WSGIApplication, listener: socket.socket) -> None:
    """Answer on this socket from a thread in the background, until the process ends.

    There is no stop: waitress waits for open streams then, while a daemon thread simply goes with its process.
    """
    server = create_server(
        app,
        sockets=[listener],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        outbuf_high_watermark=UNSENT,
        clear_untrusted_proxy_headers=True,
    )
    threading.Thread(target=server.run, name="web", daemon=True).start()
