"""Detects whether a hand put a worker down: where the worker was just before it came to rest, and whether it fell over.

A worker high on a tower at the rim and a magnet outside it have much the same field as another magnet alone. A single
reading does not distinguish them, but the way there does. If a worker came down, what the magnet leaves of each earlier
reading is a worker a little higher over the same square, until it is well above its tower. A magnet that is pushed
towards the board does not look like that.

A worker that lies on its side has the field of one that stands far off the middle of the square, or of one that stands
and a magnet beside the board. Its own reading hardly shows which, but no hand is seen to put it down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot

from perception.arrangements import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
    in_hands,
    outline,
)
from perception.counted_work import TaskSteps
from perception.findings import Interference, SensorFault, StrayField
from perception.fitting.limits import LOWEST_HAND
from perception.fitting.residual import Fields, nothing
from perception.interference.interference_decoder import InterferenceDecoder
from perception.interference.interference_fit import InterferenceFit
from perception.interference.limits import FALLEN_PRIOR
from perception.limits import FAIRLY
from perception.recognition.recogniser import Recogniser
from perception.sensors.movement import RestRecord
from perception.tracking import limits
from perception.tracking.reading_change import ReadingChange


@dataclass(frozen=True, slots=True)
class _Way:
    """What may have gone before a ``rest``: a hand that moved while magnets ``beside`` the board had these fields in
    mT. It explains each frame with this ``misfit`` at most. A worker that was less than ``stood`` mm off its place all
    the time came down before that."""

    rest: RestRecord
    beside: Fields
    misfit: float
    stood: float


class DescentDetector:
    """Looks for workers that hands put down on one board."""

    def __init__(self, recogniser: Recogniser) -> None:
        self._recogniser = recogniser

    def came_down(
        self, best: Explanation, reading: Reading, reference: ReferenceReading, beside: Fields, rest: RestRecord
    ) -> TaskSteps[bool]:
        """Check whether the one new worker of an explanation was seen on its way down before this rest, if magnets
        ``beside`` the board had these fields all the time."""
        return self._shows(best, reading, reference, _Way(rest, beside, limits.SEEN_MISFIT, 0.0))

    def may_have_come_down(
        self, best: Explanation, reading: Reading, reference: ReferenceReading, rest: RestRecord
    ) -> TaskSteps[bool]:
        """Check whether the one new worker may have been on its way down, with no magnet beside the board. Frames on
        the way need not show it well, as where other workers are not quite where they are thought to be, and it may
        have stood there before."""
        return self._shows(
            best, reading, reference, _Way(rest, nothing(len(reading.fields)), limits.POSSIBLE_MISFIT, limits.STOOD)
        )

    def _shows(self, best: Explanation, reading: Reading, reference: ReferenceReading, way: _Way) -> TaskSteps[bool]:
        """Check whether the frames before the rest show the new worker on its way down."""
        known = frozenset(reference.placed)
        new = [each for each in best.placed if each.standing not in reference.arrangement]
        new = new or [each for each in best.placed if each not in known]
        if len(new) != 1:
            return False
        start = self._standing(new[0])
        gone = reference.arrangement - (best.arrangement - {new[0].standing})
        unknown = tuple(
            more + (limits.UNKNOWN_BESIDE * field) ** 2 + limits.MOTION_NOISE**2
            for more, field in zip(reading.variances, way.beside, strict=True)
        )
        top = max(start.height, *(self._recogniser.model.height(each.level) for each in gone), 0.0)
        hand = replace(start, height=max(start.height, LOWEST_HAND))
        landed = 0
        for number, fields in enumerate(_looked_at(way.rest.before)):
            without = tuple(felt - extra for felt, extra in zip(fields, way.beside, strict=True))
            earlier = Reading(without, extra_variance=unknown)
            later = hand
            hand, misfit = yield from self._recogniser.held(earlier, reference, gone, later)
            is_landing = number == landed < limits.LANDING_LOOKS and hand.height <= LOWEST_HAND
            if is_landing and misfit > way.misfit:
                landed, hand = number + 1, later
                continue
            appears_high = number == landed and hand.height - later.height > limits.LAST_RISE
            if appears_high or misfit > way.misfit or _apart(hand, later) > limits.FARTHEST_STEP:
                return False
            if (
                hand.height >= top + limits.RISE
                and hypot(hand.east - start.east, hand.north - start.north) <= limits.NEAR_PLACE
            ):
                return True
        return _apart(hand, start) < way.stood

    def _standing(self, placed: PlacedMagnet) -> MagnetInHand:
        """Return the worker where it stands, as if a hand held it there."""
        model, standing = self._recogniser.model, placed.standing
        x, y = model.geometry.centre(standing.square)
        return MagnetInHand(standing.polarity, x + placed.east, y + placed.north, model.height(standing.level))


def _apart(one: MagnetInHand, other: MagnetInHand) -> float:
    """Return how many mm these are apart."""
    return hypot(one.east - other.east, one.north - other.north, one.height - other.height)


def _looked_at(before: Sequence[Fields]) -> Sequence[Fields]:
    """Return some of the frames before a rest, the last one first."""
    return before[::-1][:: max(1, ceil(len(before) / limits.LOOKS))]


class _Case:
    """The workers that are new in an explanation of a change, which may have fallen, and the interference ``found``."""

    def __init__(self, change: ReadingChange, best: Explanation, found: Interference | SensorFault | None) -> None:
        self._misfit = best.misfit
        self._levels = change.expected.levels
        self._was_lifted = bool(in_hands(change.expected.arrangement, change.before))
        self._failing = found.square if isinstance(found, SensorFault) else None
        self.is_beside_magnet = isinstance(found, StrayField)
        known = frozenset(change.reference.placed)
        # Where all that stood before still stand, who is on another square comes from the box.
        stood = change.reference.arrangement
        all_stand = outline(stood) <= outline(best.arrangement)
        new = (each for each in best.placed if each not in known and not (all_stand and each.standing not in stood))
        self.odd = tuple(each for each in new if self._is_odd(each))

    @property
    def margin(self) -> float:
        """By how much likelier the reading has to be if such a worker lies there."""
        return limits.LIES if self._was_carried else -limits.LIES

    @property
    def is_doubted_at_once(self) -> bool:
        """Whether an odd worker needs no comparison: beside a magnet it came unseen from a place where it was not seen
        lifted, and the reading is explained no better than fairly; or it is lower than the tower of the game; or a
        sensor fails just then."""
        if self.is_beside_magnet and not self._was_lifted and self._misfit > FAIRLY:
            return True
        return self._failing is not None or any(self._is_far_off(each) and self._rise(each) < 0 for each in self.odd)

    @property
    def _was_carried(self) -> bool:
        """Whether a hand was seen to lift it, and it was no magnet beside the board."""
        return self._was_lifted and not self.is_beside_magnet

    def _is_odd(self, placed: PlacedMagnet) -> bool:
        """Check whether a worker is far off the middle of its square, beside a magnet higher than the tower of the
        game, or was not seen lifted and is over a sensor that fails just then."""
        if self._is_far_off(placed) or (self.is_beside_magnet and self._rise(placed) > 0):
            return True
        return not self._was_lifted and placed.standing.square == self._failing

    def _is_far_off(self, placed: PlacedMagnet) -> bool:
        return hypot(placed.east, placed.north) > (limits.ASKEW if self._was_carried else limits.UNSEEN_ASKEW)

    def _rise(self, placed: PlacedMagnet) -> int:
        """Return by how many blocks a worker is higher than the tower of the game."""
        return placed.standing.level - self._levels[placed.standing.square]


class FallDetector:
    """Detects workers of one board that may have fallen: no hand was seen to put them down."""

    def __init__(self, recogniser: Recogniser, decoder: InterferenceDecoder) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._descent = DescentDetector(recogniser)

    def may_have_fallen(
        self, best: Explanation, change: ReadingChange, found: InterferenceFit | None = None
    ) -> TaskSteps[bool]:
        """Check whether a new worker may lie on its side where it seems to stand, with ``found`` or no interference. It
        may if no hand was seen to put it down, its place is odd, and it is about as likely that it lies there."""
        case = _Case(change, best, None if found is None else found.found)
        if not case.odd or (yield from self._was_seen(best, change, found)):
            return False
        if case.is_doubted_at_once:
            return True
        ways = [change]
        if found is not None and case.is_beside_magnet:
            ways.append(replace(change, reading=found.reading, reference=found.reference))
        for each in case.odd:
            for way in ways:
                if (yield from self._lying(way, best.arrangement, each.standing)) > best.likelihood + case.margin:
                    return True
        return False

    def _lying(self, change: ReadingChange, arrangement: Arrangement, worker: StandingMagnet) -> TaskSteps[float]:
        """Return the log-likelihood of the reading if this worker of an arrangement lies somewhere on its side instead,
        as if that were as likely as that it stands."""
        reading, reference, left = change.reading, change.reference, arrangement - {worker}
        explanation = yield from self._recogniser.explain(reading, reference, left)
        residual = self._decoder.residual(reading, reference, explanation)
        hint = yield from self._decoder.fitter.fallen(residual, worker, left, change.expected.levels)
        fallen = yield from hint.refine()
        explanation = yield from self._recogniser.explain(fallen.reading, fallen.reference, left)
        return explanation.likelihood + fallen.prior + FALLEN_PRIOR

    def _was_seen(self, best: Explanation, change: ReadingChange, found: InterferenceFit | None) -> TaskSteps[bool]:
        """Check whether a hand was seen to put down the worker that is new."""
        reading, reference, beside = change.reading, change.reference, nothing(len(change.reading.fields))
        if found is not None:
            reading, reference, beside = found.reading, found.reference, found.adds
        return (yield from self._descent.came_down(best, reading, reference, beside, change.rest))
