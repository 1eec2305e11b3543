"""Looks over the shoulder of a running table: what it believes, and how long its lights take."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from engine import Game
from hardware.board import Board, BoardEvent, Frame, Identity, Lights
from table.follow.status import BoardStatus, Intent
from table.runtime import Plan, Reads, Shines
from table.session import TableState


class Witness:
    """What the wrappers below see. ``state`` is the table's newest; ``waits`` are the ms from the arrival of each
    frame that meant something to the lights that it changed."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._arrived: dict[int, float] = {}
        self._deciding: float | None = None
        self.frames = 0
        self.waits: list[float] = []
        self.state: TableState | None = None

    def frame_came(self, frame: Frame) -> None:
        """A frame has come from the board."""
        self._arrived[frame.number] = time.perf_counter()

    def frame_handed_on(self) -> None:
        """The frame lies in the table's inbox."""
        with self._change:
            self.frames += 1
            self._change.notify_all()

    def frame_read(self, frame: Frame, *, meant: bool) -> None:
        """A frame has been read."""
        arrived = self._arrived.pop(frame.number)
        self._deciding = arrived if meant else None

    def lights_shown(self) -> None:
        """Other lights went out to the board."""
        if self._deciding is not None:
            self.waits.append(1000 * (time.perf_counter() - self._deciding))
            self._deciding = None

    def wait_frames(self, count: int, timeout: float) -> bool:
        """Wait until so many frames have been handed on; whether they were within ``timeout`` seconds."""
        with self._change:
            return self._change.wait_for(lambda: self.frames >= count, timeout)


class WatchedBoard(Board):
    """A board, watched."""

    def __init__(self, board: Board, witness: Witness) -> None:
        self._board = board
        self._witness = witness

    def events(self) -> Iterator[BoardEvent]:
        """Those of the board."""
        for event in self._board.events():
            if isinstance(event, Frame):
                self._witness.frame_came(event)
                yield event
                self._witness.frame_handed_on()
            else:
                yield event

    def show(self, lights: Lights) -> None:
        """Show them on the board."""
        self._board.show(lights)
        self._witness.lights_shown()

    @property
    def identity(self) -> Identity | None:
        """The board's."""
        return self._board.identity

    def close(self) -> None:
        """Close the board."""
        self._board.close()


class WatchedReader:
    """A reader of frames, watched."""

    def __init__(self, reader: Reads, witness: Witness) -> None:
        self._reader = reader
        self._witness = witness

    def expect(self, game: Game, *, locked: bool) -> None:
        """Passed on."""
        self._reader.expect(game, locked=locked)

    def restart(self) -> None:
        """Passed on."""
        self._reader.restart()

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """Passed on."""
        intents = self._reader.feed(frame)
        self._witness.frame_read(frame, meant=bool(intents))
        return intents

    @property
    def status(self) -> BoardStatus:
        """That of the reader."""
        return self._reader.status


class WatchedLights:
    """The lights for a table's states, which shows each state to the witness."""

    def __init__(self, shines: Shines, witness: Witness) -> None:
        self._shines = shines
        self._witness = witness

    def __call__(self, state: TableState) -> Plan:
        """The lights for a state."""
        self._witness.state = state
        return self._shines(state)
