"""Ends games, for one seat and as a whole; and reports positions that only look like a win."""

from __future__ import annotations

from engine.casting.cast import holdings, obstacles
from engine.effects import BuiltPiece, Moved
from engine.events import Event, GameEnded, PlayerEliminated, WinDenied
from engine.mortal import BASE
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Direction, Square, square_name
from engine.state import Outcome, PowerState, State, Step, StepKind


def refreshed(state: State) -> State:
    """Return the state with its roles and obstacles by its cards."""
    active = state.turn.seat if state.turn else None
    state = state._replace(roles=state.cast.roles(state.powers, state.eliminated, active))
    return state._replace(obstacles=obstacles(state))


def won_by(state: State, seat: Seat, reason: Reason, events: list[Event] | None) -> State:
    """Return the state with the game won by a seat and its team; appends the event."""
    team = state.cast.team(seat)
    winners = tuple(each for each in state.cast.seats if state.cast.team(each) == team)
    if events is not None:
        events.append(GameEnded(winners, reason))
    return state._replace(outcome=Outcome(winners, reason))


def lost_by(state: State, seat: Seat, reason: Reason, events: list[Event] | None) -> State:
    """Return the state after a seat lost, with its team: the last team standing wins; otherwise the loser's workers,
    tokens and card leave and the buildings stay (rulings G8)."""
    team = state.cast.team(seat)
    out = frozenset(each for each in state.cast.seats if state.cast.team(each) == team)
    eliminated = state.eliminated | out
    left = [each for each in state.cast.seats if each not in eliminated]
    if len({state.cast.team(each) for each in left}) == 1:
        return won_by(state, left[0], reason, events)
    if events is not None:
        events.append(PlayerEliminated(seat, reason))
    cards = tuple(_without(card, out) for card in state.powers)
    active = state.turn.seat if state.turn else None
    agenda = () if active in out else tuple(step for step in state.agenda if step.seat not in out)
    state = state._replace(
        eliminated=eliminated,
        workers=tuple(worker for worker in state.workers if worker.team != team),
        powers=cards,
        climbed=state.climbed - out,
        agenda=agenda,
    )
    return refreshed(state)


def with_wins_at_any_time(state: State, events: list[Event] | None) -> State:
    """Return the state after the test of wins by the position on the board. No seat wins so in an additional turn."""
    watching = state.roles.of(Power.wins_at_any_time)
    if not watching or state.outcome is not None or (state.turn is not None and state.turn.driven):
        return state
    for power, holding in holdings(state, Power.wins_at_any_time):
        reason = power.wins_at_any_time(holding)
        if reason is not None:
            return won_by(state, holding.seat, reason, events)
    return state


def _without(card: PowerState, out: frozenset[Seat]) -> PowerState:
    if card.owner in out:
        return PowerState(card.power, card.owner, ())
    return card._replace(holders=tuple(seat for seat in card.holders if seat not in out))


# ---- Positions that look like a win
#
# All players get the event with the reason; the game does not change.


def told_of_force(before: State, after: State, number: int, power: PowerName) -> list[Event]:
    """Report a worker (by number) that was forced to a square where a move would have won."""
    return _told_if_not_moved(before, after, number, Reason.of("win.forced", power=power))


def told_of_lift(before: State, after: State, number: int) -> list[Event]:
    """Report a block that was put beneath a worker which would win by such a move up."""
    return _told_if_not_moved(before, after, number, Reason.of("win.lifted"))


def told_of_drop(before: State, after: State, number: int) -> list[Event]:
    """Report blocks that were taken from beneath a worker which would win by such a move down."""
    return _told_if_not_moved(before, after, number, Reason.of("win.lowered"))


def told_of_way(state: State, moved: Moved) -> list[Event]:
    """Report half of a way through whirlpools that does not count as a move but would win as one."""
    seat = _winner_by(state, moved)
    return [] if seat is None else [_denied(seat, moved.to, Reason.of("win.carried"))]


def told_of_led_worker(state: State, moved: Moved) -> list[Event]:
    """Report a move in an additional turn with which the worker's own player would have won."""
    seat = _winner_by(state, moved)
    return [] if seat is None else [_denied(seat, moved.to, Reason.of("win.driven"))]


def told_of_towers(state: State, built: BuiltPiece) -> list[Event]:
    """Report a tower that was completed in an additional turn, in which no seat wins by the position."""
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
    """Return the seat of the worker's team that would have won by a move of its own."""
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
