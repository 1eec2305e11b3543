"""Simulated hands do only what hands can do, whatever chance picks."""

from __future__ import annotations

import pytest

from common.numbers import seeded
from engine import Game, Seat, square
from engine.notation import parse_action, parse_position, state_of
from hardware.hand_actions import Arrange
from table.moves.step_search import Pieces, visible_pieces
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.simulated_board import Conditions, SimulatedBoard
from thera.simulator.simulated_player import SimulatedPlayer, carryings, sync_towers


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
        player = SimulatedPlayer(bench.hands, seeded(chance))
        carry(bench, player, frozenset({(square("e2"), Seat.BLUE), (square("e4"), Seat.ORANGE)}))
        carry(bench, player, after)
        assert carryings(bench.hands, after) == ()


def test_a_worker_that_a_build_took_off_the_board_is_not_put_back_on_its_block() -> None:
    """Medusa's."""
    game = Game.at(state_of(parse_position("0000000010000000010000000/1/orange=medusa:d3,d5/blue=zeus:e4,a5")))
    game = game.play(parse_action("d3-d4"))
    with open_simulated_board(Conditions(seed=1)) as bench:
        bench.hands.do(Arrange(tuple(game.state.levels), (False,) * 25))
        carry(bench, SimulatedPlayer(bench.hands, seeded(1)), visible_pieces(game))
        game = game.play(parse_action("d4+e3"))
        assert sync_towers(bench.hands, game)
        events = bench.board.events()
        while not bench.hands.idle:
            next(events)
        bench.hands.check()
        assert carryings(bench.hands, visible_pieces(game)) == ()
        assert bench.hands.look().levels == tuple(game.state.levels)
