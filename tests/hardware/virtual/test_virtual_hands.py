"""Hands at the virtual board: what they do, what wood does not allow, and when their calls return."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.board import ALL_DARK, Button, Colour, Lights
from hardware.device import Device
from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import (
    Carry,
    HandAction,
    HandError,
    Lift,
    Pause,
    Press,
    Put,
    PutInBox,
    Slide,
    Stack,
    Tap,
    Unstack,
)
from hardware.virtual.journey import HandStyle
from hardware.virtual.make_field_table import reference_field
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import TWO_SEATS, StandingPiece
from hardware.virtual_hands import PieceSeen, VirtualHands

C3, D3, E3 = 12, 13, 14


@pytest.fixture
def board() -> VirtualDevice:
    """A board whose hands need nobody to scan."""
    return VirtualDevice(spread=SensorSpread(placement=0, magnet=0), patience=0)


@contextmanager
def scanned(board: VirtualDevice) -> Iterator[None]:
    """Another thread scans the board as fast as it can."""
    stop = threading.Event()

    def scan() -> None:
        while not stop.is_set():
            board.scan()

    thread = threading.Thread(target=scan)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def piece(board: VirtualDevice, name: str) -> PieceSeen:
    return next(seen for seen in board.look().pieces if seen.piece == name)


def stand(board: VirtualDevice, name: str, square: int) -> None:
    board.act(Lift(name))
    board.act(Put(name, square))


def test_it_is_a_device_and_has_hands(board: VirtualDevice) -> None:
    device: Device = board
    hands: VirtualHands = board
    assert device.identity.name == "Virtual board"
    assert device.identity.boots == 1
    assert len(device.scan()) == 25
    assert device.presses() == ()
    assert len(hands.look().levels) == 25


def test_all_workers_begin_in_the_box_where_no_sensor_feels_them(board: VirtualDevice) -> None:
    assert board.true_fields() == (0.0,) * 25
    assert all(seen.square is None and not seen.in_hand for seen in board.look().pieces)
    assert [worker.name for worker in TWO_SEATS if worker.seat == "orange"] == [f"orange-{n}" for n in (1, 2, 3, 4)]


def test_a_worker_is_lifted_from_the_box_and_put(board: VirtualDevice) -> None:
    board.act(Lift("blue-1"))
    assert piece(board, "blue-1").in_hand
    assert piece(board, "blue-1").square is None
    board.act(Put("blue-1", C3))
    assert piece(board, "blue-1") == PieceSeen("blue-1", "blue", C3, 90.0, 90.0, in_hand=False)


def test_a_lifted_worker_is_carried_above_the_highest_tower(board: VirtualDevice) -> None:
    stand(board, "blue-1", C3)
    board.act(Lift("blue-1"))
    board.act(Carry("blue-1", 10.0, 20.0))
    seen = piece(board, "blue-1")
    assert (seen.x, seen.y, seen.in_hand) == (10.0, 20.0, True)
    place = board.world.magnet(0, board.geometry)
    assert place is not None
    assert place.height > board.geometry.foot_height(3)


def test_a_worker_in_the_box_again_is_felt_no_more(board: VirtualDevice) -> None:
    stand(board, "blue-1", C3)
    board.act(PutInBox("blue-1"))
    assert board.true_fields() == (0.0,) * 25
    board.act(Lift("blue-1"))
    board.act(PutInBox("blue-1"))
    assert not piece(board, "blue-1").in_hand


def test_a_worker_stands_as_high_as_the_tower(board: VirtualDevice) -> None:
    for level in range(4):
        stand(board, "blue-1", C3)
        (right_over,) = reference_field(Magnet(), [(0.0, 8.0 + 18.0 * level)])
        assert board.true_fields()[C3] == pytest.approx(right_over, rel=0.01)
        board.act(PutInBox("blue-1"))
        if level < 3:
            board.act(Stack(C3, dome=False))


def test_towers_are_three_blocks_and_a_dome_at_most(board: VirtualDevice) -> None:
    for _ in range(3):
        board.act(Stack(C3, dome=False))
    with pytest.raises(HandError, match="only a dome fits on the three blocks on c3"):
        board.act(Stack(C3, dome=False))
    board.act(Stack(C3, dome=True))
    with pytest.raises(HandError, match="nothing stays on the dome on c3"):
        board.act(Stack(C3, dome=True))
    assert (board.look().levels[C3], board.look().domes[C3]) == (3, True)


def test_a_dome_may_top_any_level(board: VirtualDevice) -> None:
    board.act(Stack(C3, dome=True))
    assert (board.look().levels[C3], board.look().domes[C3]) == (0, True)
    with pytest.raises(HandError, match="nothing stays on the dome"):
        board.act(Stack(C3, dome=False))


def test_pieces_come_off_from_the_top(board: VirtualDevice) -> None:
    board.act(Stack(C3, dome=False))
    board.act(Stack(C3, dome=True))
    board.act(Unstack(C3))
    assert (board.look().levels[C3], board.look().domes[C3]) == (1, False)
    board.act(Unstack(C3))
    with pytest.raises(HandError, match="there is nothing on c3 to take off"):
        board.act(Unstack(C3))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (Lift("green-1"), "there is no worker 'green-1'"),
        (Put("blue-1", D3), "blue-1 is not in a hand; lift it first"),
        (Carry("blue-1", 0, 0), "blue-1 is not in a hand"),
        (Carry("blue-2", float("nan"), 0), "is out of reach"),
        (Lift("blue-2"), "blue-2 is in a hand"),
        (Tap("blue-2", D3), "blue-2 is in a hand"),
        (Put("blue-2", C3), "blue-2 cannot stand on c3: blue-1 stands there"),
        (Put("blue-2", E3), "blue-2 cannot stand on e3: there is a dome"),
        (Put("blue-2", 25), "25 is not a square"),
        (Stack(C3, dome=False), "blue-1 stands on c3; lift it first"),
        (Stack(C3, dome=True), "blue-1 stands on c3"),
        (Stack(-1, dome=True), "-1 is not a square"),
        (Unstack(C3), "blue-1 stands on c3"),
        (Tap("blue-1", C3), "blue-1 stands there"),
        (Tap("blue-1", E3), "there is a dome"),
        (Tap("orange-1", C3), "orange-1 is in the box"),
        (Slide("blue-1", ()), "needs a square to end on"),
        (Slide("blue-1", (C3, E3)), "e3: there is a dome"),
        (Slide("blue-1", (10,)), "from c3 to a3: they do not touch"),
        (Slide("blue-1", (7,)), "c2: it is not as high as c3"),
        (PutInBox("orange-1"), "orange-1 is in the box"),
    ],
)
def test_what_hands_cannot_do_is_said_and_changes_nothing(
    board: VirtualDevice, wrong: HandAction, sentence: str
) -> None:
    stand(board, "blue-1", C3)
    board.act(Lift("blue-2"))
    board.act(Stack(E3, dome=True))
    board.act(Stack(7, dome=False))
    before = board.world
    with pytest.raises(HandError, match=sentence):
        board.act(wrong)
    assert board.world == before
    board.act(Put("blue-2", D3))
    assert piece(board, "blue-2").square == D3


def test_there_are_two_buttons() -> None:
    with pytest.raises(HandError, match="there is no button 'reset'; the buttons are done and undo"):
        Press.named("reset")


def test_a_tap_touches_the_top_of_the_square_and_comes_back(board: VirtualDevice) -> None:
    stand(board, "blue-1", C3)
    board.act(Stack(D3, dome=False))
    board.enqueue(Tap("blue-1", D3))
    touching = 0
    while not board.idle:
        board.scan()
        place = board.world.magnet(0, board.geometry)
        assert place is not None
        if (place.x, place.y) == board.geometry.centre(D3) and place.height == board.geometry.foot_height(1):
            touching += 1
    assert 16 <= touching <= 19, "350 ms at 20 ms a scan"
    assert piece(board, "blue-1").square == C3


def test_a_tapping_worker_returns_near_its_place_and_not_exactly(board: VirtualDevice) -> None:
    board = VirtualDevice(patience=0)
    stand(board, "blue-1", C3)
    before = board.world.standing("blue-1")
    board.act(Tap("blue-1", D3))
    after = board.world.standing("blue-1")
    assert after.square == C3
    assert after != before


def test_a_nudge_moves_a_worker_on_its_own_square() -> None:
    board = VirtualDevice(patience=0)
    stand(board, "blue-1", C3)
    before = board.world.standing("blue-1")
    board.act(Slide("blue-1", (C3,)))
    assert board.world.standing("blue-1").square == C3
    assert board.world.standing("blue-1") != before


def test_two_workers_can_be_in_hands_at_once(board: VirtualDevice) -> None:
    stand(board, "blue-1", C3)
    stand(board, "orange-1", D3)
    board.act(Lift("blue-1"))
    board.act(Lift("orange-1"))
    board.act(Put("blue-1", D3))
    board.act(Put("orange-1", E3))
    assert (piece(board, "blue-1").square, piece(board, "orange-1").square) == (D3, E3)


def test_hands_are_done_when_their_call_returns_while_another_thread_scans() -> None:
    board = VirtualDevice(spread=SensorSpread(placement=0), patience=60)
    with scanned(board):
        stand(board, "blue-1", C3)
        assert board.world.place("blue-1") == StandingPiece(C3)
        start = board.now
        board.act(Tap("blue-1", D3))
        assert board.now - start >= 150 + 150 + 350 + 150 + 150
        with pytest.raises(HandError):
            board.act(Put("blue-1", D3))


def test_hands_of_two_threads_take_turns() -> None:
    board = VirtualDevice(patience=60)
    failed: list[HandError] = []

    def play(name: str, squares: tuple[int, ...]) -> None:
        try:
            for square in squares:
                stand(board, name, square)
        except HandError as error:
            failed.append(error)

    with scanned(board):
        players = [
            threading.Thread(target=play, args=("blue-1", (0, 1, 2, 3))),
            threading.Thread(target=play, args=("orange-1", (20, 21, 22, 23))),
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()
    assert failed == []
    assert (piece(board, "blue-1").square, piece(board, "orange-1").square) == (3, 23)


def test_an_enqueued_action_happens_as_scans_pass(board: VirtualDevice) -> None:
    errands = [board.enqueue(action) for action in (Lift("blue-1"), Put("blue-1", C3), Stack(D3, dome=False))]
    assert not any(errand.done for errand in errands)
    assert board.look().levels[D3] == 0
    while not board.idle:
        board.scan()
    assert all(errand.done for errand in errands)
    assert (piece(board, "blue-1").square, board.look().levels[D3]) == (C3, 1)


def test_an_enqueued_action_that_cannot_be_done_reports_it_and_lets_the_next_happen(board: VirtualDevice) -> None:
    wrong = board.enqueue(Put("blue-1", C3))
    assert wrong.done
    with pytest.raises(HandError, match="blue-1 is not in a hand"):
        wrong.check()
    right = board.enqueue(Stack(C3, dome=False))
    assert right.done
    right.check()


def test_presses_are_reported_once_in_their_order(board: VirtualDevice) -> None:
    board.act(Press(Button.UNDO))
    board.act(Press(Button.DONE))
    assert board.presses() == (Button.UNDO, Button.DONE)
    assert board.presses() == ()


def test_a_pause_keeps_the_hands_still(board: VirtualDevice) -> None:
    board.enqueue(Pause(100))
    board.enqueue(Press(Button.DONE))
    for _ in range(4):
        board.scan()
        assert board.presses() == ()
    board.scan()
    assert board.presses() == (Button.DONE,)


def test_the_clock_passes_20_ms_with_each_frame(board: VirtualDevice) -> None:
    frames = [board.frame() for _ in range(3)]
    assert [frame.at for frame in frames] == [20, 40, 60]
    assert [frame.number for frame in frames] == [1, 2, 3]


def test_lights_are_seen_from_above(board: VirtualDevice) -> None:
    before = board.look()
    assert set(before.lights) == {(0, 0, 0)}
    board.show(Lights((Colour(1, 2, 3),) * 25))
    after = board.look()
    assert set(after.lights) == {(1, 2, 3)}
    assert after.version != before.version
    board.show(Lights((Colour(1, 2, 3),) * 25))
    assert board.look().version == after.version
    board.show(ALL_DARK)
    assert board.look().lights == before.lights


def test_every_visible_change_has_a_version_and_a_still_board_keeps_its_own(board: VirtualDevice) -> None:
    version = board.look().version
    board.scan()
    assert board.look().version == version
    for action in (Stack(C3, dome=False), Lift("blue-1"), Carry("blue-1", 1, 2), Put("blue-1", D3)):
        board.enqueue(action)
        while not board.idle:
            board.scan()
        assert board.look().version != version
        version = board.look().version


def test_waiting_ends_with_a_change(board: VirtualDevice) -> None:
    version = board.look().version
    shower = threading.Thread(target=board.show, args=(Lights((Colour(9, 9, 9),) * 25),))
    shower.start()
    seen = board.wait(version, timeout=60)
    shower.join()
    assert seen.version != version
    assert set(seen.lights) == {(9, 9, 9)}


def test_waiting_without_a_change_ends_with_the_timeout(board: VirtualDevice) -> None:
    seen = board.look()
    assert board.wait(seen.version, timeout=0.01) == seen


@pytest.mark.parametrize(("resting", "longer"), [(0, 250), (100, 150), (1000, 0)])
def test_a_worker_stands_for_a_moment_before_it_is_lifted_again(resting: float, longer: float) -> None:
    """Even if the next request of a page comes at once: sensors must have seen it."""
    style = HandStyle()
    board = VirtualDevice(style=style, scan_period=1, patience=0)
    stand(board, "blue-1", C3)
    board.enqueue(Pause(resting))
    while not board.idle:
        board.scan()
    began = board.now
    board.act(Lift("blue-1"))
    assert board.now - began == pytest.approx(style.raising + longer, abs=3)


def test_hands_reach_above_high_blocks() -> None:
    board = VirtualDevice(Geometry(block_heights=(30, 30, 30)), patience=0)
    stand(board, "blue-1", C3)
    board.act(Lift("blue-1"))
    place = board.world.magnet(0, board.geometry)
    assert place is not None
    assert place.height > board.geometry.foot_height(3)
