"""The running table: one thread owns the game, and every other thread reaches it through `TableActor`.

Phones and the board leave messages in its mailbox; it handles them in order, whenever its driver gives it a turn.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf

from calibration.procedure_view import LiveReadings
from common.message import Message
from common.threads import LossyQueue
from engine.state import State
from hardware.board import ALL_DARK, Board, BoardEvent, ButtonPressed, Frame, LinkChanged, LinkState
from opponent.puzzles import stored_puzzles
from table.runtime.board_pair import BoardInUse, RealBoardSeen
from table.runtime.publisher import marks_of
from table.runtime.session_runner import SessionRunner
from table.runtime.table_driver import TableDriver, TableTurns, ThreadDriver
from table.runtime.trace_events import FieldsMeasured, TraceEvent, replay_item
from table.session.commands import Command, PutPuzzle, ShowGame
from table.session.interfaces import (
    BoardReader,
    EntryStore,
    LightChooser,
    TableMatches,
    TouchReader,
    WorkerSurveyor,
)
from table.session.journal_entries import Entry
from table.session.saved_state import SavedState
from table.session.session_events import ActionSequence, Effect, GameAgreed, HintGiven, MatchInput
from table.session.snapshot import Phase, Snapshot
from table.session.table_api import (
    UNKNOWN_CALLER,
    Answer,
    Caller,
    Refusal,
    Refused,
    Tokens,
    refusal_message,
    refuse,
)
from table.session.worker_survey import WorkerSurvey
from table.settings.configuration import Configured
from table.storage.journal import JournalError

FRAMES_WAITING = 32
"""How many frames may wait for the table's thread. A card that takes a second to write a step must not cost a touch
meanwhile, which lasts a third of a second; when more wait, every second one is dropped."""


_READ_BY = (LinkState.READY.value, LinkState.DEGRADED.value)


@dataclass(frozen=True, slots=True)
class CommandSubmitted:
    """A phone asks the table to carry out a command; ``caller`` is whoever has the phone."""

    tokens: Tokens
    version: int
    command: Command
    caller: Caller
    answer: Future[Answer]


@dataclass(frozen=True, slots=True)
class CallSoon:
    """The table's thread is to call this."""

    callback: Callable[[], None]


class BoardEnded:
    """No more events will come from the board."""


class StopTable:
    """The table is to stop."""


TableMessage = (
    CommandSubmitted
    | CallSoon
    | Frame
    | ButtonPressed
    | LinkChanged
    | BoardInUse
    | RealBoardSeen
    | BoardEnded
    | StopTable
)


class Mailbox(LossyQueue[TableMessage]):
    """Where all threads leave messages for the table's thread. Of the frames only a few wait, the newest among them."""

    def __init__(self) -> None:
        super().__init__(Frame, FRAMES_WAITING)


class BoardFeed:
    """Forwards the events of a board to the mailbox, and at the end the message that the board has ended."""

    def __init__(self, board: Board, mailbox: Mailbox) -> None:
        self._board = board
        self._mailbox = mailbox
        self.frames = 0
        """How many frames have come."""

    def start(self) -> None:
        """Begin."""
        self._board.forward(self._receive, lambda: self._mailbox.put(BoardEnded()))

    def _receive(self, event: BoardEvent) -> None:
        self.frames += isinstance(event, Frame)
        self._mailbox.put(event)


