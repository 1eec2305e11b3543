"""Readings that no world explains: is it a world and something that disturbs?

Every world that is near at hand is tried with every kind of cause, each fitted to what that world leaves over. A cause
counts for what it is worth beforehand, so that it never stands in for a worker; and what the best of them leaves is
weighed again with all worlds, so that the decision about the world needs its margin as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import copysign, inf

from common.exact_sums import total
from perception.decision_limits import DecisionLimits
from perception.findings import Fallen, SensorFault, StrayField
from perception.fitting.residual import BOUNDLESS
from perception.hypotheses import Arrangement, Explanation, Reading, ReferenceReading, Verdict, outline
from perception.interference.interference_fit import (
    BROKEN_PRIOR,
    UNKNOWN_ZERO,
    InterferenceFit,
    InterferenceFitter,
    InterferenceHint,
    WeightedResidual,
)
from perception.recognition.incremental_task import FIT_COST, TaskSteps
from perception.recognition.recogniser import Recogniser

Weigh = Callable[[Reading, ReferenceReading], TaskSteps[Verdict]]
"""Weighs all worlds that may be."""

_HOPEFUL = 12
_FEW = 2
_HINTS = 10 * FIT_COST
_CLOSELY = 3 * FIT_COST
_TWO_AT_ONCE = 8.0
_UNSEEN = 12.0
_DROPPED = 12.0

Outline = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class DisturbedVerdict:
    """A reading explained by the best world of a verdict together with a cause; ``value`` is the log-likelihood of
    both."""

    verdict: Verdict
    cause: InterferenceFit
    value: float

    @property
    def exchange(self) -> bool:
        """Whether the cause is two sensors that are exchanged."""
        return isinstance(self.cause.found, SensorFault) and self.cause.found.other is not None

    def lead(self, plain: Explanation) -> float:
        """By how much it is likelier than an explanation without a cause; boundless, either way, if that says
        the same world."""
        ahead = self.value - plain.likelihood
        return copysign(inf, ahead) if outline(plain.world) == outline(self.verdict.best.world) else ahead


def clearer_verdict(
    plain: Verdict, understood: DisturbedVerdict | None, pace: DecisionLimits
) -> Verdict | DisturbedVerdict | None:
    """Which of a verdict and one with a cause is clear and beats the other clearly; None if neither does."""
    if understood is not None and understood.exchange and understood.verdict.best.misfit > pace.doubtful:
        understood = None  # with the wires put right everything fits, or they are right as they are
    lead = -inf if understood is None else understood.lead(plain.best)
    if pace.is_clear(plain) and lead <= -pace.margin:
        return plain
    if understood is not None and pace.is_clear(understood.verdict) and lead >= pace.margin:
        return understood
    return None


def fallen_if_likelier(plain: Verdict, understood: DisturbedVerdict | None) -> Verdict:
    """The verdict with a worker that lies where that is likelier, else the plain one. A look without an anchor knows of
    no such worker, and takes it for one that stands; of all else that disturbs it knows."""
    if understood is None or not isinstance(understood.cause.found, Fallen) or understood.lead(plain.best) < 0:
        return plain
    return understood.verdict


def nearby_arrangements(
    believed: Arrangement, anchored: Arrangement, expected: Arrangement, verdict: Verdict
) -> list[Arrangement]:
    """The worlds that are near at hand: what is believed first, with each worker lifted, what is expected, and what a
    verdict says."""
    worlds = [believed, anchored, expected, verdict.best.world, *(believed - {each} for each in believed)]
    if verdict.rival is not None:
        worlds.append(verdict.rival.world)
    return list(dict.fromkeys(worlds))


class InterferenceDecoder:
    """Explains what disturbs the readings of one board. ``exchanges`` gives the pairs of sensors, the lesser first,
    that are thought to be exchanged."""

    def __init__(self, recogniser: Recogniser, exchanges: Callable[[], frozenset[tuple[int, int]]]) -> None:
        self._recogniser = recogniser
        self.causes = InterferenceFitter(recogniser.model, recogniser.squares, exchanges)

    def explained(  # noqa: PLR0913 - what is read, what it is compared with, what may be, and how likely
        self,
        reading: Reading,
        anchor: ReferenceReading,
        worlds: Sequence[Arrangement],
        levels: Sequence[int],
        weigh: Weigh,
        *,
        further: Sequence[Arrangement] = (),
        leap: float = 0.0,
        enough: float = -inf,
    ) -> TaskSteps[DisturbedVerdict | None]:
        """The cause and world that explain the reading best together; None if there is none. The verdict's margin is
        against every other world with any cause. The first of ``worlds`` is the one believed before: another had
        to come about just when the cause did. ``leap`` is how unlikely it is that a hand had to do with it, as a
        log-likelihood. ``further`` worlds are only tried with sensors that fail. What cannot have a log-likelihood of
        ``enough`` is left out."""
        seen = leap > 0 or not anchor.placed
        filled = frozenset() if seen else reading.clipped - anchor.reading.clipped
        stood, believed = outline(anchor.world), outline(worlds[0])
        chance = _Chance(stood, believed, leap, 0.0 if seen else _UNSEEN, filled, self.causes.exchanges())
        hints: list[tuple[float, Arrangement, InterferenceHint]] = []
        for world in worlds:
            explanation, left = self._rest(reading, anchor, world)
            cost = chance.least(world)
            if _at_most(explanation, -BROKEN_PRIOR) - cost < enough:
                yield FIT_COST
                continue
            seen_afar = self._hints(anchor, explanation, left, levels)
            hopeful = [hint for hint in seen_afar if _at_most(explanation, hint.prior) - cost >= enough]
            hints += [(_value(explanation, hint) - cost, world, hint) for hint in hopeful]
            yield _HINTS
        hints = _hopeful(hints, worlds[0])
        sensors: list[tuple[float, Arrangement, InterferenceHint]] = []
        for world in further:
            explanation, left = self._rest(reading, anchor, world)
            yield FIT_COST
            if _at_most(explanation, -BROKEN_PRIOR) >= enough:
                sensors += [(_value(explanation, hint), world, hint) for hint in self._sensor_hints(left)]
                yield FIT_COST
        hints += sorted(sensors, key=lambda each: -each[0])[:_HOPEFUL]
        causes = []
        for _, world, hint in hints:
            causes.append((world, hint.closely()))
            yield _CLOSELY if hint.rough else FIT_COST
        causes += self._landed_elsewhere(reading, anchor, (*worlds, *further))
        tried = []
        for world, cause in causes:
            value = self._recogniser.explain(cause.reading, cause.anchor, world).likelihood + cause.prior
            if (cost := chance.cost(cause, world)) < inf:
                tried.append((value - cost, world, cause))
            yield FIT_COST
        tried.sort(key=lambda each: -each[0])
        found = []
        for _, _, cause in tried[:_FEW]:
            verdict = yield from weigh(cause.reading, cause.anchor)
            found.append(_counted(self._evened(verdict, cause, anchor), cause, chance))
        found = [each for each in found if each.value > -inf]
        if not found:
            return None
        best = max(found, key=lambda each: each.value)
        shape = outline(best.verdict.best.world)
        others = [best.value - value for value, world, _ in tried if outline(world) != shape]
        others += [best.value - each.value for each in found if outline(each.verdict.best.world) != shape]
        return replace(best, verdict=replace(best.verdict, margin=min([best.verdict.margin, *others])))

    def _landed_elsewhere(
        self, reading: Reading, anchor: ReferenceReading, worlds: Sequence[Arrangement]
    ) -> Iterator[tuple[Arrangement, InterferenceFit]]:
        """Worlds with one new magnet whose sensor is exchanged with the one that came to the end of its range."""
        filled = reading.clipped - anchor.reading.clipped
        for world in worlds:
            new = world - anchor.world
            if len(filled) == 1 == len(new):
                (landed,), (felt,) = new, filled
                if landed.square != felt:
                    yield world, self.causes.crossed(reading, anchor, landed.square, felt)

    def _evened(self, verdict: Verdict, cause: InterferenceFit, anchor: ReferenceReading) -> Verdict:
        """The verdict, less what it cannot explain by two sensors that are exchanged since the anchor, of which one now
        reads too much what the other reads too little."""
        if not isinstance(cause.found, SensorFault) or cause.found.other is None or cause.anchor is not anchor:
            return verdict
        best, pair = verdict.best, (cause.found.square, cause.found.other)
        left = self.left(cause.reading, anchor, best)
        if not all(left.weights[square] for square in pair):
            return verdict
        variance = total(1 / left.weights[square] - UNKNOWN_ZERO**2 for square in pair)
        odd = total(left.fields[square] for square in pair) ** 2 / variance
        best = replace(best, misfit=best.misfit + odd, likelihood=best.likelihood - odd / 2)
        return replace(verdict, best=best, margin=verdict.margin - odd / 2)

    def left(self, reading: Reading, anchor: ReferenceReading, explanation: Explanation) -> WeightedResidual:
        """What an explanation leaves over of a reading, with how much each sensor counts."""
        ground = self._recogniser.residual(reading, anchor, explanation)
        weights = tuple(0.0 if variance >= BOUNDLESS else 1 / variance for variance in ground.variance)
        return WeightedResidual(reading, anchor, ground.rest, weights)

    def _rest(
        self, reading: Reading, anchor: ReferenceReading, world: Arrangement
    ) -> tuple[Explanation, WeightedResidual]:
        explanation = self._recogniser.explain(reading, anchor, world)
        return explanation, self.left(reading, anchor, explanation)

    def _hints(
        self, anchor: ReferenceReading, explanation: Explanation, left: WeightedResidual, levels: Sequence[int]
    ) -> Iterator[InterferenceHint]:
        """All kinds of causes for one world."""
        yield self.causes.shifted(left)
        yield self.causes.stray(left)
        missing = anchor.world - explanation.world
        if len(missing) == 1 and not explanation.world - anchor.world:
            yield self.causes.fallen(left, next(iter(missing)), levels)
        yield from self._sensor_hints(left)

    def _sensor_hints(self, left: WeightedResidual) -> Iterator[InterferenceHint]:
        """Sensors that may fail."""
        yield from self.causes.broken(left)
        yield from self.causes.exchanged(left)


def _at_most(explanation: Explanation, prior: float) -> float:
    """The most that a world can come to with a cause of this prior, which cannot explain more than is left."""
    return explanation.likelihood + explanation.misfit / 2 + prior


def _value(explanation: Explanation, hint: InterferenceHint) -> float:
    """About how likely a world is with a cause."""
    return explanation.likelihood + min(hint.gain, explanation.misfit / 2) + hint.prior


def _hopeful(
    hints: list[tuple[float, Arrangement, InterferenceHint]], believed: Arrangement
) -> list[tuple[float, Arrangement, InterferenceHint]]:
    """Those that are worth a closer look: all for the world that was believed, the best of the others, and some of
    the kinds that are only seen well closely."""
    same = [each for each in hints if each[1] == believed]
    order = sorted((each for each in hints if each[1] != believed), key=lambda each: -each[0])
    rough = [each for each in order[_HOPEFUL:] if each[2].rough]
    return same + order[:_HOPEFUL] + rough[:_HOPEFUL]


def _touch(squares: frozenset[int], changed: Outline) -> bool:
    """Whether a magnet changed next to one of these squares, so that it could be the same one."""
    return any(_neighbours(one, other) for one in squares for other, _ in changed)


def _neighbours(one: int, other: int | None) -> bool:
    return other is not None and max(abs(one % 5 - other % 5), abs(one // 5 - other // 5)) <= 1


@dataclass(frozen=True, slots=True)
class _Chance:
    """What it costs that something came to disturb, that a magnet moved just then, or that a hand did either;
    ``unseen`` that a sensor failed, and not before the eyes. ``stood`` is what did before: whoever is ``believed`` to
    be in a hand since is rather put down than dropped. The sensors that are ``filled`` feel more than they can since a
    hand was over the board: that is a magnet's doing. Pairs that are thought to be ``exchanged`` need not have been
    for that."""

    stood: Outline
    believed: Outline
    leap: float
    unseen: float
    filled: frozenset[int]
    exchanged: frozenset[tuple[int, int]]

    def least(self, world: Arrangement) -> float:
        """What a world costs at least, whatever the cause."""
        standing = outline(world)
        if standing == self.believed:
            return 0.0
        return self.leap if standing < self.believed else self.leap + _TWO_AT_ONCE

    def cost(self, cause: InterferenceFit, world: Arrangement) -> float:
        """The cost for a world with a cause; boundless if the two cannot be together."""
        standing = outline(world)
        if isinstance(cause.found, Fallen):
            fell = standing < self.stood and standing <= self.believed
            if not fell or any(square == cause.found.square for square, _ in standing):
                return inf
            return self.leap + _DROPPED * (standing == self.believed)
        if isinstance(cause.found, SensorFault):
            # Where it did not fail before the eyes it may have failed long ago; and a worker that goes to the next
            # square looks much like two sensors that are exchanged.
            if cause.found.other is None and cause.found.square in self.filled:
                return inf
            pair = (cause.found.square, cause.found.other)
            hidden = self.unseen if _neighbours(*pair) and pair not in self.exchanged else 0.0
            return hidden + (self.leap + _TWO_AT_ONCE if self.leap and standing != self.believed else 0.0)
        if standing != self.believed:
            touching = isinstance(cause.found, StrayField) and _touch(cause.found.squares, standing ^ self.believed)
            return self.leap + _TWO_AT_ONCE * (2 if touching else 1)
        return min(self.leap, _TWO_AT_ONCE) if isinstance(cause.found, StrayField) else 0.0


def _counted(verdict: Verdict, cause: InterferenceFit, chance: _Chance) -> DisturbedVerdict:
    """A verdict under a cause, with what two things at once cost."""
    cost = chance.cost(cause, verdict.best.world)
    other = 0.0 if verdict.rival is None else chance.cost(cause, verdict.rival.world)
    counted = replace(verdict, margin=verdict.margin - cost + other)
    return DisturbedVerdict(counted, cause, verdict.best.likelihood + cause.prior - cost)
