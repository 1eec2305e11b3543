"""Which arrangements hands may have led to since the last reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from perception.arrangements import Arrangement, StandingMagnet


@dataclass(frozen=True, slots=True)
class ExpectedArrangements:
    """What the game makes likely: its own arrangement, other ``likely`` arrangements (results of legal steps), the
    squares where a worker may be set (``open``) or touch (``tapped``, before or after the piece is built), the heights
    in pieces of all squares, and the polarities of magnets that may come from the box. ``awaited`` are the squares that
    a worker is to touch now: nothing else can be done. ``asked`` is the magnet of which the players were asked whether
    it touched its square (None: they were not asked), and ``questions`` how often they were asked about that square."""

    arrangement: Arrangement
    levels: tuple[int, ...]
    likely: tuple[Arrangement, ...] = ()
    open: frozenset[int] = frozenset()
    tapped: frozenset[int] = frozenset()
    box: frozenset[int] = frozenset()
    awaited: frozenset[int] = frozenset()
    asked: StandingMagnet | None = None
    questions: int = 0

    @property
    def highest(self) -> tuple[int, ...]:
        """The heights in pieces on which a worker may come down: a touched square may have its new piece already."""
        return tuple(level + (square in self.tapped) for square, level in enumerate(self.levels))

    @property
    def present(self) -> tuple[int, ...]:
        """The polarities of all magnets of the game: those on the board or in hands, and those that may come from the
        box."""
        return (*(each.polarity for each in self.arrangement), *self.box)


def in_hands(expected: Arrangement, arrangement: Arrangement) -> tuple[int, ...]:
    """The polarities of the magnets that are expected and do not stand, each as often as it is missing."""
    missing = []
    for polarity in (1, -1):
        count = sum(each.polarity == polarity for each in expected) - sum(
            each.polarity == polarity for each in arrangement
        )
        missing += [polarity] * max(0, count)
    return tuple(missing)


def _liftable(lifted: Arrangement, polarity: int) -> tuple[StandingMagnet, ...]:
    """Those of the lifted magnets that may be back while one of this polarity came down elsewhere."""
    alike = sum(each.polarity == polarity for each in lifted)
    return tuple(each for each in sorted(lifted) if each.polarity != polarity or alike > 1)


def candidates(
    reference: Arrangement, believed: Arrangement | None, expected: ExpectedArrangements, squares: Iterable[int]
) -> tuple[list[Arrangement], list[Arrangement]]:
    """The likely and the unlikely arrangements that hands may have led to since the last reading. One worker came or
    went; or one came down while another that was lifted is back on its square; or the workers of a game are cleared
    away, and the first one of the next is there already."""
    now = reference if believed is None else believed
    likely = [now, reference, expected.arrangement, *expected.likely]
    unlikely: list[Arrangement] = []
    lifted = [now - {each} for each in now]
    likely += lifted
    unlikely += [one - {each} for one in lifted for each in one]
    at_hand = set(in_hands(expected.arrangement, now)) | expected.box
    # Put down from the hand or the box; or lifted and put down elsewhere between two looks.
    bases = [(now, polarity) for polarity in sorted(at_hand)]
    bases += [(now - {each}, each.polarity) for each in sorted(now)]
    if expected.arrangement != now:
        bases += [(expected.arrangement, polarity) for polarity in sorted(expected.box)]
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
