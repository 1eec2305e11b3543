"""Computes what a described board will do before anything is bought: which fields its sensors see, whether its workers
stay, whether its lights show. What cannot work is refused, with its number and a way out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil, erfc, floor, hypot, sqrt

from hardware.board_file import LEAST_RISE, BoardFile
from hardware.electronics import Converter
from hardware.field_model import FieldModel, disc_field
from hardware.geometry import Magnet
from hardware.magnet_force import (
    OFF_MIDDLE,
    as_grams,
    holding_distance,
    lifting_force,
    magnet_weight,
    pair_warning,
    side_force,
)
from hardware.scale import PLATE_WEIGHT, Scale
from hardware.sensor_types import SENSOR_TYPES
from hardware.template import LIGHT_HOLE, LIGHT_INSET

GOOD_RATIO, LEAST_RATIO = 10.0, 6.0
"""The least signal of a worker on three blocks as a multiple of the noise. docs/reading.md, "How well": with 11 (15 x 5
mm and a noise of 0.06 mT) and with 14 (12 x 5 mm) nearly all is read; with 6 (10 x 3 mm) up to a sixth of the readings
of one worker are unsure, and a simulated board as people make it could not be calibrated on three blocks (`thera
simulate --magnet 10x3 --seed 7`); with 64 samples 202 of 204 steps at it were read unasked."""

BESIDE_DATA_SHEETS = 2.0
"""The noise of a board as a multiple of that of its parts: wires, supply and lights add to it. With 2 the board of the
guide has the 0.03 mT with which docs/reading.md says how well a board is read. A pilot measures it."""

PICO_NOISE_MV = 0.63
"""The noise of one conversion of a Pico's own converter: 0.021 mT of a DRV5055A2 (docs/board_file.md, "Samples")."""

OTHER_NOISE_MV = 1.0
"""The noise of sensors whose data sheets do not tell it, in one conversion: a little more than that of a DRV5055."""

GOOD_GAP = 5.0, 10.0
"""The gaps in mm with which boards were simulated: nearer, a worker off the middle is harder to read."""

LIGHT_ROOM = 2 * (LIGHT_INSET + LIGHT_HOLE / 2)
"""How much wider than a block a square has to be, in mm, for the light in its corner to be seen."""

LEAST_BETWEEN = 3.0
"""The least room between the blocks of two squares in mm: nobody puts one down to the millimetre."""

HEAVIEST = 100.0
"""A worker of the game weighs less, in g: more is that of several, or a scale that was not at zero."""

WEIGHING_SECONDS = 0.4
"""How long the loads before and after a piece has come are each averaged. Choice: a player lets go that long."""

SURE = 3.0
"""A mass or a place is known up to so many times its noise."""

ALIKE = 0.03
"""The share by which pieces of a kind differ in mass (standard deviation). Assumed: nobody has weighed those of a game
for us."""

MOST_MISTAKEN = 5.0
"""How many in a hundred third blocks and domes may be taken for each other. Choice: one in a game."""

PIECES = (22, 18, 14, 18)
"""How many blocks of each level and how many domes a game has, by its rulebook."""

LEANING = 2.0
"""How many times its share of the weight a cell has to bear: a hand leans on a corner."""

MOST_SAMPLES, FINEST_BITS = 64, 15
"""The most that a Pico's own converter can do against noise."""

ORDINARY_DISCS = tuple(
    Magnet(*each) for each in ((10.0, 3.0), (10.0, 5.0), (12.0, 5.0), (15.0, 5.0), (15.0, 8.0), (20.0, 5.0))
)
"""Discs that any maker of magnets sells, of N42, the weakest first."""


@dataclass(frozen=True, slots=True)
class BoardFault:
    """What is wrong with a described board: the number, and the way out. A board whose fault is ``fatal`` cannot be
    played at; others are worse than they could be."""

    text: str
    fatal: bool


