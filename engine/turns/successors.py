"""Generates the turns of a position one by one, in an order that the caller chooses.

``engine.turns.turn_enumeration`` lists all turns of a position with their steps. A search needs less: it follows a turn
to its end only when it reaches it, makes the next position only if it continues from it, and stops early. Both take the
same steps by the same rules; every path to an end that meets the demands of the turn is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from engine.actions import Action
from engine.effects import Option
from engine.errors import TooManyTurns
from engine.power import Power
from engine.secrets import without_secret_tokens
from engine.state import State
from engine.turns.choices import legal_choices, resolved
from engine.turns.flow import Between, close_turn, is_passed_over, lapsed, open_turn
from engine.turns.lookahead import LookAhead, continuations, demands_open, meets_demands
from engine.turns.steps import resolve
from engine.turns.turn_enumeration import MOST_STATES, built_ends, only_builds_are_left

Rank = Callable[[State, Option], int]
"""The rank of an option: options with higher numbers are tried first."""

Follow = Callable[[State], list[Option]]
"""Returns the options of the open step that are followed: all, or some of them."""


class Way(NamedTuple):
    """A step on a path through a turn: the steps before it, the state in which it was due, and the choice."""

    before: Way | None
    state: State
    option: Option


class Successor(NamedTuple):
    """A complete legal turn: the path through it, and the game after it."""

    way: Way
    end: Between

    @property
    def after(self) -> State:
        """The state at the start of the next turn, or the one in which the game was won."""
        return open_turn(self.end)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Its steps as ``Game.play`` takes them, without declining where nothing else could be chosen."""
        return tuple(action for way in self.ways for action in _written(way))

    @property
    def ways(self) -> tuple[Way, ...]:
        """Its steps, the first one first."""
        steps: list[Way] = []
        way: Way | None = self.way
        while way is not None:
            steps.append(way)
            way = way.before
        return tuple(reversed(steps))


def _written(way: Way) -> list[Action]:
    """Return the action of a step, with its card named if necessary; none if a game skips the step."""
    state, option = way.state, way.option
    choices = legal_choices(state, LookAhead(most=MOST_STATES))
    step = state.step
    if step is not None and is_passed_over(step, choices):
        return []
    for choice in choices:
        if choice.option == option or (choice.option.action == option.action and option.power in choice.others):
            return [choice.action]
    return [option.action]


def successors(
    state: State,
    rank: Rank | None = None,
    *,
    share: int | None = None,
    most: int = MOST_STATES,
    follow: Follow = continuations,
) -> Iterator[Successor]:
    """Generate the complete legal turns from a state, at the start of a turn or within one, when each is found.

    ``state`` is as the seat to act knows it. Where several ways lead to one position, one of them is given. What other
    seats may choose within the turn is taken as declined, or where it cannot be, as their first option.

    The options of each step are tried in the order of ``rank``; after ``share`` turns that begin with one option those
    that begin with the next have their share. Who leaves options out by ``follow`` does not get the turns that begin
    with them. Nothing comes for a state in which workers are placed.

    :raises TooManyTurns: once the turn has gone on from ``most`` states.
    """
    state = lapsed(state)
    if state.step is None or state.turn is None:
        return
    walk = _Walk(state, rank, most, follow)
    branches = walk.branches(state, None)
    if share is None:
        for branch in branches:
            yield from branch
        return
    waiting = list(branches)
    while waiting:
        left = []
        for branch in waiting:
            given = 0
            for given, found in enumerate(islice(branch, share), start=1):  # noqa: B007 - the count is used after it
                yield found
            if given == share:
                left.append(branch)
        waiting = left


class _Walk:
    """The search of one turn, and the states that it has visited."""

    def __init__(self, state: State, rank: Rank | None, most: int, follow: Follow) -> None:
        self._rank = rank
        self._follow = follow
        self._left = most
        self._asked = bool(state.turn and state.turn.demands) or bool(state.cast.heroes)
        self._take = resolved if state.cast.heroes else resolve
        self._seen = {state}
        self._ended: set[Between] | None = set() if state.roles.of(Power.offer) or not state.roles.silent else None

    def branches(self, node: State, way: Way | None) -> Iterator[Iterator[Successor]]:
        """Generate the turns that continue from a state, for each of its options."""
        options = self._options(node)
        if not self._asked and only_builds_are_left(node, options):
            yield self._built(node, options, way)
            return
        for option in options:
            yield self._after(node, option, way)

    def _after(self, node: State, option: Option, way: Way | None) -> Iterator[Successor]:
        after = self._take(node, option)
        step = Way(way, node, option)
        if not after.agenda or after.outcome is not None:
            if self._may_end(node, option, after):
                yield from self._fresh(Successor(step, close_turn(after)))
        elif after not in self._seen and (not self._asked or demands_open(after)):
            self._seen.add(after)
            self._left -= 1
            if self._left < 0:
                raise TooManyTurns("this turn has too many ways to be followed")
            for branch in self.branches(after, step):
                yield from branch

    def _may_end(self, node: State, option: Option, after: State) -> bool:
        """Whether the turn may end with an option. A secret token may end the game, but makes no option legal."""
        if after.outcome is None or not after.cast.has_secret_tokens:
            return not self._asked or meets_demands(after)
        return LookAhead(most=MOST_STATES).can_finish(self._take(without_secret_tokens(node), option))

    def _options(self, node: State) -> list[Option]:
        options = self._follow(node)
        rank = self._rank
        if rank is not None and len(options) > 1:
            options.sort(key=lambda option: rank(node, option), reverse=True)
        return options

    def _built(self, node: State, options: list[Option], way: Way | None) -> Iterator[Successor]:
        for option, end in built_ends(node, options):
            yield from self._fresh(Successor(Way(way, node, option), end))

    def _fresh(self, found: Successor) -> Iterator[Successor]:
        """Generate a turn, unless another one has already led to its end."""
        ended = self._ended
        if ended is not None:
            if found.end in ended:
                return
            ended.add(found.end)
        yield found
