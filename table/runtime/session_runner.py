"""Runs the session of one table: feeds it with events, and carries out what it decides.

Nothing here has a thread or waits. `table.runtime.table_actor.TableActor` adds the thread for a table in play; a replay
of a trace and a simulation call the same methods in a thread of their own.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from math import inf

from calibration.open_procedure import ProcedureReport
from calibration.procedure_view import WorkshopView
from common.message import Message
from engine import IllegalAction, UndoBarred
from hardware.board import Board, BoardEvent, ButtonPressed, Frame, LinkChanged, LinkState
from hardware.field_model import Measured
from perception.orientation import Orientation
from table.runtime.board_pair import BoardInUse, PairNews
from table.runtime.led_output import LedOutput
from table.runtime.pending_events import PendingEvents
from table.runtime.phone_presence import ClaimTimers, ConnectedPhones
from table.runtime.publisher import Publisher, marks_of
from table.runtime.seat_thinker import SeatThinker
from table.runtime.trace_events import Recorder, source_of
from table.runtime.two_boards import FittedBoard, TwoBoards
from table.runtime.workshop_mode import WorkshopMode
from table.session.board_reports import AskWhich, Revised, StatusChanged, Steps, status_without_game
from table.session.chess_clock import FrameTime
from table.session.commands import Command
from table.session.handlers.seat_commands import proves_claim
from table.session.interfaces import BoardReader, EntryStore, LightChooser, TouchReader, WorkerSurveyor
from table.session.journal_entries import Entry
from table.session.reducer import handle
from table.session.saved_state import SavedState, fresh_token, game_begins, play_begins, steps_to_undo, token_mark
from table.session.session_events import (
    AnswerNow,
    BoardsSeen,
    BoardStatusChanged,
    CameToRest,
    ChangeBoard,
    CommandReceived,
    DiskFull,
    Effect,
    EntryReplayed,
    JudgePuzzle,
    LoadHistory,
    MatchInput,
    Persist,
    PiecesFollow,
    Pressed,
    QuestionAsked,
    Reply,
    SaveGame,
    StepsRead,
    StepsRevised,
    TableEvent,
    TimePassed,
    TrustReading,
    WorkshopChanged,
    WorkshopInput,
)
from table.session.table_api import UNKNOWN_CALLER, Accepted, Answer, Caller, Refusal, Refused, Tokens, refusal_message
from table.session.table_state import TableState
from table.storage.autosave import Autosave
from table.storage.journal import NotWrittenError, shorten
from table.view.led_patterns import plan_sweep, plan_turn_change

log = logging.getLogger(__name__)


class SessionRunner:
    """One table over a board, a reader of its frames, and a journal. All calls come from one thread."""

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
        post: Callable[[ProcedureReport], None] | None = None,
    ) -> None:
        """A table over a board of ``size`` squares a side, whose journal holds ``saved``. While no game is running
        ``touches`` detects touches of squares, and ``surveyor`` reads workers when somebody asks (None: nothing does).
        ``post`` gets the report of a procedure in another thread, and has this one call `procedure_finished`."""
        self._reader = reader
        self._surveyor = surveyor
        self._lights_of = lights
        self._journal = journal
        self._state = TableState.opening(saved, size)
        self._publisher = Publisher(self._state)
        self._orientation = Orientation(saved.turned, size)
        self._leds = LedOutput(board.show)
        self._timers = ClaimTimers(touches)
        self._phones = ConnectedPhones()
        self._time = FrameTime()
        self._frame_at = 0
        self._pending = PendingEvents()
        self._table_plays = True  # until the seats were looked at
        self._link = LinkState.SEARCH
        self._greeted = False
        self._fitted = FittedBoard()
        self._workshop = WorkshopMode(
            self._show_workshop,
            self._publisher.publish_readings,
            self.procedure_finished if post is None else post,
        )
        self._plan = lights(self._state)
        self.clock: Callable[[], float] = time.monotonic
        """The time in seconds by which lights move and claims end; in a simulation the board's."""
        self.tokens: Callable[[], str] = fresh_token
        """Where new seat tokens come from, and with them chance. Secret, except in games that are to be repeated."""
        self.recorder: Recorder | None = None
        """Records a trace of this table; None: nothing does."""
        self.two_boards: TwoBoards | None = None
        """The boards of a table that has two; None: it has one."""
        self.seat_thinker = SeatThinker()
        """Thinks for the seats that the table plays."""
        self.autosave = Autosave()
        """Saves the games that end here."""

    def begin(self) -> None:
        """Tell the reader what to expect before the first event, and save the games that the last start could not."""
        if self.two_boards is not None:
            self._do(BoardsSeen(self.two_boards.presence))
        self._timers.follow(self._state, self.clock(), self._frame_at)
        self._expect()
        self._fitted.resume(self._state.saved)
        if self.seat_thinker.able:
            self._adopt(replace(self._state.newer, thinks=True, judges=self.seat_thinker.judge is not None))
        self.autosave.save(self._state.saved.ended, self._do, self.clock(), just_now=False)

    def handle_event(self, event: BoardEvent) -> None:
        """Take in an event of the board. While the workshop is open, or events wait to be written, the game and its
        trace get changes of the link only."""
        mover = self._fitted.piece_mover
        looks = mover is not None and isinstance(event, Frame) and mover.frame_came(event.number)
        in_workshop = self._state.workshop is not None
        if in_workshop:
            self._workshop.feed(event)
        if (in_workshop or self._pending.events) and not isinstance(event, LinkChanged):
            return
        if self.recorder is not None and not proves_claim(self._state, event):
            self.recorder.event_received(event)
        match event:
            case Frame():
                self._read(event)
            case ButtonPressed():
                self._do(Pressed(event.button))
            case LinkChanged():
                self._link_changed(event)
        if looks:
            self._check_board()

    def fit(self, fitted: FittedBoard) -> None:
        """Play at the board to which this belongs."""
        self._fitted, self._workshop.adjuster = fitted, fitted.adjuster

    def boards_told(self, boards: TwoBoards, news: PairNews) -> None:
        """Take in news of the two boards. One that comes into use is read from nothing."""
        self._do(BoardsSeen(boards.hear(news)))
        if isinstance(news, BoardInUse):
            self.fit(boards.fitted)
            self._link, self._greeted = LinkState.SEARCH, False
            self._timers.forget_touches()
            self.read_by(boards.fitted.measured)
            self._fitted.resume(self._state.at_board.saved)
            self._expect()
        boards.follow(self._state, self.clock())

    def answer(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Carry out a phone's command, or say why not."""
        token = self.tokens()
        if self._pending.events:
            self._pending.retry(self._play, self.clock())
        if self._pending.events:
            return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=self._state.unwritten or ""))
        saved, board_before = self._state.saved, self._state.at_board.saved
        name = self.autosave.next_name(saved) if saved.awaits_name else None
        asked = CommandReceived(marks_of(tokens), version, command, token_mark(token), name, caller)
        answer = self._do(asked) or Refused(Message(Refusal.CLOSING.value))
        self._fitted.follow(board_before, self._state.at_board.saved)
        return replace(answer, token=token) if isinstance(answer, Accepted) and answer.seat is not None else answer

    def phone_listens(self, tokens: Tokens, *, joined: bool) -> None:
        """A phone with these tokens begins or ends to listen."""
        self._phones.note(marks_of(tokens), joined=joined)
        self._do(self._phones.seen(self._state.saved.seating))

    def replay_entry(self, entry: Entry) -> None:
        """Do again what a phone did when the trace was recorded; raises as `table.session.evolve.evolve` does."""
        self._do(EntryReplayed(entry))

    def trust(self) -> None:
        """Take what is read now for the position of the game, as a phone asked."""
        if self.recorder is not None:
            self.recorder.trusted()
        self._reader.trust()
        self._check_board()

    def renew(self) -> None:
        """Read the board from nothing, as after the workshop: workers may have moved, and sensors may measure
        differently."""
        if self.recorder is not None:
            self.recorder.renewed()
        self._reader.renew()
        self._expect()

    def read_by(self, fields: Measured) -> None:
        """Read the board by these fields under a worker from now on."""
        if self.recorder is not None:
            self.recorder.measured(fields)
        self._reader.read_by(fields)
        if self._surveyor is not None:
            self._surveyor.read_by(fields)

    def procedure_finished(self, report: ProcedureReport) -> None:
        """Take in what came of storing a procedure's result. The workshop is still open, so no step of the game is
        under way when the board begins to be read differently."""
        self._workshop.report(report)
        if report.measured:
            self.read_by(report.measured)
            if self.two_boards is not None:
                self.two_boards.measured(report.measured)

    def show_lights(self) -> None:
        """Show the lights: a new plan at once, moving lights when they are due. Procedures name squares as the board
        has them, however it lies for the game."""
        in_workshop = self._state.workshop is not None
        plan = self._workshop.lights if in_workshop else self._plan
        now = self.clock()
        if plan is not self._leds.drawn or self._leds.due <= now:
            orientation = Orientation() if in_workshop else self._orientation
            self._leds.show(plan, now, orientation, self._state.saved.settings.brightness)

    def check_timers(self) -> None:
        """End what has waited too long, and try again what could not be written or saved."""
        now = self.clock()
        if self._timers.due <= now:
            for expired in tuple(self._timers.late(now)):
                self._do(expired)
        if self._pending.due <= now:
            self._pending.retry(self._play, now)
        if self.autosave.due <= now:
            self.autosave.save(self._state.saved.ended, self._do, self.clock(), just_now=False)
        if self.two_boards is not None and self.two_boards.due <= now:
            self.two_boards.follow(self._state, now)
        if self._table_plays and not self._pending.events:
            self._play_for_seats(now)

    @property
    def seconds_until_due(self) -> float | None:
        """In how many seconds there is something to do even if no event comes; None: not before one comes."""
        boards = inf if self.two_boards is None else self.two_boards.due
        seats = self.seat_thinker.due if self._table_plays and not self._pending.events else inf
        due = min(self._leds.due, self._timers.due, self._pending.due, self.autosave.due, boards, seats)
        return None if due == inf else max(0.0, due - self.clock())

    def _play_for_seats(self, now: float) -> None:
        """Do what is due for the seats that the table plays."""
        before, board_before = self._state.saved, self._state.at_board.saved
        decided = self.seat_thinker.decided(
            now, self.tokens, lambda: self.autosave.next_name(before) if before.awaits_name else None
        )
        if decided is not None:
            self._play(decided)
            self._fitted.follow(board_before, self._state.at_board.saved)
        self._table_plays = bool(self._state.at_board.saved.seating.announced_seats)
        if self._table_plays and self._fitted.pieces_follow is not self._state.pieces_follow:
            self._do(PiecesFollow(self._fitted.pieces_follow))
        self.seat_thinker.follow(self._state.at_board, now)

    # What comes of events.

    def _read(self, frame: Frame) -> None:
        if self._orientation.quarters:
            frame = self._orientation.frame(frame)
        self._frame_at = frame.at
        if self._surveyor is not None:
            self._surveyor.note(frame)
        for noticed in self._timers.feed(frame) if self._timers.needs_frames else ():
            self._do(noticed)
        if self._state.at_board.saved.game is None:
            return
        if self._state.saved.options.clock is not None:
            self._time.pass_to(frame.at)
        for intent in self._reader.feed(frame):
            match intent:
                case StatusChanged():
                    self._check_board()
                case _ if self._fitted.moving:
                    pass  # hands of nobody
                case Steps(actions):
                    self._play(StepsRead(actions))
                case Revised(back, actions):
                    self._play(StepsRevised(back, actions))
                case AskWhich(choices):
                    self._play(QuestionAsked(choices))

    def _link_changed(self, event: LinkChanged) -> None:
        log.info("board: %s %s", event.state.value, event.detail)
        if event.state is LinkState.READY and self._link is not LinkState.DEGRADED:
            self._reader.reconnect()
        self._link = event.state
        self._leds.forget()  # a board that comes back is dark
        self._greet()
        self._check_board()

    def _greet(self) -> None:
        """Light every square once when the first board is ready, so that a dead light is seen; not in a game."""
        if self._greeted or self._link is not LinkState.READY:
            return
        self._greeted = True
        if self._state.saved.game is None:
            self._leds.overlay(plan_sweep(self._state.size), self.clock())

    def _play(self, event: TableEvent) -> None:
        """Play what was read. If the rules do not allow it, the reading was wrong: it restarts, and the players are led
        back to the position of the game."""
        try:
            self._do(event)
        except (IllegalAction, UndoBarred) as error:
            log.warning("the reading of the board was wrong: %s", error)
            self._reader.restart()

    def _check_board(self) -> None:
        """Note the state of the reading; without a game nothing is read."""
        state = self._state
        no_game = state.at_board.saved.game is None
        status = status_without_game(state.saved.turned, state.corner, state.size) if no_game else self._reader.status
        self._do(BoardStatusChanged(self._fitted.view(self._link, status)))

    # Events into effects.

    def _do(self, event: TableEvent) -> Answer | None:
        """Let the session handle an event, and what then happens by itself. The time before it counts by the state
        before it."""
        if self._time.ms:
            self._handle(TimePassed(self._time.take()))
        before, answer = self._state.saved, self._handle(event)
        if not self._pending.events:
            self._handle(CameToRest())
            if self._state.saved is not before:
                shorten(self._journal, self._state.saved)
        return answer

    def _handle(self, event: TableEvent) -> Answer | None:
        """Handle one event: write its entries, then do everything else."""
        state, effects = handle(self._state, event)
        entries = [effect.entry for effect in effects if isinstance(effect, Persist)]
        if entries:
            try:
                self._journal.append(*entries)
            except NotWrittenError as error:
                return self._not_written(event, error)
        if self.recorder is not None:
            for entry in entries:
                self.recorder.entry_written(entry, source_of(event, entry))
        if state is not self._state:
            self._adopt(state)
        answer: Answer | None = None
        for effect in effects:
            answer = self._carry_out(effect) or answer
        if entries and self._state.unwritten is not None:
            self._handle(DiskFull(None))
        return answer

    def _carry_out(self, effect: Effect) -> Answer | None:
        match effect:
            case Reply(answer):
                return answer
            case TrustReading():
                self.trust()
            case WorkshopInput(command):
                return self._workshop.carry_out(command) or Accepted(self._state.version)
            case SaveGame() | LoadHistory():
                return self.autosave.carry_out(effect, self._state, self._do, self.clock())
            case ChangeBoard(kind):
                if self.two_boards is not None:
                    self.two_boards.pair.use(kind)
            case AnswerNow() | JudgePuzzle():
                self.seat_thinker.carry_out(effect)
            case Persist() | MatchInput():
                pass  # written before everything else; a match is played by a running table only
        return None

    def _not_written(self, event: TableEvent, error: NotWrittenError) -> Refused:
        """Show nothing of an event. A phone is refused and may ask again; what the board showed waits."""
        self._handle(DiskFull(error.reason))
        if not isinstance(event, CommandReceived):
            self._pending.add(event, self.clock())
        return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=error.reason))

    def _adopt(self, state: TableState) -> None:
        """Make this the table's state, and let reader, lights and phones know."""
        before, self._state = self._state, state
        if (state.version, state.hinted) == (before.version, before.hinted):
            return  # time has passed, and nothing that is shown has changed
        self._timers.follow(state, self.clock(), self._frame_at)
        played, board_before = state.at_board.saved, before.at_board.saved
        if game_begins(before.saved, state.saved) or game_begins(board_before, played):
            self._fitted.clear()
        self._publisher.publish(state)
        self._plan = self._lights_of(state)
        if played is not board_before:
            self._adopt_saved(board_before, played)
        elif state.corner != before.corner:
            self._check_board()
        if state.saved.seating is not before.saved.seating:
            self._do(self._phones.seen(state.saved.seating))
        if (state.puzzle and state.puzzle.since) != (before.puzzle and before.puzzle.since):
            self.renew()  # what stands on the board is not what was read before
        if self.two_boards is not None:
            self.two_boards.follow(state, self.clock())

    def _adopt_saved(self, before: SavedState, saved: SavedState) -> None:
        waited_for = saved.waits_for
        if waited_for is not None and waited_for is not before.waits_for:
            self._leds.overlay(plan_turn_change(waited_for, self._state.size), self.clock())
        if saved.settings is not before.settings:
            self._leds.redraw()
        if saved.turned != before.turned:
            self._orientation = Orientation(saved.turned, self._state.size)
            self._leds.forget()
            self._reader.renew()
        if play_begins(before, saved):
            self._reader.restart()
        self._expect()
        if saved.seating is not before.seating:
            self._table_plays = True

    def _expect(self) -> None:
        saved = self._state.at_board.saved
        if saved.game is not None:
            self._reader.expect(saved.game, locked=saved.to_act is None, undoable=steps_to_undo(saved))
        self._check_board()

    def _show_workshop(self, workshop: WorkshopView | None) -> None:
        closed = workshop is None and self._state.workshop is not None
        self._do(WorkshopChanged(workshop))
        if closed:
            self.renew()
