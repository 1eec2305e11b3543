"""Carrying out what a seat declared: legal on what the seat knows, judged on the truth (rulings 39)."""

from __future__ import annotations

from engine.actions import target_of
from engine.effects import Option
from engine.events import ActionCancelled
from engine.secrets import known_to
from engine.state import State
from engine.turns.changes import Events
from engine.turns.lookahead import LookAhead, is_heroic, with_demands
from engine.turns.steps import permitted, resolve


def carry_out(state: State, option: Option, events: Events = None) -> State:
    """The state after an option that is legal as far as the seat to act knows; what happened goes to ``events``.

    Where the truth forbids it the action is cancelled: on the seat's own turn with the rest of the turn, as an
    interrupt alone. The seat's own power may make the action legal in truth; then it is used silently.
    """
    allowed = _in_truth(state, option)
    if allowed is not None:
        return resolved(state, allowed, events)
    step, turn = state.agenda[0], state.turn
    if events is not None:
        shown = state.setup.profile.rulings.conflict_space_shown
        events.append(ActionCancelled(step.seat, target_of(option.action) if shown else None))
    if turn is None or state.cast.team(step.seat) != state.cast.team(turn.seat):
        return state._replace(agenda=state.agenda[1:])
    return state._replace(agenda=())


def _in_truth(state: State, option: Option) -> Option | None:
    """The option that carries out what was chosen: the very one, or if the truth forbids that, the same action by
    another text, but never by a hero's (rulings 39)."""
    if not state.cast.keeps_secrets:
        return option
    same = [each for each in permitted(state) if each.action == option.action]
    chosen = (each for each in same if each.power == option.power)
    others = (each for each in same if each.power not in state.cast.heroes)
    return next(chosen, None) or next(others, None)


def resolved(state: State, option: Option, events: Events = None) -> State:
    """The state after an option that the truth allows, with the demands that a hero's power renews."""
    after = resolve(state, option, events)
    return _bound_anew(after) if is_heroic(state, option) else after


def _bound_anew(state: State) -> State:
    """Once a hero's power is used, what is asked "if possible" is tested again from there (rulings G10)."""
    turn, step = state.turn, state.step
    if turn is None or step is None:
        return state
    known = with_demands(known_to(state, step.seat), LookAhead(excused=False))
    demands = known.turn.demands if known.turn else ()
    kept = tuple(index for index in turn.demands if index not in demands)
    return state._replace(turn=turn._replace(demands=(*kept, *demands)))
