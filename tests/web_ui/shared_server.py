"""One web server for all tests of a process, each with its own page on it: browsers keep the files of an address."""

from __future__ import annotations

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web_ui.serve import listen, serve


class OneServer:
    """Serves whatever was put on it last, at ``address``."""

    def __init__(self) -> None:
        self._shown: WSGIApplication | None = None
        listener = listen("127.0.0.1", 0)[0]
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        serve(self, listener)

    def put(self, app: WSGIApplication) -> None:
        """Serve this from now on."""
        self._shown = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        assert self._shown is not None
        return self._shown(environ, start_response)
