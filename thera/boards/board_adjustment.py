"""Calibrates and rewires a board, from the terminal and from phones alike."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from common.atomic_files import make_folder, write_whole
from common.message import Message
from common.toml_section import FaultyFileError
from hardware.board import BoardRefusedError
from hardware.board_file import BoardFile, measured_line, with_measured
from hardware.board_store import BoardStore, StoredBoard
from hardware.device import AdjustableBoard
from hardware.geometry import Geometry
from hardware.scale import MeasuredScale, Scale
from perception.calibration.calibrate import (
    CalibrationProcedure,
    NotThisBoardError,
    PlacementDone,
    progress_text,
    resumed,
)
from perception.calibration.calibration_result import CalibrationResult
from perception.calibration.open_procedure import OpenProcedure, ProcedureReport, Work
from perception.calibration.procedure import BoardSetting, Task, message
from perception.calibration.scale_calibration import ScaleProcedure
from perception.calibration.selftest import SelftestProcedure, Tested, tested
from table.session.answers import Refusal, refuse
from thera.boards.open_board import timestamp


def uncalibrated(board: AdjustableBoard) -> tuple[Message, ...]:
    """Return the warning about a board without a stored calibration: with the zeros of a data sheet, steps are
    misread."""
    return (Message("board.uncalibrated"),) if board.calibration_stored is False else ()


class BoardAdjustment:
    """Adjusts ``board`` (`table.runtime.workshop_mode.BoardAdjuster`). ``boards`` is the folder for results on this
    machine, ``begun`` the folder for the progress of a calibration, and ``board_file`` the file that describes the
    board; each may be None."""

    def __init__(
        self,
        board: AdjustableBoard,
        described: BoardFile,
        *,
        boards: BoardStore | None,
        begun: Path | None,
        board_file: Path | None,
    ) -> None:
        self._board = board
        self._described = described
        self._boards = boards
        self._begun = begun
        self._board_file = board_file
        self._unique_id: str | None = None
        self._saved: tuple[PlacementDone, ...] = ()
        """The placements of the calibration that were saved last."""

    @property
    def geometry(self) -> Geometry:
        """The geometry of the board."""
        return self._described.geometry

    @property
    def scale(self) -> Scale | None:
        """The scale by which its loads are made, or that of its board file while it is away; None if it has none."""
        return self._board.scale or self._described.scale

    def begin(self, task: Task, *, restart: bool) -> OpenProcedure:
        """Begin a procedure; a calibration continues from its saved progress, unless ``restart``.

        :raises CommandRefused: if no board has reported its calibration yet, or if its board file has no scale to
            calibrate.
        """
        board, described = self._board, self._described
        if task is Task.MONITOR:
            return OpenProcedure(task)
        calibration, measured = board.calibration, bool(board.calibration_stored)
        if calibration is None or board.identity is None:
            raise refuse(Refusal.BOARD_AWAY)
        self._unique_id = board.identity.unique_id
        reach, squares = described.sensor.range, described.geometry.of_squares
        if task is Task.SCALE:
            if self.scale is None:
                raise refuse(Refusal.NO_SCALE)
            return OpenProcedure(task, ScaleProcedure(squares, self.scale))
        setting = BoardSetting(
            squares,
            calibration,
            reach,
            board.wiring,
            measured=measured,
            scale=self.scale,
            further=described.geometry.further,
        )
        if task is Task.SELFTEST:
            return OpenProcedure(task, SelftestProcedure(setting))
        return self._calibration(setting, restart=restart)

    def save_progress(self, work: Work) -> tuple[Message, ...]:
        """Save the progress of a calibration. Return a message if that fails."""
        path = self._progress
        if path is None or not isinstance(work, CalibrationProcedure) or work.done == self._saved:
            return ()
        self._saved = work.done
        try:
            if work.done:
                make_folder(path.parent)
                write_whole(path, progress_text(work))
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            return (message("begun_not_kept", why=error.strerror or str(error)),)
        return ()

    def store(self, work: Work) -> ProcedureReport:
        """Store the result on this machine and on the board."""
        if isinstance(work, CalibrationProcedure):
            return ProcedureReport(stored=True) if work.result is None else self._store_calibration(work.result)
        if isinstance(work, ScaleProcedure):
            return ProcedureReport(stored=True) if work.result is None else self._store_scale(work.result.measured)
        return self._store_wiring(tested(work))

    def _calibration(self, setting: BoardSetting, *, restart: bool) -> OpenProcedure:
        path, fresh = self._progress, OpenProcedure(Task.CALIBRATE, CalibrationProcedure(setting))
        self._saved = ()
        if path is None:
            return fresh
        try:
            if restart:
                path.unlink(missing_ok=True)
            begun = resumed(path.read_text("utf-8"), setting)
        except FileNotFoundError:
            return fresh
        except NotThisBoardError as error:
            return OpenProcedure(
                Task.CALIBRATE,
                fresh.work,
                report=ProcedureReport(stored=False, notes=(message("begun_unfit", why=str(error)),)),
            )
        except (OSError, ValueError) as error:
            said = message("begun_broken", path=str(path), why=str(error))
            return OpenProcedure(Task.CALIBRATE, fresh.work, report=ProcedureReport(stored=False, notes=(said,)))
        self._saved = begun.done
        return OpenProcedure(Task.CALIBRATE, begun, resumed=len(begun.done))

    @property
    def _progress(self) -> Path | None:
        if self._begun is None or self._unique_id is None:
            return None
        return BoardStore(self._begun).path(self._unique_id).with_suffix(".begun.json")

    def _store_calibration(self, result: CalibrationResult) -> ProcedureReport:
        calibration = result.calibration
        wiring = self._board.wiring
        report = self._store(
            lambda copy: replace(copy, calibration=calibration, wiring=wiring),
            lambda: self._board.store_calibration(calibration),
        )
        if not report.stored:
            return report
        if self._progress is not None:
            with contextlib.suppress(OSError):  # a file that stays fits no board any more, which is reported next time
                self._progress.unlink(missing_ok=True)
        if not any(result.measured):
            return report
        return ProcedureReport(stored=True, notes=(*report.notes, self._write_fields(result)), measured=result.measured)

    def _store_wiring(self, result: Tested) -> ProcedureReport:
        wiring, board = result.wiring, self._board
        if wiring is None:
            return ProcedureReport(stored=True)
        calibration = result.calibration if board.calibration_stored else None

        def store() -> None:
            board.store_wiring(wiring)
            if calibration is None:
                return
            try:
                board.store_calibration(calibration)
            except BoardRefusedError as error:
                why = f"its wiring is stored, but the calibration in that order is not, so store both again ({error})"
                raise BoardRefusedError(why) from error

        return self._store(lambda copy: replace(copy, calibration=calibration, wiring=wiring), store)

    def _store_scale(self, measured: MeasuredScale) -> ProcedureReport:
        """Store what was measured of the scale. It stays on this machine, which makes loads of counts, and counts over
        the board file, which a service may not write."""
        return self._store(lambda copy: replace(copy, scale=measured), lambda: self._board.weigh_by(measured))

    def _store(self, change: Callable[[StoredBoard], StoredBoard], store: Callable[[], None]) -> ProcedureReport:
        """Store the result here first: a board that is unplugged meanwhile gets it when it comes back. ``change`` is
        the change of what this machine has of the board."""
        if self._board.identity is None or self._board.identity.unique_id != self._unique_id:
            return ProcedureReport(stored=False, notes=(message("other_board"),))
        notes = self._store_here(change)
        try:
            store()
        except BoardRefusedError as error:
            return ProcedureReport(stored=False, notes=(message("not_stored", why=str(error)), *notes))
        return ProcedureReport(stored=True, notes=notes)

    def _store_here(self, change: Callable[[StoredBoard], StoredBoard]) -> tuple[Message, ...]:
        if self._boards is None or self._unique_id is None:
            return ()
        try:
            copy = self._boards.read(self._unique_id) or StoredBoard(None, None, "")
            self._boards.write(self._unique_id, replace(change(copy), made_at=timestamp()))
        except OSError as error:
            return (message("not_kept", why=error.strerror or str(error)),)
        return (message("kept", path=str(self._boards.path(self._unique_id))),)

    def _write_fields(self, result: CalibrationResult) -> Message:
        """Write the fields at each level to the board file. Return the message about it."""
        line, path = measured_line(result.measured), self._board_file
        if path is None:
            return message("fields", line=line)
        try:
            write_whole(path, with_measured(path.read_text("utf-8"), result.measured))
        except (OSError, FaultyFileError) as error:
            return message("fields_not_kept", why=str(error), line=line)
        return message("fields_kept", path=str(path), line=line)
