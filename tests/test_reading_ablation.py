"""The table of what each mechanism of the reading is worth names code that exists, and counts what games show."""

from __future__ import annotations

import pytest

from perception import limits as of_all
from perception.fitting import limits as of_fitting
from perception.interference import limits as of_interference
from perception.recognition import limits as of_recognition
from perception.sensors import limits as of_sensors
from perception.tracking import limits as of_tracking
from tools.benchmarks.reading_ablation import MECHANISMS, Ablation, Counts, Mechanism, Played

LIMITS = (of_all, of_fitting, of_interference, of_recognition, of_sensors, of_tracking)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda mechanism: mechanism.name)
def test_a_mechanism_is_code_and_constants_that_exist(mechanism: Mechanism) -> None:
    assert mechanism.is_there
    assert mechanism.lines or mechanism.constants
    missing = [name for name in mechanism.constants.split() if not any(hasattr(limits, name) for limits in LIMITS)]
    assert missing == []


def test_a_game_in_which_a_mechanism_was_not_at_work_counts_as_it_was() -> None:
    found = Ablation(lines={"falls": 99}, constants={"falls": 4})
    found.games["careful"] = {
        1: Played(Counts(steps=50, asked=1), ("falls",)),
        2: Played(Counts(steps=50), ()),
    }
    assert found.table()[-1] == "| falls | 99 | 4 | not played; at work in 1 of 2 games |"
    found.without["falls"] = {"careful": {1: Counts(steps=50, asked=2, wrong=1)}}
    assert found.table()[-2:] == [
        "| nothing | | | 100.0 asked of 100 |",
        "| falls | 99 | 4 | +100.0, +1 wrong (1 of 1 games of 2) |",
    ]


def test_where_not_all_games_were_played_without_it_the_others_count_as_many() -> None:
    found = Ablation(lines={"falls": 99}, constants={"falls": 4})
    found.games["careful"] = {seed: Played(Counts(steps=50), ("falls",)) for seed in range(4)}
    found.without["falls"] = {"careful": {0: Counts(steps=50, asked=1, missed=1)}}
    assert found.table()[-1] == "| falls | 99 | 4 | +200.0, +1 missed (1 of 4 games of 4) |"
