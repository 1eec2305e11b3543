"""How a worker comes to the wood: it bounces a little, wobbles under a hand that is not steady, and is nudged."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, radians, sin, sqrt
from random import Random

from hardware.virtual.journey import Leg
from hardware.virtual.world import PieceInHand, StandingPiece

BOUNCES_MS = (50.0, 100.0)
"""How long a worker is off the wood again when it bounces."""

NUDGES_MM = (1.0, 3.0)
"""How far a worker is pushed that stands already."""

NUDGE_AFTER_MS = (150.0, 900.0)
NUDGING_MS = (100.0, 250.0)

ROCKS_MS = (60.0, 110.0)
"""How long a wobbling worker takes from one side to the other."""

SLIPS_MM = 0.7
"""How far a wobbling worker slips on the wood."""


def bounce(at: PieceInHand, highest: float, chance: Random) -> tuple[Leg, ...]:
    """A worker that comes down jumps up to ``highest`` mm up again."""
    if not highest:
        return ()
    up = replace(at, height=at.height + highest * chance.uniform(0.4, 1.0))
    half = chance.uniform(*BOUNCES_MS) / 2
    return Leg(up, half), Leg(at, half)


def wobble(at: PieceInHand, ms: float, degrees: float, radius: float, chance: Random) -> tuple[Leg, ...]:
    """A worker that rocks on the edge of its foot of this ``radius`` (mm) for so long, and stands flat at the end."""
    legs, left = [], ms
    while left > ROCKS_MS[1]:
        rocked, heading = radians(degrees) * sqrt(chance.random()), chance.uniform(-pi, pi)
        slip = SLIPS_MM * chance.random()
        on_edge = PieceInHand(
            at.x + slip * cos(heading),
            at.y + slip * sin(heading),
            at.height + radius * sin(rocked),
            rocked,
            heading,
        )
        duration = chance.uniform(*ROCKS_MS)
        legs.append(Leg(on_edge, duration))
        left -= duration
    return (*legs, Leg(at, left))


def nudge(place: StandingPiece, at: PieceInHand, chance: Random) -> tuple[tuple[Leg, ...], StandingPiece]:
    """A push after a while, and where the worker then stands."""
    far, heading = chance.uniform(*NUDGES_MM), chance.uniform(-pi, pi)
    east, north = far * cos(heading), far * sin(heading)
    there = replace(at, x=at.x + east, y=at.y + north)
    legs = (Leg(at, chance.uniform(*NUDGE_AFTER_MS)), Leg(there, chance.uniform(*NUDGING_MS)))
    return legs, StandingPiece(place.square, place.east + east, place.north + north)
