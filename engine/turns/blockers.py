"""Finds the powers without which a turn could be completed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.actions import Done
from engine.casting.cast import Role, Roles, obstacles
from engine.power import Power
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import without_secret_tokens
from engine.state import State, StepKind
from engine.turns.lookahead import legal_options
from engine.turns.steps import permitted, resolve

Asked = Callable[[State], bool]
"""Returns whether the requested thing is possible in a state."""


def blockers(state: State, is_possible: Asked) -> tuple[Role, ...]:
    """Return the powers of opponents, and the tokens of any player, that make something impossible: a single one if it
    does so alone, else the smallest set that does; none if it would be impossible without them, too."""
    cards = _binding(state)
    for index in cards:
        if is_possible(without(state, (index,))):
            return cards[index][:1]
    needed = list(cards)
    if len(needed) < 2 or not is_possible(without(state, needed)):
        return ()
    for index in tuple(needed):
        fewer = [each for each in needed if each != index]
        if is_possible(without(state, fewer)):
            needed = fewer
    return tuple(cards[index][0] for index in needed)


def _binding(state: State) -> dict[int, tuple[Role, ...]]:
    """Return, by card, the roles that may bind the seat to act in its turn."""
    step, turn = state.step, state.turn
    if step is None or turn is None:
        return {}
    team = state.cast.team(step.seat)
    roles = (*state.roles.of(Power.forbid), *state.roles.of(Power.obstructs))
    roles += tuple(role for role in state.roles.of(Power.meets_demand) if role.card_index in turn.demands)
    found: dict[int, tuple[Role, ...]] = {}
    for role in dict.fromkeys(roles):
        if state.cast.team(role.seat) != team or not role.power.is_card:
            found[role.card_index] = (*found.get(role.card_index, ()), role)
    return found


def without(state: State, cards: Iterable[int]) -> State:
    """Return the state as it would be in this turn if no seat had the use of some cards (by index)."""
    left_out = frozenset(cards)
    roles = Roles(tuple(role for role in state.roles.everyone if role.card_index not in left_out), watched=True)
    freed = state._replace(roles=roles)
    freed = freed._replace(obstacles=obstacles(freed))
    turn = freed.turn
    if turn is None or not turn.demands:
        return freed
    return freed._replace(turn=turn._replace(demands=tuple(each for each in turn.demands if each not in left_out)))


def why_no_turn_is_left(state: State, seat: Seat) -> Reason:
    """Return why a seat that is to act has no legal option: no worker can move, or build after any move, with the
    powers that cause it. ``state`` is as the seat knows it."""
    state = without_secret_tokens(state)
    key = _hindrance(state)
    causes = blockers(state, lambda freed: bool(legal_options(freed)))
    if not causes:
        return Reason.of(key, loser=seat)
    return Reason.of(f"{key}_by", loser=seat, causes=named(causes))


def named(roles: Iterable[Role]) -> str:
    """Return powers with the seats that use them, for a reason: ``limus (orange),ram``."""
    names = (f"{role.power.name} ({role.seat})" if role.power.is_card else role.power.name for role in roles)
    return ",".join(names)


def _hindrance(state: State) -> str:
    step = state.step
    if step is None or state.turn is None or step.kind not in (StepKind.MOVE, StepKind.BUILD):
        return "stuck.turn"
    options = [option for option in permitted(state) if not isinstance(option.action, Done)]
    if not options:
        return "stuck.move" if step.kind is StepKind.MOVE else "stuck.build"
    after = [resolve(state, option) for option in options]
    return "stuck.build" if all(_cannot_build(each) for each in after) else "stuck.turn"


def _cannot_build(state: State) -> bool:
    """Whether a build is due and there is no square for it."""
    step = state.step
    return step is not None and step.kind is StepKind.BUILD and not permitted(state)
