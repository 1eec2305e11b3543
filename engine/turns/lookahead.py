"""Looks ahead whether a turn can still be completed, so that every legal option leads to an end (rulings G4).

A turn is a graph: its nodes are states, its edges permitted options, its ends the complete turns. An option is legal if
from its state some end is reached that meets the demands of this turn. Paths may contain circles (a power may let a
worker move at will), so the search remembers states, not paths. Steps of another seat within the turn count as
declined: the choices of others cannot make the mover's option legal or illegal. Nor can secret tokens, even for the
seat that knows them: all players see the offers (rulings G4, 43).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from math import inf

from engine.actions import Done
from engine.casting.cast import holdings
from engine.effects import Option
from engine.errors import TooManyTurns
from engine.power import Demand, Holding, Power
from engine.secrets import without_secret_tokens
from engine.state import State
from engine.turns.steps import is_turn_over, permitted, resolve


class LookAhead:
    """Answers ``can_finish`` for the states of one turn, and remembers the answers.

    ``heroes`` says whether turns that use a hero's power count: no clause asks for its use (rulings G10). ``excused``
    says whether turns count that do not meet a demand but are excused from it. ``most`` is how many states it goes on
    from in all: a game needs its answers, so there it is unbounded.
    """

    def __init__(self, *, heroes: bool = True, excused: bool = True, most: float = inf) -> None:
        self._known: dict[State, bool] = {}
        self._most = self._left = most
        self._heroes = heroes
        self._excused = excused

    def can_finish(self, state: State) -> bool:
        """Whether some continuation completes the turn and meets its demands.

        :raises TooManyTurns: if it would have to continue from more than ``most`` states.
        """
        known = self._known.get(state)
        if known is not None:
            return known
        if self._is_good_end(state):
            return True
        turn = state.turn
        return self._search(state) if turn is None or not turn.demands else self._search_for_demands(state)

    def _search(self, state: State) -> bool:
        """Search one path to its end before the next one: without demands, ends are near."""
        way = [state]
        branches = [self._branches(state)]
        seen = {state}
        while way:
            after = next((child for child in branches[-1] if child not in seen), None)
            if after is None:
                way.pop()
                branches.pop()
            elif self._is_good_end(after):
                self._known.update(dict.fromkeys((*way, after), True))
                return True
            else:
                seen.add(after)
                if self._known.get(after) is None:
                    way.append(after)
                    branches.append(self._branches(after))
        self._known.update(dict.fromkeys(seen, False))
        return False

    def _search_for_demands(self, state: State) -> bool:
        """Search the states nearest to meeting the demands first, since a turn with many moves has too many states."""
        came_from: dict[State, State | None] = {state: None}
        queue = [(0, 0, state)]
        while queue:
            _, _, node = heappop(queue)
            for after in self._branches(node):
                if self._is_good_end(after):
                    self._known[after] = True
                    back: State | None = node
                    while back is not None:
                        self._known[back] = True
                        back = came_from[back]
                    return True
                if after not in came_from and self._known.get(after) is None:
                    came_from[after] = node
                    # Of equally near ones the latest comes first, since it leads to an end.
                    heappush(queue, (distance_to_demands(after), -len(came_from), after))
        self._known.update(dict.fromkeys(came_from, False))
        return False

    def _is_good_end(self, state: State) -> bool:
        return self._known.get(state, False) or (is_turn_over(state) and meets_demands(state, excused=self._excused))

    def _branches(self, state: State) -> Iterator[State]:
        if is_turn_over(state) or not demands_open(state):
            return
        self._left -= 1
        if self._left < 0:
            raise TooManyTurns(f"this turn cannot be looked through: it may go on from {self._most} states")
        for option in continuations(state):
            if self._heroes or not uses_hero(state, option):
                yield resolve(state, option)


def uses_hero(state: State, option: Option) -> bool:
    """Whether an option uses a power that works once in a game and only by its owner's choice."""
    heroes = state.cast.heroes
    if not heroes:
        return False
    step = state.agenda[0]
    return option.power in heroes or (step.power in heroes and not isinstance(option.action, Done))


