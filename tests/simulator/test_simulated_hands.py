"""Simulated hands do only what hands can do, whatever chance picks."""

from __future__ import annotations

from random import Random

import pytest

from engine import Seat, square
from simulator.simulated_board import Conditions, SimulatedBoard
from simulator.simulated_player import SimulatedPlayer, carryings
from table.moves.step_search import Pieces
from thera.commands.simulate_command import open_simulated_board


def carry(bench: SimulatedBoard, player: SimulatedPlayer, wanted: Pieces) -> None:
    """Let only these workers stand; raises if hands were asked to do what they cannot do."""
    player.carry(wanted)
    events = bench.board.events()
    while not bench.hands.idle:
        next(events)
    bench.hands.check()


@pytest.mark.parametrize("chance", range(8))
def test_a_worker_that_leaves_the_board_is_gone_before_another_comes_to_its_square(chance: int) -> None:
    after = frozenset({(square("e2"), Seat.ORANGE)})
    with open_simulated_board(Conditions(seed=chance)) as bench:
        player = SimulatedPlayer(bench.hands, Random(chance))  # noqa: S311 - repeatable chance, no secret
        carry(bench, player, frozenset({(square("e2"), Seat.BLUE), (square("e4"), Seat.ORANGE)}))
        carry(bench, player, after)
        assert carryings(bench.hands, after) == ()
