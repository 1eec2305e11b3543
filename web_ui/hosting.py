"""How the application is served: by a server with threads, or within a program that has none, where each request is a
call. Apart from `web_ui.app`, which does not know which one it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from wsgiref.types import WSGIApplication

from werkzeug.test import EnvironBuilder, run_wsgi_app

from web_ui.guard import NO_FRAME, OWN_FRAME
from web_ui.streams import BEAT_SECONDS


@dataclass(frozen=True, slots=True)
class Hosting:
    """How the application is served: the seconds for which a stream may block its reader (`web_ui.streams`), the pages
    that may show the table's pages in a frame (`web_ui.guard`), and whether other phones can open it at all."""

    stream_patience: float
    frames: str
    phones: bool


BY_THREADS = Hosting(BEAT_SECONDS, NO_FRAME, phones=True)
"""A server with a thread for each open stream."""
IN_PROCESS = Hosting(0.0, OWN_FRAME, phones=False)
"""A program without threads, whose page stands in a frame of the page around it."""


# ---- Serving without sockets and threads


STREAM_TYPE = "text/event-stream"

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request: ``target`` is the path with its query, such as ``/board?x=1``; ``origin`` is the address that the page
    was loaded from, such as ``http://localhost:8000``."""

    method: str
    target: str
    origin: str
    headers: Headers = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """An answer. ``stream`` is the number of a stream that goes on after ``body``, or None if it is complete."""

    status: int
    headers: Headers
    body: bytes
    stream: int | None = None


class InProcessServer:
    """Serves an application that was made with `web_ui.hosting.IN_PROCESS`. All calls come from one thread."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._numbers = count(1)
        self._streams: dict[int, Iterator[bytes]] = {}

    @property
    def listening(self) -> bool:
        """Whether a page has a stream open."""
        return bool(self._streams)

    def answer(self, asked: PageRequest) -> PageAnswer:
        """Answer a request. The answer of a stream has its first event; `news` gives the later ones."""
        environ = EnvironBuilder(
            path=asked.target,
            base_url=f"{asked.origin}/",
            method=asked.method,
            headers=list(asked.headers),
            data=asked.body,
            environ_base={"REMOTE_ADDR": "127.0.0.1"},
        ).get_environ()
        chunks, status, headers = run_wsgi_app(self._app, environ)
        known = tuple(headers.items())
        if headers.get("Content-Type", "").startswith(STREAM_TYPE):
            body, number = iter(chunks), next(self._numbers)
            self._streams[number] = body
            return PageAnswer(int(status.split()[0]), known, next(body), number)
        try:
            return PageAnswer(int(status.split()[0]), known, b"".join(chunks))
        finally:
            _close(chunks)

    def news(self) -> Iterator[tuple[int, bytes | None]]:
        """Yield the text that each open stream has to send now; None if it has ended."""
        for number, chunks in tuple(self._streams.items()):
            for chunk in chunks:
                if not chunk:
                    break
                yield number, chunk
            else:
                self.leave(number)
                yield number, None

    def leave(self, number: int) -> None:
        """End a stream that has no listener any more. Safe to call again."""
        with suppress(KeyError):
            _close(self._streams.pop(number))


def _close(chunks: object) -> None:
    """Let the application end its answer (PEP 3333)."""
    close = getattr(chunks, "close", None)
    if close is not None:
        close()
