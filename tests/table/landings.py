"""Random boards and random landings, with fields from the magpylib table of the virtual board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot
from random import Random

from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.virtual.field import DiscField
from table.recognise.recogniser import Recogniser
from table.recognise.worlds import Anchor, Placed, Reading, Standing, World

LIMIT = 43.7
STEP = 1 / 37.24
GEOMETRY = Geometry()


@cache
def recogniser() -> Recogniser:
    return Recogniser(FieldModel(GEOMETRY))


@cache
def _table() -> DiscField:
    return DiscField.of(GEOMETRY.magnet)


@dataclass(frozen=True, slots=True)
class Faults:
    """``placement`` in mm rms (both directions together), ``noise`` in mT of a frame, ``gain`` as a fraction."""

    placement: float = 3.0
    noise: float = 0.03
    gain: float = 0.01
    frames: int = 8


@dataclass(frozen=True, slots=True)
class Case:
    """A reading to judge: the anchor, the worlds that may be, and the true one."""

    reading: Reading
    anchor: Anchor
    candidates: tuple[World, ...]
    truth: World


def reading_of(placed: list[Placed], gains: list[float], faults: Faults, chance: Random) -> Reading:
    """What 25 sensors show of these magnets: gain, noise of a mean, converter steps, clipping."""
    fields, clipped = [], set()
    for sensor in range(25):
        x, y = GEOMETRY.centre(sensor)
        total = 0.0
        for each in placed:
            at = GEOMETRY.centre(each.standing.square)
            distance = hypot(at[0] + each.east - x, at[1] + each.north - y)
            total += each.standing.polarity * _table().at(distance, GEOMETRY.foot_height(each.standing.level))
        total = total * gains[sensor] + chance.gauss(0.0, faults.noise / faults.frames**0.5)
        if abs(total) > LIMIT:
            clipped.add(sensor)
        fields.append(max(-LIMIT, min(LIMIT, round(total / STEP) * STEP)))
    return Reading(tuple(fields), frozenset(clipped), faults.frames)


def cases(kind: str, count: int, faults: Faults, seed: int = 1) -> Iterator[Case]:
    """``landing``: a lifted worker comes down somewhere; ``carry``: it was not seen in the air; ``lift``; ``same``."""
    chance = Random(f"{kind} {seed}")  # noqa: S311 - simulated wood, no secret
    for _ in range(count):
        yield _case(kind, faults, chance)


def _case(kind: str, faults: Faults, chance: Random) -> Case:
    heights = [chance.randrange(4) for _ in range(25)]
    order = list(range(25))
    chance.shuffle(order)
    gains = [chance.gauss(1.0, faults.gain) for _ in range(25)]

    def put(square: int, polarity: int) -> Placed:
        while True:
            east, north = (chance.gauss(0.0, faults.placement / 2**0.5) for _ in range(2))
            if hypot(east, north) < 16.0:
                return Placed(Standing(square, heights[square], polarity), east, north)

    workers = [put(order[number], (1, 1, -1, -1)[number]) for number in range(4)]
    mover, others, free = workers[0], workers[1:], order[4:]
    landed = put(chance.choice(free), 1)
    before = others if kind == "landing" else workers
    after = {"landing": [*others, landed], "carry": [*others, landed], "lift": others, "same": workers}[kind]
    base = reading_of(before, gains, faults, chance)
    world = frozenset(each.standing for each in before)
    anchor = Anchor(base, recogniser().survey(base, world).placed)
    candidates = [world]
    if kind == "landing":
        spots = [*free, mover.standing.square]
        candidates += [world | {Standing(square, heights[square], 1)} for square in spots]
    else:
        for each in workers:
            without = world - {each.standing}
            candidates.append(without)
            candidates += [without | {Standing(square, heights[square], each.standing.polarity)} for square in free]
    truth = frozenset(each.standing for each in after)
    return Case(reading_of(after, gains, faults, chance), anchor, tuple(candidates), truth)
