"""What goes wrong at a table, as the hands of the virtual board's page do it."""

from __future__ import annotations

import pytest

from hardware.hand_actions import PHONE, HandError, Knock, Lift, Put, PutBeside, PutStray, TakeStray, phone
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual_hands import PieceSeen

E3 = 14


def a_board() -> VirtualDevice:
    """A board on whose e3 a worker stands; hands need nobody who scans."""
    board = VirtualDevice(patience=0.0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", E3))
    return board


def seen(board: VirtualDevice) -> PieceSeen:
    return next(piece for piece in board.look().pieces if piece.piece == "blue-1")


def test_a_worker_that_was_knocked_over_lies_until_it_is_lifted_and_put() -> None:
    board = a_board()
    board.act(Knock("blue-1"))
    assert (seen(board).square, seen(board).lying) == (E3, True)
    with pytest.raises(HandError, match="lies on e3"):
        board.act(Knock("blue-1"))
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", E3))
    assert (seen(board).square, seen(board).lying) == (E3, False)


def test_a_worker_beside_the_board_is_on_no_square_and_yet_not_in_the_box() -> None:
    board = a_board()
    board.act(Lift("blue-1"))
    board.act(PutBeside("blue-1", 210.0, 90.0))
    assert (seen(board).square, seen(board).x, seen(board).y) == (None, 210.0, 90.0)


def test_a_phone_is_felt_where_it_is_laid_and_no_more_once_it_is_taken_away() -> None:
    board = a_board()
    before, version = board.true_fields(), board.look().version
    board.act(PutStray(phone(207.0, 90.0)))
    assert board.look().phone == (207.0, 90.0)
    assert board.look().version > version
    assert abs(board.true_fields()[E3] - before[E3]) > 0.5
    board.act(TakeStray(PHONE))
    assert board.look().phone is None
    assert board.true_fields()[E3] == pytest.approx(before[E3], abs=1e-3)
    with pytest.raises(HandError, match="no stray magnet 'phone'"):
        board.act(TakeStray(PHONE))
