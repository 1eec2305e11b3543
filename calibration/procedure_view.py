"""A step of a procedure in the workshop, and what the board measures there, as phones see them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.message import Message


class Task(StrEnum):
    """What can be done with the board in the workshop: measure its sensors, look for wires on wrong squares, or look at
    what it measures."""

    CALIBRATE = "calibrate"
    SELFTEST = "selftest"
    MONITOR = "monitor"


@dataclass(frozen=True, slots=True)
class WorkshopView:
    """What is done in the workshop now, as `calibration.procedure.ProcedureState` has it: the step, one sentence, the
    squares that are lit with what that means, and what has been found besides. ``answers`` are those that mean
    something now; a square means something if the workshop ``names`` one. ``resumed`` is how many steps were done
    before a break."""

    task: Task
    step: str
    message: Message
    lit: tuple[tuple[int, str], ...] = ()
    notes: tuple[Message, ...] = ()
    done: int = 0
    total: int = 0
    answers: tuple[str, ...] = ()
    names: bool = False
    expected: int | None = None
    level: int | None = None
    resumed: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class LiveReadings:
    """What the board measures now, while it is looked at in the workshop: fields in mT, the squares whose sensors are
    at the end of their range or noisy, the noise in mT of the middle one of all sensors, frames a second and how many
    were missed, and the button pressed last. ``fields`` is None as long as nobody looks, or nothing has come."""

    version: int
    fields: tuple[float, ...] | None = None
    clipped: frozenset[int] = frozenset()
    noisy: frozenset[int] = frozenset()
    noise: float = 0.0
    rate: float = 0.0
    missed: int = 0
    button: str | None = None
