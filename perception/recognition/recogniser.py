"""Decodes readings: how well an arrangement of magnets explains the fields of all 25 sensors.

No sensor can be judged alone. A worker on three blocks gives its own sensor less field than a neighbour on the ground
does. So each arrangement is fitted to all sensors together. A magnet that stays keeps its field, whatever its exact
position; so a reading is judged by its difference from the reference, the last reading whose arrangement is known. For
the magnets that changed, position, strength and height are fitted. The variance that is allowed grows with the
predicted field, since the gains of sensors are known to some percent. A clipped sensor only shows that the field is at
least that large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf

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
)
from perception.counted_work import HYPOTHESIS, MINUS, TaskSteps, WorkCount
from perception.findings import HeightFound
from perception.fitting.hand_fit import HandFit
from perception.fitting.joint_fit import JointFit, Member
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import Residual, minus
from perception.fitting.square_model import SquareModel
from perception.recognition.reading_difference import ReadingDifference, absolute_residual, reference_after
from perception.recognition.scoring import SURE, Fitters, Hypothesis, Scoring, fit_standing
from perception.recognition.single_reading import SingleReadingDecoder

_AT_ONCE = 32
_CLEARANCE = 12.0
_CERTAIN_LIFT = 12.0
_CLEAR_LIFT = 60.0
_ON_A_DOME = 7.0
"""The log-likelihood that a worker on a complete tower has to make up besides: no rule lets one stand there, and one
that a hand carries over the board has nearly its field."""


class Recogniser:
    """Fits arrangements to readings of one board. ``work`` counts what that takes."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel | None = None) -> None:
        self.model = model
        self.noise_model = noise_model or NoiseModel()
        geometry = model.geometry
        self.squares = tuple(rank * 5 + file for rank in range(geometry.size) for file in range(geometry.size))
        self._present_sensors = frozenset(self.squares)
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
    ) -> TaskSteps[Verdict]:
        """Which of these arrangements explains the reading best, and with what margin.

        ``unlikely`` arrangements have to make up ``NoiseModel.unlikely_penalty``. ``present`` are the polarities of all
        magnets that are on the board or may be held over it: where not all of them stand, the others are also tried in
        hands above the board. ``loose`` are magnets that were lifted since the reference: one that stands on its square
        again stands in a new position. If nothing explains the reading, added magnets are tried on other levels, and
        one magnet in a new position on its square. ``known`` is the log-likelihood of an explanation that is known from
        elsewhere: what is far less likely is not tried.

        :raises ValueError: if there is no arrangement.
        """
        priors = dict.fromkeys(likely, 0.0)
        for arrangement in unlikely:
            on_dome = any(each.level > TALLEST for each in arrangement - reference.arrangement)
            priors.setdefault(arrangement, -self.noise_model.unlikely_penalty - (_ON_A_DOME if on_dome else 0.0))
        hypotheses = []
        for arrangement, prior in priors.items():
            gone = (reference.arrangement - arrangement) | (reference.arrangement & loose)
            hypotheses.append(Hypothesis(arrangement, gone, arrangement - (reference.arrangement - gone), prior))
            if len(hypotheses) % _AT_ONCE == 0:
                self._fitters.work.done += HYPOTHESIS * _AT_ONCE
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
        """How well one arrangement explains the reading as a change against the reference. The magnets that are added
        are searched ``near`` these places where they are given, else anywhere on their squares. The search ends early
        if the log-likelihood is not going to reach ``floor``."""
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
        """The same, if some that stay may have been ``pushed`` where they stand."""
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
        """Whether an arrangement may reach a log-likelihood of ``floor`` without the worst so many sensors."""
        difference, gone = self._difference(reading, reference), reference.arrangement - arrangement
        added = arrangement - reference.arrangement
        return self._fitters.squares.bound(difference.residual(gone), added, floor, spared=spared) is not None

    def lifting(self, reading: Reading, reference: ReferenceReading) -> TaskSteps[StandingMagnet | None]:
        """Which magnet of the reference is being lifted at this moment, if that is certain while the hand still moves.

        Use it only for what can be taken back at once.
        """
        difference = self._difference(reading, reference)
        bare = sorted((-difference.residual(frozenset({each})).null_likelihood, each) for each in reference.arrangement)
        rivals = [difference.residual(frozenset()).null_likelihood, *(-cost for cost, _ in bare[2:])]
        found: list[tuple[float, float, StandingMagnet]] = []
        # A hand changes much, but it cannot hide which magnets' own sensors lost their field: two are worth a look.
        for _, standing in bare[:2]:
            residual = difference.residual(frozenset({standing}))
            lowest = {standing.square: self.model.height(standing.level) + _CLEARANCE}
            hand = yield from self._fitters.hand.fit(residual, standing.polarity, lowest)
            if hand is not None:
                fit = yield from self._fitters.joint.fit(residual, [hand[0]], lowest, near=True)
                found.append((fit.likelihood, fit.misfit, standing))
        found.sort(key=lambda each: -each[0])
        rivals += [each[0] for each in found[1:]]
        if not found or found[0][1] > _CLEAR_LIFT or found[0][0] - max(rivals) < _CERTAIN_LIFT:
            return None
        return found[0][2]

    def heights(
        self, reading: Reading, reference: ReferenceReading | None, explanation: Explanation
    ) -> TaskSteps[tuple[HeightFound, ...]]:
        """The level of each magnet that is new since the reference (all of them without one), by its field."""
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
        """The level on which a magnet fits best, and by how much better than on any other; `SURE` where it is more."""
        squares, standing = self._fitters.squares, placed.standing
        best, level = (yield from squares.fit(residual, placed, near=True))[1].likelihood, standing.level
        second = best - SURE
        for other in sorted(set(range(LEVELS)) - {standing.level}, key=lambda each: abs(each - standing.level)):
            there = replace(standing, level=other)
            if squares.bound(residual, frozenset({there}), second) is None:
                continue
            _, trial = yield from squares.fit(residual, PlacedMagnet(there), near=False, floor=second)
            if trial.likelihood > best:
                best, level, second = trial.likelihood, other, max(best, trial.likelihood - SURE)
            else:
                second = max(second, trial.likelihood)
        return level, best - second

    def held(
        self, reading: Reading, reference: ReferenceReading, gone: Arrangement, near: MagnetInHand
    ) -> TaskSteps[tuple[MagnetInHand, float]]:
        """Where a hand ``near`` this place holds a magnet, if all of the reference stand but those that are ``gone``,
        and the misfit of that."""
        difference = ReadingDifference(
            reading, reference, self._fitters.squares, self.noise_model, self._present_sensors
        )
        hand, trial = yield from self._fitters.hand.fit_near(difference.residual(gone), near, {})
        return hand, trial.misfit

    def residual(self, reading: Reading, reference: ReferenceReading, explanation: Explanation) -> Residual:
        """What an explanation leaves unexplained, with its variance."""
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
        """A reading of these magnets as the reference that follows the one ``before``."""
        return reference_after(before, reading, placed, self._fitters.squares)

    def _difference(self, reading: Reading, reference: ReferenceReading) -> ReadingDifference:
        """The difference of these two readings. The last one is stored, since one reading is asked about often."""
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
        """How well an arrangement explains a reading without a reference: all positions are fitted, the baseline is
        trusted. The search ends early if the log-likelihood is not going to reach ``floor``."""
        return self._single_reading.explain_alone(
            absolute_residual(reading, self.noise_model, self._present_sensors), arrangement, floor
        )

    def decode(self, reading: Reading, expected: Arrangement, levels: Sequence[int]) -> TaskSteps[Verdict]:
        """The arrangement that explains a reading by itself, starting with the expected one.

        One magnet at a time is added, removed or exchanged while that explains the reading better. The rival is the
        best arrangement that is one such change away. ``levels`` are the heights of the 25 squares in pieces.
        """
        return self._single_reading.decode(
            absolute_residual(reading, self.noise_model, self._present_sensors), expected, levels
        )

    def survey(self, reading: Reading) -> TaskSteps[tuple[Explanation, ...]]:
        """What explains a reading by itself where nothing is known of the board, neither its pieces nor the heights of
        its towers: the best arrangement, followed by those that come near it."""
        return self._single_reading.survey(absolute_residual(reading, self.noise_model, self._present_sensors))
