"""The first step of every procedure: the board without a worker on it, listened to until it can be believed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from calibration.procedure import message, names_of
from calibration.rest_average import RestProgress, listened
from common.message import Message
from hardware.board import Frame

EMPTY_FOR = 2000
"""So many ms the empty board is listened to."""
LEAST_FRAMES = 15
"""Fewer frames tell too little, however long they took."""

ZERO_UNKNOWN = 3.0
"""How far in mT the zero of a sensor may be off by its data sheet."""
ZERO_KNOWN = 1.0
"""How far in mT the zero of a calibrated sensor wanders with warmth and where the board lies."""


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """The empty board as it is listened to: its squares and how far in mT their zeros may be off.

    Until ``found`` is there, ``complaint`` says what was against it and ``wrong`` on which squares; the sensors of
    those that a person declares ``broken`` are not asked any more. ``at`` is when it was found, in ms of the board's
    clock.
    """

    squares: tuple[int, ...]
    limit: float
    broken: frozenset[int] = frozenset()
    frames: tuple[Frame, ...] = ()
    complaint: Message | None = None
    wrong: tuple[int, ...] = ()
    found: RestProgress | None = None
    count: int = 1
    at: int = 0

    def after(self, frame: Frame) -> EmptyBoard:
        """With one more frame."""
        frames = (*self.frames, frame)
        if frames[0].at > frame.at:
            frames = (frame,)  # the board has started anew
        if frame.at - frames[0].at < EMPTY_FOR or len(frames) < LEAST_FRAMES:
            return replace(self, frames=frames)
        squares = tuple(square for square in self.squares if square not in self.broken)
        heard = listened(frames, squares)
        standing = {square for square in squares if abs(heard.means[square]) > self.limit} | heard.ended
        if standing:
            says = message("calibrate.not_empty", squares=names_of(standing))
            return replace(self, frames=(), complaint=says, wrong=tuple(sorted(standing)))
        if heard.moved:
            return replace(self, frames=(), complaint=message("calibrate.moves"), wrong=())
        return replace(self, frames=(), complaint=None, wrong=(), found=heard, count=len(frames), at=frame.at)

    def without_wrong(self) -> EmptyBoard:
        """Nothing stands on the squares that look wrong: their sensors are broken."""
        return replace(self.anew(), broken=self.broken | frozenset(self.wrong))

    def anew(self) -> EmptyBoard:
        """Listened to from now on."""
        return EmptyBoard(self.squares, self.limit, self.broken)
