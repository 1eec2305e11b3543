"""Makes the plots and tables of ``docs/reading.md`` of its figures: ``python -m benchmarks.reading_plots`` writes them.

The figures are measured by `benchmarks.touch_ratios` and `benchmarks.reading_accuracy`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import exp
from pathlib import Path

from benchmarks.plot import Axis, Plot, PlotLine
from benchmarks.reading_accuracy import PLACED
from benchmarks.reading_figures import MEASURED_BOARD, ReadingFigures, read_figures
from benchmarks.reading_tables import tables
from hardware.field_model import FieldModel, disc_field
from perception.tracking.hover_test import BELIEVED, TOUCHES

DOCUMENT = Path(__file__).parent.parent / "docs" / "reading.md"
PICTURES = DOCUMENT.parent / "pictures"
RATE = 50
"""The frames a second of the plot of touches: those of a board that asks for nothing else."""
_MOST = 100_000.0
"""The greatest ratio of that plot."""
_ROWS = r"(?:^\|.*\n)+"


def plots(figures: ReadingFigures) -> Mapping[str, Plot]:
    """All of them, by the names of their files."""
    return {
        "field_by_height.svg": field_by_height(),
        "accuracy.svg": accuracy(figures),
        "touch_ratios.svg": touch_ratios(figures),
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


def with_tables(text: str, figures: ReadingFigures) -> str:
    """The document with its tables made of these figures, each in the place of the one with the same first row.

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
