"""What stands on a board of which nothing is known: no game, no reference, no heights."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Final

from engine.squares import distance
from perception.arrangements import Explanation, PlacedMagnet, Reading, StandingMagnet, outline
from perception.counted_work import TaskSteps
from perception.decision_limits import DecisionLimits
from perception.recognition.recogniser import Recogniser

SURE: Final = 8.0
"""A magnet is sure if whatever explains the reading without it has a log-likelihood less by so much: with that margin
no worker was ever decoded where none stands (docs/reading.md)."""
_POSSIBLE: Final = 3.0
"""A magnet that the best arrangement lacks is possible if one with it has a log-likelihood less by no more than this.
That every magnet is unlikely, since there are few, is in the likelihood."""
_CERTAIN_LEVEL: Final = 10.0
_ODD: Final = 12.0
"""In mm. It may be what others near it look like that the search did not find."""
_MOST: Final = 9
"""Workers on a board: those of Gaea, Graeae and a third player."""
_NEAR: Final = 2
"""In squares."""


@dataclass(frozen=True, slots=True)
class SurveyedMagnet:
    """A magnet with its ``polarity`` (+1: north down) on a square. ``level`` is how many blocks it stands on (None:
    that is not certain), ``sure`` whether it stands there at all with this polarity."""

    square: int
    polarity: int
    level: int | None
    sure: bool


@dataclass(frozen=True, slots=True)
class MagnetSurvey:
    """The magnets that stand on a board, by their squares. ``explained``: they explain all that is measured; else
    something else is there, too, and no magnet is sure; where that looks like more workers than a game has, none is
    named."""

    magnets: tuple[SurveyedMagnet, ...]
    explained: bool


def survey_magnets(recogniser: Recogniser, reading: Reading, limits: DecisionLimits) -> TaskSteps[MagnetSurvey]:
    """What stands there by one reading of a board at rest."""
    found = yield from recogniser.survey(reading)
    best = found[0]
    if len(best.arrangement) > _MOST:
        return MagnetSurvey((), explained=False)
    explained = best.misfit <= limits.misfit
    heights = yield from recogniser.heights(reading, None, best)
    odd = [each.standing.square for each in best.placed if _is_odd(each)]
    near_odd = (each for each in best.arrangement if any(distance(each.square, one) <= _NEAR for one in odd))
    doubtful = _differing(found, SURE) | set(map(_place, near_odd))
    trusted = outline(best.arrangement) - doubtful if explained else frozenset()
    levels = {each.square: each.level for each in heights if each.margin >= _CERTAIN_LEVEL}
    standing = {}
    for each in best.arrangement:
        sure = _place(each) in trusted
        level = levels.get(each.square) if sure else None
        standing[each.square] = SurveyedMagnet(each.square, each.polarity, level, sure)
    for square, polarity in sorted(_differing(found, _POSSIBLE) - outline(best.arrangement)):
        standing.setdefault(square, SurveyedMagnet(square, polarity, None, sure=False))
    return MagnetSurvey(tuple(standing[square] for square in sorted(standing)), explained)


def _differing(found: tuple[Explanation, ...], margin: float) -> frozenset[tuple[int, int]]:
    """The places of magnets in which the best explanation differs from others that come as near as that."""
    best = outline(found[0].arrangement)
    near = (each.arrangement for each in found if found[0].likelihood - each.likelihood < margin)
    return frozenset[tuple[int, int]]().union(*(best ^ outline(each) for each in near))


def _is_odd(magnet: PlacedMagnet) -> bool:
    """Whether a worker would stand farther off the middle of its square than hands put it."""
    return hypot(magnet.east, magnet.north) > _ODD


def _place(magnet: StandingMagnet) -> tuple[int, int]:
    return magnet.square, magnet.polarity