def reading_noise(board: BoardFile) -> float:
    """Return the noise of one reading of a sensor in mT rms, by data sheets and with what a board adds.

    >>> round(reading_noise(BoardFile()), 3)
    0.03
    """
    sensor, electronics = board.sensor, board.electronics
    known = SENSOR_TYPES.get(sensor.type)
    told = known is not None and known.densities is not None
    own = known.noise(sensor.supply) if known is not None and told else OTHER_NOISE_MV / sensor.sensitivity
    converter = PICO_NOISE_MV / sensor.sensitivity if electronics.converter is Converter.PICO else 0.0
    rounding = 1 / sensor.counts_per_millitesla / sqrt(12)
    return BESIDE_DATA_SHEETS * hypot(hypot(own, converter) / sqrt(electronics.samples), rounding)


def board_faults(board: BoardFile) -> tuple[BoardFault, ...]:
    """Return what is wrong with a board, what is fatal first; empty if it can be built like this."""
    model, noise = FieldModel(board.geometry.of_squares, board.measured), reading_noise(board)
    found = (
        *_reading(board, model, noise),
        *_gap(board),
        *_holding(board),
        *_room(board),
        *_workers(board),
        *_scale(board),
    )
    return tuple(sorted(found, key=lambda fault: not fault.fatal))


def board_figures(board: BoardFile) -> tuple[str, ...]:
    """Return what was computed for a board, a line for each subject."""
    geometry, magnet = board.geometry, board.geometry.magnet
    model, noise = FieldModel(geometry.of_squares, board.measured), reading_noise(board)
    fields = [model.field(0.0, level) for level in range(4)]
    seen = [f"{each:.3g} mT" if each < board.sensor.range else f"over {board.sensor.range:g} mT" for each in fields]
    told = "measured" if board.measured else "computed"
    weight = board.grip.weight + magnet_weight(magnet)
    least = holding_distance(magnet, board.grip)
    return (
        f"field of a worker on 0, 1, 2 and 3 blocks, {told}: {', '.join(seen)}",
        f"noise of a reading: {noise:.3f} mT; three blocks have {fields[3] / noise:.1f} times that, {GOOD_RATIO:g} are"
        " needed",
        f"on neighbouring squares workers pull or push with {as_grams(side_force(magnet, geometry.pitch)):.2g} g; they"
        f" hold {as_grams(board.grip.holds(magnet)):.2g} g, and stay from {least:.0f} mm on",
        f"a worker that is lifted pulls its neighbour up with {as_grams(lifting_force(magnet, geometry.pitch)):.2g} g"
        f" at most; that one weighs {weight:.3g} g",
        f"squares are {geometry.pitch - board.block_width:g} mm wider than blocks, and {LIGHT_ROOM:g} are needed for"
        " the lights",
        *(() if board.scale is None else _scale_figures(board, board.scale)),
    )


def _reading(board: BoardFile, model: FieldModel, noise: float) -> Iterator[BoardFault]:
    """Check the fields of a worker on one and on three blocks."""
    geometry, sensor = board.geometry, board.sensor
    known = SENSOR_TYPES.get(sensor.type)
    if known is None or known.densities is None:
        yield BoardFault(
            f"the noise of a sensor {sensor.type} is in no data sheet that we know: it is taken as"
            f" {OTHER_NOISE_MV / sensor.sensitivity:.3f} mT; measure it with a pilot (thera board try)",
            fatal=False,
        )
    third, first = model.field(0.0, 3), model.field(0.0, 1)
    if third < GOOD_RATIO * noise:
        yield BoardFault(
            f"a worker on three blocks has {third:.2g} mT, {third / noise:.1f} times the noise of {noise:.3f} mT, and"
            f" {GOOD_RATIO:g} times are needed: {_stronger(board, third, noise)}",
            fatal=True,
        )
    away = (geometry.pitch - board.foot) / 2
    beside = abs(model.field(max(away, 0.0), 3))
    if third >= GOOD_RATIO * noise and beside < LEAST_RATIO * noise:
        yield BoardFault(
            f"pitch_mm = {geometry.pitch:g}: a worker can stand {away:g} mm off the middle; on three blocks it has"
            f" {beside:.2g} mT there, {beside / noise:.1f} times the noise, and {LEAST_RATIO:g} times are needed:"
            " smaller squares, or a mark in the middle of each",
            fatal=False,
        )
    if first >= sensor.range:
        yield BoardFault(
            f"a worker on one block has {first:.0f} mT and the sensor measures up to {sensor.range:g} mT, so the ground"
            " and one block look alike: a smaller magnet, a larger gap_mm, or a sensor of a larger range",
            fatal=True,
        )


