"""A table under test on a simulated board: its phones, its clock, and what it believes."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterator
from types import TracebackType

from common.numbers import seeded
from engine.seats import Seat
from hardware.board import BoardEvent, LinkState
from simulator.hardware_faults import HardwareFaults
from simulator.observer import ObservedBoard, ObservedLights, ObservedReader, Observer
from simulator.simulated_board import Scans, SimulatedBoard
from table.runtime.seat_thinker import SeatThinker
from table.runtime.table_actor import TableActor
from table.session.commands import Command, ConfirmTurn
from table.session.evolve import evolve
from table.session.interfaces import EntryStore
from table.session.journal_entries import Opened
from table.session.saved_state import SavedState
from table.session.table_api import Accepted, Answer, Caller, Refused, Stale, Tokens
from table.session.table_state import TableState
from table.storage.journal import Journal
from table.storage.startup import resume

BATCH = 8
"""Scans asked of a board behind a wire at a time: not more than the table's inbox holds, so that none is skipped."""
PATIENCE = 60.0
"""Seconds of real time for what takes milliseconds; after that the program hangs."""

NOBODY: Tokens = frozenset()
AT_THE_BOARD = Caller(hands=True)
"""Whose hands play is at the table, and need not prove it."""


class TableStopped(Exception):
    """The table ended by itself, or does not answer; the message says why."""


class HandsFailed(Exception):
    """Hands were asked to do what cannot be done; the message says what."""


class TableUnderTest(ABC):
    """A table over a bench, as a context manager. Time passes for the board only in ``pass_on``, and chance comes from
    the seed, so that a game is the same each time it is played."""

    def __init__(
        self,
        bench: SimulatedBoard,
        journal: EntryStore,
        saved: SavedState,
        troubles: HardwareFaults,
        thinker: SeatThinker,
    ) -> None:
        self.bench = bench
        self.troubles = troubles
        self.observer = Observer()
        reader = ObservedReader(bench.reader, self.observer)
        choose_lights = ObservedLights(bench.choose_lights, self.observer)
        board = ObservedBoard(bench.board, self.observer, troubles.spoil)
        self._events = board.events()
        self.table = TableActor(board, reader, choose_lights, journal, saved, size=bench.model.geometry.size)
        self.table.recorder = bench.recorder
        self.table.seat_thinker = thinker
        chance = seeded("table", bench.seed)
        self.table.tokens = lambda: f"{chance.getrandbits(128):032x}"
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
        """Let the board scan once or a few times and the table deal with what it sees.

        :raises TableStopped: if it does not.
        """

    @abstractmethod
    def _submit(self, tokens: Tokens, version: int, command: Command) -> Answer:
        """Give the table a command."""

    @property
    def state(self) -> TableState:
        """What the table believes. Nothing is under way while nobody calls."""
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
        """Let so much time pass on the board's clock."""
        until = self.bench.hands.now + ms
        while self.bench.hands.now < until:
            self.pass_on()

    def give(self, seat: Seat, command: Command) -> Refused | None:
        """Give a command on a seat's phone; the refusal if it is not carried out."""
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
    """As in play: the board at the end of a wire, the table in threads of its own, a journal on the disk."""

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
        """Wait until the table has dealt with all that came before: it answers in order, be it to a stale phone."""
        answer = self.table.submit(NOBODY, -1, ConfirmTurn())
        if not isinstance(answer, Stale):
            raise TableStopped(self.table.failure or f"the table answers {answer}")


class DirectTableUnderTest(TableUnderTest):
    """All in this thread and without a wire or a disk: much quicker, and the reading is the same."""

    def __init__(
        self, bench: SimulatedBoard, journal: EntryStore, troubles: HardwareFaults, thinker: SeatThinker
    ) -> None:
        super().__init__(bench, journal, evolve(SavedState(), Opened()), troubles, thinker)
        self.table.clock = lambda: bench.hands.now / 1000
        self._coming: Iterator[BoardEvent] = self._events

    def _open(self) -> None:
        self.table.begin()
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
            self.table.handle_event(event)
            self.table.check_timers()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            raise TableStopped(f"{type(error).__name__} at {where.filename}:{where.lineno}: {error}") from error
        self.table.show_lights()

    def _submit(self, tokens: Tokens, version: int, command: Command) -> Answer:
        answer = self.table.answer(tokens, version, command, AT_THE_BOARD)
        self.table.show_lights()
        return answer
