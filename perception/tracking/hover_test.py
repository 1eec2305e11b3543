"""Tells a magnet that stands from one that a hand holds still over a square.

A hand in the air trembles. A magnet that is low enough to show a tremor and does not show it stands on something. This
is how a worker on a tower that is higher than the game has it is told from one in a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, inf

from hardware.board import SQUARE_COUNT
from hardware.field_model import LEVELS, FieldModel
from perception.arrangements import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    ReferenceReading,
    StandingMagnet,
    Verdict,
)
from perception.expected_arrangements import ExpectedArrangements
from perception.fitting.noise_model import NoiseModel
from perception.sensors.movement import RestRecord
from perception.tracking.touch_evidence import TouchEvidence, height_ratio, place_ratio
from perception.tracking.tremor import (
    before_lift,
    is_strong,
    still_between,
    still_throughout,
    stillness,
    trembles,
    tremor_of,
    was_lower,
    would_show,
)

TOUCHED = 200
"""The least time in ms for which a worker rests that touches a square."""

BELIEVED = 6.0
"""The log-likelihood ratio, by its tremor alone, from which on a magnet that may be in a hand stands."""

TOUCHES = 3.0
"""The same where a worker may touch the new block of the square, and a tremor would be strong: a hand is seldom just
as high as that."""

_SHAKES = -4.0
"""The log-likelihood ratio below which a magnet may be in a hand that seems to touch a tower as high as in the game: a
block of it is missing, then, or the table is wrong about the place."""

_HARDLY_AS_HIGH = -2.5
"""The log-likelihood ratio by its height alone below which a magnet is hardly as high as the tower: then it must not
seem to tremble at all."""

_PRESSED = 0.28
"""As a share of a hand's tremor, what a sensor may vary under a worker that a hand presses down."""

_LONG = 400
"""A hand low over a square hardly pauses in its tremor for so many ms."""

_HOVERS = 10.0
"""How many mm over a square a hand hovers at least."""

_PASSED_BY, _PAUSED = 240, 1500
"""For how many ms a worker in a hand seems to rest while it passes by high over a square, and while the hand pauses."""

_GIVE = 4.0
"""How many mm higher than its tower a touch may seem to be where one is awaited."""

_SEEN = 2.0
"""By how many times the noise of its sensor a tremor is stronger that a whole rest shows."""

_CENTRED = 6.0
"""How many mm off the middle a magnet is at most whose sensor feels less only if it is higher."""

_FINE, _COUNT = 1.0, 80
_ANY_HEIGHT = (-1,) * SQUARE_COUNT


@dataclass(frozen=True, slots=True)
class _HandInstead:
    """A magnet that seems to have come down, and the hand that might hold it instead."""

    placed: PlacedMagnet
    hand: MagnetInHand

    @property
    def square(self) -> int:
        """The square that it is over."""
        return self.placed.standing.square


