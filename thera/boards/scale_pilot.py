"""What the four load cells of a pilot measure: wrong wires, cells, masses and places, and whether a board that weighs
is worth building. Apart from `pilot_measurement`, whose sensors measure fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, sqrt
from random import Random
from statistics import fmean, median

from common.numbers import seeded
from hardware.board import SQUARE_COUNT, Weighed
from hardware.geometry import Geometry, square_name
from hardware.scale import CELL_COUNT, RATES, PieceMasses, Scale
from hardware.virtual.virtual_scale import SETTLING, Statics
from perception.calibration.scale_calibration import (
    Loads,
    ScaleMeasurementError,
    calibrated_scale,
    corner_squares,
)
from perception.weight import BLOCKS, DRIFT, FEWEST, REST, ExpectedWood, PlateRest, WeightReader, WoodPiece, tower_of
from thera.boards.pilot_measurement import PilotFinding
from web_ui.languages import words

PIECES = ("a worker", "a block of level 1", "a block of level 2", "a block of level 3", "a dome")
"""The kinds of piece, in the order of `PieceMasses`."""
PLACEMENTS = 3
"""How often each kind of piece is put down."""

# ---- Limits

LEAST_PRESS = 5.0
"""The least change of a cell, in g by the board file, that a finger makes beside it."""
UNFELT_SHARE = 0.1
"""A cell that feels less than this share of what the cell felt that moves most beside it does not feel at all."""
MOST_LEFT = 0.5
"""The most that a cell may be off after a finger has let go, in g: half of what the third block and the dome usually
differ by."""
MOST_REST = 400
"""The most ms from letting go to rest. Choice: players notice half a second."""
WEIGHED_TO = 0.1
"""How well the mass of a piece has to be known, in g: to a tenth of what the third block and the dome usually differ
by."""
GAIN_SHARES = 0.6, 1.6
"""The counts for a g of all cells together, as a share of those of the board file: bars of one range differ by 15 %."""
GAIN_APART = 0.2
"""How much the counts of one cell may differ from those of the others, as a share."""
MOST_SPREAD = 0.06
"""The most that the masses of one kind may differ (standard deviation, as a share): the reading takes 3 %."""
LEAST_STILL = 0.8
"""The least share of the time in which a plate is at rest that nobody touches."""
MOST_WRONG, MOST_ASKED = 0.03, 0.1
"""The shares of the pieces that may be read wrongly and asked about. Choice: one question in a game, and hardly ever a
wrong piece."""

_LIGHTEST = 1.0
"""The least mass of a piece in g."""
_BY_MEDIAN = 1.0 / (0.6745 * sqrt(2))
"""The standard deviation of a normal noise for each median of the differences of neighbours."""
_LET_GO = 0.02
"""The share of a press below which it is over."""
_MASS_ROUNDS = 60
_SQUARE_ROUNDS = 5
_WAITING_MS = 1500


class ScaleFaultError(ValueError):
    """Something without which nothing more can be measured is wrong; ``finding`` says what, and what to change."""

    def __init__(self, text: str, change: str) -> None:
        super().__init__(text)
        self.finding = PilotFinding(text, change)


# ---- What is measured


@dataclass(frozen=True, slots=True)
class PressedCorner:
    """A finger pressed in the corner of ``square`` and let go: how each cell changed under it and what was ``left``
    afterwards, both in g by the board file, and the ms from letting go to rest."""

    square: int
    felt: Loads
    left: Loads
    rested: int


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece of a kind (a number of `PIECES`) that was put down at a place, in mm east and north of the middle of a1,
    with the readings at rest ``before`` and ``after``."""

    kind: int
    east: float
    north: float
    before: tuple[Weighed, ...]
    after: tuple[Weighed, ...]

    @property
    def change(self) -> Loads:
        """What each cell bears more, in g."""
        before, after = mean_loads(self.before), mean_loads(self.after)
        return tuple(late - early for early, late in zip(before, after, strict=True))

    @property
    def mass(self) -> float:
        """Its mass in g."""
        return sum(self.change)


