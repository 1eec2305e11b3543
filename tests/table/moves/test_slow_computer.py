"""A slow computer judges for longer than a touch lasts; what is judged then has to be the touch."""

from __future__ import annotations

from functools import partial

import pytest

from hardware.hand_actions import Hover, Lift, Pause, Put
from perception.limits import DecisionThresholds
from table.moves import follower
from tests.sampling import one_in, some_of
from tests.table.moves.followed_game import steps
from tests.table.moves.touched_game import BUILT, HOME, TOWER, TouchedGame

SLOW = 140
"""The work that it does in a frame: a seventh of what the usual limit allows."""


@pytest.mark.parametrize(
    ("seed", "height", "hovers", "touches"),
    some_of(2, [(8, 54.0, 270.0, 380.0), (10, 61.0, 260.0, 350.0), (14, 52.0, 180.0, 350.0)]),
)
def test_a_touch_is_read_though_the_hand_rested_in_the_air_just_before(
    seed: int, height: float, hovers: float, touches: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "DecisionThresholds", partial(DecisionThresholds, work_per_frame=SLOW))
    game = TouchedGame(0, seed=seed, period=20)
    said = game.hands(
        Lift("blue-1"),
        Hover("blue-1", TOWER, height, hovers),
        Put("blue-1", TOWER),
        Pause(touches),
        Lift("blue-1"),
        Put("blue-1", HOME),
    )
    assert steps(said) == [BUILT]


@pytest.mark.parametrize("seed", one_in(2, range(3, 8)))
@pytest.mark.parametrize("level", [1, 2])
def test_a_brief_touch_is_read_though_it_ends_while_its_first_frames_are_judged(
    level: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "DecisionThresholds", partial(DecisionThresholds, work_per_frame=SLOW))
    game = TouchedGame(level, seed=seed, period=20)
    assert steps(game.touch(260.0)) == [BUILT]


@pytest.mark.parametrize("seed", one_in(3, range(3)))
@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_hand_that_hovers_builds_nothing_though_its_first_frames_take_long(
    level: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "DecisionThresholds", partial(DecisionThresholds, work_per_frame=SLOW))
    game = TouchedGame(level, seed=seed, period=20)
    assert steps(game.hover(22.0, 500.0)) == []
