"""Looking back on a game: how it stood after each of its actions, with nothing left in secret."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import HINDSIGHT, Game
from engine.actions import Action
from engine.events import (
    BlockTaken,
    Built,
    Event,
    TokenPlaced,
    TowerRecycled,
    WorkerForced,
    WorkerMoved,
    WorkerPlaced,
    WorkerRemoved,
)
from engine.observe import view_with
from engine.seats import Seat
from engine.squares import Square
from engine.views import View


@dataclass(frozen=True, slots=True)
class HistoryPosition:
    """The game after an action: whose it was, in which turn (0: the setup), what happened, and how it stood then.
    Before the first action there is neither seat nor action."""

    view: View
    turn: int = 0
    seat: Seat | None = None
    action: Action | None = None
    events: tuple[Event, ...] = ()

    @property
    def left(self) -> frozenset[Square]:
        """The squares that a worker left and where nothing else was done."""
        return frozenset(_left(self.events)) - self.touched

    @property
    def touched(self) -> frozenset[Square]:
        """The squares to which a worker came, or on which something was built, put or taken."""
        return frozenset(_touched(self.events))


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A moment of a finished game that the lights show: the game's name, after how many of all its actions, and how it
    stood."""

    game: str
    ply: int
    plies: int
    moment: HistoryPosition


def moments_of(game: Game) -> tuple[HistoryPosition, ...]:
    """The empty board, and the game after each of its actions. All is told: this is for games that nobody plays."""
    states = [*(ply.before for ply in game.plies), game.state]
    views = [view_with(state, HINDSIGHT, (), ()) for state in states]
    moments, turn = [HistoryPosition(views[0])], 0
    for ply, view in zip(game.plies, views[1:], strict=True):
        moments.append(HistoryPosition(view, turn, ply.seat, ply.action, ply.events))
        turn += ply.begins_turn
    return tuple(moments)


def _left(events: Iterable[Event]) -> Iterable[Square]:
    for event in events:
        match event:
            case WorkerMoved(origin=square) | WorkerForced(origin=square) | WorkerRemoved(square=square):
                yield square
            case _:
                pass


def _touched(events: Iterable[Event]) -> Iterable[Square]:
    for event in events:
        match event:
            case WorkerMoved(to=square) | WorkerForced(to=square) | WorkerPlaced(square=square):
                yield square
            case Built(square=square) | BlockTaken(square=square):
                yield square
            case TokenPlaced(square=square) | TowerRecycled(square=square):
                yield square
            case _:
                pass