class TableActor(SessionRunner):
    """One table in play, and its `table.session.table_api.TableApi`; start it once, close it once. The methods of
    `SessionRunner` belong to the table's thread; all that are defined here are safe from any thread."""

    def __init__(  # noqa: PLR0913 - the parts of a table
        self,
        board: Board,
        reader: BoardReader,
        lights: LightChooser,
        journal: EntryStore,
        saved: SavedState,
        *,
        size: int = 5,
        touches: TouchReader | None = None,
        surveyor: WorkerSurveyor | None = None,
        driver: TableDriver[TableMessage] | None = None,
    ) -> None:
        """As `SessionRunner`, over an open board and an open journal, which it closes. Its attributes are set before it
        starts. ``driver`` gives it its turns (None: a thread of its own)."""
        self._mailbox = Mailbox()
        super().__init__(
            board,
            reader,
            lights,
            journal,
            saved,
            size=size,
            touches=touches,
            surveyor=surveyor,
            post=lambda report: self.call_soon(lambda: self.procedure_finished(report)),
        )
        self._board = board
        self._stopped = threading.Event()
        self._driver = ThreadDriver[TableMessage]() if driver is None else driver
        self.table_matches: TableMatches | None = None
        """Plays matches with other tables; None: nothing does."""
        self._counting = threading.Lock()
        self.feed = BoardFeed(board, self._mailbox)
        """Forwards the board's events to the mailbox."""
        self.pages = 0
        """How many pages listen now."""
        self.failure: str | None = None
        """Why the table stopped by itself, in one line; None if it did not."""
        self.ended: Callable[[], None] = lambda: None
        """Called in the table's thread when the table has stopped."""

    def start(self) -> None:
        """Begin to read the board and to answer."""
        self.seat_thinker.wake = lambda: self.call_soon(lambda: None)
        if self.two_boards is not None:
            self.two_boards.pair.tell = self._mailbox.put
        self._driver.start(self._run(), self._mailbox)
        self.feed.start()

    def ask_to_stop(self) -> None:
        """Stop soon: lights off, journal closed, all waits ended."""
        self._mailbox.put(StopTable())

    def close(self) -> None:
        """Stop, and wait for it. Safe to call again."""
        self.ask_to_stop()
        self._driver.join()

    def wait_closed(self, timeout: float | None = None) -> bool:
        """Wait until the table has stopped; whether it has."""
        return self._stopped.wait(timeout)

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""
        return self._publisher.closed

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """The table as the phone with these seat tokens may see it."""
        return self._publisher.snapshot(marks_of(tokens))

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        return self._publisher.wait(marks_of(tokens), version, timeout)

    def configure(self, configured: Configured) -> None:
        """Show the host what the owner has configured, and the players the network. Call it before the start."""
        self._publisher.configure(configured)

    @property
    def readings(self) -> LiveReadings:
        """What the board measures now, if somebody looks at it in the workshop."""
        return self._publisher.readings

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """The first readings with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        return self._publisher.wait_readings(version, timeout)

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Ask the table to carry out a command; returns when it is durable or refused. A finished game is replayed
        here, so that the table does not wait for it; only for a phone with a seat, since others may not show one. The
        same goes for puzzles, which are read from a file."""
        if isinstance(command, PutPuzzle):
            stored_puzzles()
        if isinstance(command, ShowGame) and self.snapshot(tokens).seats_held:
            self.autosave.prepare(command)
        answer: Future[Answer] = Future()
        self._mailbox.put(CommandSubmitted(tokens, version, command, caller, answer))
        if self.closed:  # then nobody may read the mailbox any more
            self._refuse_waiting()
        return self._driver.wait_for(answer)

    def survey(self) -> WorkerSurvey:
        """Which workers stand on the board now, while no game is played. It is computed here, so that the table does
        not wait for it.

        :raises CommandRefused: while a game is played, whose position only the game tells; while the board is in the
            workshop; or if there is no board.
        """
        seen = self.snapshot(frozenset())
        if seen.phase in (Phase.PLACING, Phase.PLAYING):
            raise refuse(Refusal.NOT_NOW)
        if seen.workshop is not None:
            raise refuse(Refusal.IN_WORKSHOP)
        if self._surveyor is None or seen.board.link not in _READ_BY:
            raise refuse(Refusal.BOARD_AWAY)
        return self._surveyor.survey()

    def light_hint(self, known: State, turns: tuple[ActionSequence, ...]) -> None:
        """Have the lights show these turns of a hint for the state ``known`` soon, unless the game has gone on or has
        secrets."""

        def light() -> None:
            self._do(HintGiven(known, turns))

        self.call_soon(light)

    @contextmanager
    def listening(self, tokens: Tokens) -> Iterator[None]:
        """Marks the phone's seats as connected while the context is open."""
        self._count_pages(1)
        self.call_soon(lambda: self.phone_listens(tokens, joined=True))
        try:
            yield
        finally:
            self.call_soon(lambda: self.phone_listens(tokens, joined=False))
            self._count_pages(-1)

    def call_soon(self, callback: Callable[[], None]) -> None:
        """Have the table's thread call this when its turn comes, as the watchdog does to see that this thread runs.
        Returns at once."""
        self._mailbox.put(CallSoon(callback))

    def replay(self, item: Entry | TraceEvent | FieldsMeasured) -> None:
        """Do again what a phone or the workshop did in the recorded game that is now replayed as the table's board.
        Returns at once."""
        self.call_soon(lambda: replay_item(self, item))

    def _count_pages(self, change: int) -> None:
        with self._counting:
            self.pages += change

    # The table's thread.

    def _run(self) -> TableTurns[TableMessage]:
        clean = False
        try:
            self.begin()
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
                self.ended()

    def _serve(self) -> Generator[float | None, TableMessage | None, bool]:
        while True:
            self.check_timers()
            self.show_lights()
            item = yield self.seconds_until_due
            match item:
                case StopTable():
                    return True
                case BoardEnded():
                    self.failure = "the link to the board ended by itself"
                    return True
                case Frame() | ButtonPressed() | LinkChanged():
                    self.handle_event(item)
                case BoardInUse() | RealBoardSeen():
                    if self.two_boards is not None:
                        self.boards_told(self.two_boards, item)
                case CommandSubmitted():
                    self._answer_submitted(item)
                case CallSoon(callback):
                    callback()
                case None:
                    pass

    def check_timers(self) -> None:
        """As `SessionRunner`; and take in what is new of the match with other tables."""
        super().check_timers()
        player = self.table_matches
        while player is not None and not self._pending.events and (news := player.next_news(self._state)) is not None:
            if isinstance(news, GameAgreed):
                news = replace(news, name=self.autosave.next_name(self._state.saved))
            board_before = self._state.at_board.saved
            try:
                self._do(news)
            except ValueError as error:  # the engine's errors are among these
                player.not_followed(str(error))
            self._fitted.follow(board_before, self._state.at_board.saved)

    @property
    def seconds_until_due(self) -> float | None:
        """As `SessionRunner`."""
        seconds, player = super().seconds_until_due, self.table_matches
        if player is None or player.due == inf or self._pending.events:
            return seconds  # what waits to be written comes first
        matches = max(0.0, player.due - self.clock())
        return matches if seconds is None else min(seconds, matches)

    def _carry_out(self, effect: Effect) -> Answer | None:
        if isinstance(effect, MatchInput):
            if self.table_matches is None:
                return Refused(refusal_message(Refusal.NO_BROKER))
            return self.table_matches.carry_out(effect.command, self._state)
        return super()._carry_out(effect)

    def _answer_submitted(self, item: CommandSubmitted) -> None:
        answer: Answer = Refused(Message(Refusal.CLOSING.value))
        try:
            answer = self.answer(item.tokens, item.version, item.command, item.caller)
        finally:
            item.answer.set_result(answer)

    def _shut(self) -> None:
        self._publisher.close()
        self.seat_thinker.close()
        if self.table_matches is not None:
            self.table_matches.close()
        self._refuse_waiting()
        self._board.show(ALL_DARK)
        self._board.close()
        self._journal.close()

    def _refuse_waiting(self) -> None:
        """Answer the phones that still wait that the table is closing; for when nobody empties the mailbox any more."""
        for item in self._mailbox.drain():
            if isinstance(item, CommandSubmitted):
                item.answer.set_result(Refused(Message(Refusal.CLOSING.value)))
