"""Which arrangements hands may have led to, and which of them are likely."""

from __future__ import annotations

from perception.arrangements import Arrangement, ExpectedArrangements, candidates, in_hands
from tests.perception.exact_readings import arrangement, magnet

FLAT = (0,) * 25
BLUE, ORANGE = magnet(6), magnet(18, polarity=-1)
START = arrangement(BLUE, ORANGE)
SQUARES = range(25)


def expecting(
    *, levels: tuple[int, ...] = FLAT, likely: tuple[Arrangement, ...] = (), opened: int = 7, box: int = 0
) -> ExpectedArrangements:
    return ExpectedArrangements(START, levels, likely, frozenset({opened}), box=(box,) if box else ())


def test_what_stands_and_each_lift_are_likely() -> None:
    likely, _ = candidates(START, None, expecting(), SQUARES)
    assert {START, arrangement(BLUE), arrangement(ORANGE)} <= set(likely)


def test_two_lifts_at_once_are_unlikely() -> None:
    likely, unlikely = candidates(START, None, expecting(), SQUARES)
    assert arrangement() in unlikely
    assert arrangement() not in likely


def test_a_carried_worker_is_likely_on_an_open_square_only() -> None:
    likely, unlikely = candidates(START, None, expecting(opened=7), SQUARES)
    assert arrangement(magnet(7), ORANGE) in likely
    assert arrangement(magnet(8), ORANGE) in unlikely
    assert arrangement(magnet(8), ORANGE) not in likely


def test_no_worker_lands_on_a_square_that_is_taken() -> None:
    likely, unlikely = candidates(START, None, expecting(opened=18), SQUARES)
    assert all(len({each.square for each in one}) == len(one) for one in (*likely, *unlikely))


def test_a_lifted_worker_may_come_down_anywhere() -> None:
    held = arrangement(ORANGE)
    likely, unlikely = candidates(START, held, expecting(), SQUARES)
    assert arrangement(magnet(7), ORANGE) in likely
    assert {arrangement(magnet(square), ORANGE) for square in (0, 24)} <= set(unlikely)


def test_a_touched_square_may_have_its_new_piece_already() -> None:
    tapped = ExpectedArrangements(START, FLAT, tapped=frozenset({7}))
    likely, _ = candidates(START, None, tapped, SQUARES)
    assert {arrangement(magnet(7), ORANGE), arrangement(magnet(7, 1), ORANGE)} <= set(likely)
    assert (tapped.highest[7], tapped.highest[8]) == (1, 0)


def test_a_worker_from_the_box_may_come_onto_the_board() -> None:
    likely, _ = candidates(START, None, expecting(box=1), SQUARES)
    assert arrangement(BLUE, ORANGE, magnet(7)) in likely
    without, _ = candidates(START, None, expecting(), SQUARES)
    assert arrangement(BLUE, ORANGE, magnet(7)) not in without


def test_one_of_two_held_workers_lands_while_the_other_is_back() -> None:
    likely, unlikely = candidates(START, arrangement(), expecting(), SQUARES)
    assert arrangement(magnet(7), ORANGE) in likely
    assert arrangement(magnet(8), ORANGE) in unlikely


def test_workers_land_on_the_height_of_their_square() -> None:
    levels = tuple(2 if square == 7 else 0 for square in range(25))
    likely, _ = candidates(START, None, expecting(levels=levels), SQUARES)
    assert arrangement(magnet(7, 2), ORANGE) in likely


def test_magnets_in_hands_are_those_that_are_missing() -> None:
    assert in_hands(START, START) == ()
    assert in_hands(START, arrangement(BLUE)) == (-1,)
    assert in_hands(arrangement(BLUE, magnet(7)), arrangement()) == (1, 1)
    assert in_hands(START, arrangement(magnet(3), magnet(4), ORANGE)) == ()
