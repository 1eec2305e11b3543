"""How the pieces rested and which squares workers touched since the board last agreed with the game."""

from __future__ import annotations

from engine import square
from table.moves.rest_history import RestHistory
from table.moves.step_search import SquareTouch
from tests.table.moves.positions import written

BASE = written("b2 d4/d2 b4")
B2, B3, C3 = square("b2"), square("b3"), square("c3")


def rested(*workers: str) -> RestHistory:
    history = RestHistory()
    for each in workers:
        history.note(BASE, written(each))
    return history


def test_a_worker_away_from_its_square_touches_where_it_rests() -> None:
    history = RestHistory()
    assert history.note(BASE, written("b3 d4/d2 b4")) == ()
    assert history.note(BASE, written("c3 d4/d2 b4")) == (SquareTouch(B2, B3),)
    assert history.touches == (SquareTouch(B2, B3), SquareTouch(B2, C3))


def test_resting_on_the_same_square_is_one_touch_and_one_rest() -> None:
    history = rested("b3 d4/d2 b4", "b3 d4/d2 b4")
    assert (len(history.touches), len(history.rests)) == (1, 1)


def test_the_origin_is_unknown_if_two_workers_of_the_seat_are_off_the_board() -> None:
    assert rested("c3/d2 b4").touches == (SquareTouch(None, C3),)


def test_lifted_workers_touch_nothing() -> None:
    history = rested("d4/d2 b4")
    assert (history.touches, history.rests) == ((), (written("d4/d2 b4"),))


def test_squares_that_were_empty_are_known_for_each_rest() -> None:
    assert rested("d4/d2 b4", "b3 d4/d2").emptied(BASE) == (frozenset({B2}), frozenset({B2, square("b4")}))


def test_a_worker_has_returned_once_its_last_touch_is_of_its_old_square() -> None:
    history = rested("b3 d4/d2 b4")
    assert not history.has_returned
    history.expect_return((SquareTouch(B2, B3), SquareTouch(B2, B2)))
    assert history.has_returned
    history.clear()
    assert (history.touches, history.rests, history.suspected, history.has_returned) == ((), (), None, False)
