"""What is lit is exactly what begins a complete legal turn: the look-ahead against the whole graph of a turn.

The look-ahead stops at the first way it finds and gives up hopeless ways early. Here a turn is walked through to every
one of its ends, without either, and marked backwards from those that meet its demands.
"""

from __future__ import annotations

import random

import pytest

from engine import Action, PowerName, State
from engine.casting.catalogue import IMPOSSIBLE_PAIRS
from engine.secrets import has_partial_knowledge
from engine.turns.choices import legal_actions, resolved
from engine.turns.lookahead import meets_demands
from engine.turns.steps import is_turn_over, permitted
from tests.engine.playing import EVERY, pair, walk
from tests.sampling import one_in

DEMANDING = [PowerName(name) for name in ("persephone", "aphrodite", "adonis")]
LIMITING = [
    PowerName(name) for name in ("limus", "hades", "hypnus", "athena", "aeolus", "harpies", "charybdis", "europa")
]
MOST_STATES = 4000


def begins_a_turn(start: State) -> set[Action] | None:
    """The actions that begin a complete turn meeting the demands in force; None if somebody else has a choice in the
    turn, or if the graph is too large to walk."""
    children: dict[State, list[tuple[Action, State]]] = {}
    parents: dict[State, set[State]] = {}
    good: list[State] = []
    queue = [start]
    for node in queue:
        if is_turn_over(node):
            if meets_demands(node):
                good.append(node)
            continue
        if node.turn is None or node.agenda[0].seat is not node.turn.seat or len(queue) > MOST_STATES:
            return None
        children[node] = [(option.action, resolved(node, option)) for option in permitted(node)]
        for _, after in children[node]:
            if after not in parents:
                parents[after] = set()
                queue.append(after)
            parents[after].add(node)
    leads_on = set(good)
    while good:
        for before in parents.get(good.pop(), ()):
            if before not in leads_on:
                leads_on.add(before)
                good.append(before)
    return {action for action, after in children.get(start, []) if after in leads_on}


def check_along(one: PowerName, other: PowerName, seed: int, share: float) -> int:
    """Compare at a share of the steps of a random game; how many steps that were."""
    chance = random.Random(f"{one}-{other}-{seed}")  # noqa: S311 - repeatable chance, no secret
    compared = 0
    for game in walk(pair(one, other, seed), (one, other, seed)).steps():
        state = game.state
        if state.turn is None or game.to_act is not state.turn.seat or chance.random() > share:
            continue
        if has_partial_knowledge(state, game.to_act):
            continue
        lit = begins_a_turn(state)
        if lit is not None:
            assert set(game.legal_actions()) == set(legal_actions(state)) == lit
            compared += 1
    return compared


def possible(one: PowerName, other: PowerName) -> bool:
    return frozenset({one, other}) not in IMPOSSIBLE_PAIRS


@pytest.mark.parametrize("demanding", one_in(3, DEMANDING))
def test_against_demands(demanding: PowerName) -> None:
    compared = sum(check_along(one, demanding, 1, 0.04) for one in EVERY[::3] if possible(one, demanding))
    assert compared > 20


@pytest.mark.parametrize("limiting", one_in(3, LIMITING))
def test_against_limits(limiting: PowerName) -> None:
    own = LIMITING.index(limiting)  # each meets other powers here, and all of them in the matrix
    compared = sum(check_along(one, limiting, 2, 0.02) for one in EVERY[own % 6 :: 6] if possible(one, limiting))
    assert compared > 5


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("power", EVERY)
def test_every_pair(power: PowerName) -> None:
    compared = sum(check_along(power, other, 3, 0.1) for other in EVERY if possible(power, other))
    assert compared > 50
