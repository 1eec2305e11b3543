"""Every "no" and every "not won" of random games is true of the position, in all variants of the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from engine import PUBLIC, Action, Build, Done, Game, Move, Place, Setup
from engine.actions import (
    Choose,
    Force,
    Piece,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Swap,
    TakeBlock,
    Use,
    by_card,
)
from engine.casting.catalogue import IMPOSSIBLE_PAIRS
from engine.setup import MORTAL
from engine.squares import Direction, Square, neighbors, squares
from tests.engine.playing import EVERY, MOST_TURNS, of_2007, of_fleece, of_teams, of_three, pair
from tests.engine.reason_truth import check_dark_squares, check_refusal, check_told


def of_two(chance: random.Random) -> Setup:
    while True:
        one, other = chance.choice(EVERY), chance.choice(EVERY)
        if frozenset({one, other}) not in IMPOSSIBLE_PAIRS:
            return pair(one, other, chance.randrange(1000))


DENYING = {"win.not_up", "win.driven", "win.forced", "win.lifted", "hera.denies_win"}
STUCK = {f"stuck.{what}{by}" for what in ("move", "build", "turn") for by in ("", "_by")}
VARIANTS = [of_two, of_three, of_teams, of_fleece, of_2007]


def climbing(game: Game, chance: random.Random) -> Action:
    """Any action, but often the one that leads highest, so that games come to towers and wins."""
    actions = game.legal_actions()
    heights = {action: game.state.levels[action.to] for action in actions if isinstance(action, Move)}
    if heights and chance.random() < 0.6:
        top = max(heights.values())
        return chance.choice([action for action, height in heights.items() if height == top])
    return chance.choice(actions)


def play_and_check(variant: Callable[[random.Random], Setup], turns: int, seed: str) -> Counter[str]:
    """Random games of a variant until so many turns were taken; the keys of all reasons that were looked at."""
    chance = random.Random(f"{variant.__name__} {seed}")  # noqa: S311 - repeatable chance, no secret
    found: Counter[str] = Counter()
    played = 0
    while played < turns:
        game = Game.begin(variant(chance))
        while game.outcome is None and game.turn <= MOST_TURNS:
            if chance.random() < 0.2:
                found += check_dark_squares(game)
                found += check_strange_acts(game, chance)
            game = game.play(climbing(game, chance))
            found += check_told(game)
        played += game.turn
    return found


def strange_acts(game: Game, chance: random.Random) -> Iterator[Action]:
    """Acts of every kind that somebody might try, most of them out of place."""
    everywhere = squares()
    standing = [worker.square for worker in game.view(game.to_act or PUBLIC).workers] or list(everywhere)
    cards = [card.power for card in game.state.powers]

    def near(square: Square) -> Square:
        return chance.choice(everywhere) if chance.random() < 0.3 else chance.choice(neighbors(square))

    for kind in (Move, Force):
        worker = chance.choice(standing)
        yield kind(worker, near(worker))
    worker = chance.choice(standing)
    yield Build(worker, near(worker), chance.choice(list(Piece)))
    yield chance.choice((Place, PutToken, TakeBlock, RemoveWorker, Recycle))(chance.choice(everywhere))
    yield chance.choice((TakeBlock, RemoveWorker, Choose))(chance.choice(standing))
    yield Swap(chance.choice(standing), chance.choice(standing))
    yield chance.choice((Done(), Point(chance.choice(list(Direction))), Use(chance.choice(cards or [MORTAL]))))
    if cards:
        yield by_card(Move(worker, near(worker)), chance.choice([*cards, MORTAL]))


def check_strange_acts(game: Game, chance: random.Random) -> Counter[str]:
    """What is said against acts of every kind is true; the keys."""
    said: Counter[str] = Counter()
    for act in strange_acts(game, chance):
        reason = game.why_not(act)
        if reason is not None:
            check_refusal(game, act, reason)
            said[reason.key] += 1
    return said


@pytest.mark.parametrize("variant", VARIANTS)
def test_reasons_of_random_games_are_true(variant: Callable[[random.Random], Setup]) -> None:
    assert play_and_check(variant, 60, "quick").total() > 60


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("variant", VARIANTS)
def test_reasons_of_twenty_thousand_turns_are_true(variant: Callable[[random.Random], Setup]) -> None:
    found = play_and_check(variant, 4000, "long")
    print(variant.__name__, sorted(found.items()))
    assert found.keys() & DENYING
    assert found.keys() & STUCK