def _stronger(board: BoardFile, third: float, noise: float) -> str:
    """Return what makes a worker on three blocks readable, whose field there is ``third``: a lower stack, a larger disc
    on squares on which it stays, or more samples."""
    geometry, height = board.geometry, board.geometry.foot_height(3)
    # Measured magnets may be weaker than their measures say; others of their maker are taken to be as weak.
    needed = GOOD_RATIO * noise * disc_field(geometry.magnet, 0.0, height) / third
    low = floor(_highest(geometry.magnet, needed) - geometry.gap)
    ways = [f"blocks of {low} mm in all at most"] if low >= 3 * LEAST_RISE else []
    reading = [disc for disc in ORDINARY_DISCS if disc_field(disc, 0.0, height) >= needed]
    if reading:
        apart = ceil(holding_distance(reading[0], board.grip) + 2 * OFF_MIDDLE)
        squares = f" on squares of {apart} mm or more" if apart > geometry.pitch else ""
        ways.append(f"discs of {reading[0].diameter:g} x {reading[0].thickness:g} mm, N42{squares}")
    if board.electronics.converter is Converter.PICO:
        sensor, electronics = board.sensor, replace(board.electronics, samples=MOST_SAMPLES)
        finer = replace(board, sensor=replace(sensor, adc_bits=FINEST_BITS), electronics=electronics)
        if third >= GOOD_RATIO * reading_noise(finer):
            hertz = electronics.fastest_hz
            ways.append(f"samples = {MOST_SAMPLES} and adc_bits = {FINEST_BITS}, with scan_hz = {hertz}")
    return ", or ".join(ways) or "lower blocks, a smaller gap, or larger magnets on larger squares"


def _highest(magnet: Magnet, needed: float) -> float:
    """Return the greatest distance in mm at which a magnet has the needed field."""
    low, high = 0.5, 500.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if disc_field(magnet, 0.0, middle) >= needed else (low, middle)
    return low


def _gap(board: BoardFile) -> Iterator[BoardFault]:
    least, most = GOOD_GAP
    gap = board.geometry.gap
    if gap > most:
        yield BoardFault(
            f"gap_mm = {gap:g}: there is too much over the sensors, {least:g} to {most:g} mm are good: a face that is"
            f" {gap - most:g} mm thinner, or lower spacers",
            fatal=False,
        )
    if gap < least:
        yield BoardFault(
            f"gap_mm = {gap:g}: {least:g} to {most:g} mm are good, nearer a worker off the middle is hard to read:"
            f" spacers that are {least - gap:g} mm higher",
            fatal=False,
        )


def _holding(board: BoardFile) -> Iterator[BoardFault]:
    """Check that magnets neither move nor lift their neighbours."""
    geometry, grip = board.geometry, board.grip
    magnet, pitch = geometry.magnet, geometry.pitch
    warning = pair_warning(geometry, grip)
    if warning:
        yield BoardFault(warning, fatal=holding_distance(magnet, grip) > pitch)
    lifted, weight = as_grams(lifting_force(magnet, pitch)), grip.weight + magnet_weight(magnet)
    if lifted > weight:
        yield BoardFault(
            f"a worker that is lifted pulls up its neighbour with {lifted:.0f} g, which weighs {weight:.0f} g: smaller"
            " magnets, or larger squares",
            fatal=True,
        )


