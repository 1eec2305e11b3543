"""Recovery options, warnings and obstacles as functions of what was found."""

from __future__ import annotations

import pytest

from common.message import Message
from engine import Seat, square
from perception.findings import Fallen, Findings, SensorFault, SensorTrouble, Shifted, StrayField
from table.moves.guidance import (
    TowerNotice,
    board_turned,
    quarters_turned,
    recovery_options,
    warnings,
    worker_fallen,
)
from table.session.snapshot import AdoptBoard, BoardDifference, DifferenceKind, TrustGame, TurnBoard
from tests.table.moves.positions import POLARITIES, position_at, towers, written

HERE = written("b2 d4/d2 b4")
ELSEWHERE = written("c3 d4/d2 b4")


def test_the_game_may_always_be_trusted() -> None:
    assert recovery_options(position_at(), None, (), None) == (TrustGame(),)
    assert recovery_options(position_at(), HERE, (), None) == (TrustGame(),)


def test_the_game_may_adopt_other_squares_and_heights() -> None:
    workers = tuple(sorted((int(at), seat) for at, seat in ELSEWHERE))
    notice = TowerNotice(square("c3"), 1, 0)
    assert recovery_options(position_at(), ELSEWHERE, (notice,), None) == (
        TrustGame(),
        AdoptBoard(workers, ((int(square("c3")), 1),)),
    )


@pytest.mark.parametrize("workers", ["b2/d2 b4", "b2 d4 e5/d2 b4", "b2 d4 e5/d2"])
def test_the_game_adopts_no_other_number_of_workers(workers: str) -> None:
    assert recovery_options(position_at(), written(workers), (), None) == (TrustGame(),)


def test_no_worker_is_adopted_on_a_complete_tower() -> None:
    assert recovery_options(position_at(on=towers(c3=4)), ELSEWHERE, (), None) == (TrustGame(),)


def test_a_turned_board_may_be_turned_back() -> None:
    assert recovery_options(position_at(), None, (), 1) == (TurnBoard(1), TrustGame())
    message = board_turned(1).message
    assert message == Message("board.turned", (("degrees", "90"),))


@pytest.mark.parametrize(
    ("standing", "quarters"),
    [
        ("a1 c4/e3 b5", None),
        ("e1 b3/c5 a2", 1),
        ("e5 c2/a3 d1", 2),
        ("a5 d3/c1 e4", 3),
        ("e5 c2/a3 d2", None),
        ("e5 c2/a3", None),
        ("a3 d1/e5 c2", None),
    ],
)
def test_a_board_is_turned_if_all_workers_stand_right_once_it_is_turned_back(
    standing: str, quarters: int | None
) -> None:
    """Clockwise, by so many quarters; the game has workers on a1, c4, e3 and b5."""
    assert quarters_turned(written("a1 c4/e3 b5"), written(standing), 5) == quarters


def test_workers_that_stand_right_in_two_ways_turn_no_board() -> None:
    assert quarters_turned(written("a1 e5/a5 e1"), written("a5 e1/a1 e5"), 5) is None
    assert quarters_turned(written("a1/"), written("e5/"), 5) is None


def test_a_fallen_worker_has_to_stand_again_where_it_stood() -> None:
    fallen = Findings(disturbances=(Fallen(square("b3"), 1),))
    status = worker_fallen(fallen, HERE, written("d4/d2 b4"), POLARITIES)
    assert status is not None
    assert status.differences == (
        BoardDifference(square("b3"), DifferenceKind.FALLEN, Seat.BLUE),
        BoardDifference(square("b2"), DifferenceKind.MISSING, Seat.BLUE),
    )


def test_what_is_no_obstacle_is_a_warning() -> None:
    found = Findings(
        disturbances=(StrayField(frozenset({1, 0})), Shifted(0.5)),
        faults=(SensorFault(7, SensorTrouble.SWAPPED, 8), SensorFault(3, SensorTrouble.DEAD)),
    )
    assert worker_fallen(found, HERE, HERE, POLARITIES) is None
    assert [(each.key, dict(each.args)) for each in warnings(found)] == [
        ("sensor.swapped", {"square": "c2", "other": "d2"}),
        ("sensor.dead", {"square": "d1"}),
        ("board.stray", {"squares": "a1 b1"}),
        ("board.shifted", {"amount": "0.50"}),
    ]
    assert warnings(Findings(disturbances=(Fallen(7, 1),))) == ()