@dataclass(frozen=True, slots=True)
class ScaleMeasurements:
    """The results of a pilot. ``described`` is the scale of the board file, ``scale`` the one that was measured; all
    that follows is in its g. ``presses`` are those in the corners, ``pieces`` all that were put on squares,
    ``between`` the blocks that were put where four squares meet, and ``cup`` the readings while a cup stood there."""

    geometry: Geometry
    described: Scale
    scale: Scale
    presses: tuple[PressedCorner, ...]
    pieces: tuple[PlacedPiece, ...]
    between: tuple[PlacedPiece, ...]
    cup: tuple[Weighed, ...]

    @property
    def spread(self) -> float:
        """The standard deviation of the masses of one kind, as a share, over all kinds together."""
        squares = [
            (each.mass / fmean(alike) - 1) ** 2
            for kind in range(len(PIECES))
            if (alike := [each.mass for each in self.pieces if each.kind == kind])
            for each in self.pieces
            if each.kind == kind
        ]
        return sqrt(sum(squares) / max(1, len(squares) - len(PIECES)))

    def offset(self, piece: PlacedPiece) -> float:
        """How many mm from its place a piece is felt."""
        felt = self.scale.centre(piece.change)
        return (
            hypot(felt[0] - piece.east, felt[1] - piece.north) if felt is not None else hypot(piece.east, piece.north)
        )


def mean_loads(readings: Sequence[Weighed]) -> Loads:
    """Return the mean of each cell, in g."""
    return tuple(map(fmean, zip(*(each.loads for each in readings), strict=True)))


def converted(readings: Sequence[Weighed], before: Scale, after: Scale) -> tuple[Weighed, ...]:
    """Return readings by the scale ``before`` as those by another one, with the same counts."""
    shares = [old.counts_per_gram / new.counts_per_gram for old, new in zip(before.cells, after.cells, strict=True)]
    return tuple(
        replace(each, loads=tuple(load * share for load, share in zip(each.loads, shares, strict=True)))
        for each in readings
    )


def cell_noise(readings: Sequence[Weighed]) -> Loads:
    """Return the noise of each cell from reading to reading in g rms, whatever moves slowly.

    :raises ScaleFaultError: if a cell always reports the same.
    """
    columns = list(zip(*(each.loads for each in readings), strict=True))
    dead = [number for number, column in enumerate(columns, 1) if min(column) == max(column)]
    if dead:
        raise ScaleFaultError(
            f"{_cells(dead)} always reported the same",
            "look for a cell without supply (red to E+, black to E-), or for an open A+ or A-",
        )
    return tuple(_BY_MEDIAN * float(median(abs(b - a) for a, b in pairwise(column))) for column in columns)


def nearest_cell(scale: Scale, geometry: Geometry, square: int) -> int:
    """Return the index of the cell nearest to a square, by the board file."""
    east, north = geometry.centre(square)

    def away(index: int) -> float:
        return hypot(scale.cells[index].east - east, scale.cells[index].north - north)

    return min(range(CELL_COUNT), key=away)


class PressMeasurement:
    """Takes the readings while a finger presses in a corner, until the plate is at rest again. ``before`` are the loads
    at rest in g."""

    def __init__(self, scale: Scale, square: int, before: Loads) -> None:
        self._scale, self._square, self._before = scale, square, before
        self._rest = PlateRest(scale)
        self._readings: list[Weighed] = []
        self._peak: Loads = (0.0,) * len(before)

    def after(self, weighed: Weighed) -> PressedCorner | None:
        """Take a reading. Return what was measured, as soon as the finger has pressed and let go."""
        if self._readings and weighed.at < self._readings[-1].at:  # the controller was started again
            self._rest.forget()
            self._readings.clear()
            self._peak = (0.0,) * len(self._before)
        self._readings.append(weighed)
        self._rest.feed(weighed)
        moved = self._moved(weighed)
        if _largest(moved) > _largest(self._peak):
            self._peak = moved
        peak = _largest(self._peak)
        if peak < LEAST_PRESS or _largest(moved) > peak / 4 or self._rest.sums is None:
            return None
        left = self._moved_by(mean_loads(self._readings[-self._rest.count :]))
        slack = max(_LET_GO * peak, 4 * self._scale.noise)
        pressing = (
            each.at
            for each in self._readings
            if max(abs(a - b) for a, b in zip(self._moved(each), left, strict=True)) > slack
        )
        settling = round(1000 * SETTLING / self._scale.rate)  # a converter shows later that the finger has gone
        return PressedCorner(self._square, self._peak, left, weighed.at - max(pressing, default=weighed.at) + settling)

    def _moved(self, weighed: Weighed) -> Loads:
        return self._moved_by(weighed.loads)

    def _moved_by(self, loads: Loads) -> Loads:
        return tuple(load - before for load, before in zip(loads, self._before, strict=True))


