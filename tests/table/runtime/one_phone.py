"""What a test sees of a running table through one phone that has all its seats."""

from __future__ import annotations

from abc import ABC, abstractmethod

from engine import Game, Seat
from engine.notation import parse_action
from table.runtime.table_actor import TableActor
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.match_part import MatchView
from table.session.saved_state import SavedState
from table.session.snapshot import Snapshot
from table.session.turns import Act


class OnePhone(ABC):
    """A phone with all seats of a table. How its commands reach the table is up to the kind of table."""

    table: TableActor
    tokens: Tokens

    @property
    def seen(self) -> Snapshot:
        """What the phone shows."""
        return self.table.snapshot(self.tokens)

    @property
    def saved(self) -> SavedState:
        """The state that the journal holds."""
        return self.table.runner.state.saved

    @property
    def game(self) -> Game:
        """The game that is played."""
        assert self.saved.game is not None
        return self.saved.game

    @property
    def match(self) -> MatchView:
        """The match with other tables as the phone shows it."""
        shown = self.seen.match
        assert shown is not None
        return shown

    @property
    def own(self) -> tuple[Seat, ...]:
        """The seats that are played here."""
        return self.seen.seats_held

    @abstractmethod
    def does(self, *commands: Command) -> None:
        """The phone gives these commands, one right after the other."""

    def plays(self, *steps: str) -> None:
        """The phone plays these steps."""
        self.does(*(Act(parse_action(step)) for step in steps))
