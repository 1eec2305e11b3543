"""The running table: one thread that owns the game, and the door through which every other thread reaches it."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace

from engine import IllegalAction, UndoBarred
from hardware.board import ALL_DARK, Board, BoardEvent, ButtonPressed, Frame, Lights, LinkChanged, LinkState
from table.commands import Command
from table.door import Accepted, Answer, Refused, Tokens
from table.entries import Entry, Opened, TableCleared
from table.errors import CannotPlayError
from table.evening import Evening, evolve, replay, steps_to_undo
from table.follow.status import FOLLOWING, AskWhich, BoardStatus, Revised, StatusChanged, Steps
from table.inbox import Inbox
from table.journal import Journal, JournalError
from table.orientation import QUARTERS, Orientation
from table.ports import Keeps, Plan, Reads, Shines
from table.present import Publication
from table.recording import Recorder, Source, Unrecorded
from table.refusals import Refusal
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
    handle,
)
from table.snapshot import BoardMode, BoardView, Message, Snapshot, TurnBoard

log = logging.getLogger(__name__)

FRAMES_WAITING = 8
"""How many frames may wait for the table's thread: at 50 a second, what it is behind at most."""
TICK_SECONDS = 0.05
"""Between two pictures of moving lights."""
STOP_SECONDS = 0.8
"""How long `close` waits for the table's thread."""


@dataclass(frozen=True, slots=True)
class _Submitted:
    tokens: Tokens
    version: int
    command: Command
    answer: Future[Answer]


@dataclass(frozen=True, slots=True)
class _Listening:
    tokens: Tokens
    joined: bool


@dataclass(frozen=True, slots=True)
class _ToldAgain:
    entry: Entry | None


class _Stop:
    """The last letter."""


class _BoardEnded:
    """No more events will come from the board."""


_Letter = _Submitted | _Listening | _ToldAgain | ButtonPressed | LinkChanged | _BoardEnded | _Stop


def starting_entries(*, anew: bool) -> tuple[Entry, ...]:
    """What each start adds to the journal; ``anew`` gives up what is in it."""
    return (Opened(), TableCleared()) if anew else (Opened(),)


def resume(journal: Journal, *, anew: bool = False, size: int = 5) -> Evening:
    """The evening that a journal tells of, with this start noted in it; with ``anew`` an empty table. ``size`` is how
    many squares a side the board has.

    :raises JournalError: if its entries do not fit together.
    :raises CannotPlayError: if its game is played on a board of another size.
    """
    try:
        evening = replay(journal.entries)
    except ValueError as error:  # the engine's errors are among these
        raise JournalError(f"{journal.path}: the entries do not fit together: {error}") from error
    if not anew and evening.size not in (None, size):
        raise CannotPlayError(
            f"{journal.path}: the game that is kept there is played on {evening.size} x {evening.size} squares, and"
            f" this board has {size} x {size}; go on with it on a board of its size, or give it up: thera play --new"
        )
    for entry in starting_entries(anew=anew):
        journal.append(entry)
        evening = evolve(evening, entry)
    return evening