def _largest(loads: Loads) -> float:
    return max(map(abs, loads))


def _most(loads: Loads) -> int:
    """Return the index of the cell with the largest load, up or down."""
    return max(range(len(loads)), key=lambda index: abs(loads[index]))


def check_presses(scale: Scale, geometry: Geometry, presses: Sequence[PressedCorner]) -> None:
    """Check that each cell feels a finger beside it most, and that the plate comes back.

    :raises ScaleFaultError: if cells are exchanged, if one feels nothing, or if the plate sticks somewhere.
    """
    felt = {nearest_cell(scale, geometry, each.square): each for each in presses}
    unfelt = [
        index + 1 for index, press in felt.items() if abs(press.felt[index]) < UNFELT_SHARE * _largest(press.felt)
    ]
    order = {index: _most(press.felt) for index, press in felt.items()}
    moved = sorted(index for index in order if order[index] != index)
    if moved and sorted(order.values()) == sorted(order):
        names = "; ".join(
            f"beside cell {index + 1}, in the corner of {square_name(felt[index].square)}, cell {order[index] + 1}"
            " changes most"
            for index in moved
        )
        raise ScaleFaultError(
            f"{_cells([index + 1 for index in moved])} are exchanged: {names}",
            "exchange their DT wires, or their pins in scale_outputs of [electronics.pins]",
        )
    if moved or unfelt:
        silent = unfelt or [index + 1 for index in range(CELL_COUNT) if index not in order.values()]
        raise ScaleFaultError(
            f"{_cells(silent)} hardly changed under a finger beside {'it' if len(silent) == 1 else 'them'}",
            "the plate has to rest on all four cells and on nothing else; then look at E+, E-, A+ and A- of that cell",
        )
    for pressed, press in felt.items():
        index = _most(press.left)
        left = press.left[index]
        if abs(left) > MOST_LEFT:
            raise ScaleFaultError(
                f"cell {index + 1} was off by {left:+.1f} g after a finger beside cell {pressed + 1} had let go: the"
                " plate sticks there",
                "2 mm of air around the plate, also at cables; bars whose screws are tight, and that touch"
                " nothing between their ends",
            )


def _cells(numbers: Sequence[int]) -> str:
    return f"cell{'s' if len(numbers) > 1 else ''} {' and '.join(map(str, numbers))}"


def measured_cells(scale: Scale, geometry: Geometry, known: float, empty: Loads, placed: Sequence[Loads]) -> Scale:
    """Return the scale whose cells were measured with a thing of ``known`` mass in g.

    :raises ScaleFaultError: if the loads fit no scale.
    """
    try:
        changes = [tuple(load - zero for load, zero in zip(loads, empty, strict=True)) for loads in placed]
        found = calibrated_scale(scale, geometry, known, changes)
    except ScaleMeasurementError as error:
        said = words(error.said.key, dict(error.said.args))
        raise ScaleFaultError(said, "correct that: what follows needs cells that are calibrated") from error
    shares = [abs(old.counts_per_gram / new.counts_per_gram) for old, new in zip(scale.cells, found.cells, strict=True)]
    return replace(found, noise=max(round(scale.noise * max(shares), 4), 0.001))


