"""The running table: one thread that owns the game, and the door through which every other thread reaches it."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace

from engine import IllegalAction, UndoBarred
from hardware.board import ALL_DARK, Board, BoardEvent, ButtonPressed, Frame, Lights, LinkChanged, LinkState
from hardware.field_model import Measured
from table.commands import Command, WorkshopCommand
from table.door import Accepted, Answer, Refused, Tokens
from table.entries import Entry
from table.evening import Evening, steps_to_undo
from table.follow.status import FOLLOWING, AskWhich, BoardStatus, Revised, StatusChanged, Steps
from table.inbox import Inbox
from table.journal import JournalError
from table.letters import BoardEnded, Letter, Listening, Reported, Stop, Submitted, ToldAgain
from table.noticeboard import Noticeboard
from table.orientation import QUARTERS, Orientation
from table.ports import Keeps, Plan, Reads, Shines
from table.recording import FieldsMeasured, Recorder, Source, Told, Unrecorded
from table.refusals import CommandRefused, Refusal
from table.seats import fresh_token, token_mark
from table.session import (
    Asked,
    BoardRead,
    Persist,
    PhonesChanged,
    Pressed,
    QuestionRead,
    Reply,
    Retold,
    StepsRead,
    StepsRevised,
    TableEvent,
    TableState,
    Trust,
    Work,
    WorkshopChanged,
    handle,
)
from table.snapshot import BoardMode, BoardView, Message, Readings, Snapshot, TurnBoard, WorkshopView
from table.workroom import Adjusts, Workroom
from table.workshop.room import Report

log = logging.getLogger(__name__)

FRAMES_WAITING = 8
"""How many frames may wait for the table's thread: at 50 a second, what it is behind at most."""
TICK_SECONDS = 0.05
"""Between two pictures of moving lights."""
STOP_SECONDS = 0.8
"""How long `close` waits for the table's thread."""


