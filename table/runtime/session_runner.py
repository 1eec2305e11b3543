"""Runs the session of one table: feeds it with events, and carries out what it decides.

Nothing here has a thread or waits. `table.runtime.table_actor.TableActor` adds the thread for a table in play; a replay
of a trace and a simulation call the same methods in their own thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf

from common.message import Message
from engine import IllegalAction, UndoBarred
from engine.seats import Seat
from hardware.board import Board, BoardEvent, Button, ButtonPressed, Frame, LinkChanged, LinkState, ScaleInUse, Weighed
from hardware.field_model import Measured
from perception.calibration.open_procedure import ProcedureReport
from perception.calibration.procedure import WorkshopView
from perception.orientation import Orientation
from table.runtime.board_pair import BoardInUse, PairNews
from table.runtime.led_output import LedOutput
from table.runtime.phone_presence import ClaimTimers, ConnectedPhones
from table.runtime.publisher import UNCONFIGURED, Publisher, marks_of
from table.runtime.seat_thinker import SeatThinker
from table.runtime.trace_events import Recorder, source_of
from table.runtime.two_boards import FittedBoard, TwoBoards
from table.runtime.workshop_mode import WorkshopMode
from table.session.answers import (
    UNKNOWN_CALLER,
    Accepted,
    Answer,
    Caller,
    CommandRefused,
    Refusal,
    Refused,
    refusal_message,
)
from table.session.at_board import BoardsSeen, BoardStatusChanged, CameToRest, PiecesFollow, Pressed
from table.session.board_choice import BoardKind
from table.session.board_reports import StatusChanged, status_without_game
from table.session.chess_clock import FrameTime
from table.session.command import Command, CommandReceived
from table.session.interfaces import BoardReader, EntryStore, LightChooser, Tokens, TouchReader, WorkerSurveyor
from table.session.journal_entries import Entry, GameBeganApart
from table.session.reducer import handle
from table.session.saved_state import (
    EndedGame,
    SavedState,
    fresh_token,
    game_begins,
    play_begins,
    steps_to_undo,
    token_mark,
)
from table.session.seating import SeatsFreed, proves_claim
from table.session.session_events import DiskFull, EntryDecided, GameStore, TableEvent, TableMatches, TimePassed
from table.session.snapshot import BoardIssue
from table.session.table_state import TableState
from table.session.workshop import WorkshopChanged
from table.settings.configuration import Configured
from table.storage.game_archive import Autosave
from table.storage.journal import NotWrittenError, shorten
from table.view.led_patterns import plan_sweep, plan_turn_change

log = logging.getLogger(__name__)


REWRITE_SECONDS = 2.0
"""The seconds before events that could not be written are tried again. A failing try costs little, and people wait."""


class PendingEvents:
    """Events that could not be written. They wait in order, and no phone sees anything of them."""

    def __init__(self) -> None:
        self.events: list[TableEvent] = []
        """The waiting events."""
        self.due = inf
        """When to try again, in seconds; ``inf`` if nothing waits."""

    def add(self, event: TableEvent, now: float) -> None:
        """Add an event behind all others; ``now`` in seconds."""
        self.events.append(event)
        self.due = now + REWRITE_SECONDS

    def retry(self, play: Callable[[TableEvent], object], now: float) -> None:
        """Play all waiting events in order. If one has to wait again, so do all behind it."""
        events, self.events, self.due = self.events, [], inf
        for event in events:
            if self.events:
                self.add(event, now)
            else:
                play(event)


@dataclass(frozen=True, slots=True)
class TableFittings:
    """The parts of a table besides its board, reader, lights and journal."""

    size: int = 5
    """The number of squares a side of the board."""
    touches: TouchReader | None = None
    """Detects touches of squares while no game is running, if anything does."""
    surveyor: WorkerSurveyor | None = None
    """Reads workers on request while no game is running, if anything does."""
    fitted: FittedBoard = field(default_factory=FittedBoard)
    """The parts that belong to the board in use."""
    two_boards: TwoBoards | None = None
    """The boards of a table that has two, or None if it has one."""
    autosave: Autosave = field(default_factory=Autosave)
    """Saves the games that end here."""
    thinker: SeatThinker = field(default_factory=SeatThinker)
    """Thinks for the seats that the table plays, and has puzzles judged."""
    matches: TableMatches | None = None
    """Plays matches with other tables, if anything does."""
    recorder: Recorder | None = None
    """Records a trace of this table, if anything does."""
    clock: Callable[[], float] = time.monotonic
    """The clock in seconds for moving lights and the end of claims; the board's clock in a simulation."""
    tokens: Callable[[], str] = fresh_token
    """The source of new seat tokens, and with them of chance. It is secret, except in games that have to be
    repeatable."""
    configured: Configured = UNCONFIGURED
    """The owner's configuration, shown to the host; the network is for all players."""


