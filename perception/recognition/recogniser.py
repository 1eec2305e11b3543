"""Decodes readings: how well an arrangement of magnets explains the fields of all sensors.

No sensor can be judged alone. A worker on three blocks gives its own sensor less field than a neighbour on the ground
does. So each arrangement is fitted to all sensors together. A magnet that stays keeps its field, whatever its exact
position. So a reading is compared with the reference, the last reading whose arrangement is known, and only the magnets
that changed are fitted, in position, strength and height. The variance that is allowed grows with the predicted field,
since the gains of sensors are known to some percent. A clipped sensor only shows that the field is at least that large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot, inf

from engine.squares import distance
from hardware.field_model import LEVELS, TALLEST, FieldModel
from perception.arrangements import (
    Arrangement,
    Explanation,
    MagnetInHand,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
    against_weight,
    outline,
)
from perception.counted_work import TaskSteps, WorkCount
from perception.findings import HeightFound
from perception.fitting.limits import NoiseModel
from perception.fitting.magnet_fit import HandFit, JointFit, Member, SquareModel
from perception.fitting.residual import Residual, minus
from perception.limits import HYPOTHESIS, MINUS, DecisionThresholds
from perception.recognition import limits
from perception.recognition.scoring import (
    Fitters,
    Hypothesis,
    ReadingDifference,
    Scoring,
    absolute_residual,
    fit_standing,
    reference_after,
)
from perception.recognition.single_reading import SingleReadingDecoder


class Recogniser:
    """Fits arrangements to readings of one board. ``work`` counts what that takes."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel | None = None) -> None:
        self.model = model
        self.noise_model = noise_model or NoiseModel()
        self.squares = model.geometry.squares
        self._present_sensors = model.geometry.present_sensors
        work = self.work = WorkCount()
        places, hand = SquareModel(model, self.noise_model, work), HandFit(model, work)
        self._fitters = Fitters(work, model, places, hand, JointFit(places, hand, work))
        self._last: ReadingDifference | None = None
        self._single_reading = SingleReadingDecoder(places, self._fitters.joint, self.squares, work)

    # -- as a change against a reference

    def score(  # noqa: PLR0913 - what is read, what it is compared with, and what may be
        self,
        reading: Reading,
        reference: ReferenceReading,
        likely: Iterable[Arrangement],
        unlikely: Iterable[Arrangement] = (),
        *,
        present: tuple[int, ...] = (),
        loose: Arrangement = frozenset(),
        known: float = -inf,
        weighed: frozenset[int] | None = None,
    ) -> TaskSteps[Verdict]:
        """Score these arrangements, and return the best one with its margin.

        ``unlikely`` arrangements have to make up ``NoiseModel.unlikely_penalty``. ``present`` are the polarities of all
        magnets that are on the board or may be held over it: where not all of them stand, the others are also tried in
        hands above the board. ``loose`` are magnets that were lifted since the reference: one that stands on its square
        again stands in a new position. If nothing explains the reading, added magnets are tried on other levels, and
        one magnet in a new position on its square. ``known`` is the log-likelihood of an explanation from elsewhere:
        what is far less likely is not tried. Where workers weigh on the squares that are ``weighed``, other
        arrangements cost `AGAINST_WEIGHT`.

        :raises ValueError: if there is no arrangement.
        """
        priors = dict.fromkeys(likely, 0.0)
        for arrangement in unlikely:
            on_dome = any(each.level > TALLEST for each in arrangement - reference.arrangement)
            priors.setdefault(arrangement, -self.noise_model.unlikely_penalty - (limits.ON_DOME if on_dome else 0.0))
        hypotheses = []
        for arrangement, before in priors.items():
            prior = before - against_weight(arrangement, weighed)
            gone = (reference.arrangement - arrangement) | (reference.arrangement & loose)
            hypotheses.append(Hypothesis(arrangement, gone, arrangement - (reference.arrangement - gone), prior))
            if len(hypotheses) % limits.HYPOTHESES_AT_ONCE == 0:
                self._fitters.work.done += HYPOTHESIS * limits.HYPOTHESES_AT_ONCE
                yield
        scoring = Scoring(self._fitters, self._difference(reading, reference), hypotheses, present, known)
        return (yield from scoring.verdict(self.noise_model.unlikely_penalty))

    def explain(
        self,
        reading: Reading,
        reference: ReferenceReading,
        arrangement: Arrangement,
        near: Iterable[PlacedMagnet] = (),
        floor: float = -inf,
    ) -> TaskSteps[Explanation]:
        """Explain the reading by one arrangement, as a change against the reference. Added magnets are searched
        ``near`` the given places, or anywhere on their squares. The search ends early if the log-likelihood is not
        going to reach ``floor``."""
        difference = self._difference(reading, reference)
        return (yield from self._explained(difference, arrangement, frozenset(), near, floor))

    def explain_pushed(
        self,
        reading: Reading,
        reference: ReferenceReading,
        arrangement: Arrangement,
        near: Iterable[PlacedMagnet],
        pushed: Arrangement,
    ) -> TaskSteps[Explanation]:
        """Explain the reading in the same way, if some that stay may have been ``pushed`` where they stand."""
        difference = self._difference(reading, reference)
        return (yield from self._explained(difference, arrangement, pushed, near, -inf))

    def _explained(
        self,
        difference: ReadingDifference,
        arrangement: Arrangement,
        pushed: Arrangement,
        near: Iterable[PlacedMagnet],
        floor: float,
    ) -> TaskSteps[Explanation]:
        stood = difference.reference.arrangement
        gone, added = (stood - arrangement) | pushed, (arrangement - stood) | pushed
        places = tuple(each.modelled for each in near if each.standing in added)
        if len(places) == len(added):
            difference.starts.setdefault((gone, added), places)
        fit = yield from fit_standing(self._fitters, difference, gone, added, floor)
        return Explanation(
            arrangement, fit.likelihood, fit.misfit, difference.kept(gone) + fit.read(difference.residual(gone))
        )

    def may_explain(
        self, reading: Reading, reference: ReferenceReading, arrangement: Arrangement, floor: float, *, spared: int
    ) -> bool:
        """Check whether an arrangement may reach a log-likelihood of ``floor`` if the ``spared`` worst sensors do not
        count."""
        difference, gone = self._difference(reading, reference), reference.arrangement - arrangement
        added = arrangement - reference.arrangement
        return self._fitters.squares.bound(difference.residual(gone), added, floor, spared=spared) is not None

    def lifting(self, reading: Reading, reference: ReferenceReading) -> TaskSteps[StandingMagnet | None]:
        """Find the magnet of the reference that is being lifted, if that is certain while the hand still moves.

        Use it only for what can be taken back at once.
        """
        difference = self._difference(reading, reference)
        bare = sorted((-difference.residual(frozenset({each})).null_likelihood, each) for each in reference.arrangement)
        rivals = [difference.residual(frozenset()).null_likelihood, *(-cost for cost, _ in bare[2:])]
        found: list[tuple[float, float, StandingMagnet]] = []
        # A hand changes much, but it cannot hide which magnets' own sensors lost their field: two are worth a look.
        for _, standing in bare[:2]:
            residual = difference.residual(frozenset({standing}))
            lowest = {standing.square: self.model.height(standing.level) + limits.CLEARANCE}
            hand = yield from self._fitters.hand.fit(residual, standing.polarity, lowest)
            if hand is not None:
                fit = yield from self._fitters.joint.fit(residual, [hand[0]], lowest, near=True)
                found.append((fit.likelihood, fit.misfit, standing))
        found.sort(key=lambda each: -each[0])
        rivals += [each[0] for each in found[1:]]
        if not found or found[0][1] > limits.CLEAR_LIFT or found[0][0] - max(rivals) < limits.CERTAIN_LIFT:
            return None
        return found[0][2]

    def heights(
        self, reading: Reading, reference: ReferenceReading | None, explanation: Explanation
    ) -> TaskSteps[tuple[HeightFound, ...]]:
        """Find the level of each magnet that is new since the reference, or of all magnets without a reference, by its
        field."""
        known = frozenset[PlacedMagnet]() if reference is None else frozenset(reference.placed)
        new: list[Member] = [each.modelled for each in explanation.placed if each not in known]
        if reference is None:
            residual = absolute_residual(reading, self.noise_model, self._present_sensors)
        else:
            gone = reference.arrangement - frozenset(each.standing for each in explanation.placed if each in known)
            residual = self._difference(reading, reference).residual(gone)
        new += explanation.hands
        found = []
        for member in new:
            if not isinstance(member, PlacedMagnet):
                continue
            rest = residual
            for other in new:
                if other is not member:
                    rest = minus(rest, *self._fitters.joint.pattern(other))
                    self.work.done += MINUS
            level, margin = yield from self._by_level(rest, member)
            found.append(HeightFound(member.standing.square, level, margin))
        return tuple(found)

    def _by_level(self, residual: Residual, placed: PlacedMagnet) -> TaskSteps[tuple[int, float]]:
        """Return the level on which a magnet fits best, and by how much better than on any other; `SURE` where it is
        more."""
        squares, standing = self._fitters.squares, placed.standing
        best, level = (yield from squares.fit(residual, placed, near=True))[1].likelihood, standing.level
        second = best - limits.SURE
        for other in sorted(set(range(LEVELS)) - {standing.level}, key=lambda each: abs(each - standing.level)):
            there = replace(standing, level=other)
            if squares.bound(residual, frozenset({there}), second) is None:
                continue
            _, trial = yield from squares.fit(residual, PlacedMagnet(there), near=False, floor=second)
            if trial.likelihood > best:
                best, level, second = trial.likelihood, other, max(best, trial.likelihood - limits.SURE)
            else:
                second = max(second, trial.likelihood)
        return level, best - second

    def held(
        self, reading: Reading, reference: ReferenceReading, gone: Arrangement, near: MagnetInHand
    ) -> TaskSteps[tuple[MagnetInHand, float]]:
        """Fit a magnet in a hand ``near`` this place, if all of the reference stand but those that are ``gone``. Gives
        its place and the misfit."""
        difference = ReadingDifference(
            reading, reference, self._fitters.squares, self.noise_model, self._present_sensors
        )
        hand, trial = yield from self._fitters.hand.fit_near(difference.residual(gone), near, {})
        return hand, trial.misfit

    def residual(self, reading: Reading, reference: ReferenceReading, explanation: Explanation) -> Residual:
        """Return the residual that an explanation leaves, with its variance."""
        known = frozenset(reference.placed)
        gone = reference.arrangement - frozenset(each.standing for each in explanation.placed if each in known)
        rest = self._difference(reading, reference).residual(gone)
        new: list[Member] = [each.modelled for each in explanation.placed if each not in known]
        self.work.done += MINUS * (len(new) + len(explanation.hands))
        for member in (*new, *explanation.hands):
            rest = minus(rest, *self._fitters.joint.pattern(member))
        return rest

    def reference_after(
        self, before: ReferenceReading | None, reading: Reading, placed: tuple[PlacedMagnet, ...]
    ) -> ReferenceReading:
        """Return a reading of these magnets as the reference that follows the one ``before``."""
        return reference_after(before, reading, placed, self._fitters.squares)

    def _difference(self, reading: Reading, reference: ReferenceReading) -> ReadingDifference:
        """Return the difference of these two readings. The last one is stored, since one reading is asked about
        often."""
        last = self._last
        if last is not None and last.reading is reading and last.reference is reference:
            return last
        now = ReadingDifference(reading, reference, self._fitters.squares, self.noise_model, self._present_sensors)
        if last is not None:
            now.begin_at(last)
        self._last = now
        return now

    # -- without a reference

    def explain_alone(self, reading: Reading, arrangement: Arrangement, floor: float = -inf) -> TaskSteps[Explanation]:
        """Explain a reading by an arrangement without a reference: all positions are fitted, the baseline is trusted.
        The search ends early if the log-likelihood is not going to reach ``floor``."""
        return self._single_reading.explain_alone(
            absolute_residual(reading, self.noise_model, self._present_sensors), arrangement, floor
        )

    def decode(self, reading: Reading, expected: Arrangement, levels: Sequence[int]) -> TaskSteps[Verdict]:
        """Decode a reading by itself, starting with the expected arrangement.

        One magnet at a time is added, removed or exchanged while that explains the reading better. The rival is the
        best arrangement that is one such change away. ``levels`` are the heights of the 25 squares in pieces.
        """
        return self._single_reading.decode(
            absolute_residual(reading, self.noise_model, self._present_sensors), expected, levels
        )

    def survey(self, reading: Reading) -> TaskSteps[tuple[Explanation, ...]]:
        """Decode a reading of a board of which nothing is known, neither its pieces nor its towers. Gives the best
        explanation, followed by those that come near it."""
        return self._single_reading.survey(absolute_residual(reading, self.noise_model, self._present_sensors))