class HoverTest:
    """Judges magnets that rest on one board, by what a rest has shown. ``waits_for_end``: what follows the rest that
    was judged last may show whether a magnet is in a hand."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel | None = None) -> None:
        self._model = model
        self._noise_model = noise_model or NoiseModel()
        self._evidence = TouchEvidence()
        self.waits_for_end = False
        self._most: tuple[tuple[int, int], float] = (-1, 0), -inf
        lowest = model.height(0) + _HOVERS
        heights = [lowest + _FINE * step for step in range(_COUNT)]
        self._by_field = tuple((abs(model.held(0.0, 0.0, height).fields[0]), height) for height in heights)

    def may_be_held(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet of this explanation may be in a hand, still or on its way, as far as the rest shows yet."""
        self.waits_for_end = False
        return self._may_tremble(best, reference, expected, rest) or self._may_pass_by(best, reference, expected, rest)

    def _may_tremble(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet low in a hand, or one on an unexpected level, may still show a tremor: it takes some frames
        to see."""
        model = self._model
        over = self._as_if_held(best, reference, expected.levels)
        if any(trembles(model, each.hand, rest.spread, rest.noise) for each in over):
            return True
        if not all(self._is_still(each, expected, rest) for each in over if each.square in expected.tapped):
            return True
        if any(self._shakes(each, rest) for each in self._perhaps_hovering(best, reference, expected)):
            return True
        strange = [each.hand for each in over if would_show(model, each.hand) and each.square not in expected.tapped]
        if rest.varied:
            return not all(self.stands(each, expected, rest) for each in strange)
        low = [each for each in best.hands if would_show(model, each)]
        return not all(rest.rested >= TOUCHED and self._is_at_a_touch(each, expected) for each in (*low, *strange))

    def _may_pass_by(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements, rest: RestRecord
    ) -> bool:
        """Whether a magnet that seems to have come down high over its sensor may still be moving: its field is so small
        that it seems to rest for some frames. Above a lower tower of the game a hand may pause, too."""
        highest = expected.highest
        waits = (
            _PAUSED if each.placed.standing.level > highest[each.square] else _PASSED_BY
            for each in self._as_if_held(best, reference, _ANY_HEIGHT)
            if not would_show(self._model, each.hand)
        )
        return rest.rested < max(waits, default=0)

    def benefits_from_waiting(self, verdict: Verdict) -> bool:
        """Whether a longer rest would make this verdict clearer: the tremor of a hand that is part of it would show."""
        explanations = (verdict.best, verdict.rival)
        hands = (hand for each in explanations if each is not None for hand in each.hands)
        return any(would_show(self._model, hand) for hand in hands)

    def stands(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet that seems to be low in a hand stands: a touch is awaited there, or it shows no tremor."""
        if self._is_at_a_touch(hand, expected):
            return True
        least = TOUCHES if self._is_plain(hand, expected, rest) else BELIEVED
        return would_show(self._model, hand) and self._stillness(hand, rest) >= least

    def _is_still(self, each: _HandInstead, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet that may touch a new block shows so little tremor there, and is so near to its height and to
        the middle of the square, that it is in no hand. All that was seen since the last step counts."""
        since = rest.times[-1] - rest.rested
        still = self._stillness(each.hand, rest)
        ratio = still + height_ratio(each.placed, each.hand.height, self._noise_model)
        ratio += place_ratio(each.placed, self._noise_model)
        whole = self._evidence.total(each.placed.standing, since, ratio, expected)
        if self._is_plain(each.hand, expected, rest):
            stood = rest.rested >= TOUCHED and min(still, ratio) >= TOUCHES
            return stood and still_throughout(self._model, each.hand, rest) >= 0.0
        asked = expected.asked is not None and expected.asked.square == each.square and rest.rested >= TOUCHED
        return whole >= BELIEVED and (asked or (would_show(self._model, each.hand) and still > 0))

    def _is_plain(self, hand: MagnetInHand, expected: ExpectedArrangements, rest: RestRecord) -> bool:
        """Whether a magnet is where a worker may touch, and a tremor would be strong there."""
        return under(self._model, hand) in expected.tapped and is_strong(self._model, hand, rest.noise)

    def _stillness(self, hand: MagnetInHand, rest: RestRecord) -> float:
        return stillness(self._model, hand, rest.deviations, rest.noise_of)

    def _is_at_a_touch(self, hand: MagnetInHand, expected: ExpectedArrangements) -> bool:
        """Whether a touch is awaited on the square under a magnet, and it is as low as the tower there is in the
        game."""
        square = under(self._model, hand)
        if square is None or square not in expected.awaited:
            return False
        return hand.height <= self._model.height(expected.levels[square]) + _GIVE

    def _as_if_held(
        self, best: Explanation, reference: ReferenceReading, highest: tuple[int, ...]
    ) -> tuple[_HandInstead, ...]:
        """The magnets that came down above the ``highest`` level of their square, as if hands held them there. A hand
        cannot be lower than the tower either."""
        return tuple(
            self._held_over(each, self._model.height(each.standing.level))
            for each in _came(best, reference)
            if each.standing.level > highest[each.standing.square]
        )

    def _perhaps_hovering(
        self, best: Explanation, reference: ReferenceReading, expected: ExpectedArrangements
    ) -> Iterator[_HandInstead]:
        """The magnets that came down where a worker may touch, and whose field under them a hand would have as well
        that hovers over the bare board: a block may be missing, or the worker seems to be far off the middle."""
        for each in _came(best, reference):
            square = each.standing.square
            if square in expected.tapped and each.standing.level <= expected.levels[square] and each.fields:
                felt = abs(each.fields[square])
                height = next((height for field, height in self._by_field if field <= felt), None)
                if height is not None and height > self._by_field[0][1]:
                    yield self._held_over(each, height)

    def _shakes(self, each: _HandInstead, rest: RestRecord) -> bool:
        """Whether a magnet that seems to touch a tower of the height that the game has may be in a hand instead, by its
        tremor and its height. Where a tremor is strong it has to be clearly likelier that the magnet stands; or, once
        the rest is over and it is known what follows, a little. One that was lower just before or after, where wood
        would have been, has to stand still for long: then it slid over the middle of the square."""
        if not would_show(self._model, each.hand):
            return False
        if was_lower(each.square, each.placed, self._at_the_middle(each.placed), rest):
            return self._stillness(each.hand, rest) < BELIEVED
        still = self._stillness(each.hand, before_lift(each.square, each.placed, rest) if rest.after else rest)
        evidence = max(still, still_between(self._model, each.hand, each.square, rest))
        stands_at = self._model.height(each.placed.standing.level)
        height, is_brief = height_ratio(each.placed, stands_at, self._noise_model), rest.rested < TOUCHED
        if tremor_of(self._model, each.hand)[0] < _SEEN * rest.noise_of(each.square):
            least = 0.0 if is_brief or height < _HARDLY_AS_HIGH else _SHAKES
            return evidence + min(height, 0.0) < least
        evidence += height - height_ratio(PlacedMagnet(each.placed.standing), stands_at, self._noise_model)
        rested_on = each.square, rest.times[-1] - rest.rested
        before, self._most = self._most, (rested_on, evidence)
        if before[0] == rested_on:
            self._most = rested_on, max(before[1], evidence)  # at its end a hand lifts the worker again
        if rest.after or rest.rested >= _LONG:
            pressed = (
                rest.rested >= TOUCHED and rest.spread(each.square) < _PRESSED * tremor_of(self._model, each.hand)[0]
            )
            return self._most[1] < 0.0 and not pressed
        self.waits_for_end = evidence < TOUCHES or is_brief
        return self.waits_for_end

    def _at_the_middle(self, placed: PlacedMagnet) -> float:
        """The least field in mT that shows that a magnet was lower than it stands: one far off the middle of its square
        came past the sensor on its way."""
        if hypot(placed.east, placed.north) <= _CENTRED:
            return 0.0
        return (1 + self._noise_model.gain) * self._model.field(0.0, placed.standing.level)

    def _held_over(self, each: PlacedMagnet, height: float) -> _HandInstead:
        x, y = self._model.geometry.centre(each.standing.square)
        return _HandInstead(each, MagnetInHand(each.standing.polarity, x + each.east, y + each.north, height))


def _came(best: Explanation, reference: ReferenceReading) -> Iterator[PlacedMagnet]:
    """The magnets of an explanation that came down since the reference."""
    known = frozenset(reference.placed)
    return (each for each in best.placed if each not in known)


def under(model: FieldModel, hand: MagnetInHand) -> int | None:
    """The square under a hand; None beside the board."""
    pitch, size = model.geometry.pitch, model.geometry.size
    file, rank = round(hand.east / pitch), round(hand.north / pitch)
    return 5 * rank + file if 0 <= file < size and 0 <= rank < size else None


def put_down(model: FieldModel, arrangement: Arrangement, hand: MagnetInHand) -> Iterator[Arrangement]:
    """The arrangements in which the magnet stands on the square under it, on a tower of any height."""
    square = under(model, hand)
    if square is not None and all(square != each.square for each in arrangement):
        for level in range(LEVELS):
            yield arrangement | {StandingMagnet(square, level, hand.polarity)}
