"""The opponent's levels by name, from a child's to the best play that the computer finds in a second.

A level below the strongest is limited by positions, not by time, so that it plays alike on every computer. Weak levels
make mistakes as people do: they look at their own turn and at few replies, and misjudge positions slightly. A child
mostly climbs as high as it can and builds anywhere, stops hardly any win of others, and misses most of its own.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from opponent.budget import Allowance
from opponent.thinking import BEST, Manner


class LevelName(StrEnum):
    """The names of the levels, the weakest first."""

    CHILD = "child"
    BEGINNER = "beginner"
    CASUAL = "casual"
    REGULAR = "regular"
    STRONG = "strong"
    EXPERT = "expert"
    STRONGEST = "strongest"


@dataclass(frozen=True, slots=True)
class Level:
    """A level: the allowance for a turn, and how the player thinks."""

    name: LevelName
    allowance: Allowance
    manner: Manner


LEVELS = {
    level.name: level
    for level in (
        Level(
            LevelName.CHILD, Allowance(nodes=2_000), Manner(depth=1, haze=1_500, overlooked=95, misses=70, impulsive=85)
        ),
        Level(
            LevelName.BEGINNER,
            Allowance(nodes=2_000),
            Manner(depth=1, haze=600, overlooked=60, misses=25, impulsive=40),
        ),
        Level(LevelName.CASUAL, Allowance(nodes=2_000), Manner(depth=1, haze=70, overlooked=4, misses=1)),
        Level(LevelName.REGULAR, Allowance(nodes=2_000), Manner(depth=2, haze=90, overlooked=2)),
        Level(LevelName.STRONG, Allowance(nodes=600), Manner(depth=3)),
        Level(LevelName.EXPERT, Allowance(nodes=4_000), BEST),
        Level(LevelName.STRONGEST, Allowance(seconds=1.0), BEST),
    )
}
"""All levels by name."""


# ---- The ladder of a seat that adapts to the people who play against it


_WANDERING: Final = Level(
    LevelName.CHILD, Allowance(nodes=2_000), Manner(depth=1, haze=2_000_000, overlooked=100, misses=100)
)
"""Plays any turn, without a look at it: for who would lose to a child. People read "child" here, too."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A strength on the ladder: a level, or halfway to the level above, where each turn is played as one of the two by
    lot. So what lies between two levels needs no numbers of its own."""

    lower: Level
    upper: Level

    @property
    def name(self) -> LevelName:
        """The level that people read."""
        return self.lower.name

    def level_of_turn(self, seed: int) -> Level:
        """Return the level at which a turn is played; the same seed gives the same level."""
        if self.lower is self.upper:
            return self.lower
        return random.Random(f"rung {seed}").choice((self.lower, self.upper))  # noqa: S311 - repeatable, no secret


def _ladder() -> tuple[Rung, ...]:
    steps = (_WANDERING, *LEVELS.values())
    below = (rung for one, next_one in pairwise(steps) for rung in (Rung(one, one), Rung(one, next_one)))
    return (*below, Rung(steps[-1], steps[-1]))


LADDER: Final = _ladder()
"""The strengths between which a seat that adapts goes up and down, the weakest first."""


def rung_of(level: LevelName) -> int:
    """Return the place of a level on the ladder."""
    return LADDER.index(Rung(LEVELS[level], LEVELS[level]))


def next_rung(rung: int, *, won: bool) -> int:
    """Return the place for the next game: one lower after a win, one higher after a loss."""
    return max(0, min(len(LADDER) - 1, rung - 1 if won else rung + 1))
