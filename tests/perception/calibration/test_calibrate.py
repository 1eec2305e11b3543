"""Calibration of a virtual board: it finds what is true of the board, and says what is wrong with a placement."""

from __future__ import annotations

import re
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.board import Button, ButtonPressed
from hardware.calibration import Calibration
from hardware.geometry import Geometry, Magnet
from hardware.hand_actions import Break, Failure, FailureKind, Hover, Lift, Put, PutInBox
from hardware.virtual.spread import SensorSpread
from perception.calibration.calibrate import CalibrationProcedure, NotThisBoardError, progress_text, resumed
from perception.calibration.calibration_result import CalibrationResult, SensorFinding, SensorTroubleKind
from perception.calibration.procedure import LightMeaning, ProcedureAnswer
from tests.perception.calibration.calibrated_board import Workbench, calibrate, calibrating, data_sheet, empty, place
from tests.sampling import one_in

USUAL = SensorSpread(placement=4.0, gain=0.05)
C1, B1, E5 = 2, 1, 24


def result_of(bench: Workbench[CalibrationProcedure]) -> CalibrationResult:
    assert calibrate(bench).step == "result"
    assert bench.procedure.result is not None
    return bench.procedure.result


def gain_error(bench: Workbench[CalibrationProcedure], calibration: Calibration) -> float:
    """How far gains are from the truth, rms, but for what all have in common."""
    squares = bench.board.geometry.squares
    truth = bench.board._sensors.gains
    ratios = [calibration.gains[square] / truth[square] for square in squares]
    mean = sum(ratios) / len(ratios)
    return sqrt(sum((ratio / mean - 1) ** 2 for ratio in ratios) / len(ratios))


def offset_error(bench: Workbench[CalibrationProcedure], calibration: Calibration) -> float:
    """How many counts the worst zero is off."""
    truth = bench.board._sensors.offsets
    return max(abs(calibration.offsets[square] - truth[square]) for square in bench.board.geometry.squares)


@pytest.mark.parametrize("seed", one_in(2, [1, 2]))
def test_gains_and_zeros_are_found_although_nobody_places_to_the_millimetre(seed: int) -> None:
    bench = calibrating(USUAL, seed=seed)
    assert gain_error(bench, data_sheet()) > 0.03
    result = result_of(bench)
    assert gain_error(bench, result.calibration) < 0.008
    assert offset_error(bench, result.calibration) < 1
    assert result.findings == ()
    assert gain_error(bench, result.calibration) < result.gain_error < 0.04
    assert 2 < result.off < 6


def test_it_asks_for_no_hundred_placements() -> None:
    assert calibrating().procedure.view.total <= 36
    assert calibrating(believed=Geometry(size=4)).procedure.view.total <= 27


def test_heights_and_fields_are_found_where_the_board_file_is_wrong() -> None:
    believed = Geometry(magnet=Magnet(15.0, 5.0))
    bench = calibrating(USUAL, seed=3, truth=replace(believed, block_heights=(20.0, 20.0, 20.0)), believed=believed)
    result = result_of(bench)
    assert result.feet[1:] == pytest.approx((28.0, 48.0, 68.0), abs=0.5)
    told = [note.key for note in bench.procedure.view.notes]
    assert told.count("workshop.calibrate.height") == 3


def test_on_the_ground_the_sensors_are_at_their_end_and_that_is_said() -> None:
    bench = calibrating(seed=4)
    result = result_of(bench)
    ground, one, two, three = result.measured
    assert ground is None
    assert one is not None
    assert two is not None
    assert three is not None
    assert one > two > three
    assert bench.procedure.view.notes[0].key == "workshop.calibrate.no_field"


@pytest.mark.parametrize(
    "geometry", [Geometry(size=4), Geometry(magnet=Magnet(10.0, 3.0)), Geometry(pitch=40.0, gap=5.0)], ids=str
)
def test_other_boards_are_calibrated_too(geometry: Geometry) -> None:
    bench = calibrating(replace(USUAL, placement=2.0), seed=5, believed=geometry)
    assert gain_error(bench, result_of(bench).calibration) < 0.03


