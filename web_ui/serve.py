"""The web server: one process, a thread for each open page, in the background of the table."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from wsgiref.types import WSGIApplication

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, create_server
from waitress.trigger import trigger

from web_ui.streams import MOST

THREADS = MOST + 16
"""One for each open stream, and some for everything else."""
CONNECTIONS = 6 * THREADS
"""So many connections may be open: browsers keep up to six each, most of them idle."""
CONNECTIONS_EACH = 96
"""So many of them for one address, which is several browsers; whoever opens more is hung up on."""
IDLE_SECONDS = 30
"""A connection on which nothing is asked for so long is closed, also one on which a request never ends."""
BODY_SIZE = 96 * 1024
"""Bytes of the longest request that is taken at all; what is sent to each address is bounded by the page itself."""
HEADER_SIZE = 16 * 1024
"""Bytes of the longest headers; those of a phone with every seat's token have one."""
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
    return patient(socket.create_server((host, port), family=family))


def patient(listener: socket.socket) -> socket.socket:
    """The same socket, made to keep little for phones that are slow or gone; for one that was opened elsewhere."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ON_THE_WAY)  # connections inherit what the listener has
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MS)
    return listener


class Server:
    """Answers from a thread in the background, until the process ends.

    There is no stop: waitress waits for open streams then, while a daemon thread simply goes with its process.
    """

    def __init__(self, app: WSGIApplication, listeners: Sequence[socket.socket]) -> None:
        """Answers on these sockets."""
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
            clear_untrusted_proxy_headers=True,
        )
        for each in tuple(sockets.values()):
            if isinstance(each, BaseWSGIServer):
                each.channel_class = _channel
        self._wakes = trigger(sockets)
        self._threads = self._server.task_dispatcher
        threading.Thread(target=self._server.run, name="web", daemon=True).start()

    def ask_for_sign(self, give: Callable[[], None]) -> None:
        """Have one of the threads that answer call this when the server comes to it. Returns at once."""
        self._wakes.pull_trigger(lambda: self._threads.add_task(_Sign(give)))


@dataclass(frozen=True, slots=True)
class _Sign:
    """Work for a thread that answers: to say that it does work."""

    service: Callable[[], None]

    def cancel(self) -> None:
        """Nothing is lost with it."""


class _Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that is answered once and then closed if it asked for more before it had the answer. Browsers never
    do, and whoever takes no answers would otherwise hold a thread with the second one."""

    requests: list[HTTPRequestParser]

    def service(self) -> None:
        """Answer what it asked first."""
        with self.requests_lock:
            first, *more = self.requests
            if more:
                first.headers["CONNECTION"] = "close"
                self.requests = [first]
        for each in more:
            each.close()
        super().service()


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
    """What waitress does with a new connection: speak with it, unless too many are open from the same address."""
    open_already = sum(isinstance(each, HTTPChannel) and each.addr[0] == address[0] for each in map.values())
    if open_already >= CONNECTIONS_EACH:
        connection.close()
    else:
        _Channel(server, connection, address, settings, map=map)