@dataclass(frozen=True, slots=True)
class SurveyedMagnet:
    """A magnet with its ``polarity`` (+1: north down) on a square. ``level`` is the number of blocks under it, or None
    where that is uncertain. If it is not ``sure``, it may not stand there, or not with this polarity."""

    square: int
    polarity: int
    level: int | None
    sure: bool


@dataclass(frozen=True, slots=True)
class MagnetSurvey:
    """The magnets that stand on a board, by their squares. If they do not explain all that is measured (``explained``),
    something else is there, too, and no magnet is sure. Where that looks like more workers than a game has, none is
    named."""

    magnets: tuple[SurveyedMagnet, ...]
    explained: bool


def survey_magnets(recogniser: Recogniser, reading: Reading, thresholds: DecisionThresholds) -> TaskSteps[MagnetSurvey]:
    """Find which magnets stand on a board, by one reading at rest."""
    found = yield from recogniser.survey(reading)
    best = found[0]
    if len(best.arrangement) > limits.MOST_WORKERS:
        return MagnetSurvey((), explained=False)
    explained = best.misfit <= thresholds.misfit
    heights = yield from recogniser.heights(reading, None, best)
    odd = [each.standing.square for each in best.placed if _is_odd(each)]
    near_odd = (each for each in best.arrangement if any(distance(each.square, one) <= limits.NEAR_ODD for one in odd))
    doubtful = _differing(found, limits.SURE_MAGNET) | set(map(_place, near_odd))
    trusted = outline(best.arrangement) - doubtful if explained else frozenset()
    levels = {each.square: each.level for each in heights if each.margin >= limits.CERTAIN_LEVEL}
    standing = {}
    for each in best.arrangement:
        sure = _place(each) in trusted
        level = levels.get(each.square) if sure else None
        standing[each.square] = SurveyedMagnet(each.square, each.polarity, level, sure)
    for square, polarity in sorted(_differing(found, limits.POSSIBLE_MAGNET) - outline(best.arrangement)):
        standing.setdefault(square, SurveyedMagnet(square, polarity, None, sure=False))
    return MagnetSurvey(tuple(standing[square] for square in sorted(standing)), explained)


def _differing(found: tuple[Explanation, ...], margin: float) -> frozenset[tuple[int, int]]:
    """Return the places of magnets in which the best explanation differs from others that come as near as that."""
    best = outline(found[0].arrangement)
    near = (each.arrangement for each in found if found[0].likelihood - each.likelihood < margin)
    return frozenset[tuple[int, int]]().union(*(best ^ outline(each) for each in near))


def _is_odd(magnet: PlacedMagnet) -> bool:
    """Check whether a worker would stand farther off the middle of its square than hands put it."""
    return hypot(magnet.east, magnet.north) > limits.ODD_PLACE


def _place(magnet: StandingMagnet) -> tuple[int, int]:
    return magnet.square, magnet.polarity
