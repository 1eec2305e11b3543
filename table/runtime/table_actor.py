"""The running table: one thread owns the game, and every other thread reaches it through `TableActor`.

Phones and the board put messages in its mailbox. It handles them in order, whenever its driver gives it a turn.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from common.message import Message
from common.threads import LossyQueue
from engine.seats import Seat
from engine.state import State
from hardware.board import (
    ALL_DARK,
    Board,
    BoardEvent,
    ButtonPressed,
    Frame,
    LinkChanged,
    LinkState,
    ScaleInUse,
    Weighed,
)
from perception.calibration.open_procedure import ProcedureReport
from perception.calibration.procedure import LiveReadings
from table.runtime.board_pair import BoardInUse, RealBoardSeen
from table.runtime.publisher import marks_of
from table.runtime.session_runner import SessionRunner, TableFittings
from table.runtime.table_driver import TableDriver, TableTurns, ThreadDriver
from table.runtime.trace_events import FieldsMeasured, TraceEvent, replay_item
from table.session.answers import UNKNOWN_CALLER, Answer, Caller, Refusal, Refused, refuse
from table.session.command import Command
from table.session.interfaces import BoardReader, EntryStore, LightChooser, Tokens, WorkerSurvey
from table.session.journal_entries import Entry
from table.session.saved_state import SavedState
from table.session.session_events import HintGiven
from table.session.snapshot import Phase, Snapshot
from table.session.table_state import ActionSequence
from table.storage.journal import JournalError

FRAMES_WAITING = 32
"""The most frames that wait for the table's thread. A card that takes a second to write a step must not cost a touch,
which lasts a third of a second. When more wait, every second one is dropped."""


FREEING_SECONDS = 30.0
"""The seconds in which the table's thread has to free seats; a slow card takes one."""
_READ_BY = (LinkState.READY.value, LinkState.DEGRADED.value)


@dataclass(frozen=True, slots=True)
class Request:
    """A caller in another thread waits for the ``answer`` that ``ask`` gives."""

    ask: Callable[[], Answer]
    answer: Future[Answer]

    def refuse(self) -> None:
        """Answer that the table is closing."""
        self.answer.set_result(Refused(Message(Refusal.CLOSING.value)))


@dataclass(frozen=True, slots=True)
class CallSoon:
    """A call for the table's thread."""

    callback: Callable[[], None]


class BoardEnded:
    """No more events will come from the board."""


class StopTable:
    """A request to stop the table."""


TableMessage = (
    Request
    | CallSoon
    | Frame
    | Weighed
    | ScaleInUse
    | ButtonPressed
    | LinkChanged
    | BoardInUse
    | RealBoardSeen
    | BoardEnded
    | StopTable
)


class Mailbox(LossyQueue[TableMessage]):
    """The messages of all threads for the table's thread. Only a few frames and weights wait, always including the
    newest."""

    def __init__(self) -> None:
        super().__init__((Frame, Weighed), FRAMES_WAITING)

    def call_soon(self, callback: Callable[[], None]) -> None:
        """Make the table's thread call this when its turn comes. Returns at once."""
        self.put(CallSoon(callback))

    def wake(self) -> None:
        """Make the table's thread look at what is due."""
        self.call_soon(lambda: None)


class BoardFeed:
    """Forwards the events of a board to the mailbox, and at the end the message that the board has ended."""

    def __init__(self, board: Board, mailbox: Mailbox) -> None:
        self._board = board
        self._mailbox = mailbox
        self.frames = 0
        """The number of frames so far."""

    def start(self) -> None:
        """Begin to forward."""
        self._board.forward(self._receive, lambda: self._mailbox.put(BoardEnded()))

    def _receive(self, event: BoardEvent) -> None:
        self.frames += isinstance(event, Frame)
        self._mailbox.put(event)