def test_a_sensor_upside_down_is_found_and_made_up_for() -> None:
    bench = calibrating(replace(USUAL, upside_down=frozenset({7, 12})), seed=6)
    result = result_of(bench)
    assert {(each.square, each.trouble) for each in result.findings} == {
        (7, SensorTroubleKind.UPSIDE_DOWN),
        (12, SensorTroubleKind.UPSIDE_DOWN),
    }
    assert gain_error(bench, result.calibration) < 0.008


@pytest.mark.parametrize(
    ("kind", "trouble"),
    [
        (FailureKind.DEAD, SensorTroubleKind.SILENT),
        (FailureKind.STUCK, SensorTroubleKind.SILENT),
        (FailureKind.GROUNDED, SensorTroubleKind.ENDED),
        (FailureKind.NOISY, SensorTroubleKind.NOISY),
        (FailureKind.WEAK, SensorTroubleKind.WEAK),
    ],
)
def test_a_sensor_that_fails_is_named_and_the_others_are_calibrated(
    kind: FailureKind, trouble: SensorTroubleKind
) -> None:
    bench = calibrating(USUAL, seed=7)
    bench.board.enqueue(Break(Failure(8, kind)))
    if kind is FailureKind.GROUNDED:
        view = bench.until(lambda view: bool(view.lit))
        assert [(lit.square, lit.meaning) for lit in view.lit] == [(8, LightMeaning.WRONG)]
        bench.give(ProcedureAnswer.SKIP)
    result = result_of(bench)
    assert result.findings[0] == SensorFinding(8, trouble)
    good = replace(result.calibration, gains=_with(result.calibration.gains, 8, bench.board._sensors.gains[8]))
    assert gain_error(bench, good) < 0.01


def _with(values: tuple[float, ...], at: int, value: float) -> tuple[float, ...]:
    return (*values[:at], value, *values[at + 1 :])


def test_it_does_not_begin_while_something_stands_on_the_board() -> None:
    bench = calibrating()
    bench.stand(6)
    view = bench.run(250)
    assert (view.step, view.message.key) == ("empty", "workshop.calibrate.not_empty")
    assert view.message.args == (("squares", "b2"),)
    assert [lit.square for lit in view.lit] == [6]
    bench.lift()
    bench.do(PutInBox(bench.worker))
    assert empty(bench).step == "place"


def test_it_does_not_begin_while_something_moves() -> None:
    bench = calibrating()
    bench.do(Lift(bench.worker))
    for _ in range(12):
        bench.do(
            *(Hover(bench.worker, square, 50, 200) for square in (6, 18)),
        )
    assert bench.procedure.view.step == "empty"
    assert bench.procedure.view.message.key == "workshop.calibrate.moves"


def complaint_after(bench: Workbench[CalibrationProcedure], square: int, level: int) -> tuple[str, dict[str, str]]:
    done = bench.procedure.view.done
    bench.stand(square, level)
    view = bench.run(100)
    assert view.done == done
    return view.message.key.removeprefix("workshop.calibrate."), dict(view.message.args)


def begun(seed: int = 0) -> Workbench[CalibrationProcedure]:
    """Two placements are done; c1 is asked for, on two blocks."""
    bench = calibrating(USUAL, seed=seed)
    empty(bench)
    place(bench)
    place(bench)
    assert bench.procedure.view.expected == C1
    assert bench.procedure.view.message.key == "workshop.calibrate.put_2"
    return bench


def test_another_square_is_noticed() -> None:
    assert complaint_after(begun(), E5, 2) == ("elsewhere", {"asked": "c1", "seen": "e5"})


def test_another_height_is_noticed_and_taken_over_only_if_the_person_insists() -> None:
    bench = begun()
    assert complaint_after(bench, C1, 1) == ("other_level", {"square": "c1", "seen": "1"})
    assert bench.give(ProcedureAnswer.NEXT).done == 4


def test_a_worker_with_the_other_pole_down_is_noticed() -> None:
    bench = begun()
    bench.lift()
    bench.do(PutInBox(bench.worker))
    bench.worker = "orange-1"
    assert complaint_after(bench, C1, 2)[0] == "other_worker"


