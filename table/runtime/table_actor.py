"""The running table: one thread that owns the game, and the door through which every other thread reaches it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from calibration.open_procedure import ProcedureReport
from calibration.procedure_view import WorkshopView
from common.message import Message
from engine import IllegalAction, UndoBarred
from hardware.board import ALL_DARK, Board, BoardEvent, ButtonPressed, Frame, LinkChanged, LinkState
from hardware.field_model import Measured
from perception.orientation import Orientation
from table.runtime.led_output import TICK_SECONDS, LedOutput
from table.runtime.mailbox import (
    BoardEnded,
    BoardFeed,
    CallSoon,
    CommandSubmitted,
    Mailbox,
    PhoneListening,
    ProcedureFinished,
    ReplayRequested,
    Stop,
)
from table.runtime.pending_writes import RETRY_SECONDS, PendingWrites
from table.runtime.phone_presence import ClaimTimers, ConnectedPhones
from table.runtime.table_handle import Publisher, TableHandle, marks_of
from table.runtime.trace_events import NoRecorder, Recorder, replay_item, source_of
from table.runtime.workshop_mode import BoardAdjuster, WorkshopMode
from table.session.callers import UNKNOWN_CALLER, Caller
from table.session.commands import Command, ShowGame
from table.session.handlers.board_offers import status_without_game
from table.session.handlers.claim_proof import handle_press
from table.session.interfaces import BoardReader, EntryStore, LightOutput, LightsOverTime, PresenceReader
from table.session.journal_entries import Entry
from table.session.reading_status import AskWhich, Revised, StatusChanged, Steps
from table.session.reducer import handle
from table.session.refusals import Refusal, refusal_message
from table.session.saved_state import SavedState, game_begins, steps_to_undo
from table.session.seating import fresh_token, token_mark
from table.session.session_events import (
    BoardRead,
    CameToRest,
    CommandReceived,
    DiskFull,
    EntryReplayed,
    LoadHistory,
    Persist,
    PhonesChanged,
    Pressed,
    QuestionRead,
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
from table.session.table_api import Accepted, Answer, Refused, Tokens
from table.session.table_state import TableState
from table.storage.autosave import Autosave
from table.storage.journal import JournalError, NotWrittenError
from table.storage.journal_compaction import shorten
from table.view.led_patterns import ROUND_MS, SWEEP_MS, plan_sweep, plan_turn_change

log = logging.getLogger(__name__)


class TableActor(TableHandle):
    """One game at one table; start it once, close it once."""

    def __init__(  # noqa: PLR0913 - the parts of a table
        self,
        board: Board,
        reader: BoardReader,
        shines: LightOutput,
        journal: EntryStore,
        evening: SavedState,
        *,
        size: int = 5,
        adjuster: BoardAdjuster | None = None,
        presence: PresenceReader | None = None,
    ) -> None:
        """A table over an open board of ``size`` squares a side and an open journal, which it closes; ``evening`` is
        what `table.storage.startup.resume` gave, ``adjuster`` what adjuster the board in the workshop, if anything can,
        ``presence`` what notices that somebody is at the board (None: nothing does)."""
        self._board = board
        self._lamps = LedOutput(board.show)
        self._vestibule = ClaimTimers(presence)
        self._reader = reader
        self._shines = shines
        self._journal = journal
        self._state = TableState.opening(evening, size)
        self._lying = Orientation(evening.turned, size)
        super().__init__(Mailbox(), Publisher(self._state))
        self._stopped = threading.Event()
        self._link = LinkState.SEARCH
        self._greeted = False
        self._phones = ConnectedPhones()
        self._unwritten = PendingWrites()
        self.clock: Callable[[], float] = time.monotonic
        """By which moving lights move, in seconds; where time is simulated, the board's."""
        self.tokens: Callable[[], str] = fresh_token
        """Where new tokens come from, and with them chance: secret, but for games that are to be repeated."""
        self.recorder: Recorder = NoRecorder()
        """What keeps a trace of this table; to be set before it starts."""
        self.board_warnings: Callable[[], tuple[Message, ...]] = tuple
        """What there is to warn of before anything is read: a board that was never calibrated."""
        self.clear_board: Callable[[], None] = lambda: None
        """What clears the board when a game begins, before anybody is told of it; returns at once. A real one is
        cleared by people."""
        self.autosave = Autosave()
        """What keeps the games that end here; to be set before it starts."""
        self._workroom = WorkshopMode(
            adjuster,
            self._show_workshop,
            self._notices.publish_readings,
            lambda report: self._inbox.put(ProcedureFinished(report)),
        )
        self.ended: Callable[[], None] = lambda: None
        """What hears, in the table's thread, that the table has stopped; to be set before it starts."""
        self._plan = shines(self._state)
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.feed = BoardFeed(board, self._inbox)
        """What the board says."""
        self.failure: str | None = None
        """Why the table stopped by itself, in one line; None if it did not."""

    def start(self) -> None:
        """Begin to read the board and to answer."""
        self._thread.start()
        self.feed.start()

    def ask_to_stop(self) -> None:
        """Stop soon: lights off, journal closed, everyone who waits released."""
        self._inbox.put(Stop())

    def close(self) -> None:
        """Stop, and wait for it. Safe to call again."""
        self.ask_to_stop()
        self._thread.join()

    def wait_closed(self, timeout: float | None = None) -> bool:
        """Wait until the table has stopped; whether it has."""
        return self._stopped.wait(timeout)

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Ask the table to carry out a command; returns when it is durable or refused. What takes its time first
        is done here, so that the table does not wait for it; not for those who look on, who may ask for none of it."""
        if isinstance(command, ShowGame) and self.snapshot(tokens).seats_held:
            self.autosave.prepare(command)
        return super().submit(tokens, version, command, caller)

    def _run(self) -> None:
        clean = False
        try:
            self.begin()
            clean = self._serve()
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

    def _serve(self) -> bool:
        while True:
            letter = self._inbox.get(self._patience)
            match letter:
                case Stop():
                    return True
                case BoardEnded():
                    self.failure = "the link to the board ended by itself"
                    return True
                case Frame() | ButtonPressed() | LinkChanged():
                    self.handle_event(letter)
                case PhoneListening():
                    self._count_phones(letter)
                case CommandSubmitted():
                    self._submitted(letter)
                case ReplayRequested(what):
                    replay_item(self, what)
                case ProcedureFinished(report):
                    self.stored(report)
                case CallSoon(give):
                    give()
                case None:
                    pass
            self.check_timers()
            self.show_lights()

    @property
    def _patience(self) -> float | None:
        """How long nothing has to come in until there is something to do, in seconds; None: for ever."""
        if self._shining.animated or self._lamps.passing:
            return TICK_SECONDS
        if self._unwritten.waiting or self._state.unkept is not None:
            return RETRY_SECONDS
        return self._vestibule.patience

    # What the table's thread does. Whoever replays a trace does the same in a thread of their own, without `start`.

    def begin(self) -> None:
        """Let the reader know what to expect, before the first event, and keep what the last start could not."""
        self._vestibule.follow(self._state, self.clock())
        self._expect()
        self.autosave.keep(self._state.saved.ended, self._do, just_now=False)

    def handle_event(self, event: BoardEvent) -> None:
        """Take in an event of the board. What it says of itself is for the workshop while that is open; the game, and
        so its trace, hears nothing of it."""
        self._workroom.feed(event)
        if (self._workroom.is_open or self._unwritten.waiting) and not isinstance(event, LinkChanged):
            return
        # What is of a sign is in no trace, as the claim that it is for is in none.
        if not isinstance(event, ButtonPressed) or handle_press(self._state, event.button) is None:
            self.recorder.came(event)
        match event:
            case Frame():
                self._read(event)
            case ButtonPressed():
                self._do(Pressed(event.button))
            case LinkChanged():
                log.info("board: %s %s", event.state.value, event.detail)
                if event.state is LinkState.READY and self._link is not LinkState.DEGRADED:
                    self._reader.reconnect()
                self._link = event.state
                self._lamps.forget()  # a board that comes back is dark
                self._greet()
                self._look()

    def answer(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Carry out a phone's command, or say why not."""
        token = self.tokens()
        self._unwritten.try_again(self._play, self.clock())
        if self._unwritten.waiting:
            return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=self._state.unwritten or ""))
        name = self.keeper.next_name(self._state.evening)
        asked = CommandReceived(marks_of(tokens), version, command, token_mark(token), name, caller)
        answer = self._do(asked) or Refused(Message(Refusal.CLOSING.value))
        return replace(answer, token=token) if isinstance(answer, Accepted) and answer.seat is not None else answer

    def replay_entry(self, entry: Entry) -> None:
        """Let happen what a phone brought about when the trace was recorded; raises as
        `table.session.evolve.evolve` does."""
        self._do(EntryReplayed(entry))

    def trust(self) -> None:
        """Take what is read now for the position of the game, as a phone asked."""
        self.recorder.trusted()
        self._reader.trust()
        self._look()

    def renew(self) -> None:
        """Read the board from nothing, as after the workshop: hands have been on it, and it may measure otherwise."""
        self.recorder.renewed()
        self._reader.renew()
        self._expect()

    def read_by(self, fields: Measured) -> None:
        """Read the board by these fields under a worker from now on."""
        self.recorder.measured(fields)
        self._reader.read_by(fields)

    def stored(self, report: ProcedureReport) -> None:
        """Take in what came of storing. The board is in the workshop still, so that no piece of the game is in the air
        when it begins to be read otherwise."""
        self._workroom.report(report)
        if report.measured:
            self.read_by(report.measured)

    def show_lights(self) -> None:
        """Show the lights: a new plan at once, moving lights no oftener than they need."""
        lying = Orientation() if self._workroom.is_open else self._lying
        self._lamps.show(self._shining, self.clock(), lying, self._state.saved.settings.brightness)

    @property
    def _shining(self) -> LightsOverTime:
        """What is lit. The workshop speaks of squares as the board has them, however it lies for the game."""
        return self._workroom.lights if self._workroom.is_open else self._plan

    def check_timers(self) -> None:
        """Let end what has waited for too long."""
        for late in tuple(self._vestibule.late(self.clock())):
            self._do(late)
        if self._unwritten.is_due(self.clock()):
            self._unwritten.try_again(self._play, self.clock())
        if self.autosave.is_due(self.clock()):
            self.autosave.keep(self._state.saved.ended, self._do, just_now=False)

    # The rest of what it does.

    def _read(self, frame: Frame) -> None:
        frame = self._lying.frame(frame)
        for noticed in self._vestibule.feed(frame):
            self._do(noticed)
        if self._state.saved.game is None:
            return
        self._do(TimePassed(frame.at))
        for intent in self._reader.feed(frame):
            match intent:
                case Steps(actions):
                    self._play(StepsRead(actions))
                case Revised(back, actions):
                    self._play(StepsRevised(back, actions))
                case AskWhich(choices):
                    self._do(QuestionRead(choices))
                case StatusChanged():
                    self._look()

    def _greet(self) -> None:
        """Show with the first board that every light of it works. Who comes back to a game needs its lights at once."""
        if self._greeted or self._link is not LinkState.READY:
            return
        self._greeted = True
        if self._state.saved.game is None:
            self._lamps.let_pass(plan_sweep(self._state.size), SWEEP_MS / 1000, self.clock())

    def _play(self, read: TableEvent) -> None:
        """Play what was read. If it cannot be, the reading was wrong: it starts afresh, and the pieces are led back."""
        try:
            self._do(read)
        except (IllegalAction, UndoBarred) as error:
            log.warning("the reading of the board was wrong: %s", error)
            self._reader.restart()

    def _look(self) -> None:
        """Note how the reading stands; without a game nothing is read."""
        state, link = self._state, self._link.value
        waiting = state.evening.game is None
        status = status_without_game(state.evening.turned, state.corner, state.size) if waiting else self._reader.status
        told = (status.differences, status.message, status.offers, (*self.board_warns(), *status.warnings))
        self._do(BoardRead(BoardView(link, status.mode, status.lifted, *told)))

    def _count_phones(self, letter: PhoneListening) -> None:
        self._phones.note(marks_of(letter.tokens), joined=letter.joined)
        self._note_phones()

    def _note_phones(self) -> None:
        self._do(PhonesChanged(frozenset(self._state.saved.seating.held(self._phones.marks))))

    def _submitted(self, letter: CommandSubmitted) -> None:
        answer: Answer = Refused(Message(Refusal.CLOSING.value))
        try:
            answer = self.answer(letter.tokens, letter.version, letter.command, letter.caller)
        finally:
            letter.answer.set_result(answer)

    def _do(self, event: TableEvent) -> Answer | None:
        """Let the session handle an event, and what then happens by itself."""
        before = self._state.saved
        answer = self._handle(event)
        if not self._unwritten.waiting:
            self._handle(CameToRest())
            if self._state.saved is not before:
                shorten(self._journal, self._state.saved)
        return answer

    def _not_written(self, event: TableEvent, error: NotWrittenError) -> Refused:
        """Show nothing of it. Whoever asked on a phone is told and may ask again; what hands did waits."""
        self._handle(DiskFull(error.reason))
        if not isinstance(event, CommandReceived):
            self._unwritten.hold(event, self.clock())
        return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=error.reason))

    def _handle(self, event: TableEvent) -> Answer | None:
        """Handle one event: what must be durable first, then everything else."""
        state, effects = handle(self._state, event)
        answer: Answer | None = None
        entries = [effect.entry for effect in effects if isinstance(effect, Persist)]
        if entries:
            try:
                self._journal.append(*entries)
            except NotWrittenError as error:
                return self._not_written(event, error)
        for entry in entries:
            self.recorder.entry_written(entry, source_of(event, entry))
        if state is not self._state:
            self._adopt(state)
        for effect in effects:
            match effect:
                case Reply(given):
                    answer = given
                case TrustReading():
                    self.trust()
                case WorkshopInput(command):
                    answer = self._workroom.carry_out(command) or Accepted(self._state.version)
                case SaveGame() | LoadHistory():
                    answer = self.autosave.attend(effect, self._state, self._do) or answer
                case Persist():
                    pass  # before all else
        if entries and self._state.unwritten is not None:
            self._handle(DiskFull(None))
        return answer

    def _show_workshop(self, workshop: WorkshopView | None) -> None:
        closed = workshop is None and self._state.workshop is not None
        self._do(WorkshopChanged(workshop))
        if closed:
            self.renew()

    def _adopt(self, state: TableState) -> None:
        before, self._state = self._state, state
        if state.version == before.version:
            return  # time has passed, and nothing that is shown has changed
        self._vestibule.follow(state, self.clock())
        if game_begins(before.evening, state.evening):
            self.clears()
        self._notices.publish(state)
        self._plan = self._shines(state)
        if state.saved is not before.saved:
            waited_for = state.saved.waits_for
            if waited_for is not None and waited_for is not before.saved.waits_for:
                self._lamps.let_pass(plan_turn_change(waited_for, state.size), ROUND_MS / 1000, self.clock())
            if state.saved.turned != before.saved.turned:
                self._lying = Orientation(state.saved.turned, state.size)
                self._lamps.forget()
                self._reader.renew()
            over = before.saved.game is None or before.saved.phase is Phase.OVER
            if over and state.saved.game is not None and state.saved.phase is not Phase.OVER:
                self._reader.restart()
            self._expect()
            if state.saved.seating is not before.saved.seating:
                self._note_phones()
        elif state.corner != before.corner:
            self._look()

    def _expect(self) -> None:
        evening = self._state.saved
        if evening.game is not None:
            undoable = steps_to_undo(evening)
            self._reader.expect(evening.game, locked=evening.to_act is None, undoable=undoable)
        self._look()

    def _shut(self) -> None:
        self._notices.close()
        self.refuse_the_rest()
        self._board.show(ALL_DARK)
        self._board.close()
        self._journal.close()
