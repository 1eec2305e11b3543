"""From fields to worlds: how well a possible world explains a whole frame of 25 readings.

No sensor can be judged alone: a worker on a third level gives its own sensor less field than a neighbour on the
ground does. So each world is fitted to all readings together. What stands still keeps its field, whatever its exact
place; so a world is judged by the *change* against an anchor, the last reading whose world is known. For the magnets
that changed, the place on the square, the strength and the height are fitted (nobody puts a worker down to the
millimetre), and the deviation that is allowed grows with the field that is predicted, since the gains of sensors are
only known to some percent. A sensor at the end of its range says no more than that the field is at least that large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hardware.field_model import LEVELS, FieldModel
from perception.findings import HeightFound
from perception.fitting.hand_fit import HandFit
from perception.fitting.joint_fit import JointFit, Member
from perception.fitting.noise_model import NoiseModel
from perception.fitting.residual import Residual, minus
from perception.fitting.square_model import SquareModel
from perception.hypotheses import (
    Arrangement,
    Explanation,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    StandingMagnet,
    Verdict,
)
from perception.recognition.incremental_task import TaskSteps
from perception.recognition.reading_difference import ReadingDifference, absolute_residual
from perception.recognition.scoring import Fitters, Hypothesis, Scoring
from perception.recognition.single_reading import SingleReadingDecoder

_CLEARANCE = 12.0
_CERTAIN_LIFT = 12.0
_CLEAR_LIFT = 60.0


class Recogniser:
    """Fits worlds to readings of one board."""

    def __init__(self, model: FieldModel, sensing: NoiseModel | None = None) -> None:
        self.model = model
        self.sensing = sensing or NoiseModel()
        geometry = model.geometry
        self.squares = tuple(rank * 5 + file for rank in range(geometry.size) for file in range(geometry.size))
        self._there = frozenset(self.squares)
        places, held = SquareModel(model, self.sensing), HandFit(model)
        self._tools = Fitters(model, places, held, JointFit(places, held))
        self._last: ReadingDifference | None = None
        self._onlooker = SingleReadingDecoder(places, self._tools.together, self.squares)

    # -- the change against an anchor

    def weigh(  # noqa: PLR0913 - what is read, what it is compared with, and what may be
        self,
        reading: Reading,
        anchor: ReferenceReading,
        likely: Iterable[Arrangement],
        unlikely: Iterable[Arrangement] = (),
        *,
        present: tuple[int, ...] = (),
        loose: Arrangement = frozenset(),
    ) -> Verdict:
        """Which of these worlds explains the reading best, and by how much.

        ``unlikely`` worlds start with a handicap (``NoiseModel.doubt``). ``present`` are the polarities of all magnets
        that are on the board or may be held over it; a world in which not all of them stand is also tried with the
        others in hands somewhere above the board. ``loose`` are magnets that have been lifted since the anchor: where
        one stands on its square again, it stands in a new place. If nothing explains the reading, new magnets are
        tried on other heights, and one magnet that was not known to be touched in a new place on its square.

        :raises ValueError: if there is no world to weigh.
        """
        priors = dict.fromkeys(likely, 0.0)
        for world in unlikely:
            priors.setdefault(world, -self.sensing.doubt)
        cases = []
        for world, prior in priors.items():
            gone = (anchor.world - world) | (anchor.world & loose)
            cases.append(Hypothesis(world, gone, world - (anchor.world - gone), prior))
        return Scoring(self._tools, self._scene(reading, anchor), cases, present).verdict(self.sensing.doubt)

    def explain(self, reading: Reading, anchor: ReferenceReading, world: Arrangement) -> Explanation:
        """How well one world explains the reading as a change against the anchor."""
        scene, gone = self._scene(reading, anchor), anchor.world - world
        start = [PlacedMagnet(each) for each in sorted(world - anchor.world)]
        fit = self._tools.together.fitted(scene.ground(gone), start, {}, near=False)
        return Explanation(world, fit.likelihood, fit.misfit, scene.kept(gone) + fit.read(scene.ground(gone)))

    def lifting(self, reading: Reading, anchor: ReferenceReading) -> StandingMagnet | None:
        """Which of the anchor's magnets is being lifted just now, if that is beyond doubt even while the hand moves.

        Only good for what can be taken back at once.
        """
        scene = self._scene(reading, anchor)
        bare = sorted((-scene.ground(frozenset({each})).bare, each) for each in anchor.world)
        rivals = [scene.ground(frozenset()).bare, *(-cost for cost, _ in bare[2:])]
        found: list[tuple[float, float, StandingMagnet]] = []
        # A hand changes much, but it cannot hide which magnets' own sensors lost their field: two are worth a look.
        for _, standing in bare[:2]:
            ground = scene.ground(frozenset({standing}))
            lowest = {standing.square: self.model.height(standing.level) + _CLEARANCE}
            held = self._tools.held.best(ground, standing.polarity, lowest)
            if held is not None:
                fit = self._tools.together.fitted(ground, [held[0]], lowest, near=True)
                found.append((fit.likelihood, fit.misfit, standing))
        found.sort(key=lambda each: -each[0])
        rivals += [each[0] for each in found[1:]]
        if not found or found[0][1] > _CLEAR_LIFT or found[0][0] - max(rivals) < _CERTAIN_LIFT:
            return None
        return found[0][2]

    def heights(
        self, reading: Reading, anchor: ReferenceReading | None, explanation: Explanation
    ) -> tuple[HeightFound, ...]:
        """On which level each magnet that is new since the anchor (all without one) stands by its field."""
        known = frozenset[PlacedMagnet]() if anchor is None else frozenset(anchor.placed)
        new: list[Member] = [each.modelled for each in explanation.placed if each not in known]
        if anchor is None:
            ground = absolute_residual(reading, self.sensing, self._there)
        else:
            gone = anchor.world - frozenset(each.standing for each in explanation.placed if each in known)
            ground = self._scene(reading, anchor).ground(gone)
        new += explanation.hands
        found = []
        for member in new:
            if not isinstance(member, PlacedMagnet):
                continue
            rest = ground
            for other in new:
                if other is not member:
                    rest = minus(rest, *self._tools.together.pattern(other))
            likelihoods = []
            for level in range(LEVELS):
                start = PlacedMagnet(replace(member.standing, level=level))
                likelihoods.append((self._tools.squares.settled(rest, start, near=False)[1].likelihood, level))
            likelihoods.sort(reverse=True)
            (best, level), (second, _) = likelihoods[:2]
            found.append(HeightFound(member.standing.square, level, best - second))
        return tuple(found)

    def residual(self, reading: Reading, anchor: ReferenceReading, explanation: Explanation) -> Residual:
        """What an explanation leaves unexplained, with the variance that is allowed."""
        known = frozenset(anchor.placed)
        gone = anchor.world - frozenset(each.standing for each in explanation.placed if each in known)
        rest = self._scene(reading, anchor).ground(gone)
        new: list[Member] = [each.modelled for each in explanation.placed if each not in known]
        for member in (*new, *explanation.hands):
            rest = minus(rest, *self._tools.together.pattern(member))
        return rest

    def _scene(self, reading: Reading, anchor: ReferenceReading) -> ReadingDifference:
        """The scene of these two; the last one again if it is the same, since one reading is asked about often."""
        last = self._last
        if last is None or last.reading is not reading or last.anchor is not anchor:
            last = self._last = ReadingDifference(reading, anchor, self._tools.squares, self.sensing, self._there)
        return last

    # -- without an anchor

    def survey(self, reading: Reading, world: Arrangement) -> Explanation:
        """How well a world explains a reading by itself, with no anchor: every place is fitted, the zero is trusted."""
        return self._onlooker.survey(absolute_residual(reading, self.sensing, self._there), world)

    def look(self, reading: Reading, expected: Arrangement, levels: Sequence[int]) -> TaskSteps[Verdict]:
        """What stands on the board, found from the reading alone, beginning with what is expected.

        One magnet at a time is added, taken away or exchanged as long as that explains the reading better; the rival
        is the best world one such change away. ``levels`` are the heights (in pieces) of the 25 squares.
        """
        return self._onlooker.look(absolute_residual(reading, self.sensing, self._there), expected, levels)