def weighed_pieces(scale: Scale, pieces: Sequence[PlacedPiece]) -> Scale:
    """Return the scale with the mean masses of the pieces that were put down.

    :raises ScaleFaultError: if one of a kind weighs nothing.
    """
    masses = [fmean(each.mass for each in pieces if each.kind == kind) for kind in range(len(PIECES))]
    for name, mass in zip(PIECES, masses, strict=True):
        if mass < _LIGHTEST:
            raise ScaleFaultError(f"{name} weighs {mass:.2f} g", "put the pieces down one at a time, as it is asked")
    worker, first, second, third, dome = (round(mass, 2) for mass in masses)
    return replace(scale, masses=PieceMasses(worker, (first, second, third), dome))


# ---- The verdict


def scale_findings(found: ScaleMeasurements) -> tuple[PilotFinding, ...]:
    """Return the findings of the measurements, each with its consequence."""
    return (
        _noise(found),
        *_gains(found),
        _resting(found),
        _masses(found),
        _places(found),
        _squares(found),
        _kinds(found),
        *_standing(found),
    )


def _noise(found: ScaleMeasurements) -> PilotFinding:
    scale = found.scale
    readings = max(FEWEST, round(REST * scale.rate / 1000))
    doubt = scale.noise * sqrt(2 * CELL_COUNT / readings)
    lightest = min(*scale.masses.blocks, scale.masses.dome)
    text = (
        f"the loudest cell has a noise of {scale.noise:.3f} g rms (to 5 %): it weighs a piece to {doubt:.2f} g,"
        f" and the lightest has {lightest:.1f} g"
    )
    if doubt <= WEIGHED_TO:
        return PilotFinding(text)
    return PilotFinding(
        f"{text}: {WEIGHED_TO:g} g are needed",
        "cells of a smaller range, 5 V for the cells (VDD), shorter or shielded wires from cells to modules, the"
        " wires of lights away from them; a firm table",
    )


def _gains(found: ScaleMeasurements) -> Iterator[PilotFinding]:
    shares = [
        new.counts_per_gram / old.counts_per_gram
        for old, new in zip(found.described.cells, found.scale.cells, strict=True)
    ]
    sizes = [abs(each) for each in shares]
    usual = float(median(sizes))
    low, high = GAIN_SHARES
    text = f"the cells give {', '.join(f'{each:.2f}' for each in shares)} times the counts for a g of the board file"
    if not low <= usual <= high:
        seems = round(found.described.range / usual, -2)
        yield PilotFinding(
            f"{text}: they seem to be cells for {seems:.0f} g and not for range_g = {found.described.range:g}",
            f"range_g = {seems:.0f} if they are; those of a smaller range have less noise, down to 780 g",
        )
    else:
        yield PilotFinding(text)
    for number, size in enumerate(sizes, 1):
        if abs(size / usual - 1) > GAIN_APART:
            yield PilotFinding(
                f"cell {number} gives {size / usual:.2f} times as much as the others",
                "four cells of one kind; or something holds the plate there, such as a cable or a frame",
            )
    below = [number for number, share in enumerate(shares, 1) if share < 0]
    if below:
        yield PilotFinding(
            f"{_cells(below)} count{'s' if len(below) == 1 else ''} backwards: upside down, or A+ and A- are exchanged;"
            " the board file has it with its sign"
        )


def _resting(found: ScaleMeasurements) -> PilotFinding:
    slowest = max(each.rested for each in found.presses)
    usual = round(median(each.rested for each in found.presses))
    left = max(_largest(each.left) for each in found.presses)
    text = (
        f"the plate is at rest {usual} ms after a finger has let go ({slowest} ms at most), and off by {left:.2f} g at"
        " most; so long after the hand has let go of a block its square lights up"
    )
    if slowest <= MOST_REST:
        return PilotFinding(text)
    slow = "RATE of each module at 80 readings a second, and rate_hz = 80; " if found.scale.rate < max(RATES) else ""
    return PilotFinding(
        f"{text}: {MOST_REST} ms are good", f"{slow}a stiffer plate, tighter screws, or a table that shakes less"
    )


def _masses(found: ScaleMeasurements) -> PilotFinding:
    masses = found.scale.masses
    every = (masses.worker, *masses.blocks, masses.dome)
    shown = ", ".join(f"{name} {mass:.2f} g" for name, mass in zip(PIECES, every, strict=True))
    text = f"{shown}; those of one kind differ by {found.spread:.1%}"
    if found.spread <= MOST_SPREAD:
        return PilotFinding(text)
    return PilotFinding(
        text, "weigh all pieces of a kind on a kitchen scale, and leave out or trim those that are far off"
    )


