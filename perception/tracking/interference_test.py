"""Judges a change that no arrangement alone explains well: with interference, or after all without it."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, inf

from perception.arrangements import Arrangement, Explanation, Reading, ReferenceReading, Verdict, outline, surplus_of
from perception.counted_work import TaskSteps
from perception.decision_limits import FAIRLY, DecisionLimits
from perception.expected_arrangements import in_hands
from perception.findings import SensorFault, StrayField
from perception.fitting.residual import NOTHING
from perception.interference.disturbed_verdict import DisturbedVerdict, clearer_verdict
from perception.interference.interference_decoder import InterferenceDecoder, nearby_arrangements
from perception.interference.magnet_beside import SEEN, STRONGEST
from perception.recognition.recogniser import Recogniser
from perception.tracking.change_test import BADLY, ChangeTest
from perception.tracking.descent import DescentTest
from perception.tracking.fall_test import FallTest
from perception.tracking.landings import FeltLandings, left_standing
from perception.tracking.magnet_beside_test import MagnetBesideTest
from perception.tracking.reading_change import ReadingChange

_JUMP_COST = 20.0
"""What it costs that a hand took part in what happened from one frame to the next: hands are slower."""
_HIDDEN = 2.0
"""So many mT no interference takes off a sensor over which a worker comes down."""


class InterferenceTest:
    """Compares the verdict on a change with what interference explains, on one board."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        limits: DecisionLimits,
        change_test: ChangeTest,
        beside_test: MagnetBesideTest,
    ) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._limits = limits
        self._change_test = change_test
        self._beside_test = beside_test
        self._landings = FeltLandings(recogniser, decoder)
        self._descent = DescentTest(recogniser)
        self._fall_test = FallTest(recogniser, decoder)

    def explain(
        self, change: ReadingChange, verdict: Verdict
    ) -> TaskSteps[tuple[Verdict | DisturbedVerdict | None, DisturbedVerdict | None]]:
        """Which of the verdict and the best one with interference is clear (None: neither), and the latter (None:
        there is none)."""
        plain = _but_for_the_hand(verdict, change)
        disturbed = yield from self._with_interference(change, plain)
        if disturbed is not None and self._stands_in(disturbed, verdict.best, change):
            disturbed = None
        chosen = clearer_verdict(plain, disturbed, self._limits)
        if chosen is None and not change.jumped and (yield from self._was_seen(change, verdict)):
            # A magnet beside the board does not come down as a hand does.
            likelier = replace(plain.best, likelihood=plain.best.likelihood + SEEN)
            chosen = clearer_verdict(replace(plain, best=likelier), disturbed, self._limits)
        if isinstance(chosen, DisturbedVerdict):
            return None if (yield from self._is_doubted(chosen, change)) else chosen, disturbed
        if chosen is None or (yield from self._is_plain_doubted(chosen, disturbed, change)):
            return None, disturbed
        if disturbed is not None and self._is_magnet_in_hand(chosen.best, disturbed, change):
            return disturbed, disturbed
        return chosen, disturbed

    def _with_interference(self, change: ReadingChange, plain: Verdict) -> TaskSteps[DisturbedVerdict | None]:
        """The interference and the arrangement that explain the reading best together."""
        reference, expected = change.reference, change.expected
        near = nearby_arrangements(change.before, reference.arrangement, expected.arrangement, plain)
        landed: list[Arrangement] = []
        if not expected.awaited:  # a touch does not wait for so much work
            possible = yield from self._landings.find(change, left_standing(change))
            landed = [each for each in possible if each not in near]

        def score(corrected: Reading, base: ReferenceReading, known: float) -> TaskSteps[Verdict]:
            return self._change_test.score(replace(change, reading=corrected, reference=base), known)

        likely = dict.fromkeys(self._change_test.candidates(change)[0])
        return (
            yield from self._decoder.explained(
                change.reading,
                reference,
                near,
                expected.levels,
                score,
                landed=landed,
                further=[] if change.jumped else [each for each in likely if each not in near],
                jump_cost=_jump_cost(change),
                enough=plain.best.likelihood - self._limits.margin if self._limits.is_clear(plain) else -inf,
            )
        )

    def _is_doubted(self, chosen: DisturbedVerdict, change: ReadingChange) -> TaskSteps[bool]:
        """Whether a verdict with interference is not to be believed, though it is clear."""
        if self._is_excuse(chosen, change) or self._was_put_down(chosen, change):
            return True
        return (yield from self._fall_test.may_have_fallen(chosen.verdict.best, change, chosen.interference))

    def _is_plain_doubted(
        self, chosen: Verdict, disturbed: DisturbedVerdict | None, change: ReadingChange
    ) -> TaskSteps[bool]:
        """Whether a verdict without interference is not to be believed, though it is clear."""
        if self._is_far_fetched(chosen.best, change):
            return True
        if (yield from self._fall_test.may_have_fallen(chosen.best, change)):
            return True
        has_rival = disturbed is not None and not disturbed.has_arrangement_of(chosen)
        return has_rival and (yield from self._change_test.came_unseen(change, chosen.best))

    def _was_seen(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[bool]:
        """Whether a hand was seen to put down the one worker that is new, with no magnet beside the board."""
        if verdict.best.held or not change.leads_to(verdict):
            return False
        return (
            yield from self._descent.came_down(verdict.best, change.reading, change.reference, NOTHING, change.rest)
        )

    def _is_excuse(self, chosen: DisturbedVerdict, change: ReadingChange) -> bool:
        """Whether workers have moved and a sensor is said to fail, and yet the reading is explained badly, as where a
        worker fell; or there are more workers than the game has, and something else besides; or what else there is
        takes the field of a worker that came down off its sensor again."""
        best, model = chosen.verdict.best, self._recogniser.model
        for each in best.arrangement - change.before:
            own = each.polarity * model.field(0.0, each.level)
            if chosen.interference.adds[each.square] * own < -_HIDDEN * abs(own):
                return True
        if surplus_of(change.expected.present, (*best.arrangement, *best.hands)):
            return True
        fails = isinstance(chosen.interference.found, SensorFault)
        return fails and change.leads_to(chosen.verdict) and best.misfit > BADLY

    def _stands_in(self, disturbed: DisturbedVerdict, plain: Explanation, change: ReadingChange) -> bool:
        """Whether a stray magnet is only said to lie where the one worker that is new came down low, and has a field
        that no magnet beside the board has: that is the worker that was in a hand."""
        known = frozenset(change.reference.placed)
        new = [each for each in plain.placed if each not in known]
        if len(new) != 1 or plain.misfit > BADLY or not isinstance(disturbed.interference.found, StrayField):
            return False
        (came,) = new
        own = self._recogniser.model.field(hypot(came.east, came.north), came.standing.level)
        left = plain.arrangement - {came.standing}
        is_there = came.standing.square in disturbed.interference.found.squares
        was_held = outline(left) == outline(change.before) == outline(disturbed.verdict.best.arrangement)
        return is_there and was_held and abs(own) > STRONGEST

    def _was_put_down(self, chosen: DisturbedVerdict, change: ReadingChange) -> bool:
        """Whether a worker is said to be in a hand that was seen on its way down before this rest."""
        is_held = bool(in_hands(change.expected.arrangement, chosen.verdict.best.arrangement))
        return is_held and self._beside_test.saw_down_in(change.rest)

    def _is_magnet_in_hand(self, plain: Explanation, disturbed: DisturbedVerdict, change: ReadingChange) -> bool:
        """Whether what seems to be a worker in a hand is more than the game has, and a magnet beside the board explains
        it with the same workers on the board."""
        surplus = surplus_of(change.expected.present, (*plain.arrangement, *plain.hands))
        same = outline(plain.arrangement) == outline(disturbed.verdict.best.arrangement)
        return surplus > 0 and same and isinstance(disturbed.interference.found, StrayField)

    def _is_far_fetched(self, best: Explanation, change: ReadingChange) -> bool:
        """Whether a worker seems to have come down far off the middle of a square, and the reading is explained poorly
        where the game expects none, or no better than fairly where it may touch. With a magnet beside the board it
        looks like that where a worker touches another square."""
        known, expected = frozenset(change.reference.placed), change.expected
        stood = {each.square for each in expected.arrangement}
        far = {each.standing.square for each in best.placed if each not in known and self._limits.is_off_centre(each)}
        if best.misfit > FAIRLY and not far.isdisjoint(expected.tapped - stood):
            return True
        return best.misfit > self._limits.doubtful and not far <= (expected.open | expected.tapped | stood)


def _jump_cost(change: ReadingChange) -> float:
    """The log-likelihood that it costs that a hand took part in this change."""
    return _JUMP_COST if change.jumped else 0.0


def _but_for_the_hand(verdict: Verdict, change: ReadingChange) -> Verdict:
    """The verdict, less what it costs that a hand took part if workers have moved in it."""
    if not change.leads_to(verdict):
        return verdict
    best = verdict.best
    return replace(verdict, best=replace(best, likelihood=best.likelihood - _jump_cost(change)))
