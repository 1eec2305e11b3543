"""The opponent's levels by name, from a child's to the best play that the computer finds in a second.

A level below the strongest is limited by positions, not by time, so that it plays alike on every computer. Weak levels
make mistakes as people do: they look at their own turn and at few replies, and misjudge positions slightly. A child
mostly climbs as high as it can and builds anywhere, stops hardly any win of others, and misses most of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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
