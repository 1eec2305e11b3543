"""The interface of every procedure to a terminal or a phone: a value that inputs change, and a view of it.

A procedure is frozen: ``after`` gives the next one. It has no clock (frames have the time), no device and no language,
so a test, a terminal and a page use it in the same way. The lights of a view are here, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

from common.message import Message
from engine.squares import Square, square_name
from hardware.board import ALL_DARK, DARK, SQUARE_COUNT, Button, ButtonPressed, Colour, Frame, Lights, Weighed
from hardware.calibration import Calibration
from hardware.geometry import Geometry
from hardware.scale import Scale
from hardware.sensor_layout import Axis, PlacedSensor
from hardware.wiring import Wiring


class ProcedureAnswer(StrEnum):
    """The answers of a person. ``next``: yes, continue; ``undo``: undo the last step; ``skip``: no, or leave this one
    out; ``again``: repeat it; ``stop``: end the task."""

    NEXT = "next"
    UNDO = "undo"
    SKIP = "skip"
    AGAIN = "again"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class NamedSquare:
    """A person names a square (0 to 24) in answer to a question for one."""

    square: int


@dataclass(frozen=True, slots=True)
class NamedMass:
    """A person names a mass in g in answer to a question for one."""

    mass: float


Input = Frame | Weighed | ButtonPressed | ProcedureAnswer | NamedSquare | NamedMass
"""What a procedure is given: what the board sends, and what a person says."""


class AskedLoad(StrEnum):
    """What a person is to do with the plate of a board that weighs: take everything off it, put the thing of known mass
    on it, or one more piece: a worker, a block of the first, second or third level, or a dome."""

    NOTHING = "nothing"
    KNOWN = "known"
    WORKER = "worker"
    BLOCK_1 = "block_1"
    BLOCK_2 = "block_2"
    BLOCK_3 = "block_3"
    DOME = "dome"


class LightMeaning(StrEnum):
    """What a light says: a worker belongs here, something is wrong here, or simply that it has this colour."""

    TARGET = "target"
    WRONG = "wrong"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class LitSquare:
    """A light that is on. ``square`` is the square whose light it is as the board is wired now."""

    square: int
    meaning: LightMeaning


@dataclass(frozen=True, slots=True)
class ProcedureState:
    """All that is shown of a procedure.

    ``message`` is the one sentence that says what to do or what is wrong, ``notes`` are what has been found besides;
    ``done`` of ``total`` steps are done. ``answers`` are those that mean something now, ``names`` whether a square may
    be named, and ``masses`` the least and the largest mass in g that may be named (None: none is asked for).
    ``expected`` is the square that should be named or touched if all is well, ``level`` on how many blocks a
    worker is to stand there (None: no worker is asked for), and ``load`` what is to weigh on the plate (None: that is
    not asked). ``over`` says that nothing more is asked; a procedure that was stopped is over without a result.
    """

    step: str
    lit: tuple[LitSquare, ...]
    message: Message
    done: int
    total: int
    answers: frozenset[ProcedureAnswer]
    notes: tuple[Message, ...] = ()
    names: bool = False
    masses: tuple[float, float] | None = None
    expected: int | None = None
    level: int | None = None
    load: AskedLoad | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class BoardSetting:
    """The board: its measures without further sensors, the calibration that its frames are made with, up to which field
    in mT its sensors are linear, how it says that it is wired (None: it cannot say), and whether that calibration was
    measured (or is that of the data sheet). ``scale`` is the one by which its loads are made, None if it does not
    weigh, and ``further`` are its sensors outside the squares.

    :raises ValueError: for measures with further sensors.
    """

    geometry: Geometry
    calibration: Calibration
    reach: float
    wiring: Wiring | None = None
    measured: bool = False
    scale: Scale | None = None
    further: tuple[PlacedSensor, ...] = ()

    def __post_init__(self) -> None:
        if self.geometry.further:
            raise ValueError("a procedure measures the sensors of the squares only: give it Geometry.of_squares")


class Procedure(Protocol):
    """A calibration of the sensors or of the scale, or a self-test."""

    @property
    def view(self) -> ProcedureState:
        """What to show."""

    def after(self, given: Input) -> Self:
        """The procedure after this; what means nothing now changes nothing."""


def message(key: str, **args: str | float) -> Message:
    """A sentence of the workshop, by its key without ``workshop.``, and its arguments as they are to be read."""
    return Message(f"workshop.{key}", tuple((name, str(value)) for name, value in args.items()))


def name_of(square: int) -> str:
    """The name of a square, a1 to e5."""
    return square_name(Square(square))


def names_of(squares: frozenset[int] | set[int] | tuple[int, ...]) -> str:
    """The names of squares, in order."""
    return ", ".join(name_of(square) for square in sorted(squares))


def answer_of(pressed: ButtonPressed) -> ProcedureAnswer:
    """What a rim button says."""
    return ProcedureAnswer.NEXT if pressed.button is Button.DONE else ProcedureAnswer.UNDO


BLINK = 600
"""The period in ms with which a light that marks an error blinks."""

_COLOURS = {
    LightMeaning.TARGET: Colour(60, 60, 60),
    LightMeaning.WRONG: Colour(90, 0, 0),
    LightMeaning.RED: Colour(64, 0, 0),
    LightMeaning.GREEN: Colour(0, 64, 0),
    LightMeaning.BLUE: Colour(0, 0, 64),
}


def lights_at(view: ProcedureState, at: int) -> Lights:
    """The lights of a view at a time in ms. They are dim, since the person is close to the board, and 25 of them stay
    within any supply."""
    if not view.lit:
        return ALL_DARK
    colours = [DARK] * SQUARE_COUNT
    for lit in view.lit:
        if lit.meaning is not LightMeaning.WRONG or at % BLINK < BLINK // 2:
            colours[lit.square] = _COLOURS[lit.meaning]
    return Lights(tuple(colours))


# ---- procedure view
#
# A step of a procedure in the workshop, and what the board measures there, as phones see them.


class Task(StrEnum):
    """What can be done with the board in the workshop. ``calibrate``: measure its sensors; ``scale``: measure its load
    cells and its pieces, on a board that weighs; ``selftest``: look for wires on wrong squares; ``monitor``: look at
    what it measures."""

    CALIBRATE = "calibrate"
    SCALE = "scale"
    SELFTEST = "selftest"
    MONITOR = "monitor"


@dataclass(frozen=True, slots=True)
class WorkshopView:
    """What is done in the workshop now, as `perception.calibration.procedure.ProcedureState` has it: the step, one
    sentence, the squares that are lit with what that means, and what has been found besides. ``answers`` are those that
    mean something now; a square means something if the workshop ``names`` one, a mass in g if it is between the
    ``masses``. ``stores`` says whether the answer
    ``next`` stores something on the board. ``resumed`` is how many steps were done before a break."""

    task: Task
    step: str
    message: Message
    lit: tuple[tuple[int, str], ...] = ()
    notes: tuple[Message, ...] = ()
    done: int = 0
    total: int = 0
    answers: tuple[str, ...] = ()
    names: bool = False
    masses: tuple[float, float] | None = None
    expected: int | None = None
    level: int | None = None
    stores: bool = False
    resumed: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class FurtherReading:
    """What a sensor outside the squares measures: the field in mT along each of its axes. ``clipped``: one of them is
    at the end of its range."""

    axes: tuple[Axis, ...]
    fields: tuple[float, ...]
    clipped: bool = False


@dataclass(frozen=True, slots=True)
class LoadReadings:
    """What a scale measures: the load of each cell in g, by how much in g their sum has changed since the look began,
    and the centre of that change, in mm east and north of the middle of a1 and as the square there (each None: not
    known yet, too little, or beside the squares)."""

    loads: tuple[float, ...]
    change: float | None = None
    centre: tuple[float, float] | None = None
    square: int | None = None


@dataclass(frozen=True, slots=True)
class LiveReadings:
    """What the board measures now, while it is looked at in the workshop: fields in mT, the squares whose sensors are
    at the end of their range or noisy, the noise in mT of the middle one of all sensors, frames a second and how many
    were missed, and the button pressed last. ``fields`` is None as long as nobody looks, or nothing has come.
    ``further`` are the sensors outside the squares, ``scale`` is None on a board that has none; its ``loads`` are empty
    until they come."""

    version: int
    fields: tuple[float, ...] | None = None
    clipped: frozenset[int] = frozenset()
    noisy: frozenset[int] = frozenset()
    noise: float = 0.0
    rate: float = 0.0
    missed: int = 0
    button: str | None = None
    further: tuple[FurtherReading, ...] = ()
    scale: LoadReadings | None = None
