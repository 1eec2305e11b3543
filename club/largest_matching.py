"""As many pairs as possible, of things of which only some go together: a largest matching, by Edmonds' blossoms.

J. Edmonds, "Paths, Trees, and Flowers", Canadian Journal of Mathematics 17 (1965). Where a search meets a cycle of odd
length, all of the cycle is treated as one. It takes at most some n^3 steps: 100 players take well below a second.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

NOBODY = -1


def largest_matching(count: int, fits: Callable[[int, int], bool]) -> tuple[int, ...]:
    """With whom each of so many is paired, by numbers from 0; `NOBODY` who stays alone. ``fits`` says whether two go
    together, in either order; no larger number of pairs is possible."""
    return _Matching(count, fits).found()


class _Matching:
    def __init__(self, count: int, fits: Callable[[int, int], bool]) -> None:
        self._count = count
        self._near = [[other for other in range(count) if other != one and fits(one, other)] for one in range(count)]
        self._mate = [NOBODY] * count

    def found(self) -> tuple[int, ...]:
        for one in range(self._count):  # what is easily found need not be searched for
            if self._mate[one] == NOBODY:
                free = next((other for other in self._near[one] if self._mate[other] == NOBODY), None)
                if free is not None:
                    self._mate[one], self._mate[free] = free, one
        for one in range(self._count):
            if self._mate[one] == NOBODY:
                self._augment(one)
        return tuple(self._mate)

    def _augment(self, root: int) -> None:
        """Find a way from ``root`` to another one that is alone, over pairs, and change the pairs along it."""
        end = self._search(root)
        while end != NOBODY:
            before = self._parent[end]
            onward = self._mate[before]
            self._mate[end], self._mate[before] = before, end
            end = onward

    def _search(self, root: int) -> int:
        """The end of such a way, which leads back by ``_parent`` and ``_mate``; `NOBODY` if there is none."""
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
        """Treat the cycle that these two close as one."""
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
        """Mark the way from one of a cycle to its stem, and let ``_parent`` lead along the cycle."""
        while self._base[one] != stem:
            partner = self._mate[one]
            inside[self._base[one]] = inside[self._base[partner]] = True
            self._parent[one] = child
            child = partner
            one = self._parent[partner]
