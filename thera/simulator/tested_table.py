"""A table under test on a simulated board: its phones, its clock, and an observer of what it believes, when it
decided that and how long it took.
"""

from __future__ import annotations

import math
import threading
import time
import traceback
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol

from common.numbers import seeded
from engine import Game
from engine.seats import Seat
from hardware.board import Board, BoardEvent, Frame, Identity, Lights, LinkState, Weighed
from hardware.field_model import Measured
from hardware.scale import Scale
from table.runtime.seat_thinker import SeatThinker
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted, Answer, Caller, Refused, Stale
from table.session.at_board import BoardReport
from table.session.board_reports import BoardStatus
from table.session.command import Command
from table.session.interfaces import AnyLightPlan, BoardReader, EntryStore, LightChooser, Tokens
from table.session.journal_entries import Opened, evolve
from table.session.saved_state import SavedState
from table.session.snapshot import BoardMode
from table.session.table_state import TableState
from table.session.turns import ConfirmTurn
from table.storage.journal import Journal, resume
from thera.simulator.hardware_faults import HardwareFaults
from thera.simulator.simulated_board import Scans, SimulatedBoard

# ---- Histograms
#
# Classes are logarithmic, for medians and percentiles of many values in little memory.


FINENESS = 50
"""The number of classes for each factor of e: values are known to about two percent."""
SMALLEST = 1e-4


@dataclass(slots=True)
class Histogram:
    """Values from 0 up, in any unit, with their number, sum and greatest value."""

    counts: Counter[int] = field(default_factory=Counter)
    number: int = 0
    total: float = 0.0
    worst: float = 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Histogram:
        """The histogram of these values."""
        made = cls()
        for value in values:
            made.add(value)
        return made

    def add(self, value: float) -> None:
        """Take in a value."""
        self.counts[math.floor(FINENESS * math.log(max(value, SMALLEST)))] += 1
        self.number += 1
        self.total += value
        self.worst = max(self.worst, value)

    def join(self, other: Histogram) -> None:
        """Add all values of another histogram."""
        self.counts.update(other.counts)
        self.number += other.number
        self.total += other.total
        self.worst = max(self.worst, other.worst)

    def at(self, share: float) -> float | None:
        """Return the value below which this share of all lies (0.5: the median); None without values."""
        if not self.number:
            return None
        wanted, seen = share * self.number, 0
        for step in sorted(self.counts):
            seen += self.counts[step]
            if seen >= wanted:
                return min(self.worst, math.exp((step + 0.5) / FINENESS))
        return self.worst

    @property
    def mean(self) -> float | None:
        """The mean; None without values."""
        return self.total / self.number if self.number else None


# ---- The observer


@dataclass(frozen=True, slots=True)
class LitSince:
    """The plan of the lights changed at ``at`` on the board's clock (ms). ``lifted`` if a worker was in a hand at that
    time, ``played`` if the game had changed."""

    at: int
    lifted: bool
    played: bool


@dataclass(frozen=True, slots=True)
class WarnedSince:
    """The table's warnings changed at ``at`` on the board's clock (ms), to those with these keys."""

    at: int
    keys: frozenset[str]


ANSWERED = 3000.0
"""The most ms in which a change of the lights counts as the answer to a hand."""


def answers(times: Sequence[float], lit: Sequence[LitSince], others: Sequence[float] = ()) -> Histogram:
    """Return the ms after each of these times until the lights changed. Only changes count that come soon enough, and
    before the next act of the hands, at the next of these times or of the ``others``."""
    found = Histogram()
    changes = sorted(each.at for each in lit)
    ends = sorted([*times, *others])
    for at in times:
        following = bisect_right(ends, at)
        latest = at + ANSWERED if following == len(ends) else min(ends[following], at + ANSWERED)
        place = bisect_right(changes, at)
        if place < len(changes) and changes[place] <= latest:
            found.add(changes[place] - at)
    return found


class ObservedTable(Protocol):
    """Takes in the frames of a game."""

    def feed(self, frame: Frame, levels: Sequence[int]) -> None:
        """Take in a frame, and the blocks on each square."""