@pytest.mark.parametrize("worker", ["blue-2", "orange-1"])
def test_a_second_magnet_is_noticed(worker: str) -> None:
    bench = begun()
    bench.do(Lift(worker), Put(worker, 17))
    assert complaint_after(bench, C1, 2) == ("several", {"squares": "c1, c4"})


def test_a_complaint_goes_when_the_worker_moves_and_the_right_place_is_taken() -> None:
    bench = begun()
    complaint_after(bench, E5, 2)
    bench.lift()
    assert bench.procedure.complaint is None
    assert place(bench).done == 4


def test_a_hand_over_the_square_is_no_placement() -> None:
    bench = begun()
    bench.lift()
    bench.do(Hover(bench.worker, C1, 30, 3000))
    assert bench.procedure.view.done == 3


def test_the_last_placement_is_taken_back_and_done_again() -> None:
    bench = begun()
    assert ProcedureAnswer.UNDO in bench.procedure.view.answers
    view = bench.give(ButtonPressed(0, Button.UNDO))
    assert (view.expected, view.done) == (B1, 2)
    assert bench.run(150).done == 2
    assert bench.give(ProcedureAnswer.AGAIN).done == 2
    assert bench.run(100).done == 3


def test_a_worker_that_stays_is_not_measured_for_the_next_square() -> None:
    bench = begun()
    view = bench.run(200)
    assert (view.done, bench.procedure.complaint) == (3, None)


def test_the_result_is_shown_before_it_is_accepted() -> None:
    bench = calibrating(seed=8, believed=Geometry(size=4))  # fewer placements
    view = calibrate(bench)
    assert view.step == "result"
    assert not view.over
    assert bench.give(ProcedureAnswer.UNDO).step == "place"
    place(bench)
    assert bench.give(ProcedureAnswer.NEXT).step == "accepted"
    assert bench.procedure.view.over


def test_who_stops_gets_no_result() -> None:
    bench = begun()
    view = bench.give(ProcedureAnswer.STOP)
    assert view.over
    assert bench.procedure.result is None


def test_it_goes_on_after_a_break() -> None:
    bench = begun(seed=9)
    text = progress_text(bench.procedure)
    bench.lift()
    bench.do(PutInBox(bench.worker))
    bench.procedure = resumed(text, bench.procedure.setting)
    view = empty(bench)
    assert (view.done, view.expected) == (3, C1)
    assert gain_error(bench, result_of(bench).calibration) < 0.01


def test_it_goes_on_with_placements_of_a_version_that_stored_no_times() -> None:
    bench = begun(seed=9)
    text = re.sub(r', "minutes": [0-9.]+', "", progress_text(bench.procedure))
    stored = [each.placement for each in bench.procedure.done if each.placement is not None]
    loaded = [each.placement for each in resumed(text, bench.procedure.setting).done if each.placement is not None]
    assert all(each.minutes > 0 for each in stored)
    assert [each.minutes for each in loaded] == [0.0, 0.0]
    for each, other in zip(loaded, stored, strict=True):
        assert each.fields == pytest.approx(other.fields, abs=1e-5)


def test_it_does_not_go_on_with_another_boards_placements() -> None:
    text = progress_text(begun().procedure)
    setting = calibrating().procedure.setting
    with pytest.raises(NotThisBoardError):
        resumed(text, replace(setting, geometry=Geometry(pitch=40.0)))
    with pytest.raises(NotThisBoardError):
        resumed(text, replace(setting, calibration=Calibration.nominal(30.0)))
    for broken in ("{", "[]", '{"format": 2}', text.replace('"level": 2', '"level": 9')):
        with pytest.raises(ValueError):  # noqa: PT011 - which words does not matter
            resumed(broken, setting)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from([*ProcedureAnswer, "frames", "put"]), max_size=12))
def test_no_order_of_answers_breaks_it(acts: list[ProcedureAnswer | str]) -> None:
    bench = calibrating(seed=10)
    empty(bench)
    for act in acts:
        if act == "put" and bench.procedure.asked is not None and not bench.procedure.view.over:
            bench.stand(bench.procedure.asked.square, 1)
        elif isinstance(act, ProcedureAnswer):
            bench.give(act)
        view = bench.run(60)
        assert 0 <= view.done <= view.total
        assert ProcedureAnswer.UNDO not in view.answers or bench.procedure.done
