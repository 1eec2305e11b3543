"""What may stand on the board, as far as magnets can tell: no seats and no rules, only polarities on squares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from hardware.board import Frame
from perception.fitting.residual import BOUNDLESS


@dataclass(frozen=True, slots=True, order=True)
class StandingMagnet:
    """A magnet on ``square``, on ``level`` blocks (4: on a dome), N down (``polarity`` +1) or S down (-1)."""

    square: int
    level: int
    polarity: int


Arrangement = frozenset[StandingMagnet]
"""All magnets that stand on the board. A worker in a hand is in no arrangement: where it is, nobody knows."""


@dataclass(frozen=True, slots=True)
class PlacedMagnet:
    """A standing magnet as it was found: ``east`` and ``north`` of the square's middle in mm, its ``strength`` as a
    factor of what the field model says, and how many mm higher than the model says it stands (``rise``).

    ``fields`` is what it adds at each sensor in mT, and ``variance`` the variance of that, as far as the readings in
    which it was found tell more than the model does. Empty: what the model says of a magnet at that place.
    """

    standing: StandingMagnet
    east: float = 0.0
    north: float = 0.0
    strength: float = 1.0
    rise: float = 0.0
    fields: tuple[float, ...] = ()
    variance: tuple[float, ...] = ()

    @property
    def modelled(self) -> PlacedMagnet:
        """The same, with nothing but the model's word for its field."""
        return PlacedMagnet(self.standing, self.east, self.north, self.strength, self.rise)


@dataclass(frozen=True, slots=True)
class Reading:
    """Fields at rest: the mean over ``count`` still frames, in mT, and the squares whose sensor was clipped.

    ``extra_variance`` is variance in mT² that each sensor has on top of its usual noise: a sensor that fails
    (`BOUNDLESS` then), a noisy one, or what is uncertain about a disturbance that was taken off. Empty: none.
    """

    fields: tuple[float, ...]
    clipped: frozenset[int] = frozenset()
    count: int = 1
    extra_variance: tuple[float, ...] = ()

    @classmethod
    def of(cls, frame: Frame) -> Reading:
        """A single frame taken for a reading at rest."""
        return cls(frame.fields, frame.clipped)

    def without(self, squares: frozenset[int]) -> Reading:
        """The same, with the sensors of some squares not to be believed."""
        extra_variance = self.extra_variance or (0.0,) * len(self.fields)
        variances = tuple(BOUNDLESS if square in squares else each for square, each in enumerate(extra_variance))
        return replace(self, extra_variance=variances)


@dataclass(frozen=True, slots=True)
class ReferenceReading:
    """A reading whose arrangement is known; later readings are judged by how they differ from it."""

    reading: Reading
    placed: tuple[PlacedMagnet, ...]
    arrangement: Arrangement = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arrangement", frozenset(each.standing for each in self.placed))


@dataclass(frozen=True, slots=True)
class MagnetInHand:
    """A magnet in a hand: mm east and north of the middle of a1, and mm above the sensors."""

    polarity: int
    east: float
    north: float
    height: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """How well a arrangement explains a reading.

    ``likelihood`` is the logarithm of the probability density, ``misfit`` the squared deviation in units of its
    variance over all sensors (about 25 when the arrangement is right), ``placed`` the magnets where they fit best. With
    workers held near the board, ``hands`` says where: the arrangement alone leaves a field that they explain.
    """

    arrangement: Arrangement
    likelihood: float
    misfit: float
    placed: tuple[PlacedMagnet, ...]
    hands: tuple[MagnetInHand, ...] = ()

    @property
    def held(self) -> bool:
        """Whether a magnet in a hand is part of the explanation."""
        return bool(self.hands)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best explanation and by how much its likelihood beats that of the best rival arrangement (``rival``)."""

    best: Explanation
    margin: float
    rival: Explanation | None

    @property
    def disputed(self) -> Arrangement:
        """The magnets about which the best explanation and its rival disagree."""
        return frozenset() if self.rival is None else self.best.arrangement ^ self.rival.arrangement

    def against_rival_of(self, other: Verdict) -> Verdict:
        """This verdict against the rival of another, which knows of less that may be; as it is if the other finds the
        best arrangement's magnets elsewhere. Of their best explanations, on whatever heights, the better one counts."""
        rival = other.rival
        if outline(other.best.arrangement) != outline(self.best.arrangement):
            return self
        if other.best.likelihood >= self.best.likelihood:
            return other
        return Verdict(self.best, float("inf") if rival is None else self.best.likelihood - rival.likelihood, rival)


def outline(arrangement: Arrangement) -> frozenset[tuple[int, int]]:
    """The squares of a arrangement with the polarities that stand there, whatever the heights."""
    return frozenset((each.square, each.polarity) for each in arrangement)


def ranked(explanations: Iterable[Explanation]) -> Verdict:
    """The verdict over these explanations. Arrangements that differ in nothing but heights are no rivals: either way
    the same workers stand on the same squares.

    :raises ValueError: if there is none.
    """
    order = sorted(explanations, key=lambda each: -each.likelihood)
    if not order:
        raise ValueError("a verdict needs at least one explanation")
    best = order[0]
    rival = next((each for each in order[1:] if outline(each.arrangement) != outline(best.arrangement)), None)
    return Verdict(best, float("inf") if rival is None else best.likelihood - rival.likelihood, rival)


def with_rival(verdict: Verdict, other: Explanation) -> Verdict:
    """The verdict with one more explanation as a rival, if of another arrangement, which its best may not even beat."""
    margin = verdict.best.likelihood - other.likelihood
    if margin >= verdict.margin or outline(other.arrangement) == outline(verdict.best.arrangement):
        return verdict
    return Verdict(verdict.best, margin, other)
