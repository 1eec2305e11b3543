"""Makes the plots and tables of ``docs/reading.md`` from its figures: ``python -m tools.benchmarks.reading_plots``.

`tools.benchmarks.touch_ratios` and `tools.benchmarks.reading_accuracy` measure the figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, exp, log10
from pathlib import Path

from hardware.field_model import FieldModel, disc_field
from hardware.geometry import Geometry
from hardware.hand_actions import Pause, Stack
from hardware.scale import usual_scale
from hardware.virtual.virtual_device import VirtualDevice
from perception.tracking.limits import BELIEVED, TOUCHES
from perception.weight import PlateRest
from tools.benchmarks.reading_accuracy import PLACED
from tools.benchmarks.reading_figures import MEASURED_BOARD, BoardAccuracy, ReadingFigures, TouchRatio, read_figures

# ---- A line plot


WIDTH, HEIGHT = 680.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 16.0, 40.0, 52.0
INK = "#808080"
COLOURS = ("#2f81d6", "#d9722e", "#8f8f3a", "#9a6dc4")
DASHES = ("none", "7 4", "2 4", "12 3 2 3")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    """The title of an axis, its range, and its marks."""

    title: str
    first: float
    last: float
    marks: tuple[float, ...]
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Return the place of a value along the axis, from 0 to 1."""
        if self.logarithmic:
            return log10(value / self.first) / log10(self.last / self.first)
        return (value - self.first) / (self.last - self.first)


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line through points, with its name; some points may be dots."""

    name: str
    points: tuple[Point, ...]
    dots: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over two axes."""

    title: str
    across: Axis
    up: Axis
    lines: tuple[PlotLine, ...]

    def svg(self) -> str:
        """Return the picture."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" font-family="sans-serif"'
            f' font-size="13" fill="{INK}">',
            f"<title>{escape(self.title)}</title>",
            f'<text x="{LEFT:g}" y="22" font-size="15">{escape(self.title)}</text>',
            *self._grid(),
        ]
        for number, line in enumerate(self.lines):
            parts += self._drawn(number, line)
        parts.append("</svg>")
        return "\n".join(parts) + "\n"

    def _grid(self) -> list[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        parts = []
        for mark in self.across.marks:
            x, _ = self._at((mark, self.up.first))
            parts.append(f'<path d="M{x:.1f} {TOP:g}V{bottom:g}" stroke="{INK}" stroke-opacity=".25"/>')
            parts.append(f'<text x="{x:.1f}" y="{bottom + 18:g}" text-anchor="middle">{mark:g}</text>')
        for mark in self.up.marks:
            _, y = self._at((self.across.first, mark))
            parts.append(f'<path d="M{LEFT:g} {y:.1f}H{right:g}" stroke="{INK}" stroke-opacity=".25"/>')
            parts.append(f'<text x="{LEFT - 8:g}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>')
        middle = (TOP + bottom) / 2
        parts.append(
            f'<text x="{(LEFT + right) / 2:g}" y="{HEIGHT - 12:g}" text-anchor="middle">'
            f"{escape(self.across.title)}</text>"
        )
        parts.append(
            f'<text x="16" y="{middle:g}" text-anchor="middle" transform="rotate(-90 16 {middle:g})">'
            f"{escape(self.up.title)}</text>"
        )
        return parts

    def _drawn(self, number: int, line: PlotLine) -> list[str]:
        colour = COLOURS[number]
        stroke = f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{DASHES[number]}"'
        places = [self._at(point) for point in line.points]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts = [f'<path d="{path}" fill="none" {stroke}/>']
        for x, y in (self._at(dot) for dot in line.dots):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')
        y = TOP + 18 + 20 * number if self.up.logarithmic else HEIGHT - BOTTOM - 34 + 20 * number
        x = WIDTH - RIGHT - 440 if self.up.logarithmic else LEFT + 30
        parts.append(f'<path d="M{x:g} {y - 4:g}h26" {stroke}/>')
        parts.append(f'<text x="{x + 34:g}" y="{y:g}">{escape(line.name)}</text>')
        return parts

    def _at(self, point: Point) -> Point:
        x, y = self.across.share(point[0]), self.up.share(point[1])
        return LEFT + x * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM)


# ---- The tables


DEEDS = ("at rest", "lifted", "landed", "carried unseen", "put back", "touched", "two lifted, one landed")
RESTS = (400, 800, 1200)
"""The rests, in ms, in the table; the plot has more."""
LEAST, MOST = 0.1, 1000.0
"""The limits beyond which ratios are not distinguished."""


def tables(figures: ReadingFigures) -> Iterator[str]:
    """All of them."""
    yield accuracy_table(figures.boards)
    yield ratio_table(figures.touch_ratios)


def accuracy_table(boards: Iterable[BoardAccuracy]) -> str:
    """Return the results of readings of each deed, on each kind of board."""
    rows = [
        (each.board, *(f"{deed.wrong:g} / {deed.unsure:g} ({deed.by_thresholds})" for deed in each.deeds))
        for each in boards
    ]
    return _table(("board", *DEEDS), rows)


def ratio_table(found: Iterable[TouchRatio]) -> str:
    """How much likelier a touch of a new block is than a hand."""
    by_place = {(each.blocks, each.rate, each.rest): each for each in found}
    rows = []
    for blocks, rate in dict.fromkeys((blocks, rate) for blocks, rate, _ in by_place):
        cells = [by_place[blocks, rate, rest] for rest in RESTS]
        touches = [f"{_ratio(each.touch)} ({_ratio(each.low_touch)})" for each in cells]
        rows.append((str(blocks), str(rate), *touches, _ratio(max(each.high_hover for each in cells))))
    titles = ("blocks under the new one", "frames a second", *(f"{rest} ms" for rest in RESTS), "a hand, at most")
    return _table(titles, rows)


def _ratio(log_ratio: float) -> str:
    """Return a log-likelihood ratio as a ratio."""
    ratio = exp(log_ratio)
    if not LEAST <= ratio <= MOST:
        return f"over {MOST:g}" if ratio > MOST else f"under {LEAST:g}"
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.1f}"


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(cells)} |" for cells in (titles, *rows)]
    return "\n".join((lines[0], "|" + "---|" * len(titles), *lines[1:]))


# ---- The plots


DOCUMENT = Path(__file__).parents[2] / "docs" / "reading.md"
PICTURES = DOCUMENT.parent / "pictures"
RATE = 50
"""The frames a second of the plot of touches: the usual rate of a board."""
_MOST = 100_000.0
"""The greatest ratio of that plot."""
_ROWS = r"(?:^\|.*\n)+"


def plots(figures: ReadingFigures) -> Mapping[str, Plot]:
    """All of them, by the names of their files."""
    return {
        "field_by_height.svg": field_by_height(),
        "accuracy.svg": accuracy(figures),
        "touch_ratios.svg": touch_ratios(figures),
        "weighed_tower.svg": weighed_tower(),
    }


def field_by_height() -> Plot:
    """What a sensor feels of a worker over it, by its height, and of neighbours on the ground."""
    model = FieldModel(MEASURED_BOARD)
    beside, corner = abs(model.field(45.0, 0)), abs(model.field(45.0 * 2**0.5, 0))
    over = tuple((float(height), disc_field(MEASURED_BOARD.magnet, 0.0, height)) for height in range(7, 100, 3))
    levels = tuple((model.height(level), model.field(0.0, level)) for level in range(5))
    return Plot(
        "The field at a sensor (15 x 5 mm magnet, pitch 45 mm)",
        Axis("worker's foot above the sensor, mm", 0.0, 100.0, (0.0, 20.0, 40.0, 60.0, 80.0, 100.0)),
        Axis("field, mT", 0.1, 100.0, (0.1, 1.0, 10.0, 100.0), logarithmic=True),
        (
            PlotLine("a worker right over it; dots: on 0, 1, 2, 3 blocks and on a dome", over, levels),
            PlotLine("a neighbour on the ground, beside (the other way round)", ((0.0, beside), (100.0, beside))),
            PlotLine(
                "a neighbour on the ground, at the corner (the other way round)", ((0.0, corner), (100.0, corner))
            ),
        ),
    )


def accuracy(figures: ReadingFigures) -> Plot:
    """Right readings by how far off the middle hands put workers."""
    ours = tuple((each.placement, each.right) for each in figures.placements)
    thresholds = tuple((each.placement, each.by_thresholds) for each in figures.placements)
    return Plot(
        f"Readings decoded rightly ({figures.accuracy_cases * len(PLACED)} a point; 0.03 mT of noise, 5 % of gain)",
        Axis("placement error, mm (root mean square of the distance)", 0.0, 10.0, tuple(place for place, _ in ours)),
        Axis("right, %", 0.0, 100.0, (0.0, 25.0, 50.0, 75.0, 100.0)),
        (
            PlotLine("all 25 sensors together", ours, ours),
            PlotLine("a threshold for each square and height", thresholds, thresholds),
        ),
    )


def touch_ratios(figures: ReadingFigures) -> Plot:
    """How much likelier a touch of a new block is than a hand, by the length of the rest."""
    names = (
        "half of the touches, new block on the ground",
        "the same, new block on one block",
        "the same, new block on two blocks",
    )
    found = [each for each in figures.touch_ratios if each.rate == RATE]
    lines = []
    for blocks, name in enumerate(names):
        points = tuple((float(each.rest), exp(each.touch)) for each in found if each.blocks == blocks)
        lines.append(PlotLine(name, tuple(point for point in points if point[1] <= _MOST)))
    rests = tuple(sorted({float(each.rest) for each in found}))
    enough = exp(BELIEVED)
    lines.append(
        PlotLine(
            f"from here on the table builds (on the ground from {exp(TOUCHES):.0f})",
            ((rests[0], enough), (rests[-1], enough)),
        )
    )
    return Plot(
        f"How much likelier a touch is than a hand, by tremor ({RATE} frames a second)",
        Axis("rest, ms", rests[0], rests[-1], rests),
        Axis("likelihood ratio", 0.5, _MOST, (1.0, 10.0, 100.0, 1000.0, 10000.0), logarithmic=True),
        tuple(lines),
    )


def weighed_tower() -> Plot:
    """What the four load cells feel as a tower is built, and what is read of it while the plate is at rest."""
    geometry = Geometry()
    scale = usual_scale(geometry.size, geometry.pitch, 14.0)
    board, rest = VirtualDevice(geometry, seed=1, scale=scale), PlateRest(scale)
    hands = [
        Pause(400.0),
        *(action for dome in (False, False, False, True) for action in (Stack(12, dome), Pause(500.0))),
    ]
    tasks = [board.enqueue(action) for action in hands]
    felt: list[Point] = []
    read: list[Point] = []
    while not all(task.done for task in tasks):
        board.frame()
        for weighed in board.weighings():
            rest.feed(weighed)
            felt.append((weighed.at / 1000, sum(weighed.loads)))
            read.append((weighed.at / 1000, read[-1][1] if rest.sums is None and read else sum(weighed.loads)))
            if rest.sums is not None:
                read[-1] = (weighed.at / 1000, rest.sums[0])
    zero = read[len(felt) // 20][1]
    felt, read = ([(at, load - zero) for at, load in line] for line in (felt, read))
    last = ceil(felt[-1][0])
    return Plot(
        "A tower is built: blocks of 12, 9 and 6 g and a dome of 5 g",
        Axis("time, s", 0.0, last, tuple(map(float, range(last + 1)))),
        Axis("load besides the plate, g", -40.0, 140.0, (0.0, 12.0, 32.0, 60.0, 100.0, 140.0)),
        (
            PlotLine("what the four cells feel: a hand presses before it lets go", tuple(felt)),
            PlotLine("what is read while the plate is at rest", tuple(read)),
        ),
    )


def with_tables(text: str, figures: ReadingFigures) -> str:
    """Return the document with its tables made from these figures, each replacing the one with the same first row.

    :raises ValueError: if one is not there.
    """
    for table in tables(figures):
        first = table.splitlines()[0]
        text, found = re.subn(rf"^{re.escape(first)}\n{_ROWS}", f"{table}\n", text, flags=re.MULTILINE)
        if found != 1:
            raise ValueError(f"{found} tables begin with {first}")
    return text


def main() -> None:
    """Write the pictures, and the tables into the document."""
    figures = read_figures()
    for name, plot in plots(figures).items():
        (PICTURES / name).write_text(plot.svg(), encoding="utf-8")
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text("utf-8"), figures), encoding="utf-8")


if __name__ == "__main__":
    main()
