"""A virtual board in a workshop: what a procedure is fed of it, and hands that do what it asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from hardware.calibration import Calibration
from hardware.geometry import Geometry
from hardware.hand_actions import HandAction, Lift, Put, Stack, Unstack
from hardware.sensor_types import Sensor
from hardware.virtual.journey import HandStyle
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.procedure import BoardSetting, Input, Procedure, ProcedureAnswer, ProcedureState

QUICK = HandStyle(raising=40.0, lowering=40.0, carrying_speed=3000.0)

Led = TypeVar("Led", bound=Procedure)


def data_sheet() -> Calibration:
    """What a board says that was never calibrated; its sensors end at 44 mT, before the converter does."""
    return replace(Calibration.nominal(), margin=418)


@dataclass
class Workbench(Generic[Led]):
    """Leads a procedure with the frames of a virtual board."""

    procedure: Led
    board: VirtualDevice
    worker: str = "blue-1"

    def __post_init__(self) -> None:
        self.hands = QueuedHands(self.board)

    def give(self, given: Input) -> ProcedureState:
        """Give the procedure something."""
        self.procedure = self.procedure.after(given)
        return self.procedure.view

    def run(self, frames: int) -> ProcedureState:
        """Let so many frames come."""
        for _ in range(frames):
            self.procedure = self.procedure.after(self.board.frame())
        return self.procedure.view

    def until(self, true: Callable[[ProcedureState], bool], frames: int = 400) -> ProcedureState:
        """Let frames come until something holds of the view."""
        for _ in range(frames):
            if true(self.give(self.board.frame())):
                return self.procedure.view
        raise AssertionError(f"still {self.procedure.view}")

    def do(self, *actions: HandAction) -> ProcedureState:
        """Let hands do something, with frames meanwhile."""
        for action in actions:
            self.hands.do(action)
        while not self.hands.idle:
            self.procedure = self.procedure.after(self.board.frame())
        self.hands.check()
        return self.procedure.view

    def lift(self) -> None:
        """Take the worker up, and away any blocks under it."""
        worker = next(piece for piece in self.board.look().pieces if piece.piece == self.worker)
        if worker.in_hand:
            return
        self.do(Lift(self.worker))
        if (square := worker.square) is not None:
            while self.board.world.levels[square]:
                self.do(Unstack(square))

    def stand(self, square: int, level: int = 0) -> ProcedureState:
        """Put the worker on a square, on so many blocks."""
        self.lift()
        for _ in range(level):
            self.do(Stack(square, dome=False))
        return self.do(Put(self.worker, square))


def calibrating(
    spread: SensorSpread | None = None,
    *,
    seed: int = 0,
    truth: Geometry | None = None,
    believed: Geometry | None = None,
) -> Workbench[CalibrationProcedure]:
    """A calibration of a board that was never calibrated."""
    believed = believed or Geometry()
    board = VirtualDevice(truth or believed, spread or SensorSpread(), seed=seed, style=QUICK)
    board.store_calibration(data_sheet())
    return Workbench(CalibrationProcedure(BoardSetting(believed, board.calibration, Sensor().range)), board)


def empty(bench: Workbench[CalibrationProcedure]) -> ProcedureState:
    """Let the empty board be measured."""
    return bench.until(lambda view: view.step != "empty")


def place(bench: Workbench[CalibrationProcedure]) -> ProcedureState:
    """Do the placement that is asked, well, and wait until it is taken over or something is said."""
    asked = bench.procedure.asked
    assert asked is not None
    before = bench.procedure.view.done
    bench.stand(asked.square, asked.level)
    return bench.until(lambda view: view.done > before or bench.procedure.complaint is not None)


def calibrate(bench: Workbench[CalibrationProcedure]) -> ProcedureState:
    """Do all of a calibration, up to its result."""
    view = empty(bench)
    while view.step == "place":
        view = place(bench)
        if bench.procedure.complaint is not None:
            answers = view.answers
            view = bench.give(ProcedureAnswer.NEXT if ProcedureAnswer.NEXT in answers else ProcedureAnswer.SKIP)
    return view
