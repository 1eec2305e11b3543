"""The workshop at a running table: while it is open, frames and buttons go to a procedure and not to the game.

All of it runs in the table's thread, except `BoardAdjuster.store`, which waits for the board in a thread of its own.
While it runs, nothing else of the `BoardAdjuster` is called.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from calibration.monitor import Monitor
from calibration.open_procedure import BROKE_OFF, OpenProcedure, ProcedureReport, Work
from calibration.procedure import LightMeaning, NamedSquare, ProcedureState, lights_at
from calibration.procedure_view import LiveReadings, Task, WorkshopView
from common.message import Message
from hardware.board import ALL_DARK, BoardEvent, Frame, Lights, LinkChanged
from table.session.commands import AnswerWorkshop, CloseWorkshop, NameSquare, OpenWorkshop, WorkshopCommand
from table.session.table_api import CommandRefused, Refusal, Refused, refuse

READINGS_EVERY = 200
"""Ms of the board's clock between two readings for the phones."""


class BoardAdjuster(Protocol):
    """A board that can be adjusted, and what this machine has stored of it."""

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the board."""

    def begin(self, task: Task, *, restart: bool) -> OpenProcedure:
        """Begin a procedure, or go on with the one that was begun before unless ``restart``.

        :raises CommandRefused: if the board is not there.
        """

    def save_progress(self, work: Work) -> tuple[Message, ...]:
        """Store an unfinished procedure, if it has changed; what to say if that fails."""

    def store(self, work: Work) -> ProcedureReport:
        """Store its result on the board and on this machine; takes some seconds. Safe from any thread."""


@dataclass(frozen=True, slots=True)
class WorkshopLights:
    """The lights of a procedure, as a plan; dark while it asks nothing."""

    view: ProcedureState | None = None

    @property
    def animated(self) -> bool:
        """Whether something blinks."""
        return self.view is not None and any(lit.meaning is LightMeaning.WRONG for lit in self.view.lit)

    def at(self, ms: int) -> Lights:
        """The lights at a moment."""
        return ALL_DARK if self.view is None else lights_at(self.view, ms)


class WorkshopMode:
    """Runs the procedures of the workshop."""

    def __init__(
        self,
        show: Callable[[WorkshopView | None], None],
        read: Callable[[LiveReadings], None],
        post: Callable[[ProcedureReport], None],
    ) -> None:
        """``show`` gets what phones are to see of the workshop (None: it is closed), ``read`` what the board measures
        while somebody looks. ``post`` gets the report on storing in another thread, and passes it to `report` in this
        one."""
        self.adjuster: BoardAdjuster | None = None
        """What adjusts the board; None: nothing can."""
        self._show = show
        self._read = read
        self._post = post
        self._procedure: OpenProcedure | None = None
        self._shown: WorkshopView | None = None
        self._monitor: Monitor | None = None
        self._readings = LiveReadings(0)
        self._read_at = 0
        self.lights = WorkshopLights()

    def carry_out(self, command: WorkshopCommand) -> Refused | None:
        """Carry out a phone's command; the answer if that is refused."""
        try:
            self._do(command)
        except CommandRefused as refused:
            return refused.answer
        return None

    def _do(self, command: WorkshopCommand) -> None:
        match command:
            case OpenWorkshop(task, restart):
                if self.adjuster is None:
                    raise refuse(Refusal.NO_WORKSHOP)
                self._open(self.adjuster.begin(task, restart=restart), self.adjuster)
            case CloseWorkshop():
                self._close()
            case AnswerWorkshop(answer):
                self._advance(lambda procedure: procedure.after(answer))
            case NameSquare(square):
                self._advance(lambda procedure: procedure.after(NamedSquare(square)))

    def feed(self, event: BoardEvent) -> None:
        """Take in an event of the board; nothing while the workshop is closed."""
        if self._monitor is not None:
            self._update_monitor(self._monitor.after(event), event)
        if not isinstance(event, LinkChanged):
            self._advance(lambda procedure: procedure.after(event))

    def report(self, report: ProcedureReport) -> None:
        """Take in the report on storing a result."""
        self._advance(lambda procedure: procedure.reported(report))

    def _open(self, procedure: OpenProcedure, adjuster: BoardAdjuster) -> None:
        self._procedure = procedure
        self._stop_monitor()
        if procedure.task is Task.MONITOR:
            self._monitor = Monitor(adjuster.squares)
        self._publish(procedure)

    def _close(self) -> None:
        self._procedure = self._shown = None
        self._stop_monitor()
        self._show(None)

    def _advance(self, step: Callable[[OpenProcedure], OpenProcedure]) -> None:
        before, adjuster = self._procedure, self.adjuster
        if before is None or adjuster is None:
            return
        procedure = step(before)
        work = procedure.work
        if work is None or procedure is before:
            return
        if not procedure.storing:  # then the thread that stores reports
            procedure = procedure.noting(adjuster.save_progress(work))
        self._procedure = procedure
        self._publish(procedure)
        if procedure.storing and not before.storing:
            threading.Thread(target=self._store, args=(adjuster, work), name="workshop", daemon=True).start()

    def _store(self, adjuster: BoardAdjuster, work: Work) -> None:
        report = BROKE_OFF
        try:
            report = adjuster.store(work)
        finally:
            self._post(report)  # without a report nobody could leave the workshop

    def _publish(self, procedure: OpenProcedure) -> None:
        """Show the procedure on lights and phones where it has changed."""
        lights = WorkshopLights(procedure.shown)
        if lights != self.lights:
            self.lights = lights
        view = procedure.view
        if view != self._shown:
            self._shown = view
            self._show(view)

    def _update_monitor(self, monitor: Monitor, event: BoardEvent) -> None:
        self._monitor = monitor
        if not isinstance(event, Frame) or 0 <= event.at - self._read_at < READINGS_EVERY:
            return
        self._read_at = event.at
        self._publish_readings(
            LiveReadings(
                self._readings.version + 1,
                event.fields,
                event.clipped,
                monitor.noisy,
                monitor.usual_noise,
                monitor.rate,
                monitor.missed,
                None if monitor.button is None else monitor.button.value,
            )
        )

    def _stop_monitor(self) -> None:
        self._monitor = None
        if self._readings.fields is not None:
            self._publish_readings(LiveReadings(self._readings.version + 1))

    def _publish_readings(self, readings: LiveReadings) -> None:
        self._readings = readings
        self._read(readings)
