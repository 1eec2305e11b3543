"""The fit of weights: games of powers against each other, and what they say of each."""

from __future__ import annotations

from benchmarks.opponent_fit import FEATURES, Job, Sample, drawn, fitted_together, played
from engine.setup import MORTAL, PowerName
from opponent.weights import fitted_weights, written_weights

APOLLO, HERMES, PAN = (PowerName(name) for name in ("apollo", "hermes", "pan"))


def test_the_two_of_a_game_have_different_powers_and_each_number_the_same_two() -> None:
    games = [drawn([APOLLO, HERMES, PAN], number) for number in range(40)]
    assert all(one != other for one, other in games)
    assert {power for game in games for power in game} == {APOLLO, HERMES, PAN}
    assert games == [drawn([APOLLO, HERMES, PAN], number) for number in range(40)]


def test_each_position_of_a_game_names_the_power_that_moves_and_the_one_that_waits() -> None:
    base = fitted_weights().base
    rows = [
        row
        for seed in range(4)
        for row in played(Job((APOLLO, HERMES), seed, nodes=300, depth=1, weights=written_weights(base)))
    ]
    assert {row.powers for row in rows} == {(APOLLO, HERMES), (HERMES, APOLLO)}


def test_a_power_that_wins_from_high_squares_gets_more_for_them_and_the_base_game_stays() -> None:
    """Hermes wins whenever his worker stands on the second level, whatever else there is; Apollo's worth is found in
    the same games, and Pan, who played none, keeps the base game's."""
    base = fitted_weights().base
    low, high = ([0] * FEATURES for _ in range(2))
    low[0] = high[6] = 2  # two workers at the edge, on the ground or on the second level
    rows = [Sample(high, low, (HERMES, APOLLO), won=True), Sample(low, low, (HERMES, APOLLO), won=False)] * 200
    book = fitted_together(rows, [HERMES, APOLLO], base, hold=1.0)
    before, after = base.of(HERMES).to_move.place, book.of(HERMES).to_move.place
    assert after[2][0] - after[0][0] > before[2][0] - before[0][0]
    assert after[3] == before[3], "nobody stood there"
    assert book.of(MORTAL) == base.of(MORTAL) == book.of(PAN)
