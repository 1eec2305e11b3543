"""Where a power takes workers on from the square of a step, or others off the board, hands may do all of it at once, or
the step first and the rest when the lights show it."""

from __future__ import annotations

import pytest

from engine import Game
from engine.power import Power
from engine.powers import POWERS
from table.moves.step_search import Pieces
from table.session.table_state import ActionSequence
from thera.command_tree import parse
from thera.commands.simulate_command import open_simulated_board
from thera.simulator import hand_moves
from thera.simulator.game_simulation import play_game
from thera.simulator.hand_styles import HandStyleName
from thera.simulator.simulated_player import shown_on_the_way
from thera.simulator.simulation_options import game_specs

TAKE_ON = [
    power.name
    for power in POWERS
    if type(power).after_move is not Power.after_move or type(power).onward is not Power.onward
]
"""The powers after whose moves, or in whose games, a worker does not stay where it was put, or another leaves."""
IDEAL = ("--physics", "ideal", "--placement-error", "2", "--magnet", "15x5")
GAMES = {"bia": ("pan", 5), "charybdis": ("pan", 4), "harpies": ("artemis", 1)}
"""For each an opponent and a seed with which it happens."""


def test_these_powers_take_workers_on() -> None:
    assert set(TAKE_ON) == set(GAMES)


@pytest.mark.parametrize("share", [0.0, 1.0], ids=["at once", "step first"])
@pytest.mark.parametrize("power", TAKE_ON)
def test_hands_are_followed_both_ways(power: str, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    taken_on = 0

    def counted(game: Game, actions: ActionSequence) -> Pieces | None:
        nonlocal taken_on
        found = shown_on_the_way(game, actions)
        taken_on += found is not None
        return found

    monkeypatch.setattr(hand_moves, "STEP_FIRST", share)
    monkeypatch.setattr(hand_moves, "shown_on_the_way", counted)
    other, seed = GAMES[power]
    said = ("--games", "1", "--seed", str(seed), "--turns", "8", "--powers", f"{power},{other}")
    (spec,) = game_specs(parse(["simulate", *IDEAL, *said]))
    record = play_game(spec, open_simulated_board)
    assert (record.faults, record.doubts) == ([], [])
    assert taken_on > 0
    step_first = sum(each.cause is HandStyleName.STEP_FIRST for each in record.done)
    assert step_first == (taken_on if share else 0)
