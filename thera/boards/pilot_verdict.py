"""What a pilot measured, how sure that is, and whether a board like it is worth building."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

from hardware.board_file import BoardFile
from hardware.field_model import Measured, disc_field
from hardware.geometry import Geometry
from hardware.magnet_force import OFF_MIDDLE, WorkerGrip, holding_distance

SENSOR_GAIN = 0.05
"""The sensitivity of a sensor may differ so much from its data sheet (DRV5055: 5 %)."""

GOOD_RATIO, LEAST_RATIO = 10.0, 6.0
"""How many times the noise a worker on three blocks has to be. docs/reading.md, "How well": with 11 (15 x 5 mm and a
noise of 0.06 mT) and with 14 (12 x 5 mm) nearly all is read; with 6 (10 x 3 mm) up to a sixth of the readings of one
worker are unsure."""
MOST_DRIFT = 0.1
"""A zero that has moved more in the minutes of a pilot, in mT, moved with something other than its warmth."""
MOST_UNLIKE = 0.15
"""Two magnets that differ by more are not of one kind; people's differ by 5 %."""
MOST_OFF_MODEL = 0.25
"""A field that differs more from the model's, beside a strength that is common to all heights, has another height."""


@dataclass(frozen=True, slots=True)
class FieldAtHeight:
    """The field under a worker in mT and its standard error, which includes that of the sensor's gain; None if the
    sensor was at the end of its range."""

    field: float | None
    error: float = 0.0

    @classmethod
    def of(cls, fields: tuple[float, ...], noise: float) -> FieldAtHeight:
        """From the fields of some placements, each with this error by noise."""
        count = len(fields)
        mean = sum(fields) / count
        spread = (sum((each - mean) ** 2 for each in fields) / max(1, count - 1)) ** 0.5
        return cls(mean, hypot(spread / count**0.5, noise, SENSOR_GAIN * mean))


@dataclass(frozen=True, slots=True)
class PilotMeasurements:
    """All that a pilot found. ``noise`` is that of each sensor in mT rms, ``drift`` how far the zeros moved in mT,
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
        """The fields as a board file has them; empty if they do not fall from each height to the next."""
        known = [each.field for each in self.fields if each.field is not None]
        if not known or min(known) <= 0 or any(lower >= higher for higher, lower in pairwise(known)):
            return ()
        return tuple(None if each.field is None else round(each.field, 3) for each in self.fields)


@dataclass(frozen=True, slots=True)
class PilotFinding:
    """One line of the verdict: what was found, and what to change (empty: nothing, it is good)."""

    text: str
    change: str = ""

    @property
    def good(self) -> bool:
        """Whether nothing has to change."""
        return not self.change


def findings(found: PilotMeasurements) -> tuple[PilotFinding, ...]:
    """What the measurements say, each with what follows."""
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
    """How the fields agree with the measures that were typed."""
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


def pilot_board(described: BoardFile, found: PilotMeasurements) -> BoardFile:
    """The board file of a board like the pilot, with what was measured."""
    return replace(described, geometry=found.geometry, measured=found.measured, grip=found.grip)
