"""The workshop at a running table: while it is open, frames and buttons are for it and not for the game.

All of it belongs to the table's thread but `BoardAdjuster.store`, which waits for the board in a thread of its own;
nothing else of `BoardAdjuster` is asked meanwhile.
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
from table.session.refusals import CommandRefused, Refusal, refuse
from table.session.table_api import Refused

READINGS_EVERY = 200
"""So many ms of the board's clock are between two readings for the phones."""


class BoardAdjuster(Protocol):
    """A board that can be adjusted, and what this machine keeps of it."""

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares that the board has."""

    def begin(self, task: Task, *, anew: bool) -> OpenProcedure:
        """Begin, or go on with what was begun before unless ``anew``.

        :raises CommandRefused: if the board is not there.
        """

    def keep(self, work: Work) -> tuple[Message, ...]:
        """Keep what is done of it, for a break, if that has changed; what there is to say if it cannot be kept."""

    def store(self, work: Work) -> ProcedureReport:
        """Store its result on the board and on this machine; takes some seconds, in any thread."""


@dataclass(frozen=True, slots=True)
class WorkshopLights:
    """The lights of a procedure, as a plan; dark while nothing is asked."""

    view: ProcedureState | None = None

    @property
    def animated(self) -> bool:
        """Whether something blinks."""
        return self.view is not None and any(lit.meaning is LightMeaning.WRONG for lit in self.view.lit)

    def at(self, ms: int) -> Lights:
        """The lights at a moment."""
        return ALL_DARK if self.view is None else lights_at(self.view, ms)


class WorkshopMode:
    """Leads what is done in the workshop."""

    def __init__(
        self,
        adjuster: BoardAdjuster | None,
        show: Callable[[WorkshopView | None], None],
        read: Callable[[LiveReadings], None],
        post: Callable[[ProcedureReport], None],
    ) -> None:
        """``adjuster`` is the board's, None if it cannot be adjusted. ``show`` gets what phones are to see of the
        workshop (None: it is closed), ``read`` what the board measures while somebody looks. ``post`` takes what came
        of storing from another thread, and gives it to `report` in this one."""
        self._adjuster = adjuster
        self._show = show
        self._read = read
        self._post = post
        self._room: OpenProcedure | None = None
        self._shown: WorkshopView | None = None
        self._monitor: Monitor | None = None
        self._readings = LiveReadings(0)
        self._read_at = 0
        self.lights = WorkshopLights()

    @property
    def is_open(self) -> bool:
        """Whether the board is in the workshop."""
        return self._room is not None

    def carry_out(self, command: WorkshopCommand) -> Refused | None:
        """Carry out a phone's command; the answer if it cannot be."""
        try:
            self._do(command)
        except CommandRefused as refused:
            return refused.answer
        return None

    def _do(self, command: WorkshopCommand) -> None:
        match command:
            case OpenWorkshop(task, anew):
                if self._adjuster is None:
                    raise refuse(Refusal.NO_WORKSHOP)
                self._open(self._adjuster.begin(task, anew=anew), self._adjuster)
            case CloseWorkshop():
                self._close()
            case AnswerWorkshop(answer):
                self._go_on(lambda room: room.after(answer))
            case NameSquare(square):
                self._go_on(lambda room: room.after(NamedSquare(square)))

    def feed(self, event: BoardEvent) -> None:
        """Take in an event of the board; nothing while the workshop is closed."""
        if self._monitor is not None:
            self._look(self._monitor.after(event), event)
        if not isinstance(event, LinkChanged):
            self._go_on(lambda room: room.after(event))

    def report(self, report: ProcedureReport) -> None:
        """Take in what came of storing."""
        self._go_on(lambda room: room.reported(report))

    def _open(self, room: OpenProcedure, adjuster: BoardAdjuster) -> None:
        self._room = room
        self._look_away()
        if room.task is Task.MONITOR:
            self._monitor = Monitor(adjuster.squares)
        self._tell(room)

    def _close(self) -> None:
        self._room = self._shown = None
        self._look_away()
        self._show(None)

    def _go_on(self, step: Callable[[OpenProcedure], OpenProcedure]) -> None:
        before, adjuster = self._room, self._adjuster
        if before is None or adjuster is None:
            return
        room = step(before)
        work = room.work
        if work is None or room is before:
            return
        if not room.storing:  # then its own thread has the word about what is kept
            room = room.noting(adjuster.keep(work))
        self._room = room
        self._tell(room)
        if room.storing and not before.storing:
            threading.Thread(target=self._store, args=(adjuster, work), name="workshop", daemon=True).start()

    def _store(self, adjuster: BoardAdjuster, work: Work) -> None:
        report = BROKE_OFF
        try:
            report = adjuster.store(work)
        finally:
            self._post(report)  # as long as none comes, nobody can leave the workshop

    def _tell(self, room: OpenProcedure) -> None:
        """Let it be seen, if it is another sight."""
        lights = WorkshopLights(room.shown)
        if lights != self.lights:
            self.lights = lights
        view = room.view
        if view != self._shown:
            self._shown = view
            self._show(view)

    def _look(self, monitor: Monitor, event: BoardEvent) -> None:
        self._monitor = monitor
        if not isinstance(event, Frame) or 0 <= event.at - self._read_at < READINGS_EVERY:
            return
        self._read_at = event.at
        self._tell_readings(
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

    def _look_away(self) -> None:
        self._monitor = None
        if self._readings.fields is not None:
            self._tell_readings(LiveReadings(self._readings.version + 1))

    def _tell_readings(self, readings: LiveReadings) -> None:
        self._readings = readings
        self._read(readings)
