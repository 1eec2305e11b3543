"""A position is set up on the virtual board at once, with as few workers moved as it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.squares import square
from hardware.hand_actions import PHONE, HandError, Knock, Lift, Put, PutStray, SetUp, Stack, phone
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import LyingPiece

S = square
LEVELS = tuple(2 if each == S("c3") else int(each == S("a1")) for each in range(25))
DOMES = tuple(each == S("e5") for each in range(25))
STANDING = ((S("c3"), "blue"), (S("d4"), "blue"), (S("a2"), "orange"))
POSITION = SetUp(LEVELS, DOMES, STANDING)


@pytest.fixture
def board() -> VirtualDevice:
    """A board whose hands need nobody to scan."""
    return VirtualDevice(patience=0)


def stands(board: VirtualDevice) -> set[tuple[str, int]]:
    """Each worker on the board with its square."""
    return {(piece.piece, piece.square) for piece in board.look().pieces if piece.square is not None}


def put(board: VirtualDevice, piece: str, name: str) -> None:
    board.act(Lift(piece))
    board.act(Put(piece, S(name)))


def test_an_empty_board_gets_wood_and_workers(board: VirtualDevice) -> None:
    board.set_up(POSITION)
    assert (board.world.levels, board.world.domes) == (LEVELS, DOMES)
    assert stands(board) == {("blue-1", S("c3")), ("blue-2", S("d4")), ("orange-1", S("a2"))}


def test_who_stands_right_stays_and_who_stands_wrong_moves_before_one_from_the_box(
    board: VirtualDevice,
) -> None:
    put(board, "blue-3", "d4")
    put(board, "blue-4", "a4")
    place = board.world.place("blue-3")
    board.set_up(POSITION)
    assert stands(board) == {("blue-4", S("c3")), ("blue-3", S("d4")), ("orange-1", S("a2"))}
    assert board.world.place("blue-3") is place


def test_two_workers_change_places(board: VirtualDevice) -> None:
    put(board, "blue-1", "a2")
    put(board, "orange-1", "c3")
    board.set_up(POSITION)
    assert {("blue-1", S("c3")), ("orange-1", S("a2"))} < stands(board)


def test_one_that_lies_and_one_in_a_hand_stand_again_and_the_others_go_into_the_box(board: VirtualDevice) -> None:
    put(board, "blue-1", "c3")
    board.act(Knock("blue-1"))
    board.act(Lift("orange-2"))
    put(board, "orange-3", "b5")
    board.set_up(POSITION)
    seen = board.look().pieces
    assert not any(piece.in_hand or piece.lying for piece in seen)
    assert not any(isinstance(place, LyingPiece) for place in board.world.places)
    assert len(stands(board)) == len(STANDING)


def test_a_phone_beside_the_board_stays(board: VirtualDevice) -> None:
    board.act(PutStray(phone(260, 90)))
    board.set_up(POSITION)
    assert [stray.name for stray in board.world.strays] == [PHONE]


def test_a_seat_without_enough_workers_stands_on_fewer_squares(board: VirtualDevice) -> None:
    board.set_up(SetUp((0,) * 25, (False,) * 25, tuple((each, "blue") for each in range(6))))
    assert len(stands(board)) == 4


def test_nobody_stands_on_a_dome(board: VirtualDevice) -> None:
    board.set_up(SetUp((0,) * 25, DOMES, ((S("e5"), "blue"),)))
    assert stands(board) == set()


def test_wood_that_no_board_can_have_changes_nothing(board: VirtualDevice) -> None:
    board.act(Stack(0, dome=False))
    task = board.enqueue(SetUp((4,) * 25, DOMES, ()))
    with pytest.raises(HandError, match="a tower has 0 to 3 blocks"):
        task.check()
    assert board.world.levels == (1,) + (0,) * 24


def test_whether_pieces_follow_is_seen_and_remembered(tmp_path: Path) -> None:
    memory = tmp_path / "wood.json"
    board = VirtualDevice(memory=memory)
    before = board.look()
    assert before.follows
    board.follow_game(on=False)
    assert not board.look().follows
    assert board.look().version != before.version
    assert not VirtualDevice(memory=memory).look().follows
    board.follow_game(on=True)
    assert VirtualDevice(memory=memory).look().follows
