"""The workshop at a running table: while it is open, frames and buttons go to a procedure and not to the game. All of
it runs in the table's thread, except `BoardAdjuster.store`, which waits for the board in another thread. While it runs,
nothing else of the `BoardAdjuster` is called.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from common.message import Message
from hardware.board import ALL_DARK, BoardEvent, Frame, Lights, LinkChanged, ScaleInUse
from hardware.geometry import Geometry
from hardware.scale import Scale
from perception.calibration.monitor import Monitor
from perception.calibration.open_procedure import BROKE_OFF, OpenProcedure, ProcedureReport, Work
from perception.calibration.procedure import (
    LightMeaning,
    LiveReadings,
    LoadReadings,
    NamedMass,
    NamedSquare,
    ProcedureAnswer,
    ProcedureState,
    Task,
    WorkshopView,
    lights_at,
)
from table.session.answers import Refusal, refuse

READINGS_EVERY = 200
"""Ms of the board's clock between two readings for the phones."""


class BoardAdjuster(Protocol):
    """A board that can be adjusted, and the results that this machine has stored."""

    @property
    def geometry(self) -> Geometry:
        """The geometry of the board."""

    @property
    def scale(self) -> Scale | None:
        """The scale by which its loads are made; None if its board file has none."""

    def begin(self, task: Task, *, restart: bool) -> OpenProcedure:
        """Begin a procedure, or go on with an unfinished one unless ``restart``.

        :raises CommandRefused: if the board is not there, or has nothing for this task.
        """

    def save_progress(self, work: Work) -> tuple[Message, ...]:
        """Store an unfinished procedure, if it has changed. Return a message if that fails."""

    def store(self, work: Work) -> ProcedureReport:
        """Store the result on the board and on this machine; takes some seconds. Safe from any thread."""


@dataclass(frozen=True, slots=True)
class WorkshopLights:
    """The lights of a procedure, as a plan; dark while it asks nothing."""

    view: ProcedureState | None = None

    @property
    def animated(self) -> bool:
        """Whether something blinks."""
        return self.view is not None and any(lit.meaning is LightMeaning.WRONG for lit in self.view.lit)

    def at(self, ms: int) -> Lights:
        """Return the lights at a time."""
        return ALL_DARK if self.view is None else lights_at(self.view, ms)


class WorkshopMode:
    """Runs the procedures of the workshop."""

    def __init__(
        self,
        adjuster: BoardAdjuster | None,
        show: Callable[[WorkshopView | None], None],
        read: Callable[[LiveReadings], None],
        post: Callable[[ProcedureReport], None],
    ) -> None:
        """``adjuster`` adjusts the board, or is None. ``show`` gets the view of the workshop for phones, or None once
        it is closed. ``read`` gets the board's readings while a phone shows them. ``post`` gets the report on storing
        in another thread, and passes it to `report` in this one."""
        self._adjuster = adjuster
        self._show = show
        self._read = read
        self._post = post
        self._procedure: OpenProcedure | None = None
        self._shown: WorkshopView | None = None
        self._monitor: Monitor | None = None
        self._readings = LiveReadings(0)
        self._read_at = 0
        self.lights = WorkshopLights()

    def adjust(self, adjuster: BoardAdjuster | None) -> None:
        """Adjust another board by this from now on; None if it cannot be adjusted."""
        self._adjuster = adjuster

    def open(self, task: Task, *, restart: bool) -> None:
        """Begin a procedure, or go on with the one that was begun before unless ``restart``.

        :raises CommandRefused: if the board cannot be adjusted, or is not there.
        """
        if self._adjuster is None:
            raise refuse(Refusal.NO_WORKSHOP)
        self._open(self._adjuster.begin(task, restart=restart), self._adjuster)

    def close(self) -> None:
        """Give the board back."""
        self._procedure = self._shown = None
        self._stop_monitor()
        self._show(None)

    def answer(self, answer: ProcedureAnswer | NamedSquare | NamedMass) -> None:
        """Answer the procedure's question."""
        self._advance(lambda procedure: procedure.after(answer))

    def feed(self, event: BoardEvent) -> None:
        """Take in an event of the board; do nothing while the workshop is closed."""
        if self._monitor is not None:
            self._update_monitor(self._monitor.after(event), event)
        if not isinstance(event, LinkChanged | ScaleInUse):
            self._advance(lambda procedure: procedure.after(event))

    def report(self, report: ProcedureReport) -> None:
        """Take in the report on storing a result."""
        self._advance(lambda procedure: procedure.reported(report))

    def _open(self, procedure: OpenProcedure, adjuster: BoardAdjuster) -> None:
        self._procedure = procedure
        self._stop_monitor()
        if procedure.task is Task.MONITOR:
            geometry = adjuster.geometry
            self._monitor = Monitor(geometry.squares, scale=adjuster.scale, sensors=geometry.further)
        self._publish(procedure)

    def _advance(self, step: Callable[[OpenProcedure], OpenProcedure]) -> None:
        before, adjuster = self._procedure, self._adjuster
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
        """Show the procedure on lights and phones, if it has changed."""
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
        squares = event.of_squares
        self._publish_readings(
            LiveReadings(
                self._readings.version + 1,
                squares.fields,
                squares.clipped,
                monitor.noisy,
                monitor.usual_noise,
                monitor.rate,
                monitor.missed,
                None if monitor.button is None else monitor.button.value,
                monitor.further,
                self._loads(monitor),
            )
        )

    def _loads(self, monitor: Monitor) -> LoadReadings | None:
        """Return what the scale measures, if the board has one."""
        if monitor.scale is None or self._adjuster is None:
            return None
        change, centre = monitor.change, monitor.centre
        square = None if centre is None else self._adjuster.geometry.square_at(*centre)
        return LoadReadings(monitor.loads, None if change is None else sum(change), centre, square)

    def _stop_monitor(self) -> None:
        self._monitor = None
        if self._readings.fields is not None:
            self._publish_readings(LiveReadings(self._readings.version + 1))

    def _publish_readings(self, readings: LiveReadings) -> None:
        self._readings = readings
        self._read(readings)