def _room(board: BoardFile) -> Iterator[BoardFault]:
    """Check that blocks and workers fit on their squares, beside the lights."""
    pitch = board.geometry.pitch
    for what, name, wide in (("a block", "width_mm", board.block_width), ("a foot", "foot_mm", board.foot)):
        if wide + LEAST_BETWEEN > pitch:
            yield BoardFault(
                f"{name} = {wide:g}: {what} does not fit on squares of {pitch:g} mm beside that of a neighbour:"
                f" pitch_mm = {wide + LEAST_BETWEEN:g} or more, {wide + LIGHT_ROOM:g} if lights are to be seen",
                fatal=True,
            )
        elif wide + LIGHT_ROOM > pitch:
            yield BoardFault(
                f"{name} = {wide:g}: {what} covers the light: squares of {pitch:g} mm are {pitch - wide:g} mm wider,"
                f" and {LIGHT_ROOM:g} are needed: pitch_mm = {wide + LIGHT_ROOM:g}, or a board without lights",
                fatal=False,
            )


def _workers(board: BoardFile) -> Iterator[BoardFault]:
    """Check that the magnet fits into a foot, and that one worker was weighed."""
    diameter, weight = board.geometry.magnet.diameter, board.grip.weight
    if board.foot < diameter:
        yield BoardFault(
            f"foot_mm = {board.foot:g}: a magnet of {diameter:g} mm is wider than the foot: glue a printed foot of"
            f" {diameter + 4:g} mm below it, and write that",
            fatal=False,
        )
    if weight > HEAVIEST:
        yield BoardFault(
            f"weight_g = {weight:g}: one worker of the game weighs less than {HEAVIEST:g} g: weigh a single one, with"
            " the scale at zero",
            fatal=False,
        )


# ---- The scale


@dataclass(frozen=True, slots=True)
class _KindOfPiece:
    """A kind of piece, and its mass in g."""

    name: str
    mass: float


def _kinds(scale: Scale) -> tuple[_KindOfPiece, ...]:
    masses = scale.masses
    blocks = (_KindOfPiece(f"block of level {level}", mass) for level, mass in enumerate(masses.blocks, 1))
    return _KindOfPiece("worker", masses.worker), *blocks, _KindOfPiece("dome", masses.dome)


def _doubt_of_change(scale: Scale) -> float:
    """Return the noise in g rms of the change of a cell's load, of means before and after."""
    return scale.noise * sqrt(2 / max(1.0, scale.rate * WEIGHING_SECONDS))


def _doubt_of_mass(scale: Scale) -> float:
    """Return the noise in g rms of the mass of a piece, the sum of four changes."""
    return _doubt_of_change(scale) * sqrt(len(scale.cells))


def _doubt_of_place(board: BoardFile, scale: Scale, mass: float) -> float:
    """Return the noise in mm rms of the place of a piece of this mass, east or north, on the worst square. Its place is
    the mean of those of the cells, weighted with their changes."""
    arms = [
        sqrt(sum((place - middle) ** 2 for place in places))
        for places in ([cell.east for cell in scale.cells], [cell.north for cell in scale.cells])
        for middle in (0.0, (board.geometry.size - 1) * board.geometry.pitch)
    ]
    return max(arms) * _doubt_of_change(scale) / mass


def _like(first: _KindOfPiece, second: _KindOfPiece, scale: Scale) -> bool:
    """Return whether two kinds of piece may weigh the same."""
    spread = ALIKE * (first.mass + second.mass)
    return abs(first.mass - second.mass) < 2 * SURE * _doubt_of_mass(scale) + spread


