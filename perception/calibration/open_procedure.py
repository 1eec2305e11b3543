"""A procedure that is open in the workshop: a calibration of the sensors or of the scale, a self-test or the monitor,
until its result is stored."""

from __future__ import annotations

from dataclasses import dataclass, replace

from common.message import Message
from hardware.field_model import Measured
from perception.calibration.calibrate import CalibrationProcedure, CalibrationStage
from perception.calibration.procedure import (
    Input,
    LightMeaning,
    LitSquare,
    ProcedureAnswer,
    ProcedureState,
    Task,
    WorkshopView,
    message,
)
from perception.calibration.scale_calibration import ScaleProcedure, ScaleStage
from perception.calibration.selftest import SelftestProcedure, SelftestStage, tested

Work = CalibrationProcedure | ScaleProcedure | SelftestProcedure

STORING = "storing"
STORED = "stored"
LIVE = "live"

_COLOURS = frozenset({LightMeaning.RED, LightMeaning.GREEN, LightMeaning.BLUE})


RESULTS = frozenset({CalibrationStage.RESULT, ScaleStage.RESULT, SelftestStage.RESULT})
"""The steps of the procedures in which what was found may be stored."""

_ACCEPTED = frozenset({CalibrationStage.ACCEPTED, ScaleStage.ACCEPTED, SelftestStage.ACCEPTED})


@dataclass(frozen=True, slots=True)
class ProcedureReport:
    """The result of storing: whether the board has it, notes about it, and the fields under a worker by which the board
    is read from now on (empty: the same as before)."""

    stored: bool
    notes: tuple[Message, ...] = ()
    measured: Measured = ()


BROKE_OFF = ProcedureReport(stored=False, notes=(message("broke_off"),))
"""The report if it is unknown what happened."""


@dataclass(frozen=True, slots=True)
class OpenProcedure:
    """``work`` is the procedure (None: the monitor), and ``resumed`` the number of its steps that were done before a
    break. While an accepted result is being stored, ``offered`` is the procedure as it was before; ``report`` is the
    result of storing it."""

    task: Task
    work: Work | None = None
    resumed: int = 0
    offered: Work | None = None
    report: ProcedureReport | None = None

    @property
    def storing(self) -> bool:
        """Whether a result is being stored."""
        return self.offered is not None and self.report is None

    @property
    def shown(self) -> ProcedureState | None:
        """The view of the procedure, for the lights; None if there is none."""
        return None if self.work is None or self.storing else self.work.view

    @property
    def view(self) -> WorkshopView:
        """The view for the phones."""
        if self.storing:
            return WorkshopView(self.task, STORING, message("storing"))
        notes = () if self.report is None else self.report.notes
        if self.report is not None and self.report.stored:
            return WorkshopView(self.task, STORED, message(f"{self.task}.stored"), notes=notes, over=True)
        if self.work is None:
            return WorkshopView(self.task, LIVE, message("monitor.live"))
        view = self.work.view
        return WorkshopView(
            self.task,
            view.step,
            view.message,
            lit=_drawn(view.lit),
            notes=(*notes, *view.notes),
            done=view.done,
            total=view.total,
            answers=tuple(answer for answer in ProcedureAnswer if answer in view.answers),
            names=view.names,
            masses=view.masses,
            expected=view.expected,
            level=view.level,
            stores=view.step in RESULTS and has_something_to_store(self.work),
            resumed=self.resumed,
            over=view.over,
        )

    def after(self, given: Input) -> OpenProcedure:
        """The procedure after this input; what means nothing now changes nothing."""
        if self.work is None or self.storing:
            return self
        work = self.work.after(given)
        if is_accepted(work) and not is_accepted(self.work) and has_something_to_store(work):
            return replace(self, work=work, offered=self.work, report=None)
        # What went wrong with storing is said until the next word of the person.
        return replace(
            self, work=work, report=self.report if work.view.over or not isinstance(given, ProcedureAnswer) else None
        )

    def noting(self, notes: tuple[Message, ...]) -> OpenProcedure:
        """With these notes, until the next answer of the person."""
        if not notes:
            return self
        before = () if self.report is None else self.report.notes
        return replace(self, report=ProcedureReport(stored=False, notes=(*before, *notes)))

    def reported(self, report: ProcedureReport) -> OpenProcedure:
        """With the result of storing. What was not stored is offered again."""
        return replace(self, work=self.work if report.stored else self.offered, offered=None, report=report)


def is_accepted(work: Work) -> bool:
    """Whether the person has accepted the result."""
    return work.stage in _ACCEPTED


def has_something_to_store(work: Work) -> bool:
    """Whether the result changes the board."""
    return tested(work).wiring is not None if isinstance(work, SelftestProcedure) else work.result is not None


def _drawn(lit: tuple[LitSquare, ...]) -> tuple[tuple[int, str], ...]:
    """The lights as they are drawn: one that changes its colour is simply the one that is asked about."""
    if len(lit) == 1 and lit[0].meaning in _COLOURS:
        return ((lit[0].square, LightMeaning.TARGET.value),)
    return tuple((each.square, each.meaning.value) for each in lit)
