"""Whole games at a board that weighs, in which no hand touches a square to build."""

from __future__ import annotations

import pytest

from hardware.hand_actions import HandAction, Stack, Tap
from hardware.virtual.virtual_board import QueuedHands
from thera.command_tree import parse
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.game_simulation import play_game
from thera.simulator.hand_styles import ScaleMishap
from thera.simulator.simulation_options import game_specs

HANDS = {"careful": (), "sloppy": ("--clumsiness", "0.6"), "careful, over a wire": ("--board", "wire")}


@pytest.mark.parametrize("hands", HANDS)
def test_the_table_follows_a_game_in_which_wood_is_only_set_down(hands: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[HandAction] = []
    do = QueuedHands.do

    def noted(self: QueuedHands, action: HandAction) -> None:
        done.append(action)
        do(self, action)

    monkeypatch.setattr(QueuedHands, "do", noted)
    (spec,) = game_specs(parse(["simulate", "--scale", "--games", "1", "--seed", "3", "--turns", "6", *HANDS[hands]]))
    record = play_game(spec, open_simulated_board)
    assert record.faults == []
    assert not any(each.asked for each in record.done)
    assert any(isinstance(action, Stack) for action in done)
    assert not any(isinstance(action, Tap) for action in done)
    mishaps = {each.cause for each in record.done if isinstance(each.cause, ScaleMishap)}
    assert bool(mishaps) is (hands == "sloppy")
    assert all(each.noticed is not False for each in record.done)
