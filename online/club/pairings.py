"""Pairs the players of a tournament: Swiss rounds, and rounds in which everybody meets everybody. Pure.

In a Swiss round players with equal points meet; within such a group the first of the upper half meets the first of the
lower half. Repeated meetings are avoided: a pair is chosen only if the others can still be paired with the fewest
repeated meetings that the round allows (`largest_matching`). No player gets a second free round before everybody has
had one. It is apart from `online.club.tournament`, which has entries and results: here players are only points and
meetings.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

# ---- largest matching
#
# A largest matching by Edmonds' blossom algorithm: as many pairs as possible of players of whom only some can be
# paired. J. Edmonds, "Paths, Trees, and Flowers", Canadian Journal of Mathematics 17 (1965). Where a search meets a
# cycle of odd length, all of the cycle is treated as one. It takes at most some n^3 steps: 100 players take well below
# a second.


NOBODY = -1


def largest_matching(count: int, fits: Callable[[int, int], bool]) -> tuple[int, ...]:
    """The partner of each of ``count`` players, by numbers from 0; `NOBODY` for a player who stays alone. ``fits`` says
    whether two can be paired, in either order. No more pairs are possible."""
    return _Matching(count, fits).found()


class _Matching:
    def __init__(self, count: int, fits: Callable[[int, int], bool]) -> None:
        self._count = count
        self._near = [[other for other in range(count) if other != one and fits(one, other)] for one in range(count)]
        self._mate = [NOBODY] * count

    def found(self) -> tuple[int, ...]:
        for one in range(self._count):  # easy pairs first, without a search
            if self._mate[one] == NOBODY:
                free = next((other for other in self._near[one] if self._mate[other] == NOBODY), None)
                if free is not None:
                    self._mate[one], self._mate[free] = free, one
        for one in range(self._count):
            if self._mate[one] == NOBODY:
                self._augment(one)
        return tuple(self._mate)

    def _augment(self, root: int) -> None:
        """Find a path from ``root`` over pairs to another player without one, and exchange the pairs along it."""
        end = self._search(root)
        while end != NOBODY:
            before = self._parent[end]
            onward = self._mate[before]
            self._mate[end], self._mate[before] = before, end
            end = onward

    def _search(self, root: int) -> int:
        """The end of such a path, which leads back by ``_parent`` and ``_mate``; `NOBODY` if there is none."""
        self._parent = [NOBODY] * self._count
        self._base = list(range(self._count))
        reached = [False] * self._count
        reached[root] = True
        waiting = deque([root])
        while waiting:
            one = waiting.popleft()
            for other in self._near[one]:
                if self._base[one] == self._base[other] or self._mate[one] == other:
                    continue
                if other == root or (self._mate[other] != NOBODY and self._parent[self._mate[other]] != NOBODY):
                    self._contract(one, other, reached, waiting)
                elif self._parent[other] == NOBODY:
                    self._parent[other] = one
                    if self._mate[other] == NOBODY:
                        return other
                    reached[self._mate[other]] = True
                    waiting.append(self._mate[other])
        return NOBODY

    def _contract(self, one: int, other: int, reached: list[bool], waiting: deque[int]) -> None:
        """Contract the cycle that two players close."""
        stem = self._common_base(one, other)
        inside = [False] * self._count
        self._mark(one, stem, other, inside)
        self._mark(other, stem, one, inside)
        for each in range(self._count):
            if inside[self._base[each]]:
                self._base[each] = stem
                if not reached[each]:
                    reached[each] = True
                    waiting.append(each)

    def _common_base(self, one: int, other: int) -> int:
        seen = set[int]()
        while True:
            one = self._base[one]
            seen.add(one)
            if self._mate[one] == NOBODY:
                break
            one = self._parent[self._mate[one]]
        while self._base[other] not in seen:
            other = self._parent[self._mate[self._base[other]]]
        return self._base[other]

    def _mark(self, one: int, stem: int, child: int, inside: list[bool]) -> None:
        """Mark the path from a player of a cycle to its stem, and let ``_parent`` lead along the cycle."""
        while self._base[one] != stem:
            partner = self._mate[one]
            inside[self._base[one]] = inside[self._base[partner]] = True
            self._parent[one] = child
            child = partner
            one = self._parent[partner]


# ---- swiss pairing


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player before a round: the points, the meetings with each other player, the number of free rounds, and how many
    more games the player began than did not begin."""

    name: str
    points: int = 0
    met: Mapping[str, int] = field(default_factory=dict)
    free: int = 0
    surplus: int = 0
    began_last: bool = False


@dataclass(frozen=True, slots=True)
class PairedRound:
    """Pairs of names, of which the first begins, and the ``free`` player, if any."""

    pairs: tuple[tuple[str, str], ...]
    free: str | None = None


def swiss_round(ranked: Sequence[SwissPlayer]) -> PairedRound:
    """Pair the next round of these players, the best first.

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
    """The names of two players, the beginner first: the player who began less often, else the one who did not begin the
    last game, else the lower one in the standings (the second of the two)."""
    if one.surplus != other.surplus:
        first = one if one.surplus < other.surplus else other
    else:
        first = one if other.began_last and not one.began_last else other
    second = other if first is one else one
    return first.name, second.name


def _free(players: Sequence[SwissPlayer]) -> SwissPlayer:
    """The player without an opponent: of those with the fewest free rounds the one without whom the fewest players meet
    again; of those the last."""
    fewest = min(each.free for each in players)
    may_be = [each for each in reversed(players) if each.free == fewest]
    return min(may_be, key=lambda each: _repeated([other for other in players if other is not each]))


def _repeated(players: Sequence[SwissPlayer]) -> int:
    """The fewest pairs of an even number of players that meet again."""
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
    """How unsuitable a player is as opponent of the first: by meetings, points, and place in the group."""
    first = left[0]
    group = [each for each in left if each.points == other.points]
    place = group.index(other)
    half = len(group) // 2 if other.points == first.points else 0
    return first.met.get(other.name, 0), abs(first.points - other.points), abs(place - half)


# ---- round robin
#
# The rounds in which everybody meets everybody once, by the circle of Berger's tables. Pure.


def round_robin(names: Sequence[str]) -> tuple[PairedRound, ...]:
    """All rounds of these players. With an odd number of players each has one free round. For each player the games
    that they begin and those that they do not differ by one at most.

    :raises ValueError: if there are fewer than two players.
    """
    if len(names) < 2:
        raise ValueError(f"a round takes two players at least, not {len(names)}")
    circle = list(names) if len(names) % 2 else list(names[:-1])
    middle = None if len(names) % 2 else names[-1]
    return tuple(_round(circle, middle, number) for number in range(len(circle)))


def _round(circle: Sequence[str], middle: str | None, number: int) -> PairedRound:
    """A round: the player at this place of the circle meets the one in the middle, or is free if the middle is
    empty."""
    around = len(circle)
    pairs = []
    if middle is not None:
        pairs.append((circle[number], middle) if number % 2 else (middle, circle[number]))
    for step in range(1, around // 2 + 1):
        one, other = circle[(number + step) % around], circle[(number - step) % around]
        pairs.append((one, other) if step % 2 else (other, one))
    return PairedRound(tuple(pairs), circle[number] if middle is None else None)
