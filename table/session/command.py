"""Commands, which phones give to the table: the parts that every command has, and how it is carried out or refused.

A command is one type. It declares its form on phones: the tag of a class is its ``kind`` in JSON, and its docstring
describes it in ``docs/openapi.json``. It also declares what makes it stale, and its result (`Command.decide`). Each
subject has a module with its commands: `seating`, `lobby`, `drafting`, `turns`, `table_seats`, `table_setup`,
`workshop`, `archive`, `puzzle_play` and `match_play`.

A command is stale only if its subject has changed since the version that the phone knew: for an answer to a question
the question, for a recovery option the options, for an answer to a claim that claim, for most commands the game. A
lifted worker, a phone that disconnects or a claim for a seat makes no other command stale.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from msgspec import Struct

from common.message import Message
from engine.errors import DraftError, IllegalAction, InvalidSetup, UndoBarred
from engine.seats import Seat
from table.session.answers import (
    UNKNOWN_CALLER,
    Accepted,
    Answer,
    Caller,
    CommandRefused,
    Refusal,
    Refused,
    Stale,
    reason_message,
    refuse,
)
from table.session.journal_entries import Entry
from table.session.saved_state import SavedState
from table.session.session_events import Effect, EventOutcome, GameStore, TableEvent
from table.session.table_state import TableState

Decided = tuple[Entry, ...] | TableState | Effect
"""The result of a command: journal entries, a changed state without an entry, or an effect alone."""


class Command(Struct, frozen=True, tag_field="kind"):
    """A command that JSON names by its ``kind``.

    ``in_workshop``: it can be given while the board is in the workshop. ``for_puzzle``: it belongs to the puzzle while
    one is on the board.
    """

    in_workshop: ClassVar[bool] = False
    for_puzzle: ClassVar[bool] = False

    def known_since(self, state: TableState, asked: CommandReceived) -> int | None:  # noqa: ARG002
        """Return the version of the last change to the subject of the command, or None if it is never stale."""
        return state.game_version

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        """Return the result of the command, given by this phone now.

        :raises CommandRefused: if it cannot be carried out.
        :raises SantoriniError: if the rules do not allow it.
        """
        raise NotImplementedError

    def prepare(self, games: GameStore | None, has_seat: Callable[[], bool]) -> None:
        """Do slow work that changes nothing, in the calling thread, so that the table does not wait for it. ``games``
        are the finished games, or None if none are stored. ``has_seat`` says whether the phone has a seat."""

    @property
    def seat_asked(self) -> Seat | None:
        """Return the seat for which the answer gives a token, if there is one."""
        return None


@dataclass(frozen=True, slots=True)
class CommandReceived(TableEvent):
    """A phone with seat tokens of these marks gave a command. ``fresh`` is the mark of the token it gets for a claim.
    ``name`` is the archive's name for a game that begins with the command, or None if it is not archived. ``caller``
    gave the command."""

    by_phone: ClassVar[bool] = True
    awaited: ClassVar[bool] = True

    marks: frozenset[str]
    version: int
    command: Command
    fresh: str
    name: str | None = None
    caller: Caller = UNKNOWN_CALLER

    @property
    def belongs_to_puzzle(self) -> bool:
        """Whether the command belongs to the puzzle while one is on the board."""
        return self.command.for_puzzle

    def held(self, saved: SavedState) -> tuple[Seat, ...]:
        """The seats that the phone holds."""
        return saved.seating.held(self.marks)

    def own(self, saved: SavedState) -> tuple[Seat, ...]:
        """The seats of these for which a person plays."""
        return saved.seating.played_by_people(self.held(saved))

    def is_stale(self, state: TableState) -> bool:
        """Whether the subject of the command has changed since the version that the phone saw."""
        known = self.command.known_since(state, self)
        return known is not None and not known <= self.version <= state.version

    def decide(self, state: TableState) -> Decided:
        """Return the result of the command; raises as `Command.decide` does."""
        if state.workshop is not None and not self.command.in_workshop:
            raise refuse(Refusal.IN_WORKSHOP)
        return self.command.decide(state, self)

    def handle(self, state: TableState) -> EventOutcome:
        """Carry out the command, or refuse it."""
        if self.is_stale(state):
            return EventOutcome(state, answer=Stale(state.version))
        try:
            outcome = self._outcome(state, self.decide(state))
        except CommandRefused as refused:
            return EventOutcome(state, answer=refused.answer)
        except (IllegalAction, UndoBarred, DraftError) as error:
            return EventOutcome(state, answer=Refused(reason_message(error.reason)))
        except InvalidSetup as error:
            return EventOutcome(state, answer=Refused(Message(Refusal.NOT_NOW.value, (("detail", str(error)),))))
        return outcome.answered(self._accepted(outcome.state))

    def _outcome(self, state: TableState, decided: Decided) -> EventOutcome:
        if isinstance(decided, tuple):
            return EventOutcome.of(state, decided, self.name)
        if not isinstance(decided, TableState):
            return EventOutcome(state, effects=(decided,))
        if decided.claims and decided.puzzle is not None and not decided.connected:
            return EventOutcome(decided.without_puzzle())  # a sign at the board may be the only way to a seat
        return EventOutcome(decided)

    def _accepted(self, state: TableState) -> Answer:
        return Accepted(state.version, self.command.seat_asked)
