"""What the three sensors of a pilot measure: wrong wires, fields and noise, and whether a board like it is worth
building.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, sqrt
from statistics import fmean, pstdev

from hardware.board_file import BoardFile
from hardware.board_verdict import GOOD_RATIO, LEAST_RATIO
from hardware.field_model import Measured, disc_field
from hardware.geometry import Geometry
from hardware.magnet_force import OFF_MIDDLE, WorkerGrip, holding_distance
from hardware.sensor_types import Sensor

SENSORS = 3
"""The number of sensors of a pilot, at the inputs C0, C1 and C2 of multiplexer A."""

Counts = tuple[int, ...]
Values = tuple[float, ...]

_LEAST = 8
_DEAD_END = 0.1
"""The distance in V from a rail within which an output belongs to no working sensor: a sensor saturates 0.2 V before
either rail."""
_OFF_HALF = 0.25
"""The most that the zero of a sensor differs from half of its supply, in V: the data sheet allows 0.06 V."""
_LOUD = 0.5
"""The least noise of an open input, in mT rms; a sensor has some 0.03."""
_REACTS = 5.0
"""The least change of a sensor under a worker on the face, in mT; one a square away changes by less than 2."""
_ALIKE = 0.8
"""The share of the strongest change at which two sensors are connected with each other."""
_STILL = 6.0
_STILL_COUNTS = 3.0


@dataclass(frozen=True, slots=True)
class SensorRest:
    """Each sensor's mean and noise (rms) in counts over some frames, and whether something moved meanwhile."""

    means: Values
    noise: Values
    frames: int
    moved: bool

    @classmethod
    def of(cls, frames: Sequence[Counts]) -> SensorRest:
        """Return the rest that these counts of the sensors show.

        :raises ValueError: for fewer than eight frames.
        """
        if len(frames) < _LEAST:
            raise ValueError(f"{len(frames)} frames are too few to tell noise from movement")
        columns = tuple(zip(*frames, strict=True))
        half = len(frames) // 2
        means = tuple(fmean(column) for column in columns)
        noise = tuple(pstdev(column) for column in columns)
        moved = any(
            abs(fmean(column[:half]) - fmean(column[half:])) > _STILL_COUNTS + _STILL * each / sqrt(half)
            for column, each in zip(columns, noise, strict=True)
        )
        return cls(means, noise, len(frames), moved)

    def change(self, zero: SensorRest, sensor: Sensor) -> Values:
        """Return the change of each sensor from its value without a magnet, in mT by the data sheet."""
        scale = sensor.counts_per_millitesla
        return tuple((mean - before) / scale for mean, before in zip(self.means, zero.means, strict=True))

    def clipped(self, sensor: Sensor) -> tuple[bool, ...]:
        """Whether each sensor is at the end of its range."""
        return tuple(not sensor.margin < mean < sensor.full_scale - sensor.margin for mean in self.means)


def zero_faults(zero: SensorRest, sensor: Sensor) -> tuple[str, ...]:
    """Return the faults of sensors without a magnet near; empty if there are none."""
    faults = []
    for number, (mean, noise) in enumerate(zip(zero.means, zero.noise, strict=True), 1):
        volts = mean * sensor.supply / (sensor.full_scale + 1)
        seen = f"sensor {number} reads {volts:.2f} V"
        loud = noise / sensor.counts_per_millitesla
        if volts < _DEAD_END:
            faults.append(f"{seen}: it has no 3.3 V, its output is at ground, or SIG is not at the Pico's pin")
        elif volts > sensor.supply - _DEAD_END:
            faults.append(f"{seen}: it has no ground, or its output is at 3.3 V")
        elif abs(volts - sensor.supply / 2) > _OFF_HALF:
            faults.append(f"{seen} and not {sensor.supply / 2:.2f}: a magnet is near, or its output is not connected")
        elif loud > _LOUD:
            faults.append(f"sensor {number} has {loud:.1f} mT of noise: its output is not connected, or no 100 nF")
    return tuple(faults)


