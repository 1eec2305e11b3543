"""What the board showed besides the present position: rests, touches, and the heights of towers."""

from __future__ import annotations

import pytest

from engine import Build, Seat, square
from perception.arrangements import StandingMagnet
from perception.findings import HeightFound
from table.moves.guidance import CERTAIN, TowerCheck, TowerNotice
from table.moves.interpretation import RestHistory
from table.moves.step_search import SquareTouch
from table.session.snapshot import BoardDifference, DifferenceKind
from tests.table.moves.positions import written

BASE = written("b2 d4/d2 b4")
B2, B3, C3 = square("b2"), square("b3"), square("c3")
GROUND = (0,) * 25


def rested(*workers: str) -> RestHistory:
    history = RestHistory()
    for each in workers:
        history.note(BASE, written(each), BASE)
    return history


def test_a_worker_away_from_its_square_touches_where_it_rests() -> None:
    history = RestHistory()
    assert history.note(BASE, written("b3 d4/d2 b4"), BASE) == ()
    first, second = written("b3 d4/d2 b4"), written("c3 d4/d2 b4")
    assert history.note(BASE, second, BASE) == (SquareTouch(B2, B3, first),)
    assert history.touches == (SquareTouch(B2, B3, first), SquareTouch(B2, C3, second))


def test_resting_on_the_same_square_is_one_touch_and_one_rest() -> None:
    history = rested("b3 d4/d2 b4", "b3 d4/d2 b4")
    assert (len(history.touches), len(history.rests)) == (1, 1)


def test_the_origin_is_unknown_if_two_workers_of_the_seat_are_off_the_board() -> None:
    assert rested("c3/d2 b4").touches == (SquareTouch(None, C3, written("c3/d2 b4")),)


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


def measured(where: int, level: int, margin: float = 2 * CERTAIN) -> TowerCheck:
    check = TowerCheck()
    check.measure([HeightFound(where, level, margin)])
    return check


def test_a_worker_on_a_wrong_level_is_noticed() -> None:
    assert measured(B2, 1).notices(BASE, GROUND) == (TowerNotice(B2, 1, 0, Seat.BLUE),)
    assert measured(B2, 0).notices(BASE, GROUND) == ()


def test_an_uncertain_level_is_not_noticed_and_replaces_a_certain_one() -> None:
    check = measured(B2, 1)
    check.measure([HeightFound(B2, 1, CERTAIN / 2)])
    assert check.notices(BASE, GROUND) == ()


@pytest.mark.parametrize(("level", "wanted"), [(0, None), (1, None), (2, 1)])
def test_a_touch_measures_the_tower_with_or_without_its_new_piece(level: int, wanted: int | None) -> None:
    check = measured(C3, level)
    check.build([Build(B2, C3)], GROUND)
    notices = () if wanted is None else (TowerNotice(C3, level, wanted),)
    assert check.notices(BASE, GROUND) == notices


def test_a_touched_tower_counts_as_corrected_once_a_worker_was_lifted_and_put_back() -> None:
    check = measured(C3, 2)
    check.build([Build(B2, C3)], GROUND)
    check.put_back()
    assert check.notices(BASE, GROUND) != ()
    check.lifted()
    check.put_back()
    assert check.notices(BASE, GROUND) == ()


def test_levels_stay_valid_only_where_a_worker_stands() -> None:
    check = measured(B2, 1)
    check.leave(written("d4/d2 b4"))
    assert check.notices(BASE, GROUND) == ()
    check = measured(B2, 1)
    check.forget()
    assert check.notices(BASE, GROUND) == ()


@pytest.mark.parametrize(
    ("seen", "kind", "key"),
    [(1, DifferenceKind.TOO_LOW, "board.too_low"), (3, DifferenceKind.TOO_HIGH, "board.too_high")],
)
def test_a_notice_says_what_was_measured_and_what_the_game_has(seen: int, kind: DifferenceKind, key: str) -> None:
    notice = TowerNotice(B2, seen, 2, Seat.BLUE)
    assert notice.difference() == BoardDifference(B2, kind, Seat.BLUE, seen, 2)
    assert (notice.message().key, dict(notice.message().args)) == (
        key,
        {"square": "b2", "seen": str(seen), "wanted": "2"},
    )


def test_of_several_squares_that_may_have_been_touched_the_clearest_is_remembered() -> None:
    """A hand that goes home over a high tower is read less clearly than the touch before it."""
    history = RestHistory()
    touched, passed = StandingMagnet(21, 2, 1), StandingMagnet(20, 4, 1)
    for magnet, margin in ((passed, 5.0), (touched, 25.0), (passed, 9.0)):
        history.suspect(magnet, margin)
    assert history.suspected == touched
    history.clear()
    assert history.suspected is None
    history.suspect(passed, 3.0)
    assert history.suspected == passed