class TableActor:
    """One table in play, and its `table.session.interfaces.TableApi`; start it once, close it once. All methods are
    safe from any thread."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a table
        self,
        board: Board,
        reader: BoardReader,
        lights: LightChooser,
        journal: EntryStore,
        saved: SavedState,
        fittings: TableFittings | None = None,
        *,
        driver: TableDriver[TableMessage] | None = None,
        mailbox: Mailbox | None = None,
    ) -> None:
        """As `SessionRunner`, over an open board and an open journal, which it closes. ``driver`` gives it its turns;
        by default it is a new thread. ``mailbox`` takes its messages; by default it is a new one."""
        self._mailbox = Mailbox() if mailbox is None else mailbox
        self.runner = SessionRunner(board, reader, lights, journal, saved, fittings, self._post)
        """The work of the table's thread. No other thread calls it while the table runs."""
        self._pair = None if fittings is None or fittings.two_boards is None else fittings.two_boards.pair
        self._board = board
        self._journal = journal
        self._stopped = threading.Event()
        self._driver = ThreadDriver[TableMessage]() if driver is None else driver
        self._counting = threading.Lock()
        self.board_feed = BoardFeed(board, self._mailbox)
        """Forwards the board's events to the mailbox."""
        self.pages = 0
        """The number of pages that listen now."""
        self.failure: str | None = None
        """Why the table stopped by itself, in one line, or None if it did not."""

    def start(self, ended: Callable[[], None] = lambda: None) -> None:
        """Begin to read the board and to answer. ``ended`` is called in the table's thread when the table has
        stopped."""
        if self._pair is not None:
            self._pair.report_to(self._mailbox.put)
        self._driver.start(self._run(ended), self._mailbox)
        self.board_feed.start()

    def _post(self, report: ProcedureReport) -> None:
        self.call_soon(lambda: self.runner.procedure_finished(report))

    def ask_to_stop(self) -> None:
        """Request the stop: lights off, journal closed, all waits ended."""
        self._mailbox.put(StopTable())

    def close(self) -> None:
        """Stop, and wait for it. Safe to call again."""
        self.ask_to_stop()
        self._driver.join()

    def wait_closed(self, timeout: float | None = None) -> bool:
        """Wait until the table has stopped. Return whether it has."""
        return self._stopped.wait(timeout)

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""
        return self.runner.publisher.closed

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """Return the table as the phone with these seat tokens may see it."""
        return self.runner.publisher.snapshot(marks_of(tokens))

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """Wait for the first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the
        end."""
        return self.runner.publisher.wait(marks_of(tokens), version, timeout)

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """Call ``wake`` whenever there may be a new snapshot or new readings, and when the table closes, until the
        context closes. It is called in the table's thread and must not block."""
        return self.runner.publisher.telling(wake)

    @property
    def readings(self) -> LiveReadings:
        """Return the board's present readings, if a phone shows them in the workshop."""
        return self.runner.publisher.readings

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """Wait for the first readings with a version other than ``version``; None after ``timeout`` seconds or at the
        end."""
        return self.runner.publisher.wait_readings(version, timeout)

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Ask the table to carry out a command; returns when it is durable or refused."""
        command.prepare(self.runner.games, lambda: bool(self.snapshot(tokens).seats_held))
        return self._driver.wait_for(self._asked(lambda: self.runner.answer(tokens, version, command, caller)))

    def _asked(self, ask: Callable[[], Answer]) -> Future[Answer]:
        """Put the request in the mailbox, and return its future answer."""
        answer: Future[Answer] = Future()
        self._mailbox.put(Request(ask, answer))
        if self.closed:  # then nobody may read the mailbox any more
            self._refuse_waiting()
        return answer

    def free_seats(self, seats: frozenset[Seat]) -> Answer:
        """Free these seats for other phones, or all seats of people at this table if none are named. It is for the
        owner of this computer, and returns when it is durable or refused."""
        return self._asked(lambda: self.runner.free(seats)).result(FREEING_SECONDS)

    def survey(self) -> WorkerSurvey:
        """Read the workers on the board now, while no game is played. It is computed in the calling thread, so that the
        table does not wait.

        :raises CommandRefused: while a game is played, since only the game knows its position; while the board is in
        the workshop; or if there is no board.
        """
        seen = self.snapshot(frozenset())
        if seen.phase in (Phase.PLACING, Phase.PLAYING):
            raise refuse(Refusal.NOT_NOW)
        if seen.workshop is not None:
            raise refuse(Refusal.IN_WORKSHOP)
        surveyor = self.runner.surveyor
        if surveyor is None or seen.board.link not in _READ_BY:
            raise refuse(Refusal.BOARD_AWAY)
        return surveyor.survey()

    def light_hint(self, known: State, turns: tuple[ActionSequence, ...]) -> None:
        """Show these turns of a hint for the state ``known`` on the lights soon, unless the game has gone on or has
        secrets."""

        def light() -> None:
            self.runner.feed(HintGiven(known, turns))

        self.call_soon(light)

    @contextmanager
    def listening(self, tokens: Tokens) -> Iterator[None]:
        """Mark the phone's seats as connected until the context closes."""
        self._count_pages(1)
        self.call_soon(lambda: self.runner.phone_listens(tokens, joined=True))
        try:
            yield
        finally:
            self.call_soon(lambda: self.runner.phone_listens(tokens, joined=False))
            self._count_pages(-1)

    def call_soon(self, callback: Callable[[], None]) -> None:
        """Make the table's thread call this when its turn comes. So the watchdog sees that this thread runs. Returns at
        once."""
        self._mailbox.call_soon(callback)

    def replay(self, item: Entry | TraceEvent | FieldsMeasured) -> None:
        """Repeat what a phone or the workshop did in the recorded game that is replayed as the table's board. Returns
        at once."""
        self.call_soon(lambda: replay_item(self.runner, item))

    def _count_pages(self, change: int) -> None:
        with self._counting:
            self.pages += change

    # The table's thread.

    def _run(self, ended: Callable[[], None]) -> TableTurns[TableMessage]:
        clean = False
        try:
            self.runner.begin()
            clean = yield from self._serve()
        except JournalError as error:
            self.failure = str(error)
            clean = True
        finally:
            if not clean:
                self.failure = "the table stopped because of a fault of its own; the trace says where"
            try:
                self._shut()
            finally:
                self._stopped.set()
                ended()

    def _serve(self) -> Generator[float | None, TableMessage | None, bool]:
        while True:
            self.runner.check_timers()
            self.runner.show_lights()
            item = yield self.runner.seconds_until_due
            match item:
                case StopTable():
                    return True
                case BoardEnded():
                    self.failure = "the link to the board ended by itself"
                    return True
                case Frame() | Weighed() | ScaleInUse() | ButtonPressed() | LinkChanged():
                    self.runner.handle_event(item)
                case BoardInUse() | RealBoardSeen():
                    self.runner.boards_told(item)
                case Request():
                    self._answer(item)
                case CallSoon(callback):
                    callback()
                case None:
                    pass

    def _answer(self, request: Request) -> None:
        try:
            request.answer.set_result(request.ask())
        except BaseException:
            request.refuse()
            raise

    def _shut(self) -> None:
        self.runner.close()
        self._refuse_waiting()
        self._board.show(ALL_DARK)
        self._board.close()
        self._journal.close()

    def _refuse_waiting(self) -> None:
        """Answer all waiting phones that the table is closing, once no thread empties the mailbox any more."""
        for item in self._mailbox.drain():
            if isinstance(item, Request):
                item.refuse()
