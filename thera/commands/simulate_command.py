"""``thera simulate``: whole games on the virtual board, to measure how well the table follows."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path

from simulator.game_simulation import play_game
from simulator.simulated_board import OpenBench, SimulatedWiring
from simulator.simulation_options import GameSpec, game_specs, trace_of
from simulator.simulation_record import GameRecord, SimulationSummary
from table.errors import CannotPlayError

FAULTS_FOUND = 1


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser], start: Callable[[argparse.Namespace], int]
) -> None:
    """Add the command; ``start`` calls `run` with the board that it knows how to make."""
    made = subparsers.add_parser(
        "simulate",
        help="let simulated hands play whole games",
        description="Play whole games on the virtual board, with hands that do random legal turns, and print how well"
        " the table followed. The exit code is 1 if it accepted anything that hands did not do or if a game got stuck.",
    )
    add = made.add_argument
    add("--games", type=int, default=10, metavar="N", help="how many (default: %(default)s)")
    add("--seed", type=int, default=0, metavar="N", help="that of the first game; the next have the next")
    add(
        "--powers",
        default="simple",
        metavar="A,B|random|simple|none",
        help="the powers of the seats; simple (default): for each game some of the ten simple gods; random: any that"
        " may be played together",
    )
    add("--players", type=int, default=2, metavar="N", help="at the table: 2 (default), 3 or 4")
    add("--size", type=int, default=5, metavar="N", help="squares on a side: 5 (default) or 4")
    add(
        "--placement-error",
        type=float,
        default=2.0,
        metavar="MM",
        help="how far off the middle hands put a worker: the root mean square of the distance (default: %(default)s)",
    )
    add("--noise", type=float, default=0.03, metavar="MT", help="of each reading (default: %(default)s)")
    add(
        "--gain-spread",
        type=float,
        default=0.5,
        metavar="PERCENT",
        help="what calibration has left of the differences between sensors (default: %(default)s)",
    )
    add(
        "--height-error",
        type=float,
        default=0.0,
        metavar="MM",
        help="how much higher each block is than the table knows (default: %(default)s)",
    )
    add("--pitch", type=float, default=45.0, metavar="MM", help="from square to square (default: %(default)s)")
    add("--magnet", default="15x5", metavar="DxT", help="diameter and thickness in mm (default: %(default)s)")
    add(
        "--clumsiness",
        type=float,
        default=0.0,
        metavar="P",
        help="how often, from 0 to 1, a step is done in one of the ways of sloppy hands (default: 0)",
    )
    add(
        "--faults",
        default="",
        metavar="LIST|all",
        help="what may go wrong with the world, one of these in each game: earth, drift, stray, led, dead, stuck,"
        " noisy, swapped, missed, link, turned (default: nothing)",
    )
    add("--frame-rate", type=int, default=25, metavar="HZ", help="frames a second (default: %(default)s)")
    add(
        "--board",
        default=SimulatedWiring.DIRECT.value,
        metavar="direct|wire|firmware",
        help="read the board in one thread (default), or as in play by the link over a wire, with a journal on disk; or"
        " so, and the firmware of a real board at its sensors (make micropython gets what it runs on)",
    )
    add("--turns", type=int, default=30, metavar="N", help="after these a game stops (default: %(default)s)")
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="games at a time")
    add("--trace", type=Path, metavar="DIR", help="keep traces of the games with faults in this folder")
    add("--json", action="store_true", help="print one JSON object")
    add("--explain", action="store_true", help="also tell of each step that was asked about, and each missed mistake")
    made.set_defaults(run=start)


def run(args: argparse.Namespace, open_bench: OpenBench) -> int:
    """Play, print the figures; the exit code. ``open_bench`` makes the board of a game, in any process.

    :raises CannotPlayError: for arguments that make no game.
    """
    if args.jobs < 1:
        raise CannotPlayError(f"--jobs is a number from 1 up, not {args.jobs}")
    specs = game_specs(args)
    began = time.perf_counter()
    records = []
    with _mapper(min(args.jobs, len(specs))) as mapper:
        for record in mapper(specs, open_bench):
            records.append(record)
            if args.trace is not None and not record.faults and not (args.explain and record.doubts):
                trace_of(args.trace, record.seed).unlink()
            for fault in (*(record.doubts if args.explain else ()), *record.faults):
                print(f"thera: {fault.line()}", file=sys.stderr, flush=True)  # noqa: T201 - the command line speaks here
    summary = SimulationSummary.of(records, time.perf_counter() - began)
    if args.json:
        faults = [asdict(fault) for record in records for fault in record.faults]
        doubts = [asdict(doubt) for record in records for doubt in record.doubts] if args.explain else []
        print(json.dumps({**asdict(summary), "faults": faults, "doubts": doubts}))  # noqa: T201 - what the command is for
    else:
        print("\n".join(summary.lines()))  # noqa: T201 - what the command is for
    return FAULTS_FOUND if summary.total.wrong or summary.total.stuck else 0


class _Mapper:
    """Plays games one after the other."""

    def __call__(self, specs: tuple[GameSpec, ...], open_bench: OpenBench) -> Iterator[GameRecord]:
        """The records, in the order of the games."""
        return map(partial(play_game, open_bench=open_bench), specs)


class _PoolMapper(_Mapper):
    """Plays several games at a time, each in a process."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def __call__(self, specs: tuple[GameSpec, ...], open_bench: OpenBench) -> Iterator[GameRecord]:
        """The records, in the order of the games."""
        return self._pool.map(partial(play_game, open_bench=open_bench), specs, chunksize=4)


@contextmanager
def _mapper(jobs: int) -> Iterator[_Mapper]:
    if jobs == 1:
        yield _Mapper()
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield _PoolMapper(pool)