class Table:
    """One game at one table. Implements `table.door.Door`; start it once, close it once."""

    def __init__(  # noqa: PLR0913 - the parts of a table
        self,
        board: Board,
        reader: Reads,
        shines: Shines,
        journal: Keeps,
        evening: Evening,
        *,
        size: int = 5,
        adjusts: Adjusts | None = None,
    ) -> None:
        """A table over an open board of ``size`` squares a side and an open journal, which it closes; ``evening`` is
        what `table.resuming.resume` gave, ``adjusts`` what adjusts the board in the workshop, if anything can."""
        self._board = board
        self._reader = reader
        self._shines = shines
        self._journal = journal
        self._inbox: Inbox[Letter, Frame] = Inbox(FRAMES_WAITING)
        self._state = TableState.opening(evening, size)
        self._lying = Orientation(evening.turned, size)
        self._notices = Noticeboard(self._state)
        self._stopped = threading.Event()
        self._link = LinkState.SEARCH
        self._phones: Counter[str] = Counter()
        self.clock: Callable[[], float] = time.monotonic
        """By which moving lights move, in seconds; where time is simulated, the board's."""
        self._began: float | None = None
        self.tokens: Callable[[], str] = fresh_token
        """Where new tokens come from, and with them chance: secret, but for games that are to be repeated."""
        self.recorder: Recorder = Unrecorded()
        """What keeps a trace of this table; to be set before it starts."""
        self.board_warns: Callable[[], tuple[Message, ...]] = tuple
        """What there is to warn of before anything is read: a board that was never calibrated."""
        self._workroom = Workroom(adjusts, self._show_workshop, self._notices.publish_readings, self._post)
        self._plan = shines(self._state)
        self._lit: Lights | None = None
        self._drawn: Plan | None = None
        self._drawn_at = 0.0
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._feet = threading.Thread(target=self._read_board, name="board-events", daemon=True)
        self.failure: str | None = None
        """Why the table stopped by itself, in one line; None if it did not."""

    def start(self) -> None:
        """Begin to read the board and to answer."""
        self._thread.start()
        self._feet.start()

    def ask_to_stop(self) -> None:
        """Stop soon: lights off, journal closed, everyone who waits released. Safe in a signal handler of a thread
        that does nothing else with the table than `wait_closed`."""
        self._inbox.put(Stop())

    def close(self) -> None:
        """Stop, and wait for it. Safe to call again."""
        self.ask_to_stop()
        self._stopped.wait(STOP_SECONDS)

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""
        return self._notices.closed

    def wait_closed(self, timeout: float | None = None) -> bool:
        """Wait until the table has stopped; whether it has."""
        return self._stopped.wait(timeout)

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """The table as the phone with these seat tokens may see it."""
        return self._notices.snapshot(_marks(tokens))

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        return self._notices.wait(_marks(tokens), version, timeout)

    @property
    def readings(self) -> Readings:
        """What the board measures now, if somebody looks at it in the workshop."""
        return self._notices.readings

    def wait_readings(self, version: int, timeout: float) -> Readings | None:
        """The first readings with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        return self._notices.wait_readings(version, timeout)

    def submit(self, tokens: Tokens, version: int, command: Command) -> Answer:
        """Ask the table to carry out a command; returns when it is durable or refused."""
        answer: Future[Answer] = Future()
        self._inbox.put(Submitted(tokens, version, command, answer))
        if self._notices.closed:  # then nobody may read the inbox any more
            self._refuse_the_rest()
        return answer.result()

    def tell_again(self, what: Entry | Told | FieldsMeasured) -> None:
        """Let happen what a phone or the workshop brought about when a trace was recorded that is now the table's
        board. Returns at once."""
        self._inbox.put(ToldAgain(what))

    @contextmanager
    def listening(self, tokens: Tokens) -> Iterator[None]:
        """Marks the phone's seats as connected while the context is open."""
        self._inbox.put(Listening(tokens, joined=True))
        try:
            yield
        finally:
            self._inbox.put(Listening(tokens, joined=False))

    def _read_board(self) -> None:
        try:
            for event in self._board.events():
                if isinstance(event, Frame):
                    self._inbox.put_frame(event)
                else:
                    self._inbox.put(event)
        finally:
            self._inbox.put(BoardEnded())

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
            self._shut()

    def _serve(self) -> bool:
        while True:
            letter = self._inbox.take(TICK_SECONDS if self._shining.animated else None)
            match letter:
                case Stop():
                    return True
                case BoardEnded():
                    self.failure = "the link to the board ended by itself"
                    return True
                case Frame() | ButtonPressed() | LinkChanged():
                    self.deal_with(letter)
                case Listening():
                    self._count_phones(letter)
                case Submitted():
                    self._submitted(letter)
                case ToldAgain(what):
                    self._told_again(what)
                case Reported(report):
                    self.stored(report)
                case None:
                    pass
            self.shine()

    # What the table's thread does. Whoever replays a trace does the same in a thread of their own, without `start`.

    def begin(self) -> None:
        """Let the reader know what to expect, before the first event."""
        self._expect()

    def deal_with(self, event: BoardEvent) -> None:
        """Take in an event of the board. What it says of itself is for the workshop while that is open; the game, and
        so its trace, hears nothing of it."""
        self._workroom.feed(event)
        if self._workroom.is_open and not isinstance(event, LinkChanged):
            return
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
                self._lit = self._drawn = None  # a board that comes back is dark
                self._look()

    def answer(self, tokens: Tokens, version: int, command: Command) -> Answer:
        """Carry out a phone's command, or say why not."""
        token = self.tokens()
        asked = Asked(_marks(tokens), version, command, token_mark(token))
        answer = self._do(asked) or Refused(Message(Refusal.CLOSING.value))
        return replace(answer, token=token) if isinstance(answer, Accepted) and answer.seat is not None else answer

    def retell(self, entry: Entry) -> None:
        """Let happen what a phone brought about when the trace was recorded; raises as `table.evening.evolve` does."""
        self._do(Retold(entry))

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

    def stored(self, report: Report) -> None:
        """Take in what came of storing. The board is in the workshop still, so that no piece of the game is in the air
        when it begins to be read otherwise."""
        self._workroom.report(report)
        if report.measured:
            self.read_by(report.measured)

    def shine(self) -> None:
        """Show the lights: a new plan at once, moving lights no oftener than they need."""
        now, plan = self.clock(), self._shining
        if self._began is None:
            self._began = now
        if plan is self._drawn and now - self._drawn_at < TICK_SECONDS:
            return
        self._drawn, self._drawn_at = plan, now
        lights = plan.at(int(1000 * (now - self._began)))
        if not self._workroom.is_open:
            lights = self._lying.lights(lights)
        if lights != self._lit:
            self._lit = lights
            self._board.show(lights)

    @property
    def _shining(self) -> Plan:
        """What is lit. The workshop speaks of squares as the board has them, however it lies for the game."""
        return self._workroom.lights if self._workroom.is_open else self._plan

    # The rest of what it does.

    def _read(self, frame: Frame) -> None:
        if self._state.evening.game is None:
            return
        for intent in self._reader.feed(self._lying.frame(frame)):
            match intent:
                case Steps(actions):
                    self._play(StepsRead(actions))
                case Revised(back, actions):
                    self._play(StepsRevised(back, actions))
                case AskWhich(choices):
                    self._do(QuestionRead(choices))
                case StatusChanged():
                    self._look()

    def _play(self, read: StepsRead | StepsRevised) -> None:
        """Play what was read. If it cannot be, the reading was wrong: it starts afresh, and the pieces are led back."""
        try:
            self._do(read)
        except (IllegalAction, UndoBarred) as error:
            log.warning("the reading of the board was wrong: %s", error)
            self._reader.restart()

    def _look(self) -> None:
        status = self._status()
        link, lifted = self._link.value, status.lifted
        told = (status.differences, status.message, status.offers, (*self.board_warns(), *status.warnings))
        self._do(BoardRead(BoardView(link, status.mode, lifted, *told)))

    def _status(self) -> BoardStatus:
        """How the reading stands. Without a game nothing is read, and a board that lies turned can be turned back."""
        evening = self._state.evening
        if evening.game is not None:
            return self._reader.status
        back = -evening.turned % QUARTERS
        if not back:
            return FOLLOWING
        return BoardStatus(BoardMode.FOLLOWING, message=Message("board.read_turned"), offers=(TurnBoard(back),))

    def _count_phones(self, letter: Listening) -> None:
        change = Counter(_marks(letter.tokens))
        if letter.joined:
            self._phones.update(change)
        else:
            self._phones.subtract(change)
            self._phones = +self._phones
        self._note_phones()

    def _note_phones(self) -> None:
        self._do(PhonesChanged(frozenset(self._state.evening.seating.held(frozenset(self._phones)))))

    def _submitted(self, letter: Submitted) -> None:
        answer: Answer = Refused(Message(Refusal.CLOSING.value))
        try:
            answer = self.answer(letter.tokens, letter.version, letter.command)
        finally:
            letter.answer.set_result(answer)

    def _told_again(self, what: Entry | Told | FieldsMeasured) -> None:
        try:
            match what:
                case Told.TRUSTED:
                    self.trust()
                case Told.RENEWED:
                    self.renew()
                case FieldsMeasured(fields):
                    self.read_by(fields)
                case _:
                    self.retell(what)
        except ValueError as error:  # the engine's errors are among these
            log.warning("what a phone did then cannot be done now: %s", error)

    def _do(self, event: TableEvent) -> Answer | None:
        """Let the session handle an event: what must be durable first, then everything else."""
        state, effects = handle(self._state, event)
        answer: Answer | None = None
        entries = [effect.entry for effect in effects if isinstance(effect, Persist)]
        if entries:
            self._journal.append(*entries)
        for entry in entries:
            self.recorder.brought(entry, Source.PHONE if isinstance(event, Asked | Retold) else Source.BOARD)
        if state is not self._state:
            self._adopt(state)
        for effect in effects:
            match effect:
                case Reply(given):
                    answer = given
                case Trust():
                    self.trust()
                case Work(command):
                    answer = self._work(command)
                case Persist():
                    pass  # before all else
        return answer

    def _work(self, command: WorkshopCommand) -> Answer:
        try:
            self._workroom.do(command)
        except CommandRefused as refused:
            return refused.answer
        return Accepted(self._state.version)

    def _show_workshop(self, workshop: WorkshopView | None) -> None:
        closed = workshop is None and self._state.workshop is not None
        self._do(WorkshopChanged(workshop))
        if closed:
            self.renew()

    def _post(self, report: Report) -> None:
        self._inbox.put(Reported(report))

    def _adopt(self, state: TableState) -> None:
        before, self._state = self._state, state
        self._notices.publish(state)
        self._plan = self._shines(state)
        if state.evening is not before.evening:
            if state.evening.turned != before.evening.turned:
                self._lying, self._drawn = Orientation(state.evening.turned, state.size), None
                self._reader.renew()
            if state.evening.game is not None and before.evening.game is None:
                self._reader.restart()
            self._expect()
            if state.evening.seating is not before.evening.seating:
                self._note_phones()

    def _expect(self) -> None:
        evening = self._state.evening
        if evening.game is not None:
            undoable = steps_to_undo(evening)
            self._reader.expect(evening.game, locked=evening.to_act is None, undoable=undoable)
        self._look()

    def _shut(self) -> None:
        self._notices.close()
        self._refuse_the_rest()
        self._board.show(ALL_DARK)
        self._board.close()
        self._journal.close()
        self._stopped.set()

    def _refuse_the_rest(self) -> None:
        for letter in self._inbox.drain():
            if isinstance(letter, Submitted):
                letter.answer.set_result(Refused(Message(Refusal.CLOSING.value)))


def _marks(tokens: Tokens) -> frozenset[str]:
    return frozenset(token_mark(token) for token in tokens)
