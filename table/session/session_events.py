"""The events that go into the session, and the outcome of one: the next state, entries, effects and an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import ClassVar, Protocol

from engine.state import State
from opponent.puzzles import Puzzle
from perception.calibration.procedure import NamedMass, NamedSquare, ProcedureAnswer, Task
from table.log_forms import DraftRecord
from table.session.answers import Answer, Refusal, refuse
from table.session.board_choice import BoardKind
from table.session.game_history import HistoryPosition
from table.session.journal_entries import Entry, GameNamed
from table.session.saved_state import EndedGame
from table.session.table_state import ActionSequence, TableState


class TableEvent:
    """Something that has happened to a table.

    ``for_puzzle``: it belongs to the puzzle while one is on the board. ``by_phone``: a phone caused it, or something
    else that no replay of the board's frames causes again. ``awaited``: a caller waits for an answer, and can ask again
    if it cannot be stored.
    """

    __slots__ = ()
    for_puzzle: ClassVar[bool] = False
    by_phone: ClassVar[bool] = False
    awaited: ClassVar[bool] = False

    @property
    def belongs_to_puzzle(self) -> bool:
        """Whether the event belongs to the puzzle while one is on the board."""
        return self.for_puzzle

    def handle(self, state: TableState) -> EventOutcome:
        """Return the outcome of the event.

        :raises IllegalAction: for steps read from the board that the rules do not allow: the reading was wrong.
        :raises UndoBarred: for steps taken back on the board that cannot be taken back.
        :raises ValueError: for an entry of a match, or of a trace, that does not fit the state.
        """
        raise NotImplementedError


class Effect(Protocol):
    """Something to do outside the session once the entries are written and the new state is published."""

    def carry_out(self, table: TableParts) -> Answer | None:
        """Carry it out. Return the answer for the phone that asked, or None for the answer of the outcome.

        :raises CommandRefused: if it cannot be done.
        """


@dataclass(frozen=True, slots=True)
class EventOutcome:
    """The outcome of an event: the next state, the ``entries`` to write before it is shown, the ``effects`` to carry
    out afterwards, and the answer for the phone that asked, if one did."""

    state: TableState
    entries: tuple[Entry, ...] = ()
    effects: tuple[Effect, ...] = ()
    answer: Answer | None = None

    @classmethod
    def of(cls, state: TableState, entries: Iterable[Entry], name: str | None = None) -> EventOutcome:
        """Return the outcome of these entries. A game that begins gets this name, or is not archived if it is None."""
        applied = tuple(entries)
        after = reduce(TableState.with_entry, applied, state)
        effects = (SaveGame(after.saved.ended),) if len(after.saved.ended) > len(state.saved.ended) else ()
        if name is not None and after.saved.game is not None and after.saved.name is None:
            named = GameNamed(name)
            applied, after = (*applied, named), after.with_entry(named)
        return cls(after, applied, effects)

    def answered(self, answer: Answer) -> EventOutcome:
        """Return the same outcome with this answer."""
        return replace(self, answer=answer)


@dataclass(frozen=True, slots=True)
class EntryDecided(TableEvent):
    """An entry that was decided elsewhere: by the tables of a match, or by a phone in a recorded game. ``name`` is the
    archive's name for a game that begins with it, or None if it is not archived."""

    by_phone: ClassVar[bool] = True
    entry: Entry
    name: str | None = None

    def handle(self, state: TableState) -> EventOutcome:
        return EventOutcome.of(state, (self.entry,), self.name)


@dataclass(frozen=True, slots=True)
class TimePassed(TableEvent):
    """The milliseconds on the board's clock since the last event."""

    ms: int

    def handle(self, state: TableState) -> EventOutcome:
        running = state.running
        return EventOutcome(state if running is None else replace(state, clock=state.clock.passed(self.ms, running)))


@dataclass(frozen=True, slots=True)
class DiskFull(TableEvent):
    """The journal could not be written; ``reason`` says why. It is None once it can be written again."""

    reason: str | None

    def handle(self, state: TableState) -> EventOutcome:
        return EventOutcome(state if self.reason == state.unwritten else replace(state.newer, unwritten=self.reason))


@dataclass(frozen=True, slots=True)
class HintGiven(TableEvent):
    """A player was given a hint for the state of the game ``known``, which everybody may see on the lights."""

    known: State
    turns: tuple[ActionSequence, ...]

    def handle(self, state: TableState) -> EventOutcome:
        """Show it on the lights if the game is still at the position of the hint, and has no secrets."""
        game = state.saved.game
        moved = game is None or game.state != self.known or state.saved.confirming is not None
        return EventOutcome(state if moved or self.known.cast.has_secrets else replace(state, hinted=self.turns))


# The parts that effects act on.


