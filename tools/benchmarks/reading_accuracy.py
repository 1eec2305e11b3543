"""Measures how well single readings are decoded: ``python -m tools.benchmarks.reading_accuracy`` (``--cases N`` of each
kind).

It makes random boards with four workers on towers of all heights, and readings of the 25 sensors before and after a
deed. Each reading is decoded by the recogniser and, for comparison, square by square against thresholds that know the
height of each tower. For each kind of board and deed it prints the shares of readings that the recogniser got surely
wrong, that left it unsure, and that thresholds got wrong; then how often its best world was wrong at each margin.
``--write`` stores the shares for ``docs/reading.md``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

from hardware.board import Frame
from hardware.geometry import Geometry, Magnet
from perception.arrangements import Reading, Verdict, outline
from perception.limits import DecisionThresholds
from tests.perception.landings import Case, Deed, Faults, cases, recogniser
from thera.simulator.game_simulation import ThresholdReader
from tools.benchmarks.reading_figures import (
    MEASURED_BOARD,
    BoardAccuracy,
    DeedAccuracy,
    PlacementAccuracy,
    read_figures,
    write_figures,
)

PACE = DecisionThresholds()


def board_known(geometry: Geometry) -> Faults:
    """The usual hands and sensors at a board known to the recogniser."""
    return Faults(placement=4.0, gain=0.05, truth=geometry, belief=geometry)


def untold(geometry: Geometry) -> Faults:
    """The usual hands and sensors at a board unknown to the recogniser."""
    return Faults(placement=4.0, gain=0.05, truth=geometry, belief=MEASURED_BOARD)


USUAL = board_known(MEASURED_BOARD)

BOARDS = {
    "2 mm, 2 % gain": replace(USUAL, placement=2.0, gain=0.02),
    "4 mm, 5 % gain (usual)": USUAL,
    "8 mm, 10 % gain": replace(USUAL, placement=8.0, gain=0.10),
    "usual, 0.06 mT of noise": replace(USUAL, noise=0.06),
    "usual, 4 frames instead of 8": replace(USUAL, frames=4),
    "usual, blocks 2 mm higher": untold(replace(MEASURED_BOARD, block_heights=(20.0, 20.0, 20.0))),
    "usual, blocks 2 mm lower": untold(replace(MEASURED_BOARD, block_heights=(16.0, 16.0, 16.0))),
    "usual, gap 1.5 mm wider": untold(replace(MEASURED_BOARD, gap=9.5)),
    "usual, magnet 8 % weaker": untold(replace(MEASURED_BOARD, magnet=replace(MEASURED_BOARD.magnet, remanence=1.2))),
    "usual, magnets 10 x 3": board_known(Geometry(magnet=Magnet(10.0, 3.0))),
    "usual, magnets 15 x 5": board_known(Geometry(magnet=Magnet(15.0, 5.0))),
    "usual, magnets 20 x 5": board_known(Geometry(magnet=Magnet(20.0, 5.0))),
    "usual, pitch 40 mm": board_known(replace(MEASURED_BOARD, pitch=40.0)),
    "usual, pitch 50 mm": board_known(replace(MEASURED_BOARD, pitch=50.0)),
}
"""The kinds of boards; words such as "higher" name the error of the recogniser's assumptions."""

PLACEMENTS = (0.0, 2.0, 4.0, 6.0, 8.0, 10.0)
PLACED = (Deed.LIFT, Deed.LANDING, Deed.CARRY, Deed.BACK, Deed.TAP)


@dataclass
class Count:
    """The results of some readings."""

    readings: int = 0
    wrong: int = 0
    unsure: int = 0
    by_thresholds: int = 0
    seconds: float = 0.0

    def add(self, case: Case, verdict: Verdict) -> None:
        """Note a reading."""
        self.readings += 1
        if verdict.margin < PACE.margin or verdict.best.misfit > PACE.misfit:
            self.unsure += 1
        elif not case.is_right(verdict):
            self.wrong += 1
        self.by_thresholds += not thresholds_are_right(case)

    @property
    def shares(self) -> DeedAccuracy:
        """Return the wrong ones, the unsure ones, and those wrong by thresholds, in percent."""
        wrong, unsure, rival = (100 * each / self.readings for each in (self.wrong, self.unsure, self.by_thresholds))
        return DeedAccuracy(round(wrong, 1), round(unsure, 1), round(rival))