def reaction_fault(number: int, change: Values) -> str:
    """Return the fault if a worker right over sensor ``number`` (1 to 3) causes this ``change`` of the three in mT;
    empty if there is none."""
    sizes = [abs(each) for each in change]
    strongest = max(sizes)
    if strongest < _REACTS:
        return (
            f"no sensor reacts (at most {strongest:.1f} mT): the worker has no magnet or is not over sensor {number},"
            f" that sensor's output is not at C{number - 1}, or EN is not at its pin"
        )
    alike = [other for other, size in enumerate(sizes, 1) if size > _ALIKE * strongest]
    if len(alike) > 1:
        names = " and ".join(map(str, alike))
        return f"sensors {names} react alike: S0 or S1 does not reach the multiplexer, or two inputs are connected"
    if alike != [number]:
        return (
            f"sensor {alike[0]} reacts instead of sensor {number}: their wires to C{alike[0] - 1} and C{number - 1} are"
            " exchanged, or S0 and S1 are"
        )
    return ""


# ---- The verdict


SENSOR_GAIN = 0.05
"""The share by which the sensitivity of a sensor may differ from its data sheet (DRV5055: 5 %)."""

MOST_DRIFT = 0.1
"""The most that a zero moves with its warmth in the minutes of a pilot, in mT."""
MOST_UNLIKE = 0.15
"""The most that two magnets of one kind differ; people's differ by 5 %."""
MOST_OFF_MODEL = 0.25
"""The most that a field differs from the model's, apart from a strength common to all heights; beyond it the height is
another."""


@dataclass(frozen=True, slots=True)
class FieldAtHeight:
    """The field under a worker in mT and its standard error, which includes that of the sensor's gain; None if the
    sensor was at the end of its range."""

    field: float | None
    error: float = 0.0

    @classmethod
    def of(cls, fields: tuple[float, ...], noise: float) -> FieldAtHeight:
        """Return the field from some placements, each with this error by noise."""
        count = len(fields)
        mean = sum(fields) / count
        spread = (sum((each - mean) ** 2 for each in fields) / max(1, count - 1)) ** 0.5
        return cls(mean, hypot(spread / count**0.5, noise, SENSOR_GAIN * mean))


@dataclass(frozen=True, slots=True)
class PilotMeasurements:
    """The results of a pilot. ``noise`` is that of each sensor in mT rms, ``drift`` how far the zeros moved in mT,
    ``fields`` those of the first worker on 0, 1, 2 and 3 blocks, ``second`` that of the second worker on one block (its
    sign is that of the poles: the first is positive), ``geometry`` and ``grip`` what the maker measured with a ruler, a
    scale and a tilted face, ``moves_at`` the distance in mm at which two workers on the face move each other."""

    noise: tuple[float, ...]
    drift: tuple[float, ...]
    fields: tuple[FieldAtHeight, ...]
    second: float
    geometry: Geometry
    grip: WorkerGrip
    moves_at: float

    @property
    def measured(self) -> Measured:
        """Return the fields as in a board file; empty if they do not fall from each height to the next."""
        known = [each.field for each in self.fields if each.field is not None]
        if not known or min(known) <= 0 or any(lower >= higher for higher, lower in pairwise(known)):
            return ()
        return tuple(None if each.field is None else round(each.field, 3) for each in self.fields)


@dataclass(frozen=True, slots=True)
class PilotFinding:
    """One line of the verdict: the finding, and what to change, which is empty if it is good."""

    text: str
    change: str = ""

    @property
    def good(self) -> bool:
        """Whether nothing has to change."""
        return not self.change


def findings(found: PilotMeasurements) -> tuple[PilotFinding, ...]:
    """Return the findings of the measurements, each with its consequence."""
    return (_reading(found), _drift(found), *_heights(found), _magnets(found), _holding(found))


