"""A live look at a board: what its sensors and its scale measure, how noisy each is, and how well its frames come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median

from hardware.board import (
    SQUARE_COUNT,
    BoardEvent,
    Button,
    ButtonPressed,
    Frame,
    LinkChanged,
    LinkState,
    ScaleInUse,
    Weighed,
)
from hardware.calibration import Calibration
from hardware.scale import Scale
from hardware.sensor_layout import PlacedSensor
from hardware.wiring import INPUTS, Wiring
from perception.calibration.procedure import FurtherReading, name_of

# ---- sensor counts
#
# What the converter reads of each sensor, and where that sensor is connected: for finding faults in wires.


@dataclass(frozen=True, slots=True)
class SensorReading:
    """The reading of the sensor of a ``square``: ``counts`` of the converter, ``volts`` at its pin, and the ``input``
    of the sensor, such as A:C15 for C15 of multiplexer A (empty: the board cannot say how it is wired)."""

    square: int
    counts: int
    volts: float
    input: str


@dataclass(frozen=True, slots=True)
class Converting:
    """How a board turns voltages into fields: its calibration, the reference of its converter in V, and its wiring
    (None: it cannot report it)."""

    calibration: Calibration
    reference: float
    wiring: Wiring | None = None

    def readings(self, frame: Frame) -> tuple[SensorReading, ...]:
        """The counts that gave the fields of a frame, a1 to e5, and what they are in V."""
        counts = self.calibration.counts(frame.fields)
        scale = self.reference / (self.calibration.full_scale + 1)
        return tuple(
            SensorReading(square, count, count * scale, self._input(square))
            for square, count in enumerate(counts[:SQUARE_COUNT])
        )

    def _input(self, square: int) -> str:
        if self.wiring is None:
            return ""
        multiplexer, number = divmod(self.wiring.sensors[square], INPUTS)
        return f"{'AB'[multiplexer]}:C{number}"  # the names of `hardware.wire_list.sensor_input`


# ---- monitor


LAST_FRAMES = 50
"""The rate and the noise are those of so many of the last frames."""
LAST_WEIGHTS = 40
"""The loads are the means of so many of the last readings of the scale, half a second of them."""
LIGHTEST_SHOWN = 2.0
"""The least g with a centre on the board that means something: with less it is mostly noise."""
NOISY = 0.15
"""A sensor with more noise (mT rms from frame to frame) is marked,"""
LOUDER = 4.0
"""and one with so many times that of the others."""

_BY_MEDIAN = 1.05


@dataclass(frozen=True, slots=True)
class Monitor:
    """What was heard of a board: its last frames, how many were missed since the start, the state of the link and its
    detail, the button that was pressed last, and the last readings of the ``scale``. Its changes are counted from the
    ``first`` loads, which the board had when the look began. ``sensors`` are those outside the squares."""

    squares: tuple[int, ...]
    frames: tuple[Frame, ...] = ()
    missed: int = 0
    link: LinkState = LinkState.SEARCH
    detail: str = ""
    button: Button | None = None
    scale: Scale | None = None
    weights: tuple[Weighed, ...] = ()
    first: tuple[float, ...] | None = None
    sensors: tuple[PlacedSensor, ...] = ()

    def after(self, event: BoardEvent) -> Monitor:
        """With one event more."""
        match event:
            case LinkChanged(state, detail):
                return replace(self, link=state, detail=detail)
            case ButtonPressed(_, button):
                return replace(self, button=button)
            case ScaleInUse(scale):
                return replace(self, scale=scale, weights=(), first=None)  # earlier loads are by another one
            case Weighed():
                made = replace(self, weights=(*self.weights[-LAST_WEIGHTS + 1 :], event))
                settled = self.first is None and len(made.weights) == LAST_WEIGHTS
                return replace(made, first=made.loads) if settled else made
            case Frame():
                last = self.frames[-1] if self.frames else None
                if last is None or event.at <= last.at:
                    return replace(self, frames=(event,))  # the board has restarted
                gap = max(0, event.number - last.number - 1)
                return replace(self, frames=(*self.frames[-LAST_FRAMES + 1 :], event), missed=self.missed + gap)

    @property
    def loads(self) -> tuple[float, ...]:
        """The load of each cell in g, a mean of the last readings; empty before there is one."""
        return tuple(map(fmean, zip(*(each.loads for each in self.weights), strict=True)))

    @property
    def change(self) -> tuple[float, ...] | None:
        """By how much in g each load has changed since the look began; None before that is known."""
        if self.first is None or not self.weights:
            return None
        return tuple(load - before for load, before in zip(self.loads, self.first, strict=True))

    @property
    def centre(self) -> tuple[float, float] | None:
        """The centre of that change, in mm east and north of the middle of a1; None if it means nothing."""
        change = self.change
        if self.scale is None or change is None or abs(sum(change)) < LIGHTEST_SHOWN:
            return None
        return self.scale.centre(change)

    @property
    def further(self) -> tuple[FurtherReading, ...]:
        """What the sensors outside the squares measure in the last frame."""
        found, channel = [], SQUARE_COUNT
        frame = self.frames[-1] if self.frames else Frame(0, 0, ())
        for sensor in self.sensors:
            end = channel + len(sensor.axes)
            clipped = not frame.clipped.isdisjoint(range(channel, end))
            found.append(FurtherReading(sensor.axes, frame.fields[channel:end], clipped))
            channel = end
        return tuple(found)

    @property
    def rate(self) -> float:
        """Frames a second, by the board's clock; 0 before there are two."""
        if len(self.frames) < 2:
            return 0.0
        return 1000 * (len(self.frames) - 1) / (self.frames[-1].at - self.frames[0].at)

    @property
    def noise(self) -> tuple[float, ...]:
        """The noise of each sensor in mT rms, from frame to frame; 0 before there are two."""
        if len(self.frames) < 2:
            return (0.0,) * (len(self.frames[0].fields) if self.frames else SQUARE_COUNT)
        columns = zip(*(frame.fields for frame in self.frames), strict=True)
        return tuple(_BY_MEDIAN * median(abs(b - a) for a, b in pairwise(column)) for column in columns)

    @property
    def usual_noise(self) -> float:
        """The noise of the middle one of the board's sensors in mT rms."""
        noise = self.noise
        return median(noise[square] for square in self.squares)

    @property
    def noisy(self) -> frozenset[int]:
        """The squares whose sensors are noisy."""
        noise, usual = self.noise, self.usual_noise
        return frozenset(square for square in self.squares if noise[square] > max(NOISY, LOUDER * usual))


