"""Measures the work of reading a frame: ``python -m tools.benchmarks.work_per_frame`` (``--steps N``).

A worker of a virtual board goes from square to square and touches others, with and without a magnet beside the rim. It
prints the work and processor time of a frame, and the time from putting a worker down to its reading: by the clock of
the board alone, and on a computer ten times slower, on which a frame waits for earlier ones. If there are recordings of
other boards, it also prints the processor time of their frames.
"""

from __future__ import annotations

import argparse
import gc
import time
from dataclasses import dataclass, field, replace
from random import Random

from hardware.board import Frame
from hardware.hand_actions import Lift, Put, PutStray, StrayMagnet, Tap, phone
from perception.arrangements import Arrangement
from table.moves.follower import Follower
from table.session.at_board import BoardReport
from tests.perception.landings import recogniser
from tests.perception.tracked_board import WatchedBoard
from tests.table.moves.others_readings import ABSENT, FOLDER, TURNS, OthersReading

SLOWER = 10
PERIOD = 40
WORKER = "blue-1"
MAGNETS = {"no magnet": None, "a magnet beside the rim": phone(-75.0, 90.0)}


@dataclass(slots=True)
class Frames:
    """Work and processor time in ms of each frame, and the times in ms from coming down to reading: on the board's
    clock, and on a computer that is `SLOWER`. ``missed`` counts unread steps, ``behind`` is the most frames by which
    the slow computer was behind."""

    work: list[int] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    read_slowly: list[float] = field(default_factory=list)
    missed: int = 0
    behind: float = 0.0


class Measured:
    """Reads a board and measures each frame."""

    def __init__(self, board: WatchedBoard, unit: float) -> None:
        self._board = board
        self._unit = unit
        self._free = 0.0
        self.frames = Frames()

    def follow(self, wanted: Arrangement, ms: int) -> tuple[float, float] | None:
        """Read the frames of this time. Return the ms after which the reading is as ``wanted``, on the board's clock
        and on a computer that is `SLOWER`; None if it never is."""
        board, frames, work = self._board, self.frames, recogniser().work
        came, found = board.board.now, None
        while board.board.now < came + ms or not board.board.idle:
            frame = board.board.frame()
            begun, done = time.thread_time(), work.done
            board.feed(frame)
            frames.processor.append(1000 * (time.thread_time() - begun))
            frames.work.append(work.done - done)
            self._free = max(self._free, frame.at) + SLOWER * self._unit * frames.work[-1]
            frames.behind = max(frames.behind, (self._free - frame.at) / PERIOD)
            if found is None and board.tracker.arrangement == wanted:
                found = float(frame.at - came), self._free - came
        frames.missed += found is None
        return found


def unit_of_work() -> float:
    """Return the ms of processor time of a unit of work on this computer."""
    board, work = WatchedBoard(period=PERIOD), recogniser().work
    begun, done = time.thread_time(), work.done
    for _ in range(20):
        board.tracker.forget()
        board.rest(400)
    return 1000 * (time.thread_time() - begun) / (work.done - done)


def played(magnet: StrayMagnet | None, steps: int, unit: float) -> Frames:
    """Measure some moves, each with a touch of a neighbouring square."""
    chance, board = Random(7), WatchedBoard(period=PERIOD)  # noqa: S311 - moves, no secret
    if magnet is not None:
        board.hands(PutStray(magnet), rest=2500)
    measured = Measured(board, unit)
    for _ in range(steps):
        free = [square for square in range(25) if square not in board.spots.values() and not board.heights.get(square)]
        to, touched = chance.sample(free, 2)
        board.expect(board.arrangement(blue_1=to))
        board.hands(Lift(WORKER), rest=600)
        board.hands(Put(WORKER, to), rest=0)
        found = measured.follow(board.arrangement(blue_1=to), 1200)
        if found is not None:
            measured.frames.read.append(found[0])
            measured.frames.read_slowly.append(found[1])
        board.spots[WORKER] = to
        board.expect()
        board.expected = replace(board.expected, tapped=frozenset({touched}), awaited=frozenset({touched}))
        board.board.enqueue(Tap(WORKER, touched))
        measured.follow(board.arrangement(blue_1=touched), 1500)
    return measured.frames


def recorded(name: str) -> list[float]:
    """Return the processor time in ms of each frame of a recording."""
    taken: list[float] = []

    def feed(follower: Follower, frame: Frame) -> tuple[BoardReport, ...]:
        begun = time.thread_time()
        found = follower.feed(frame)
        taken.append(1000 * (time.thread_time() - begun))
        return found

    OthersReading(name).follow(feed)
    return taken


def row(name: str, values: list[float], unit: str) -> str:
    """Return the median, 99 % and worst of some values."""
    order = sorted(values)
    part = [order[len(order) // 2], order[int(0.99 * (len(order) - 1))], order[-1]]
    return f"  {name:<34}" + "".join(f"{each:>10.1f}" for each in part) + f" {unit}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=40)
    steps = parser.parse_args().steps
    unit = unit_of_work()
    gc.freeze()
    print(f"a unit of work takes {1000 * unit:.1f} us; median, 99 % and worst of")
    for name, magnet in MAGNETS.items():
        frames = played(magnet, steps, unit)
        print(f"{name}: {2 * steps - frames.missed} of {2 * steps} moves and touches read")
        print(row("work per frame", [float(each) for each in frames.work], "units"))
        print(row("processor per frame", frames.processor, "ms"))
        print(row("from the landing to the reading", frames.read, "ms"))
        print(row(f"the same, {SLOWER} times slower", frames.read_slowly, "ms"))
        print(f"  the slow computer is {frames.behind:.1f} frames behind at most")
    if FOLDER.is_dir():
        print("recordings of other boards, processor per frame")
        for name in sorted(TURNS):
            print(row(name, recorded(name), "ms"))
    else:
        print(ABSENT)


if __name__ == "__main__":
    main()
