"""What happens at a family's table besides steps: `thera simulate --mishaps`."""

from __future__ import annotations

import re

import pytest

import thera.simulator.hand_moves
from table.errors import CannotPlayError
from thera.command_tree import parse
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.game_simulation import play_game
from thera.simulator.hand_styles import FamilyMishap
from thera.simulator.simulated_board import Conditions, Physics
from thera.simulator.simulation_options import GameSpec, game_specs
from thera.simulator.simulation_record import GameRecord

AT_STEPS = sorted(set(FamilyMishap) - {FamilyMishap.PHONE_ON_RIM})


def game(*mishaps: FamilyMishap, seed: int = 1, turns: int = 6) -> GameRecord:
    """A game on an even board, without other habits."""
    conditions = Conditions(seed=seed, physics=Physics.IDEAL, placement=1.0, mishaps=frozenset(mishaps))
    return play_game(GameSpec(conditions, players=2, powers=None, turns=turns), open_simulated_board)


@pytest.mark.parametrize("mishap", AT_STEPS)
def test_a_mishap_happens_and_is_counted(mishap: FamilyMishap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thera.simulator.hand_moves, "BEFALLS", 1.0)
    record = game(mishap)
    assert [each for each in record.done if each.cause is mishap]
    assert not any(each.wrong or each.stuck for each in record.done)


def test_games_without_mishaps_are_the_same_whatever_may_happen_in_others(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = [(each.cause, each.steps, each.settled) for each in game().done]
    monkeypatch.setattr(thera.simulator.hand_moves, "BEFALLS", 0.0)
    assert [(each.cause, each.steps, each.settled) for each in game(*AT_STEPS).done] == plain


def test_a_phone_on_the_rim_stays_for_the_rest_of_the_game() -> None:
    record = game(FamilyMishap.PHONE_ON_RIM, turns=9)
    near = [each.magnet for each in record.done]
    first = near.index(True)
    assert first > 0
    assert all(near[first:])
    assert not any(each.warned for each in record.done)


@pytest.mark.parametrize(
    ("said", "mishaps"),
    [("", set()), ("held_low, two_fell", {FamilyMishap.HELD_LOW, FamilyMishap.TWO_FELL}), ("all", set(FamilyMishap))],
)
def test_mishaps_are_named_on_the_command_line(said: str, mishaps: set[FamilyMishap]) -> None:
    specs = game_specs(parse(["simulate", "--games", "2", "--mishaps", said]))
    assert [spec.conditions.mishaps for spec in specs] == [frozenset(mishaps)] * 2


def test_a_mishap_that_is_not_known_is_named_with_those_that_are() -> None:
    with pytest.raises(
        CannotPlayError, match=re.escape(f"--mishaps knows {', '.join(FamilyMishap)}, not 'earthquake'")
    ):
        game_specs(parse(["simulate", "--mishaps", "earthquake"]))
