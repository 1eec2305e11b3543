"""The scale of a board that weighs: four load cells that carry its plate, and how heavy the pieces are. Apart from
`hardware.geometry`, which every board has: a board without a scale needs nothing of this.

Each cell reports its load in g. What is put on the plate adds its mass to the sum of the four, and moves their centre
towards its own place. The facts about the converter are those of the data sheet of Avia Semiconductor's HX711: in
channel A with gain 128 its full scale is half its analogue supply, divided by 128, either way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from common.toml_section import Section, numbers_of

CELL_COUNT = 4

PLATE_WEIGHT = 600.0
"""What a plate with its electronics weighs in g; it is part of every load. Computed for 261 x 261 mm: a face of 4 mm of
acrylic has 320 g, a carrier of 3 mm of plywood 130 g; the rest is an estimate for sensors, lights, wires and screws."""

MOST_COUNTS = (1 << 23) - 1
"""The largest count of an HX711, which has 24 bits with a sign."""

USUAL_RANGE, USUAL_RATING = 1000.0, 1.0
"""A bar of 1 kg that gives 1 mV for each V of its supply at that load, the smallest that is sold everywhere."""

RATES = {10: 50e-9, 80: 90e-9}
"""The readings a second that an HX711 can make, by its RATE pin, and the noise of each in V rms at its input."""

USUAL_SUPPLY = 5.0
"""The analogue supply in V, which is also that of the cells."""

OUTSIDE = 9.0
"""How far outside the squares the cells are, in mm, unless the board file says where: at the screws in the corners of
the plate (`hardware.template`)."""

LEAST_APART = 50.0
"""The least mm between the outermost cells, east to west and north to south. Choice: a tower is as wide."""


def usual_counts_per_gram(load: float, rating: float = USUAL_RATING) -> float:
    """Return the counts for each g of a cell that gives ``rating`` mV/V at a ``load`` in g. The supply of the cell is
    also the reference of the converter, so it makes no difference.

    >>> round(usual_counts_per_gram(1000.0))
    2147
    """
    return rating * 1e-3 * 256 * (MOST_COUNTS + 1) / load


def usual_noise(counts_per_gram: float, rate: int, supply: float = USUAL_SUPPLY) -> float:
    """Return the noise of one reading of a cell in g rms by the data sheet, at this supply in V.

    >>> [round(usual_noise(2147.0, rate), 3) for rate in RATES]
    [0.01, 0.018]
    """
    return RATES[rate] / (supply / 256) * (MOST_COUNTS + 1) / abs(counts_per_gram)


@dataclass(frozen=True, slots=True)
class LoadCell:
    """A load cell: the place where the plate rests on it, in mm east and north of the middle of a1, and the counts of
    its converter for each g, which a calibration measures. They are negative if it is mounted upside down."""

    east: float
    north: float
    counts_per_gram: float


@dataclass(frozen=True, slots=True)
class PieceMasses:
    """The mass in g of each kind of piece: a worker with its magnet, the blocks of the three levels, and a dome."""

    worker: float = 10.0
    blocks: tuple[float, float, float] = (12.0, 9.0, 6.0)
    dome: float = 5.0


@dataclass(frozen=True, slots=True)
class MeasuredScale:
    """What a calibration measures of a scale: the counts for each g of its cells, the noise of one reading of a cell in
    g rms, and the masses of the pieces. The places of the cells belong to the board file.

    :raises ValueError: if there are not the counts of four cells, or if one of them is 0.
    """

    counts_per_gram: tuple[float, ...]
    noise: float
    masses: PieceMasses

    def __post_init__(self) -> None:
        if len(self.counts_per_gram) != CELL_COUNT or not all(self.counts_per_gram):
            raise ValueError(f"a scale has {CELL_COUNT} cells, each with counts for a g that are not 0")


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a board: its cells, the load in g that each bears at most, how often all are read in a second, the
    noise of one reading of a cell in g rms, and the masses of the pieces.

    :raises ValueError: if there are not four cells, or if they cannot tell where a piece is or bear their range.
    """

    cells: tuple[LoadCell, ...]
    range: float = 1000.0
    rate: int = 80
    noise: float = 0.02
    masses: PieceMasses = field(default_factory=PieceMasses)

    def __post_init__(self) -> None:
        if len(self.cells) != CELL_COUNT:
            raise ValueError(f"a scale has {CELL_COUNT} cells, not {len(self.cells)}")
        easts, norths = [cell.east for cell in self.cells], [cell.north for cell in self.cells]
        areas = (
            (b.east - a.east) * (c.north - a.north) - (c.east - a.east) * (b.north - a.north)
            for a, b, c in combinations(self.cells, 3)
        )
        if (
            min(max(easts) - min(easts), max(norths) - min(norths)) < LEAST_APART
            or max(map(abs, areas)) < LEAST_APART**2
        ):
            raise ValueError(
                f"cells are at least {LEAST_APART:g} mm apart from east to west and from north to south, and not in one"
                " line: otherwise they do not tell where a piece is"
            )
        for number, cell in enumerate(self.cells, 1):
            if abs(cell.counts_per_gram) * self.range > MOST_COUNTS:
                raise ValueError(
                    f"range_g = {self.range:g} is more than cell {number} can report: with {cell.counts_per_gram:g}"
                    f" counts for each g its HX711 ends at {MOST_COUNTS / abs(cell.counts_per_gram):.0f} g"
                )

    @property
    def measured(self) -> MeasuredScale:
        """What a calibration measures of it."""
        return MeasuredScale(tuple(cell.counts_per_gram for cell in self.cells), self.noise, self.masses)

    def calibrated_by(self, measured: MeasuredScale) -> Scale:
        """Return this scale with what a calibration has measured of it.

        :raises ValueError: if a cell would end below the range of the scale.
        """
        cells = tuple(
            replace(cell, counts_per_gram=counts)
            for cell, counts in zip(self.cells, measured.counts_per_gram, strict=True)
        )
        return replace(self, cells=cells, noise=measured.noise, masses=measured.masses)

    def loads(self, counts: Sequence[int]) -> tuple[float, ...]:
        """Convert the counts of its cells to loads in g, to the mg, which is far below their noise.

        >>> corners = tuple(LoadCell(east, north, 2000.0) for east in (0.0, 180.0) for north in (0.0, 180.0))
        >>> Scale(corners).loads((2000, -1000, 3, 0))
        (1.0, -0.5, 0.002, 0.0)
        """
        return tuple(round(count / cell.counts_per_gram, 3) for count, cell in zip(counts, self.cells, strict=True))

    def centre(self, loads: Sequence[float]) -> tuple[float, float] | None:
        """Return the centre of these loads, in mm east and north of the middle of a1; None if their sum is 0. It is the
        place of a piece if they are what the piece has added."""
        total = sum(loads)
        if total == 0:
            return None
        east = sum(load * cell.east for load, cell in zip(loads, self.cells, strict=True)) / total
        return east, sum(load * cell.north for load, cell in zip(loads, self.cells, strict=True)) / total


