"""The scale of a virtual board: what its four load cells report of the true pieces on the plate, of hands that press
and lean on it, and of things that lie there. Apart from `virtual_device`: most boards have no scale."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import pi, sin
from typing import Final

from common.numbers import dot, seeded, total
from hardware.board import SQUARE_COUNT, Weighed
from hardware.geometry import Geometry
from hardware.scale import CELL_COUNT, PLATE_WEIGHT, Scale
from hardware.virtual.spread import within_three
from hardware.virtual.world import (
    TALLEST,
    LyingPiece,
    PieceBeside,
    PieceInBox,
    PieceInHand,
    PieceWorld,
    PlateLoad,
    StandingPiece,
)

MOST_KEPT: Final = 1000
"""The most readings that wait to be taken; the oldest are dropped then."""

SETTLING: Final = 4
"""The conversions over which an HX711 settles after a change of its input, by its data sheet (50 ms at 80 a second, 400
ms at 10). Choice: each counts alike, so that the change is as slow as it can be."""

LONGEST_TICK: Final = 10
"""The longest time in ms for which the world counts as unchanged."""

CONTACT: Final = 0.3
"""The height in mm over the wood below which a worker in a hand lies on it."""

PRESS: Final = (20.0, 100.0)
"""The force in g with which a hand presses a piece onto the plate as it sets it down."""
LIFT_PRESS: Final = (20.0, 60.0)
"""The same as it lifts one."""
PRESS_HELD: Final = (60.0, 200.0)
"""The time in ms for which it presses."""
LIFT_HELD: Final = (0.0, 80.0)
PRESS_RISES: Final = 30.0
PRESS_FALLS: Final = (60.0, 100.0)
"""The time in ms in which the force vanishes as the hand lets go."""
PRESS_ASIDE: Final = 6.0
"""How far in mm from the middle of the piece a hand presses."""
LONGEST_PRESS: Final = PRESS_HELD[1] + PRESS_FALLS[1]
"""The time in ms after a piece came down by which every hand has let go."""

TREMOR: Final = 0.08
"""How much the force of a hand varies, as a share of it."""
TREMOR_MS: Final = 125.0
SWAY: Final = 0.15
"""The same of a hand that leans, more slowly."""
SWAY_MS: Final = 900.0
LEAN_RISES: Final = 150.0


@dataclass(frozen=True, slots=True)
class ScaleSpread:
    """The errors of load cells and the differences between pieces. ``mass`` is the spread of the pieces' masses,
    ``gain`` that of the cells' gains that a calibration left, both as fractions (standard deviations). ``place`` is how
    far off the middle of its square hands put a block, in mm (standard deviation in each direction). ``creep`` is the
    share of a load by which a cell goes on to give after it, in ``creep_ms``. ``drift`` is the drift of a cell with the
    temperature, in g either way, in ``drift_ms``. ``twist``, from 0 to 1, is how much the plate bends over its
    diagonal: 0 is stiff.

    Masses, places and the twist are choices; for the cells see "Weight" in docs/reading.md.
    """

    mass: float = 0.03
    gain: float = 0.02
    place: float = 2.5
    creep: float = 0.002
    creep_ms: float = 60_000.0
    drift: float = 0.3
    drift_ms: float = 400_000.0
    twist: float = 0.5

    @classmethod
    def none(cls) -> ScaleSpread:
        """Return ideal cells and pieces; only the noise is left."""
        return cls(0.0, 0.0, 0.0, 0.0, drift=0.0, twist=0.0)


@dataclass(frozen=True, slots=True)
class Pressing:
    """A hand presses at a place with ``force`` g from ``begin`` on. It lets go within ``falls`` ms from ``end`` on,
    which is None while it holds the piece."""

    x: float
    y: float
    force: float
    begin: float
    end: float | None
    falls: float

    def at(self, now: float) -> float:
        """Return the force in g now."""
        share = min(1.0, (now - self.begin) / PRESS_RISES)
        if self.end is not None:
            share *= min(1.0, max(0.0, 1.0 - (now - self.end) / self.falls))
        return self.force * share * (1 + TREMOR * sin(2 * pi * now / TREMOR_MS + self.x))

    def is_over(self, now: float) -> bool:
        """Whether the hand has let go."""
        return self.end is not None and now >= self.end + self.falls


class Statics:
    """How a load at a place is shared by four cells. ``twist`` is how much the plate bends (`ScaleSpread`), which
    leaves the sum of the loads and their centre as they are."""

    def __init__(self, places: Sequence[tuple[float, float]], twist: float) -> None:
        self._middle = tuple(total(each[axis] for each in places) / CELL_COUNT for axis in (0, 1))
        self._half = tuple(max(abs(each[axis] - self._middle[axis]) for each in places) for axis in (0, 1))
        scaled = [self._scaled(*place) for place in places]
        self._rows = [[1.0] * CELL_COUNT, [each[0] for each in scaled], [each[1] for each in scaled]]
        products = [[dot(one, other) for other in self._rows] for one in self._rows]
        self._solved = [solved(products, [row[cell] for row in self._rows]) for cell in range(CELL_COUNT)]
        signs = [1.0 if east * north > 0 else -1.0 for east, north in scaled]
        levelled = self._without_force(signs)
        length = total(each * each for each in levelled) or 1.0
        self._twisted = [twist * each / length for each in levelled]

    def shared(self, loads: Sequence[tuple[float, float, float]]) -> list[float]:
        """Return the loads of the cells in g, for loads in g at places in mm."""
        sums, corner = [0.0, 0.0, 0.0], 0.0
        for load, x, y in loads:
            east, north = self._scaled(x, y)
            sums[0] += load
            sums[1] += load * east
            sums[2] += load * north
            corner += load * east * north
        return [
            dot(sums, solution) + corner * twisted
            for solution, twisted in zip(self._solved, self._twisted, strict=True)
        ]

    def _scaled(self, x: float, y: float) -> tuple[float, float]:
        return (x - self._middle[0]) / self._half[0], (y - self._middle[1]) / self._half[1]

    def _without_force(self, row: list[float]) -> list[float]:
        """Return a row of loads without the part that has a sum or a centre."""
        sums = [dot(row, each) for each in self._rows]
        return [each - dot(sums, solution) for each, solution in zip(row, self._solved, strict=True)]


def solved(rows: list[list[float]], wanted: list[float]) -> list[float]:
    """Return the solution of three linear equations, by Cramer's rule.

    :raises ValueError: if there is none, as for cells on one line.
    """
    whole = _determinant(rows)
    if not whole:
        raise ValueError("the cells of a scale do not lie on one line")
    return [
        _determinant(
            [[wanted[line] if column == which else rows[line][column] for column in range(3)] for line in range(3)]
        )
        / whole
        for which in range(3)
    ]


def _determinant(rows: list[list[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@dataclass(frozen=True, slots=True)
class _Wood:
    """A tower as the scale feels it: the mass in g of each possible piece (three blocks and a dome), and its place."""

    masses: tuple[float, ...]
    places: tuple[tuple[float, float], ...]


DOME: Final = TALLEST
"""The number of a dome among the pieces of a tower."""


class VirtualScale:
    """The scale under one virtual board. It is told of the world as time passes (`feel`), and gives the readings since
    the last call (`take`). The same ``seed`` gives the same cells, pieces and hands.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a scale
        self,
        scale: Scale,
        geometry: Geometry,
        workers: int,
        seed: int,
        made_by: int | None = None,
        spread: ScaleSpread | None = None,
    ) -> None:
        spread = self._spread = spread or ScaleSpread()
        made = seeded("scale", seed if made_by is None else made_by)
        self._scale, self._geometry = scale, geometry
        self._chance = seeded("weights", seed)
        self._statics = Statics([(cell.east, cell.north) for cell in scale.cells], spread.twist)
        self._gains = [1 + spread.gain * within_three(made) for _ in range(CELL_COUNT)]
        self._phases = [made.uniform(0, 2 * pi) for _ in range(CELL_COUNT)]
        self._plate = [PLATE_WEIGHT / CELL_COUNT * made.uniform(0.9, 1.1) for _ in range(CELL_COUNT)]
        masses = scale.masses
        self._workers = [masses.worker * (1 + spread.mass * within_three(made)) for _ in range(workers)]
        self._wood = [
            _Wood(
                tuple(mass * (1 + spread.mass * within_three(made)) for mass in (*masses.blocks, masses.dome)),
                tuple(
                    (east + spread.place * within_three(made), north + spread.place * within_three(made))
                    for _ in range(TALLEST + 1)
                ),
            )
            for east, north in map(geometry.centre, range(SQUARE_COUNT))
        ]
        self._crept: list[float] | None = None
        self._conversions: deque[list[float]] = deque(maxlen=SETTLING)
        self._sum, self._span = [0.0] * CELL_COUNT, 0.0
        self._number = 0
        self._taken: deque[Weighed] = deque(maxlen=MOST_KEPT)
        self._before: PieceWorld | None = None
        self._loads: list[tuple[float, float, float]] = []
        self._lying: frozenset[int] = frozenset()
        self._held: dict[int, Pressing] = {}
        self._pressing: list[Pressing] = []
        self._leaning: dict[str, float] = {}

    def tick(self, now: int, end: int) -> int:
        """Return the time in ms up to which the world may change before `feel` has to be told, from ``now`` to ``end``
        at most."""
        return min(end, self._due, now + LONGEST_TICK)

    @property
    def _due(self) -> int:
        """When the next reading is complete."""
        return round((self._number + 1) * 1000 / self._scale.rate)

    def feel(self, world: PieceWorld, now: int, duration: int) -> None:
        """Take in that the world was like this for ``duration`` ms, until ``now``."""
        if world is not self._before:
            self._note_changes(world, now)
        loads = [*self._loads, *self._by_hands(world, now)]
        felt = self._statics.shared(loads)
        self._sum = [one + other * duration for one, other in zip(self._sum, felt, strict=True)]
        self._span += duration
        if now >= self._due:
            self._measure(now)

    def take(self) -> tuple[Weighed, ...]:
        """Return the readings since the last call."""
        taken = tuple(self._taken)
        self._taken.clear()
        return taken

    # -- the cells

    def _measure(self, now: int) -> None:
        self._conversions.append(
            [each / self._span + plate for each, plate in zip(self._sum, self._plate, strict=True)]
        )
        loads = [total(column) / len(self._conversions) for column in zip(*self._conversions, strict=True)]
        share = min(1.0, self._span / self._spread.creep_ms)
        crept = loads if self._crept is None else self._crept
        self._crept = [before + share * (load - before) for before, load in zip(crept, loads, strict=True)]
        self._number += 1
        self._taken.append(Weighed(now, self._number, tuple(map(self._reported, range(CELL_COUNT), loads))))
        self._sum, self._span = [0.0] * CELL_COUNT, 0.0

    def _reported(self, cell: int, load: float) -> float:
        """Return what a cell reports of this load in g, in steps of its converter."""
        crept = 0.0 if self._crept is None else self._spread.creep * self._crept[cell]
        drifted = self._spread.drift * sin(2 * pi * self._due / self._spread.drift_ms + self._phases[cell])
        felt = self._gains[cell] * (load + crept) + drifted + self._chance.gauss(0.0, self._scale.noise)
        counts = abs(self._scale.cells[cell].counts_per_gram)
        return round(felt * counts) / counts

    # -- the pieces

    def _note_changes(self, world: PieceWorld, now: int) -> None:
        """Take in another world. Hands press where a single piece came or went."""
        before, self._before = self._before, world
        if before is None or (before.levels, before.domes) != (world.levels, world.domes):
            self._note_wood(before, world, now)
        lying = {
            number: at for number in range(len(world.workers)) if (at := self._on_plate(number, world)) is not None
        }
        if before is not None:
            self._note_workers(world, lying, now)
        self._lying = frozenset(lying)
        wood = [
            (tower.masses[piece], *tower.places[piece])
            for square, tower in enumerate(self._wood)
            for piece in pieces_of(world, square)
        ]
        workers = [(self._workers[number], *at) for number, at in lying.items()]
        self._loads = [*wood, *workers, *((each.mass, each.x, each.y) for each in world.loads if not each.is_hand)]
        self._leaning = {each.name: self._leaning.get(each.name, now) for each in world.loads if each.is_hand}

    def _note_wood(self, before: PieceWorld | None, world: PieceWorld, now: int) -> None:
        if before is None:
            return
        changed = [
            (square, piece, piece in pieces_of(world, square))
            for square in range(SQUARE_COUNT)
            for piece in set(pieces_of(before, square)) ^ set(pieces_of(world, square))
        ]
        if len(changed) == 1:  # who sets up a whole position presses nothing
            square, piece, came = changed[0]
            self._press(self._wood[square].places[piece], now, came=came)

    def _note_workers(self, world: PieceWorld, lying: dict[int, tuple[float, float]], now: int) -> None:
        for number, place in enumerate(world.places):
            is_held, at = isinstance(place, PieceInHand), lying.get(number)
            held = self._held.get(number)
            if at is None:
                self._held.pop(number, None)
                if number in self._lying and held is None and is_held:
                    x, y = self._before_lift(number, world)
                    self._press((x, y), now, came=False)
            elif is_held:
                force = self._chance.uniform(*PRESS) if held is None else held.force
                begin = now if held is None else held.begin
                self._held[number] = Pressing(*at, force, begin, None, 1.0)
            elif held is not None:
                del self._held[number]
                falls = self._chance.uniform(*PRESS_FALLS)
                end = max(now, held.begin + self._chance.uniform(*PRESS_HELD))
                self._pressing.append(replace(held, end=end, falls=falls))
            elif number not in self._lying:
                self._press(at, now, came=True)

    @staticmethod
    def _before_lift(number: int, world: PieceWorld) -> tuple[float, float]:
        place = world.places[number]
        return (place.x, place.y) if isinstance(place, PieceInHand) else (0.0, 0.0)

    def _press(self, at: tuple[float, float], now: int, *, came: bool) -> None:
        """Let a hand press here."""
        chance = self._chance
        force = chance.uniform(*(PRESS if came else LIFT_PRESS))
        end = now + chance.uniform(*(PRESS_HELD if came else LIFT_HELD))
        aside = chance.uniform(-PRESS_ASIDE, PRESS_ASIDE), chance.uniform(-PRESS_ASIDE, PRESS_ASIDE)
        falls = chance.uniform(*PRESS_FALLS)
        self._pressing.append(Pressing(at[0] + aside[0], at[1] + aside[1], force, now, end, falls))

    def _on_plate(self, number: int, world: PieceWorld) -> tuple[float, float] | None:
        """Return where a worker lies or stands on the plate; None if it does not."""
        match world.places[number]:
            case StandingPiece(square, east, north) | LyingPiece(square, east, north):
                x, y = self._geometry.centre(square)
                return x + east, y + north
            case PieceInHand(x, y, height):
                under = self._geometry.square_at(x, y)
                if under is None:
                    return None
                top = self._geometry.top_height(world.levels[under], world.domes[under])
                return (x, y) if height - top <= CONTACT else None
            case PieceBeside() | PieceInBox():
                return None

    # -- the hands

    def _by_hands(self, world: PieceWorld, now: int) -> Iterator[tuple[float, float, float]]:
        self._pressing = [each for each in self._pressing if not each.is_over(now)]
        for each in (*self._pressing, *self._held.values()):
            yield each.at(now), each.x, each.y
        for load in world.loads:
            if load.is_hand:
                yield self._leaned(load, now), load.x, load.y

    def _leaned(self, load: PlateLoad, now: int) -> float:
        """Return the force of a hand that leans on the plate."""
        begin = self._leaning.get(load.name, now)
        swaying = SWAY * sin(2 * pi * now / SWAY_MS + load.x) + TREMOR / 2 * sin(2 * pi * now / TREMOR_MS)
        return load.mass * min(1.0, (now - begin) / LEAN_RISES) * (1 + swaying)


def pieces_of(world: PieceWorld, square: int) -> tuple[int, ...]:
    """Return the wood on a square: 0, 1, 2 for its blocks and `DOME` for a dome."""
    blocks = tuple(range(world.levels[square]))
    return (*blocks, DOME) if world.domes[square] else blocks
