"""Can a turn still be completed? The look-ahead behind every lit square (rulings 4).

A turn is a graph: its nodes are states, its edges permitted options, its ends the complete turns. An option is legal
if from its state some end is reached that meets the demands of this turn. Walks may run in circles (a power may let a
worker wander), so the search remembers states, not paths. Steps of another seat inside the turn are taken as
declined: what others may choose cannot make the mover's option legal or illegal.
"""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Action, Done
from engine.power import Demand, Holding, Option, holdings
from engine.power import Power as AnyPower
from engine.state import State
from engine.turn import is_turn_over, permitted, resolve


class LookAhead:
    """Answers ``can_finish`` for the states of one turn and remembers the answers."""

    def __init__(self) -> None:
        self._known: dict[State, bool] = {}

    def can_finish(self, state: State) -> bool:
        """Whether some continuation completes the turn and meets its demands."""
        if state in self._known:
            return self._known[state]
        parent: dict[State, State | None] = {state: None}
        stack = [state]
        while stack:
            node = stack.pop()
            if self._known.get(node) or (is_turn_over(node) and meets_demands(node)):
                self._remember_way(node, parent)
                return True
            if is_turn_over(node) or self._known.get(node) is False or not demands_open(node):
                continue
            for option in continuations(node):
                after, _ = resolve(node, option)
                if after not in parent:
                    parent[after] = node
                    stack.append(after)
        for node in parent:
            self._known[node] = False
        return False

    def _remember_way(self, end: State, parent: dict[State, State | None]) -> None:
        node: State | None = end
        while node is not None:
            self._known[node] = True
            node = parent[node]


def continuations(state: State) -> list[Option]:
    """The options that the look-ahead follows: the mover's, and declining for everybody else."""
    step, turn = state.step, state.turn
    options = list(permitted(state))
    if step is None or turn is None or state.cast.team(step.seat) == state.cast.team(turn.seat) or not step.optional:
        return options
    return [option for option in options if isinstance(option.action, Done)]


def meets_demands(state: State) -> bool:
    """Whether a complete turn meets all demands that bind it."""
    return all(power.meets_demand(holding) for power, holding in demands_in_force(state))


def demands_open(state: State) -> bool:
    """Whether no demand has become hopeless."""
    return all(power.can_still_meet_demand(holding) for power, holding in demands_in_force(state))


def demands_in_force(state: State) -> list[tuple[AnyPower, Holding]]:
    """The powers whose demand binds the turn that is being taken."""
    turn = state.turn
    if turn is None or not turn.demands:
        return []
    return [
        (state.cast.powers[index], Holding(state, index, seat))
        for index in turn.demands
        for seat in state.powers[index].holders
    ]


def legal_options(state: State, ahead: LookAhead | None = None) -> list[Option]:
    """The permitted options of the open step that begin a complete legal turn.

    The step of a seat that is not taking the turn (an interrupt), or of a placement, binds nobody to a turn: there
    every permitted option is legal. ``ahead`` carries over what was found out about the turn before.
    """
    step, turn = state.step, state.turn
    options = list(permitted(state))
    if step is None or turn is None or state.cast.team(step.seat) != state.cast.team(turn.seat):
        return options
    ahead = ahead or LookAhead()
    return [option for option in options if ahead.can_finish(resolve(state, option)[0])]


def legal_actions(state: State) -> tuple[Action, ...]:
    """The legal actions of the open step, each once, in the order of their offer."""
    return tuple(dict.fromkeys(option.action for option in legal_options(state)))


def with_demands(state: State) -> State:
    """A state at the start of a turn, with the demands that bind the turn.

    "Must" always binds; "if possible" binds if a turn exists that meets it together with those before it
    (rulings 7: must outranks if possible).
    """
    turn = state.turn
    if turn is None:
        return state
    asking = [
        (state.cast.powers[holding.index].demand, holding.index)
        for _, holding in holdings(state, AnyPower.meets_demand)
        if holding.opposes(turn.seat)
    ]
    binding = tuple(index for demand, index in asking if demand is Demand.MUST)
    state = replace(state, turn=replace(turn, demands=binding))
    for demand, index in asking:
        if demand is Demand.IF_POSSIBLE:
            bolder = replace(state, turn=replace(turn, demands=(*binding, index)))
            if LookAhead().can_finish(bolder):
                state, binding = bolder, (*binding, index)
    return state
