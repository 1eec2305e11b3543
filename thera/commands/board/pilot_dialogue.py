"""The steps of a pilot: what a maker is asked to place, to measure and to type, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import hypot
from typing import Protocol

from hardware.board_file import BoardFile
from hardware.geometry import Magnet
from hardware.magnet_force import LEAST_FRICTION, MOST_FRICTION, WorkerGrip
from thera.boards.pilot_measurement import SENSORS, Counts, SensorRest, reaction_fault, zero_faults
from thera.boards.pilot_verdict import FieldAtHeight, PilotMeasurements

ZERO_FRAMES = 250
"""Five seconds at 50 frames a second: noise is known to 5 %."""
FRAMES = 100
PLACEMENTS = 3
"""A worker is placed so often at each height: what its place and the hand change shows in the differences."""
MIDDLE = 2
"""The sensor that the towers stand over."""


@dataclass(frozen=True, slots=True)
class PilotPlacement:
    """What stands over which sensor (1 to 3): the ``worker`` (1 or 2; None: nothing is near) on so many blocks."""

    worker: int | None = None
    sensor: int = MIDDLE
    level: int = 0


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """A number that the maker measures: what it is, its unit, from where to where it may be, and what the board file
    says of it (None: it says nothing, so it has to be measured)."""

    name: str
    what: str
    unit: str
    low: float
    high: float
    described: float | None = None


class Maker(Protocol):
    """Who carries out a pilot, and the board at hand."""

    def place(self, placement: PilotPlacement, text: str) -> None:
        """Ask for this, and wait until it stands."""

    def number(self, asked: TypedNumber) -> float:
        """A number within its limits."""

    def frames(self, count: int) -> list[Counts]:
        """The counts of the three sensors in so many new frames."""

    def say(self, text: str) -> None:
        """Tell the maker something."""


class Pilot:
    """Leads a maker through a pilot of the ``described`` board."""

    def __init__(self, maker: Maker, described: BoardFile) -> None:
        self._maker = maker
        self._described = described
        self._sensor = described.sensor

    def run(self) -> PilotMeasurements:
        """All that was measured."""
        say = self._maker.say
        say("1. Noise: the zero of each sensor, with no magnet near.")
        zero = self._zero()
        scale = self._sensor.counts_per_millitesla
        noise = tuple(each / scale for each in zero.noise)
        say(f"   noise {', '.join(f'{each:.3f}' for each in noise)} mT rms (to 5 %)")
        say("2. Wires: a worker over each sensor.")
        north = self._check_wires(zero)
        say("3. Measures: ruler, kitchen scale, and the face tilted.")
        described, grip, moves_at = self._typed()
        say(f"4. Fields: the first worker over sensor {MIDDLE}, on 0 to 3 blocks.")
        fields = tuple(self._field(level, zero, north) for level in range(4))
        self._maker.place(
            PilotPlacement(2, MIDDLE, 1), f"Put the second worker over sensor {MIDDLE} on one block, and let go."
        )
        second = north * self._still(FRAMES).change(zero, self._sensor)[MIDDLE - 1]
        say(f"   second worker {second:+.2f} mT")
        say("5. The zeros again.")
        after = self._zero()
        return PilotMeasurements(
            noise, after.change(zero, self._sensor), fields, second, described.geometry, grip, moves_at
        )

    def _zero(self) -> SensorRest:
        """With no magnet near, as soon as the sensors look as they should."""
        while True:
            self._maker.place(PilotPlacement(), "Take all workers at least 30 cm away.")
            zero = self._still(ZERO_FRAMES)
            faults = zero_faults(zero, self._sensor)
            if not faults:
                return zero
            self._complain(faults)

    def _check_wires(self, zero: SensorRest) -> int:
        """Each sensor reacts to a worker over it; +1 if that worker has its north pole down, or else -1."""
        changes = (0.0,) * SENSORS
        for number in range(1, SENSORS + 1):
            while True:
                self._maker.place(
                    PilotPlacement(1, number), f"Put the first worker (blue) on the face right over sensor {number}."
                )
                changes = self._still(FRAMES).change(zero, self._sensor)
                fault = reaction_fault(number, changes)
                if not fault:
                    self._maker.say(f"   sensor {number}: {changes[number - 1]:+.1f} mT")
                    break
                self._complain((fault,))
        north = 1 if changes[SENSORS - 1] > 0 else -1
        if north < 0:
            self._maker.say("   negative: the worker has its south pole down, or the sensors lie with their marks up")
        return north

    def _field(self, level: int, zero: SensorRest, north: int) -> FieldAtHeight:
        blocks = "on the face" if level == 0 else f"on {level} block{'s' if level > 1 else ''}"
        fields, noise = [], 0.0
        for turn in range(1, PLACEMENTS + 1):
            again = "" if turn == 1 else " again: lift it, and put it down once more"
            self._maker.place(
                PilotPlacement(1, MIDDLE, level), f"First worker over sensor {MIDDLE}, {blocks}{again}. Let go."
            )
            rest = self._still(FRAMES)
            if rest.clipped(self._sensor)[MIDDLE - 1]:
                self._maker.say(f"   {blocks}: the sensor is at the end of its range, as it usually is on the face")
                return FieldAtHeight(None)
            fields.append(north * rest.change(zero, self._sensor)[MIDDLE - 1])
            scale = self._sensor.counts_per_millitesla
            noise = hypot(rest.noise[MIDDLE - 1] / rest.frames**0.5, zero.noise[MIDDLE - 1] / zero.frames**0.5) / scale
        found = FieldAtHeight.of(tuple(fields), noise)
        self._maker.say(f"   {blocks}: {found.field:.3f} ± {found.error:.3f} mT")
        return found

    def _typed(self) -> tuple[BoardFile, WorkerGrip, float]:
        described, ask = self._described, self._maker.number
        geometry, magnet = described.geometry, described.geometry.magnet
        pitch = ask(TypedNumber("pitch", "from the middle of one square to the next", "mm", 20, 100, geometry.pitch))
        through = "from 1 mm inside a sensor up to a magnet on the face, rubber included"
        gap = ask(TypedNumber("gap", through, "mm", 1, 30, geometry.gap))
        heights = [
            ask(TypedNumber(f"block {level}", f"height of a block of level {level}", "mm", 5, 50, height))
            for level, height in enumerate(geometry.block_heights, 1)
        ]
        wide = ask(TypedNumber("diameter", "diameter of the magnets", "mm", 3, min(40.0, pitch), magnet.diameter))
        thick = ask(TypedNumber("thickness", "thickness of the magnets", "mm", 1, 30, magnet.thickness))
        weight = ask(TypedNumber("weight", "a worker without its magnet, on the scale", "g", 1, 500))
        friction = self._friction()
        together = "push two workers together: from middle to middle when they begin to move"
        moves_at = ask(TypedNumber("moves at", together, "mm", 3, 200))
        first, second, third = heights
        made = replace(geometry, pitch=pitch, gap=gap, block_heights=(first, second, third))
        made = replace(made, magnet=Magnet(wide, thick, magnet.remanence))
        return replace(described, geometry=made), WorkerGrip(weight, friction), moves_at

    def _friction(self) -> float:
        """The slope at which a worker slides; asked again if no worker slides at such a one."""
        while True:
            tilted = "tilt the face until a worker slides: how high one end is"
            rise = self._maker.number(TypedNumber("rise", tilted, "mm", 5, 2000))
            run = self._maker.number(
                TypedNumber("run", "the length along the ground below the tilted face", "mm", 10, 2000)
            )
            if LEAST_FRICTION <= rise / run <= MOST_FRICTION:
                return rise / run
            self._maker.say(
                f"   {rise:g} mm high on {run:g} mm is a slope of {rise / run:.2f}; workers slide at"
                f" {LEAST_FRICTION:g} to {MOST_FRICTION:g}. Measure both again."
            )

    def _still(self, count: int) -> SensorRest:
        """A rest of so many frames in which nothing moved."""
        while (rest := SensorRest.of(self._maker.frames(count))).moved:
            self._maker.say("   something moved; measuring again")
        return rest

    def _complain(self, faults: tuple[str, ...]) -> None:
        for fault in faults:
            self._maker.say(f"   WRONG: {fault}")
        self._maker.say("   Correct that, and it is measured again.")


def typed_number(text: str, asked: TypedNumber, say: Callable[[str], None]) -> float | None:
    """The number that somebody typed, that of the board file for an empty line; None if it is none, and then that is
    said."""
    if not text.strip() and asked.described is not None:
        return asked.described
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        value = float("nan")
    if asked.low <= value <= asked.high:
        return value
    heard = f"{text.strip()[:20]!r}?" if text.strip() else "This has to be measured."
    say(f"   {heard} A number from {asked.low:g} to {asked.high:g}, in {asked.unit}")
    return None
