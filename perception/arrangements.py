"""Arrangements of magnets: those that the game expects, readings of the board, and how well one explains the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from hardware.board import SQUARE_COUNT, Frame
from perception.fitting.residual import BOUNDLESS, Fields, nothing


@dataclass(frozen=True, slots=True, order=True)
class StandingMagnet:
    """A magnet that stands on ``square``, on ``level`` blocks (4: on a dome). ``polarity`` is +1 with north down, -1
    with south down."""

    square: int
    level: int
    polarity: int


AGAINST_WEIGHT = 100.0
"""The log-likelihood that it costs that workers stand elsewhere than a scale feels them. Choice: more than a magnet
beside the board gains by looking like a worker; a scale that is not sure says nothing."""

Arrangement = frozenset[StandingMagnet]
"""All magnets that stand on the board. A worker in a hand is part of no arrangement."""


@dataclass(frozen=True, slots=True)
class PlacedMagnet:
    """A standing magnet with its fitted parameters: ``east`` and ``north`` of the middle of its square in mm, its
    ``strength`` as a factor of the field model, and its ``rise``, the height in mm by which it stands above where the
    model puts it.

    ``fields`` is what it adds at each sensor in mT, and ``variance`` the variance of each, as measured by the readings
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
        """Return the same magnet with more ``field`` at the sensor of its square, in mT, where its fields were
        measured."""
        if not self.fields:
            return self
        square = self.standing.square
        fields = (*self.fields[:square], self.fields[square] + field, *self.fields[square + 1 :])
        return replace(self, fields=fields)


@dataclass(frozen=True, slots=True)
class Reading:
    """Fields of a board at rest: means over ``count`` frames in mT, one for each channel, and the channels that were
    clipped. The first 25 channels are the sensors of the squares.

    ``extra_variance`` in mT² comes on top of the noise of each sensor. It is `BOUNDLESS` for a sensor that fails, and
    more than 0 for a noisy one and where interference was subtracted that is not known exactly. Empty stands for none.
    """

    fields: tuple[float, ...]
    clipped: frozenset[int] = frozenset()
    count: int = 1
    extra_variance: tuple[float, ...] = ()

    @classmethod
    def of(cls, frame: Frame) -> Reading:
        """Return a single frame as a reading."""
        return cls(frame.fields, frame.clipped)

    @property
    def variances(self) -> Fields:
        """The extra variance of each channel, 0 where there is none."""
        return self.extra_variance or nothing(len(self.fields))

    @property
    def of_squares(self) -> Reading:
        """The same reading with further sensors left out, if there are any that are not."""
        further = frozenset(range(SQUARE_COUNT, len(self.fields)))
        if all(self.variances[channel] >= BOUNDLESS for channel in further):
            return self
        return self.without(further)

    def without(self, squares: frozenset[int]) -> Reading:
        """Return the same reading with the sensors of these squares left out."""
        variances = tuple(BOUNDLESS if square in squares else each for square, each in enumerate(self.variances))
        return replace(self, extra_variance=variances)


@dataclass(frozen=True, slots=True)
class ReferenceReading:
    """A reading whose arrangement is known. Later readings are compared with it.

    A clipped sensor does not show what else it feels besides magnets. So ``besides`` is what each sensor felt besides
    them when no worker stood on it, in mT; empty stands for nothing.
    """

    reading: Reading
    placed: tuple[PlacedMagnet, ...]
    besides: tuple[float, ...] = ()
    arrangement: Arrangement = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arrangement", frozenset(each.standing for each in self.placed))

    @property
    def felt_besides(self) -> Fields:
        """What each sensor felt besides magnets, 0 where nothing is known."""
        return self.besides or nothing(len(self.reading.fields))


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
        """Return this verdict with the rival of another verdict over fewer hypotheses. It stays unchanged if the
        other's best arrangement has its magnets elsewhere. The two best explanations may differ in heights; the
        likelier one is used."""
        rival = other.rival
        if outline(other.best.arrangement) != outline(self.best.arrangement):
            return self
        if other.best.likelihood >= self.best.likelihood:
            return other
        return Verdict(self.best, float("inf") if rival is None else self.best.likelihood - rival.likelihood, rival)


def surplus_of(present: Sequence[int], magnets: Sequence[StandingMagnet | MagnetInHand]) -> int:
    """Count how many of these magnets are too many, where ``present`` are the polarities of all that there are."""
    polarities = [each.polarity for each in magnets]
    north, south = (max(0, polarities.count(polarity) - present.count(polarity)) for polarity in (1, -1))
    return north + south


def outline(arrangement: Arrangement) -> frozenset[tuple[int, int]]:
    """Return the squares of an arrangement with the polarities on them, without heights."""
    return frozenset((each.square, each.polarity) for each in arrangement)


def ranked(explanations: Iterable[Explanation]) -> Verdict:
    """Return the verdict over these explanations. Arrangements that differ only in heights are no rivals.

    :raises ValueError: if there is no explanation.
    """
    order = sorted(explanations, key=lambda each: -each.likelihood)
    if not order:
        raise ValueError("a verdict needs at least one explanation")
    best = order[0]
    rival = next((each for each in order[1:] if outline(each.arrangement) != outline(best.arrangement)), None)
    return Verdict(best, float("inf") if rival is None else best.likelihood - rival.likelihood, rival)


