"""How long lights take over the wire: from the call that asks for them to the board that has read them.

The table's link and a board's agent, each in a thread of its own, with a pseudo-terminal between them and 50 readings a
second the other way, as in play. Options: --lights N, --budget-ms MS.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from statistics import median

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board import DARK, SQUARE_COUNT, Colour, Lights, LinkChanged, LinkState
from hardware.virtual import VirtualBoard

APART = 0.05
"""Seconds between two pictures: slower than the link sends them, so that none waits for the one before."""


class TimedBoard(VirtualBoard):
    """A virtual board that notes when it is told to show something."""

    def __init__(self) -> None:
        super().__init__()
        self.told = threading.Condition()
        self.newest: Lights | None = None
        self.at = 0.0

    def show(self, lights: Lights) -> None:
        """Note when, and show them."""
        with self.told:
            self.newest, self.at = lights, time.perf_counter()
            self.told.notify_all()
        super().show(lights)


def picture(number: int) -> Lights:
    """A picture unlike the one before."""
    return Lights(
        tuple(Colour(number % 200 + 1, 9, 9) if square == number % 25 else DARK for square in range(SQUARE_COUNT))
    )


def measure(lights: int) -> list[float]:
    """The milliseconds that each of so many pictures took."""
    device = TimedBoard()
    with PtyPort(device) as port, SerialBoard(port.path) as board:
        for event in board.events():
            if isinstance(event, LinkChanged) and event.state is LinkState.READY:
                break
        reader = threading.Thread(target=lambda: sum(1 for _ in board.events()), daemon=True)
        reader.start()
        taken = []
        for number in range(lights):
            time.sleep(APART)
            wanted, asked = picture(number), time.perf_counter()
            board.show(wanted)
            with device.told:
                device.told.wait_for(lambda: device.newest == wanted, 5)  # noqa: B023 - waited for at once
                taken.append(1000 * (device.at - asked))
    return sorted(taken)


def main() -> int:
    """Measure and tell; the exit code is 1 if one in a hundred takes too long."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--lights", type=int, default=2000, help="how many pictures (default: %(default)s)")
    asked.add_argument("--budget-ms", type=float, default=5.0, help="the most that 99 of 100 may take")
    args = asked.parse_args()
    taken = measure(args.lights)
    late = taken[int(0.99 * len(taken))]
    print(f"{len(taken)} pictures: median {median(taken):.2f} ms, p99 {late:.2f} ms, at most {taken[-1]:.2f} ms")
    return 0 if late < args.budget_ms else 1


if __name__ == "__main__":
    sys.exit(main())
