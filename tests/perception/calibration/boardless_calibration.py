"""A workshop without a board: what is stored is remembered here."""

from __future__ import annotations

import threading

from common.message import Message
from hardware.calibration import Calibration
from hardware.geometry import Geometry
from hardware.scale import Scale
from hardware.wiring import Wiring
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.open_procedure import OpenProcedure, ProcedureReport, Work
from perception.calibration.procedure import BoardSetting, Task
from perception.calibration.scale_calibration import ScaleProcedure
from perception.calibration.selftest import SelftestProcedure
from table.session.answers import Refusal, refuse

NOT_STORED = ProcedureReport(stored=False, notes=(Message("workshop.not_stored", (("why", "its flash is broken"),)),))


class PaperShop:
    """`table.runtime.workshop_mode.BoardAdjuster`. ``storing`` is cleared to let the board take its time."""

    def __init__(self) -> None:
        self.geometry = Geometry()
        self.scale: Scale | None = None
        self.away = False
        self.reports = [ProcedureReport(stored=True)]
        self.kept: list[Work] = []
        self.unkept: tuple[Message, ...] = ()
        self.stored: list[Work] = []
        self.storing = threading.Event()
        self.storing.set()

    def begin(self, task: Task, *, restart: bool) -> OpenProcedure:
        if self.away:
            raise refuse(Refusal.BOARD_AWAY)
        geometry, nominal = Geometry(), Calibration.nominal()
        if task is Task.MONITOR:
            return OpenProcedure(task)
        if task is Task.SCALE:
            if self.scale is None:
                raise refuse(Refusal.NO_SCALE)
            return OpenProcedure(task, ScaleProcedure(geometry, self.scale))
        if task is Task.SELFTEST:
            return OpenProcedure(task, SelftestProcedure(BoardSetting(geometry, nominal, 46.0, Wiring.straight())))
        return OpenProcedure(
            task, CalibrationProcedure(BoardSetting(geometry, nominal, 46.0)), resumed=0 if restart else 7
        )

    def save_progress(self, work: Work) -> tuple[Message, ...]:
        assert self.storing.is_set(), "something else is asked while the board stores"
        if isinstance(work, CalibrationProcedure) and work.done:
            self.kept.append(work)
        return self.unkept

    def store(self, work: Work) -> ProcedureReport:
        assert self.storing.wait(30)
        self.stored.append(work)
        if not self.reports:
            raise ZeroDivisionError("a fault of the table's own")
        return self.reports.pop(0)