def continuations(state: State) -> list[Option]:
    """Return the options that the look-ahead follows: the mover's, and declining for all other seats."""
    step, turn = state.step, state.turn
    options = permitted(state)
    if step is None or turn is None or state.cast.team(step.seat) == state.cast.team(turn.seat) or not step.optional:
        return options
    return [option for option in options if isinstance(option.action, Done)]


def meets_demands(state: State, *, excused: bool = True) -> bool:
    """Whether a complete turn meets all demands that bind it, or is ``excused`` from the others. A declined additional
    turn owes nothing."""
    turn = state.turn
    if turn is None or not turn.demands or (turn.driven and turn.actor is None):
        return True
    return all(
        power.meets_demand(holding) or (excused and power.excuses_demand(holding))
        for power, holding in demands_in_force(state)
    )


def demands_open(state: State) -> bool:
    """Whether every demand can still be met."""
    turn = state.turn
    if turn is None or not turn.demands or (turn.driven and turn.actor is None):
        return True
    return all(power.can_still_meet_demand(holding) for power, holding in demands_in_force(state))


def distance_to_demands(state: State) -> int:
    """Estimate the distance of the turn from meeting its demands, to guide the search."""
    return sum(power.distance_to_demand(holding) for power, holding in demands_in_force(state))


def demands_in_force(state: State) -> list[tuple[Power, Holding]]:
    """Return the powers whose demands bind the present turn."""
    turn = state.turn
    if turn is None or not turn.demands:
        return []
    return [
        (power, Holding(state, index, seat))
        for power, index, seat in state.roles.of(Power.meets_demand)
        if index in turn.demands and state.cast.team(seat) != state.cast.team(turn.seat)
    ]


def legal_options(state: State, ahead: LookAhead | None = None) -> list[Option]:
    """Return the permitted options of the open step that begin a complete legal turn.

    The step of a seat that is not taking the turn (an interrupt), or of a placement, binds nobody to a turn: there
    every permitted option is legal. ``ahead`` carries over what was found out about the turn before.
    """
    state = without_secret_tokens(state)
    step, turn = state.step, state.turn
    options = permitted(state)
    if step is None or turn is None or state.cast.team(step.seat) != state.cast.team(turn.seat):
        return options
    ahead = ahead or LookAhead()
    return [option for option in options if ahead.can_finish(resolve(state, option))]


def with_demands(state: State, ahead: LookAhead | None = None) -> State:
    """Return a state with the demands that bind its turn from here on.

    "Must" always binds; "if possible" binds if a turn exists that meets it together with those before it (rulings G7:
    must outranks if possible), and not by a hero's power that nobody chose to use.
    """
    turn = state.turn
    if turn is None or not state.roles.of(Power.meets_demand):
        return state
    asking = [
        (power.demand, holding.card_index)
        for power, holding in holdings(state, Power.meets_demand)
        if holding.opposes(turn.seat) and power.is_demanding(holding)
    ]
    binding = tuple(dict.fromkeys(index for demand, index in asking if demand is Demand.MUST))
    state = state._replace(turn=turn._replace(demands=binding))
    for demand, index in asking:
        if demand is Demand.IF_POSSIBLE and index not in binding:
            bolder = state._replace(turn=turn._replace(demands=(*binding, index)))
            if _can_be_met(without_secret_tokens(bolder), ahead or LookAhead(heroes=False, excused=False)):
                state, binding = bolder, (*binding, index)
    return state


def _can_be_met(state: State, ahead: LookAhead) -> bool:
    """Whether some complete turn meets all demands. Declining an additional turn does not meet one."""
    turn = state.turn
    if turn is None or not turn.driven or turn.actor is not None:
        return ahead.can_finish(state)
    taken = [option for option in permitted(state) if not isinstance(option.action, Done)]
    return any(ahead.can_finish(resolve(state, option)) for option in taken)
