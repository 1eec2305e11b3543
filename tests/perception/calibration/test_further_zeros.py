"""Further sensors in the workshop: a calibration measures their zeros, the monitor shows them, nothing else minds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

from hardware.board import SQUARE_COUNT, Frame, Identity
from hardware.board_store import BoardStore, StoredBoard, sync_policy
from hardware.calibration import Calibration
from hardware.device import StoredState
from hardware.geometry import Geometry
from hardware.sensor_types import Sensor
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.monitor import Monitor, line, screen
from perception.calibration.procedure import BoardSetting
from perception.calibration.selftest import SelftestProcedure
from tests.perception.calibration.calibrated_board import QUICK, Workbench, calibrate, data_sheet
from tests.perception.landings import RING

SPREAD = SensorSpread.handmade()
CHANNELS = RING.further_channels


def bench(board: VirtualDevice) -> Workbench[CalibrationProcedure]:
    board.store_calibration(data_sheet())
    return Workbench(CalibrationProcedure(BoardSetting(RING.of_squares, board.calibration, Sensor().range)), board)


def test_a_calibration_finds_the_zeros_of_further_sensors() -> None:
    board = VirtualDevice(RING, SPREAD, seed=2, style=QUICK)
    before = [fmean(values) for values in zip(*(board.frame().fields[SQUARE_COUNT:] for _ in range(50)), strict=True)]
    assert max(map(abs, before)) > 0.1
    work = bench(board)
    calibrate(work)
    result = work.procedure.result
    assert result is not None
    assert len(result.calibration.further) == len(CHANNELS)
    assert [each.gain for each in result.calibration.further] == [32768 / each.range for each in CHANNELS]
    zeros = [each.offset / each.gain for each in result.calibration.further]
    assert zeros == pytest.approx(before, abs=0.03)


def test_a_sensor_that_does_not_answer_keeps_its_zero() -> None:
    before = Calibration.nominal().with_further(CHANNELS).with_further_zeros((0.5,) * len(CHANNELS))
    after = before.with_further_zeros((-80.5, -80.5, -80.5, *(0.25,) * (len(CHANNELS) - 3)))
    assert after.further[:3] == before.further[:3]
    assert after.further[3].offset == pytest.approx(0.75 * 32768 / 80)


def test_a_calibration_of_the_squares_is_the_same_with_further_sensors() -> None:
    plain, more = (VirtualDevice(board, SPREAD, seed=2, style=QUICK) for board in (Geometry(), RING))
    found = []
    for board in (plain, more):
        work = bench(board)
        calibrate(work)
        assert work.procedure.result is not None
        found.append(replace(work.procedure.result.calibration, further=()))
    assert found[0] == found[1]


def test_a_self_test_measures_the_empty_board() -> None:
    board = VirtualDevice(RING, SPREAD, seed=2, style=QUICK)
    test = SelftestProcedure(BoardSetting(RING.of_squares, board.calibration, Sensor().range, Wiring.straight()))
    for _ in range(200):
        test = test.after(board.frame())
    assert test.view.step != "empty"


def test_a_procedure_is_not_given_sensors_that_it_does_not_measure() -> None:
    with pytest.raises(ValueError, match="of the squares only"):
        BoardSetting(RING, Calibration.nominal(), 44.0)


def test_the_monitor_shows_further_sensors_below_the_squares() -> None:
    fields = (0.0,) * SQUARE_COUNT + (1.25, -0.5)
    monitor = Monitor(tuple(range(SQUARE_COUNT)), (Frame(20, 1, fields, frozenset({26})),))
    assert "further sensors: 1.25 -0.50!" in screen(monitor, coloured=False)
    assert line(monitor).endswith("e5=0.000 1=1.250 2=-0.500!")


def test_this_machine_keeps_the_zeros_that_no_board_stores(tmp_path: Path) -> None:
    boards, identity = BoardStore(tmp_path), Identity("Thera", "e660", "1.1.0", 1)
    zeros = (0.5,) * len(CHANNELS)
    measured = Calibration.nominal().with_further(CHANNELS).with_further_zeros(zeros)
    boards.write("e660", StoredBoard(measured, None, "now"))
    assert boards.read("e660") == StoredBoard(measured, None, "now")
    policy = sync_policy(boards, lambda: "later")
    on_the_board = Calibration.unpacked(measured.packed)
    assert policy(identity, StoredState(on_the_board, calibration_stored=True)).further == measured.further
    # Another calibration on the board, as by another machine, leaves them as they are.
    other = Calibration.nominal(37.0)
    assert policy(identity, StoredState(other, calibration_stored=True)).further == measured.further
    assert boards.read("e660") == StoredBoard(replace(other, further=measured.further), None, "later")
    assert on_the_board.with_further(CHANNELS).fields((2048,) * SQUARE_COUNT + (0,) * 24)[-1] == 0.0
    assert measured.fields((2048,) * SQUARE_COUNT + (0,) * 24)[-1] == -0.5
