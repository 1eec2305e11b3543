"""The fit of weights: games of a power against none, and what its own weights are begun with."""

from __future__ import annotations

import pytest

from benchmarks.opponent_fit import HERO_RESERVE, PIECE_RESERVE, Job, begun, is_won, jobs_of, match_game, played
from engine.setup import MORTAL, PowerName
from opponent.match import MatchScore
from opponent.weights import fitted_weights, written_weights

HERMES, MEDUSA, MORPHEUS, POLYPHEMUS = (PowerName(name) for name in ("hermes", "medusa", "morpheus", "polyphemus"))


def test_each_position_of_a_game_names_its_game_the_power_that_moves_and_the_one_that_waits() -> None:
    text = written_weights(fitted_weights().base)
    for power in (HERMES, MEDUSA):
        rows = [row for seed in (3, 4) for row in played(Job((power, MORTAL), seed, nodes=100, depth=1, weights=text))]
        assert {row.powers for row in rows} == {(power, MORTAL), (MORTAL, power)}
        assert {row.game for row in rows} == {3, 4}


def test_what_is_in_reserve_is_worth_something_from_the_start() -> None:
    base = fitted_weights().of(MORTAL)
    hero = begun(POLYPHEMUS, base)
    assert (hero.to_move.reserve, hero.waiting.reserve) == (HERO_RESERVE, HERO_RESERVE)
    assert hero.to_move.near == base.to_move.near
    assert begun(MORPHEUS, base).waiting.reserve == PIECE_RESERVE
    assert begun(MEDUSA, base) == base == begun(MORTAL, base)


def test_a_power_has_the_first_turn_in_every_second_game() -> None:
    jobs = jobs_of(MEDUSA, range(4), 50, fitted_weights())
    assert [job.powers.index(MEDUSA) for job in jobs] == [1, 0, 1, 0]


@pytest.mark.parametrize(("score", "won"), [(29, False), (30, False), (33, False), (34, True), (60, True)])
def test_a_match_of_sixty_is_won_by_more_than_chance_would_give(score: float, *, won: bool) -> None:
    assert is_won(MatchScore(score, 60)) is won


def test_a_match_is_played_from_both_sides_with_both_books() -> None:
    text = written_weights(fitted_weights().base)
    one, other = match_game(Job((HERMES, MORTAL), 1, nodes=50, depth=2, weights=text), text)
    assert (one.first_began, other.first_began) == (True, False)
    assert one.score + other.score == 1, "the same player with the same weights wins once from the same place"
