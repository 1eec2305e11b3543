"""What a workshop found is stored on the board that it was found on, or the person is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.board import BoardRefusedError, Identity
from hardware.board_file import BoardFile, parse_board_file
from hardware.board_store import BoardStore, StoredBoard
from hardware.calibration import Calibration
from hardware.scale import MeasuredScale, PieceMasses, Scale
from hardware.wiring import Wiring
from perception.calibration.calibrate import CalibrationProcedure, PlacementDone
from perception.calibration.calibration_result import CalibrationResult
from perception.calibration.open_procedure import Work
from perception.calibration.procedure import BoardSetting, Task, message
from perception.calibration.scale_calibration import ScaleProcedure
from perception.calibration.selftest import FeltSensor, LightShown, LightsWalked, Reply, SelftestProcedure
from table.session.answers import CommandRefused
from tests.perception.calibration.weighed_plate import TRUE_COUNTS
from thera.boards.board_adjustment import BoardAdjustment

OTHER = (1, 0, *range(2, 25))


class Board:
    """As much of a board at the end of a link as is adjusted."""

    def __init__(self) -> None:
        self.identity = Identity("Thera", "e660", "0.1.0", 1)
        self.calibration, self.wiring = Calibration.nominal(), Wiring.straight()
        self.calibration_stored: bool | None = False
        self.scale: Scale | None = None
        self.broken: str | None = None
        self.forgetful: str | None = None

    def weigh_by(self, measured: MeasuredScale) -> None:
        assert self.scale is not None
        self.scale = self.scale.calibrated_by(measured)

    def store_wiring(self, wiring: Wiring) -> None:
        if self.broken is not None:
            raise BoardRefusedError(self.broken)
        self.wiring = wiring

    def store_calibration(self, calibration: Calibration) -> None:
        if self.forgetful is not None:
            raise BoardRefusedError(self.forgetful)
        self.calibration = calibration


def adjusting(board: Board, folder: Path, described: BoardFile | None = None) -> BoardAdjustment:
    kept = BoardStore(folder)
    return BoardAdjustment(board, described or BoardFile(), boards=kept, begun=folder, board_file=None)


def with_lights_exchanged(work: Work | None) -> SelftestProcedure:
    """A self-test that has found two lights exchanged."""
    assert isinstance(work, SelftestProcedure)
    replies: tuple[Reply, ...] = (
        *(LightShown(number, right=True) for number in range(3)),
        *(LightsWalked(square, named=other) for square, other in enumerate(OTHER)),
        *(FeltSensor(square, square) for square in range(25)),
    )
    return SelftestProcedure(work.setting, replies)


def test_a_wiring_goes_to_the_board_and_is_stored_here(tmp_path: Path) -> None:
    board = Board()
    adjusts = adjusting(board, tmp_path)
    report = adjusts.store(with_lights_exchanged(adjusts.begin(Task.SELFTEST, restart=False).work))
    assert report.stored
    assert board.wiring.lights == OTHER
    kept = BoardStore(tmp_path).read("e660")
    assert kept is not None
    assert kept.wiring == board.wiring


def test_a_board_that_does_not_store_is_reported_and_the_host_has_it_still(tmp_path: Path) -> None:
    board = Board()
    board.broken = "it cannot store"
    adjusts = adjusting(board, tmp_path)
    report = adjusts.store(with_lights_exchanged(adjusts.begin(Task.SELFTEST, restart=False).work))
    assert not report.stored
    assert report.notes[0] == message("not_stored", why="it cannot store")
    assert BoardStore(tmp_path).read("e660") is not None


def test_a_wiring_without_the_calibration_in_its_order_is_reported(tmp_path: Path) -> None:
    board = Board()
    board.calibration_stored, board.forgetful = True, "it is gone"
    adjusts = adjusting(board, tmp_path)
    report = adjusts.store(with_lights_exchanged(adjusts.begin(Task.SELFTEST, restart=False).work))
    assert not report.stored
    assert "its wiring is stored, but the calibration in that order is not" in dict(report.notes[0].args)["why"]


def placed(setting: BoardSetting, count: int) -> CalibrationProcedure:
    """A calibration with so many placements, of which nothing was felt."""
    return CalibrationProcedure(
        setting, tuple(PlacementDone(stand, None) for stand in CalibrationProcedure(setting).plan[:count])
    )


def setting_of(board: Board) -> BoardSetting:
    described = BoardFile()
    return BoardSetting(described.geometry, board.calibration, described.sensor.range, board.wiring)


def test_a_calibration_goes_on_where_it_was_left_and_undone_placements_are_gone(tmp_path: Path) -> None:
    board = Board()
    adjusts, setting = adjusting(board, tmp_path), setting_of(board)
    adjusts.begin(Task.CALIBRATE, restart=False)
    for count in (1, 2, 3, 2):
        assert adjusts.save_progress(placed(setting, count)) == ()
    assert adjusting(board, tmp_path).begin(Task.CALIBRATE, restart=False).resumed == 2
    for count in (1, 0):
        adjusts.save_progress(placed(setting, count))
    assert adjusting(board, tmp_path).begin(Task.CALIBRATE, restart=False).resumed == 0


def test_placements_of_before_a_new_wiring_are_not_gone_on_with(tmp_path: Path) -> None:
    board = Board()
    adjusts = adjusting(board, tmp_path)
    adjusts.begin(Task.CALIBRATE, restart=False)
    adjusts.save_progress(placed(setting_of(board), 3))
    assert adjusts.store(with_lights_exchanged(adjusts.begin(Task.SELFTEST, restart=False).work)).stored
    begun = adjusts.begin(Task.CALIBRATE, restart=False)
    assert begun.resumed == 0
    assert begun.report is not None
    assert begun.report.notes[0].key == "workshop.begun_unfit"


def test_what_cannot_be_stored_is_said_each_time(tmp_path: Path) -> None:
    board = Board()
    (tmp_path / "none").write_text("a file where a folder should be", "utf-8")
    adjusts = adjusting(board, tmp_path / "none")
    adjusts.begin(Task.CALIBRATE, restart=False)
    for count in (1, 2):
        (said,) = adjusts.save_progress(placed(setting_of(board), count))
        assert said.key == "workshop.begun_not_kept"
        assert adjusts.save_progress(placed(setting_of(board), count)) == ()


def test_the_fields_that_were_measured_are_reported_with_the_line_for_the_board_file(tmp_path: Path) -> None:
    board = Board()
    adjusts, setting = adjusting(board, tmp_path), setting_of(board)
    adjusts.begin(Task.CALIBRATE, restart=False)
    adjusts.save_progress(placed(setting, 3))
    measured = (None, 6.5, 1.8, 0.9)
    feet, errors = (8.0, 30.0, 52.0, 74.0), (0.0,) * 4
    result = CalibrationResult(setting.calibration, measured, errors, feet, errors, 1.0, 0.0, 0.0, 0.0, 0.0, ())
    report = adjusts.store(replace(placed(setting, 3), result=result))
    assert (report.stored, report.measured) == (True, measured)
    assert report.notes[-1] == message("fields", line="measured_mt = [0, 6.5, 1.8, 0.9]")
    assert adjusts.begin(Task.CALIBRATE, restart=False).resumed == 0


def test_what_was_found_of_one_board_is_not_stored_on_another(tmp_path: Path) -> None:
    board = Board()
    adjusts = adjusting(board, tmp_path)
    work = with_lights_exchanged(adjusts.begin(Task.SELFTEST, restart=False).work)
    board.identity = Identity("Thera", "e661", "0.1.0", 1)
    report = adjusts.store(work)
    assert (report.stored, report.notes) == (False, (message("other_board"),))
    assert board.wiring == Wiring.straight()
    assert BoardStore(tmp_path).read("e661") is None


def with_a_scale(work: Work | None) -> ScaleProcedure:
    """A calibration of the scale that has found other counts and masses."""
    assert isinstance(work, ScaleProcedure)
    masses = PieceMasses(14.5, (12.0, 9.0, 6.0), 5.0)
    return replace(work, result=work.scale.calibrated_by(MeasuredScale(TRUE_COUNTS, 0.02, masses)))


def test_what_was_measured_of_a_scale_is_stored_here_and_used_at_once(tmp_path: Path) -> None:
    board, described = Board(), parse_board_file("[scale]\n")
    board.scale = described.scale
    adjusts = adjusting(board, tmp_path, described)
    before = StoredBoard(board.calibration, board.wiring, "then")
    BoardStore(tmp_path).write("e660", before)
    work = with_a_scale(adjusts.begin(Task.SCALE, restart=False).work)
    report = adjusts.store(work)
    assert (report.stored, [note.key for note in report.notes]) == (True, ["workshop.kept"])
    assert board.scale == work.result == adjusts.scale
    kept = BoardStore(tmp_path).read("e660")
    assert work.result is not None
    assert kept == replace(before, scale=work.result.measured, made_at="" if kept is None else kept.made_at)
    again = adjusts.begin(Task.SCALE, restart=False).work
    assert isinstance(again, ScaleProcedure)
    assert again.scale == work.result, "its readings are by the scale as it is calibrated now"
    adjusts.begin(Task.CALIBRATE, restart=False)
    adjusts.store(with_lights_exchanged(adjusts.begin(Task.SELFTEST, restart=False).work))
    kept = BoardStore(tmp_path).read("e660")
    assert kept is not None
    assert kept.scale == work.result.measured, "another result leaves it"


def test_a_board_file_without_a_scale_has_none_to_calibrate(tmp_path: Path) -> None:
    with pytest.raises(CommandRefused) as caught:
        adjusting(Board(), tmp_path).begin(Task.SCALE, restart=False)
    assert caught.value.answer.message.key == "table.no_scale"