def _reading(found: PilotMeasurements) -> PilotFinding:
    noise, third = max(found.noise), found.fields[3]
    if not found.measured or third.field is None:
        shown = ", ".join("end of range" if each.field is None else f"{each.field:.2f}" for each in found.fields)
        return PilotFinding(
            f"the fields on 0 to 3 blocks are {shown} mT: they do not fall from each height to the next",
            "measure again with the worker in the middle, right over sensor 2, and nothing magnetic near",
        )
    ratio = third.field / noise
    text = (
        f"a worker on three blocks has {third.field:.2f} ± {third.error:.2f} mT, {ratio:.0f} times the noise"
        f" ({noise:.3f} mT)"
    )
    if ratio >= GOOD_RATIO:
        return PilotFinding(text)
    louder = "100 nF at each sensor, short wires, then more samples or an MCP3208"
    larger = "a thicker or wider magnet, lower blocks or a smaller gap"
    asked = "the table would ask often" if ratio >= LEAST_RATIO else "the table could not read three blocks"
    return PilotFinding(f"{text}: {asked}", f"less noise: {louder}; or more field: {larger}")


def _drift(found: PilotMeasurements) -> PilotFinding:
    worst = max(map(abs, found.drift))
    text = f"the zeros moved by up to {worst:.3f} mT meanwhile"
    advice = "" if worst <= MOST_DRIFT else "find what moved: a magnet, a phone, a loose joint, the supply"
    return PilotFinding(text, advice)


def _heights(found: PilotMeasurements) -> tuple[PilotFinding, ...]:
    """Return how the fields agree with the typed measures."""
    if not found.measured:
        return ()
    geometry = found.geometry
    ratios = {
        level: each.field / disc_field(geometry.magnet, 0.0, geometry.foot_height(level))
        for level, each in enumerate(found.fields)
        if each.field is not None and level
    }
    strength = sum(ratios.values()) / len(ratios)
    worst = max(ratios, key=lambda level: abs(ratios[level] / strength - 1))
    off = ratios[worst] / strength - 1
    text = f"the magnet is {strength:.0%} as strong as a disc of these measures"
    if abs(off) > MOST_OFF_MODEL:
        return (
            PilotFinding(
                f"{text}, but on {worst} block{'s' if worst > 1 else ''} the field is {off:+.0%} off that",
                "measure the blocks and the gap again (from 1 mm inside the sensor to the magnet, the rubber included)",
            ),
        )
    if not 0.6 <= strength <= 1.5:
        return (PilotFinding(text, "check the diameter, the thickness, the grade and the gap that you typed"),)
    return (PilotFinding(f"{text}, and the heights agree with its fields to {abs(off):.0%}"),)


def _magnets(found: PilotMeasurements) -> PilotFinding:
    first, second = found.fields[1].field, found.second
    if first is None or first <= 0:
        return PilotFinding("the field on one block is at the end of the range", "a sensor of a larger range")
    ratio = abs(second) / first
    text = f"the second worker has {ratio:.0%} of the field of the first"
    if second > 0:
        return PilotFinding(f"{text}, with the same pole down", "turn its magnet: two seats need two poles")
    if abs(ratio - 1) > MOST_UNLIKE:
        return PilotFinding(text, "magnets of one kind, at the same depth in the foot")
    return PilotFinding(f"{text}, with the other pole down")


def _holding(found: PilotMeasurements) -> PilotFinding:
    geometry, grip = found.geometry, found.grip
    close, computed = geometry.pitch - 2 * OFF_MIDDLE, holding_distance(geometry.magnet, grip)
    text = f"two workers move each other at {found.moves_at:.0f} mm (computed from weight and slope: {computed:.0f} mm)"
    if max(found.moves_at, computed) <= close:
        return PilotFinding(f"{text}; on squares of {geometry.pitch:g} mm they stay")
    return PilotFinding(
        f"{text}; on squares of {geometry.pitch:g} mm they have to stay at {close:.0f} mm",
        "rubber under the feet, heavier workers, smaller magnets, or larger squares",
    )


MEASURED = ("gap_mm", "stack_mm", "weight_g", "friction")
"""What a pilot asks for or measures, of what a board file may leave assumed."""


def pilot_board(described: BoardFile, found: PilotMeasurements) -> BoardFile:
    """Return the board file of a board like the pilot, with the measured values."""
    assumed = tuple(name for name in described.assumed if name not in MEASURED)
    return replace(described, geometry=found.geometry, measured=found.measured, grip=found.grip, assumed=assumed)
