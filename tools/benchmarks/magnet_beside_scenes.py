"""Measures the reading of a board on which a worker moves while a magnet comes to lie beside it: ``make magnet-beside``
(``ARGS="--scenes 50 --first 1000"``; ``--ring`` for a board with a ring of sensors).

Each scene is drawn by chance: towers, workers, what a hand does, and a magnet of 0.3 to 1 mT that another hand lays 45
to 90 mm outside the rim. For each kind it prints the numbers of scenes that were read rightly, not read, and read as
another step. A table must never read another step; it asks about a step that it does not read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import cos, pi, sin
from random import Random

from common.numbers import seeded
from engine import Action
from engine.squares import Square, neighbors, square_name, squares
from hardware.geometry import Geometry
from hardware.hand_actions import Hover, Lift, Put, Roll
from tests.perception.landings import GEOMETRY, RING
from tests.table.moves.followed_game import actions, steps
from tests.table.moves.game_among_towers import HEIGHTS, GameAmongTowers, moved, read_while_held
from tests.table.moves.touched_game import MagnetBesideBoard

SIDES = {"west": (0, 5), "east": (4, 5), "south": (0, 1), "north": (20, 1)}
"""The first square of each rim, and the distance in squares to the next one."""


class Outcome(StrEnum):
    """The table's reading of a scene."""

    RIGHT = "right"
    NOTHING = "not read"
    OTHER = "read as another step"


@dataclass(frozen=True, slots=True)
class Place:
    """Towers and workers at a rim; blue-1 stands on ``home``, beside the square ``target`` at that rim."""

    side: str
    along: float
    home: Square
    target: Square
    towers: str
    workers: str

    def game(self, seed: int, geometry: Geometry) -> GameAmongTowers:
        """Return the game in this position, with blue to move."""
        return GameAmongTowers(seed, self.towers, self.workers, geometry)


def place(chance: Random, level: int) -> Place:
    """Return a random position in which blue-1 may move to a square at the rim with this number of blocks."""
    side = chance.choice(list(SIDES))
    first, step = SIDES[side]
    number = chance.randrange(5)
    target = Square(first + step * number)
    home = chance.choice(neighbors(target))
    heights = {each: chance.randint(1, 3) for each in chance.sample(squares(), 9)}
    heights[target] = level
    heights[home] = chance.randint(max(0, level - 1), 2)
    others = [each for each in squares() if each not in (home, target) and heights.get(each, 0) < 3]
    workers = [home, *chance.sample(others, 3)]
    towers = " ".join(f"{square_name(each)}:{height}" for each, height in heights.items() if height)
    along = GEOMETRY.pitch * number + chance.uniform(-45, 45)
    return Place(side, along, home, target, towers, " ".join(map(square_name, workers)))


def magnet(chance: Random, side: str, along: float) -> MagnetBesideBoard:
    """Return a magnet outside a rim."""
    return MagnetBesideBoard(
        field=chance.uniform(0.3, 1.0),
        away=chance.uniform(45, 90),
        side=side,
        heading=chance.uniform(-pi, pi),
        dip=chance.uniform(-pi / 2, pi / 2),
        along=along,
        height=chance.uniform(5, 40),
    )


def move_to_rim(levels: tuple[int, ...], seed: int, geometry: Geometry) -> Outcome:
    """Move blue to a square at the rim beside which the magnet comes to lie."""
    chance = seeded("move to the rim", *levels, seed)
    there = place(chance, chance.choice(levels))
    beside = magnet(chance, there.side, there.along)
    read = moved(there.game(seed, geometry), chance.uniform(0, 1200), beside, to=square_name(there.target))
    return outcome(read, actions(f"{square_name(there.home)}-{square_name(there.target)}"))


def move_further_in(seed: int, geometry: Geometry) -> Outcome:
    """Move blue up to three blocks on b3 as a magnet comes to any rim."""
    chance = seeded("move further in", seed)
    beside = magnet(chance, chance.choice(list(SIDES)), chance.uniform(0, 180))
    read = moved(GameAmongTowers(seed, HEIGHTS, geometry=geometry), chance.uniform(0, 1200), beside)
    return outcome(read, actions("b2-b3"))


