"""What a running table is put together from: what reads the board, what lights it, what keeps its entries."""

from __future__ import annotations

from typing import Protocol

from engine import Game
from hardware.board import Frame, Lights
from hardware.field_model import Measured
from table.session.journal_entries import Entry
from table.session.reading_status import BoardStatus, Intent
from table.session.table_state import TableState


class BoardReader(Protocol):
    """What turns frames into steps (`table.moves.Follower`)."""

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        """From now on read steps of this game; ``locked`` while a turn waits to be confirmed. The last ``undoable``
        steps may be taken back."""

    def restart(self) -> None:
        """What the board looked like until now counts for nothing."""

    def reconnect(self) -> None:
        """The board was lost for a while, with whatever hands did meanwhile."""

    def renew(self) -> None:
        """Begin from nothing: the squares have other sensors than before, since the board lies otherwise."""

    def read_by(self, fields: Measured) -> None:
        """From now on a worker is felt with these fields; begins from nothing, too."""

    def trust(self) -> None:
        """Take what is read now for the position of the game."""

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """What a frame shows."""

    @property
    def status(self) -> BoardStatus:
        """How the reading stands."""


class PresenceReader(Protocol):
    """What notices that somebody is at the board (`table.moves.touch_presence.TouchPresence`)."""

    def forget(self) -> None:
        """Begin from nothing: the next frame shows what the board looks like untouched."""

    def feed(self, frame: Frame) -> tuple[int, ...]:
        """The squares that a worker was put on or touches, once for each time."""


class LightsOverTime(Protocol):
    """Lights as a function of time (`table.view.led_patterns.LightPlan`)."""

    @property
    def animated(self) -> bool:
        """Whether the lights change by themselves."""

    def at(self, ms: int) -> Lights:
        """The lights ``ms`` milliseconds after the table's start."""


class LightOutput(Protocol):
    """What decides which lights a table state has."""

    def __call__(self, state: TableState) -> LightsOverTime:
        """The lights for a state."""


class EntryStore(Protocol):
    """What makes entries durable (`table.storage.journal.Journal`)."""

    @property
    def count(self) -> int:
        """How many entries are kept."""

    def append(self, *entries: Entry) -> None:
        """Keep entries, all or none; raises JournalError if that cannot be."""

    def replace_all(self, *entries: Entry) -> None:
        """Keep these entries alone, which tell the same; raises JournalError if that cannot be, and nothing changed."""

    def close(self) -> None:
        """No more will come."""
