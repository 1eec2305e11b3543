"""The positions of a finished game after each of its actions, with all secrets revealed."""

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
from engine.seats import Seat
from engine.squares import Square
from engine.views import View, view_with


@dataclass(frozen=True, slots=True)
class HistoryPosition:
    """The game after an action: the seat that took it, its turn (0: the setup), its events, and the view after it. The
    first one is the empty board, without seat and action."""

    view: View
    turn: int = 0
    seat: Seat | None = None
    action: Action | None = None
    events: tuple[Event, ...] = ()

    @property
    def left(self) -> frozenset[Square]:
        """The squares that a worker left without any other event."""
        return frozenset(_left(self.events)) - self.touched

    @property
    def touched(self) -> frozenset[Square]:
        """The squares to which a worker came, or with something built, put or taken."""
        return frozenset(_touched(self.events))


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A position of a finished game that the lights show: the name of the game, and the number of its ``plies`` so far.
    ``better`` is the step, from 0, of a better turn from there, or None for the game as it was played."""

    game: str
    ply: int
    plies: int
    position: HistoryPosition
    better: int | None = None


def history_of(game: Game) -> tuple[HistoryPosition, ...]:
    """Return the empty board, and the game after each of its actions. Only for games that are over, since nothing is
    hidden."""
    states = [*(ply.before for ply in game.plies), game.state]
    views = [view_with(state, HINDSIGHT, (), ()) for state in states]
    positions, turn = [HistoryPosition(views[0])], 0
    for ply, view in zip(game.plies, views[1:], strict=True):
        positions.append(HistoryPosition(view, turn, ply.seat, ply.action, ply.events))
        turn += ply.begins_turn
    return tuple(positions)


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
