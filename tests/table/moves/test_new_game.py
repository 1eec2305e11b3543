"""A new game begins on a board that is cleared faster than it is read, and its first worker counts."""

from __future__ import annotations

import pytest

from engine import Game, Player, PowerName, Seat, Setup
from hardware.hand_actions import Clear, HandAction, Lift, Put, PutInBox
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from table.session.board_reports import Intent
from tests.table.moves.followed_game import FollowedGame, S, actions, steps

PLAYERS = (Player(Seat.BLUE, PowerName("mortal"), 0), Player(Seat.ORANGE, PowerName("mortal"), 1))
WORKERS = ("blue-1", "orange-1", "blue-2", "orange-2")


class NextGame(FollowedGame):
    """A game was played, and another one begins."""

    def __init__(self) -> None:
        super().__init__()
        self.board = VirtualDevice(
            spread=SensorSpread.handmade(),
            seed=3,
            surroundings=AmbientConditions(earth=0.05),
            style=HandStyle.natural(),
        )
        self.set_out()
        self.hands(rest=1000)

    def begin(self) -> None:
        self.game = Game.begin(Setup(PLAYERS))
        self.follower.restart()
        self.expect()

    def until_idle(self, *, seen: bool) -> list[Intent]:
        """Let hands do what they have to, while the table sees it or is too busy to."""
        said: list[Intent] = []
        while not self.board.idle:
            frame = self.board.frame()
            said += self.feed(frame) if seen else []
        return said

    def clear(self, *, seen: bool = True) -> None:
        """Two hands take two workers each."""
        for number, worker in enumerate(WORKERS):
            self.board.enqueue(PutInBox(worker), hand=number % 2)
        assert steps(self.until_idle(seen=seen)) == []


@pytest.mark.parametrize("first", ["c3", "b2"])
@pytest.mark.parametrize("begins", ["before", "after"])
def test_the_first_worker_counts_though_the_board_was_never_seen_empty(first: str, begins: str) -> None:
    game = NextGame()
    if begins == "before":
        game.begin()
    game.clear()
    if begins == "after":
        game.begin()
    game.board.enqueue(Lift("blue-1"))
    game.board.enqueue(Put("blue-1", S(first)))
    game.until_idle(seen=False)
    assert steps(game.hands(rest=2500)) == [actions(f"@{first}")]
    assert game.agrees()


@pytest.mark.parametrize("cleared", [(Clear(),), tuple(PutInBox(each) for each in WORKERS)], ids=["at once", "in turn"])
def test_a_table_that_was_too_busy_to_see_the_board_cleared_reads_the_first_worker(
    cleared: tuple[HandAction, ...],
) -> None:
    game = NextGame()
    game.begin()
    for action in (*cleared, Lift("blue-1"), Put("blue-1", S("c3"))):
        game.board.enqueue(action)
    game.until_idle(seen=False)
    assert steps(game.hands(rest=2500)) == [actions("@c3")]
    assert game.agrees()


def test_the_last_worker_that_is_left_of_the_game_before_is_no_first_worker() -> None:
    game = NextGame()
    game.begin()
    assert steps(game.hands(*(PutInBox(each) for each in WORKERS[1:]), rest=2500)) == []
    assert not game.agrees()
    assert steps(game.hands(PutInBox("blue-1"), rest=1000)) == []
    assert game.agrees()