class GameStore(Protocol):
    """Where finished games are stored (`table.storage.game_archive.GameArchive`). Safe from any thread; every method
    may raise SaveError."""

    def next_name(self, taken: Collection[str]) -> str:
        """Return a name for a game that begins now, other than those that are ``taken``."""

    def save(self, ended: EndedGame, *, just_now: bool) -> None:
        """Save a game; ``just_now``: it has ended at this moment."""

    def positions(self, name: str) -> tuple[HistoryPosition, ...]:
        """Return the positions of a game, in order."""

    def better_positions(self, name: str, ply: int) -> tuple[HistoryPosition, ...]:
        """Return the positions of the better turn that the review of a game has after this number of actions."""

    def delete(self, names: Iterable[str]) -> None:
        """Delete games for good."""

    def count(self, name: str, *, counted: bool) -> None:
        """Let a game count in the statistics, or not."""


class SaveError(Exception):
    """Something cannot be done with the finished games; the message is one line of English."""


class Workshop(Protocol):
    """Runs the procedures of the workshop (`table.runtime.workshop_mode.WorkshopMode`)."""

    def open(self, task: Task, *, restart: bool) -> None:
        """Begin a procedure, or go on with an unfinished one unless ``restart``.

        :raises CommandRefused: if the board cannot be adjusted, or is not there.
        """

    def close(self) -> None:
        """Give the board back."""

    def answer(self, answer: ProcedureAnswer | NamedSquare | NamedMass) -> None:
        """Answer the procedure's question."""


class TurnThinker(Protocol):
    """Thinks for the seats that the table plays, and judges puzzles (`table.runtime.seat_thinker.SeatThinker`)."""

    def answer_now(self) -> None:
        """Stop thinking, and use the best turn found so far."""

    def judge_turn(self, asked: JudgePuzzle) -> None:
        """Begin to judge a turn of a puzzle."""


class TableMatches(Protocol):
    """Plays matches with other tables (`online.match.match_control.MatchControl`). All calls come from the table's
    thread, and return at once."""

    @property
    def due(self) -> float:
        """When there is something to do, in seconds of the table's clock; ``inf`` if not before something comes."""

    def next_news(self, state: TableState) -> TableEvent | None:
        """Return the next news for the session; None if there is none until the state or the match changes."""

    def not_followed(self, why: str) -> None:
        """Note that the session could not take in the last news."""

    def carry_out(self, wish: Effect, state: TableState) -> Answer:
        """Carry out a phone's command that the session has allowed."""

    def close(self) -> None:
        """End with the program."""


class TableParts(Protocol):
    """A running table as effects see it (`table.runtime.session_runner.SessionRunner`)."""

    @property
    def state(self) -> TableState:
        """The table's state now."""

    @property
    def games(self) -> GameStore | None:
        """The archive of finished games, if there is one."""

    @property
    def workshop(self) -> Workshop:
        """The workshop."""

    @property
    def thinker(self) -> TurnThinker:
        """The thinker."""

    @property
    def matches(self) -> TableMatches | None:
        """The part that plays matches, if there is one."""

    def feed(self, event: TableEvent) -> Answer | None:
        """Let the session handle an event. Return the answer for the phone that asked."""

    def save_games(self, games: tuple[EndedGame, ...]) -> None:
        """Archive these games."""

    def trust(self) -> None:
        """Take the present reading of the board for the game's position."""

    def use_board(self, kind: BoardKind) -> None:
        """Go over to this one of the two boards."""


# Effects that are no commands.


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Archive these games: all that are over and not archived yet. The last one has just ended."""

    games: tuple[EndedGame, ...]

    def carry_out(self, table: TableParts) -> None:
        """Save them."""
        table.save_games(self.games)


@dataclass(frozen=True, slots=True)
class TrustReading:
    """Take the present reading of the board for the game's position."""

    def carry_out(self, table: TableParts) -> None:
        """Have the reader trust it."""
        table.trust()


@dataclass(frozen=True, slots=True)
class ChangeBoard:
    """Go over to this one of the two boards."""

    kind: BoardKind

    def carry_out(self, table: TableParts) -> None:
        """Use it."""
        table.use_board(self.kind)


@dataclass(frozen=True, slots=True)
class AnswerNow:
    """The seats of the table stop thinking, and say what they have found."""

    def carry_out(self, table: TableParts) -> None:
        """Stop the thinking."""
        table.thinker.answer_now()


@dataclass(frozen=True, slots=True)
class JudgePuzzle:
    """Judge the player's steps in all turns of a puzzle so far; the answer comes as
    `table.session.puzzle_play.PuzzleJudged`."""

    number: int
    puzzle: Puzzle
    steps: ActionSequence

    def carry_out(self, table: TableParts) -> None:
        """Begin to judge."""
        table.thinker.judge_turn(self)


@dataclass(frozen=True, slots=True)
class DraftWish:
    """The draft of the match goes on like this, as players at this table want."""

    draft: DraftRecord

    def carry_out(self, table: TableParts) -> Answer:
        """Ask the other tables."""
        return carried_to_match(self, table)


def carried_to_match(wish: Effect, table: TableParts) -> Answer:
    """Return the answer of the part that plays matches to a request that concerns other tables.

    :raises CommandRefused: if there is no such part.
    """
    if table.matches is None:
        raise refuse(Refusal.NO_BROKER)
    return table.matches.carry_out(wish, table.state)
