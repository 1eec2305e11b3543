"""A worker that is pushed a little where it stands is in no hand, though its sensor feels less of it than before."""

from __future__ import annotations

import pytest

from engine import Game, square
from engine.notation import parse_position, state_of
from hardware.hand_actions import Lift, Put, Slide, Stack
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from tests.engine.cases import line
from tests.perception.landings import GEOMETRY
from tests.table.moves.followed_game import FollowedGame, actions, steps
from tests.table.moves.touched_game import CAREFUL

HOME, TOWER = square("b2"), square("b3")
WORKERS = {"blue-1": "b2", "blue-2": "d5", "orange-1": "d2", "orange-2": "e4"}


@pytest.mark.parametrize("seed", [17, 18, 26, 27])
def test_a_worker_that_is_pushed_where_it_stands_is_read_at_once(seed: int) -> None:
    spread, style = SensorSpread.handmade(CAREFUL), HandStyle.natural()
    game = FollowedGame(board=VirtualDevice(GEOMETRY, spread, seed=seed, style=style, scan_period=20))
    game.game = Game.at(state_of(parse_position(line("mortal:b2,d5", "mortal:d2,e4", "b2:1 b3:2"))))
    game.expect()
    for where in (HOME, TOWER, TOWER):
        game.hands(Stack(where, dome=False), rest=0)
    for piece, name in WORKERS.items():
        game.hands(Lift(piece), Put(piece, square(name)), rest=500)
    assert steps(game.hands(Lift("blue-1"), Put("blue-1", TOWER), rest=900)) == [actions("b2-b3")]
    game.board.enqueue(Slide("blue-1", (TOWER,)))
    until = game.board.now + 2500
    while game.board.now < until:
        game.feed(game.board.frame())
        assert game.follower._tracker.unclear_since is None, game.board.now
    assert game.agrees()
