"""Recovery options, warnings and obstacles as functions of what was found."""

from __future__ import annotations

import pytest

from engine import Seat, square
from perception.findings import NOTHING_FOUND, Fallen, Findings, SensorFault, SensorTrouble, Shifted, StrayField, Turned
from table.moves.guidance import TowerNotice, blocking_status, recovery_options, warnings
from table.session.snapshot import AdoptBoard, BoardDifference, DifferenceKind, TrustGame, TurnBoard
from tests.table.moves.positions import POLARITIES, position_at, towers, written

HERE = written("b2 d4/d2 b4")
ELSEWHERE = written("c3 d4/d2 b4")


def test_the_game_may_always_be_trusted() -> None:
    assert recovery_options(position_at(), None, (), NOTHING_FOUND) == (TrustGame(),)
    assert recovery_options(position_at(), HERE, (), NOTHING_FOUND) == (TrustGame(),)


def test_the_game_may_adopt_other_squares_and_heights() -> None:
    workers = tuple(sorted((int(at), seat) for at, seat in ELSEWHERE))
    notice = TowerNotice(square("c3"), 1, 0)
    assert recovery_options(position_at(), ELSEWHERE, (notice,), NOTHING_FOUND) == (
        TrustGame(),
        AdoptBoard(workers, ((int(square("c3")), 1),)),
    )


@pytest.mark.parametrize("workers", ["b2/d2 b4", "b2 d4 e5/d2 b4", "b2 d4 e5/d2"])
def test_the_game_adopts_no_other_number_of_workers(workers: str) -> None:
    assert recovery_options(position_at(), written(workers), (), NOTHING_FOUND) == (TrustGame(),)


def test_no_worker_is_adopted_on_a_complete_tower() -> None:
    assert recovery_options(position_at(on=towers(c3=4)), ELSEWHERE, (), NOTHING_FOUND) == (TrustGame(),)


def test_a_turned_board_may_be_turned_back() -> None:
    turned = Findings(disturbances=(Turned(1),))
    assert recovery_options(position_at(), None, (), turned) == (TurnBoard(1), TrustGame())
    status = blocking_status(turned, HERE, HERE, POLARITIES)
    assert status is not None
    assert status.message is not None
    assert (status.message.key, status.message.args) == ("board.turned", (("degrees", "90"),))


def test_a_fallen_worker_has_to_stand_again_where_it_stood() -> None:
    fallen = Findings(disturbances=(Fallen(square("b3"), 1),))
    status = blocking_status(fallen, HERE, written("d4/d2 b4"), POLARITIES)
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
    assert blocking_status(found, HERE, HERE, POLARITIES) is None
    assert [(each.key, dict(each.args)) for each in warnings(found)] == [
        ("sensor.swapped", {"square": "c2", "other": "d2"}),
        ("sensor.dead", {"square": "d1"}),
        ("board.stray", {"squares": "a1 b1"}),
        ("board.shifted", {"amount": "0.50"}),
    ]
    assert warnings(Findings(disturbances=(Turned(1),))) == ()
