"""What looks like a win and is none, with the reason: told to everybody, it changes nothing."""

from __future__ import annotations

from engine.casting.cast import holdings
from engine.effects import BuiltPiece, Moved
from engine.events import Event, WinDenied
from engine.mortal import BASE
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, Square, square_name
from engine.state import State, Step, StepKind


def told_of_force(before: State, after: State, number: int, power: PowerName) -> list[Event]:
    """A worker (by number) was forced to where it would win if it had moved there."""
    return _told_if_not_moved(before, after, number, Reason.of("win.forced", power=power))


def told_of_lift(before: State, after: State, number: int) -> list[Event]:
    """A block was put beneath a worker that would win if it had moved up so."""
    return _told_if_not_moved(before, after, number, Reason.of("win.lifted"))


def told_of_drop(before: State, after: State, number: int) -> list[Event]:
    """Blocks were taken from beneath a worker that would win if it had moved down so."""
    return _told_if_not_moved(before, after, number, Reason.of("win.lowered"))


def told_of_way(state: State, moved: Moved) -> list[Event]:
    """Half of a way through whirlpools, which does not count by itself, would win if it did."""
    seat = _winner_by(state, moved)
    return [] if seat is None else [_denied(seat, moved.to, Reason.of("win.carried"))]


def told_of_led_worker(state: State, moved: Moved) -> list[Event]:
    """A worker moved in an additional turn as its own player would have won."""
    seat = _winner_by(state, moved)
    return [] if seat is None else [_denied(seat, moved.to, Reason.of("win.driven"))]


def told_of_towers(state: State, built: BuiltPiece) -> list[Event]:
    """A tower that was completed in an additional turn, where nobody wins by what stands."""
    if state.turn is None or not state.turn.driven or not built.completes_tower:
        return []
    return [
        _denied(holding.seat, built.on, Reason.of("win.later"))
        for power, holding in holdings(state, Power.wins_at_any_time)
        if power.wins_at_any_time(holding) is not None
    ]


def _told_if_not_moved(before: State, after: State, number: int, reason: Reason) -> list[Event]:
    origin, to = before.worker(number).square, after.worker(number).square
    seat = before.cast.owner_of_team(before.worker(number).team).seat
    step = Step(StepKind.MOVE, seat)
    low, high = before.levels[origin], after.levels[to]
    winner = _winner_by(after, Moved(seat, number, origin, to, low, high, step, Direction.N))
    return [] if winner is None else [_denied(winner, to, reason)]


def _winner_by(state: State, moved: Moved) -> Seat | None:
    """Who of the worker's team would have won by a move of its own."""
    team = state.worker(moved.worker).team
    owner = state.cast.owner_of_team(team).seat
    if BASE.wins(Holding(state, -1, owner), moved) is not None:
        return owner
    for power, holding in holdings(state, Power.wins):
        if holding.team == team and power.wins(holding, moved) is not None:
            return holding.seat
    return None


def _denied(seat: Seat, on: Square, reason: Reason) -> Event:
    return WinDenied(seat, on, reason.also(square=square_name(on)))
