"""Runs a table whose board never rests, for the phones of ``tools.benchmarks.phones_load``. It is assembled as by
``thera play`` on the virtual board, with wire and reading. During a game the status of its reading changes at a given
rate.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from common.message import Message
from engine import Game, Square
from hardware.board import SQUARE_COUNT, Frame
from hardware.board_backends import VIRTUAL
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.session.at_board import BoardReport
from table.session.board_reports import BoardStatus, StatusChanged
from table.session.interfaces import BoardReader
from table.session.snapshot import BoardMode
from table.storage.journal import Journal, resume
from table.view.led_patterns import lights_of
from thera.boards.open_board import open_board
from thera.commands.play_command import SWITCH_SECONDS
from thera.simulator.tested_table import PassingReader
from thera.stop_signal import StopSignal
from thera.table_assembly import make_reader, make_touch_detector
from web_ui.app import create_app
from web_ui.serve import listen, serve

EVENT = "load.event"
"""The key of the message with the ``number`` of an event, and its time ``at`` in s of the machine's clock."""


class BusyReader(PassingReader):
    """Reads a board as in play, and causes an event there ``rate`` times a second for ``seconds`` seconds, on the
    board's clock."""

    def __init__(self, reader: BoardReader, rate: float, seconds: float) -> None:
        super().__init__(reader)
        self._apart = 1000 / rate
        self._left = round(rate * seconds)
        self._made = 0
        self._due: float | None = None
        self._playing = False
        self._event: Message | None = None

    @property
    def status(self) -> BoardStatus:
        """The status of the reading, with the newest event."""
        if self._event is None:
            return self._reader.status
        lifted = Square(self._made % SQUARE_COUNT)
        return replace(self._reader.status, mode=BoardMode.IN_HAND, lifted=lifted, message=self._event)

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        """Return the reports on a frame, and the event that is due."""
        found = tuple(intent for intent in self._reader.feed(frame) if not isinstance(intent, StatusChanged))
        if not self._playing or self._left == 0:
            return found
        self._due = frame.at if self._due is None else self._due
        if frame.at < self._due:
            return found
        self._due += self._apart
        self._left -= 1
        self._made += 1
        self._event = Message(EVENT, (("number", str(self._made)), ("at", repr(time.monotonic()))))
        return (*found, StatusChanged(self.status))

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        """Read steps of this game; events come once it is played."""
        self._playing = game.turn > 0
        self._reader.expect(game, locked=locked, undoable=undoable)


def main() -> int:
    """Serve until SIGTERM, and print the address."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--data", type=Path, required=True)
    given = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    with ExitStack() as stack:
        listener = stack.enter_context(listen("127.0.0.1", 0)[0])
        opened = open_board(VIRTUAL, None, seed=7, data=None, stack=stack)
        journal = stack.enter_context(Journal(given.data))
        reader = BusyReader(make_reader(opened.described), given.rate, given.seconds)
        table = TableActor(
            opened.board,
            reader,
            lights_of,
            journal,
            resume(journal),
            TableFittings(touches=make_touch_detector(opened.described)),
        )
        app = create_app(table, opened.hands, link=opened.link)
        ending = stack.enter_context(StopSignal())
        gc.collect()
        gc.freeze()
        table.start()
        serve(app, listener)
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        ending.wait()
        table.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