def with_rival(verdict: Verdict, other: Explanation) -> Verdict:
    """Return the verdict with one more explanation as a possible rival. Its margin may become negative."""
    margin = verdict.best.likelihood - other.likelihood
    if margin >= verdict.margin or outline(other.arrangement) == outline(verdict.best.arrangement):
        return verdict
    return Verdict(verdict.best, margin, other)


@dataclass(frozen=True, slots=True)
class ExpectedArrangements:
    """What the game makes likely.

    ``arrangement`` is its own arrangement, and ``levels`` are the heights of all squares in pieces. ``likely``
    arrangements are the results of legal steps. A worker may be set on the squares that are ``open``. It may touch
    those that are ``tapped``, before or after the piece is built. It is to touch one of those that are ``awaited`` if
    nothing else can be done. ``box`` holds the polarities of the magnets that may come from the box, one for each.

    The players were asked whether the magnet ``asked`` touched its square, if it is not None, and about that square in
    as many ``questions``. ``unlikely`` arrangements, after several steps at once, are many: they are tried where
    nothing else explains a reading. Workers weigh on the squares that are ``weighed``, where a scale knows that.
    """

    arrangement: Arrangement
    levels: tuple[int, ...]
    likely: tuple[Arrangement, ...] = ()
    open: frozenset[int] = frozenset()
    tapped: frozenset[int] = frozenset()
    box: tuple[int, ...] = ()
    awaited: frozenset[int] = frozenset()
    asked: StandingMagnet | None = None
    questions: int = 0
    unlikely: tuple[Arrangement, ...] = ()
    weighed: frozenset[int] | None = field(default=None, compare=False)

    @property
    def highest(self) -> tuple[int, ...]:
        """The heights in pieces on which a worker may come down. A square that may be touched may have its new piece
        already."""
        return tuple(level + (square in self.tapped) for square, level in enumerate(self.levels))

    @property
    def present(self) -> tuple[int, ...]:
        """The polarities of the magnets on the board or in hands, and of those that may come from the box next."""
        return (*(each.polarity for each in self.arrangement), *set(self.box))

    @property
    def workers(self) -> tuple[int, ...]:
        """The polarities of all workers of the game."""
        return (*(each.polarity for each in self.arrangement), *self.box)


def against_weight(arrangement: Arrangement, weighed: frozenset[int] | None) -> float:
    """Return the log-likelihood that an arrangement costs if workers weigh on these squares; nothing if that is not
    known."""
    return 0.0 if weighed is None or weighed == {each.square for each in arrangement} else AGAINST_WEIGHT


def in_hands(expected: Arrangement, arrangement: Arrangement) -> tuple[int, ...]:
    """Return the polarities of the magnets that are expected and do not stand, one for each magnet."""
    missing = []
    for polarity in (1, -1):
        count = sum(each.polarity == polarity for each in expected) - sum(
            each.polarity == polarity for each in arrangement
        )
        missing += [polarity] * max(0, count)
    return tuple(missing)


def _liftable(lifted: Arrangement, polarity: int) -> tuple[StandingMagnet, ...]:
    """Return those of the lifted magnets that may be back while one of this polarity came down elsewhere."""
    alike = sum(each.polarity == polarity for each in lifted)
    return tuple(each for each in sorted(lifted) if each.polarity != polarity or alike > 1)


def candidates(
    reference: Arrangement, believed: Arrangement | None, expected: ExpectedArrangements, squares: Iterable[int]
) -> tuple[list[Arrangement], list[Arrangement]]:
    """Return the likely and the unlikely arrangements that hands may have led to since the last reading. One worker
    came or went. Or one came down while another that was lifted is back on its square. Or the workers of a game are
    cleared away, and the first one of the next is there already."""
    now = reference if believed is None else believed
    likely = [now, reference, expected.arrangement, *expected.likely]
    unlikely = list(expected.unlikely) if now == expected.arrangement else []
    lifted = [now - {each} for each in now]
    likely += lifted
    unlikely += [one - {each} for one in lifted for each in one]
    at_hand = {*in_hands(expected.arrangement, now), *expected.box}
    # Put down from the hand or the box; or lifted and put down elsewhere between two looks.
    bases = [(now, polarity) for polarity in sorted(at_hand)]
    bases += [(now - {each}, each.polarity) for each in sorted(now)]
    if expected.arrangement != now:
        bases += [(expected.arrangement, polarity) for polarity in sorted(set(expected.box))]
    for base, polarity in bases:
        taken = {each.square for each in base}
        for square in squares:
            level = expected.levels[square]
            there = StandingMagnet(square, level, polarity)
            if square in taken or (base is expected.arrangement and there in now):
                continue
            landed = base | {there}
            (likely if square in expected.open else unlikely).append(landed)
            if square in expected.tapped:
                likely += [landed, base | {StandingMagnet(square, level + 1, polarity)}]
            loose = [each for each in _liftable(reference - base, polarity) if each not in now]
            back = [landed | {each} for each in loose if each.square not in {square, *taken}]
            (likely if square in expected.open else unlikely).extend(back)
    return likely, unlikely