class Observer:
    """Observations of the wrappers below.

    ``state`` is the newest state of the table, ``plan`` are its lights, and ``game_at`` is the board's clock in ms when
    its game last changed. ``waits`` are the ms of real time from the arrival of a frame that changed the lights to that
    change, ``work`` the ms of processor time for each frame (``work_near`` those during which ``magnet_near``), ``lit``
    the changes of the lights' plan, ``warned`` those of the warnings.
    """

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._arrived: dict[int, float] = {}
        self._deciding: float | None = None
        self.plan: AnyLightPlan | None = None
        self.frames = 0
        self.at = 0
        self.game_at = 0
        self.waits: list[float] = []
        self.work = Histogram()
        self.work_near = Histogram()
        self.magnet_near: Callable[[], bool] = lambda: False
        self.lit: list[LitSince] = []
        self.warned: list[WarnedSince] = []
        self.state: TableState | None = None
        self._also: ObservedTable | None = None

    def watch_with(self, also: ObservedTable) -> None:
        """Give the same frames to another reader, with the heights that the game has."""
        self._also = also

    def frame_came(self, frame: Frame) -> None:
        """Note that a frame has come from the board."""
        self._arrived[frame.number] = time.perf_counter()

    def frame_handed_on(self) -> None:
        """Note that the frame is in the table's inbox, or has been handled."""
        with self._change:
            self.frames += 1
            self._change.notify_all()

    def frame_begun(self, frame: Frame) -> None:
        """Note that a frame is about to be read."""
        self.at = frame.at
        game = None if self.state is None else self.state.saved.game
        if self._also is not None and game is not None:
            self._also.feed(frame, game.state.levels)

    def frame_read(self, frame: Frame, *, meant: bool, work: float) -> None:
        """Note that a frame has been read, which took ``work`` ms."""
        arrived = self._arrived.pop(frame.number)
        self._deciding = arrived if meant else None
        self.work.add(work)
        if self.magnet_near():
            self.work_near.add(work)

    def lights_shown(self) -> None:
        """Note that other lights went out to the board."""
        if self._deciding is not None:
            self.waits.append(1000 * (time.perf_counter() - self._deciding))
            self._deciding = None

    def state_taken(self, state: TableState, plan: AnyLightPlan) -> None:
        """Note the table's new state, which this plan shows."""
        before, self.state = self.state, state
        played = before is None or before.saved.game is not state.saved.game
        if played:
            self.game_at = self.at
        keys = frozenset(warning.key for warning in state.board.warnings)
        if keys != (self.warned[-1].keys if self.warned else frozenset()):
            self.warned.append(WarnedSince(self.at, keys))
        if plan != self.plan:
            self.plan = plan
            self.lit.append(LitSince(self.at, state.board.mode is BoardMode.IN_HAND, played))

    def wait_frames(self, count: int, timeout: float) -> bool:
        """Wait until ``count`` frames have been passed on. Return whether they were within ``timeout`` seconds."""
        with self._change:
            return self._change.wait_for(lambda: self.frames >= count, timeout)


class ObservedBoard(Board):
    """An observed board. ``spoil`` turns each of its events into those that reach the table, possibly none."""

    def __init__(self, board: Board, observer: Observer, spoil: Callable[[BoardEvent], tuple[BoardEvent, ...]]) -> None:
        self._board = board
        self._observer = observer
        self._spoil = spoil

    def events(self) -> Iterator[BoardEvent]:
        """Yield the events of the board."""
        for event in self._board.events():
            for each in self._spoil(event):
                if isinstance(each, Frame):
                    self._observer.frame_came(each)
                yield each
            if isinstance(event, Frame):
                self._observer.frame_handed_on()

    def show(self, lights: Lights) -> None:
        """Show them on the board."""
        self._board.show(lights)
        self._observer.lights_shown()

    @property
    def identity(self) -> Identity | None:
        """The board's identity."""
        return self._board.identity

    def close(self) -> None:
        """Close the board."""
        self._board.close()