# ---- The board file
#
# Reads and writes ``[scale]``. The pins of the converters are among ``[electronics.pins]``.


_ALLOWED_PLACES = "a list of four places [east, north] in mm from the middle of a1, each -300 to 600"
_ALLOWED_COUNTS = "one number or a list of four, each 1 to 100000 or -100000 to -1"


ASSUMABLE = ("counts_per_gram", "noise_g", "worker_g", "block_g", "dome_g")
"""What only a calibration or a pilot of the scale measures, by the names in a board file."""


def usual_scale(size: int, pitch: float, worker: float) -> Scale:
    """Return the scale of a board with ``size`` squares on a side, each ``pitch`` mm wide, whose file says nothing more
    of it: bars of 1 kg at the screws in the corners of the plate, and workers of ``worker`` g."""
    counts = usual_counts_per_gram(USUAL_RANGE)
    low, high = -pitch / 2 - OUTSIDE, (size - 0.5) * pitch + OUTSIDE
    cells = tuple(LoadCell(east, north, round(counts, 2)) for north in (low, high) for east in (low, high))
    return Scale(cells, noise=round(usual_noise(counts, 80), 4), masses=PieceMasses(worker=round(worker, 2)))


def read_scale(section: Section, size: int, pitch: float, worker: float) -> Scale:
    """Read the scale of a board with ``size`` squares on a side, each ``pitch`` mm wide; ``worker`` is the mass of a
    worker in g unless the section has one."""
    usual = usual_scale(size, pitch, worker)
    reach = section.number("range_g", usual.range, 50, 50_000)
    rate = section.whole("rate_hz", usual.rate, tuple(RATES))
    counts = _counts(section, round(usual_counts_per_gram(reach), 2))
    places = _places(section, tuple((cell.east, cell.north) for cell in usual.cells))
    supply = section.number("supply_v", USUAL_SUPPLY, 2.6, 5.5)
    noise = max(usual_noise(each, rate, supply) for each in counts)
    masses = PieceMasses(
        section.number("worker_g", usual.masses.worker, 1, 500),
        _block_masses(section, usual.masses.blocks),
        section.number("dome_g", usual.masses.dome, 1, 500),
    )
    cells = tuple(LoadCell(east, north, each) for (east, north), each in zip(places, counts, strict=True))
    return section.made(
        lambda: Scale(cells, reach, rate, section.number("noise_g", round(noise, 4), 0.001, 5), masses), usual
    )


