"""No larger number of pairs is possible: compared with what trying everything finds."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from online.club.pairings import NOBODY, largest_matching


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, frozenset[tuple[int, int]]]:
    count = draw(st.integers(0, 9))
    every = list(combinations(range(count), 2))
    return count, frozenset(draw(st.sets(st.sampled_from(every)))) if every else frozenset()


def most_pairs(count: int, edges: frozenset[tuple[int, int]]) -> int:
    @cache
    def most(left: frozenset[int]) -> int:
        if len(left) < 2:
            return 0
        one = min(left)
        found = most(left - {one})
        for other in left:
            if (one, other) in edges:
                found = max(found, 1 + most(left - {one, other}))
        return found

    return most(frozenset(range(count)))


@given(graphs())
def test_as_many_are_paired_as_can_be(graph: tuple[int, frozenset[tuple[int, int]]]) -> None:
    count, edges = graph
    mates = largest_matching(count, lambda one, other: (min(one, other), max(one, other)) in edges)
    paired = [(one, other) for one, other in enumerate(mates) if other != NOBODY]
    assert all(mates[other] == one and (min(one, other), max(one, other)) in edges for one, other in paired)
    assert len(paired) == 2 * most_pairs(count, edges)


def test_a_way_through_two_odd_cycles_is_found() -> None:
    """Two triangles, joined by a way: greedy pairs leave two alone, a largest matching leaves nobody."""
    edges = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (5, 7)}
    mates = largest_matching(8, lambda one, other: (min(one, other), max(one, other)) in edges)
    assert NOBODY not in mates
