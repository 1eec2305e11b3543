"""Runs the session of one table: feeds it with events, and carries out what it decides.

Nothing here has a thread or waits. `table.runtime.table_actor.TableActor` adds the thread for a table in play; a replay
of a trace and a simulation call the same methods in a thread of their own.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace

from calibration.open_procedure import ProcedureReport
from calibration.procedure_view import WorkshopView
from common.message import Message
from engine import IllegalAction, UndoBarred
from hardware.board import Board, BoardEvent, ButtonPressed, Frame, LinkChanged, LinkState
from hardware.field_model import Measured
from perception.orientation import Orientation
from table.runtime.led_output import LedOutput
from table.runtime.phone_presence import ClaimTimers, ConnectedPhones
from table.runtime.piece_mover import PieceMover
from table.runtime.publisher import Publisher, marks_of
from table.runtime.trace_events import Recorder, source_of
from table.runtime.workshop_mode import BoardAdjuster, WorkshopMode
from table.session.board_reports import AskWhich, Revised, StatusChanged, Steps, status_without_game
from table.session.chess_clock import FrameTime
from table.session.commands import Command
from table.session.handlers.seat_commands import handle_press
from table.session.interfaces import BoardReader, EntryStore, LightChooser, TouchReader
from table.session.journal_entries import Entry
from table.session.reducer import handle
from table.session.saved_state import SavedState, fresh_token, game_begins, steps_to_undo, token_mark
from table.session.session_events import (
    BoardStatusChanged,
    CameToRest,
    CommandReceived,
    DiskFull,
    Effect,
    EntryReplayed,
    LoadHistory,
    Persist,
    PhonesChanged,
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
from table.session.snapshot import BoardView, Phase
from table.session.table_api import UNKNOWN_CALLER, Accepted, Answer, Caller, Refusal, Refused, Tokens, refusal_message
from table.session.table_state import TableState
from table.storage.autosave import Autosave
from table.storage.journal import NotWrittenError, shorten
from table.view.led_patterns import ROUND_MS, SWEEP_MS, plan_sweep, plan_turn_change

log = logging.getLogger(__name__)

REWRITE_SECONDS = 2.0
"""How soon events that could not be written are tried again. A try that fails costs little, and people wait."""


class PendingEvents:
    """Events that could not be written, as on a full disk. They wait in order, and nobody is shown anything of them."""

    def __init__(self) -> None:
        self._events: list[TableEvent] = []
        self.due: float | None = None
        """When to try again, in seconds; None: nothing waits."""

    def __bool__(self) -> bool:
        return bool(self._events)

    def add(self, event: TableEvent, now: float) -> None:
        """Let an event wait behind all others; ``now`` in seconds."""
        self._events.append(event)
        self.due = now + REWRITE_SECONDS

    def retry(self, play: Callable[[TableEvent], object], now: float) -> None:
        """Play all that waits in order. When one has to wait again, so do all behind it."""
        events, self._events, self.due = self._events, [], None
        for event in events:
            if self._events:
                self.add(event, now)
            else:
                play(event)


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
        adjuster: BoardAdjuster | None = None,
        touches: TouchReader | None = None,
        post: Callable[[ProcedureReport], None] | None = None,
    ) -> None:
        """A table over a board of ``size`` squares a side. ``saved`` is the state that the journal holds
        (`table.storage.startup.resume`), ``adjuster`` what adjusts the board in the workshop (None: nothing can),
        ``touches`` what detects touches of squares while no game is running (None: nothing does). ``post`` gets
        the report of a procedure in another thread, and has this one call `procedure_finished` with it."""
        self._reader = reader
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
        self._link = LinkState.SEARCH
        self._greeted = False
        self._workshop = WorkshopMode(
            adjuster,
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
        self.board_warnings: Callable[[], tuple[Message, ...]] = tuple
        """Gives the warnings to show before anything is read, such as a board that was never calibrated."""
        self.clear_board: Callable[[], None] = lambda: None
        """Clears the board when a game begins, before anybody hears of the game; returns at once. People clear a real
        board."""
        self.piece_mover: PieceMover | None = None
        """Moves the pieces of a virtual board as phones play; None: people move them."""
        self.autosave = Autosave()
        """Saves the games that end here."""

    def begin(self) -> None:
        """Tell the reader what to expect before the first event, and save the games that the last start could not."""
        self._timers.follow(self._state, self.clock(), self._frame_at)
        self._expect()
        if self.piece_mover is not None:
            self.piece_mover.resume(self._state.saved)
        self._save_games()

    def handle_event(self, event: BoardEvent) -> None:
        """Take in an event of the board. While the workshop is open, or events wait to be written, the game and its
        trace get changes of the link only."""
        looks = isinstance(event, Frame) and self.piece_mover is not None and self.piece_mover.frame_came(event.number)
        if self._in_workshop:
            self._workshop.feed(event)
        if (self._in_workshop or self._pending) and not isinstance(event, LinkChanged):
            return
        if self.recorder is not None and not self._proves_claim(event):
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

    def answer(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Carry out a phone's command, or say why not."""
        token = self.tokens()
        self._pending.retry(self._play, self.clock())
        if self._pending:
            return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=self._state.unwritten or ""))
        saved = self._state.saved
        begins = saved.name is None or saved.phase is Phase.OVER  # else a game is running, and no other can begin
        name = self.autosave.next_name(saved) if begins else None
        asked = CommandReceived(marks_of(tokens), version, command, token_mark(token), name, caller)
        answer = self._do(asked) or Refused(Message(Refusal.CLOSING.value))
        if self.piece_mover is not None:
            self.piece_mover.follow(saved, self._state.saved)
        return replace(answer, token=token) if isinstance(answer, Accepted) and answer.seat is not None else answer

    def phone_listens(self, tokens: Tokens, *, joined: bool) -> None:
        """A phone with these tokens begins or ends to listen."""
        self._phones.note(marks_of(tokens), joined=joined)
        self._note_phones()

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

    def procedure_finished(self, report: ProcedureReport) -> None:
        """Take in what came of storing a procedure's result. The workshop is still open, so no step of the game is
        under way when the board begins to be read differently."""
        self._workshop.report(report)
        if report.measured:
            self.read_by(report.measured)

    def show_lights(self) -> None:
        """Show the lights: a new plan at once, moving lights when they are due. Procedures name squares as the board
        has them, however it lies for the game."""
        plan = self._workshop.lights if self._in_workshop else self._plan
        now = self.clock()
        if plan is not self._leds.drawn or _has_come(self._leds.due, now):
            orientation = Orientation() if self._in_workshop else self._orientation
            self._leds.show(plan, now, orientation, self._state.saved.settings.brightness)

    def check_timers(self) -> None:
        """End what has waited too long, and try again what could not be written or saved."""
        now = self.clock()
        if _has_come(self._timers.due, now):
            for expired in tuple(self._timers.late(now)):
                self._do(expired)
        if _has_come(self._pending.due, now):
            self._pending.retry(self._play, now)
        if _has_come(self.autosave.due, now):
            self._save_games()

    @property
    def seconds_until_due(self) -> float | None:
        """In how many seconds there is something to do even if no event comes; None: not before one comes."""
        deadlines = (self._leds.due, self._timers.due, self._pending.due, self.autosave.due)
        due = min((due for due in deadlines if due is not None), default=None)
        return None if due is None else max(0.0, due - self.clock())

    # What comes of events.

    def _read(self, frame: Frame) -> None:
        frame = self._orientation.frame(frame)
        self._frame_at = frame.at
        if self._timers.needs_frames:
            for noticed in self._timers.feed(frame):
                self._do(noticed)
        if self._state.saved.game is None:
            return
        if self._state.saved.options.clock is not None:
            self._time.pass_to(frame.at)
        moving = self.piece_mover is not None and self.piece_mover.moving
        for intent in self._reader.feed(frame):
            match intent:
                case StatusChanged():
                    self._check_board()
                case _ if moving:
                    pass  # hands of nobody
                case Steps(actions):
                    self._play(StepsRead(actions))
                case Revised(back, actions):
                    self._play(StepsRevised(back, actions))
                case AskWhich(choices):
                    self._do(QuestionAsked(choices))

    def _link_changed(self, event: LinkChanged) -> None:
        log.info("board: %s %s", event.state.value, event.detail)
        if event.state is LinkState.READY and self._link is not LinkState.DEGRADED:
            self._reader.reconnect()
        self._link = event.state
        self._leds.forget()  # a board that comes back is dark
        self._greet()
        self._check_board()

    def _greet(self) -> None:
        """Light every square once when the first board is ready, so that a dead light is seen. In a game the players
        need its lights at once."""
        if self._greeted or self._link is not LinkState.READY:
            return
        self._greeted = True
        if self._state.saved.game is None:
            self._leds.overlay(plan_sweep(self._state.size), SWEEP_MS / 1000, self.clock())

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
        no_game = state.saved.game is None
        status = status_without_game(state.saved.turned, state.corner, state.size) if no_game else self._reader.status
        warnings = (*self.board_warnings(), *status.warnings)
        view = BoardView(
            self._link.value, status.mode, status.lifted, status.differences, status.message, status.offers, warnings
        )
        if self.piece_mover is not None:
            view = self.piece_mover.view(view)
        self._do(BoardStatusChanged(view))

    def _note_phones(self) -> None:
        self._do(PhonesChanged(frozenset(self._state.saved.seating.held(self._phones.marks))))

    def _save_games(self) -> None:
        self.autosave.save(self._state.saved.ended, self._do, self.clock(), just_now=False)

    # Events into effects.

    def _do(self, event: TableEvent) -> Answer | None:
        """Let the session handle an event, and what then happens by itself. The time before it counts by the state
        before it."""
        if self._time.ms:
            self._handle(TimePassed(self._time.take()))
        before = self._state.saved
        answer = self._handle(event)
        if not self._pending:
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
                return None
            case WorkshopInput(command):
                return self._workshop.carry_out(command) or Accepted(self._state.version)
            case SaveGame() | LoadHistory():
                return self.autosave.carry_out(effect, self._state, self._do, self.clock())
            case Persist():
                return None  # written before everything else

    def _not_written(self, event: TableEvent, error: NotWrittenError) -> Refused:
        """Show nothing of an event. A phone is refused and may ask again; what the board showed waits."""
        self._handle(DiskFull(error.reason))
        if not isinstance(event, CommandReceived):
            self._pending.add(event, self.clock())
        return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=error.reason))

    def _adopt(self, state: TableState) -> None:
        """Make this the table's state, and let reader, lights and phones know."""
        before, self._state = self._state, state
        if state.version == before.version:
            return  # time has passed, and nothing that is shown has changed
        self._timers.follow(state, self.clock(), self._frame_at)
        if game_begins(before.saved, state.saved):
            self.clear_board()
        self._publisher.publish(state)
        self._plan = self._lights_of(state)
        if state.saved is not before.saved:
            self._adopt_saved(before.saved, state.saved)
        elif state.corner != before.corner:
            self._check_board()

    def _adopt_saved(self, before: SavedState, saved: SavedState) -> None:
        waited_for = saved.waits_for
        if waited_for is not None and waited_for is not before.waits_for:
            self._leds.overlay(plan_turn_change(waited_for, self._state.size), ROUND_MS / 1000, self.clock())
        if saved.settings is not before.settings:
            self._leds.redraw()
        if saved.turned != before.turned:
            self._orientation = Orientation(saved.turned, self._state.size)
            self._leds.forget()
            self._reader.renew()
        was_over = before.game is None or before.phase is Phase.OVER
        if was_over and saved.game is not None and saved.phase is not Phase.OVER:
            self._reader.restart()
        self._expect()
        if saved.seating is not before.seating:
            self._note_phones()

    def _expect(self) -> None:
        saved = self._state.saved
        if saved.game is not None:
            self._reader.expect(saved.game, locked=saved.to_act is None, undoable=steps_to_undo(saved))
        self._check_board()

    def _show_workshop(self, workshop: WorkshopView | None) -> None:
        closed = workshop is None and self._state.workshop is not None
        self._do(WorkshopChanged(workshop))
        if closed:
            self.renew()

    @property
    def _in_workshop(self) -> bool:
        return self._state.workshop is not None

    def _proves_claim(self, event: BoardEvent) -> bool:
        """Whether an event is a press for a claim. Such a press is in no trace, since the claim is in none either."""
        return isinstance(event, ButtonPressed) and handle_press(self._state, event.button) is not None


def _has_come(due: float | None, now: float) -> bool:
    return due is not None and due <= now