def _scale_figures(board: BoardFile, scale: Scale) -> tuple[str, ...]:
    lightest = min(_kinds(scale), key=lambda kind: kind.mass)
    doubt, place = SURE * _doubt_of_mass(scale), SURE * _doubt_of_place(board, scale, lightest.mass)
    third, dome = _kinds(scale)[-2:]
    apart, mistaken = abs(third.mass - dome.mass), _mistaken(third.mass, dome.mass, scale)
    half = _mistaken(third.mass, third.mass - apart / 2, scale)
    alike = [f"{a.name} and {b.name}" for a, b in combinations(_kinds(scale), 2) if _like(a, b, scale)]
    told = f"may weigh the same: {'; '.join(alike)}" if alike else "each kind of piece has a mass of its own"
    return (
        f"the scale weighs to {doubt:.2g} g in {WEIGHING_SECONDS:g} s; the lightest piece, a {lightest.name}, has"
        f" {lightest.mass:g} g and its place is known to {place:.2g} mm",
        f"a cell bears {_share(scale):.0f} g of {scale.range:g} g, with all pieces on a plate of {PLATE_WEIGHT:g} g",
        told,
        f"a third block and a dome differ by {apart:.2g} g: where either may be built, {mistaken:.2g} % of them are"
        f" taken for each other and more are asked about; {half:.2g} % if they differ by half of that",
    )


def _mistaken(first: float, second: float, scale: Scale) -> float:
    """Return how many in a hundred pieces of two masses in g are nearer to the other one, by their spread and noise."""
    spread = hypot(ALIKE * first, ALIKE * second) / sqrt(2)
    return 50 * erfc(abs(first - second) / 2 / hypot(spread, _doubt_of_mass(scale)) / sqrt(2))


def _share(scale: Scale) -> float:
    """Return the load in g of each cell with all pieces of the game on the plate."""
    pieces = zip(PIECES, (*scale.masses.blocks, scale.masses.dome), strict=True)
    return (PLATE_WEIGHT + sum(count * mass for count, mass in pieces)) / len(scale.cells)


def _scale(board: BoardFile) -> Iterator[BoardFault]:
    """Check that the scale bears a game, and finds the lightest piece and its square."""
    scale = board.scale
    if scale is None:
        return
    kinds, pitch = _kinds(scale), board.geometry.pitch
    lightest = min(kinds, key=lambda kind: kind.mass)
    doubt, place = SURE * _doubt_of_mass(scale), SURE * _doubt_of_place(board, scale, lightest.mass)
    if LEANING * _share(scale) > scale.range:
        yield BoardFault(
            f"range_g = {scale.range:g}: with all pieces on the plate a cell bears {_share(scale):.0f} g, and"
            f" {LEANING:g} times that where a hand leans: cells for {LEANING * _share(scale):.0f} g or more",
            fatal=True,
        )
    if lightest.mass < 2 * doubt:
        yield BoardFault(
            f"a {lightest.name} of {lightest.mass:g} g is lost in the noise of the scale, which weighs to {doubt:.2g}"
            f" g: cells of a smaller range_g than {scale.range:g}",
            fatal=True,
        )
    elif place > pitch / 4:
        yield BoardFault(
            f"the place of a {lightest.name} of {lightest.mass:g} g is known to {place:.0f} mm, and {pitch / 4:.0f} mm"
            f" are needed on squares of {pitch:g} mm: cells of a smaller range_g than {scale.range:g}",
            fatal=True,
        )
    # Blocks of different levels need no telling apart: each level goes on the one below it.
    worker, *blocks, dome = kinds
    mistaken = _mistaken(blocks[2].mass, dome.mass, scale)
    if mistaken > MOST_MISTAKEN and not _like(dome, blocks[2], scale):
        yield BoardFault(
            f"a third block ({blocks[2].mass:g} g) and a dome ({dome.mass:g} g): {mistaken:.2g} % are taken for each"
            " other where either may be built, and more are asked about: a coin glued into each dome, so that they"
            " differ by more",
            fatal=False,
        )
    for first, second in ((worker, dome), *((dome, block) for block in blocks), *((worker, block) for block in blocks)):
        if _like(first, second, scale):
            yield BoardFault(
                f"a {first.name} ({first.mass:g} g) and a {second.name} ({second.mass:g} g) may weigh the same, so that"
                " the scale alone cannot tell one from the other",
                fatal=False,
            )