class SessionRunner:
    """One table over a board, a reader of its frames, and a journal. All calls come from one thread."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a table
        self,
        board: Board,
        reader: BoardReader,
        lights: LightChooser,
        journal: EntryStore,
        saved: SavedState,
        fittings: TableFittings | None = None,
        post: Callable[[ProcedureReport], None] | None = None,
    ) -> None:
        """Make a table whose journal holds ``saved``. ``post`` gets the report of a procedure in another thread, and
        makes this thread call `procedure_finished`."""
        fittings = TableFittings() if fittings is None else fittings
        self._reader = reader
        self._surveyor = fittings.surveyor
        self._lights_of = lights
        self._journal = journal
        self._state = TableState.opening(saved, fittings.size)
        self.publisher = Publisher(self._state, fittings.configured)
        """Publishes the table to all threads."""
        self._orientation = Orientation(saved.turned, fittings.size)
        if saved.turned:
            self._turn_reading(saved.turned)
        self._leds = LedOutput(board.show)
        self._timers = ClaimTimers(fittings.touches)
        self._phones = ConnectedPhones()
        self._time = FrameTime()
        self._frame_at = 0
        self._pending = PendingEvents()
        self._table_plays = True  # until the seats were looked at
        self._link = LinkState.SEARCH
        self._greeted = False
        self._two_boards = fittings.two_boards
        self._fitted = fittings.fitted if self._two_boards is None else self._two_boards.fitted
        self._workshop = WorkshopMode(
            self._fitted.adjuster,
            self._show_workshop,
            self.publisher.publish_readings,
            self.procedure_finished if post is None else post,
        )
        self._plan = lights(self._state)
        self._clock = fittings.clock
        self._tokens = fittings.tokens
        self._recorder = fittings.recorder
        self._thinker = fittings.thinker
        self._autosave = fittings.autosave
        self._matches = fittings.matches

    def begin(self) -> None:
        """Set what the reader expects before the first event, and save the games that the last start could not."""
        if self._two_boards is not None:
            self.feed(BoardsSeen(self._two_boards.presence))
        self._timers.follow(self._state, self._clock(), self._frame_at)
        self._expect()
        self._fitted.resume(self._state.saved)
        if self._thinker.able:
            self._adopt(replace(self._state.newer, thinks=True, judges=self._thinker.judges))
        self._autosave.save(self._state.saved.ended, self.feed, self._clock(), just_now=False)

    def handle_event(self, event: BoardEvent) -> None:
        """Take in an event of the board. While the workshop is open, or events wait to be written, only changes of link
        and scale go to the game and its trace."""
        mover = self._fitted.piece_mover
        looks = mover is not None and isinstance(event, Frame) and mover.frame_came(event.number)
        in_workshop = self._state.workshop is not None
        if in_workshop:
            self._workshop.feed(event)
        if (in_workshop or self._pending.events) and not isinstance(event, LinkChanged | ScaleInUse):
            return
        if self._recorder is not None and not proves_claim(self._state, event):
            self._recorder.event_received(event)
        match event:
            case Frame():
                self._read(event)
            case Weighed():
                self._reader.weigh(event)
            case ScaleInUse(scale):
                self._reader.weigh_by(scale)
            case ButtonPressed():
                self._pressed(event.button)
            case LinkChanged():
                self._link_changed(event)
        if looks:
            self._check_board()

    def _pressed(self, button: Button) -> None:
        """Take in a press. If Done was no answer, the light runs again to show whose choice it still is."""
        before = self._state
        self.feed(Pressed(button))
        waited_for, no_answer = self._state.at_board.saved.waits_for, self._state.board.issue is BoardIssue.NOT_DONE
        if self._state is not before and no_answer and waited_for is not None:
            self._leds.overlay(plan_turn_change(waited_for, self._state.size), self._clock())

    def boards_told(self, news: PairNews) -> None:
        """Take in news of the two boards. Reading starts over on a board that comes into use."""
        boards = self._two_boards
        if boards is None:
            return
        self.feed(BoardsSeen(boards.hear(news)))
        if isinstance(news, BoardInUse):
            self._fitted = boards.fitted
            self._workshop.adjust(self._fitted.adjuster)
            self._link, self._greeted = LinkState.SEARCH, False
            self._timers.forget_touches()
            self.read_by(boards.fitted.measured)
            self._fitted.resume(self._state.at_board.saved)
            self._expect()
        boards.follow(self._state, self._clock())

    def answer(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Carry out a phone's command, or refuse it with the reason."""
        token = self._tokens()
        if self._pending.events:
            self._pending.retry(self._play, self._clock())
        if self._pending.events:
            return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=self._state.unwritten or ""))
        saved, board_before = self._state.saved, self._state.at_board.saved
        name = self._autosave.next_name(saved) if saved.awaits_name else None
        asked = CommandReceived(marks_of(tokens), version, command, token_mark(token), name, caller)
        answer = self.feed(asked) or Refused(Message(Refusal.CLOSING.value))
        self._fitted.follow(board_before, self._state.at_board.saved)
        return replace(answer, token=token) if isinstance(answer, Accepted) and answer.seat is not None else answer

    def free(self, seats: frozenset[Seat]) -> Answer:
        """Free these seats for other phones, or all seats of people at this table if none are named; or refuse that
        with the reason."""
        return self.feed(SeatsFreed(seats)) or Refused(Message(Refusal.CLOSING.value))

    def feed(self, event: TableEvent) -> Answer | None:
        """Let the session handle an event, and everything that then happens by itself. The clock counts the time before
        it by the state before it."""
        if self._time.ms:
            self._handle(TimePassed(self._time.take()))
        before, answer = self._state.saved, self._handle(event)
        if not self._pending.events:
            self._handle(CameToRest())
            if self._state.saved is not before:
                shorten(self._journal, self._state.saved)
        return answer

    @property
    def state(self) -> TableState:
        """The table's state now."""
        return self._state

    @property
    def surveyor(self) -> WorkerSurveyor | None:
        """The reader of workers on request, if there is one. Safe from any thread."""
        return self._surveyor

    @property
    def games(self) -> GameStore | None:
        """The archive of finished games, if there is one."""
        return self._autosave.games

    @property
    def workshop(self) -> WorkshopMode:
        """The workshop."""
        return self._workshop

    @property
    def thinker(self) -> SeatThinker:
        """The thinker for the seats that the table plays."""
        return self._thinker

    @property
    def matches(self) -> TableMatches | None:
        """The part that plays matches with other tables, if there is one."""
        return self._matches

    def save_games(self, games: tuple[EndedGame, ...]) -> None:
        """Archive these games, of which the last has just ended."""
        self._autosave.save(games, self.feed, self._clock(), just_now=True)

    def use_board(self, kind: BoardKind) -> None:
        """Change to this one of the two boards."""
        if self._two_boards is not None:
            self._two_boards.pair.use(kind)

    def phone_listens(self, tokens: Tokens, *, joined: bool) -> None:
        """Note that a phone with these tokens begins or ceases to listen."""
        self._phones.note(marks_of(tokens), joined=joined)
        self.feed(self._phones.seen(self._state.saved.seating))

    def replay_entry(self, entry: Entry) -> None:
        """Repeat what a phone did when the trace was recorded; raises as `Entry.apply` does."""
        self.feed(EntryDecided(entry))

    def trust(self) -> None:
        """Take the present reading as the position of the game, as a phone asked."""
        if self._recorder is not None:
            self._recorder.trusted()
        self._reader.trust()
        self._check_board()

    def renew(self) -> None:
        """Start reading the board over, as after the workshop: workers may have moved, and sensors may measure
        differently."""
        if self._recorder is not None:
            self._recorder.renewed()
        self._reader.renew()
        self._expect()

    def read_by(self, fields: Measured) -> None:
        """Use these fields under a worker from now on."""
        if self._recorder is not None:
            self._recorder.measured(fields)
        self._reader.read_by(fields)
        if self._surveyor is not None:
            self._surveyor.read_by(fields)

    def procedure_finished(self, report: ProcedureReport) -> None:
        """Take in the report on storing a procedure's result. The workshop is still open, so no step of the game is
        under way when the reading changes."""
        self._workshop.report(report)
        if report.measured:
            self.read_by(report.measured)
            if self._two_boards is not None:
                self._two_boards.measured(report.measured)

    def show_lights(self) -> None:
        """Show the lights: a new plan at once, moving lights when they are due. Procedures name squares by the board
        itself, in whatever orientation the game uses it."""
        in_workshop = self._state.workshop is not None
        plan = self._workshop.lights if in_workshop else self._plan
        now = self._clock()
        if plan is not self._leds.drawn or self._leds.due <= now:
            orientation = Orientation() if in_workshop else self._orientation
            self._leds.show(plan, now, orientation, self._state.saved.settings.brightness)

    def check_timers(self) -> None:
        """End what has waited too long, and retry what could not be written or saved."""
        now = self._clock()
        if self._timers.due <= now:
            for expired in tuple(self._timers.late(now)):
                self.feed(expired)
        if self._pending.due <= now:
            self._pending.retry(self._play, now)
        if self._autosave.due <= now:
            self._autosave.save(self._state.saved.ended, self.feed, self._clock(), just_now=False)
        if self._two_boards is not None and self._two_boards.due <= now:
            self._two_boards.follow(self._state, now)
        if self._table_plays and not self._pending.events:
            self._play_for_seats(now)
        if self._matches is not None:
            self._follow_match(self._matches)

    def _follow_match(self, matches: TableMatches) -> None:
        """Take in news of the match with other tables, after all events that wait to be written."""
        while not self._pending.events and (news := matches.next_news(self._state)) is not None:
            if isinstance(news, EntryDecided) and isinstance(news.entry, GameBeganApart):
                news = replace(news, name=self._autosave.next_name(self._state.saved))
            board_before = self._state.at_board.saved
            try:
                self.feed(news)
            except ValueError as error:  # the engine's errors are among these
                matches.not_followed(str(error))
            self._fitted.follow(board_before, self._state.at_board.saved)

    @property
    def seconds_until_due(self) -> float | None:
        """Return the seconds until there is something to do without an event, or None if there is nothing."""
        boards = inf if self._two_boards is None else self._two_boards.due
        waits = bool(self._pending.events)  # to be written, which comes first
        seats = self._thinker.due if self._table_plays and not waits else inf
        matches = inf if self._matches is None or waits else self._matches.due
        due = min(self._leds.due, self._timers.due, self._pending.due, self._autosave.due, boards, seats, matches)
        return None if due == inf else max(0.0, due - self._clock())

    def close(self) -> None:
        """End all work outside the table's thread. The board and the journal stay open."""
        self.publisher.close()
        self._thinker.close()
        if self._matches is not None:
            self._matches.close()

    def _play_for_seats(self, now: float) -> None:
        """Do what is due for the seats that the table plays."""
        before, board_before = self._state.saved, self._state.at_board.saved
        decided = self._thinker.decided(
            now, self._tokens, lambda: self._autosave.next_name(before) if before.awaits_name else None
        )
        if decided is not None:
            self._play(decided)
            self._fitted.follow(board_before, self._state.at_board.saved)
        self._table_plays = bool(self._state.at_board.saved.seating.announced_seats)
        if self._table_plays and self._fitted.pieces_follow is not self._state.pieces_follow:
            self.feed(PiecesFollow(self._fitted.pieces_follow))
        self._thinker.follow(self._state.at_board, now)

    # Carrying out what the session decides.

    def _read(self, frame: Frame) -> None:
        if self._orientation.quarters:
            frame = self._orientation.frame(frame)
        self._frame_at = frame.at
        if self._surveyor is not None:
            self._surveyor.note(frame)
        for noticed in self._timers.feed(frame) if self._timers.needs_frames else ():
            self.feed(noticed)
        if self._state.at_board.saved.game is None:
            return
        if self._state.saved.options.clock is not None:
            self._time.pass_to(frame.at)
        for report in self._reader.feed(frame):
            match report:
                case StatusChanged():
                    self._check_board()
                case _ if self._fitted.moving:
                    pass  # no hands did it
                case _:
                    self._play(report)

    def _link_changed(self, event: LinkChanged) -> None:
        log.info("board: %s %s", event.state.value, event.detail)
        if event.state is LinkState.READY and self._link is not LinkState.DEGRADED:
            self._reader.reconnect()
        self._link = event.state
        self._leds.forget()  # a board that comes back is dark
        self._greet()
        self._check_board()

    def _greet(self) -> None:
        """Light every square once when the first board is ready, so that a dead light is noticed; not in a game."""
        if self._greeted or self._link is not LinkState.READY:
            return
        self._greeted = True
        if self._state.saved.game is None:
            self._leds.overlay(plan_sweep(self._state.size), self._clock())

    def _play(self, event: TableEvent) -> None:
        """Play the steps that were read. If the rules do not allow them, the reading was wrong: it restarts, and the
        players are led back to the position of the game."""
        try:
            self.feed(event)
        except (IllegalAction, UndoBarred) as error:
            log.warning("the reading of the board was wrong: %s", error)
            self._reader.restart()

    def _check_board(self) -> None:
        """Note the state of the reading; nothing is read without a game."""
        state = self._state
        no_game = state.at_board.saved.game is None
        status = status_without_game(state.saved.turned, state.corner, state.size) if no_game else self._reader.status
        self.feed(BoardStatusChanged(self._fitted.view(self._link, status)))

    # From events to effects.

    def _handle(self, event: TableEvent) -> Answer | None:
        """Handle one event: write its entries, then do everything else."""
        outcome = handle(self._state, event)
        state, entries = outcome.state, outcome.entries
        if entries:
            try:
                self._journal.append(*entries)
            except NotWrittenError as error:
                return self._not_written(event, error)
        if self._recorder is not None:
            for entry in entries:
                self._recorder.entry_written(entry, source_of(event, entry))
        if state is not self._state:
            self._adopt(state)
        answer = outcome.answer
        for effect in outcome.effects:
            try:
                answer = effect.carry_out(self) or answer
            except CommandRefused as refused:
                answer = refused.answer
        if entries and self._state.unwritten is not None:
            self._handle(DiskFull(None))
        return answer

    def _not_written(self, event: TableEvent, error: NotWrittenError) -> Refused:
        """Show nothing of an event. A phone gets a refusal and may ask again; an event of the board waits."""
        self._handle(DiskFull(error.reason))
        if not event.awaited:
            self._pending.add(event, self._clock())
        return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=error.reason))

    def _adopt(self, state: TableState) -> None:
        """Make this the table's state, and pass it to reader, lights and phones."""
        before, self._state = self._state, state
        if (state.version, state.hinted) == (before.version, before.hinted):
            return  # time has passed, and nothing that is shown has changed
        self._timers.follow(state, self._clock(), self._frame_at)
        played, board_before = state.at_board.saved, before.at_board.saved
        if game_begins(before.saved, state.saved) or game_begins(board_before, played):
            self._fitted.clear()
        self.publisher.publish(state)
        self._plan = self._lights_of(state)
        if played is not board_before:
            self._adopt_saved(board_before, played)
        elif state.corner != before.corner:
            self._check_board()
        if state.saved.seating is not before.saved.seating:
            self.feed(self._phones.seen(state.saved.seating))
        if (state.puzzle and state.puzzle.since) != (before.puzzle and before.puzzle.since):
            self.renew()  # what stands on the board is not what was read before
        if self._two_boards is not None:
            self._two_boards.follow(state, self._clock())

    def _adopt_saved(self, before: SavedState, saved: SavedState) -> None:
        waited_for = saved.waits_for
        if waited_for is not None and waited_for is not before.waits_for:
            self._leds.overlay(plan_turn_change(waited_for, self._state.size), self._clock())
        if saved.settings is not before.settings:
            self._leds.redraw()
        if saved.turned != before.turned:
            self._orientation = Orientation(saved.turned, self._state.size)
            self._leds.forget()
            self._turn_reading(saved.turned)
        if play_begins(before, saved):
            self._reader.restart()
        self._expect()
        if saved.seating is not before.seating:
            self._table_plays = True

    def _turn_reading(self, quarters: int) -> None:
        """Read a board that lies turned clockwise by these quarters."""
        self._reader.turn(quarters)
        if self._surveyor is not None:
            self._surveyor.turn(quarters)

    def _expect(self) -> None:
        saved = self._state.at_board.saved
        if saved.game is not None:
            self._reader.expect(saved.game, locked=saved.to_act is None, undoable=steps_to_undo(saved))
        self._check_board()

    def _show_workshop(self, workshop: WorkshopView | None) -> None:
        closed = workshop is None and self._state.workshop is not None
        self.feed(WorkshopChanged(workshop))
        if closed:
            self.renew()
