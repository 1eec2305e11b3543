"""``thera simulate``: whole games on the virtual board, through the wire, to measure how well the table follows."""

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
from random import Random

from engine import InvalidSetup, Player, PowerName, Setup
from engine.admission import check_setup
from engine.catalogue import CARDS, PowerSet
from table.errors import CannotPlayError
from table.seats import TABLE_SEATS as SEATS_OF_THE_TABLE
from table.simulation.bench import Conditions, OpenBench
from table.simulation.play import GameSpec, play_game
from table.simulation.record import GameRecord, Summary

FAULTS_FOUND = 1
TABLE_SEATS = SEATS_OF_THE_TABLE[:2]
SIMPLE = tuple(card.power for card in CARDS if card.group is PowerSet.SIMPLE)

Powers = tuple[PowerName, PowerName] | None


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
    made.add_argument("--games", type=int, default=10, metavar="N", help="how many (default: %(default)s)")
    made.add_argument("--seed", type=int, default=0, metavar="N", help="that of the first game; the next have the next")
    made.add_argument(
        "--powers",
        default="random",
        metavar="A,B|random|none",
        help="the powers of the two seats; random (default): each game two of the ten simple gods",
    )
    made.add_argument("--players", type=int, default=2, metavar="N", help="at the table: 2")
    made.add_argument(
        "--placement-error", type=float, default=2.0, metavar="MM", help="how far off the middle hands put (default: 2)"
    )
    made.add_argument("--noise", type=float, default=0.03, metavar="MT", help="of each reading (default: %(default)s)")
    made.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="games at a time")
    made.add_argument("--json", action="store_true", help="print one JSON object")
    made.add_argument("--explain", action="store_true", help="also tell of each step that was asked about")
    made.set_defaults(run=start)


def run(args: argparse.Namespace, open_bench: OpenBench) -> int:
    """Play, print the figures; the exit code. ``open_bench`` makes the board of a game, in any process.

    :raises CannotPlayError: for arguments that make no game.
    """
    specs = game_specs(args)
    began = time.perf_counter()
    records = []
    with _mapper(min(args.jobs, len(specs))) as mapper:
        for record in mapper(specs, open_bench):
            records.append(record)
            for fault in (*(record.doubts if args.explain else ()), *record.faults):
                print(f"thera: {fault.line()}", file=sys.stderr, flush=True)  # noqa: T201 - the command line speaks here
    summary = Summary.of(records, time.perf_counter() - began)
    if args.json:
        faults = [asdict(fault) for record in records for fault in record.faults]
        print(json.dumps({**asdict(summary), "faults": faults}))  # noqa: T201 - what the command is for
    else:
        print("\n".join(summary.lines()))  # noqa: T201 - what the command is for
    return FAULTS_FOUND if summary.wrong or summary.stuck else 0


def game_specs(args: argparse.Namespace) -> tuple[GameSpec, ...]:
    """The games to play.

    :raises CannotPlayError: naming the argument that cannot be.
    """
    for name, least in (("games", 1), ("seed", 0), ("jobs", 1), ("placement_error", 0), ("noise", 0)):
        value = getattr(args, name)
        if not least <= value < float("inf"):
            raise CannotPlayError(f"--{name.replace('_', '-')} is a number from {least} up, not {value}")
    if args.players != len(TABLE_SEATS):
        raise CannotPlayError(f"--players: the table is for {len(TABLE_SEATS)} players, not {args.players}")
    fixed = _fixed_powers(args.powers)
    specs = []
    for seed in range(args.seed, args.seed + args.games):  # so that each game can be played again by itself
        chance = Random(f"powers {seed}")  # noqa: S311 - chance for play, not for secrets
        one, other = chance.sample(SIMPLE, 2)
        powers = (one, other) if args.powers == "random" else fixed
        specs.append(GameSpec(Conditions(seed, args.placement_error, args.noise), powers))
    return tuple(specs)


def _fixed_powers(text: str) -> Powers:
    if text in ("random", "none"):
        return None
    names = [PowerName(name.strip().lower()) for name in text.split(",")]
    if len(names) != len(TABLE_SEATS) or len(set(names)) != len(names):
        raise CannotPlayError(f"--powers takes two different powers, random or none, not {text!r}")
    try:
        players = zip(TABLE_SEATS, names, strict=True)
        check_setup(Setup(tuple(Player(seat, name, team) for team, (seat, name) in enumerate(players))))
    except InvalidSetup as error:
        raise CannotPlayError(f"--powers {text}: {error}") from error
    return names[0], names[1]


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
        return self._pool.map(partial(play_game, open_bench=open_bench), specs)


@contextmanager
def _mapper(jobs: int) -> Iterator[_Mapper]:
    if jobs == 1:
        yield _Mapper()
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield _PoolMapper(pool)
