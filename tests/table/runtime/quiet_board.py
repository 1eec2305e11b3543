"""A board without magnets, and a reader that sees what a test tells it: for tests of what lies behind them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from engine import Game
from hardware.board import ALL_DARK, Board, BoardEvent, Colour, Frame, Identity, Lights, Weighed
from hardware.field_model import Measured
from hardware.scale import Scale
from table.runtime.trace_events import TraceSource
from table.session.at_board import BoardReport
from table.session.board_reports import FOLLOWING
from table.session.journal_entries import Entry
from table.session.table_state import TableState


class QuietBoard(Board):
    """Gives the events that are put in, and notes the lights that it is shown."""

    def __init__(self) -> None:
        self.coming: queue.SimpleQueue[BoardEvent | None] = queue.SimpleQueue()
        self.shown: list[Lights] = []
        self.closed = False

    def events(self) -> Iterator[BoardEvent]:
        while (event := self.coming.get()) is not None:
            yield event

    def show(self, lights: Lights) -> None:
        self.shown.append(lights)

    @property
    def identity(self) -> Identity | None:
        return None

    def close(self) -> None:
        self.shown.append(ALL_DARK)
        self.closed = True
        self.coming.put(None)


class ScriptedReader:
    """Reads from a frame what was told for its number; remembers what it was to expect."""

    def __init__(self) -> None:
        self.told: dict[int, tuple[BoardReport, ...]] = {}
        self.expected: list[tuple[Game, bool]] = []
        self.undoable = 0
        self.restarts = 0
        self.reconnects = 0
        self.renewals = 0
        self.trusts = 0
        self.measured: Measured = ()
        self.status = FOLLOWING
        self.fed: list[Frame] = []
        self.weighed: list[Weighed] = []
        self.scale: Scale | None = None
        self.came = threading.Event()
        """That a frame was fed."""

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        self.expected.append((game, locked))
        self.undoable = undoable

    def restart(self) -> None:
        self.restarts += 1

    def reconnect(self) -> None:
        self.reconnects += 1

    def renew(self) -> None:
        self.renewals += 1

    def turn(self, quarters: int) -> None:
        self.turned = quarters
        self.renew()

    def read_by(self, fields: Measured) -> None:
        self.measured = fields
        self.renew()

    def trust(self) -> None:
        self.trusts += 1

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        self.fed.append(frame)
        self.came.set()
        return self.told.get(frame.number, ())

    def weigh(self, weighed: Weighed) -> None:
        self.weighed.append(weighed)

    def weigh_by(self, scale: Scale) -> None:
        self.scale = scale


class PlyCountLights:
    """One picture: as many lit squares as the game has plies, so that a test sees when a step is lit."""

    animated = False

    def __init__(self, state: TableState) -> None:
        game = state.saved.game
        count = 0 if game is None else min(len(game.plies), 25)
        self._lights = Lights((Colour(9, 9, 9),) * count + (Colour(0, 0, 0),) * (25 - count))

    def at(self, _ms: int) -> Lights:
        return self._lights


def blank_frame(number: int) -> Frame:
    """A frame in which nothing is felt."""
    return Frame(20 * number, number, (0.0,) * 25)


class QuietRecorder:
    """Records nothing (`table.runtime.trace_events.Recorder`)."""

    def event_received(self, event: BoardEvent) -> None: ...

    def entry_written(self, entry: Entry, source: TraceSource) -> None: ...

    def trusted(self) -> None: ...

    def renewed(self) -> None: ...

    def measured(self, fields: Measured) -> None: ...
