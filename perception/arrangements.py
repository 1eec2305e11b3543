"""Arrangements of magnets, readings of the board, and how well the one explains the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
"""All magnets that stand on the board. A worker in a hand is part of no arrangement."""


@dataclass(frozen=True, slots=True)
class PlacedMagnet:
    """A standing magnet with its fitted parameters: ``east`` and ``north`` of the middle of its square in mm, its
    ``strength`` as a factor of the field model, and its ``rise``, how many mm higher it stands than the model says.

    ``fields`` is what it adds at each sensor in mT and ``variance`` the variance of that, as measured by the readings
    in which it was found. Both are empty where only the model is known.
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
        """The same magnet with the fields of the model only."""
        return PlacedMagnet(self.standing, self.east, self.north, self.strength, self.rise)

    def with_more(self, field: float) -> PlacedMagnet:
        """The same magnet, adding so many mT more at the sensor of its square, where its fields were measured."""
        if not self.fields:
            return self
        square = self.standing.square
        fields = (*self.fields[:square], self.fields[square] + field, *self.fields[square + 1 :])
        return replace(self, fields=fields)


@dataclass(frozen=True, slots=True)
class Reading:
    """Fields of a board at rest: means over ``count`` frames in mT, and the squares whose sensor was clipped.

    ``extra_variance`` in mT² comes on top of the noise of each sensor: `BOUNDLESS` for a sensor that fails, more than 0
    for a noisy one or for what is unknown of interference that was subtracted. Empty: none.
    """

    fields: tuple[float, ...]
    clipped: frozenset[int] = frozenset()
    count: int = 1
    extra_variance: tuple[float, ...] = ()

    @classmethod
    def of(cls, frame: Frame) -> Reading:
        """A single frame as a reading."""
        return cls(frame.fields, frame.clipped)

    def without(self, squares: frozenset[int]) -> Reading:
        """The same reading with the sensors of these squares left out."""
        extra_variance = self.extra_variance or (0.0,) * len(self.fields)
        variances = tuple(BOUNDLESS if square in squares else each for square, each in enumerate(extra_variance))
        return replace(self, extra_variance=variances)


@dataclass(frozen=True, slots=True)
class ReferenceReading:
    """A reading whose arrangement is known. Later readings are judged by their difference from it. A sensor that is
    clipped does not show what there is besides the magnets: ``besides`` is what each sensor showed of that when no
    worker stood on it, in mT (empty: nothing)."""

    reading: Reading
    placed: tuple[PlacedMagnet, ...]
    besides: tuple[float, ...] = ()
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
    """How well an arrangement explains a reading.

    ``likelihood`` is the log-likelihood, with the parameters integrated out. ``misfit`` is the squared deviation over
    all sensors in units of its variance; it is about 25 for the true arrangement. ``placed`` are the magnets where they
    fit best, ``hands`` the magnets that are held over the board, which belong to no arrangement.
    """

    arrangement: Arrangement
    likelihood: float
    misfit: float
    placed: tuple[PlacedMagnet, ...]
    hands: tuple[MagnetInHand, ...] = ()

    @property
    def held(self) -> bool:
        """Whether the explanation has a magnet in a hand."""
        return bool(self.hands)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best explanation, its ``margin`` in log-likelihood over the best rival arrangement, and that rival."""

    best: Explanation
    margin: float
    rival: Explanation | None

    @property
    def disputed(self) -> Arrangement:
        """The magnets in which the best explanation and its rival differ."""
        return frozenset() if self.rival is None else self.best.arrangement ^ self.rival.arrangement

    def against_rival_of(self, other: Verdict) -> Verdict:
        """This verdict with the rival of another verdict over fewer hypotheses. Unchanged if the other's best
        arrangement has its magnets elsewhere. Of the two best explanations, which may differ in heights, the likelier
        one is used."""
        rival = other.rival
        if outline(other.best.arrangement) != outline(self.best.arrangement):
            return self
        if other.best.likelihood >= self.best.likelihood:
            return other
        return Verdict(self.best, float("inf") if rival is None else self.best.likelihood - rival.likelihood, rival)


def surplus_of(present: Sequence[int], magnets: Sequence[StandingMagnet | MagnetInHand]) -> int:
    """How many of these magnets are more than there are, where ``present`` are the polarities of all that there are."""
    polarities = [each.polarity for each in magnets]
    north, south = (max(0, polarities.count(polarity) - present.count(polarity)) for polarity in (1, -1))
    return north + south


def outline(arrangement: Arrangement) -> frozenset[tuple[int, int]]:
    """The squares of an arrangement with the polarities on them, without the heights."""
    return frozenset((each.square, each.polarity) for each in arrangement)


def ranked(explanations: Iterable[Explanation]) -> Verdict:
    """The verdict over these explanations. Arrangements that differ in heights only are no rivals.

    :raises ValueError: if there is no explanation.
    """
    order = sorted(explanations, key=lambda each: -each.likelihood)
    if not order:
        raise ValueError("a verdict needs at least one explanation")
    best = order[0]
    rival = next((each for each in order[1:] if outline(each.arrangement) != outline(best.arrangement)), None)
    return Verdict(best, float("inf") if rival is None else best.likelihood - rival.likelihood, rival)


def with_rival(verdict: Verdict, other: Explanation) -> Verdict:
    """The verdict with one more explanation as a possible rival. Its margin may become negative."""
    margin = verdict.best.likelihood - other.likelihood
    if margin >= verdict.margin or outline(other.arrangement) == outline(verdict.best.arrangement):
        return verdict
    return Verdict(verdict.best, margin, other)