class Table:
    """One game at one table. Implements `table.door.Door`; start it once, close it once."""

    def __init__(  # noqa: PLR0913 - the parts of a table
        self, board: Board, reader: Reads, shines: Shines, journal: Keeps, evening: Evening, *, size: int = 5
    ) -> None:
        """A table over an open board of ``size`` squares a side and an open journal, which it closes; ``evening`` is
        what `resume` gave."""
        self._board = board
        self._reader = reader
        self._shines = shines
        self._journal = journal
        self._inbox: Inbox[_Letter, Frame] = Inbox(FRAMES_WAITING)
        self._state = TableState.opening(evening, size)
        self._lying = Orientation(evening.turned, size)
        self._published = Publication(self._state)
        self._news = threading.Condition()
        self._closed = False
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
        self._inbox.put(_Stop())

    def close(self) -> None:
        """Stop, and wait for it. Safe to call again."""
        self.ask_to_stop()
        self._stopped.wait(STOP_SECONDS)

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""
        return self._closed

    def wait_closed(self, timeout: float | None = None) -> bool:
        """Wait until the table has stopped; whether it has."""
        return self._stopped.wait(timeout)

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """The table as the phone with these seat tokens may see it."""
        return self._published.snapshot(_marks(tokens))

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._published.state.version != version, timeout)
            published = self._published
            if self._closed or published.state.version == version:
                return None
        return published.snapshot(_marks(tokens))

    def submit(self, tokens: Tokens, version: int, command: Command) -> Answer:
        """Ask the table to carry out a command; returns when it is durable or refused."""
        answer: Future[Answer] = Future()
        self._inbox.put(_Submitted(tokens, version, command, answer))
        if self._closed:  # then nobody may read the inbox any more
            self._refuse_the_rest()
        return answer.result()

    def tell_again(self, entry: Entry | None) -> None:
        """Let happen what a phone brought about when a trace was recorded that is now the table's board (None: it said
        that the pieces stand as the game has them). Returns at once."""
        self._inbox.put(_ToldAgain(entry))

    @contextmanager
    def listening(self, tokens: Tokens) -> Iterator[None]:
        """Marks the phone's seats as connected while the context is open."""
        self._inbox.put(_Listening(tokens, joined=True))
        try:
            yield
        finally:
            self._inbox.put(_Listening(tokens, joined=False))

    def _read_board(self) -> None:
        try:
            for event in self._board.events():
                if isinstance(event, Frame):
                    self._inbox.put_frame(event)
                else:
                    self._inbox.put(event)
        finally:
            self._inbox.put(_BoardEnded())

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
            letter = self._inbox.take(TICK_SECONDS if self._plan.animated else None)
            match letter:
                case _Stop():
                    return True
                case _BoardEnded():
                    self.failure = "the link to the board ended by itself"
                    return True
                case Frame() | ButtonPressed() | LinkChanged():
                    self.deal_with(letter)
                case _Listening():
                    self._count_phones(letter)
                case _Submitted():
                    self._submitted(letter)
                case _ToldAgain(entry):
                    self._told_again(entry)
                case None:
                    pass
            self.shine()

    # What the table's thread does. Whoever replays a trace does the same in a thread of their own, without `start`.

    def begin(self) -> None:
        """Let the reader know what to expect, before the first event."""
        self._expect()

    def deal_with(self, event: BoardEvent) -> None:
        """Take in an event of the board."""
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

    def shine(self) -> None:
        """Show the lights: a new plan at once, moving lights no oftener than they need."""
        now = self.clock()
        if self._began is None:
            self._began = now
        if self._plan is self._drawn and now - self._drawn_at < TICK_SECONDS:
            return
        self._drawn, self._drawn_at = self._plan, now
        lights = self._lying.lights(self._plan.at(int(1000 * (now - self._began))))
        if lights != self._lit:
            self._lit = lights
            self._board.show(lights)

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
        told = (status.differences, status.message, status.offers, status.warnings)
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

    def _count_phones(self, letter: _Listening) -> None:
        change = Counter(_marks(letter.tokens))
        if letter.joined:
            self._phones.update(change)
        else:
            self._phones.subtract(change)
            self._phones = +self._phones
        self._note_phones()

    def _note_phones(self) -> None:
        self._do(PhonesChanged(frozenset(self._state.evening.seating.held(frozenset(self._phones)))))

    def _submitted(self, letter: _Submitted) -> None:
        answer: Answer = Refused(Message(Refusal.CLOSING.value))
        try:
            answer = self.answer(letter.tokens, letter.version, letter.command)
        finally:
            letter.answer.set_result(answer)

    def _told_again(self, entry: Entry | None) -> None:
        try:
            if entry is None:
                self.trust()
            else:
                self.retell(entry)
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
                case Persist():
                    pass  # before all else
        return answer

    def _adopt(self, state: TableState) -> None:
        before, self._state = self._state, state
        with self._news:
            self._published = Publication(state, self._published)
            self._news.notify_all()
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
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._refuse_the_rest()
        self._board.show(ALL_DARK)
        self._board.close()
        self._journal.close()
        self._stopped.set()

    def _refuse_the_rest(self) -> None:
        for letter in self._inbox.drain():
            if isinstance(letter, _Submitted):
                letter.answer.set_result(Refused(Message(Refusal.CLOSING.value)))


def _marks(tokens: Tokens) -> frozenset[str]:
    return frozenset(token_mark(token) for token in tokens)
