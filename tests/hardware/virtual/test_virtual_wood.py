"""All wood of the virtual board is put right, or into the box, in one act, whatever hands did there before."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from hardware.geometry import Geometry
from hardware.hand_actions import (
    Arrange,
    Clear,
    HandError,
    Knock,
    Lift,
    Put,
    PutBeside,
    PutStray,
    Stack,
    Unstack,
    phone,
)
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS, TALLEST, LyingPiece, PieceInBox, PieceInHand, StandingPiece

Wood = tuple[tuple[int, ...], tuple[bool, ...]]

C3 = 12
NO_WOOD: Wood = ((0,) * 25, (False,) * 25)


def some_wood(chance: Random, size: int = 5) -> Wood:
    """Towers as a game could have them, and any others."""
    there = [max(number % 5, number // 5) < size for number in range(25)]
    levels = tuple(chance.randint(0, TALLEST) if on and chance.random() < 0.7 else 0 for on in there)
    return levels, tuple(on and chance.random() < 0.3 for on in there)


def mess_about(board: VirtualDevice, chance: Random, size: int = 5) -> None:
    """Whatever comes into somebody's mind; much of it cannot be done."""
    for _ in range(150):
        piece = chance.choice(FOUR_SEATS).name
        square = 5 * chance.randrange(size) + chance.randrange(size)
        with suppress(HandError):
            match chance.randrange(8):
                case 0 | 1:
                    board.act(Lift(piece))
                case 2 | 3:
                    board.act(Put(piece, square))
                case 4:
                    board.act(Knock(piece))
                case 5:
                    board.act(Unstack(square))
                case 6:
                    board.act(PutBeside(piece, -40.0, chance.uniform(0, 180)))
                case _:
                    board.act(Stack(square, dome=chance.random() < 0.3))


def messy(seed: int, size: int = 5) -> VirtualDevice:
    board = VirtualDevice(Geometry(size=size), seed=seed, workers=FOUR_SEATS, patience=0)
    mess_about(board, Random(seed), size)  # noqa: S311 - a test, no secret
    return board


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("seed", range(25))
def test_from_any_mess_one_act_ends_with_the_wood_that_is_wanted(seed: int, size: int) -> None:
    board = messy(seed, size)
    before = board.world
    levels, domes = some_wood(Random(f"wood {seed}"), size)  # noqa: S311 - a test, no secret
    board.arrange(levels, domes)
    after = board.world
    assert (after.levels, after.domes) == (levels, domes)
    for was, place in zip(before.places, after.places, strict=True):
        if isinstance(was, (StandingPiece, LyingPiece)):
            stays = isinstance(place, (StandingPiece, LyingPiece)) and place.square == was.square
            assert isinstance(place, PieceInBox) if domes[was.square] else stays
        else:
            assert place == was


@pytest.mark.parametrize("seed", range(25))
def test_from_any_mess_one_act_clears_the_board(seed: int) -> None:
    board = messy(seed)
    board.act(PutStray(phone(250.0, 90.0)))
    board.clear()
    seen = board.look()
    assert (seen.levels, seen.domes) == NO_WOOD
    assert all(isinstance(place, PieceInBox) for place in board.world.places)
    assert seen.phone == (250.0, 90.0), "a phone is no piece of the game"


def test_a_worker_on_wood_that_changes_is_lifted_and_put_back_upright() -> None:
    """As people do it, so that the board reads the worker on its new height."""
    board = VirtualDevice(patience=0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", C3))
    board.act(Knock("blue-1"))
    began = board.now
    board.arrange((*NO_WOOD[0][:C3], 2, *NO_WOOD[0][C3 + 1 :]), NO_WOOD[1])
    assert isinstance(board.world.place("blue-1"), StandingPiece)
    assert board.now - began > 300, "that takes the time that hands take"


def test_wood_is_right_though_another_hand_is_quicker_and_puts_a_worker_in_the_way() -> None:
    board = VirtualDevice(patience=0)
    other = QueuedHands(board, 1)
    other.do(Lift("blue-1"))
    while not other.idle:
        board.scan()
    other.do(Put("blue-1", C3))
    levels, domes = (3,) * 25, (True,) * 25
    board.arrange(levels, domes)
    while not other.idle:
        board.scan()
    assert (board.world.levels, board.world.domes) == (levels, domes)
    assert isinstance(board.world.place("blue-1"), PieceInHand), "nobody stands on a dome"


def test_two_who_put_the_wood_right_at_the_same_time_end_with_one_of_the_two() -> None:
    board = messy(3)
    wanted = [some_wood(Random(seed)) for seed in (1, 2)]  # noqa: S311 - a test, no secret
    threads = [threading.Thread(target=board.arrange, args=wood) for wood in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (board.world.levels, board.world.domes) in wanted


@pytest.mark.parametrize(
    ("levels", "domes", "says"),
    [
        ((4, *NO_WOOD[0][1:]), NO_WOOD[1], "0 to 3 blocks, not the 4 for a1"),
        ((-1, *NO_WOOD[0][1:]), NO_WOOD[1], "not the -1"),
        ((*NO_WOOD[0][:24], 1), NO_WOOD[1], "e5 is not on a board of 4 x 4"),
        (NO_WOOD[0], (*NO_WOOD[1][:24], True), "e5 is not on a board of 4 x 4"),
    ],
)
def test_wood_that_cannot_be_is_refused_and_nothing_is_changed(
    levels: tuple[int, ...], domes: tuple[bool, ...], says: str
) -> None:
    board = messy(1, 4)
    before = board.world
    with pytest.raises(HandError, match=says):
        board.arrange(levels, domes)
    assert (board.world.levels, board.world.domes) == (before.levels, before.domes)


def test_it_is_remembered_as_what_hands_did(tmp_path: Path) -> None:
    board = VirtualDevice(memory=tmp_path / "wood.json", patience=0)
    board.arrange((1,) * 25, NO_WOOD[1])
    assert VirtualDevice(memory=tmp_path / "wood.json").world.levels == (1,) * 25
    board.clear()
    assert VirtualDevice(memory=tmp_path / "wood.json").world.levels == NO_WOOD[0]


def test_simulated_hands_do_both_without_a_thread_of_their_own() -> None:
    board = VirtualDevice()
    for action in (Lift("blue-1"), Put("blue-1", C3), Arrange((1,) * 25, NO_WOOD[1])):
        board.enqueue(action)
    while not board.idle:
        board.scan()
    assert board.world.levels == (1,) * 25
    board.enqueue(Clear())
    assert all(isinstance(place, PieceInBox) for place in board.world.places)
