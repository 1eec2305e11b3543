"""Random boards and what hands do at them, with fields from the table of the virtual board: readings whose truth is
known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import hypot
from random import Random

from hardware.field_model import FieldModel
from hardware.geometry import Geometry, Magnet
from hardware.sensor_layout import Axis, Ring
from hardware.virtual.field import DiscField
from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    MagnetInHand,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    candidates,
    outline,
)
from perception.counted_work import run_to_end
from perception.recognition.recogniser import Recogniser

LIMIT = 43.7
STEP = 1 / 37.24
GEOMETRY = Geometry()
"""The board of the readings of these tests: that of the guide."""
LARGER = Geometry(magnet=Magnet(15.0, 5.0))
"""The same board with larger magnets, which the guide once named and people have built with."""
RING = Geometry(further=Ring().sensors(5, 45.0))
"""The same board with eight sensors of three axes, 12 mm outside its squares."""
BOARDS = (GEOMETRY, LARGER)
"""For what has to be read with both."""
FALLS = 16.0


def magnet_name(geometry: Geometry) -> str:
    """The size of a board's magnets, for the name of a test."""
    return f"{geometry.magnet.diameter:g}x{geometry.magnet.thickness:g}"


def recogniser(geometry: Geometry = GEOMETRY) -> Recogniser:
    """The one recogniser of all tests with this board."""
    return _recogniser(geometry)


@cache
def _recogniser(geometry: Geometry) -> Recogniser:
    return Recogniser(FieldModel(geometry))


@dataclass(frozen=True, slots=True)
class Faults:
    """``placement`` in mm (root mean square of the distance), ``noise`` in mT of a frame, ``gain`` as a fraction;
    ``truth`` is how the board really is, ``belief`` what the recogniser is told of it."""

    placement: float = 3.0
    noise: float = 0.03
    gain: float = 0.01
    frames: int = 8
    truth: Geometry = GEOMETRY
    belief: Geometry = GEOMETRY


class Deed(StrEnum):
    """What happened between the reference and the reading."""

    SAME = "same"
    LIFT = "lift"
    LANDING = "landing"
    CARRY = "carry"
    BACK = "back"
    TAP = "tap"
    HOVER = "hover"
    TWO = "two"


@dataclass(frozen=True, slots=True)
class Case:
    """A reading to judge: the reference, the arrangements that are likely and unlikely, the magnets that were seen
    lifted, the true arrangement, and the heights of all squares in pieces."""

    reading: Reading
    reference: ReferenceReading
    likely: tuple[Arrangement, ...]
    unlikely: tuple[Arrangement, ...]
    loose: Arrangement
    truth: Arrangement
    levels: tuple[int, ...]
    belief: Geometry

    def judged(self) -> Verdict:
        """What the recogniser says."""
        return run_to_end(
            recogniser(self.belief).score(
                self.reading, self.reference, self.likely, self.unlikely, present=(1, 1, -1, -1), loose=self.loose
            )
        )

    def is_right(self, verdict: Verdict) -> bool:
        """Whether the best arrangement has the right magnets on the right squares."""
        return outline(verdict.best.arrangement) == outline(self.truth)


def reading_of(
    placed: Sequence[PlacedMagnet],
    gains: Sequence[float],
    faults: Faults,
    chance: Random,
    hands: Sequence[MagnetInHand] = (),
) -> Reading:
    """What the sensors of a board show of these magnets: gain, noise of a mean, converter steps, clipping."""
    geometry, table = faults.truth, DiscField.of(faults.truth.magnet)
    magnets = [
        (*_place(geometry, each), _height(geometry, each.standing.level), each.standing.polarity) for each in placed
    ]
    magnets += [(hand.east, hand.north, hand.height, hand.polarity) for hand in hands]
    fields, clipped = [], set()
    for sensor in range(25):
        x, y = geometry.centre(sensor)
        total = sum(
            polarity * table.at(hypot(east - x, north - y), height) for east, north, height, polarity in magnets
        )
        total = total * gains[sensor] + chance.gauss(0.0, faults.noise / faults.frames**0.5)
        if abs(total) > LIMIT:
            clipped.add(sensor)
        fields.append(max(-LIMIT, min(LIMIT, round(total / STEP) * STEP)))
    own = Random(repr(fields))  # noqa: S311 - so that further sensors leave the draws of the others as they are
    for channel in geometry.further_channels:
        total = own.gauss(0.0, faults.noise / faults.frames**0.5)
        for east, north, height, polarity in magnets:
            to_east, to_north = channel.east - east, channel.north - north
            aside, above = hypot(to_east, to_north), height + channel.below
            outward = table.outward(aside, above) / aside
            felt = {
                Axis.EAST: outward * to_east,
                Axis.NORTH: outward * to_north,
                Axis.DOWN: table.at(aside, above),
            }
            total += polarity * felt[channel.axis]
        fields.append(total * own.gauss(1.0, faults.gain))
    return Reading(tuple(fields), frozenset(clipped), faults.frames)


