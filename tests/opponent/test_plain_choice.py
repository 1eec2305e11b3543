"""The turn that the quick search of plain games takes is one of the rules."""

from __future__ import annotations

import random

import pytest

from engine.setup import MORTAL, PowerName
from engine.state import State
from engine.turns.choices import carry_out, legal_choices
from engine.turns.flow import open_turn
from engine.turns.successors import successors
from opponent.budget import NO_LIMIT, Allowance, Budget
from opponent.evaluation import fitted_weights
from opponent.game_tree import GameTree
from opponent.match import random_start
from opponent.plain_positions import PLAIN_POWERS, plain_position
from opponent.plain_search import PlainSearcher, plain_choice


def searcher_of(state: State, budget: Budget) -> PlainSearcher:
    book, team = fitted_weights(), state.cast.team(state.agenda[0].seat)
    return PlainSearcher(GameTree(state.cast, team, book), state.cast, book, budget, 3)


def middle_of_a_game(power: PowerName) -> State:
    """A start of a turn of the power, after turns that the first look prefers."""
    state = random_start((power, MORTAL), 5)
    for number in range(12):
        budget = Budget(Allowance(nodes=40))
        chosen = plain_choice(state, searcher_of(state, budget), budget, random.Random(number), 1)  # noqa: S311 - repeatable
        if chosen is None:
            break
        after = open_turn(chosen.turn.end)
        if after.outcome is not None:
            break
        state = after
    return state if state.cast.team(state.agenda[0].seat) == 0 else random_start((power, MORTAL), 6)


@pytest.mark.parametrize("power", sorted(PLAIN_POWERS))
def test_each_turn_that_is_compared_is_found_in_the_rules(power: PowerName) -> None:
    state = middle_of_a_game(power)
    searcher = searcher_of(state, Budget(Allowance(nodes=NO_LIMIT)))
    ends = [end for _, end, _ in searcher.roots(state)]
    for end in ends[:: max(1, len(ends) // 12)]:
        assert plain_position(searcher.turn_to(state, end).end.state, 1) == end


def test_a_position_that_no_turn_leads_to_is_an_error() -> None:
    state = random_start((MORTAL, MORTAL), 1)
    searcher = searcher_of(state, Budget(Allowance(nodes=NO_LIMIT)))
    with pytest.raises(LookupError, match=r"no turn from .* leads to"):
        searcher.turn_to(state, plain_position(state, 1))


def test_within_a_turn_it_says_nothing() -> None:
    state = random_start((PowerName("prometheus"), MORTAL), 2)
    budget = Budget(Allowance(nodes=50))
    assert plain_choice(state, searcher_of(state, budget), budget, random.Random(1), 3) is not None  # noqa: S311 - repeatable
    begun = carry_out(state, legal_choices(state)[0].option)
    assert plain_choice(begun, searcher_of(state, budget), budget, random.Random(1), 3) is None  # noqa: S311 - repeatable


def test_with_one_position_to_look_at_there_is_a_turn() -> None:
    state = random_start((PowerName("hermes"), MORTAL), 3)
    budget = Budget(Allowance(nodes=1))
    chosen = plain_choice(state, searcher_of(state, budget), budget, random.Random(1), 40)  # noqa: S311 - repeatable
    assert chosen is not None
    assert chosen.turn.end in {found.end for found in successors(state)}
