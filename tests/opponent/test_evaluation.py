"""What a position is worth is the sum that the weights say, on each kind of board and however it came about."""

from __future__ import annotations

import random

import pytest

from engine import Setup
from engine.casting.catalogue import CARDS
from engine.notation import parse_position, state_of
from engine.powers import power_named
from engine.setup import MORTAL, PowerName
from engine.squares import neighborhood
from engine.state import State
from engine.turns.flow import Between, close_turn
from opponent.evaluation import (
    KINDS,
    Weights,
    carried,
    closed_squares,
    farther,
    fitted_weights,
    keeps_pieces,
    level_masks,
    reserves,
    ring,
    standing_for,
)
from opponent.game_tree import GameTree
from tests.engine.cases import line
from tests.engine.playing import of_2007, of_three, pair, walk


def features(state: State, team: int) -> list[int]:
    """The factors of a team's weights, as in `Weights`: the number of its workers on each level in each ring, of
    squares of each height beside those of each level and two steps away, of other players' workers by distance and
    level, and of unused powers of heroes. A square to which a worker is carried on counts as adjacent, and one on the
    third level as adjacent to a worker on the second."""
    places, near, far, rival = [0] * 12, [0] * 16, [0] * 16, [0] * 48
    levels, size, free = state.levels, state.size, ~closed_squares(state)
    masks = level_masks(levels)
    for worker in state.workers:
        if worker.team != team:
            continue
        square = worker.square
        level = levels[square]
        places[3 * level + ring(square, size)] += 1
        for other, mask in enumerate(masks):
            near[4 * level + other] += (neighborhood(square, size) & mask & free).bit_count()
            far[4 * level + other] += (farther(square, size) & mask & free).bit_count()
        for each in state.workers:
            if each.team != team:
                rival[12 * level + KINDS[square][each.square] + levels[each.square]] += 1
    for worker, level in carried(state):
        if worker.team == team:
            near[4 * standing_for(levels[worker.square], level) + level] += 1
    return [*places, *near, *far, *rival, reserves(state).count(team)]


def weighed(numbers: list[int], weights: Weights) -> int:
    rows = (*weights.place, *weights.near, *weights.far, *weights.rival)
    flat = [*(each for row in rows for each in row), weights.reserve]
    return sum(number * weight for number, weight in zip(numbers, flat, strict=True))


@pytest.mark.parametrize(
    "setup",
    [
        pair(MORTAL, PowerName("zeus")),
        pair(PowerName("medusa"), PowerName("gaea")),
        pair(PowerName("europa"), PowerName("clio")),
        pair(PowerName("charybdis"), MORTAL),
        pair(MORTAL, PowerName("polyphemus")),
        pair(MORTAL, PowerName("morpheus")),
        of_2007(random.Random(1)),  # noqa: S311 - repeatable chance, no secret
        of_2007(random.Random(2)),  # noqa: S311 - repeatable chance, no secret
        of_three(random.Random(5)),  # noqa: S311 - repeatable chance, no secret
    ],
    ids=[
        "blocks below a worker",
        "workers that leave and come",
        "tokens that act as domes",
        "whirlpools",
        "a hero",
        "pieces on a card",
        "two gods",
        "two gods again",
        "three players",
    ],
)
def test_a_position_is_worth_what_its_features_weigh(setup: Setup) -> None:
    seen = 0
    book = fitted_weights()
    weights = {player.team: book.of(player.power) for player in reversed(setup.players)}
    begun = walk(setup, 4)
    evaluator = book.evaluator(begun.game.state.cast)
    for game in begun.steps():
        state = game.state
        if state.turn is None or state.turn.actor is not None:
            continue
        mover = state.cast.team(state.turn.seat)
        teams = {worker.team for worker in state.workers}
        worth = {
            team: weighed(features(state, team), weights[team].to_move if team == mover else weights[team].waiting)
            for team in teams
        }
        others = [value for team, value in worth.items() if team != mover]
        seen += 1
        assert evaluator.value_among_many(state, mover, mover) == worth.get(mover, 0) - max(others, default=0)
        if len(state.cast.seats) == 2:
            assert evaluator.value(state, mover) == worth.get(mover, 0) - sum(others)
    assert seen > 5


def looks(position: str) -> int:
    """What a position looks like to the player who is to move."""
    state = state_of(parse_position(position))
    assert state.step is not None
    between = close_turn(state).state
    return fitted_weights().evaluator(state.cast).value(between, state.cast.team(state.step.seat))


def test_a_high_square_is_worth_nothing_while_talus_stands_on_it() -> None:
    towers = "c2:2 c3:2"
    barred = looks(line("mortal:c2,a1", "europa[square=c3]:e5,e1", towers))
    assert barred < looks(line("mortal:c2,a1", "europa[square=a5]:e5,e1", towers))


def test_a_whirlpool_brings_a_worker_near_to_where_the_other_one_lies() -> None:
    towers = "e4:3"
    carried = looks(line("charybdis[squares=b2+e4]:a1,a3", "mortal:e1,d1", towers))
    assert carried > looks(line("charybdis[squares=e4]:a1,a3", "mortal:e1,d1", towers))


def test_a_hero_with_the_power_to_come_stands_better() -> None:
    unused = looks(line("polyphemus:b2,d4", "mortal:d2,b4", "c3:1"))
    assert unused > looks(line("polyphemus[used=yes]:b2,d4", "mortal:d2,b4", "c3:1"))


def test_pieces_that_are_kept_on_a_card_count_but_less_than_a_step_up() -> None:
    """So the table saves them for when they stop or make a win, and does not save for ever."""
    none, two = (looks(line(f"morpheus[pieces={pieces}]:b2,d4", "mortal:d2,b4", "c3:1")) for pieces in (1, 3))
    assert none < two < looks(line("morpheus[pieces=1]:b2,c3", "mortal:d2,b4", "c3:1"))


def test_what_a_power_has_in_reserve_is_worth_something() -> None:
    book = fitted_weights()
    for card in CARDS:
        weights = book.of(card.power)
        kept = card.hero or keeps_pieces(power_named(card.power))
        assert (weights.to_move.reserve > 0, weights.waiting.reserve > 0) == (kept, kept), card.power


@pytest.mark.parametrize(
    ("player", "rival", "threatened"),
    [
        ("mortal:a1,a2", "mortal:d4,b5", True),
        ("europa[square=d5]:a1,a2", "mortal:d4,b5", False),
        ("europa[square=c5]:a1,a2", "mortal:d4,b5", True),
        ("charybdis[squares=d5+c1]:a1,a2", "mortal:b2,b5", True),
        ("charybdis[squares=c1]:a1,a2", "mortal:b2,b5", False),
    ],
    ids=["beside it", "Talus on it", "Talus elsewhere", "by a whirlpool", "one whirlpool"],
)
def test_a_player_is_threatened_by_who_can_get_onto_the_third_level(
    player: str,
    rival: str,
    threatened: bool,  # noqa: FBT001 - a column of a table
) -> None:
    state = state_of(parse_position(line(player, rival, "d4:2 d5:3")))
    assert state.step is not None
    tree = GameTree(state.cast, state.cast.team(state.step.seat), fitted_weights())
    between = Between(close_turn(state).state, None, None)
    assert tree.is_threatened(between, state.step.seat) == threatened
