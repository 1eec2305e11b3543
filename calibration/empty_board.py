"""The first step of every procedure: the empty board, measured until the result can be trusted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from calibration.procedure import BoardSetting, message, names_of
from calibration.rest_average import SensorAverages, sensor_averages
from common.message import Message
from hardware.board import Frame

EMPTY_FOR = 2000
"""How long the empty board is measured, in ms."""
LEAST_FRAMES = 15
"""The least number of frames, however long they take."""

ZERO_UNKNOWN = 3.0
"""How far the zero of a sensor may be off by its data sheet, in mT."""
ZERO_KNOWN = 1.0
"""How far the zero of a calibrated sensor wanders with temperature and place, in mT."""


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """The measurement of the empty board: its squares and how far in mT their zeros may be off.

    Until ``found`` is there, ``complaint`` says what is wrong and ``wrong`` on which squares. The sensors of squares
    that the person declares ``broken`` are left out. ``at`` is when it was found, in ms of the board's clock.
    """

    squares: tuple[int, ...]
    limit: float
    broken: frozenset[int] = frozenset()
    frames: tuple[Frame, ...] = ()
    complaint: Message | None = None
    wrong: tuple[int, ...] = ()
    found: SensorAverages | None = None
    count: int = 1
    at: int = 0

    @classmethod
    def of(cls, setting: BoardSetting) -> EmptyBoard:
        """The empty board of this setting, before anything is measured."""
        return cls(setting.geometry.squares, ZERO_KNOWN if setting.measured else ZERO_UNKNOWN)

    def after(self, frame: Frame) -> EmptyBoard:
        """With one more frame."""
        frames = (*self.frames, frame)
        if frames[0].at > frame.at:
            frames = (frame,)  # the board has restarted
        if frame.at - frames[0].at < EMPTY_FOR or len(frames) < LEAST_FRAMES:
            return replace(self, frames=frames)
        squares = tuple(square for square in self.squares if square not in self.broken)
        measured = sensor_averages(frames, squares)
        standing = {square for square in squares if abs(measured.means[square]) > self.limit} | measured.ended
        if standing:
            says = message("calibrate.not_empty", squares=names_of(standing))
            return replace(self, frames=(), complaint=says, wrong=tuple(sorted(standing)))
        if measured.moved:
            return replace(self, frames=(), complaint=message("calibrate.moves"), wrong=())
        return replace(self, frames=(), complaint=None, wrong=(), found=measured, count=len(frames), at=frame.at)

    def without_wrong(self) -> EmptyBoard:
        """Nothing stands on the squares that look wrong: their sensors are broken."""
        return replace(self.restarted(), broken=self.broken | frozenset(self.wrong))

    def restarted(self) -> EmptyBoard:
        """The measurement, started again."""
        return EmptyBoard(self.squares, self.limit, self.broken)
