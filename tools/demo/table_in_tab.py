"""A table that runs in a tab of a browser: the same parts as in play, in one thread and without a socket. The scripts
of `tools/demo/page` call this and pass only text, so that nothing here knows the browser.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from hardware.board_file import BoardFile
from hardware.virtual.virtual_board import SteppedBoard
from table.runtime.table_actor import TableMessage
from table.runtime.table_driver import PumpedDriver
from table.settings.configuration import Configuration, StorageSettings
from thera.boards.open_board import BoardRequest, OpenBoard
from thera.boards.virtual_devices import make_virtual_device
from thera.table_assembly import Surroundings, journalled_table
from web_ui.app import create_app
from web_ui.hosting import IN_PROCESS, InProcessServer, PageRequest

SCANS_A_SECOND = 25
"""The scans a second: half of those on a computer, since each costs a browser ten times as much."""

Send = Callable[[int, str | None], object]
"""Takes the text that a stream has to send, by its number; None if it has ended."""


class TableInTab:
    """The table, its virtual board and its page. Call `step` ``SCANS_A_SECOND`` times a second while ``listening``."""

    def __init__(self, folder: str, address: str, send: Send) -> None:
        """Open the table of the game in ``folder``. ``address`` is the address of the page around it, such as
        ``https://example.org/thera``; ``send`` gets the news of the streams.

        :raises CannotPlayError: if the stored data cannot be used.
        :raises JournalError: if the journal cannot be used.
        """
        parts = urlsplit(address)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._send = send
        self._stack = ExitStack()
        self._driver = PumpedDriver[TableMessage]()
        self._folder = Path(folder)
        configuration = Configuration(storage=StorageSettings(self._folder))
        assembled = journalled_table(configuration, self._stack, self._open, Surroundings(driver=self._driver))
        app = create_app(
            assembled.table,
            assembled.opened.hands,
            join_url=lambda: None,
            hosts=frozenset({parts.hostname or ""}),
            games=assembled.games,
            hosting=IN_PROCESS,
        )
        self._server = InProcessServer(app)
        self._table = assembled.table
        self._table.start()
        gc.collect()
        gc.freeze()

    @property
    def listening(self) -> bool:
        """Whether a page listens."""
        return self._server.listening

    def step(self) -> None:
        """Let the board scan once, and the table and the pages handle the frame."""
        self._board.step()
        self._pump()

    def answer(self, method: str, target: str, headers: str, body: str) -> tuple[str, bytes]:
        """Return the answer to a request of the page, and its body. ``headers`` are JSON: a list of pairs. The answer
        is JSON, too: its ``status``, its ``headers``, and in ``stream`` the number of the stream that begins with
        it."""
        pairs = tuple((name, value) for name, value in json.loads(headers))
        asked = PageRequest(method, target, self._origin, pairs, body.encode())
        answer = self._server.answer(asked)
        self._pump()
        said = {"status": answer.status, "headers": answer.headers, "stream": answer.stream}
        return json.dumps(said), answer.body

    def leave(self, stream: int) -> None:
        """End this stream, which has no listener any more."""
        self._server.leave(stream)
        self._pump()

    def close(self) -> None:
        """Stop the table; every stream ends."""
        self._table.close()
        self._pump()
        self._stack.close()

    def _open(self, described: BoardFile | None) -> OpenBoard:
        made = replace(described or BoardFile(), scan_hz=SCANS_A_SECOND)
        device = make_virtual_device(BoardRequest("", made, 0, self._folder, self._stack))
        self._board = SteppedBoard(device)
        device.scan_by(self.step)
        return OpenBoard(self._board, device, made)

    def _pump(self) -> None:
        self._driver.pump()
        for number, chunk in self._server.news():
            self._send(number, None if chunk is None else chunk.decode())