class PassingReader:
    """A reader (`table.session.interfaces.BoardReader`) that passes everything on to another one."""

    def __init__(self, reader: BoardReader) -> None:
        self._reader = reader

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        """Passed on."""
        self._reader.expect(game, locked=locked, undoable=undoable)

    def trust(self) -> None:
        """Passed on."""
        self._reader.trust()

    def restart(self) -> None:
        """Passed on."""
        self._reader.restart()

    def reconnect(self) -> None:
        """Passed on."""
        self._reader.reconnect()

    def renew(self) -> None:
        """Passed on."""
        self._reader.renew()

    def turn(self, quarters: int) -> None:
        """Passed on."""
        self._reader.turn(quarters)

    def read_by(self, fields: Measured) -> None:
        """Passed on."""
        self._reader.read_by(fields)

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        """Passed on."""
        return self._reader.feed(frame)

    def weigh(self, weighed: Weighed) -> None:
        """Passed on."""
        self._reader.weigh(weighed)

    def weigh_by(self, scale: Scale) -> None:
        """Passed on."""
        self._reader.weigh_by(scale)

    @property
    def status(self) -> BoardStatus:
        """The status of the reader."""
        return self._reader.status


class ObservedReader(PassingReader):
    """An observed reader of frames."""

    def __init__(self, reader: BoardReader, observer: Observer) -> None:
        super().__init__(reader)
        self._observer = observer

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        """Return the reader's reports on a frame, and measure the time."""
        self._observer.frame_begun(frame)
        began = time.thread_time()
        intents = self._reader.feed(frame)
        self._observer.frame_read(frame, meant=bool(intents), work=1000 * (time.thread_time() - began))
        return intents


class ObservedLights:
    """The lights for a table's states, observed."""

    def __init__(self, choose_lights: LightChooser, observer: Observer) -> None:
        self._choose_lights = choose_lights
        self._observer = observer

    def __call__(self, state: TableState) -> AnyLightPlan:
        """The lights for a state."""
        plan = self._choose_lights(state)
        self._observer.state_taken(state, plan)
        return plan


# ---- The table


BATCH = 4
"""The scans requested at a time from a board behind a wire: not more than the table's inbox holds, so that none is
skipped, nor any of the eight weights that may come with a scan."""
PATIENCE = 60.0
"""The seconds of real time after which a wait of milliseconds means that the program hangs."""

NOBODY: Tokens = frozenset()
AT_THE_BOARD = Caller(hands=True)
"""The caller whose hands play; it is at the table, and need not prove it."""


class TableStopped(Exception):
    """The table ended by itself, or does not answer; the message says why."""


class HandsFailed(Exception):
    """Hands could not do what they were asked; the message says what."""


class TableUnderTest(ABC):
    """A table over a bench, as a context manager. Time passes for the board only in ``pass_on``, and chance comes from
    the seed, so that a game is repeatable."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a table
        self,
        bench: SimulatedBoard,
        journal: EntryStore,
        saved: SavedState,
        troubles: HardwareFaults,
        thinker: SeatThinker,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.bench = bench
        self.troubles = troubles
        self.observer = Observer()
        reader = ObservedReader(bench.reader, self.observer)
        choose_lights = ObservedLights(bench.choose_lights, self.observer)
        board = ObservedBoard(bench.board, self.observer, troubles.spoil)
        self._events = board.events()
        chance = seeded("table", bench.seed)
        fittings = TableFittings(
            size=bench.model.geometry.size,
            thinker=thinker,
            recorder=bench.recorder,
            clock=clock,
            tokens=lambda: f"{chance.getrandbits(128):032x}",
        )
        self.table = TableActor(board, reader, choose_lights, journal, saved, fittings)
        self.tokens: dict[Seat, str] = {}

    def __enter__(self) -> TableUnderTest:
        self._open()
        if self.state.board.link != LinkState.READY.value:
            raise TableStopped(f"the board is {self.state.board.link}")
        return self

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the table."""

    @abstractmethod
    def _open(self) -> None:
        """Start the table, and let it see the board."""

    @abstractmethod
    def pass_on(self) -> None:
        """Let the board scan once or a few times and the table handle the frames.

        :raises TableStopped: if it does not.
        """

    @abstractmethod
    def _submit(self, tokens: Tokens, version: int, command: Command) -> Answer:
        """Give the table a command."""

    @property
    def state(self) -> TableState:
        """The table's state. Nothing happens between calls."""
        if self.observer.state is None:
            raise TableStopped("the table has not begun")
        return self.observer.state

    def rest(self) -> None:
        """Let the hands finish.

        :raises HandsFailed: if they could not do what they were asked to.
        """
        while not self.bench.hands.idle:
            self.pass_on()
        try:
            self.bench.hands.check()
        except ValueError as error:
            raise HandsFailed(str(error)) from error

    def pause(self, ms: float) -> None:
        """Let time pass on the board's clock."""
        until = self.bench.hands.now + ms
        while self.bench.hands.now < until:
            self.pass_on()

    def give(self, seat: Seat, command: Command) -> Refused | None:
        """Give a command on a seat's phone. Return the refusal if it is not carried out."""
        tokens = frozenset({self.tokens[seat]}) if seat in self.tokens else NOBODY
        version = self.state.version
        while True:
            answer = self._submit(tokens, version, command)
            match answer:
                case Accepted(token=token):
                    if token is not None:
                        self.tokens[seat] = token
                    return None
                case Refused():
                    return answer
                case Stale(version=newer):
                    if newer == version:
                        raise TableStopped(f"{command} is stale at the table's own version {version}")
                    version = newer


