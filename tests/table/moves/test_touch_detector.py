"""Hands at the board are noticed before a game, by the fields that the virtual board measures."""

from __future__ import annotations

import pytest

from engine.squares import Square, square, square_name
from hardware.board import Frame
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.hand_actions import Hover, Lift, Put, PutInBox, PutStray, Stack, Tap, phone
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from table.moves.idle_board import TouchDetector

WORKER = "blue-1"
MODEL = FieldModel(Geometry())


def with_fields(**fields: float) -> list[float]:
    """25 fields in mT: these, and else nothing."""
    found = [0.0] * 25
    for name, field in fields.items():
        found[square(name)] = field
    return found


class Watched:
    """A virtual board that is scanned in the test's own time, and what was noticed at it."""

    def __init__(self, seed: int = 1) -> None:
        self.board = VirtualDevice(None, SensorSpread(gain=0.05), seed=seed)
        self.hands = QueuedHands(self.board)
        self.detector = TouchDetector(MODEL)
        self.noticed: list[str] = []

    def frames(self, count: int) -> None:
        for _ in range(count):
            self.noticed += [square_name(Square(each)) for each in self.detector.feed(self.board.frame())]

    def stand(self, name: str) -> None:
        """Begin with the worker there."""
        self.hands.do(Lift(WORKER))
        self.hands.do(Put(WORKER, square(name)))
        self.until_idle()
        self.detector.forget()
        self.noticed.clear()
        self.frames(5)

    def until_idle(self) -> None:
        while not self.board.idle:
            self.frames(1)
        self.frames(40)


@pytest.fixture(params=[1, 2, 3])
def watched(request: pytest.FixtureRequest) -> Watched:
    """With three boards, whose sensors and hands differ by chance."""
    return Watched(request.param)


CORNERS = ("a1", "a5", "e5", "e1")


def corners(watched: Watched) -> list[str]:
    return [name for name in watched.noticed if name in CORNERS]


@pytest.mark.parametrize("name", CORNERS)
def test_a_worker_put_on_a_corner_is_noticed_once(watched: Watched, name: str) -> None:
    watched.frames(5)
    watched.hands.do(Lift(WORKER))
    watched.hands.do(Put(WORKER, square(name)))
    watched.until_idle()
    assert watched.noticed == [name]


def test_a_worker_that_touches_the_corner_and_goes_back_is_noticed(watched: Watched) -> None:
    watched.stand("c3")
    watched.hands.do(Tap(WORKER, square("a1")))
    watched.until_idle()
    assert corners(watched) == ["a1"]


def test_a_worker_that_is_fetched_touches_nothing_where_it_stood(watched: Watched) -> None:
    watched.stand("a5")
    watched.hands.do(Lift(WORKER))
    watched.hands.do(Put(WORKER, square("e1")))
    watched.until_idle()
    assert watched.noticed == ["e1"]
    watched.hands.do(Lift(WORKER))
    watched.until_idle()
    watched.hands.do(Put(WORKER, square("e1")))
    watched.until_idle()
    assert watched.noticed == ["e1", "e1"]


@pytest.mark.parametrize("spot", [(10.0, 0.0), (-7.0, 7.0), (0.0, -10.0)])
def test_nobody_has_to_hit_the_middle(watched: Watched, spot: tuple[float, float]) -> None:
    watched.frames(5)
    watched.hands.do(Lift(WORKER))
    watched.hands.do(Put(WORKER, square("e5"), spot))
    watched.until_idle()
    assert watched.noticed == ["e5"]


@pytest.mark.parametrize("name", ["b1", "a2", "b2"])
def test_a_worker_beside_the_corner_is_not_on_it(watched: Watched, name: str) -> None:
    watched.frames(5)
    watched.hands.do(Lift(WORKER))
    watched.hands.do(Put(WORKER, square(name)))
    watched.until_idle()
    assert watched.noticed == [name]


def test_a_block_under_the_worker_does_no_harm(watched: Watched) -> None:
    watched.hands.do(Stack(square("a1"), dome=False))
    watched.until_idle()
    watched.hands.do(Lift(WORKER))
    watched.hands.do(Put(WORKER, square("a1")))
    watched.until_idle()
    assert watched.noticed == ["a1"]


def test_what_passes_high_above_or_lies_beside_the_board_is_nobody(watched: Watched) -> None:
    watched.frames(5)
    watched.hands.do(Lift(WORKER))
    for name in ("a1", "e5"):
        watched.hands.do(Hover(WORKER, square(name), 60.0, 500.0))
    watched.hands.do(PutStray(phone(-45.0, 0.0)))
    watched.until_idle()
    assert watched.noticed == []


def test_two_at_once_are_both_noticed() -> None:
    """Kids do not wait for each other."""
    detector = TouchDetector(MODEL)
    noticed: list[str] = []
    for number, fields in enumerate(([0.0] * 25,) * 3 + (with_fields(a1=60.0, e5=-50.0),) * 20):
        noticed += [square_name(Square(each)) for each in detector.feed(Frame(20 * number, number, tuple(fields)))]
    assert noticed == ["a1", "e5"]


@pytest.mark.parametrize(("frames", "noticed"), [(2, 0), (5, 0), (8, 1), (20, 1), (50, 1)])
def test_a_touch_lasts_a_moment(frames: int, noticed: int) -> None:
    """At 50 readings a second 120 ms are 7 of them; what flickers is no hand. A worker that rested there
    is not noticed once more when it goes."""
    detector, found = TouchDetector(MODEL), 0
    for number in range(1, 80):
        fields = with_fields(a1=40.0) if 10 <= number < 10 + frames else [0.0] * 25
        found += len(detector.feed(Frame(20 * number, number, tuple(fields))))
    assert found == noticed


@pytest.mark.parametrize("apart_ms", [20, 100, 500])
def test_a_worker_is_noticed_however_far_apart_the_readings_are(apart_ms: int) -> None:
    """A slow computer reads a virtual board seldom; what stands there must not become the board's rest before."""
    detector = TouchDetector(MODEL)
    there = with_fields(a1=MODEL.field(0.0, 0))
    readings = [with_fields(), *[there] * 10]
    noticed = [detector.feed(Frame(apart_ms * number, number, tuple(fields))) for number, fields in enumerate(readings)]
    assert [each for each in noticed if each] == [(square("a1"),)]


@pytest.mark.parametrize("lost", [0, 2, 5])
def test_hands_of_a_page_touch_corners_as_quickly_as_requests_come(lost: int) -> None:
    """Between two readings that arrive, so many are lost on a busy computer."""
    board, detector = VirtualDevice(seed=1), TouchDetector(MODEL)
    noticed: list[str] = []

    def read() -> None:
        for _ in range(lost):
            board.scan()
        noticed.extend(square_name(Square(each)) for each in detector.feed(board.frame()))

    board.scan_by(read)
    board.act(Lift(WORKER))
    for name in ("a1", "e5", "e1"):
        board.act(Put(WORKER, square(name)))
        board.act(Lift(WORKER))
    board.act(PutInBox(WORKER))
    assert noticed == ["a1", "e5", "e1"]


def test_who_begins_to_watch_anew_knows_nothing_of_before() -> None:
    detector = TouchDetector(MODEL)
    detector.feed(Frame(20, 1, (0.0,) * 25))
    detector.forget()
    fields = tuple(with_fields(a1=40.0))
    assert not any(detector.feed(Frame(20 * number, number, fields)) for number in range(2, 40))
