"""The weights of the evaluation: numbers for each power, fitted on results of games and stored as data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.casting.cast import Cast
from engine.setup import MORTAL, PowerName
from opponent.evaluation import Evaluator

LEVELS = 4
RINGS = 3
DISTANCES = 3

FILE = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """What the workers of a player are worth, in thousandths of a natural logarithm of the odds.

    ``place[level][ring]`` is the worth of a worker on a level (0 to 3), at the edge, within it or on the centre;
    ``near[level][other]`` that of each square around it with so many blocks and no dome, ``far[level][other]`` that of
    each square two steps away. ``rival[level]`` is that of each worker of another player beside it, two steps away or
    farther, each by the level of that one. ``reserve`` is the worth of the power of a hero that is not used yet, or of
    a piece that is kept on a card for later builds.
    """

    place: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]
    far: tuple[tuple[int, ...], ...] = ((0,) * LEVELS,) * LEVELS
    rival: tuple[tuple[int, ...], ...] = ((0,) * LEVELS * DISTANCES,) * LEVELS
    reserve: int = 0

    def plus(self, other: Weights) -> Weights:
        """The sum of two."""
        return Weights(
            _sum(self.place, other.place),
            _sum(self.near, other.near),
            _sum(self.far, other.far),
            _sum(self.rival, other.rival),
            self.reserve + other.reserve,
        )


def _sum(one: tuple[tuple[int, ...], ...], other: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(a + b for a, b in zip(*rows, strict=True)) for rows in zip(one, other, strict=True))


@dataclass(frozen=True, slots=True)
class PowerWeights:
    """The weights of a player with a power, when it is on the move and when it waits."""

    to_move: Weights
    waiting: Weights


@dataclass(frozen=True, slots=True)
class WeightBook:
    """The weights of each power; a power without any has those of the base game."""

    powers: dict[PowerName, PowerWeights]

    def of(self, power: PowerName) -> PowerWeights:
        """The weights of a power."""
        return self.powers.get(power) or self.powers[MORTAL]

    def evaluator(self, cast: Cast) -> Evaluator:
        """What values the positions of a game: a team goes by the first card of its first player."""
        own = {player.team: self.of(player.power) for player in reversed(cast.setup.players)}
        return Evaluator(
            cast.size,
            {team: each.to_move for team, each in own.items()},
            {team: each.waiting for team, each in own.items()},
        )

    @property
    def base(self) -> WeightBook:
        """The book that knows the base game only."""
        return WeightBook({MORTAL: self.powers[MORTAL]})


@cache
def fitted_weights() -> WeightBook:
    """The weights that come with the program."""
    return read_weights(FILE.read_text("utf-8"))


def read_weights(text: str) -> WeightBook:
    """The weights in a file as ``make opponent-fit`` writes it.

    :raises ValueError: if a row is missing or has another length.
    """
    found = {}
    for power, parts in json.loads(text).items():
        found[PowerName(power)] = PowerWeights(_read(parts["to_move"]), _read(parts["waiting"]))
    return WeightBook(found)


_ROWS = (("place", RINGS), ("near", LEVELS), ("far", LEVELS), ("rival", LEVELS * DISTANCES))


def _read(part: dict[str, Any]) -> Weights:
    found: list[tuple[tuple[int, ...], ...]] = []
    for name, length in _ROWS:
        rows = part[name]
        if len(rows) != LEVELS or any(len(row) != length for row in rows):
            raise ValueError(f"weights need {LEVELS} rows of {length} in {name}")
        found.append(tuple(map(tuple, rows)))
    place, near, far, rival = found
    return Weights(place, near, far, rival, int(part.get("reserve", 0)))


def written_weights(book: WeightBook) -> str:
    """A book as the text of a file, a line for the rows of each kind."""
    powers = []
    for power, weights in sorted(book.powers.items()):
        parts = []
        for name, each in (("to_move", weights.to_move), ("waiting", weights.waiting)):
            lines = [
                f'      "{kind}": [{", ".join(json.dumps(row) for row in getattr(each, kind))}]' for kind, _ in _ROWS
            ]
            if each.reserve:
                lines.append(f'      "reserve": {each.reserve}')
            parts.append(f'    "{name}": {{\n' + ",\n".join(lines) + "\n    }")
        powers.append(f'  "{power}": {{\n' + ",\n".join(parts) + "\n  }")
    return "{\n" + ",\n".join(powers) + "\n}\n"