def _places(found: ScaleMeasurements) -> PilotFinding:
    half = found.geometry.pitch / 2
    offsets = [found.offset(each) for each in (*found.pieces, *found.between)]
    worst, usual = max(offsets), sqrt(fmean(each * each for each in offsets))
    text = (
        f"places are felt {usual:.1f} mm off ({worst:.1f} mm at most), with what your hand was off; half a square is"
        f" {half:g} mm"
    )
    if worst <= half / 2:
        return PilotFinding(text)
    return PilotFinding(
        text, "measure where the plate rests on each cell again (cells), a stiffer plate, and a heavier known thing"
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What the reading made of a piece: the ``piece`` and its ``square``, both None where the table asks."""

    piece: WoodPiece | None
    square: int | None


class _ReadPlate:
    """A plate with the noise, masses and places that were measured, and the reading of a table at it."""

    def __init__(self, found: ScaleMeasurements, chance: Random) -> None:
        self._found, self._chance = found, chance
        self._scale, self._geometry = found.scale, found.geometry
        self._statics = Statics([(cell.east, cell.north) for cell in found.scale.cells], 0.5)
        self._place = sqrt(fmean(found.offset(each) ** 2 for each in found.pieces) / 2)

    def put(self, piece: WoodPiece, square: int, level: int) -> _Outcome:
        """Put a piece on a tower of so many blocks, where the game expects the one that is due."""
        masses = self._scale.masses
        mass = masses.dome if piece is WoodPiece.DOME else masses.blocks[BLOCKS.index(piece)]
        mass *= 1 + self._found.spread * self._chance.gauss(0.0, 1.0)
        east, north = self._geometry.centre(square)
        place = east + self._chance.gauss(0.0, self._place), north + self._chance.gauss(0.0, self._place)
        loads = self._statics.shared([(mass, *place)])
        before = round(_WAITING_MS * self._scale.rate / 1000)
        readings = (
            Weighed(
                round(number * 1000 / self._scale.rate),
                number,
                tuple(
                    load * min(1.0, max(0, number - before) / SETTLING) + self._chance.gauss(0.0, self._scale.noise)
                    for load in loads
                ),
            )
            for number in range(before // 2, 2 * before)
        )
        return self.read(readings, square, level)

    def read(self, readings: Iterator[Weighed], square: int, level: int) -> _Outcome:
        """Return what the reading makes of a piece that comes to a tower of so many blocks."""
        towers = tuple(tower_of(level if each == square else 0, dome=False) for each in range(SQUARE_COUNT))
        others = {(each, WoodPiece.FIRST) for each in corner_squares(self._geometry) if each != square}
        due = WoodPiece.DOME if level == len(BLOCKS) else BLOCKS[level]
        expected = ExpectedWood(towers, frozenset({(square, due), *others}))
        reader = WeightReader(self._scale, self._geometry)
        for weighed in readings:
            reader.feed(weighed)
            if reader.is_due(expected):
                for each in reader.read(expected):
                    return _Outcome(each.piece, each.square)
        return _Outcome(None, None)


_LEVELS = {WoodPiece.FIRST: 0, WoodPiece.SECOND: 1, WoodPiece.THIRD: 2, WoodPiece.DOME: 3}
_WOOD = (None, *BLOCKS, WoodPiece.DOME)
"""The piece of wood of each of the `PIECES`."""


def _squares(found: ScaleMeasurements) -> PilotFinding:
    """Return how surely the reading tells pieces that come where they are due: those that were put down, and such with
    the noise, masses and places that were measured."""
    plate = _ReadPlate(found, seeded("pilot", "squares"))
    own = [
        (piece, square, plate.read(iter((*each.before, *each.after)), square, _LEVELS[piece]))
        for each in found.pieces
        if (piece := _WOOD[each.kind]) is not None
        and (square := found.geometry.square_at(each.east, each.north)) is not None
    ]
    more = [
        (piece, square, plate.put(piece, square, _LEVELS[piece]))
        for piece in _LEVELS
        for square in corner_squares(found.geometry)
        for _ in range(_SQUARE_ROUNDS)
    ]
    told = sum(outcome.piece is piece and outcome.square == square for piece, square, outcome in own)
    elsewhere = sum(outcome.square not in {square, None} for _, square, outcome in (*own, *more))
    wrong = sum(outcome.piece not in {piece, None} for piece, _, outcome in more) / len(more)
    asked = sum(outcome.piece is None for _, _, outcome in more) / len(more)
    text = (
        f"the table reads {told} of the {len(own)} blocks and domes that you put down;"
        f" of {len(more)} such pieces in the corners and the middle it asks about {asked:.0%},"
        f" takes {wrong:.0%} for another kind, and {elsewhere} for one on another square"
    )
    if told >= len(own) - 1 and not elsewhere and wrong <= MOST_WRONG and asked <= MOST_ASKED:
        return PilotFinding(text)
    return PilotFinding(
        text, "what is said above about noise, masses and places; if nothing is, put the pieces down and measure again"
    )


def _kinds(found: ScaleMeasurements) -> PilotFinding:
    """Return how surely the reading tells a third block from a dome where only the block may be built."""
    plate, middle = _ReadPlate(found, seeded("pilot", "kinds")), corner_squares(found.geometry)[-1]
    blocks = [plate.put(WoodPiece.THIRD, middle, 2) for _ in range(_MASS_ROUNDS)]
    domes = [plate.put(WoodPiece.DOME, middle, 2) for _ in range(_MASS_ROUNDS)]
    passed = sum(each.piece is WoodPiece.THIRD for each in domes)
    named = sum(each.piece is WoodPiece.DOME for each in blocks)
    asked = sum(each.piece is None for each in (*blocks, *domes)) / (2 * _MASS_ROUNDS)
    masses = found.scale.masses
    text = (
        f"a third block and a dome differ by {abs(masses.blocks[2] - masses.dome):.2f} g: of {_MASS_ROUNDS} domes in"
        f" the place of a third block {passed} pass for it, of as many third blocks {named} are taken for domes, and"
        f" the table asks about {asked:.0%} of both"
    )
    if max(passed, named) <= MOST_WRONG * _MASS_ROUNDS and asked <= MOST_ASKED:
        return PilotFinding(text)
    return PilotFinding(
        text,
        "a coin glued into each dome so that it is heavier than the block by 2 g; less noise if that is said above",
    )


def _standing(found: ScaleMeasurements) -> Iterator[PilotFinding]:
    """Return what happened while a cup stood on the plate: drift, disturbances, and pieces that nobody put down."""
    scale, geometry = found.scale, found.geometry
    readings, second = found.cup, scale.rate
    first, last = mean_loads(readings[:second]), mean_loads(readings[-second:])
    seconds = max(1.0, len(readings) / scale.rate - 1)
    drift = max(abs(late - early) for early, late in zip(first, last, strict=True)) / seconds
    reader, rest = WeightReader(scale, geometry), PlateRest(scale)
    builds = frozenset((square, WoodPiece.FIRST) for square in geometry.squares)
    expected = ExpectedWood(((),) * SQUARE_COUNT, builds)
    believed, still = 0, 0
    for weighed in readings:
        reader.feed(weighed)
        rest.feed(weighed)
        still += rest.sums is not None
        believed += len(reader.read(expected)) if reader.is_due(expected) else 0
    text = f"under the cup a cell drifts by {drift * 60:.2f} g in a minute, with what it creeps"
    if drift <= DRIFT:
        yield PilotFinding(text)
    else:
        yield PilotFinding(
            f"{text}; the reading takes {DRIFT * 60:g} g", "let it warm up for ten minutes; then other cells"
        )
    share = still / len(readings)
    text = (
        f"the plate was at rest {share:.0%} of that time, and {believed or 'no'} pieces were read that nobody put down"
    )
    if share >= LEAST_STILL and not believed:
        yield PilotFinding(text)
    else:
        yield PilotFinding(text, "a firm table, no draught, nobody who leans on it")