def _places(section: Section, default: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    value = section.value("cells", None)
    if value is None:
        return default
    found = [numbers_of(each, -300, 600) for each in value] if isinstance(value, list) else []
    if len(found) != CELL_COUNT or any(len(each) != 2 for each in found):
        section.wrong("cells", _ALLOWED_PLACES, value)
        return default
    return tuple((each[0], each[1]) for each in found)


def _counts(section: Section, default: float) -> tuple[float, ...]:
    value = section.value("counts_per_gram", default)
    found = numbers_of(value if isinstance(value, list) else [value] * CELL_COUNT, -100_000, 100_000)
    if len(found) != CELL_COUNT or any(abs(each) < 1 for each in found):
        section.wrong("counts_per_gram", _ALLOWED_COUNTS, value)
        return (default,) * CELL_COUNT
    return found


def _block_masses(section: Section, default: tuple[float, float, float]) -> tuple[float, float, float]:
    value = section.value("block_g", list(default))
    found = numbers_of(value, 1, 500)
    if len(found) != 3:
        section.wrong("block_g", "the masses of the blocks of levels 1, 2 and 3, three numbers from 1 to 500", value)
        return default
    return found[0], found[1], found[2]


def describe_scale(scale: Scale, assumed: Collection[str] = ()) -> str:
    """Format the section with all values; those that are ``assumed`` are comments."""
    measured = {name: f"{'# ' if name in assumed else ''}{line}" for name, line in measured_lines(scale).items()}
    return f"""\
[scale]
cells = [{", ".join(f"[{cell.east:g}, {cell.north:g}]" for cell in scale.cells)}]
{measured.pop("counts_per_gram")}
range_g = {scale.range}
rate_hz = {scale.rate}
{chr(10).join(measured.values())}
"""


def measured_lines(scale: Scale) -> dict[str, str]:
    """Return what a calibration or a pilot measures of a scale as lines of the section, by their keys."""
    masses = scale.masses
    return {
        "counts_per_gram": f"counts_per_gram = [{', '.join(f'{cell.counts_per_gram:.6g}' for cell in scale.cells)}]",
        "noise_g": f"noise_g = {scale.noise:g}",
        "worker_g": f"worker_g = {masses.worker}",
        "block_g": f"block_g = [{', '.join(map(str, masses.blocks))}]",
        "dome_g": f"dome_g = {masses.dome}",
    }
