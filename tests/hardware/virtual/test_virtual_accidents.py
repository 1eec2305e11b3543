"""What happens to workers besides being moved: they fall, roll, hover, rest on the way, stand beside the board."""

from __future__ import annotations

import math

import pytest

from hardware.hand_actions import (
    Break,
    Carry,
    Failure,
    FailureKind,
    HandAction,
    HandError,
    Hover,
    Knock,
    Lift,
    Mend,
    MoveStray,
    Pause,
    Put,
    PutBeside,
    Roll,
    SetDown,
    Slide,
    Stack,
    TakeStray,
)
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import LyingPiece, PieceBeside, PieceInHand, StandingPiece, foot_radius

C2, B3, C3, D3, E3 = 7, 11, 12, 13, 14


@pytest.fixture
def board() -> VirtualDevice:
    return VirtualDevice(spread=SensorSpread(placement=0, magnet=0))


@pytest.fixture
def hands(board: VirtualDevice) -> QueuedHands:
    """Hands at a board with blue-1 on c3 and orange-1 on e3."""
    hands = QueuedHands(board)
    for piece, square in (("blue-1", C3), ("orange-1", E3)):
        hands.do(Lift(piece))
        hands.do(Put(piece, square))
    done(board, hands)
    return hands


def done(board: VirtualDevice, *hands: QueuedHands) -> None:
    while not board.idle:
        board.scan()
    for each in hands:
        each.check()


def place(board: VirtualDevice) -> StandingPiece | LyingPiece | PieceBeside | PieceInHand:
    found = board.world.place("blue-1")
    assert isinstance(found, (StandingPiece, LyingPiece, PieceBeside, PieceInHand))
    return found


def test_a_worker_falls_on_its_own_block_in_any_direction(board: VirtualDevice, hands: QueuedHands) -> None:
    headings = []
    for _ in range(40):
        hands.do(Knock("blue-1"))
        done(board, hands)
        lying = place(board)
        assert isinstance(lying, LyingPiece)
        assert lying.square == C3
        assert math.hypot(lying.east, lying.north) <= 16
        headings.append(lying.heading)
        hands.do(Lift("blue-1"))
        hands.do(Put("blue-1", C3))
        done(board, hands)
    assert {(math.cos(heading) > 0, math.sin(heading) > 0) for heading in headings} == {
        (east, north) for east in (True, False) for north in (True, False)
    }


@pytest.mark.parametrize("fall", [Knock("blue-1", D3), Roll("blue-1", D3)], ids=["knock", "roll"])
def test_a_worker_falls_or_rolls_to_a_neighbouring_square(
    board: VirtualDevice, hands: QueuedHands, fall: Knock | Roll
) -> None:
    hands.do(fall)
    done(board, hands)
    assert isinstance(place(board), LyingPiece)
    seen = board.look().pieces[0]
    assert (seen.square, seen.lying, seen.in_hand) == (D3, True, False)


def test_a_fallen_worker_rolls_on_and_is_stood_up_again(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Knock("blue-1"))
    hands.do(Roll("blue-1", C2))
    hands.do(Roll("blue-1", B3))
    hands.do(Lift("blue-1"))
    hands.do(Put("blue-1", C3))
    done(board, hands)
    assert place(board) == StandingPiece(C3)


def test_a_fallen_worker_lies_lower_than_it_stood_if_it_falls_from_a_tower(
    board: VirtualDevice, hands: QueuedHands
) -> None:
    hands.do(Lift("blue-1"))
    hands.do(Stack(C3, dome=False))
    hands.do(Put("blue-1", C3))
    hands.do(Knock("blue-1", D3))
    done(board, hands)
    magnet = board.world.magnet(0, board.geometry)
    assert magnet is not None
    assert magnet.height == board.geometry.foot_height(0) + foot_radius(board.geometry)


def test_a_worker_put_beside_the_board_can_be_taken_from_there(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Lift("blue-1"))
    hands.do(PutBeside("blue-1", -45, 20))
    done(board, hands)
    assert place(board) == PieceBeside(-45, 20)
    seen = board.look().pieces[0]
    assert (seen.square, seen.x, seen.y, seen.in_hand) == (None, -45, 20, False)
    hands.do(Lift("blue-1"))
    hands.do(Put("blue-1", C3))
    done(board, hands)
    assert place(board) == StandingPiece(C3)


def test_a_worker_is_put_exactly_where_it_is_asked_to(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Lift("blue-1"))
    hands.do(Put("blue-1", D3, (-9.0, 12.0)))
    done(board, hands)
    assert place(board) == StandingPiece(D3, -9.0, 12.0)


