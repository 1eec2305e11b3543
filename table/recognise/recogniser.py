"""From fields to worlds: how well a possible world explains a whole frame of 25 readings.

No sensor can be judged alone: a worker on a third level gives its own sensor less field than a neighbour on the
ground does. So each world is fitted to all readings together. What stands still keeps its field, whatever its exact
place; so a world is judged by the *change* against an anchor, the last reading whose world is known. For the magnets
that changed, the place on the square is fitted (nobody puts a worker down to the millimetre), with a Gaussian prior,
and the deviation that is allowed grows with the field that is predicted, since gains, magnets and heights are only
known to some percent. A sensor at the end of its range says no more than that the field is at least that large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from operator import add

from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from table.recognise.held import HeldMagnet
from table.recognise.likelihood import BOUNDLESS, NOTHING, Choice, Fields, Ground, best_explained, less, misfit, score
from table.recognise.worlds import Anchor, Explanation, Placed, Reading, Standing, Verdict, World, ranked


@dataclass(frozen=True, slots=True)
class Sensing:
    """What may be wrong with a reading and with the model of it. Fields in mT, lengths in mm.

    ``noise`` is that of one frame, ``floor`` what averaging cannot remove (steps of the converter, drift), ``model``
    the relative error of a predicted field, ``zero`` the error of the zero point when there is no anchor to differ
    from, ``placing`` the standard deviation of a hand in each direction, ``reach`` how far from a square's middle a
    worker still stands on it, ``doubt`` the log-likelihood that an unlikely world (not a legal result) must make up.
    """

    noise: float = 0.03
    floor: float = 0.02
    model: float = 0.06
    zero: float = 0.06
    placing: float = 4.0
    reach: float = 20.0
    doubt: float = 3.0


@dataclass(frozen=True, slots=True)
class _Case:
    """A world to be fitted: what stays of it, the magnets whose places are to be found, and how likely it is before
    any reading (as a log-likelihood)."""

    world: World
    ground: Ground
    kept: tuple[Placed, ...]
    added: World
    prior: float


_COARSE = (
    *((float(east), float(north)) for east in (0, -6, 6) for north in (0, -6, 6)),
    *((float(east), float(north)) for east in (0, -12, 12) for north in (0, -12, 12) if east or north),
)
_AROUND = tuple((east, north) for east in (-1, 0, 1) for north in (-1, 0, 1) if east or north)
_HAND_PRIOR = 8.0
_HOPELESS = 40.0
_EXPLAINED = 40.0
_HELD_LOOKS = 2
_CLEARANCE = 12.0
_CLOSER_LOOKS = 4
_CERTAIN_LIFT = 12.0
_CLEAR_LIFT = 60.0


class Recogniser:
    """Fits worlds to readings of one board."""

    def __init__(self, model: FieldModel, sensing: Sensing | None = None) -> None:
        self.model = model
        self.sensing = sensing or Sensing()
        geometry = model.geometry
        self.squares = tuple(rank * 5 + file for rank in range(geometry.size) for file in range(geometry.size))
        self._there = frozenset(self.squares)
        self._centres = tuple(geometry.centre(square) for square in range(SQUARE_COUNT))
        self._pattern = lru_cache(maxsize=20_000)(self._make_pattern)
        self._coarse = lru_cache(maxsize=1_000)(self._make_coarse)
        self._held = HeldMagnet(model)

    # -- the change against an anchor

    def weigh(  # noqa: PLR0913 - what is read, what it is compared with, and what may be
        self,
        reading: Reading,
        anchor: Anchor,
        likely: Iterable[World],
        unlikely: Iterable[World] = (),
        *,
        present: tuple[int, ...] = (),
        loose: World = frozenset(),
    ) -> Verdict:
        """Which of these worlds explains the reading best, and by how much.

        ``unlikely`` worlds start with a handicap (``Sensing.doubt``). ``present`` are the polarities of all magnets
        that are on the board or may be held over it; a world in which not all of them stand is also tried with one
        of the others in a hand somewhere above the board. ``loose`` are magnets that have been lifted since the
        anchor: where one stands on its square again, it stands in a new place. If nothing explains the reading, one
        magnet that was not known to be touched is tried in a new place on its square, too.

        :raises ValueError: if there is no world to weigh.
        """
        priors = dict.fromkeys(likely, 0.0)
        for world in unlikely:
            priors.setdefault(world, -self.sensing.doubt)
        grounds: dict[World, Ground] = {}
        cases = []
        for world, prior in priors.items():
            gone = (anchor.world - world) | (anchor.world & loose)
            if gone not in grounds:
                grounds[gone] = self._ground(reading, anchor, gone)
            kept = tuple(each for each in anchor.placed if each.standing not in gone)
            added = world - (anchor.world - gone)
            cases.append(_Case(world, grounds[gone], kept, added, prior))
        values: list[float] = []
        best = float("-inf")
        for case in cases:
            values.append(self._glance(case.ground, case.added, best - _HOPELESS - case.prior) + case.prior)
            best = max(best, values[-1])
        # Only those that a look at a coarse grid leaves a chance are fitted closely; the rest keep the coarse value.
        found = [
            (self._fit(case), case)
            if value > best - _HOPELESS
            else (Explanation(case.world, value, float("inf"), case.kept), case)
            for value, case in zip(values, cases, strict=True)
        ]
        found.sort(key=lambda each: -each[0].likelihood)
        close = [each for each in found[:_CLOSER_LOOKS] if each[0].misfit < float("inf")]
        if close and close[0][0].misfit > _EXPLAINED:
            nudged = [self._nudged(reading, anchor, case) for _, case in close]
            close += nudged
            found += nudged
        lowest: dict[int, float] = {}
        for case in cases:
            for standing in case.added | anchor.world:
                floor = self.model.height(standing.level) + _CLEARANCE
                lowest[standing.square] = max(floor, lowest.get(standing.square, 0.0))
        explanations = [each for each, _ in found]
        # A hand can leave a field that spoils the look of the right world: the best without new magnets always count.
        bare = [each for each in found if not each[1].added - anchor.world][:_HELD_LOOKS]
        looks = close[:_HELD_LOOKS]
        for each, case in looks + [each for each in bare if each not in looks]:
            hands = _left_over(present, each.world)
            if hands:
                explanations.append(self._with_hand(case, each, hands, lowest))
        return ranked(explanations)

    def _nudged(self, reading: Reading, anchor: Anchor, case: _Case) -> tuple[Explanation, _Case]:
        """The best explanation of a world with one more magnet than known in a new place on its square."""
        standing = frozenset(each.standing for each in case.kept)
        best: tuple[Explanation, _Case] | None = None
        for one in standing:
            stays = tuple(each for each in case.kept if each.standing != one)
            gone = anchor.world - frozenset(each.standing for each in stays)
            ground = self._ground(reading, anchor, gone)
            other = _Case(case.world, ground, stays, case.added | {one}, case.prior - self.sensing.doubt)
            fitted = self._fit(other)
            if best is None or fitted.likelihood > best[0].likelihood:
                best = fitted, other
        return best or (self._fit(case), case)

    def lifting(self, reading: Reading, anchor: Anchor) -> Standing | None:
        """Which of the anchor's magnets is being lifted just now, if that is beyond doubt even while the hand moves.

        Only good for what can be taken back at once.
        """
        world, bare = anchor.world, []
        for standing in world:
            ground = self._ground(reading, anchor, frozenset({standing}))
            kept = tuple(each for each in anchor.placed if each.standing != standing)
            case = _Case(world - {standing}, ground, kept, frozenset(), 0.0)
            bare.append((standing, case, self._fit(case)))
        bare.sort(key=lambda each: -each[2].likelihood)
        rivals = [self.explain(reading, anchor, world).likelihood, *(each[2].likelihood for each in bare[2:])]
        found: Explanation | None = None
        # A hand changes much, but it cannot hide which magnets' own sensors lost their field: two are worth a look.
        for standing, case, without in bare[:2]:
            lowest = {standing.square: self.model.height(standing.level) + _CLEARANCE}
            held = self._with_hand(case, without, frozenset({standing.polarity}), lowest)
            if found is None or held.likelihood > found.likelihood:
                rivals += [] if found is None else [found.likelihood]
                found = held
            else:
                rivals.append(held.likelihood)
        if found is None or found.misfit > _CLEAR_LIFT or found.likelihood - max(rivals) < _CERTAIN_LIFT:
            return None
        return next(iter(world - found.world))

    def explain(self, reading: Reading, anchor: Anchor, world: World) -> Explanation:
        """How well one world explains the reading as a change against the anchor."""
        ground = self._ground(reading, anchor, anchor.world - world)
        kept = tuple(each for each in anchor.placed if each.standing in world)
        return self._fit(_Case(world, ground, kept, world - anchor.world, 0.0))

    def residual(self, reading: Reading, anchor: Anchor, explanation: Explanation) -> Fields:
        """What an explanation leaves unexplained at each sensor, in mT.

        0 at sensors that are not to be believed, and at clipped ones where at least the field that they show is
        explained.
        """
        known = frozenset(anchor.placed)
        gone = anchor.world - frozenset(each.standing for each in explanation.placed if each in known)
        ground = self._ground(reading, anchor, gone)
        fields = self._sum([each for each in explanation.placed if each not in known])[0]
        for hand in explanation.hands:
            fields = tuple(map(add, fields, self._held.pattern(hand)[0]))
        left = [
            change - value if variance < BOUNDLESS else 0.0
            for change, variance, value in zip(ground.change, ground.variance, fields, strict=True)
        ]
        for sensor, sign, size, stays, _ in ground.bounds:
            left[sensor] = sign * max(0.0, size - sign * (stays + fields[sensor]))
        return tuple(left)

    def _ground(self, reading: Reading, anchor: Anchor, gone: World) -> Ground:
        """The reading less what stays: by difference where the anchor could read the field, by the model elsewhere."""
        sensing, base = self.sensing, anchor.reading
        noise = sensing.noise**2 * (1 / reading.count + 1 / base.count) + sensing.floor**2
        now = self._blurred(reading)
        stays, spread = [0.0] * SQUARE_COUNT, [sensing.zero**2 + noise + each for each in now]
        lost, blur = [0.0] * SQUARE_COUNT, [noise + sum(each) for each in zip(now, self._blurred(base), strict=True)]
        for each in anchor.placed:
            into, doubt = (lost, blur) if each.standing in gone else (stays, spread)
            for sensor, value in enumerate(self._placed(each)):
                into[sensor] += value
                doubt[sensor] += (sensing.model * value) ** 2
        change, variance, bounds = [], [], []
        for sensor, value in enumerate(reading.fields):
            kept, doubt_here = base.fields[sensor] - lost[sensor], blur[sensor]
            if sensor in base.clipped or spread[sensor] < doubt_here:
                kept, doubt_here = stays[sensor], spread[sensor]
            if sensor in reading.clipped and doubt_here < BOUNDLESS:
                bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), kept, doubt_here))
                doubt_here = BOUNDLESS
            change.append(value - kept)
            variance.append(min(doubt_here, BOUNDLESS))
        return Ground(tuple(change), tuple(variance), tuple(bounds))

    def _blurred(self, reading: Reading) -> Fields:
        """The extra variance of each sensor; where the board has none, nothing is known."""
        extra = reading.blur or NOTHING
        return tuple(each if sensor in self._there else BOUNDLESS for sensor, each in enumerate(extra))

    # -- fitting

    def _placed(self, each: Placed) -> Fields:
        return self._pattern(each.standing, each.east, each.north)[0]

    def _make_pattern(self, standing: Standing, east: float, north: float) -> tuple[Fields, Fields]:
        """The field of a standing magnet at all sensors and the variance that the model's error gives it."""
        x, y = self._centres[standing.square]
        fields = self.model.around(x + east, y + north, standing.level)
        if standing.polarity < 0:
            fields = tuple(-value for value in fields)
        return fields, tuple((self.sensing.model * value) ** 2 for value in fields)

    def _prior(self, east: float, north: float) -> float:
        return -0.5 * (east * east + north * north) / self.sensing.placing**2

    def _glance(self, ground: Ground, added: World, floor: float = float("-inf")) -> float:
        """A quick likelihood: each added magnet at the best of a few places, one after the other. Where that comes to
        less than ``floor``, which is then given, it does not matter how much less."""
        order = sorted(added)
        for standing in order[:-1]:
            found = best_explained(ground, self._coarse(standing))
            if found is not None:
                ground = less(ground, *found[1])
        if not order:
            return score(ground, NOTHING, NOTHING)
        found = best_explained(ground, self._coarse(order[-1]), floor)
        return floor if found is None else found[0]

    def _make_coarse(self, standing: Standing) -> tuple[Choice[tuple[Fields, Fields]], ...]:
        """A magnet at a few places on its square."""
        patterns = [(self._pattern(standing, *place), self._prior(*place)) for place in _COARSE]
        return tuple((pattern, *pattern, prior) for pattern, prior in patterns)

    def _fit(self, case: _Case) -> Explanation:
        """The world with the places of its new magnets fitted in turns until they stay."""
        places = [Placed(standing) for standing in sorted(case.added)]
        for turn in range(1 if len(places) < 2 else 3):
            for index, place in enumerate(places):
                rest = case.ground
                for other, standing in enumerate(places):
                    # In the first turn those that were not yet fitted are taken to stand in the middle.
                    if other != index:
                        rest = less(rest, *self._pattern(standing.standing, standing.east, standing.north))
                places[index] = self._settle(rest, place, coarse=turn == 0)
        fields, variance = self._sum(places)
        likelihood = score(case.ground, fields, variance) + case.prior
        likelihood += sum(self._prior(each.east, each.north) for each in places)
        left = misfit(case.ground, fields, variance)
        return Explanation(case.world, likelihood, left, case.kept + tuple(places))

    def _sum(self, places: Sequence[Placed]) -> tuple[Fields, Fields]:
        patterns = [self._pattern(each.standing, each.east, each.north) for each in places]
        if not patterns:
            return NOTHING, NOTHING
        fields = tuple(map(sum, zip(*(pattern[0] for pattern in patterns), strict=True)))
        variance = tuple(map(sum, zip(*(pattern[1] for pattern in patterns), strict=True)))
        return fields, variance

    def _settle(self, ground: Ground, place: Placed, *, coarse: bool) -> Placed:
        """The place of one magnet that fits best: a coarse grid, then ever smaller steps around the best."""
        standing = place.standing
        east, north = place.east, place.north
        best = score(ground, *self._pattern(standing, east, north)) + self._prior(east, north)
        if coarse:
            for x, y in _COARSE:
                value = score(ground, *self._pattern(standing, x, y)) + self._prior(x, y)
                if value > best:
                    best, east, north = value, x, y
        for step in (3.0, 1.5, 0.75):
            moved = True
            while moved:
                moved = False
                middle = (east, north)
                for right, up in _AROUND:
                    x, y = middle[0] + right * step, middle[1] + up * step
                    if hypot(x, y) > self.sensing.reach:
                        continue
                    value = score(ground, *self._pattern(standing, x, y)) + self._prior(x, y)
                    if value > best + 1e-9:
                        best, east, north, moved = value, x, y, True
        return Placed(standing, east, north)

    # -- a hand over the board

    def _with_hand(
        self, case: _Case, bare: Explanation, hands: frozenset[int], lowest: dict[int, float]
    ) -> Explanation:
        """An explained world with a magnet of one of these polarities held where it explains the rest best.

        ``lowest`` holds for some squares the height under which a magnet over them counts as standing there.
        """
        new = [each for each in bare.placed if each.standing in case.added]
        rest = less(case.ground, *self._sum(new)) if new else case.ground
        tried = [self._held.best(rest, polarity, lowest) for polarity in hands]
        found = max((each for each in tried if each is not None), key=lambda each: each[0], default=None)
        prior = sum(self._prior(each.east, each.north) for each in new) + case.prior - _HAND_PRIOR
        if found is None:
            left = misfit(rest, NOTHING, NOTHING)
            return Explanation(bare.world, score(rest, NOTHING, NOTHING) + prior, left, bare.placed)
        likelihood, hand = found
        return Explanation(
            bare.world, likelihood + prior, misfit(rest, *self._held.pattern(hand)), bare.placed, (hand,)
        )

    # -- without an anchor

    def survey(self, reading: Reading, world: World) -> Explanation:
        """How well a world explains a reading by itself, with no anchor: every place is fitted, the zero is trusted."""
        return self._fit(_Case(world, self._absolute(reading), (), world, 0.0))

    def look(self, reading: Reading, expected: World, levels: Sequence[int]) -> Verdict:
        """What stands on the board, found from the reading alone, beginning with what is expected.

        One magnet at a time is added, taken away or exchanged as long as that explains the reading better; the rival
        is the best world one such change away. ``levels`` are the heights (in pieces) of the 25 squares.
        """
        current = self.survey(reading, expected)
        for _ in range(2 * SQUARE_COUNT):
            rivals = [self.survey(reading, world) for world in self._one_away(reading, current, levels)]
            better = max(rivals, key=lambda each: each.likelihood, default=current)
            if better.likelihood <= current.likelihood:
                return ranked([current, *rivals])
            current = better
        return ranked([current])

    def _one_away(self, reading: Reading, current: Explanation, levels: Sequence[int]) -> list[World]:
        """Worlds with one magnet less, and those with one more or one elsewhere that a quick look finds most likely."""
        world, absolute = current.world, self._absolute(reading)
        free = [square for square in self.squares if all(square != each.square for each in world)]
        fewer = [world - {each} for each in world]
        turned = [(world - {each}) | {Standing(each.square, each.level, -each.polarity)} for each in world]
        more: list[tuple[float, World]] = []
        for base in (world, *fewer):
            ground = less(absolute, *self._sum([each for each in current.placed if each.standing in base]))
            for square in free:
                for polarity in (1, -1):
                    added = Standing(square, levels[square], polarity)
                    more.append((self._glance(ground, frozenset({added})), base | {added}))
        more.sort(key=lambda pair: -pair[0])
        return fewer + turned + [each for _, each in more[: 2 * _CLOSER_LOOKS]]

    def _absolute(self, reading: Reading) -> Ground:
        sensing = self.sensing
        noise = sensing.noise**2 / reading.count + sensing.floor**2 + sensing.zero**2
        variance = [min(BOUNDLESS, noise + each) for each in self._blurred(reading)]
        bounds = []
        for sensor in sorted(reading.clipped):
            value = reading.fields[sensor]
            if variance[sensor] < BOUNDLESS:
                bounds.append((sensor, 1.0 if value > 0 else -1.0, abs(value), 0.0, variance[sensor]))
                variance[sensor] = BOUNDLESS
        return Ground(reading.fields, tuple(variance), tuple(bounds))


def _left_over(present: tuple[int, ...], world: World) -> frozenset[int]:
    """The polarities of the magnets that are present but do not stand in this world."""
    return frozenset(
        polarity for polarity in (1, -1) if present.count(polarity) > sum(each.polarity == polarity for each in world)
    )