_RESET = "\x1b[0m"
_STRONG = 1.0
_FAINT = 0.2


def screen(monitor: Monitor, converting: Converting | None = None, *, coloured: bool) -> tuple[str, ...]:
    """The board as it lies, rank 5 at the top: mT at each square, ``!`` for a sensor at the end of its range and ``~``
    for a noisy one. Fields of a north pole below are red, those of a south pole blue. ``converting`` is how the board
    makes fields of voltages (None: it cannot say): below each field are then the counts and the volts at the pin of the
    converter, and beside it the input of the sensor: A:C0 is C0 of multiplexer A."""
    head = f"{monitor.link}{f': {monitor.detail}' if monitor.detail else ''}"
    lines = [f"board {head}", f"{monitor.rate:.1f} frames a second, {monitor.missed} missed", ""]
    if not monitor.frames:
        return (*lines, "no frame has come yet")
    frame, noisy = monitor.frames[-1], monitor.noisy
    readings = () if converting is None else converting.readings(frame)
    width = _WIDE if readings else _NARROW
    files = sorted({square % 5 for square in monitor.squares})
    for rank in sorted({square // 5 for square in monitor.squares}, reverse=True):
        squares = [5 * rank + file for file in files]
        cells = [_cell(frame, square, noisy, coloured=coloured) for square in squares]
        if readings:
            cells = [f"{cell}{readings[square].input:<5} " for cell, square in zip(cells, squares, strict=True)]
        lines.append(f"  {rank + 1} {''.join(cells)}".rstrip())
        if readings:
            lines.append("    " + "".join(_below(readings[square]) for square in squares).rstrip())
    # The name of a file stands below the last digit of its fields.
    lines.append("    " + "".join(f"{'abcde'[file]:>{_NARROW - 1}}".ljust(width) for file in files).rstrip())
    further = enumerate(frame.fields[SQUARE_COUNT:], start=SQUARE_COUNT)
    shown = " ".join(f"{field:.2f}{'!' if channel in frame.clipped else ''}" for channel, field in further)
    lines += ["", *([f"further sensors: {shown}"] if shown else [])]
    lines.append(f"noise {monitor.usual_noise:.3f} mT, the middle one of all")
    lines += _scale_lines(monitor)
    if readings:
        lines.append("at each square: mT, its multiplexer and input; counts, volts at the converter")
    if monitor.button is not None:
        lines.append(f"last button: {monitor.button}")
    return tuple(lines)


def _scale_lines(monitor: Monitor) -> list[str]:
    """The loads of the scale, and what has come onto the board or left it since the look began."""
    if monitor.scale is None:
        return []
    if not monitor.weights:
        return ["scale: nothing has come yet"]
    loads = monitor.loads
    lines = [f"scale: {' + '.join(f'{load:.2f}' for load in loads)} = {sum(loads):.2f} g"]
    change, place = monitor.change, monitor.centre
    if change is not None:
        where = "" if place is None else f", its centre {place[0]:.0f} mm east and {place[1]:.0f} mm north of a1"
        lines.append(f"since the start {sum(change):+.2f} g{where}")
    return lines


_NARROW = 8
_WIDE = 14


def _below(reading: SensorReading) -> str:
    return f"{reading.counts:>7} {reading.volts:.3f} "


def _cell(frame: Frame, square: int, noisy: frozenset[int], *, coloured: bool) -> str:
    field = frame.fields[square]
    mark = "!" if square in frame.clipped else "~" if square in noisy else " "
    text = f"{field:7.2f}{mark}"
    if not coloured:
        return text
    codes = []
    if mark != " ":
        codes.append("7" if mark == "!" else "33")
    if abs(field) >= _FAINT and mark != "~":
        codes.append("31" if field > 0 else "34")
    if abs(field) >= _STRONG:
        codes.append("1")
    return f"\x1b[{';'.join(codes)}m{text}{_RESET}" if codes else text


def line(monitor: Monitor, converting: Converting | None = None) -> str:
    """All on one line, for a file or a pipe: for each square the field in mT, the counts, the volts, and the input of
    the sensor where the board says how it is wired."""
    if not monitor.frames:
        return f"{monitor.link} {monitor.detail}".rstrip()
    frame, noisy = monitor.frames[-1], monitor.noisy
    readings = () if converting is None else converting.readings(frame)
    fields = " ".join(
        f"{name_of(square)}={frame.fields[square]:.3f}"
        f"{'!' if square in frame.clipped else ''}{'~' if square in noisy else ''}"
        f"{_beside(readings[square]) if readings else ''}"
        for square in monitor.squares
    )
    further = " ".join(
        f"{number}={field:.3f}{'!' if SQUARE_COUNT + number - 1 in frame.clipped else ''}"
        for number, field in enumerate(frame.fields[SQUARE_COUNT:], start=1)
    )
    shown = f"{fields} {further}".rstrip()
    if monitor.weights:
        shown += f" loads {' '.join(f'{load:.2f}' for load in monitor.loads)} g"
    return f"{frame.at / 1000:.2f} {monitor.link} {monitor.rate:.1f}/s {monitor.missed} missed {shown}"


def _beside(reading: SensorReading) -> str:
    return f",{reading.counts},{reading.volts:.3f}V" + (f",{reading.input}" if reading.input else "")