def test_hands_never_put_a_worker_off_its_block() -> None:
    board = VirtualDevice(spread=SensorSpread(placement=12), patience=0)
    off = []
    for _ in range(300):
        board.act(Lift("blue-1"))
        board.act(Put("blue-1", C3))
        standing = board.world.standing("blue-1")
        off.append(math.hypot(standing.east, standing.north))
    assert 14 < max(off) <= 16


def test_a_worker_hovers_over_the_top_of_a_square(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Stack(D3, dome=False))
    hands.do(Lift("blue-1"))
    hands.do(Hover("blue-1", D3, 10.0, 400.0))
    board.scan()
    heights = []
    while not board.idle:
        board.scan()
        heights.append(place(board))
    over = PieceInHand(135.0, 90.0, board.geometry.foot_height(1) + 10.0)
    assert heights.count(over) >= 19, "400 ms at 20 ms a scan"
    assert place(board) == over


@pytest.mark.parametrize("blocks", [0, 2])
def test_low_hands_carry_just_above_the_blocks(board: VirtualDevice, hands: QueuedHands, blocks: int) -> None:
    for _ in range(blocks):
        hands.do(Stack(D3, dome=False))
    hands.do(Lift("blue-1", 6.0))
    hands.do(Carry("blue-1", 0.0, 0.0, 6.0))
    done(board, hands)
    assert place(board) == PieceInHand(0.0, 0.0, board.geometry.foot_height(blocks) + 6.0)


def test_a_slide_rests_on_each_square_on_the_way(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Slide("blue-1", (D3, 8, C2), 200.0))
    rests = {"d3": 0, "d2": 0}
    while not board.idle:
        board.scan()
        at = place(board)
        assert isinstance(at, (PieceInHand, StandingPiece))
        if isinstance(at, PieceInHand):
            rests["d3"] += (at.x, at.y) == (135.0, 90.0)
            rests["d2"] += (at.x, at.y) == (135.0, 45.0)
    assert all(9 <= scans <= 11 for scans in rests.values()), rests
    assert place(board) == StandingPiece(C2)


def test_a_worker_falls_between_two_squares(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Knock("blue-1", D3, (-22.5, 4.0)))
    done(board, hands)
    fallen = place(board)
    assert isinstance(fallen, LyingPiece)
    assert (fallen.square, fallen.east, fallen.north) == (D3, -22.5, 4.0)


def test_two_workers_snap_together_at_the_same_time(board: VirtualDevice, hands: QueuedHands) -> None:
    other = QueuedHands(board, 1)
    hands.do(Lift("orange-1"))
    hands.do(Put("orange-1", D3))
    done(board, hands)
    hands.do(Slide("blue-1", (C3,), spot=(13.5, 0.0)))
    other.do(Slide("orange-1", (D3,), spot=(-13.5, 0.0)))
    done(board, hands)
    assert place(board) == StandingPiece(C3, 13.5, 0.0)
    assert board.world.place("orange-1") == StandingPiece(D3, -13.5, 0.0)


def test_a_worker_is_set_down_straight_from_where_it_is_held(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Lift("blue-1"))
    hands.do(Hover("blue-1", D3, 8.0, 100.0))
    hands.do(SetDown("blue-1"))
    highest = 0.0
    while not board.idle:
        board.scan()
        at = place(board)
        if isinstance(at, PieceInHand) and (at.x, at.y) == (135.0, 90.0):
            highest = max(highest, at.height)
    hands.check()
    assert highest == board.geometry.foot_height(0) + 8.0
    assert place(board) == StandingPiece(D3)
    assert len(hands.landed_at()) == len(("blue-1 on c3", "orange-1 on e3", "blue-1 on d3"))