class WireTableUnderTest(TableUnderTest):
    """A table as in play: the board at the end of a wire, the table in its own threads, a journal on the disk."""

    def __init__(
        self, bench: SimulatedBoard, scans: Scans, journal: Journal, troubles: HardwareFaults, thinker: SeatThinker
    ) -> None:
        super().__init__(bench, journal, resume(journal), troubles, thinker)
        self._scans = scans
        self._asked_for = 0

    def _open(self) -> None:
        self.table.start()
        self.pass_on()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.table.close()

    def pass_on(self) -> None:
        """As in `TableUnderTest`; a few scans."""
        self._asked_for += BATCH
        self._scans(BATCH)
        if not self.observer.wait_frames(self._asked_for, PATIENCE):
            raise TableStopped(self.table.failure or f"frames were lost: {self.observer.frames} of {self._asked_for}")
        self._settle()

    def _submit(self, tokens: Tokens, version: int, command: Command) -> Answer:
        return self.table.submit(tokens, version, command, AT_THE_BOARD)

    def _settle(self) -> None:
        """Wait until the table has handled all earlier messages: it answers in order, even a stale phone."""
        answer = self.table.submit(NOBODY, -1, ConfirmTurn())
        if not isinstance(answer, Stale):
            raise TableStopped(self.table.failure or f"the table answers {answer}")


class DirectTableUnderTest(TableUnderTest):
    """All in this thread and without a wire or a disk: much quicker, and the reading is the same."""

    def __init__(
        self, bench: SimulatedBoard, journal: EntryStore, troubles: HardwareFaults, thinker: SeatThinker
    ) -> None:
        at_table = evolve(SavedState(), Opened())
        super().__init__(bench, journal, at_table, troubles, thinker, lambda: bench.hands.now / 1000)
        self._coming: Iterator[BoardEvent] = self._events

    def _open(self) -> None:
        self.table.runner.begin()
        self.pass_on()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bench.board.close()

    def pass_on(self) -> None:
        """As in `TableUnderTest`; a single scan."""
        before = self.bench.hands.now
        while self.bench.hands.now == before:
            self._deal_with_next()

    def _deal_with_next(self) -> None:
        event = next(self._coming)
        try:
            self.table.runner.handle_event(event)
            self.table.runner.check_timers()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            raise TableStopped(f"{type(error).__name__} at {where.filename}:{where.lineno}: {error}") from error
        self.table.runner.show_lights()

    def _submit(self, tokens: Tokens, version: int, command: Command) -> Answer:
        answer = self.table.runner.answer(tokens, version, command, AT_THE_BOARD)
        self.table.runner.show_lights()
        return answer
