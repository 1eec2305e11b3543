"""Adjusting a board at the end of a link: what is begun, kept and stored for a terminal and for the phones alike."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from calibration.calibrate import CalibrationProcedure, CalibrationSetting, PlacementDone
from calibration.calibration_progress import NotThisBoardError, progress_text, resumed
from calibration.calibration_result import CalibrationResult
from calibration.open_procedure import OpenProcedure, ProcedureReport, Work
from calibration.procedure import message
from calibration.procedure_view import Task
from calibration.selftest import SelftestProcedure, Tested, Wired, tested
from common.atomic_files import make_folder, write_whole
from common.message import Message
from common.toml_section import FaultyFileError
from firmware_bridge.link import SerialBoard
from hardware.board import BoardRefusedError
from hardware.board_file import BoardFile
from hardware.board_store import BoardStore, StoredBoard
from hardware.measured_line import measured_line, with_measured
from table.session.refusals import Refusal, refuse
from thera.boards.stored_boards import timestamp


def uncalibrated(board: SerialBoard) -> tuple[Message, ...]:
    """The warning of a board on which no calibration is stored: with the zeros of a data sheet steps are misread."""
    return (Message("board.uncalibrated"),) if board.report.calibration_stored is False else ()


class BoardAdjustment:
    """Adjusts ``board`` (`table.runtime.workshop_mode.BoardAdjuster`). ``boards`` are those of which this machine keeps
    something (None: it keeps nothing of this one), ``begun`` the folder for what is not done yet (None: it is
    forgotten), and ``board_file`` the file that the board is described by, if there is one."""

    def __init__(
        self,
        board: SerialBoard,
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
        self._whose: str | None = None
        self._done: tuple[PlacementDone, ...] = ()
        """What is done of the calibration, as it was last to be kept."""

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares that the board has."""
        return self._described.geometry.squares

    def begin(self, task: Task, *, anew: bool) -> OpenProcedure:
        """Begin, or go on with a calibration that was begun before unless ``anew``.

        :raises CommandRefused: if no board has said how its sensors are to be read.
        """
        board, described = self._board, self._described
        if task is Task.MONITOR:
            return OpenProcedure(task)
        calibration, measured = board.calibration, bool(board.report.calibration_stored)
        if calibration is None or board.identity is None:
            raise refuse(Refusal.BOARD_AWAY)
        self._whose = board.identity.unique_id
        if task is Task.SELFTEST:
            wired = Wired(described.geometry, described.sensor.range, board.wiring, calibration, measured=measured)
            return OpenProcedure(task, SelftestProcedure(wired))
        setting = CalibrationSetting(
            described.geometry, calibration, described.sensor.range, board.wiring, measured=measured
        )
        return self._calibration(setting, anew=anew)

    def keep(self, work: Work) -> tuple[Message, ...]:
        """Keep what is done of a calibration, for a break; what there is to say if it cannot be kept."""
        path = self._progress
        if path is None or not isinstance(work, CalibrationProcedure) or work.done == self._done:
            return ()
        self._done = work.done
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
        """Store its result, on this machine and on the board."""
        if isinstance(work, CalibrationProcedure):
            return ProcedureReport(stored=True) if work.result is None else self._store_calibration(work.result)
        return self._store_wiring(tested(work))

    def _calibration(self, setting: CalibrationSetting, *, anew: bool) -> OpenProcedure:
        path, fresh = self._progress, OpenProcedure(Task.CALIBRATE, CalibrationProcedure(setting))
        self._done = ()
        if path is None:
            return fresh
        try:
            if anew:
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
        self._done = begun.done
        return OpenProcedure(Task.CALIBRATE, begun, resumed=len(begun.done))

    @property
    def _progress(self) -> Path | None:
        if self._begun is None or self._whose is None:
            return None
        return BoardStore(self._begun).path(self._whose).with_suffix(".begun.json")

    def _store_calibration(self, result: CalibrationResult) -> ProcedureReport:
        calibration = result.calibration
        kept = StoredBoard(calibration, self._board.wiring, timestamp())
        report = self._store(kept, lambda: self._board.store_calibration(calibration))
        if not report.stored:
            return report
        if self._progress is not None:
            with contextlib.suppress(OSError):  # what stays there fits no board any more, which is said the next time
                self._progress.unlink(missing_ok=True)
        if not any(result.measured):
            return report
        return ProcedureReport(stored=True, notes=(*report.notes, self._fields_kept(result)), measured=result.measured)

    def _store_wiring(self, result: Tested) -> ProcedureReport:
        wiring, board = result.wiring, self._board
        if wiring is None:
            return ProcedureReport(stored=True)
        calibration = result.calibration if board.report.calibration_stored else None

        def store() -> None:
            board.store_wiring(wiring)
            if calibration is None:
                return
            try:
                board.store_calibration(calibration)
            except BoardRefusedError as error:
                why = f"its wiring is stored, but the calibration in that order is not, so store both again ({error})"
                raise BoardRefusedError(why) from error

        return self._store(StoredBoard(calibration, wiring, timestamp()), store)

    def _store(self, kept: StoredBoard, store: Callable[[], None]) -> ProcedureReport:
        """Keep it here first: a board that is unplugged meanwhile is sent it when it comes back."""
        if self._board.identity is None or self._board.identity.unique_id != self._whose:
            return ProcedureReport(stored=False, notes=(message("other_board"),))
        notes = self._kept(kept)
        try:
            store()
        except BoardRefusedError as error:
            return ProcedureReport(stored=False, notes=(message("not_stored", why=str(error)), *notes))
        return ProcedureReport(stored=True, notes=notes)

    def _kept(self, kept: StoredBoard) -> tuple[Message, ...]:
        if self._boards is None or self._whose is None:
            return ()
        try:
            self._boards.write(self._whose, kept)
        except OSError as error:
            return (message("not_kept", why=error.strerror or str(error)),)
        return (message("kept", path=str(self._boards.path(self._whose))),)

    def _fields_kept(self, result: CalibrationResult) -> Message:
        """The fields on each height belong in the board file."""
        line, path = measured_line(result.measured), self._board_file
        if path is None:
            return message("fields", line=line)
        try:
            write_whole(path, with_measured(path.read_text("utf-8"), result.measured))
        except (OSError, FaultyFileError) as error:
            return message("fields_not_kept", why=str(error), line=line)
        return message("fields_kept", path=str(path), line=line)
