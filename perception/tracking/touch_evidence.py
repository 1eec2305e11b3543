"""Adds up what the rests of a worker over a square have shown, as long as the game stays where it is.

A worker that touches a new block is seldom told from one in a hand by a single short touch. A touch that is repeated is
a new sample of the tremor that a hand would have; and a hand that was asked to touch hardly hovers again just as high
as the new block.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot, log, pi, sqrt

from perception.arrangements import PlacedMagnet, StandingMagnet
from perception.expected_arrangements import ExpectedArrangements
from perception.fitting.noise_model import NoiseModel

_HOVERING = 16.0
"""Over how many mm of height hands that hover are spread: from 14 to 30 mm over a square."""

_ANSWERS = 3.0
"""The log-likelihood ratio of touching to hovering once more, just as high, for each time that hands were asked to
touch."""


def height_ratio(placed: PlacedMagnet, height: float, noise_model: NoiseModel) -> float:
    """The log-likelihood ratio of standing to hovering by the height alone: how near a magnet is to where it would
    stand, ``height`` mm above the sensors. A weaker magnet has the same field as one that is higher."""
    per_strength = height / 3
    off = placed.rise - (placed.strength - 1) * per_strength
    known = hypot(noise_model.rise(placed.standing.level), noise_model.strength * per_strength)
    return log(_HOVERING / (known * sqrt(2 * pi))) - 0.5 * (off / known) ** 2


def place_ratio(placed: PlacedMagnet, noise_model: NoiseModel) -> float:
    """The log-likelihood ratio of standing to hovering by the place alone, at most 0. A hand that is higher over the
    middle of a square has much the same field under it as a worker far off the middle, where hands seldom put one. It
    counts from where it is further off than they put one on average."""
    off = hypot(placed.east, placed.north) / noise_model.placement
    return min(0.0, 1 - 0.5 * off * off)


@dataclass(slots=True)
class _Rests:
    """The log-likelihood ratio of the rests before the present one, and the greatest of the present one."""

    past: float = 0.0
    since: int | None = None
    now: float = 0.0


@dataclass(slots=True)
class TouchEvidence:
    """The evidence that each of these magnets stands and is in no hand, at one position of the game."""

    _position: tuple[object, ...] = ()
    _rests: dict[StandingMagnet, _Rests] = field(default_factory=dict)

    def total(self, magnet: StandingMagnet, since: int, ratio: float, expected: ExpectedArrangements) -> float:
        """The log-likelihood ratio of all rests of a magnet over its square. The present one began at ``since``, in ms,
        and has this ``ratio`` so far."""
        position = (expected.arrangement, expected.levels)
        if position != self._position:
            self._position, self._rests = position, {}
        rests = self._rests.setdefault(magnet, _Rests())
        if rests.since != since:
            rests.past, rests.since, rests.now = rests.past + max(rests.now, 0.0), since, ratio
        rests.now = max(rests.now, ratio)  # at its end a hand lifts the worker again
        return rests.past + rests.now + (_ANSWERS * expected.questions if _is_answer(magnet, expected) else 0.0)


def _is_answer(magnet: StandingMagnet, expected: ExpectedArrangements) -> bool:
    """Whether the players were asked whether this square was touched, and it may be its new block."""
    asked = expected.asked
    if asked is None or (asked.square, asked.polarity) != (magnet.square, magnet.polarity):
        return False
    return magnet.level == expected.levels[magnet.square] + 1
