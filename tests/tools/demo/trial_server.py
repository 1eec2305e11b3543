"""The folder that `make demo` writes, on a plain web server that counts what it sends."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from tools.demo.__main__ import TARGET


class TrialServer:
    """``address`` is where it can be opened, ``sent`` how many bytes of files were sent, ``asked`` the paths that
    were asked for."""

    def __init__(self) -> None:
        self.sent = 0
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Counting, self, directory=str(TARGET)))
        self.address = f"http://localhost:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, name="trial", daemon=True).start()

    def close(self) -> None:
        """Answer nothing any more. Safe to call again."""
        self._server.shutdown()
        self._server.server_close()


class _Counting(SimpleHTTPRequestHandler):
    """Sends files, and notes how many bytes."""

    def __init__(self, counts: TrialServer, *given: object, directory: str) -> None:
        self._counts = counts
        super().__init__(*given, directory=directory)  # type: ignore[arg-type]  # what a server gives its handlers

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]  # files are bytes here
        """Send a file."""
        body = source.read()
        self._counts.sent += len(body)
        self._counts.asked.append(self.path)
        outputfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
        """Say nothing."""


@contextmanager
def trial_served() -> Iterator[TrialServer]:
    """The trial, on a web server."""
    assert Path(TARGET, "index.html").exists(), "the trial is not built: make demo"
    server = TrialServer()
    try:
        yield server
    finally:
        server.close()
