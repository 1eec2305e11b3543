"""Answers requests without a socket and without threads: each is a call, and open streams are asked for their news."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from wsgiref.types import WSGIApplication

from werkzeug.test import EnvironBuilder, run_wsgi_app

STREAM_TYPE = "text/event-stream"

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request: ``target`` is the path with what follows, such as ``/board?x=1``; ``origin`` is the address that the
    page was loaded from, such as ``http://localhost:8000``; ``mount`` is the path of the application there, without a
    slash at its end."""

    method: str
    target: str
    origin: str
    headers: Headers = ()
    body: bytes = b""
    mount: str = ""


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """An answer. ``stream`` is the number of a stream that goes on after ``body``; None: it is whole."""

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
        """Answer a request. That of a stream has its first event; `news` gives the later ones."""
        environ = EnvironBuilder(
            path=asked.target,
            base_url=f"{asked.origin}{asked.mount}/",
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
        """What each open stream has to send now; None: it has ended."""
        for number, chunks in tuple(self._streams.items()):
            for chunk in chunks:
                if not chunk:
                    break
                yield number, chunk
            else:
                self.leave(number)
                yield number, None

    def leave(self, number: int) -> None:
        """End a stream, since nobody listens to it any more. Safe to call again."""
        with suppress(KeyError):
            _close(self._streams.pop(number))


def _close(chunks: object) -> None:
    """Let the application end what it sent (PEP 3333)."""
    close = getattr(chunks, "close", None)
    if close is not None:
        close()
