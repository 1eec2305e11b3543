"""Judges a reading at rest as a change against the reference: which arrangement explains it, and with what margin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import hypot, inf

from common.numbers import total
from perception.arrangements import (
    Arrangement,
    Explanation,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    outline,
    surplus_of,
)
from perception.counted_work import TaskSteps
from perception.decision_limits import FAIRLY, DecisionLimits
from perception.expected_arrangements import ExpectedArrangements, candidates, in_hands
from perception.findings import SensorFault, StrayField
from perception.fitting.residual import NOTHING, Fields
from perception.interference.interference_decoder import (
    DisturbedVerdict,
    InterferenceDecoder,
    are_beside,
    clearer_verdict,
    is_at_rim,
    nearby_arrangements,
)
from perception.interference.interference_fit import InterferenceFit
from perception.interference.magnet_beside import FAINT, SEEN, STRONGEST, MagnetBeside, PossibleWorkers
from perception.recognition.recogniser import Recogniser
from perception.sensors.movement import RestRecord
from perception.sensors.zero_steps import ZeroSteps
from perception.tracking.descent import DescentTest
from perception.tracking.fall_test import FallTest
from perception.tracking.hover_test import TOUCHED, HoverTest, put_down
from perception.tracking.reading_change import ReadingChange
from perception.tracking.touch_watch import is_lifted

_BADLY = 36.0
"""The misfit from which on a reading is explained so badly that a magnet may lie beside the board."""
_PERHAPS_FALLEN = 150.0
"""The misfit up to which a worker that lies on its side may be all that is not explained."""
_FELT = 2
_HIDDEN = 2.0
"""So many mT no interference takes off a sensor over which a worker comes down."""
_LOOK_AGAIN = 400
"""For how many ms a magnet beside the board is not looked for again, as long as the board rests."""


class ChangeTest:
    """Scores the arrangements that the game makes possible, on one board."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        limits: DecisionLimits,
        hover_test: HoverTest,
        zero_steps: ZeroSteps,
    ) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._limits = limits
        self._hover_test = hover_test
        self._zero_steps = zero_steps
        self._beside = MagnetBeside(recogniser, decoder)
        self._descent = DescentTest(recogniser)
        self._fall_test = FallTest(recogniser, decoder, self._descent)
        self._looked_beside_at = 0
        self._seen_down_in = -1

    def score(self, change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict on the reading, with all magnets of the game on the board or in hands. What is far less likely
        than ``known`` is not tried."""
        return self._score_with(change.expected.present, change, known)

    def score_if_still(self, change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict on the reading; a magnet that shows no tremor is in no hand."""
        verdict = yield from self.score(change, known)
        if change.rest.varied or (change.expected.awaited and change.rest.rested >= TOUCHED):
            verdict = yield from self.standing_if_still(change, verdict)
        return verdict

    def plain(self, change: ReadingChange) -> TaskSteps[tuple[Verdict, bool]]:
        """The verdict on the reading, and whether it is plain: clear, without interference, in no hand, and with one
        worker at most in a new place."""
        verdict = yield from self.score(change)
        best, reference, expected = verdict.best, change.reference, change.expected
        new = frozenset(best.placed) - frozenset(reference.placed)
        if change.has_jumped(verdict) or len(new) > 1 or not self._limits.is_clear(verdict):
            return verdict, False
        may_be_held = self._hover_test.may_be_held(best, reference, expected, change.rest)
        return verdict, not (may_be_held or self.may_hold_interference(best, reference, expected))

    def missed_touch(self, change: ReadingChange, on_ground: StandingMagnet | None) -> TaskSteps[tuple[Verdict, bool]]:
        """The verdict on an earlier reading, and whether it is plain; of a worker that rocked ``on_ground``, whether it
        is clear that it touched that."""
        return self.plain(change) if on_ground is None else self._touches_ground(change, on_ground)

    def _touches_ground(self, change: ReadingChange, worker: StandingMagnet) -> TaskSteps[tuple[Verdict, bool]]:
        """The verdict on a reading of the moments in which this worker stood flat, and whether it is clear that it
        touched the ground there, all others standing."""
        verdict = yield from self.score(change)
        best = verdict.best
        others = best.arrangement - {worker} < change.reference.arrangement
        doubtful = self.may_hold_interference(best, change.reference, change.expected, _BADLY)
        return verdict, worker in best.arrangement and others and self._limits.is_clear(verdict) and not doubtful

    def but_for_lights(self, change: ReadingChange, verdict: Verdict) -> Verdict:
        """The verdict; what its best explanation does not explain well may come from lights that have changed."""
        best = verdict.best
        if best.misfit <= self._limits.doubtful:
            return verdict
        lit = self._zero_steps.explained(self._recogniser.residual(change.reading, change.reference, best))
        return replace(verdict, best=replace(best, misfit=best.misfit - lit))

    def standing_if_still(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[Verdict]:
        """The verdict, corrected for a magnet in a hand that shows no tremor or is where a touch is awaited. In the
        best explanation it stands on a tower of any height, if that explains the reading as clearly; in the rival it
        makes that rival void."""
        model, best, second, expected = self._recogniser.model, verdict.best, verdict.rival, change.expected
        if (
            not best.hands
            and second is not None
            and any(self._hover_test.stands(each, expected, change.rest) for each in second.hands)
        ):
            return verdict.against_rival_of((yield from self._score_with((), change)))
        if len(best.hands) != 1 or not self._hover_test.stands(best.hands[0], expected, change.rest):
            return verdict
        arrangements = tuple(put_down(model, best.arrangement, best.hands[0]))
        if not arrangements:
            return verdict
        stands = (yield from self._recogniser.score(change.reading, change.reference, arrangements)).best
        if self._limits.is_doubtful(stands, change.reference) or stands.likelihood < best.likelihood:
            return verdict
        margin = inf if second is None else stands.likelihood - second.likelihood
        return Verdict(stands, margin, second)

    def is_better(self, undisturbed: Verdict, verdict: Verdict, change: ReadingChange) -> TaskSteps[bool]:
        """Whether this change, without the known interference, is explained clearly, and far better than by
        ``verdict``, with it. It need be neither far nor quite well if all magnets stand, and the same ones either way:
        the arrangement is certain then, though the interference may still be on its way. A hand must not explain it
        either, nor a worker that fell."""
        best, plain = undisturbed.best, verdict.best
        all_stand = not (plain.held or in_hands(change.expected.arrangement, plain.arrangement))
        same = outline(best.arrangement) == outline(plain.arrangement) and all_stand
        far = best.likelihood - plain.likelihood >= (0.0 if same else self._limits.margin)
        if not (far and self._limits.is_clear(undisturbed)):
            return False
        if self._limits.is_doubtful(best, change.reference, _BADLY if same else None):
            return False
        if self._hover_test.may_be_held(best, change.reference, change.expected, change.rest):
            return False
        return not (yield from self._fall_test.may_have_fallen(best, change))

    def may_hold_interference(
        self,
        best: Explanation,
        reference: ReferenceReading,
        expected: ExpectedArrangements,
        misfit: float | None = None,
    ) -> bool:
        """Whether interference has to be ruled out before an explanation is believed, as one has to be that is poor
        (from this ``misfit`` on; None: from the usual one)."""
        # A touch that is awaited may be that of a new block.
        floor = [level + (square in expected.awaited) for square, level in enumerate(expected.levels)]
        doubtful = self._limits.is_doubtful(best, reference, misfit)
        surplus = surplus_of(expected.present, (*best.arrangement, *best.hands))
        return doubtful or surplus > 0 or self._decoder.fitter.may_lie(best, reference, floor)

    def came_unseen(self, change: ReadingChange, best: Explanation) -> TaskSteps[bool]:
        """Whether a worker has come down at the rim so high on a tower, or so far off the middle of its square, that a
        magnet beside the board may be all there is, and no hand was seen to put it there. One that is high is doubted
        only where the reading is explained no better than fairly. A touch is judged by more than that."""
        known, size = frozenset(change.reference.placed), self._recogniser.model.geometry.size
        at_rim = [each for each in best.placed if each not in known and is_at_rim(each.standing.square, size)]
        faint = best.misfit > FAIRLY and any(each.standing.level >= FAINT for each in at_rim)
        if change.expected.tapped or not (faint or any(self._is_off_centre(each) for each in at_rim)):
            return False
        return not (yield from self._descent.may_have_come_down(best, change.reading, change.reference, change.rest))

    def _is_off_centre(self, placed: PlacedMagnet) -> bool:
        """Whether hands hardly put a worker so far off the middle of its square."""
        return hypot(placed.east, placed.north) > self._limits.off_centre

    def explain_with_interference(
        self, change: ReadingChange, verdict: Verdict, jump_cost: float
    ) -> TaskSteps[tuple[Verdict | DisturbedVerdict | None, DisturbedVerdict | None]]:
        """Which of the verdict and the best one with interference is clear (None: neither), and the latter (None:
        there is none). ``jump_cost`` is the log-likelihood that it costs that a hand took part."""
        reference, expected = change.reference, change.expected
        near = nearby_arrangements(change.before, reference.arrangement, expected.arrangement, verdict)
        landed: list[Arrangement] = []
        if not expected.awaited:  # a touch does not wait for so much work
            possible = yield from self._perhaps_landed(change, _left_standing(change))
            landed = [each for each in possible if each not in near]

        def score(corrected: Reading, base: ReferenceReading, known: float) -> TaskSteps[Verdict]:
            return self.score(replace(change, reading=corrected, reference=base), known)

        likely = dict.fromkeys(self._candidates(change)[0])
        further = [] if jump_cost else [each for each in likely if each not in near]
        plain = replace(verdict.best, likelihood=verdict.best.likelihood - jump_cost * change.leads_to(verdict))
        enough = plain.likelihood - self._limits.margin if self._limits.is_clear(verdict) else -inf
        disturbed = yield from self._decoder.explained(
            change.reading,
            reference,
            near,
            expected.levels,
            score,
            landed=landed,
            further=further,
            jump_cost=jump_cost,
            enough=enough,
        )
        if disturbed is not None and self._stands_in(disturbed, verdict.best, change):
            disturbed = None
        chosen = clearer_verdict(replace(verdict, best=plain), disturbed, self._limits)
        if chosen is None and not jump_cost and (yield from self._was_seen(change, verdict)):
            # A magnet beside the board does not come down as a hand does.
            plain = replace(plain, likelihood=plain.likelihood + SEEN)
            chosen = clearer_verdict(replace(verdict, best=plain), disturbed, self._limits)
        if isinstance(chosen, DisturbedVerdict):
            if self._is_excuse(chosen, change) or self._was_put_down(chosen, change):
                return None, disturbed
            if (yield from self._fall_test.may_have_fallen(chosen.verdict.best, change, chosen.interference)):
                return None, disturbed
        elif chosen is not None:
            if self._is_far_fetched(chosen.best, change) or (
                yield from self._fall_test.may_have_fallen(chosen.best, change)
            ):
                return None, disturbed
            has_rival = disturbed is not None and not disturbed.has_arrangement_of(chosen)
            if has_rival and (yield from self.came_unseen(change, chosen.best)):
                return None, disturbed
            if disturbed is not None and self._is_magnet_in_hand(chosen.best, disturbed, change):
                return disturbed, disturbed
        return chosen, disturbed

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
        return fails and change.leads_to(chosen.verdict) and best.misfit > _BADLY

    def _stands_in(self, disturbed: DisturbedVerdict, plain: Explanation, change: ReadingChange) -> bool:
        """Whether a stray magnet is only said to lie where the one worker that is new came down low, and has a field
        that no magnet beside the board has: that is the worker that was in a hand."""
        known = frozenset(change.reference.placed)
        new = [each for each in plain.placed if each not in known]
        if len(new) != 1 or plain.misfit > _BADLY or not isinstance(disturbed.interference.found, StrayField):
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
        return is_held and self._seen_down_in == change.rest.times[-1] - change.rest.rested

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
        far = {each.standing.square for each in best.placed if each not in known and self._is_off_centre(each)}
        if best.misfit > FAIRLY and not far.isdisjoint(expected.tapped - stood):
            return True
        return best.misfit > self._limits.doubtful and not far <= (expected.open | expected.tapped | stood)

    def explain_with_magnet_beside(
        self, change: ReadingChange, verdict: Verdict, latest: Callable[[], RestRecord | None]
    ) -> TaskSteps[DisturbedVerdict | None]:
        """The best arrangement in which all magnets stand, with a magnet that lies some way beside the board, where
        that is clear and explains the reading well; else None. It is looked for in readings that are explained poorly,
        or badly where a worker may touch, and not again at once. That takes some frames; ``latest`` gives what the rest
        has shown until then (None: nothing more)."""
        rested, at = change.rest.rested, change.rest.times[-1]
        touches = bool(change.expected.awaited) and bool(in_hands(change.expected.arrangement, change.before))
        poor = verdict.best.misfit > (_BADLY if change.expected.tapped else self._limits.doubtful)
        if change.jumped or not poor or not (touches or rested >= self._limits.doubtful_after):
            return None
        if at - self._looked_beside_at < min(rested, _LOOK_AGAIN):
            return None
        # A worker that fell off a tower looks much like a magnet beside the board.
        faint = any(each.level >= FAINT for each in change.before - verdict.best.arrangement)
        perhaps_fallen = faint and verdict.best.misfit <= _PERHAPS_FALLEN
        self._looked_beside_at = at
        reference, expected = change.reference, change.expected
        left = _left_standing(change)
        near = _high_landings(change, left)
        near += yield from self._perhaps_landed(change, left)
        near += nearby_arrangements(change.before, reference.arrangement, expected.arrangement, verdict)
        near += _on_other_levels(verdict.best.arrangement - reference.arrangement, verdict, expected)
        standing = [each for each in near if not in_hands(expected.arrangement, each)]
        workers = PossibleWorkers(change.before, left, tuple(dict.fromkeys((*standing, left))))

        def score(corrected: Reading, base: ReferenceReading, known: float) -> TaskSteps[Verdict]:
            return self.score_if_still(replace(change, reading=corrected, reference=base), known)

        def came_down(best: Explanation, found: InterferenceFit) -> TaskSteps[bool]:
            return self._descent.came_down(best, found.reading, found.reference, found.adds, change.rest)

        disturbed = yield from self._beside.explained(change.reading, reference, workers, score, came_down)
        if disturbed is None:
            return None
        if disturbed.was_seen:
            self._seen_down_in = at - rested
        best = disturbed.verdict.best
        if best.held or in_hands(expected.arrangement, best.arrangement):
            return None
        if perhaps_fallen and not disturbed.was_seen and outline(best.arrangement) != outline(expected.arrangement):
            return None
        if not disturbed.was_seen and (
            yield from self._fall_test.may_have_fallen(best, change, disturbed.interference)
        ):
            return None
        if self._hover_test.may_be_held(best, reference, expected, latest() or change.rest):
            self._looked_beside_at = at - _LOOK_AGAIN  # a longer rest may show that it is in no hand
            return None
        if self.may_hold_interference(best, reference, expected, _BADLY if _is_same(best, verdict.best) else None):
            return None
        chosen = clearer_verdict(verdict, disturbed, self._limits)
        return chosen if isinstance(chosen, DisturbedVerdict) else None

    def _perhaps_landed(self, change: ReadingChange, left: Arrangement) -> TaskSteps[list[Arrangement]]:
        """What stands if the one worker that was in a hand, or has left its sensor, is where sensors feel it most, or
        where they feel most more than those around them, of the squares where it may be put or touch and its own. The
        others are ``left``."""
        expected = change.expected
        missing = in_hands(expected.arrangement, left)
        if len(missing) != 1:
            return []
        explanation = yield from self._recogniser.explain(change.reading, change.reference, left)
        felt_there = self._decoder.residual(change.reading, change.reference, explanation).fields
        sign = missing[0] if self._recogniser.model.field(0.0, 0) > 0 else -missing[0]
        free = _where_it_may_be(expected, left)
        most = sorted(free, key=lambda square: -sign * felt_there[square])[:_FELT]
        # Beside a magnet outside the board all feel much, and a worker high on a tower shows by what they do not.
        peaks = sorted(free, key=lambda square: -sign * self._peak(felt_there, square))[:_FELT]
        return [
            left | {StandingMagnet(square, level, missing[0])}
            for square in dict.fromkeys((*most, *peaks))
            for level in sorted({expected.levels[square], expected.highest[square]})
        ]

    def _peak(self, fields: Fields, square: int) -> float:
        """By how much a sensor feels more than those around it on average."""
        around = [other for other in self._recogniser.squares if other != square and are_beside(other, square)]
        return fields[square] - total(fields[other] for other in around) / len(around)

    def _score_with(self, present: tuple[int, ...], change: ReadingChange, known: float = -inf) -> TaskSteps[Verdict]:
        """The verdict with the magnets ``present`` on the board or in hands."""
        likely, unlikely = self._candidates(change)
        loose = frozenset() if change.believed is None else change.reference.arrangement - change.believed
        return self._recogniser.score(
            change.reading, change.reference, likely, unlikely, present=present, loose=loose, known=known
        )

    def _candidates(self, change: ReadingChange) -> tuple[list[Arrangement], list[Arrangement]]:
        return candidates(change.reference.arrangement, change.believed, change.expected, self._recogniser.squares)


def _is_same(one: Explanation, other: Explanation) -> bool:
    """Whether the same magnets stand in both, and hands hold none."""
    held = one.held or other.held or one.hands or other.hands
    return not held and outline(one.arrangement) == outline(other.arrangement)


def _high_landings(change: ReadingChange, left: Arrangement) -> list[Arrangement]:
    """What stands if the one worker that was in a hand, or has left its sensor, is on any high tower where it may be
    put or touch. The others are ``left``."""
    expected = change.expected
    missing = in_hands(expected.arrangement, left)
    if len(missing) != 1:
        return []
    return [
        left | {StandingMagnet(square, level, missing[0])}
        for square in sorted(_where_it_may_be(expected, left))
        for level in sorted({expected.levels[square], expected.highest[square]})
        if level >= FAINT
    ]


def _where_it_may_be(expected: ExpectedArrangements, left: Arrangement) -> frozenset[int]:
    """The free squares where a worker may be put or touch, and those that it may have been lifted from."""
    homes = {each.square for each in expected.arrangement - left}
    return ((expected.awaited or expected.tapped | expected.open) | homes) - {each.square for each in left}


def _left_standing(change: ReadingChange) -> Arrangement:
    """What stood before, without the workers that have left their sensors if none is known to be in a hand."""
    before = change.before
    if in_hands(change.expected.arrangement, before):
        return before
    placed = (each for each in change.reference.placed if each.fields and each.standing in before)
    return before - {each.standing for each in placed if is_lifted(each, change.reading.fields, change.reference)}


def _on_other_levels(landed: Arrangement, verdict: Verdict, expected: ExpectedArrangements) -> Iterator[Arrangement]:
    """The best arrangement of a verdict, with each magnet that came down on the levels that the game has there."""
    for each in landed:
        for level in {expected.levels[each.square], expected.highest[each.square]} - {each.level}:
            yield verdict.best.arrangement - {each} | {replace(each, level=level)}
