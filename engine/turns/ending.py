"""How a game ends: for one seat, and as a whole."""

from __future__ import annotations

from engine.casting.cast import holdings, obstacles
from engine.events import Event, GameEnded, PlayerEliminated
from engine.power import Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.state import Outcome, PowerState, State


def refreshed(state: State) -> State:
    """The state with its roles and obstacles as its cards have them."""
    active = state.turn.seat if state.turn else None
    state = state._replace(roles=state.cast.roles(state.powers, state.eliminated, active))
    return state._replace(obstacles=obstacles(state))


def won_by(state: State, seat: Seat, reason: Reason, events: list[Event] | None) -> State:
    """The state with the game won by a seat and its team; appends the event."""
    team = state.cast.team(seat)
    winners = tuple(each for each in state.cast.seats if state.cast.team(each) == team)
    if events is not None:
        events.append(GameEnded(winners, reason))
    return state._replace(outcome=Outcome(winners, reason))


def lost_by(state: State, seat: Seat, reason: Reason, events: list[Event] | None) -> State:
    """The state after a seat lost, with its team: the last team standing wins; else the loser's workers, tokens and
    card leave and the buildings stay (rulings G8)."""
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
    """The state after the test of wins by what stands on the board. Nobody wins so in an additional turn."""
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