def test_a_worker_beside_the_board_is_set_down_on_no_square(board: VirtualDevice, hands: QueuedHands) -> None:
    hands.do(Lift("blue-1"))
    hands.do(Carry("blue-1", -60.0, 0.0))
    hands.do(SetDown("blue-1"))
    with pytest.raises(HandError, match="held over no square"):
        done(board, hands)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Knock("blue-1", 10), "from c3 to a3: they are not neighbours"),
        (Roll("blue-1", C3), "they are not neighbours"),
        (Roll("blue-1", D3), "cannot roll up from c3 to d3"),
        (Roll("orange-1", D3), "cannot roll up from e3 to d3"),
        (Knock("blue-2"), "blue-2 is in a hand"),
        (Knock("orange-2"), "orange-2 is in the box"),
        (Hover("blue-1", D3, 5, 5), "blue-1 is not in a hand"),
        (Hover("blue-2", D3, -1, 5), "hovers 0 mm and ms or more, not -1 mm"),
        (Knock("blue-1", B3, (0.0, 22.6)), "22.5 mm east or north of its middle at most, not 0 and 22.6"),
        (Slide("blue-1", (C3,), spot=(17.0, 0.0)), "blue-1 falls off c3: 17 mm off"),
        (SetDown("blue-1"), "blue-1 is not in a hand"),
        (PutBeside("blue-2", 10, 10), r"\(10, 10\) is on the board"),
        (Put("blue-2", B3, (10.0, 14.0)), "blue-2 falls off b3: 17.2047 mm off"),
        (Put("blue-2", B3, (float("nan"), 0.0)), "blue-2 falls off b3"),
        (Carry("blue-2", 1, 1, -1), "0 mm or more above the blocks, not -1"),
        (TakeStray("phone"), "there is no stray magnet 'phone'"),
        (MoveStray("phone", 0, 0, 5), "there is no stray magnet 'phone'"),
        (Break(Failure(25, FailureKind.DEAD)), "25 is not a square"),
        (Mend(-1), "-1 is not a square"),
    ],
)
def test_what_cannot_happen_is_said_and_changes_nothing(
    board: VirtualDevice, hands: QueuedHands, wrong: HandAction, sentence: str
) -> None:
    hands.do(Lift("blue-2"))
    hands.do(Stack(D3, dome=False))
    done(board, hands)
    before = board.world
    hands.do(wrong)
    with pytest.raises(HandError, match=sentence):
        done(board, hands)
    assert board.world == before


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Slide("blue-1", (D3,)), "blue-1 lies on c3; lift it first"),
        (Stack(C3, dome=False), "blue-1 stands on c3|blue-1 lies on c3"),
        (Put("blue-2", C3), "blue-2 cannot stand on c3"),
    ],
)
def test_a_fallen_worker_is_in_the_way(
    board: VirtualDevice, hands: QueuedHands, wrong: HandAction, sentence: str
) -> None:
    hands.do(Knock("blue-1"))
    hands.do(Lift("blue-2"))
    done(board, hands)
    hands.do(wrong)
    with pytest.raises(HandError, match=sentence):
        done(board, hands)


def test_two_hands_move_two_workers_at_the_same_time(board: VirtualDevice, hands: QueuedHands) -> None:
    left = QueuedHands(board, 1)
    hands.do(Lift("blue-1"))
    hands.do(Put("blue-1", C2))
    left.do(Lift("orange-1"))
    left.do(Put("orange-1", C3))
    start, both = board.now, 0
    while not board.idle:
        board.scan()
        both += sum(seen.in_hand for seen in board.look().pieces) == 2
    hands.check()
    left.check()
    assert both >= 15
    assert board.now - start < 900, "no longer than one hand needs for one worker"
    assert board.look().pieces[0].square == C2
    assert board.look().pieces[4].square == C3


def test_two_workers_change_places_with_two_hands(board: VirtualDevice, hands: QueuedHands) -> None:
    left = QueuedHands(board, 1)
    hands.do(Lift("blue-1"))
    left.do(Lift("orange-1"))
    hands.do(Put("blue-1", E3))
    left.do(Put("orange-1", C3))
    done(board, hands, left)
    assert [board.look().pieces[number].square for number in (0, 4)] == [E3, C3]


def test_of_two_hands_that_come_to_one_square_the_later_keeps_its_worker(
    board: VirtualDevice, hands: QueuedHands
) -> None:
    left = QueuedHands(board, 1)
    for hand, piece in ((hands, "blue-1"), (left, "orange-1")):
        hand.do(Lift(piece))
        hand.do(Put(piece, D3))
    with pytest.raises(HandError, match="cannot stand on d3"):
        done(board, hands, left)
    assert sorted(seen.in_hand for seen in board.look().pieces if seen.piece in ("blue-1", "orange-1")) == [False, True]


def test_two_hands_do_not_move_one_worker_at_once(board: VirtualDevice, hands: QueuedHands) -> None:
    left = QueuedHands(board, 1)
    hands.do(Lift("blue-1"))
    done(board, hands)
    hands.do(Carry("blue-1", 0, 0))
    left.do(Carry("blue-1", 180, 180))
    with pytest.raises(HandError, match="another hand moves blue-1"):
        done(board, left)
    assert (board.look().pieces[0].x, board.look().pieces[0].y) == (0, 0)


def test_there_are_three_hands(board: VirtualDevice) -> None:
    with pytest.raises(ValueError, match="there is no hand 3; hands are 0 to 2"):
        QueuedHands(board, 3).do(Pause(1))
