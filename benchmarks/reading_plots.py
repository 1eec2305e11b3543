"""The plots of ``docs/reading.md``: ``python -m benchmarks.reading_plots`` writes both (``--cases N`` sets how many
readings a point of the second one stands for; its figures are printed, too)."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.plot import Axis, Plot, PlotLine
from benchmarks.reading_accuracy import measured
from hardware.field_model import FieldModel, disc_field
from hardware.geometry import Geometry, Magnet
from tests.perception.landings import Deed, Faults

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
PLACEMENTS = (0.0, 2.0, 4.0, 6.0, 8.0, 10.0)
DEEDS = (Deed.LIFT, Deed.LANDING, Deed.CARRY, Deed.BACK, Deed.TAP)


def field_by_height() -> Plot:
    """What a sensor feels of a worker over it, by its height, and of neighbours on the ground."""
    model = FieldModel(Geometry())
    beside, corner = abs(model.field(45.0, 0)), abs(model.field(45.0 * 2**0.5, 0))
    over = tuple((float(height), disc_field(Magnet(), 0.0, height)) for height in range(7, 100, 3))
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


def accuracy(count: int) -> Plot:
    """Right readings by how far off the middle hands put workers."""
    ours, unsure, thresholds = [], [], []
    for placement in PLACEMENTS:
        found = measured(DEEDS, Faults(placement=placement, gain=0.05), count)
        right = found.readings - found.wrong - found.unsure
        ours.append((placement, 100 * right / found.readings))
        unsure.append(100 * found.unsure / found.readings)
        thresholds.append((placement, 100 * (1 - found.by_thresholds / found.readings)))
        print(
            f"{placement:4.0f} mm: {found.readings} readings, right {ours[-1][1]:.2f} %, wrong {found.wrong},"
            f" unsure {found.unsure}; thresholds right {thresholds[-1][1]:.1f} %",
            flush=True,
        )
    return Plot(
        f"Readings decoded rightly ({count * len(DEEDS)} a point; 0.03 mT of noise, 5 % of gain)",
        Axis("placement error, mm (root mean square of the distance)", 0.0, 10.0, PLACEMENTS),
        Axis("right, %", 0.0, 100.0, (0.0, 25.0, 50.0, 75.0, 100.0)),
        (
            PlotLine("all 25 sensors together", tuple(ours), tuple(ours)),
            PlotLine("a threshold for each square and height", tuple(thresholds), tuple(thresholds)),
        ),
    )


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description="Write the plots of docs/reading.md.")
    parser.add_argument(
        "--cases", type=int, default=200, help="readings for each point and deed (default: %(default)s)"
    )
    count = parser.parse_args().cases
    (PICTURES / "field_by_height.svg").write_text(field_by_height().svg(), encoding="utf-8")
    (PICTURES / "accuracy.svg").write_text(accuracy(count).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
