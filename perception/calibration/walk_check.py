"""What the walk of a self-test shows of the scale and of the sensors outside the squares. Apart from
`perception.calibration.selftest`: most boards have neither, and nothing is asked for them. A worker goes from square to
square anyway, and both feel it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import fmean

from common.message import Message
from common.numbers import dot
from hardware.board import SQUARE_COUNT, Frame, Weighed
from hardware.geometry import Geometry
from hardware.scale import CELL_COUNT, MOST_COUNTS, Scale
from hardware.sensor_layout import PlacedSensor
from perception.calibration.procedure import message
from perception.calibration.scale_calibration import LOUD, LoadRest, Loads
from perception.fitting.dipole_fit import solved

REST_SECONDS = 0.25
"""How long loads have to rest while a worker stands. Choice: a hand presses for some 0.3 s as it puts one down, and a
magnet is looked at after 0.6 s at rest (`selftest.REST_FOR`)."""
AVERAGED = 15
"""The frames of which the fields of sensors outside the squares are averaged."""

LEAST_SQUARES = 6
"""The squares on which a worker has to have stood, in more than two files and ranks, to judge a scale."""
DEAF = 0.1
"""A cell feels nothing if its load varies by less than this share of a worker. Choice: one under a corner bears half of
it there."""
NEAR_END = 0.99
"""The share of its range from which on a cell is at its end."""
UNLIKE = 0.15
"""The share by which a worker may weigh more or less than the scale expects. Choice: pieces differ by some percent, and
cells that were not calibrated by ten."""
FAR_OFF = 15.0
"""The mm by which a worker may be felt beside its square, root mean square: as for a thing of known mass."""
FELT = 0.1
"""The least field in mT of a worker on the nearest square, by the data sheet a tenth of what it is 40 mm beside."""

Fields = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class WalkReadings:
    """What a ``scale`` and the ``sensors`` outside the squares measure, each None or empty on a board without them.

    ``empty_loads`` and ``empty_fields`` are those of the empty board, ``noise`` is that of each cell in g, ``ended``
    are the sensors that were at their end then. ``loads`` and ``fields`` are those with a worker, by the number of the
    reply in which it was felt.
    """

    scale: Scale | None
    sensors: tuple[PlacedSensor, ...]
    rest: LoadRest | None = None
    noise: Loads = ()
    empty_loads: Loads | None = None
    loads: tuple[tuple[int, Loads], ...] = ()
    recent: tuple[Fields, ...] = ()
    ended: frozenset[int] = frozenset()
    empty_fields: Fields = ()
    fields: tuple[tuple[int, Fields], ...] = ()

    def weighed(self, weighed: Weighed, standing: int | None, *, is_empty: bool) -> WalkReadings:
        """With a reading of the scale. ``standing`` is the number of the reply of a worker that stands still; the board
        may be empty instead."""
        if self.scale is None:
            return self
        rest = (self.rest or LoadRest(self.scale, seconds=REST_SECONDS)).after(weighed)
        now = replace(self, rest=rest)
        if is_empty and len(rest.readings) == rest.needed:
            now = replace(now, noise=rest.noise)
        loads = rest.loads if is_empty or standing is not None else None
        if loads is None:
            return now
        if standing is None:
            return replace(now, empty_loads=loads)
        before = tuple(each for each in now.loads if each[0] != standing)
        return replace(now, loads=(*before, (standing, loads)))

    def measured(self, frame: Frame, *, has_moved: bool) -> WalkReadings:
        """With a frame, the first one after something has moved or not."""
        if not self.sensors:
            return self
        recent = () if has_moved else self.recent[-AVERAGED + 1 :]
        return replace(self, recent=(*recent, frame.fields[SQUARE_COUNT:]))

    def emptied(self, frame: Frame) -> WalkReadings:
        """With the empty board as it is now."""
        if not self.sensors:
            return self
        ended = frozenset(
            number
            for number, channels in enumerate(_channels(self.sensors))
            if any(SQUARE_COUNT + channel in frame.clipped for channel in channels)
        )
        return replace(self, ended=ended, empty_fields=self._means())

    def replied(self, number: int) -> WalkReadings:
        """With a worker that was felt in the reply of this number. The plate may rest already: then it counts, even if
        the hand is back at once."""
        loads = None if self.rest is None else self.rest.loads
        return replace(
            self,
            fields=(*self.fields, (number, self._means())) if self.sensors else (),
            loads=self.loads if loads is None else (*self.loads, (number, loads)),
        )

    def undone(self, count: int) -> WalkReadings:
        """As if there had been this many replies only."""
        return replace(
            self,
            loads=tuple(each for each in self.loads if each[0] < count),
            fields=tuple(each for each in self.fields if each[0] < count),
        )

    def _means(self) -> Fields:
        return tuple(map(fmean, zip(*self.recent, strict=True)))

    def notes(self, geometry: Geometry, stood: Mapping[int, int]) -> tuple[Message, ...]:
        """What is wrong with the scale and the sensors, where ``stood`` are the squares of the replies by number."""
        return (*self._of_scale(geometry, stood), *self._of_sensors(geometry, stood))

    # -- the scale

    def _of_scale(self, geometry: Geometry, stood: Mapping[int, int]) -> Iterator[Message]:
        scale = self.scale
        if scale is None:
            return
        if self.rest is None:
            yield message("scale.no_weights")
            return
        last = self.rest.readings[-1].loads
        ended = {
            number
            for number, (load, cell) in enumerate(zip(last, scale.cells, strict=True))
            if abs(load * cell.counts_per_gram) >= NEAR_END * MOST_COUNTS
        }
        noisy = {number for number, noise in enumerate(self.noise) if noise > LOUD * scale.noise} - ended
        if ended:
            yield message("selftest.cells_ended", cells=_numbers(ended))
        if noisy:
            yield message("selftest.cells_noisy", cells=_numbers(noisy))
        samples = [(geometry.centre(stood[number]), loads) for number, loads in self.loads if number in stood]
        files, ranks = ({each[0][axis] for each in samples} for axis in (0, 1))
        if len(samples) < LEAST_SQUARES or min(len(files), len(ranks)) < 3 or self.empty_loads is None:
            if not ended | noisy:
                yield message("selftest.cells_untried")
            return
        yield from _judged(scale, self.empty_loads, samples, ended)

    # -- the sensors outside the squares

    def _of_sensors(self, geometry: Geometry, stood: Mapping[int, int]) -> Iterator[Message]:
        if not self.sensors:
            return
        nearest = [_nearest_square(geometry, each) for each in self.sensors]
        # Only a square that is nearest to one sensor alone says which of them it is.
        of_square = {square: number for number, square in enumerate(nearest) if nearest.count(square) == 1}
        samples = {stood[number]: fields for number, fields in self.fields if number in stood}
        silent, untried, moved = set[int](), set[int](), dict[int, int]()
        for number, channels in enumerate(_channels(self.sensors)):
            if number in self.ended:
                continue
            felt = {square: self._felt(fields, channels) for square, fields in samples.items()}
            if nearest[number] not in felt:
                untried.add(number)
            elif max(felt.values()) < FELT:
                silent.add(number)
            elif nearest[number] in of_square:
                strongest = max(of_square.keys() & felt.keys(), key=felt.__getitem__)
                moved[number] = of_square[strongest]
        for kind, found in (("ended", self.ended), ("silent", silent), ("untried", untried)):
            if found:
                yield message(f"selftest.further_{kind}", sensors=_numbers(found))
        yield from _order("further", "sensor", moved)

    def _felt(self, fields: Fields, channels: range) -> float:
        """How strong a worker was felt in these channels, in mT."""
        return sqrt(sum((fields[channel] - self.empty_fields[channel]) ** 2 for channel in channels))


def _judged(
    scale: Scale, empty: Loads, samples: Sequence[tuple[tuple[float, float], Loads]], ended: set[int]
) -> Iterator[Message]:
    """Judge each cell by how its load follows a worker, and the whole scale if they all do."""
    worker = scale.masses.worker
    silent, flipped, moved = set[int](), set[int](), dict[int, int]()
    for number in set(range(CELL_COUNT)) - ended:
        changes = [loads[number] - empty[number] for _, loads in samples]
        if max(changes) - min(changes) < DEAF * worker:
            silent.add(number)
            continue
        sign = -1.0 if fmean(changes) < 0 else 1.0
        if sign < 0:
            flipped.add(number)
        _, east, north = _plane([place for place, _ in samples], [sign * change for change in changes])
        moved[number] = _cell_towards(scale, east, north)
    if silent:
        yield message("selftest.cells_silent", cells=_numbers(silent))
    if flipped:
        yield message("selftest.cells_upside_down", cells=_numbers(flipped))
    order = tuple(_order("cells", "cell", moved))
    yield from order
    if not (ended or silent or flipped or order):
        yield from _whole(scale, samples)


def _whole(scale: Scale, samples: Sequence[tuple[tuple[float, float], Loads]]) -> Iterator[Message]:
    """Judge the mass of the worker, and where it was felt. The moments of the loads grow with its place by its mass,
    however the cells have drifted since the empty board."""
    places = [place for place, _ in samples]
    moments = [
        [dot(loads, [cell.east for cell in scale.cells]) for _, loads in samples],
        [dot(loads, [cell.north for cell in scale.cells]) for _, loads in samples],
    ]
    planes = [_plane(places, each) for each in moments]
    mass, worker = (planes[0][1] + planes[1][2]) / 2, scale.masses.worker
    if abs(mass - worker) > UNLIKE * worker:
        yield message("selftest.worker_mass", mass=f"{mass:.1f}", usual=f"{worker:g}")
        return
    left = [
        [moment - plane[0] - mass * place[axis] for moment, place in zip(each, places, strict=True)]
        for axis, (each, plane) in enumerate(zip(moments, planes, strict=True))
    ]
    middle = [fmean(each) for each in left]
    off = sqrt(fmean((hypot(e - middle[0], n - middle[1]) / mass) ** 2 for e, n in zip(*left, strict=True)))
    if off > FAR_OFF:
        yield message("selftest.worker_place", off=f"{off:.0f}")


def _plane(places: Sequence[tuple[float, float]], values: Sequence[float]) -> tuple[float, float, float]:
    """Fit values by a constant and what they grow with each mm to the east and to the north."""
    rows = [(1.0, east, north) for east, north in places]
    products = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    sums = [sum(row[i] * value for row, value in zip(rows, values, strict=True)) for i in range(3)]
    first, east, north = solved(products, sums)
    return first, east, north


def _cell_towards(scale: Scale, east: float, north: float) -> int:
    """Return the index of the cell that lies most in this direction from the middle of all."""
    middle = fmean(cell.east for cell in scale.cells), fmean(cell.north for cell in scale.cells)

    def along(number: int) -> float:
        cell = scale.cells[number]
        x, y = cell.east - middle[0], cell.north - middle[1]
        return (x * east + y * north) / hypot(x, y)

    return max(range(CELL_COUNT), key=along)


def _order(what: str, one: str, moved: Mapping[int, int]) -> Iterator[Message]:
    """Say which are exchanged, or where another should be; ``one`` is the name of the argument for one of them."""
    for number, found in sorted(moved.items()):
        if found == number:
            continue
        if moved.get(found) != number:
            names = {one: number + 1, "found": found + 1}
            yield message(f"selftest.{what}_elsewhere", **names)
        elif number < found:
            yield message(f"selftest.{what}_exchanged", one=number + 1, other=found + 1)


def _channels(sensors: Sequence[PlacedSensor]) -> Iterator[range]:
    """Generate the channels of each sensor, counted from the first one outside the squares."""
    start = 0
    for sensor in sensors:
        yield range(start, start + len(sensor.axes))
        start += len(sensor.axes)


def _nearest_square(geometry: Geometry, sensor: PlacedSensor) -> int:
    def away(square: int) -> float:
        east, north = geometry.centre(square)
        return hypot(east - sensor.east, north - sensor.north)

    return min(geometry.squares, key=away)


def _numbers(found: set[int] | frozenset[int]) -> str:
    return ", ".join(str(number + 1) for number in sorted(found))
