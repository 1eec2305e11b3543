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

from hardware.field_model import LEVELS, FieldModel
from perception.arrangements import (
    Arrangement,
    Explanation,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
)
from perception.findings import HeightFound
from perception.fitting.hand_fit import HandFit
from perception.fitting.joint_fit import JointFit, Member
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import Residual, minus
from perception.fitting.square_model import SquareModel
from perception.recognition.incremental_task import TaskSteps
from perception.recognition.reading_difference import ReadingDifference, absolute_residual
from perception.recognition.scoring import Fitters, Hypothesis, Scoring
from perception.recognition.single_reading import SingleReadingDecoder

_CLEARANCE = 12.0
_CERTAIN_LIFT = 12.0
_CLEAR_LIFT = 60.0


class Recogniser:
    """Fits arrangements to readings of one board."""

    def __init__(self, model: FieldModel, noise_model: NoiseModel | None = None) -> None:
        self.model = model
        self.noise_model = noise_model or NoiseModel()
        geometry = model.geometry
        self.squares = tuple(rank * 5 + file for rank in range(geometry.size) for file in range(geometry.size))
        self._present_sensors = frozenset(self.squares)
        places, hand = SquareModel(model, self.noise_model), HandFit(model)
        self._fitters = Fitters(model, places, hand, JointFit(places, hand))
        self._last: ReadingDifference | None = None
        self._single_reading = SingleReadingDecoder(places, self._fitters.joint, self.squares)

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
    ) -> Verdict:
        """Which of these arrangements explains the reading best, and with what margin.

        ``unlikely`` arrangements have to make up ``NoiseModel.unlikely_penalty``. ``present`` are the polarities of all
        magnets that are on the board or may be held over it: where not all of them stand, the others are also tried in
        hands above the board. ``loose`` are magnets that were lifted since the reference: one that stands on its square
        again stands in a new position. If nothing explains the reading, added magnets are tried on other levels, and
        one magnet in a new position on its square.

        :raises ValueError: if there is no arrangement.
        """
        priors = dict.fromkeys(likely, 0.0)
        for arrangement in unlikely:
            priors.setdefault(arrangement, -self.noise_model.unlikely_penalty)
        hypotheses = []
        for arrangement, prior in priors.items():
            gone = (reference.arrangement - arrangement) | (reference.arrangement & loose)
            hypotheses.append(Hypothesis(arrangement, gone, arrangement - (reference.arrangement - gone), prior))
        return Scoring(self._fitters, self._difference(reading, reference), hypotheses, present).verdict(
            self.noise_model.unlikely_penalty
        )

    def explain(self, reading: Reading, reference: ReferenceReading, arrangement: Arrangement) -> Explanation:
        """How well one arrangement explains the reading as a change against the reference."""
        difference, gone = self._difference(reading, reference), reference.arrangement - arrangement
        start = [PlacedMagnet(each) for each in sorted(arrangement - reference.arrangement)]
        fit = self._fitters.joint.fit(difference.residual(gone), start, {}, near=False)
        return Explanation(
            arrangement, fit.likelihood, fit.misfit, difference.kept(gone) + fit.read(difference.residual(gone))
        )

    def lifting(self, reading: Reading, reference: ReferenceReading) -> StandingMagnet | None:
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
            hand = self._fitters.hand.fit(residual, standing.polarity, lowest)
            if hand is not None:
                fit = self._fitters.joint.fit(residual, [hand[0]], lowest, near=True)
                found.append((fit.likelihood, fit.misfit, standing))
        found.sort(key=lambda each: -each[0])
        rivals += [each[0] for each in found[1:]]
        if not found or found[0][1] > _CLEAR_LIFT or found[0][0] - max(rivals) < _CERTAIN_LIFT:
            return None
        return found[0][2]

    def heights(
        self, reading: Reading, reference: ReferenceReading | None, explanation: Explanation
    ) -> tuple[HeightFound, ...]:
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
            likelihoods = []
            for level in range(LEVELS):
                start = PlacedMagnet(replace(member.standing, level=level))
                likelihoods.append((self._fitters.squares.fit(rest, start, near=False)[1].likelihood, level))
            likelihoods.sort(reverse=True)
            (best, level), (second, _) = likelihoods[:2]
            found.append(HeightFound(member.standing.square, level, best - second))
        return tuple(found)

    def residual(self, reading: Reading, reference: ReferenceReading, explanation: Explanation) -> Residual:
        """What an explanation leaves unexplained, with its variance."""
        known = frozenset(reference.placed)
        gone = reference.arrangement - frozenset(each.standing for each in explanation.placed if each in known)
        rest = self._difference(reading, reference).residual(gone)
        new: list[Member] = [each.modelled for each in explanation.placed if each not in known]
        for member in (*new, *explanation.hands):
            rest = minus(rest, *self._fitters.joint.pattern(member))
        return rest

    def _difference(self, reading: Reading, reference: ReferenceReading) -> ReadingDifference:
        """The difference of these two readings. The last one is stored, since one reading is asked about often."""
        last = self._last
        if last is None or last.reading is not reading or last.reference is not reference:
            last = self._last = ReadingDifference(
                reading, reference, self._fitters.squares, self.noise_model, self._present_sensors
            )
        return last

    # -- without a reference

    def explain_alone(self, reading: Reading, arrangement: Arrangement) -> Explanation:
        """How well an arrangement explains a reading without a reference: all positions are fitted, the baseline is
        trusted."""
        return self._single_reading.explain_alone(
            absolute_residual(reading, self.noise_model, self._present_sensors), arrangement
        )

    def decode(self, reading: Reading, expected: Arrangement, levels: Sequence[int]) -> TaskSteps[Verdict]:
        """The arrangement that explains a reading by itself, starting with the expected one.

        One magnet at a time is added, removed or exchanged while that explains the reading better. The rival is the
        best arrangement that is one such change away. ``levels`` are the heights of the 25 squares in pieces.
        """
        return self._single_reading.decode(
            absolute_residual(reading, self.noise_model, self._present_sensors), expected, levels
        )
