"""What sensors feel besides workers, and what goes wrong with single sensors."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from statistics import fmean, pstdev

import pytest

from hardware.board import ALL_DARK, Colour, Lights
from hardware.geometry import Geometry
from hardware.hand_actions import (
    Break,
    Failure,
    FailureKind,
    Lift,
    Mend,
    MoveStray,
    Pause,
    Put,
    PutStray,
    Stack,
    StrayMagnet,
    TakeStray,
    Tilt,
    phone,
    watch,
)
from hardware.sensor_types import Sensor
from hardware.virtual.ambient import AmbientConditions
from hardware.virtual.magnets import drawn_magnets
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import TWO_SEATS

MINUTE = 60_000
QUIET = SensorSpread(offset=0, gain=0, noise=0, placement=0, stored_offset=0, stored_gain=0, magnet=0)


def done(board: VirtualDevice, hands: QueuedHands) -> None:
    while not board.idle:
        board.scan()
    hands.check()


def with_worker(spread: SensorSpread) -> tuple[VirtualDevice, QueuedHands]:
    """A board with blue-1 on one block on c3, and hands that shall tell what befalls it."""
    board = VirtualDevice(spread=spread)
    hands = QueuedHands(board)
    hands.do(Stack(12, dome=False))
    hands.do(Lift("blue-1"))
    hands.do(Put("blue-1", 12))
    done(board, hands)
    return board, hands


def test_earth_is_felt_everywhere_and_changes_when_the_board_is_moved_or_tilted() -> None:
    board = VirtualDevice(surroundings=AmbientConditions(earth=0.05))
    assert board.true_fields() == pytest.approx((0.05,) * 25)
    hands = QueuedHands(board, 2)
    hands.do(Tilt(-0.02))
    assert board.true_fields() == pytest.approx((0.03,) * 25)
    hands.do(Tilt(0.0, east=0.001, north=-0.0005))
    fields = board.true_fields()
    assert fields[12] == pytest.approx(0.03)
    assert fields[14] - fields[10] == pytest.approx(0.001 * 180)
    assert fields[22] - fields[2] == pytest.approx(-0.0005 * 180)


def test_a_tilt_acts_at_its_time_while_the_players_hands_are_busy() -> None:
    board = VirtualDevice(spread=QUIET)
    players, fate = QueuedHands(board), QueuedHands(board, 2)
    players.do(Pause(2000))
    fate.do(Pause(300))
    fate.do(Tilt(0.04))
    for _ in range(14):
        board.scan()
    assert board.true_fields()[0] == 0
    board.scan()
    assert board.true_fields()[0] == 0.04
    assert not players.idle


def test_zeros_drift_slowly_and_each_in_its_own_way() -> None:
    board = VirtualDevice(surroundings=AmbientConditions(drift=0.05), scan_period=1000)
    assert board.true_fields() == (0.0,) * 25
    minutes = []
    for _ in range(30):
        minutes.append(board.true_fields())
        for _ in range(60):
            board.scan()
    steps = [[later[square] - sooner[square] for square in range(25)] for sooner, later in pairwise(minutes)]
    size = math.sqrt(fmean(step * step for row in steps for step in row))
    assert size == pytest.approx(0.05, rel=0.3)
    assert pstdev(steps[9]) > 0.01, "not all alike"
    before = board.true_fields()
    board.scan()
    assert max(abs(one - other) for one, other in zip(before, board.true_fields(), strict=True)) < 0.003


def test_the_current_of_the_lights_is_felt() -> None:
    board = VirtualDevice(surroundings=AmbientConditions(lights=0.02))
    board.show(ALL_DARK)
    dark = board.true_fields()
    board.show(Lights((Colour(128, 0, 0),) * 25))
    felt = [one - other for one, other in zip(board.true_fields(), dark, strict=True)]
    assert math.sqrt(fmean(each * each for each in felt)) == pytest.approx(0.02 * 0.2, rel=0.35), "0.2 A more"
    board.show(ALL_DARK)
    assert board.true_fields() == dark


def test_a_phone_on_the_rim_is_felt_most_nearby_and_can_be_moved_and_taken_away() -> None:
    board = VirtualDevice(spread=QUIET)
    hands = QueuedHands(board)
    hands.do(PutStray(phone(-50.0, 90.0)))
    done(board, hands)
    fields = board.true_fields()
    assert max(range(25), key=lambda square: abs(fields[square])) == 10
    assert 0.5 <= abs(fields[10]) <= 1.0
    hands.do(MoveStray("phone", 230.0, 90.0, 5.0))
    done(board, hands)
    moved = board.true_fields()
    assert max(range(25), key=lambda square: abs(moved[square])) == 14
    hands.do(TakeStray("phone"))
    done(board, hands)
    assert board.true_fields() == (0.0,) * 25


def test_a_watch_trembles_with_its_wrist() -> None:
    board = VirtualDevice(spread=QUIET)
    hands = QueuedHands(board)
    hands.do(PutStray(watch(100.0, 100.0, 60.0)))
    done(board, hands)
    felt = []
    for _ in range(50):
        board.scan()
        felt.append(board.true_fields()[12])
    assert 0.003 < max(felt) - min(felt) < 0.1


def test_a_stray_magnet_is_a_dipole() -> None:
    board = VirtualDevice(spread=QUIET)
    hands = QueuedHands(board)
    x, y = board.geometry.centre(12)
    hands.do(PutStray(StrayMagnet("upright", x, y, 50.0, 0.0, 0.0, 125_000.0)))
    done(board, hands)
    assert board.true_fields()[12] == pytest.approx(2.0)
    hands.do(TakeStray("upright"))
    hands.do(PutStray(StrayMagnet("lying", x - 40.0, y, 30.0, 125_000.0, 0.0, 0.0)))
    done(board, hands)
    assert board.true_fields()[12] == pytest.approx(3 * 40 * 30 / 50**2)


@pytest.mark.parametrize(("height", "moment"), [(1.0, 1.0), (-5.0, 1.0), (float("nan"), 1.0), (5.0, float("inf"))])
def test_strays_without_a_place_or_a_moment_are_refused(height: float, moment: float) -> None:
    with pytest.raises(ValueError, match="the stray magnet 'it'"):
        StrayMagnet("it", 0.0, 0.0, height, 0.0, 0.0, moment)


@pytest.mark.parametrize("values", [(float("nan"), 0, 0), (0, -1, 0), (0, 0, float("inf"))])
def test_surroundings_that_cannot_be_are_refused(values: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="field"):
        AmbientConditions(*values)


@pytest.mark.parametrize(("kind", "counts"), [("dead", 2048), ("grounded", 0)])
def test_a_dead_sensor_reads_the_same_whatever_the_field(kind: str, counts: int) -> None:
    board, hands = with_worker(SensorSpread())
    hands.do(Break(Failure(12, FailureKind(kind))))
    hands.do(Lift("blue-1"))
    while not board.idle:
        assert board.scan()[12] == counts
    hands.do(Mend(12))
    assert board.scan()[12] not in (2048, 0)


def test_a_stuck_sensor_keeps_what_it_read_last() -> None:
    board, hands = with_worker(SensorSpread())
    last = board.scan()
    hands.do(Break(Failure(12, FailureKind.STUCK)))
    hands.do(Lift("blue-1"))
    while not board.idle:
        assert board.scan()[12] == last[12]
    hands.do(Mend(12))
    assert board.scan()[12] < last[12] - 50


def test_a_noisy_sensor_has_twenty_times_the_noise() -> None:
    board, hands = with_worker(SensorSpread(noise=0.05))
    hands.do(Break(Failure(3, FailureKind.NOISY)))
    frames = [board.frame().fields for _ in range(1500)]
    assert pstdev(fields[3] for fields in frames) == pytest.approx(1.0, rel=0.1)
    assert pstdev(fields[4] for fields in frames) == pytest.approx(0.05, rel=0.1)


def test_a_weak_sensor_feels_half() -> None:
    board, hands = with_worker(QUIET)
    before = board.frame().fields[12]
    hands.do(Break(Failure(12, FailureKind.WEAK)))
    assert board.frame().fields[12] == pytest.approx(before / 2, abs=0.03)


def test_two_swapped_sensors_read_each_others_fields_until_one_is_mended() -> None:
    board, hands = with_worker(QUIET)
    before = board.frame().fields
    hands.do(Break(Failure(12, FailureKind.SWAPPED, 0)))
    swapped = board.frame().fields
    assert (swapped[0], swapped[12]) == (before[12], before[0])
    hands.do(Mend(0))
    assert board.frame().fields == before


def test_a_sensor_fails_in_one_way_at_a_time() -> None:
    board, hands = with_worker(QUIET)
    hands.do(Break(Failure(12, FailureKind.WEAK)))
    hands.do(Break(Failure(12, FailureKind.GROUNDED)))
    assert board.scan()[12] == 0
    hands.do(Mend(12))
    assert board.frame().fields[12] == pytest.approx(board.true_fields()[12], abs=0.02)


@pytest.mark.parametrize(
    ("kind", "other", "sentence"),
    [
        (FailureKind.SWAPPED, None, "another square is named for a swapped one"),
        (FailureKind.DEAD, 4, "another square is named for a swapped one"),
        (FailureKind.SWAPPED, 3, "cannot be swapped with itself"),
    ],
)
def test_failures_that_cannot_be_are_refused(kind: FailureKind, other: int | None, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Failure(3, kind, other)


def test_a_sensor_upside_down_has_a_negative_gain_that_the_board_knows() -> None:
    spread = SensorSpread(upside_down=frozenset({12}))
    board, _ = with_worker(spread)
    assert board.calibration.gains[12] < 0 < board.calibration.gains[11]
    assert board.scan()[12] < 2048, "a field that other sensors would count upwards"
    assert board.frame().fields[12] == pytest.approx(board.true_fields()[12], rel=0.03)


def test_gains_may_spread_by_a_tenth() -> None:
    spread = SensorSpread(gain=0.1, stored_gain=0.1)
    ratios = [
        gain / Sensor().counts_per_millitesla
        for seed in range(40)
        for gain in VirtualDevice(None, spread, seed=seed).calibration.gains
    ]
    assert pstdev(ratios) == pytest.approx(math.hypot(0.1, 0.1), rel=0.1)


def test_magnets_differ_in_strength_and_keep_their_own() -> None:
    drawn = [drawn_magnets(seed, SensorSpread(), TWO_SEATS) for seed in range(100)]
    strengths = [abs(magnet.strength) for magnets in drawn for magnet in magnets]
    assert pstdev(strengths) == pytest.approx(0.02, rel=0.1)

    def felt(piece: str) -> float:
        board = VirtualDevice(seed=8, spread=SensorSpread(placement=0), patience=0)
        board.act(Lift(piece))
        board.act(Put(piece, 12))
        return board.true_fields()[12]

    assert felt("blue-1") != felt("blue-2")
    assert felt("blue-1") == felt("blue-1")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: SensorSpread(gain=0.5), "the spread of gain is 0.25 at most, not 0.5"),
        (lambda: SensorSpread(magnet=0.3), "the spread of magnet is 0.25 at most"),
        (lambda: SensorSpread(placement=80.0), "the spread of placement is 50.0 mm at most"),
        (lambda: Geometry(size=6), "4 or 5 squares on a side, not 6"),
        (lambda: Geometry(pitch=0), "the pitch is a number above 0, not 0"),
        (lambda: Geometry(gap=float("nan")), "the gap is a number above 0"),
        (lambda: Geometry(block_heights=(18, 0, 18)), "the height of a block is a number above 0, not 0"),
    ],
)
def test_boards_that_cannot_be_are_refused(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make()
