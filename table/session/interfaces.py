"""The interfaces of the parts of a running table: what the board reader reports, the lights, the store of entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from common.message import Message
from engine import Action, Game, Square
from hardware.board import Frame, Lights
from hardware.field_model import Measured
from perception.orientation import QUARTERS, quarters_to_a1
from table.session.journal_entries import Entry
from table.session.snapshot import BoardDifference, BoardMode, Corner, Offer, TurnBoard
from table.session.table_state import TableState


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """The status of the reading. ``lifted`` is the square of the worker in a hand, if one is; ``differences`` are to be
    put right, ``message`` explains them, ``offers`` are the recovery options, and the game goes on with
    ``warnings``."""

    mode: BoardMode
    lifted: Square | None = None
    differences: tuple[BoardDifference, ...] = ()
    message: Message | None = None
    offers: tuple[Offer, ...] = ()
    warnings: tuple[Message, ...] = ()


FOLLOWING = BoardStatus(BoardMode.FOLLOWING)


def status_without_game(turned: int, corner: Corner | None, size: int) -> BoardStatus:
    """The status of the board while no game is read. A board that was ``turned`` can be turned back; while the host
    looks for a1, it can be turned so that a1 is the ``corner`` that was touched."""
    if corner is not None:
        quarters = quarters_to_a1(corner.touched or 0, size)
        return BoardStatus(BoardMode.FOLLOWING, offers=(TurnBoard(quarters),)) if quarters else FOLLOWING
    back = -turned % QUARTERS
    if not back:
        return FOLLOWING
    return BoardStatus(BoardMode.FOLLOWING, message=Message("board.read_turned"), offers=(TurnBoard(back),))


@dataclass(frozen=True, slots=True)
class Steps:
    """The seat to act made these steps."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Revised:
    """The last ``back`` steps of the turn were taken back on the board, and these made instead (none: only back)."""

    back: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class AskWhich:
    """One of these step sequences was made, and only the player knows which."""

    choices: tuple[tuple[Action, ...], ...]


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The status of the reading has changed."""

    status: BoardStatus


Intent = Steps | Revised | AskWhich | StatusChanged


class BoardReader(Protocol):
    """Turns frames into steps (`table.moves.follower.Follower`)."""

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        """Read steps of this game from now on; ``locked`` while a turn waits to be confirmed. The last ``undoable``
        steps may be taken back."""

    def restart(self) -> None:
        """Forget how the pieces came to stand as they do."""

    def reconnect(self) -> None:
        """Go on after frames were lost, in which the players may have moved pieces."""

    def renew(self) -> None:
        """Start over: the board was turned, and its squares have other sensors than before."""

    def read_by(self, fields: Measured) -> None:
        """Use these fields of a worker from now on, and start over."""

    def trust(self) -> None:
        """Take the present reading for the position of the game."""

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """What the players did according to this frame."""

    @property
    def status(self) -> BoardStatus:
        """The present status of the reading."""


class TouchReader(Protocol):
    """Detects touches of squares while no game is running (`table.moves.touch_detector.TouchDetector`)."""

    def forget(self) -> None:
        """Start over: the next frame is the base."""

    def feed(self, frame: Frame) -> tuple[int, ...]:
        """The squares that a worker was put on or touches, once for each time."""


class AnyLightPlan(Protocol):
    """The lights of one state as a function of time: `table.view.led_patterns.LightPlan` for the game, and
    `table.runtime.workshop_mode.WorkshopLights` for the workshop."""

    @property
    def animated(self) -> bool:
        """Whether the lights change by themselves."""

    def at(self, ms: int) -> Lights:
        """The lights at a time in ms, counted from when the board was first shown lights; for lights that are shown
        once over all others, from their start."""


class LightChooser(Protocol):
    """Chooses the lights for a table state."""

    def __call__(self, state: TableState) -> AnyLightPlan:
        """The lights for a state."""


class EntryStore(Protocol):
    """Stores entries durably (`table.storage.journal.Journal`)."""

    @property
    def count(self) -> int:
        """The number of entries."""

    def append(self, *entries: Entry) -> None:
        """Store these entries, all or none; raises JournalError if that fails."""

    def replace_all(self, *entries: Entry) -> None:
        """Replace all entries by these, which give the same saved state; raises JournalError if that fails, and then
        nothing has changed."""

    def close(self) -> None:
        """Close the store; nothing is appended afterwards."""
