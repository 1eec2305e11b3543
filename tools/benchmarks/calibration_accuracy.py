"""Measures the errors of calibrations on simulated boards, beside the errors that they estimate.

python -m tools.benchmarks.calibration_accuracy --boards 300
"""

from __future__ import annotations

import argparse
import time

from tests.perception.calibration.true_errors import Accuracy, Errors, accuracy
from tests.perception.calibration.uneven_board import Flaws

BOARDS = {
    "usual": Flaws(),
    "placed to 3 mm": Flaws(placement=3.0),
    "placed to 5 mm": Flaws(placement=5.0),
    "no drift, no lights": Flaws(drift=0.0, light=0.0),
    "sensors in place": Flaws(displaced=0.0),
    "nothing tilted": Flaws(sensor_tilt=0.0, magnet_tilt=0.0),
}


def row(name: str, found: Accuracy) -> str:
    """A line of the table."""
    gains = found.gains
    cells = [
        name,
        f"{_percent(gains)}, worst {100 * gains.worst:.1f}",
        f"{100 * gains.covered(1.0):.0f} %, {100 * gains.covered(2.0):.0f} %",
        *(_percent(errors) for errors in found.fields),
        *(f"{errors.rms:.2f} ({errors.rms_stated:.2f})" for errors in found.feet),
    ]
    return f"| {' | '.join(cells)} |"


def _percent(errors: Errors) -> str:
    return f"{100 * errors.rms:.1f} ({100 * errors.rms_stated:.1f})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Calibrate simulated boards.")
    parser.add_argument("--boards", type=int, default=100, help="how many of each kind (default: %(default)s)")
    count = parser.parse_args().boards
    print("| boards | gains, % | covered | 1 block, % | 2 blocks | 3 blocks | 1 block, mm | 2 blocks | 3 blocks |")
    print("|---|---|---|---|---|---|---|---|---|")
    begun = time.process_time()
    for name, flaws in BOARDS.items():
        print(row(name, accuracy(flaws, range(count))), flush=True)
    print(f"\ntrue error (stated error), rms; {(time.process_time() - begun) / count / len(BOARDS):.2f} s a board")


if __name__ == "__main__":
    main()