def cases(deed: str, count: int, faults: Faults, seed: int = 1) -> Iterator[Case]:
    """Random boards with something done at them."""
    chance = Random(f"{deed} {seed}")  # noqa: S311 - simulated wood, no secret
    for _ in range(count):
        yield _case(Deed(deed), faults, chance)


def _case(deed: Deed, faults: Faults, chance: Random) -> Case:
    heights = [chance.randrange(4) for _ in range(25)]
    order = list(range(25))
    chance.shuffle(order)
    gains = [chance.gauss(1.0, faults.gain) for _ in range(25)]

    def put(square: int, polarity: int, level: int | None = None) -> PlacedMagnet:
        while True:
            east, north = (chance.gauss(0.0, faults.placement / 2**0.5) for _ in range(2))
            if hypot(east, north) < FALLS:
                return PlacedMagnet(
                    StandingMagnet(square, heights[square] if level is None else level, polarity), east, north
                )

    def hand(square: int, lowest: float, highest: float) -> MagnetInHand:
        x, y = faults.truth.centre(square)
        top = _height(faults.truth, heights[square])
        aside = [chance.uniform(-15.0, 15.0) for _ in range(2)]
        return MagnetInHand(1, x + aside[0], y + aside[1], top + chance.uniform(lowest, highest))

    workers = [put(order[number], (1, 1, -1, -1)[number]) for number in range(4)]
    mover, others = workers[0], workers[1:]
    free = order[4:]
    near = [each for each in free if _touch(each, mover.standing.square)] or free
    before, after, hands, loose = workers, workers, list[MagnetInHand](), frozenset[StandingMagnet]()
    match deed:
        case Deed.SAME:
            pass
        case Deed.LIFT:
            after = others
        case Deed.LANDING:
            before, after = others, [*others, put(chance.choice(free), 1)]
        case Deed.CARRY:
            after = [*others, put(chance.choice(free), 1)]
        case Deed.BACK:
            after, loose = [*others, put(mover.standing.square, 1)], frozenset({mover.standing})
        case Deed.TAP:
            square = chance.choice(near)
            after = [*others, put(square, 1, min(4, heights[square] + chance.randrange(2)))]
        case Deed.HOVER:
            after, hands = others, [hand(chance.choice(near), 25.0, 80.0)]
        case Deed.TWO:
            after = [*workers[2:], put(chance.choice(near), 1)]
            hands = [hand(chance.choice(free), 40.0, 90.0)]
            loose = frozenset(each.standing for each in workers[:2])
    base = reading_of(before, gains, faults, chance)
    arrangement = frozenset(each.standing for each in before)
    reference = ReferenceReading(base, run_to_end(recogniser(faults.belief).explain_alone(base, arrangement)).placed)
    whole = frozenset(each.standing for each in workers)
    open_squares = frozenset(near)
    expected = ExpectedArrangements(
        whole, tuple(heights), (), open_squares, open_squares if deed is Deed.TAP else frozenset()
    )
    likely, unlikely = candidates(arrangement, arrangement - loose, expected, range(25))
    reading = reading_of(after, gains, faults, chance, hands)
    truth = frozenset(each.standing for each in after)
    return Case(reading, reference, tuple(likely), tuple(unlikely), loose, truth, tuple(heights), faults.belief)


def _place(geometry: Geometry, each: PlacedMagnet) -> tuple[float, float]:
    x, y = geometry.centre(each.standing.square)
    return x + each.east, y + each.north


def _height(geometry: Geometry, level: int) -> float:
    return geometry.foot_height(min(level, 3)) + (geometry.block_heights[2] if level > 3 else 0.0)


def _touch(one: int, other: int) -> bool:
    return one != other and max(abs(one % 5 - other % 5), abs(one // 5 - other // 5)) == 1
