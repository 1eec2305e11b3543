"""Who meets whom in the next round of a Swiss tournament. Pure.

Players with as many points meet; within such a group the first of the upper half meets the first of the lower half. No
two meet again as long as that can be avoided: each pair is chosen only if the others can still be paired with no more
repeated meetings than the round needs (`club.largest_matching`). Who has had a free round gets no second one before
everybody has had one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from club.largest_matching import NOBODY, largest_matching


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player before a round: the points, how often they ``met`` each other player, how many free rounds they had, and
    how many more games they began than they did not begin."""

    name: str
    points: int = 0
    met: Mapping[str, int] = field(default_factory=dict)
    free: int = 0
    surplus: int = 0
    began_last: bool = False


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Pairs of names, of which the first begins, and who is ``free`` (None: nobody)."""

    pairs: tuple[tuple[str, str], ...]
    free: str | None = None


def swiss_round(ranked: Sequence[SwissPlayer]) -> PairedRound:
    """The next round of these players, the best first.

    :raises ValueError: if there are fewer than two players.
    """
    if len(ranked) < 2:
        raise ValueError(f"a round takes two players at least, not {len(ranked)}")
    players = list(ranked)
    free = _free(players) if len(players) % 2 else None
    if free is not None:
        players.remove(free)
    return PairedRound(tuple(_pairs(players)), None if free is None else free.name)


def beginning(one: SwissPlayer, other: SwissPlayer) -> tuple[str, str]:
    """The names of two players, of whom the first begins: the one who began fewer of the own games, else the one who
    did not begin last, else the one who stands lower (the second of the two)."""
    if one.surplus != other.surplus:
        first = one if one.surplus < other.surplus else other
    else:
        first = one if other.began_last and not one.began_last else other
    second = other if first is one else one
    return first.name, second.name


def _free(players: Sequence[SwissPlayer]) -> SwissPlayer:
    """Who has no opponent: of those with the fewest free rounds the one without whom the fewest meet again; of those
    the last."""
    fewest = min(each.free for each in players)
    may_be = [each for each in reversed(players) if each.free == fewest]
    return min(may_be, key=lambda each: _repeated([other for other in players if other is not each]))


def _repeated(players: Sequence[SwissPlayer]) -> int:
    """How many pairs of an even number of players have to meet again."""
    mates = largest_matching(len(players), lambda one, other: players[other].name not in players[one].met)
    return mates.count(NOBODY) // 2


def _pairs(players: Sequence[SwissPlayer]) -> list[tuple[str, str]]:
    left, allowed = list(players), _repeated(players)
    found: list[tuple[str, str]] = []
    while left:
        first, *others = left
        for other in sorted(others, key=lambda each: _distance(left, each)):
            rest = [each for each in others if each is not other]
            spent = 1 if other.name in first.met else 0
            if spent + _repeated(rest) <= allowed:
                found.append(beginning(first, other))
                left, allowed = rest, allowed - spent
                break
        else:
            raise AssertionError("as many repeated meetings as are needed are allowed")
    return found


def _distance(left: Sequence[SwissPlayer], other: SwissPlayer) -> tuple[int, int, int]:
    """How far a player is from being the opponent of the first: by meetings, points, and place in the group."""
    first = left[0]
    group = [each for each in left if each.points == other.points]
    place = group.index(other)
    half = len(group) // 2 if other.points == first.points else 0
    return first.met.get(other.name, 0), abs(first.points - other.points), abs(place - half)
