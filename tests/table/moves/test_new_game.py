"""A new game begins on a board that is cleared faster than it is read, and its first worker counts."""

from __future__ import annotations

from functools import cache

import pytest

from engine import Game, Player, PowerName, Seat, Setup
from hardware.hand_actions import Clear, HandAction, Lift, Pause, Put, PutInBox
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from table.session.at_board import BoardReport, QuestionAsked
from tests.table.moves.followed_game import FollowedGame, S, actions, copied, steps

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

    def until_idle(self, *, seen: bool) -> list[BoardReport]:
        """Let hands do what they have to, while the table sees it or is too busy to."""
        said: list[BoardReport] = []
        while not self.board.idle:
            frame = self.board.frame()
            said += self.feed(frame) if seen else []
        return said

    def clear(self, *, seen: bool = True) -> None:
        """Two hands take two workers each."""
        for number, worker in enumerate(WORKERS):
            self.board.enqueue(PutInBox(worker), hand=number % 2)
        assert steps(self.until_idle(seen=seen)) == []


@cache
def _next_game() -> NextGame:
    return NextGame()


def next_game() -> NextGame:
    """One whose workers stand as those of the game before were set out, which hands do but once."""
    made = _next_game()
    return copied(made, made.board)


@pytest.mark.parametrize("first", ["c3", "b2"])
@pytest.mark.parametrize("begins", ["before", "after"])
def test_the_first_worker_counts_though_the_board_was_never_seen_empty(first: str, begins: str) -> None:
    game = next_game()
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


@pytest.mark.parametrize("later", [1, 250, 500])
@pytest.mark.parametrize(
    ("seed", "first", "second"), [(1, "b2", "d4"), (2, "c3", "c4"), (3, "a1", "b1"), (4, "e5", "a1")]
)
def test_two_workers_that_both_hands_set_down_are_two_placements(
    seed: int, first: str, second: str, later: int
) -> None:
    """In whatever order they come down: it makes no difference, so nobody is asked about it."""
    style = HandStyle.natural()
    game = FollowedGame(board=VirtualDevice(spread=SensorSpread.handmade(), seed=seed, style=style))
    for hand, (worker, on) in enumerate((("blue-1", first), ("blue-2", second))):
        game.board.enqueue(Pause(1 + hand * later), hand=hand)
        game.board.enqueue(Lift(worker), hand=hand)
        game.board.enqueue(Put(worker, S(on)), hand=hand)
    said = game.hands(rest=4000)
    assert {each for made in steps(said) for each in made} == set(actions(f"@{first}", f"@{second}"))
    assert not [each for each in said if isinstance(each, QuestionAsked)]
    assert game.agrees()
    assert game.game.to_act is Seat.ORANGE


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 3, 0, 1), (3, 0, 2, 1)])
@pytest.mark.parametrize("seen", [True, False])
def test_workers_that_are_all_set_out_at_once_are_placed_in_turn(order: tuple[int, ...], *, seen: bool) -> None:
    """Hands clear the board and set out the next game meanwhile, whoever's workers come first."""
    game = next_game()
    game.begin()
    game.clear(seen=seen)
    places = (("blue-1", "c3"), ("blue-2", "a2"), ("orange-1", "e1"), ("orange-2", "c4"))
    for number in order:
        worker, on = places[number]
        game.board.enqueue(Lift(worker))
        game.board.enqueue(Put(worker, S(on)))
    read = [each for made in steps([*game.until_idle(seen=seen), *game.hands(rest=6000)]) for each in made]
    assert (set(read[:2]), set(read[2:])) == (set(actions("@c3", "@a2")), set(actions("@e1", "@c4")))
    assert game.agrees()


@pytest.mark.parametrize("cleared", [(Clear(),), tuple(PutInBox(each) for each in WORKERS)], ids=["at once", "in turn"])
def test_a_table_that_was_too_busy_to_see_the_board_cleared_reads_the_first_worker(
    cleared: tuple[HandAction, ...],
) -> None:
    game = next_game()
    game.begin()
    for action in (*cleared, Lift("blue-1"), Put("blue-1", S("c3"))):
        game.board.enqueue(action)
    game.until_idle(seen=False)
    assert steps(game.hands(rest=2500)) == [actions("@c3")]
    assert game.agrees()


def test_the_last_worker_that_is_left_of_the_game_before_is_no_first_worker() -> None:
    game = next_game()
    game.begin()
    assert steps(game.hands(*(PutInBox(each) for each in WORKERS[1:]), rest=2500)) == []
    assert not game.agrees()
    assert steps(game.hands(PutInBox("blue-1"), rest=1000)) == []
    assert game.agrees()
