"""Detects interference in a change that no arrangement alone explains well: a watch or a phone beside the board, a
worker on its side, a sensor that fails; or finds that there is none after all. Apart from `rest_decoder`, where it is
one stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf

from common.numbers import total
from hardware.geometry import steps_between
from perception.arrangements import (
    Arrangement,
    ExpectedArrangements,
    Explanation,
    StandingMagnet,
    Verdict,
    in_hands,
    outline,
    surplus_of,
)
from perception.counted_work import TaskSteps
from perception.findings import Fallen, SensorFault
from perception.fitting.residual import Fields, nothing
from perception.interference.interference_decoder import (
    DisturbedVerdict,
    InterferenceDecoder,
    clearer_verdict,
    nearby_arrangements,
)
from perception.interference.interference_fit import InterferenceFit
from perception.interference.limits import DESCENT_SEEN, FAINT_LEVEL
from perception.interference.magnet_beside import MagnetBeside, PossibleWorkers
from perception.limits import BADLY, DecisionThresholds
from perception.recognition.recogniser import Recogniser
from perception.sensors.movement import RestRecord
from perception.tracking import limits
from perception.tracking.change_decoder import ChangeDecoder, DecodedChange
from perception.tracking.descent_detector import DescentDetector, FallDetector
from perception.tracking.reading_change import ReadingChange
from perception.tracking.touches import is_lifted


class FeltLandings:
    """Finds where sensors feel a worker, on one board."""

    def __init__(self, recogniser: Recogniser, decoder: InterferenceDecoder) -> None:
        self._recogniser = recogniser
        self._decoder = decoder

    def find(self, change: ReadingChange, left: Arrangement) -> TaskSteps[list[Arrangement]]:
        """Return what stands if the one worker that was in a hand, or has left its sensor, is where sensors feel it
        most, or where they feel most more than those around them. Of the squares, its own and those where it may be put
        or touch are tried. The others are ``left``."""
        expected = change.expected
        missing = in_hands(expected.arrangement, left)
        if len(missing) != 1:
            return []
        explanation = yield from self._recogniser.explain(change.reading, change.reference, left)
        felt_there = self._decoder.residual(change.reading, change.reference, explanation).fields
        sign = missing[0] if self._recogniser.model.field(0.0, 0) > 0 else -missing[0]
        free = where_it_may_be(expected, left)
        most = sorted(free, key=lambda square: -sign * felt_there[square])[: limits.LANDING_SQUARES]
        # Beside a magnet outside the board all feel much, and a worker high on a tower shows by what they do not.
        peaks = sorted(free, key=lambda square: -sign * self._peak(felt_there, square))[: limits.LANDING_SQUARES]
        return [
            left | {StandingMagnet(square, level, missing[0])}
            for square in dict.fromkeys((*most, *peaks))
            for level in sorted({expected.levels[square], expected.highest[square]})
        ]

    def _peak(self, fields: Fields, square: int) -> float:
        """Return by how much a sensor feels more than those around it on average."""
        around = [other for other in self._recogniser.squares if steps_between(other, square) == 1]
        return fields[square] - total(fields[other] for other in around) / len(around)


def left_standing(change: ReadingChange) -> Arrangement:
    """Return what stood before, without the workers that have left their sensors if none is known to be in a hand."""
    before = change.before
    if in_hands(change.expected.arrangement, before):
        return before
    placed = (each for each in change.reference.placed if each.fields and each.standing in before)
    return before - {each.standing for each in placed if is_lifted(each, change.reading.fields, change.reference)}


def where_it_may_be(expected: ExpectedArrangements, left: Arrangement) -> frozenset[int]:
    """Return the free squares where a worker may be put or touch, and those from which it may have been lifted."""
    homes = {each.square for each in expected.arrangement - left}
    return ((expected.awaited or expected.tapped | expected.open) | homes) - {each.square for each in left}


def high_landings(change: ReadingChange, left: Arrangement) -> list[Arrangement]:
    """Return what stands if the one worker that was in a hand, or has left its sensor, is on any high tower where it
    may be put or touch. The others are ``left``."""
    expected = change.expected
    missing = in_hands(expected.arrangement, left)
    if len(missing) != 1:
        return []
    return [
        left | {StandingMagnet(square, level, missing[0])}
        for square in sorted(where_it_may_be(expected, left))
        for level in sorted({expected.levels[square], expected.highest[square]})
        if level >= FAINT_LEVEL
    ]


def on_other_levels(landed: Arrangement, verdict: Verdict, expected: ExpectedArrangements) -> Iterator[Arrangement]:
    """Yield the best arrangement of a verdict, with each magnet that came down on the levels that the game has
    there."""
    for each in landed:
        for level in {expected.levels[each.square], expected.highest[each.square]} - {each.level}:
            yield verdict.best.arrangement - {each} | {replace(each, level=level)}


class MagnetBesideDetector:
    """Detects a magnet some way beside one board."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        thresholds: DecisionThresholds,
        change_decoder: ChangeDecoder,
    ) -> None:
        self._thresholds = thresholds
        self._change_decoder = change_decoder
        self._beside = MagnetBeside(recogniser, decoder)
        self._landings = FeltLandings(recogniser, decoder)
        self._descent = DescentDetector(recogniser)
        self._fall_detector = FallDetector(recogniser, decoder)
        self._looked_beside_at = 0
        self._seen_down_in = -1

    def saw_down_in(self, rest: RestRecord) -> bool:
        """Check whether a worker was seen on its way down before this rest, while such a magnet was looked for."""
        return self._seen_down_in == rest.times[-1] - rest.rested

    def explain(
        self, decoded: Sequence[DecodedChange], latest: Callable[[], RestRecord | None]
    ) -> TaskSteps[tuple[DisturbedVerdict, ReadingChange] | None]:
        """Explain a change by an arrangement in which all magnets stand, and a magnet that lies some way beside the
        board. Gives None unless that is clear and explains the reading well. It is tried on readings that are explained
        poorly, or badly where a worker may touch, and not again at once. If the first of the same change as it was
        ``decoded``, by different sensors, does not help, the next may; the answer has the one that did. While it is
        under way the rest goes on; ``latest`` gives what it has shown by then, if it has."""
        change, verdict = decoded[0].change, decoded[0].verdict
        if not self._is_due(change, verdict):
            return None
        self._looked_beside_at = change.rest.times[-1]
        for each in decoded:
            disturbed = yield from self._clear(each.change, each.verdict, latest)
            if disturbed is not None:
                return disturbed, each.change
        return None

    def _clear(
        self, change: ReadingChange, verdict: Verdict, latest: Callable[[], RestRecord | None]
    ) -> TaskSteps[DisturbedVerdict | None]:
        """Explain a change as `explain` does, by these sensors."""
        at, reference, expected = change.rest.times[-1], change.reference, change.expected
        disturbed = yield from self._found(change, verdict)
        if disturbed is None:
            return None
        if disturbed.was_seen:
            self._seen_down_in = at - change.rest.rested
        best = disturbed.verdict.best
        if best.held or in_hands(expected.arrangement, best.arrangement):
            return None
        if not disturbed.was_seen and (yield from self._may_have_fallen(disturbed, change, verdict)):
            return None
        if self._change_decoder.may_be_held(best, replace(change, rest=latest() or change.rest)):
            self._looked_beside_at = at - limits.LOOK_AGAIN  # a longer rest may show that it is in no hand
            return None
        misfit = BADLY if _is_same(best, verdict.best) else None
        if self._change_decoder.may_hold_interference(best, reference, expected, misfit):
            return None
        chosen = clearer_verdict(verdict, disturbed, self._thresholds)
        return chosen if isinstance(chosen, DisturbedVerdict) else None

    def _is_due(self, change: ReadingChange, verdict: Verdict) -> bool:
        """Check whether the reading is explained so badly that such a magnet is to be looked for now."""
        rested, expected = change.rest.rested, change.expected
        touches = bool(expected.awaited) and bool(in_hands(expected.arrangement, change.before))
        poor = verdict.best.misfit > (BADLY if expected.tapped else self._thresholds.doubtful)
        if change.jumped or not poor or not (touches or rested >= self._thresholds.doubtful_after):
            return False
        return change.rest.times[-1] - self._looked_beside_at >= min(rested, limits.LOOK_AGAIN)

    def _found(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[DisturbedVerdict | None]:
        """Return the magnet beside the board that explains the reading best, with workers that all stand."""
        reference, expected = change.reference, change.expected
        left = left_standing(change)
        near = high_landings(change, left)
        near += yield from self._landings.find(change, left)
        near += nearby_arrangements(change.before, reference.arrangement, expected.arrangement, verdict)
        near += on_other_levels(verdict.best.arrangement - reference.arrangement, verdict, expected)
        standing = [each for each in near if not in_hands(expected.arrangement, each)]
        workers = PossibleWorkers(change.before, left, tuple(dict.fromkeys((*standing, left))), expected.weighed)

        def score(found: InterferenceFit, known: float) -> TaskSteps[Verdict]:
            corrected = replace(change, reading=found.reading, reference=found.reference)
            return self._change_decoder.score_if_still(corrected, known)

        def came_down(best: Explanation, found: InterferenceFit) -> TaskSteps[bool]:
            return self._descent.came_down(best, found.reading, found.reference, found.adds, change.rest)

        return (yield from self._beside.explained(change.reading, reference, workers, score, came_down))

    def _may_have_fallen(self, disturbed: DisturbedVerdict, change: ReadingChange, plain: Verdict) -> TaskSteps[bool]:
        """Check whether a worker may have fallen over, and such a magnet only seems to be there: one that fell off a
        high tower looks much like it."""
        best = disturbed.verdict.best
        was_high = any(each.level >= FAINT_LEVEL for each in change.before - plain.best.arrangement)
        has_moved = outline(best.arrangement) != outline(change.expected.arrangement)
        if was_high and plain.best.misfit <= limits.PERHAPS_FALLEN and has_moved:
            return True
        return (yield from self._fall_detector.may_have_fallen(best, change, disturbed.interference))


def _is_same(one: Explanation, other: Explanation) -> bool:
    """Check whether the same magnets stand in both, and hands hold none."""
    held = one.held or other.held or one.hands or other.hands
    return not held and outline(one.arrangement) == outline(other.arrangement)


class InterferenceDetector:
    """Detects interference in changes of one board: compares a verdict with what interference explains."""

    def __init__(
        self,
        recogniser: Recogniser,
        decoder: InterferenceDecoder,
        thresholds: DecisionThresholds,
        change_decoder: ChangeDecoder,
        beside_detector: MagnetBesideDetector,
    ) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        self._thresholds = thresholds
        self._change_decoder = change_decoder
        self._beside_detector = beside_detector
        self._landings = FeltLandings(recogniser, decoder)
        self._descent = DescentDetector(recogniser)
        self._fall_detector = FallDetector(recogniser, decoder)

    def explain(
        self, change: ReadingChange, verdict: Verdict
    ) -> TaskSteps[tuple[Verdict | DisturbedVerdict | None, DisturbedVerdict | None]]:
        """Compare a verdict with the best one with interference. Gives the one that is clear, or None, and the best one
        with interference, or None."""
        plain = _but_for_the_hand(verdict, change)
        disturbed = yield from self._with_interference(change, plain)
        chosen = clearer_verdict(plain, disturbed, self._thresholds)
        if chosen is None and not change.jumped and (yield from self._was_seen(change, verdict)):
            # A magnet beside the board does not come down as a hand does.
            likelier = replace(plain.best, likelihood=plain.best.likelihood + DESCENT_SEEN)
            chosen = clearer_verdict(replace(plain, best=likelier), disturbed, self._thresholds)
        if isinstance(chosen, DisturbedVerdict):
            return None if (yield from self._is_doubted(chosen, change)) else chosen, disturbed
        if chosen is None or (yield from self._is_plain_doubted(chosen, disturbed, change)):
            return None, disturbed
        return chosen, disturbed

    def _with_interference(self, change: ReadingChange, plain: Verdict) -> TaskSteps[DisturbedVerdict | None]:
        """Return the interference and the arrangement that explain the reading best together."""
        reference, expected = change.reference, change.expected
        near = nearby_arrangements(change.before, reference.arrangement, expected.arrangement, plain)
        landed: list[Arrangement] = []
        if not expected.awaited:  # a touch does not wait for so much work
            possible = yield from self._landings.find(change, left_standing(change))
            landed = [each for each in possible if each not in near]

        def score(found: InterferenceFit, known: float) -> TaskSteps[Verdict]:
            corrected = replace(change, reading=found.reading, reference=found.reference)
            if isinstance(found.found, Fallen):  # it weighs where it lies
                corrected = replace(corrected, expected=replace(expected, weighed=None))
            return self._change_decoder.score(corrected, known)

        likely = dict.fromkeys(self._change_decoder.candidates(change)[0])
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
                enough=plain.best.likelihood - self._thresholds.margin if self._thresholds.is_clear(plain) else -inf,
                weighed=expected.weighed,
            )
        )

    def _is_doubted(self, chosen: DisturbedVerdict, change: ReadingChange) -> TaskSteps[bool]:
        """Check whether a verdict with interference is not to be believed, though it is clear."""
        if self._is_excuse(chosen, change) or self._was_put_down(chosen, change):
            return True
        return (yield from self._fall_detector.may_have_fallen(chosen.verdict.best, change, chosen.interference))

    def _is_plain_doubted(
        self, chosen: Verdict, disturbed: DisturbedVerdict | None, change: ReadingChange
    ) -> TaskSteps[bool]:
        """Check whether a verdict without interference is not to be believed, though it is clear."""
        if (yield from self._fall_detector.may_have_fallen(chosen.best, change)):
            return True
        has_rival = disturbed is not None and not disturbed.has_arrangement_of(chosen)
        return has_rival and (yield from self._change_decoder.came_unseen(change, chosen.best))

    def _was_seen(self, change: ReadingChange, verdict: Verdict) -> TaskSteps[bool]:
        """Check whether a hand was seen to put down the one worker that is new, with no magnet beside the board."""
        if verdict.best.held or not change.leads_to(verdict):
            return False
        return (
            yield from self._descent.came_down(
                verdict.best, change.reading, change.reference, nothing(len(change.reading.fields)), change.rest
            )
        )

    def _is_excuse(self, chosen: DisturbedVerdict, change: ReadingChange) -> bool:
        """Check whether workers have moved and a sensor is said to fail, and yet the reading is explained badly, as
        where a worker fell; or there are more workers than the game has, and something else besides; or what else there
        is takes the field of a worker that came down off its sensor again."""
        best, model = chosen.verdict.best, self._recogniser.model
        for each in best.arrangement - change.before:
            own = each.polarity * model.field(0.0, each.level)
            if chosen.interference.adds[each.square] * own < -limits.HIDDEN_FIELD * abs(own):
                return True
        if surplus_of(change.expected.present, (*best.arrangement, *best.hands)):
            return True
        fails = isinstance(chosen.interference.found, SensorFault)
        return fails and change.leads_to(chosen.verdict) and best.misfit > BADLY

    def _was_put_down(self, chosen: DisturbedVerdict, change: ReadingChange) -> bool:
        """Check whether a worker is said to be in a hand that was seen on its way down before this rest."""
        is_held = bool(in_hands(change.expected.arrangement, chosen.verdict.best.arrangement))
        return is_held and self._beside_detector.saw_down_in(change.rest)


def _jump_cost(change: ReadingChange) -> float:
    """Return the log-likelihood that it costs that a hand took part in this change."""
    return limits.JUMP_COST if change.jumped else 0.0


def _but_for_the_hand(verdict: Verdict, change: ReadingChange) -> Verdict:
    """Return the verdict, less what it costs that a hand took part if workers have moved in it."""
    if not change.leads_to(verdict):
        return verdict
    best = verdict.best
    return replace(verdict, best=replace(best, likelihood=best.likelihood - _jump_cost(change)))
