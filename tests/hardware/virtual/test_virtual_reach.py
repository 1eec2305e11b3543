"""How far hands reach and how long they take at a virtual board: no way of theirs is without end."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan

import pytest

from hardware.geometry import REACH
from hardware.hand_actions import (
    PHONE,
    Carry,
    HandError,
    Hover,
    Lift,
    Pause,
    Put,
    PutBeside,
    PutStray,
    Slide,
    StrayMagnet,
    TakeStray,
    Tap,
    phone,
    watch,
)
from hardware.virtual.journey import LONGEST_MS
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice

C3, D3 = 12, 13
TOO_FAR = (REACH + 1, -REACH - 1, 999_999.0, -1e300, inf, -inf, nan)

Gesture = Callable[[QueuedHands, float], None]


@pytest.fixture
def board() -> VirtualDevice:
    """A board with blue-1 on c3 and blue-2 in a hand; hands need nobody who scans."""
    board = VirtualDevice(patience=0.0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", C3))
    board.act(Lift("blue-2"))
    return board


def carried_out(gesture: Gesture, hands: QueuedHands, measure: float) -> None:
    """Do it, and say if it could not be done."""
    gesture(hands, measure)
    hands.check()


@pytest.mark.parametrize("far", TOO_FAR)
@pytest.mark.parametrize(
    "gesture",
    [
        pytest.param(lambda hands, far: hands.do(Carry("blue-2", far, 0.0)), id="carry east"),
        pytest.param(lambda hands, far: hands.do(Carry("blue-2", 0.0, far)), id="carry north"),
        pytest.param(lambda hands, far: hands.do(PutBeside("blue-2", far, 0.0)), id="put beside"),
        pytest.param(lambda hands, far: hands.do(PutStray(phone(-60.0, far))), id="lay a phone"),
        pytest.param(lambda hands, far: hands.do(PutStray(watch(far, 0.0, 60.0))), id="wear a watch there"),
    ],
)
def test_what_is_out_of_reach_is_refused_and_nothing_moves(board: VirtualDevice, gesture: Gesture, far: float) -> None:
    before, hands = board.world, QueuedHands(board)
    with pytest.raises(ValueError, match=r"out of reach|in numbers"):
        carried_out(gesture, hands, far)
    assert board.world == before
    assert board.idle


@pytest.mark.parametrize(
    "gesture",
    [
        pytest.param(
            lambda hands, far: hands.do(Carry("blue-2", 0.0, 0.0, abs(far))), id="carry high above the blocks"
        ),
        pytest.param(lambda hands, far: hands.do(Put("blue-2", D3, None, abs(far))), id="put from high above"),
        pytest.param(lambda hands, far: hands.do(Tap("blue-1", D3, abs(far))), id="tap from high above"),
        pytest.param(lambda hands, far: hands.do(Hover("blue-2", D3, abs(far), 5.0)), id="hover high"),
        pytest.param(
            lambda hands, far: hands.do(PutStray(StrayMagnet("watch", 0, 0, abs(far), 0, 0, 1))), id="a high magnet"
        ),
    ],
)
@pytest.mark.parametrize("far", TOO_FAR)
def test_what_is_too_high_is_refused_and_nothing_moves(board: VirtualDevice, gesture: Gesture, far: float) -> None:
    before, hands = board.world, QueuedHands(board)
    with pytest.raises(ValueError, match=r"out of reach|in numbers"):
        carried_out(gesture, hands, far)
    assert board.world == before


@pytest.mark.parametrize("ms", [LONGEST_MS + 1, 1e12, inf, nan])
@pytest.mark.parametrize(
    "gesture",
    [
        pytest.param(lambda hands, ms: hands.do(Pause(ms)), id="keep still"),
        pytest.param(lambda hands, ms: hands.do(Hover("blue-2", D3, 5.0, ms)), id="hover"),
        pytest.param(lambda hands, ms: hands.do(Slide("blue-1", (D3, C3), ms)), id="rest on the way"),
        pytest.param(lambda hands, _: hands.do(Slide("blue-1", (D3, C3) * 10_000)), id="slide to and fro"),
    ],
)
def test_what_would_take_hands_too_long_is_refused(board: VirtualDevice, gesture: Gesture, ms: float) -> None:
    before, hands = board.world, QueuedHands(board)
    gesture(hands, ms)
    with pytest.raises(HandError, match="at most"):
        hands.check()
    assert board.world == before
    assert board.idle


def test_no_way_within_reach_takes_longer_than_a_few_seconds(board: VirtualDevice) -> None:
    """The longest ways that there are: from corner to corner of what is in reach, with a worker and with a phone."""
    corners = [(REACH, REACH), (-REACH, -REACH), (REACH, -REACH), (-REACH, REACH)]
    for x, y in corners:
        begun = board.now
        board.act(Carry("blue-2", x, y))
        assert board.now - begun <= 3000
    for x, y in corners:
        begun = board.now
        board.act(PutStray(phone(x, y)))
        assert board.now - begun <= 3000
        board.act(TakeStray(PHONE))