def carried_away(seed: int, geometry: Geometry) -> Outcome:
    """Hold a worker 150 to 300 mm off the board while a magnet comes: no step."""
    chance = seeded("carried away", seed)
    there = place(chance, chance.randint(0, 3))
    beside = magnet(chance, there.side, there.along)
    middle, turn, far = 2 * GEOMETRY.pitch, chance.uniform(-pi, pi), 2.5 * GEOMETRY.pitch + chance.uniform(150, 300)
    held = (middle + far * cos(turn), middle + far * sin(turn), chance.uniform(0, 120))
    return outcome(read_while_held(there.game(seed, geometry), held, chance.uniform(0, 2200), beside), None)


def hovers(seed: int, geometry: Geometry) -> Outcome:
    """Hold a worker 14 to 30 mm over a square at the rim beside which a magnet comes, and put it home: no step."""
    chance = seeded("hovers", seed)
    there = place(chance, chance.randint(0, 3))
    game = there.game(seed, geometry)
    game.bring(magnet(chance, there.side, there.along))
    said = game.wait(chance.uniform(0, 1200))
    hover = Hover("blue-1", there.target, chance.uniform(14, 30), chance.uniform(300, 1500))
    return outcome(steps(said + game.hands(Lift("blue-1"), hover, Put("blue-1", there.home), rest=4000)), None)


def rolls(seed: int, geometry: Geometry) -> Outcome:
    """Let a worker fall over and roll to the next square, where it lies, without a magnet near: no step."""
    chance = seeded("rolls", seed)
    there = place(chance, 0)
    return outcome(steps(there.game(seed, geometry).hands(Roll("blue-1", there.target), rest=6000)), None)


def outcome(read: list[tuple[Action, ...]], step: tuple[Action, ...] | None) -> Outcome:
    """Return the reading of these steps, if the hands did this one, or none."""
    if read == ([] if step is None else [step]):
        return Outcome.RIGHT
    return Outcome.OTHER if read else Outcome.NOTHING


KINDS: dict[str, Callable[[int, Geometry], Outcome]] = {
    "a move to the ground or one block at that rim": partial(move_to_rim, (0, 1)),
    "a move to two blocks at that rim": partial(move_to_rim, (2,)),
    "a move to three blocks at that rim": partial(move_to_rim, (3,)),
    "a move to three blocks further in": move_further_in,
    "a worker that is held far away": carried_away,
    "a worker that hovers over a square at that rim": hovers,
    "a worker that rolls to the next square and lies there, with no magnet": rolls,
}


def played(job: tuple[str, int], geometry: Geometry) -> Outcome:
    """Return the result of a scene of this kind on such a board."""
    kind, seed = job
    return KINDS[kind](seed, geometry)


def main() -> None:
    """Play the scenes and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=200, help="of each kind (default: 200)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first one (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, help="scenes at a time (default: 2)")
    parser.add_argument("--kind", default="", help="only kinds whose name has this in it")
    parser.add_argument("--list", action="store_true", help="also name the seeds that were not read rightly")
    parser.add_argument("--ring", action="store_true", help="on a board with a ring of eight further sensors")
    asked = parser.parse_args()
    board = RING if asked.ring else GEOMETRY
    seeds = range(asked.first, asked.first + asked.scenes)
    print("| what happens as a magnet comes | " + " | ".join(Outcome) + " |\n|---|---|---|---|")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for kind in (each for each in KINDS if asked.kind in each):
            found = list(pool.map(partial(played, geometry=board), [(kind, seed) for seed in seeds], chunksize=4))
            counts = Counter(found)
            print(f"| {kind} | " + " | ".join(str(counts[each]) for each in Outcome) + " |", flush=True)
            if asked.list:
                for each in (Outcome.NOTHING, Outcome.OTHER):
                    print(f"  {each}: {[seed for seed, came in zip(seeds, found, strict=True) if came is each]}")


if __name__ == "__main__":
    main()
