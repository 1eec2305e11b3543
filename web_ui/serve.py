"""The web server: one process, a thread for each open page, in the background of the table."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from wsgiref.types import WSGIApplication

from common.listening import open_listeners
from web_ui.streams import MOST
from web_ui.waitress_parts import (
    QUEUE_LOG,
    Adjustments,
    BaseWSGIServer,
    HTTPChannel,
    HTTPRequestParser,
    create_server,
    trigger,
)

THREADS = MOST + 16
"""The number of threads: one for each open stream, and some for everything else."""
CONNECTIONS = 6 * THREADS
"""The most open connections: a browser holds up to six, most of them idle."""
CONNECTIONS_EACH = 96
"""The most of them from one address, enough for several browsers; a further one is closed."""
IDLE_SECONDS = 30
"""The seconds after which a connection without a complete request is closed, also one whose request comes in drips."""
BODY_SIZE = 96 * 1024
"""The most bytes of a request body; the page has lower limits for each of its routes."""
HEADER_SIZE = 16 * 1024
"""The most bytes of request headers; a phone with the tokens of all seats sends about 1 KiB."""
UNSENT = 1024
"""The bytes that may wait for a slow phone besides those in the network. With more its stream waits, and then sends the
newest state without those in between."""
ON_THE_WAY = 32 * 1024
"""The size of the send buffer of a phone's socket: a few states."""
SILENCE_MS = 20_000
"""The seconds without received data after which a phone is gone: asleep, or out of reach."""


def listen(host: str, port: int) -> tuple[socket.socket, ...]:
    """Return the sockets that listen on this address (`common.listening`). Pages wait until a server answers them.

    :raises OSError: if the address cannot be used (taken, of another machine, not permitted, no such name).
    """
    return tuple(map(patient, open_listeners(host, port)))


def patient(listener: socket.socket) -> socket.socket:
    """Return the same socket, opened elsewhere, with small buffers for phones that are slow or gone."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ON_THE_WAY)  # connections inherit what the listener has
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MS)
    return listener


class Server:
    """Answers from a thread in the background, until the process ends.

    There is no stop: waitress waits for open streams then, while a daemon thread simply goes with its process.
    """

    def __init__(self, app: WSGIApplication, listeners: Sequence[socket.socket]) -> None:
        """Answer on these sockets."""
        # Waitress warns of each request that waits for a thread: also of the first ones, while its threads still start
        # on a busy computer. Waiting a moment is no trouble, and who waits longer is found by ``ask_for_sign``.
        logging.getLogger(QUEUE_LOG).setLevel(logging.ERROR)
        sockets: dict[int, object] = {}
        self._server = create_server(
            app,
            map=sockets,
            sockets=list(listeners),
            threads=THREADS,
            connection_limit=CONNECTIONS,
            asyncore_use_poll=True,  # select knows no more than 1,024 files of a process
            channel_timeout=IDLE_SECONDS,
            cleanup_interval=IDLE_SECONDS // 2,
            max_request_body_size=BODY_SIZE,
            max_request_header_size=HEADER_SIZE,
            outbuf_high_watermark=UNSENT,
            clear_untrusted_proxy_headers=False,  # `web_ui.public_address` says whose are believed
        )
        for each in tuple(sockets.values()):
            if isinstance(each, BaseWSGIServer):
                each.channel_class = _channel
        self._wakes = trigger(sockets)
        self._threads = self._server.task_dispatcher
        threading.Thread(target=self._server.run, name="web", daemon=True).start()

    def ask_for_sign(self, give: Callable[[], None]) -> None:
        """Make one of the worker threads call this when its turn comes. Returns at once."""
        self._wakes.pull_trigger(lambda: self._threads.add_task(_Sign(give)))


@dataclass(frozen=True, slots=True)
class _Sign:
    """A task for a worker thread, which shows that it runs."""

    service: Callable[[], None]

    def cancel(self) -> None:
        """Do nothing."""


class _Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that is closed after one answer if it sent another request before that answer. Browsers never do,
    and a client that reads no answers would otherwise block a thread with the second one."""

    requests: list[HTTPRequestParser]
    last_activity: float
    _begun = 0.0
    """The time at which the incomplete request began to come, on waitress's clock."""

    def received(self, data: bytes) -> bool:
        """Take in data, or close the connection if it does not begin like a request: a browser that speaks TLS here
        waits for an answer that never comes, and tries plain HTTP as soon as the connection is closed."""
        if self.request is None and not self.requests and not _begins_request(data):
            self.will_close = True
            return False
        if self.request is None:
            self._begun = self.last_activity
        taken = bool(super().received(data))
        if self.request is not None:  # not whole yet: a request that comes in drips is no activity
            self.last_activity = self._begun
        return taken

    def service(self) -> None:
        """Answer the first request."""
        with self.requests_lock:
            first, *more = self.requests
            if more:
                first.headers["CONNECTION"] = "close"
                self.requests = [first]
        for each in more:
            each.close()
        super().service()


def _begins_request(data: bytes) -> bool:
    """Whether a request may begin with these bytes: with a visible character, or with an empty line."""
    return data[:1] in b"\r\n" or 0x20 < data[0] < 0x7F


def serve(app: WSGIApplication, *listeners: socket.socket) -> Server:
    """Answer on these sockets from a thread in the background, until the process ends."""
    return Server(app, listeners)


def _channel(
    server: BaseWSGIServer,
    connection: socket.socket,
    address: tuple[str, int],
    settings: Adjustments,
    map: dict[int, object],  # noqa: A002 - waitress calls it so
) -> None:
    """Accept a new connection, unless too many are open from the same address. Waitress calls this."""
    open_already = sum(isinstance(each, HTTPChannel) and each.addr[0] == address[0] for each in map.values())
    if open_already >= CONNECTIONS_EACH:
        connection.close()
    else:
        _Channel(server, connection, address, settings, map=map)
