"""The web server: one process, a thread for each open page, in the background of the table."""

from __future__ import annotations

import socket
import threading

from flask import Flask
from waitress.server import create_server

THREADS = 32
"""Each open stream keeps one; a table has a handful of phones, some with more than one page."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on this address, on a free port if ``port`` is 0. Pages wait until a server answers them.

    :raises OSError: if the address cannot be had (taken, not ours, not permitted, no such name).
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def serve(app: Flask, listener: socket.socket) -> None:
    """Answer on this socket from a thread in the background, until the process ends.

    There is no stop: waitress waits for open streams then, while a daemon thread simply goes with its process.
    """
    server = create_server(app, sockets=[listener], threads=THREADS, clear_untrusted_proxy_headers=True)
    threading.Thread(target=server.run, name="web", daemon=True).start()