class BenchCalibration:
    """How often the best world was wrong at each margin, and how often it had a worker where none stands."""

    def __init__(self) -> None:
        self._bins: dict[int, tuple[int, int, int]] = {}

    def add(self, case: Case, verdict: Verdict) -> None:
        """Note one verdict whose best world fits."""
        if verdict.best.misfit > PACE.misfit:
            return
        index = min(int(verdict.margin / 2), 6)
        total, wrong, phantom = self._bins.get(index, (0, 0, 0))
        seen = outline(verdict.best.arrangement) <= outline(case.truth)
        self._bins[index] = total + 1, wrong + (not case.is_right(verdict)), phantom + (not seen)

    def __str__(self) -> str:
        lines = []
        for index, (total, wrong, phantom) in sorted(self._bins.items()):
            name = f"{2 * index} to {2 * index + 2}" if index < 6 else "12 and more"
            lines.append(
                f"margin {name:12s} {total:7d} readings, {wrong:5d} wrong ({wrong / total:.2%}),"
                f" {phantom:5d} with a worker where none stands"
            )
        return "\n".join(lines)


def thresholds_are_right(case: Case) -> bool:
    """Whether thresholds for each square, fed with the reading before and this one, see the true pieces."""
    thresholds = ThresholdReader(recogniser(case.belief).model)
    for number, reading in enumerate((case.reference.reading, case.reading)):
        thresholds.feed(_frame(number, reading), case.levels)
    return thresholds.standing == outline(case.truth)


def measured(deeds: Iterable[Deed], faults: Faults, count: int, calibration: BenchCalibration | None = None) -> Count:
    """Decode a number of readings of each of these deeds."""
    found = Count()
    for deed in deeds:
        for case in cases(deed, count, faults):
            begun = time.process_time()
            verdict = case.judged()
            found.seconds += time.process_time() - begun
            found.add(case, verdict)
            if calibration is not None:
                calibration.add(case, verdict)
    return found


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Decode single readings of random boards.")
    parser.add_argument(
        "--cases", type=int, default=100, help="readings for each board and deed (default: %(default)s)"
    )
    parser.add_argument("--write", action="store_true", help="store what is found for docs/reading.md")
    args = parser.parse_args()
    count, boards = args.cases, list[BoardAccuracy]()
    print(f"{count} readings for each board and deed; wrong / unsure (wrong by thresholds), in percent")
    print(f"{'':27s}" + "".join(f"{deed:>18s}" for deed in Deed) + f"{'ms a reading':>14s}")
    plain, hovering = BenchCalibration(), BenchCalibration()
    for name, faults in BOARDS.items():
        found = {deed: measured([deed], faults, count, hovering if deed is Deed.HOVER else plain) for deed in Deed}
        shares = {deed: each.shares for deed, each in found.items()}
        boards.append(BoardAccuracy(name, tuple(share for deed, share in shares.items() if deed is not Deed.HOVER)))
        cells = "".join(f"{each.wrong:6.1f} /{each.unsure:5.1f} ({each.by_thresholds:2d})" for each in shares.values())
        cost = 1000 * sum(each.seconds for each in found.values()) / (count * len(found))
        print(f"{name:27s}{cells}{cost:14.2f}", flush=True)
    print(f"\nall deeds but hovering:\n{plain}")
    print(f"\nhovering (a hand that holds a worker still low over a tower):\n{hovering}")
    if args.write:
        placements = tuple(_by_placement(placement, count) for placement in PLACEMENTS)
        stored = read_figures()
        write_figures(replace(stored, accuracy_cases=count, boards=tuple(boards), placements=placements))


def _by_placement(placement: float, count: int) -> PlacementAccuracy:
    """Return the share of right readings of one worker if hands are this number of mm off the middle."""
    found = measured(PLACED, Faults(placement=placement, gain=0.05), count)
    right = found.readings - found.wrong - found.unsure
    shares = (100 * each / found.readings for each in (right, found.readings - found.by_thresholds))
    return PlacementAccuracy(placement, *(round(share, 1) for share in shares))


def _frame(number: int, reading: Reading) -> Frame:
    return Frame(number * 1000, number, reading.fields, reading.clipped)


if __name__ == "__main__":
    main()
