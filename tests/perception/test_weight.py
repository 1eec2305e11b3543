"""What the weight of a plate tells: which piece came down where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.numbers import seeded
from hardware.board import Weighed
from hardware.geometry import Geometry
from hardware.scale import LoadCell, Scale
from hardware.virtual.virtual_scale import Statics
from perception.weight import ExpectedWood, Tower, WeightReader, WoodPiece, tower_of

CORNERS = ((0.0, 0.0), (180.0, 0.0), (0.0, 180.0), (180.0, 180.0))
GEOMETRY = Geometry()
PLATE = 600.0
MASSES = {WoodPiece.FIRST: 12.0, WoodPiece.SECOND: 9.0, WoodPiece.THIRD: 6.0, WoodPiece.DOME: 5.0, None: 10.0}
A1, B2, C3, D4, E5 = 0, 6, 12, 18, 24
NO_WOOD: tuple[Tower, ...] = ((),) * 25
FIRST, SECOND, THIRD, DOME = WoodPiece.FIRST, WoodPiece.SECOND, WoodPiece.THIRD, WoodPiece.DOME


class Plate:
    """A plate with loads, read 80 times a second by a reader that expects what it is told."""

    def __init__(self, expected: ExpectedWood, *, rate: int = 80) -> None:
        scale = Scale(tuple(LoadCell(east, north, 1000.0) for east, north in CORNERS), rate=rate)
        self.reader = WeightReader(scale, GEOMETRY)
        self.expected = expected
        self._statics = Statics(CORNERS, 0.5)
        self._chance = seeded("plate", 1)
        self._rate, self._number = rate, 0
        self.loads: list[tuple[float, float, float]] = [(PLATE, 90.0, 90.0)]

    def put(self, mass: float, square: int, east: float = 0.0, north: float = 0.0) -> None:
        """Something of this mass comes down, so many mm off the middle of a square."""
        x, y = GEOMETRY.centre(square)
        self.loads.append((mass, x + east, y + north))

    def rest(self, ms: float = 600, tremor: float = 0.0) -> list[tuple[int, WoodPiece | None, bool]]:
        """What is read meanwhile; a hand trembles on the plate with so many g."""
        found = []
        for _ in range(round(ms * self._rate / 1000)):
            self._number += 1
            trembling = (tremor * self._chance.uniform(-1, 1), 90.0, -30.0)
            loads = self._statics.shared([*self.loads, trembling])
            noisy = tuple(load + self._chance.gauss(0.0, 0.02) for load in loads)
            self.reader.feed(Weighed(round(self._number * 1000 / self._rate), self._number, noisy))
            if self.reader.is_due(self.expected):
                found += [(each.square, each.piece, each.came) for each in self.reader.read(self.expected)]
        return found


def expected(
    *builds: tuple[int, WoodPiece], towers: dict[int, int] | None = None, workers: frozenset[int] = frozenset()
) -> ExpectedWood:
    """These builds come next, on towers of so many blocks."""
    stand = tuple(tower_of((towers or {}).get(square, 0), dome=False) for square in range(25))
    return ExpectedWood(stand, frozenset(builds), frozenset(), workers)


def plate(*builds: tuple[int, WoodPiece], towers: dict[int, int] | None = None) -> Plate:
    found = Plate(expected(*builds, towers=towers))
    assert found.rest() == []
    return found


@pytest.mark.parametrize(
    ("square", "piece", "towers"),
    [
        (C3, FIRST, {}),
        (A1, SECOND, {A1: 1}),
        (E5, THIRD, {E5: 2}),
        (B2, DOME, {B2: 3}),
        (C3, DOME, {C3: 1}),  # Atlas
    ],
)
@pytest.mark.parametrize("heavier", [0.97, 1.0, 1.03])
@pytest.mark.parametrize("off", [(0.0, 0.0), (4.0, -4.0)])
def test_an_expected_piece_is_known_by_its_mass_and_its_place(
    square: int, piece: WoodPiece, towers: dict[int, int], heavier: float, off: tuple[float, float]
) -> None:
    board = plate((square, piece), (D4, FIRST), towers=towers)
    board.put(heavier * MASSES[piece], square, *off)
    assert board.rest() == [(square, piece, True)]


def test_it_is_known_within_a_quarter_of_a_second() -> None:
    board = plate((C3, FIRST))
    board.put(12.0, C3)
    assert board.rest(250) == [(C3, FIRST, True)]


def test_at_ten_readings_a_second_it_takes_half_a_second() -> None:
    board = Plate(expected((C3, FIRST)), rate=10)
    board.rest(1000)
    board.put(12.0, C3)
    assert board.rest(300) == []
    assert board.rest(400) == [(C3, FIRST, True)]


@pytest.mark.parametrize(
    ("square", "piece", "towers"),
    [(C3, DOME, {C3: 2}), (B2, FIRST, {}), (C3, FIRST, {C3: 1})],
    ids=["a dome for a block", "on another square", "a block of another level"],
)
def test_a_wrong_piece_is_said_as_what_it_is(square: int, piece: WoodPiece, towers: dict[int, int]) -> None:
    level = towers.get(C3, 0)
    board = plate((C3, (FIRST, SECOND, THIRD)[level]), towers=towers)
    board.put(MASSES[piece], square)
    assert board.rest(1000) == [(square, piece, True)]


def test_a_piece_that_is_taken_off_is_felt() -> None:
    board = plate(towers={C3: 1})
    board.put(-12.0, C3)
    assert board.rest() == [(C3, FIRST, False)]


def test_nothing_is_read_while_a_hand_presses() -> None:
    board = plate((C3, FIRST))
    board.put(12.0, C3)
    assert board.rest(1500, tremor=5.0) == []
    assert board.rest() == [(C3, FIRST, True)]


def test_what_moves_with_the_magnets_is_no_wood() -> None:
    board = Plate(expected((C3, SECOND), towers={C3: 1}, workers=frozenset({B2})))
    board.put(10.0, B2)
    board.rest()
    board.put(-10.0, B2)
    board.expected = expected((C3, SECOND), towers={C3: 1})
    assert board.rest() == []
    board.put(10.0, C3)
    board.expected = expected((C3, SECOND), towers={C3: 1}, workers=frozenset({C3}))
    assert board.rest() == []
    assert board.reader.workers == {C3}


def test_a_worker_that_is_pushed_to_another_square_is_no_wood() -> None:
    board = Plate(expected((C3, FIRST), workers=frozenset({B2})))
    board.put(10.0, B2)
    board.rest()
    board.put(-10.0, B2)
    board.put(10.0, 7)
    board.expected = expected((C3, FIRST), workers=frozenset({7}))
    assert board.rest() == []
    assert board.reader.workers == {7}


def test_two_pieces_at_once_are_both_known() -> None:
    board = plate((C3, FIRST), (E5, FIRST))
    board.put(12.0, C3)
    board.put(12.0, E5)
    assert sorted(board.rest(1000)) == [(C3, FIRST, True), (E5, FIRST, True)]


def test_a_thing_is_no_piece_and_is_known_once_it_has_lain_for_long() -> None:
    board = plate((C3, FIRST))
    board.put(180.0, A1, -30.0, 5.0)
    assert board.rest(2000) == []
    assert board.rest(2000) == []
    things = [(each.square, round(each.mass)) for each in board.reader.things]
    assert things == [(A1, 180)]
    board.put(-180.0, A1, -30.0, 5.0)
    assert board.rest() == []
    assert not board.reader.things


def test_a_block_is_known_beside_a_thing_that_has_just_come() -> None:
    board = plate((C3, FIRST))
    board.put(180.0, A1, -30.0, 5.0)
    board.rest(500)
    board.put(12.0, C3)
    assert board.rest(500) == [(C3, FIRST, True)]


def test_a_hand_that_rests_on_the_rim_and_leaves_changes_nothing() -> None:
    board = plate((C3, FIRST))
    board.put(150.0, C3, 0.0, -120.0)
    board.rest(1000, tremor=20.0)
    board.put(-150.0, C3, 0.0, -120.0)
    assert board.rest() == []
    board.put(12.0, C3)
    assert board.rest() == [(C3, FIRST, True)]


def test_a_slow_drift_is_followed() -> None:
    board = plate((C3, FIRST))
    for _ in range(60):
        board.put(0.01, C3, 50.0)
        assert board.rest(1000) == []
    board.put(12.0, C3)
    assert board.rest() == [(C3, FIRST, True)]


def test_a_piece_between_a_block_and_a_dome_is_asked_about() -> None:
    board = plate((C3, THIRD), (C3, DOME), towers={C3: 2})
    board.put(5.45, C3)
    assert board.rest(2000) == []
    assert [each.square for each in board.reader.unsure] == [C3]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_board_is_weighed_by_the_squares_of_the_game(quarters: int) -> None:
    board = Plate(expected((B2, FIRST)))
    board.reader.turn(quarters)
    board.rest()
    board.put(12.0, {1: 8, 2: D4, 3: 16}[quarters])
    assert board.rest() == [(B2, FIRST, True)]


def test_a_thing_that_came_with_a_worker_is_weighed_without_it() -> None:
    at_c3 = frozenset({C3})
    board = plate((B2, FIRST))
    board.expected = replace(board.expected, read=False)
    board.put(10.0, C3)
    board.put(270.0, A1, -60.0)
    board.rest()
    board.expected = replace(board.expected, workers=at_c3)
    board.rest()
    board.expected = replace(board.expected, read=True)
    board.rest()
    board.put(12.0, B2)
    assert board.rest() == [(B2, FIRST, True)]
    assert [each.mass for each in board.reader.things] == [pytest.approx(270.0, abs=1.0)]


def test_a_thing_that_came_with_a_worker_is_known_to_be_gone_though_the_worker_is_light_and_off_its_middle() -> None:
    board = plate((B2, FIRST))
    board.expected = replace(board.expected, read=False)
    board.put(9.5, C3, 6.0, -6.0)
    board.put(42.0, A1, -14.0, -34.0)
    board.rest()
    board.expected = replace(board.expected, workers=frozenset({C3}), read=True)
    board.rest(4000)
    assert [each.square for each in board.reader.things] == [A1]
    board.loads.pop()
    board.rest()
    assert not board.reader.things


def test_a_block_is_no_part_of_a_thing_that_came_while_all_workers_moved() -> None:
    board = plate((B2, FIRST))
    board.expected = replace(board.expected, read=False)
    workers = (A1, C3, D4, E5, 3, 15)
    board.put(213.0, E5, 34.0, -60.0)
    for square in workers:
        board.put(10.0, square)
    board.rest()
    board.expected = replace(board.expected, workers=frozenset(workers), read=True)
    board.rest(1000)
    board.put(12.0, B2)
    assert board.rest(1000) == [(B2, FIRST, True)]
    assert [each.mass for each in board.reader.things] == [pytest.approx(213.0, abs=0.5)]


def test_a_piece_that_the_game_expects_is_asked_about_though_a_wrong_one_is_as_likely() -> None:
    board = plate((C3, DOME))  # Heracles, on the ground
    board.put(5.6, C3)
    assert board.rest(2000) == []
    assert [(each.square, each.piece) for each in board.reader.unsure] == [(C3, DOME)]


def test_two_pieces_at_once_that_may_be_on_other_squares_are_not_guessed() -> None:
    c1, d1, e1, d3, e3 = 2, 3, 4, 13, 14
    board = plate(*((square, FIRST) for square in (c1, d1, e1, C3, d3, e3)))
    board.put(12.0, C3)
    board.put(12.0, e1)
    assert board.rest(5000) == []
    assert len(board.reader.unsure) == 2
    lifted = board.loads.pop()
    assert board.rest() == [(C3, FIRST, True)]
    board.loads.append(lifted)
    assert board.rest() == [(e1, FIRST, True)]
    assert not board.reader.unsure


def test_a_block_on_the_square_that_a_worker_has_just_left_is_known() -> None:
    board = Plate(expected((C3, FIRST), workers=frozenset({C3})))
    board.put(10.0, C3)
    board.rest()
    board.loads.pop()
    board.put(10.0, D4)
    board.put(12.0, C3)
    board.expected = replace(board.expected, workers=frozenset({D4}))
    assert board.rest() == [(C3, FIRST, True)]


def test_a_heavy_worker_at_the_edge_of_its_square_is_known_as_the_magnets_show_it() -> None:
    board = plate((B2, FIRST))
    board.put(11.0, C3, 13.0, -13.0)
    board.expected = replace(board.expected, workers=frozenset({C3}))
    board.rest()
    assert board.reader.standing == frozenset({C3})


def test_a_piece_that_is_asked_about_and_the_next_one_are_not_one_between_them() -> None:
    board = plate((11, DOME), (13, DOME), (C3, FIRST))  # b3 and d3 beside c3
    board.put(5.55, 11)
    assert board.rest(1500) == []
    assert [each.square for each in board.reader.unsure] == [11]
    board.put(5.9, 13)
    assert board.rest(5000) == []
