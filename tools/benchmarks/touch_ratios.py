"""Measures how much likelier a touch is than a hand that holds the worker there, by the tremor of a single rest: the
limit of what can be distinguished, on towers of any height.

Run it with ``python -m tools.benchmarks.touch_ratios``; ``--write`` stores what it finds for ``docs/reading.md``. It
gives quantiles of the likelihood ratio, for workers that stand and for hands that hover just as high, from noise and
tremor as the virtual board has them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from common.numbers import seeded
from hardware.field_model import FieldModel
from hardware.virtual.journey import HandStyle, Tremor
from perception.arrangements import MagnetInHand
from perception.tracking.hover_detector import stillness
from tools.benchmarks.reading_figures import MEASURED_BOARD, TouchRatio, read_figures, write_figures
from tools.benchmarks.reading_plots import ratio_table

NOISE, PINK = 0.03, 0.015
SQUARE = 12
LEVELS = (1, 2, 3)
PERIODS = (40, 20, 10)
DURATIONS = (200, 400, 800, 1200, 1600)
ABOVE = 18.0
"""The height in mm of a hovering worker's foot over the wood."""


def ratios(level: int, duration: int, period: int, count: int, *, held: bool) -> list[float]:
    """Return the log-likelihood ratios of some rests, in order."""
    model, chance = FieldModel(MEASURED_BOARD), seeded(f"touch ratios {level} {duration} {period} {held}", count)
    hand = MagnetInHand(1, *model.geometry.centre(SQUARE), model.height(level))
    slopes = model.held(hand.east, hand.north, hand.height)
    here = (slopes.by_east[SQUARE], slopes.by_north[SQUARE], slopes.by_height[SQUARE])
    found = []
    for _ in range(count):
        felt = tuple(_rest(duration, period, here if held else (0.0, 0.0, 0.0), chance))
        found.append(stillness(model, hand, {SQUARE: felt}.__getitem__, lambda _: NOISE))
    return sorted(found)


def _rest(
    duration: int, period: int, slopes: tuple[float, float, float], chance: Random
) -> Iterator[tuple[int, float]]:
    """Return the times in ms and fields in mT of one rest."""
    tremor = Tremor.drawn(HandStyle.natural().tremor, chance)
    deviation = (NOISE**2 + PINK**2) ** 0.5
    for at in range(0, duration, period):
        moved = sum(slope * way for slope, way in zip(slopes, tremor.at(at, ABOVE), strict=True))
        yield at, chance.gauss(0.0, deviation) + moved


def measured(count: int) -> Iterator[TouchRatio]:
    """Return the ratios of some rests of each kind."""
    for level in LEVELS:
        for period in PERIODS:
            for duration in DURATIONS:
                touches = ratios(level, duration, period, count, held=False)
                hovers = ratios(level, duration, period, count, held=True)
                found = (touches[count // 2], touches[count // 10], hovers[count * 99 // 100])
                yield TouchRatio(level - 1, 1000 // period, duration, *(round(each, 2) for each in found))


def main() -> None:
    """Print the table, and store the figures on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rests", type=int, default=400, metavar="N", help="rests of each kind (default: 400)")
    parser.add_argument("--write", action="store_true", help="store what is found for docs/reading.md")
    args = parser.parse_args()
    found = tuple(measured(args.rests))
    print(ratio_table(found))
    if args.write:
        write_figures(replace(read_figures(), touch_ratios=found, ratio_rests=args.rests))


if __name__ == "__main__":
    main()
