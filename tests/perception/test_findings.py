"""Which levels of workers hold, after some were found anew and some workers have left."""

from __future__ import annotations

from perception.findings import HeightFound, heights_now

C3, D4, E5 = 12, 18, 24
ON_ONE, ON_TWO = HeightFound(C3, 1, 8.0), HeightFound(C3, 2, 5.0)
OTHER = HeightFound(D4, 3, 9.0)


def test_a_level_holds_as_long_as_its_worker_stays() -> None:
    assert heights_now((), (ON_ONE, OTHER), frozenset({C3, D4})) == (ON_ONE, OTHER)
    assert heights_now((), (ON_ONE, OTHER), frozenset({D4, E5})) == (OTHER,)


def test_a_level_that_is_found_now_takes_the_place_of_the_one_before() -> None:
    assert heights_now((ON_TWO,), (ON_ONE, OTHER), frozenset({C3, D4})) == (ON_TWO, OTHER)


def test_a_worker_that_came_down_now_need_not_have_stayed() -> None:
    assert heights_now((ON_TWO,), (), frozenset()) == (ON_TWO,)
