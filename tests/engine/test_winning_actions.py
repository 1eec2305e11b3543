"""Which of the legal actions win at once, as far as the player who is to act can know."""

from __future__ import annotations

import pytest

from engine.notation import action_text
from tests.engine.cases import game_at, line


@pytest.mark.parametrize(
    ("position", "wins"),
    [
        (line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3 a2:3 c3:2"), {"b2-b3", "b2-a2"}),
        (line("mortal:b2,e5", "mortal:d5,a5", "b2:1 b3:2"), set()),
        (
            line("pan:b2,e5", "mortal:d5,a5", "b2:2 c3:1"),
            {"b2-a1", "b2-a2", "b2-a3", "b2-b1", "b2-b3", "b2-c1", "b2-c2"},
        ),
        (line("apollo:b2,e5", "mortal:c3,a5", "b2:2 c3:3"), {"b2-c3"}),
        (line("apollo:b2,e5", "moerae[corner=c3]:c3,a5,a4", "b2:2 c3:3"), {"b2-c3"}),
    ],
    ids=["up to the third level", "nothing wins", "down by two", "by a swap", "as far as one knows"],
)
def test_actions_that_win_at_once(position: str, wins: set[str]) -> None:
    assert {action_text(action) for action in game_at(position).winning_actions()} == wins


def test_what_loses_does_not_win() -> None:
    game = game_at(line("tartarus[square=b3]:b2,e5", "mortal:d5,a5", "b2:2 b3:3 a2:3"))
    assert "b2-b3" not in {action_text(action) for action in game.winning_actions()}
