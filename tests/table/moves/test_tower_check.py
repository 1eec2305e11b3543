"""Towers whose height differs from the game, measured by workers that stand on them or touch them."""

from __future__ import annotations

import pytest

from engine import Build, Seat, square
from perception.findings import HeightFound
from table.moves.tower_check import CERTAIN, TowerCheck, TowerNotice
from table.session.snapshot import BoardDifference, DifferenceKind
from tests.table.moves.positions import written

B2, C3 = square("b2"), square("c3")
GROUND = (0,) * 25
STANDING = written("b2 d4/d2 b4")


def measured(where: int, level: int, margin: float = 2 * CERTAIN) -> TowerCheck:
    check = TowerCheck()
    check.measure([HeightFound(where, level, margin)])
    return check


def test_a_worker_on_a_wrong_level_is_noticed() -> None:
    assert measured(B2, 1).notices(STANDING, GROUND) == (TowerNotice(B2, 1, 0, Seat.BLUE),)
    assert measured(B2, 0).notices(STANDING, GROUND) == ()


def test_an_uncertain_level_is_not_noticed_and_replaces_a_certain_one() -> None:
    check = measured(B2, 1)
    check.measure([HeightFound(B2, 1, CERTAIN / 2)])
    assert check.notices(STANDING, GROUND) == ()


@pytest.mark.parametrize(("level", "wanted"), [(0, None), (1, None), (2, 1)])
def test_a_touch_measures_the_tower_with_or_without_its_new_piece(level: int, wanted: int | None) -> None:
    check = measured(C3, level)
    check.build([Build(B2, C3)], GROUND)
    notices = () if wanted is None else (TowerNotice(C3, level, wanted),)
    assert check.notices(STANDING, GROUND) == notices


def test_a_touched_tower_counts_as_corrected_once_a_worker_was_lifted_and_put_back() -> None:
    check = measured(C3, 2)
    check.build([Build(B2, C3)], GROUND)
    check.put_back()
    assert check.notices(STANDING, GROUND) != ()
    check.lifted()
    check.put_back()
    assert check.notices(STANDING, GROUND) == ()


def test_levels_stay_valid_only_where_a_worker_stands() -> None:
    check = measured(B2, 1)
    check.leave(written("d4/d2 b4"))
    assert check.notices(STANDING, GROUND) == ()
    check = measured(B2, 1)
    check.forget()
    assert check.notices(STANDING, GROUND) == ()


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
