"""The fit of weights: games of a power against none, and what its own weights are begun with."""

from __future__ import annotations

from benchmarks.opponent_fit import READY, Job, begun, played
from engine.setup import MORTAL, PowerName
from opponent.weights import fitted_weights, written_weights

HERMES, MEDUSA, POLYPHEMUS = (PowerName(name) for name in ("hermes", "medusa", "polyphemus"))


def test_each_position_of_a_game_names_its_game_the_power_that_moves_and_the_one_that_waits() -> None:
    text = written_weights(fitted_weights().base)
    for power in (HERMES, MEDUSA):
        rows = [row for seed in (3, 4) for row in played(Job((power, MORTAL), seed, nodes=100, depth=1, weights=text))]
        assert {row.powers for row in rows} == {(power, MORTAL), (MORTAL, power)}
        assert {row.game for row in rows} == {3, 4}


def test_the_unused_power_of_a_hero_is_worth_something_from_the_start() -> None:
    base = fitted_weights().of(MORTAL)
    hero = begun(POLYPHEMUS, base)
    assert (hero.to_move.ready, hero.waiting.ready) == (READY, READY)
    assert hero.to_move.near == base.to_move.near
    assert begun(MEDUSA, base) == base == begun(MORTAL, base)
