"""Nobody waits longer for a level than it may take, and who does not want to wait has the answer at once. The clock is
counted: it goes on by as much at each look, as it does on a computer that is far too slow."""

from __future__ import annotations

import pytest

from engine import State
from engine.secrets import known_to
from engine.setup import MORTAL, PowerName
from opponent.budget import CHECK_EVERY, Budget
from opponent.levels import LEVELS, LevelName
from opponent.process import FEW, Question
from opponent.thinking import think
from table.runtime.seat_thinker import LONGEST, question_for
from tests.engine.playing import pair, walk

POWERS = ("mortal", "apollo", "hermes", "morpheus", "hecate")
SLOW = 0.25
"""So many seconds pass from one look at the clock to the next."""


class SlowClock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += SLOW
        return self.now


def middle(power: str) -> State:
    setup = pair(PowerName(power), MORTAL)
    state = next(game.state for game in walk(setup, 7).steps() if game.turn >= 5 and game.state.turn and game.to_act)
    assert state.step is not None
    return known_to(state, state.step.seat)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("level", list(LevelName))
def test_a_level_ends_in_its_time_on_the_slowest_computer(level: LevelName, power: str) -> None:
    question = question_for(LEVELS[level], Question(middle(power), FEW))
    seconds = question.allowance.seconds
    assert seconds is not None
    assert seconds <= LONGEST
    clock = SlowClock()
    budget = Budget(question.allowance, clock)
    assert think(question.known, budget, manner=question.manner).turns
    assert budget.spent <= CHECK_EVERY * (seconds / SLOW + 1)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("level", list(LevelName))
def test_who_does_not_want_to_wait_has_a_turn_at_once(level: LevelName, power: str) -> None:
    question = question_for(LEVELS[level], Question(middle(power), FEW))
    budget = Budget(question.allowance, lambda: 0.0, lambda: True)
    assert think(question.known, budget, manner=question.manner).turns
    assert budget.spent <= CHECK_EVERY
