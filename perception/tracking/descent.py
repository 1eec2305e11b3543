"""Whether a hand was seen to put a worker down: where the worker was in the moments before it came to rest.

A worker high on a tower at the rim and a magnet outside it have much the same field as another magnet alone. A single
reading does not tell them apart, but the way there does. If a worker came down, what the magnet leaves of each earlier
reading is a worker a little higher over the same square, until it is well above its tower. A magnet that is pushed
towards the board looks like no such thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot

from perception.arrangements import Explanation, MagnetInHand, PlacedMagnet, Reading, ReferenceReading
from perception.counted_work import TaskSteps
from perception.fitting.hand_fit import LOWEST
from perception.fitting.residual import NOTHING, Fields
from perception.recognition.recogniser import Recogniser
from perception.sensors.movement import RestRecord

_LOOKS = 8
"""How many of the frames before a rest are looked at, at most."""
_RISE = 25.0
"""How many mm above its place on the tower, and above the one from which it came, a worker is seen."""
_LAST = 22.0
"""How many mm above it, or above the lowest that is fitted, the worker is at most in the last look that shows it."""
_NEAR = 40.0
"""How many mm off that place it is, at most, when it is seen above it."""
_FARTHEST = 50.0
"""How many mm a hand moves at most from one look to the next."""
_MISFIT = 30.0
"""The greatest misfit of a worker in a hand that is seen on its way."""
_BARELY = 45.0
"""The greatest misfit of one that may have been on its way."""
_LANDING = 5
"""In so many of the last looks it may be too low over its place for a field in the air to be fitted."""
_STOOD = 6.0
"""How many mm off its place a worker seems to be that stood there all the time."""
_SHARE = 0.05
"""What share of the field of a magnet beside the board is not known."""
_HASTE = 0.05
"""What a sensor feels more or less while a hand moves, in mT rms."""


@dataclass(frozen=True, slots=True)
class _Way:
    """What may have gone before a ``rest``: a hand that moved while magnets ``beside`` the board had these fields in
    mT. It explains each frame with this ``misfit`` at most. A worker less than ``stood`` mm off its place all the time
    came down before that."""

    rest: RestRecord
    beside: Fields
    misfit: float
    stood: float


class DescentTest:
    """Looks for workers that hands put down on one board."""

    def __init__(self, recogniser: Recogniser) -> None:
        self._recogniser = recogniser

    def came_down(
        self, best: Explanation, reading: Reading, reference: ReferenceReading, beside: Fields, rest: RestRecord
    ) -> TaskSteps[bool]:
        """Whether the one worker that is new in an explanation of this rest was seen on its way down, if magnets
        ``beside`` the board had these fields all the time."""
        return self._shows(best, reading, reference, _Way(rest, beside, _MISFIT, 0.0))

    def may_have_come_down(
        self, best: Explanation, reading: Reading, reference: ReferenceReading, rest: RestRecord
    ) -> TaskSteps[bool]:
        """Whether the one worker that is new may have been on its way down, with no magnet beside the board: frames on
        the way need not show it well, as where other workers are not quite where they are thought to be, and it may
        have stood there before."""
        return self._shows(best, reading, reference, _Way(rest, NOTHING, _BARELY, _STOOD))

    def _shows(self, best: Explanation, reading: Reading, reference: ReferenceReading, way: _Way) -> TaskSteps[bool]:
        """Whether the frames before the rest show the new worker on its way down."""
        known = frozenset(reference.placed)
        new = [each for each in best.placed if each.standing not in reference.arrangement]
        new = new or [each for each in best.placed if each not in known]
        if len(new) != 1:
            return False
        start = self._standing(new[0])
        gone = reference.arrangement - (best.arrangement - {new[0].standing})
        unknown = tuple(
            more + (_SHARE * field) ** 2 + _HASTE**2
            for more, field in zip(reading.extra_variance or NOTHING, way.beside, strict=True)
        )
        top = max(start.height, *(self._recogniser.model.height(each.level) for each in gone), 0.0)
        hand = replace(start, height=max(start.height, LOWEST))
        landed = 0
        for number, fields in enumerate(_looked_at(way.rest.before)):
            without = tuple(felt - extra for felt, extra in zip(fields, way.beside, strict=True))
            earlier = Reading(without, extra_variance=unknown)
            later = hand
            hand, misfit = yield from self._recogniser.held(earlier, reference, gone, later)
            is_landing = number == landed < _LANDING and hand.height <= LOWEST
            if is_landing and misfit > way.misfit:
                landed, hand = number + 1, later
                continue
            appears_high = number == landed and hand.height - later.height > _LAST
            if appears_high or misfit > way.misfit or _apart(hand, later) > _FARTHEST:
                return False
            if hand.height >= top + _RISE and hypot(hand.east - start.east, hand.north - start.north) <= _NEAR:
                return True
        return _apart(hand, start) < way.stood

    def _standing(self, placed: PlacedMagnet) -> MagnetInHand:
        """The worker where it stands, as if a hand held it there."""
        model, standing = self._recogniser.model, placed.standing
        x, y = model.geometry.centre(standing.square)
        return MagnetInHand(standing.polarity, x + placed.east, y + placed.north, model.height(standing.level))


def _apart(one: MagnetInHand, other: MagnetInHand) -> float:
    """How many mm these are apart."""
    return hypot(one.east - other.east, one.north - other.north, one.height - other.height)


def _looked_at(before: Sequence[Fields]) -> Sequence[Fields]:
    """Some of the frames before a rest, the last one first."""
    return before[::-1][:: max(1, ceil(len(before) / _LOOKS))]
