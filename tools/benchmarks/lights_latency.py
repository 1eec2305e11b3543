"""Measures the time of lights over the wire: from the call that sets them until the board has read them. The table's
link is in this process and the board in another, as in play with a board on USB, with a pseudo-terminal between them
and 50 readings a second in the other direction. With --thinking a thread beside the link computes half of the time, as
the reading of the table does. A machine that is busy with other things shows nothing: see the load that is printed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from statistics import median

from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board import DARK, SQUARE_COUNT, Colour, Lights, LinkChanged, LinkState
from tests.hardware.fake_device import FakeDevice
from thera.commands.play_command import SWITCH_SECONDS

APART = 0.05
"""Seconds between two pictures: slower than the link sends them, so that none waits for the one before."""

THOUGHT = 0.01
"""Seconds of computing at a time, and of rest after it."""


class TimedBoard(FakeDevice):
    """Reports the time of each picture that it gets, on the clock of all processes."""

    def __init__(self, reports: Connection) -> None:
        super().__init__()
        self._reports = reports

    def show(self, lights: Lights) -> None:
        """Report the time."""
        self._reports.send((time.monotonic(), lights))


def serve(reports: Connection) -> None:
    """Run the board, in a separate process, until the other end stops it."""
    with PtyPort(TimedBoard(reports)) as port:
        reports.send(port.path)
        reports.recv()


def picture(number: int) -> Lights:
    """Return a picture unlike the one before."""
    lit = Colour(number % 200 + 1, 9, 9)
    return Lights(tuple(lit if square == number % SQUARE_COUNT else DARK for square in range(SQUARE_COUNT)))


@contextmanager
def thinking() -> Iterator[None]:
    """Run a thread that computes half of the time."""
    enough = threading.Event()

    def think() -> None:
        while not enough.wait(THOUGHT):
            ends = time.monotonic() + THOUGHT
            while time.monotonic() < ends:
                sum(range(500))

    thread = threading.Thread(target=think)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def measure(lights: int) -> list[float]:
    """Return the milliseconds of each of some pictures, in order of length."""
    processes = multiprocessing.get_context("spawn")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=serve, args=(theirs,))
    process.start()
    path = ours.recv()
    while not isinstance(path, str):  # it shows that it waits
        path = ours.recv()
    taken = []
    with SerialBoard(path) as board:
        events = board.events()
        next(event for event in events if isinstance(event, LinkChanged) and event.state is LinkState.READY)
        threading.Thread(target=lambda: sum(1 for _ in events), daemon=True).start()
        for number in range(lights):
            time.sleep(APART)
            wanted, asked = picture(number), time.monotonic()
            board.show(wanted)
            at, shown = ours.recv()
            while shown != wanted:
                at, shown = ours.recv()
            taken.append(1000 * (at - asked))
    ours.send(None)
    process.join()
    return sorted(taken)


def main() -> int:
    """Measure and report. Return the exit code, 1 if one in a hundred takes too long."""
    asked = argparse.ArgumentParser(description="How long lights take over the wire.")
    asked.add_argument("--lights", type=int, default=1000, help="how many pictures (default: %(default)s)")
    asked.add_argument("--budget-ms", type=float, default=5.0, help="the most that 99 of 100 may take")
    asked.add_argument("--thinking", action="store_true", help="let another thread compute half of the time")
    args = asked.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    if args.thinking:
        with thinking():
            taken = measure(args.lights)
    else:
        taken = measure(args.lights)
    late = taken[int(0.99 * len(taken))]
    print(f"{len(taken)} pictures: median {median(taken):.2f} ms, p99 {late:.2f} ms, at most {taken[-1]:.2f} ms")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0 if late < args.budget_ms else 1


if __name__ == "__main__":
    sys.exit(main())
