"""Carrying out what a seat declared: legal on what the seat knows, judged on the truth (rulings 39)."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action
from engine.events import ActionCancelled, Event
from engine.explain import target_of
from engine.state import State
from engine.turn import permitted, resolve


def carry_out(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action that is legal as far as the seat to act knows, and what happened.

    Where the truth forbids it the action is cancelled: on the seat's own turn with the rest of the turn, as an
    interrupt alone. The seat's own power may make the action legal in truth; then it is used silently.
    """
    option = next((option for option in permitted(state) if option.action == action), None)
    if option is not None:
        return resolve(state, option)
    step, turn, where = state.agenda[0], state.turn, target_of(action)
    events: tuple[Event, ...] = (ActionCancelled(step.seat, where),) if where is not None else ()
    if turn is None or state.cast.team(step.seat) != state.cast.team(turn.seat):
        return replace(state, agenda=state.agenda[1:]), events
    return replace(state, agenda=(), turn=replace(turn, ending=True)), events
