"""What is noted of hands before anything is at rest: who was lifted, and where one was put for a moment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.board import Frame
from hardware.field_model import FieldModel
from perception.arrangements import ExpectedArrangements, MagnetInHand, ReferenceReading, StandingMagnet
from perception.tracking.limits import BRIEF_TOUCH
from perception.tracking.touches import TouchWatch
from tests.perception.exact_readings import magnet, reading
from tests.perception.landings import GEOMETRY

MODEL = FieldModel(GEOMETRY)
B2, C3, D3, D4 = 6, 12, 13, 18
PERIOD = 20
MOVER, OTHER = magnet(D4), magnet(B2, polarity=-1)
STANDING = ReferenceReading(
    reading(MOVER, OTHER), tuple(replace(each, fields=reading(each).fields) for each in (MOVER, OTHER))
)
ASKED = ExpectedArrangements(STANDING.arrangement, (0,) * 25, tapped=frozenset({C3}), awaited=frozenset({C3}))


def held(square: int, above: float, *, blocks: int = 1) -> MagnetInHand:
    """The worker of d4 in a hand, so many mm over where it would stand on this square with so many blocks."""
    return MagnetInHand(1, *MODEL.geometry.centre(square), MODEL.height(blocks) + above)


HIGH = held(D4, 150.0)


class Watched:
    """A board whose frames go to the watch, one after another."""

    def __init__(self) -> None:
        self.watch = TouchWatch(MODEL)
        self._number = 0

    def see(self, *hands: MagnetInHand, ms: int = PERIOD) -> StandingMagnet | None:
        """Let time pass with these magnets in hands, the others standing; what is noted then."""
        fields = reading(*((OTHER,) if hands else (MOVER, OTHER)), hands=hands).fields
        for _ in range(ms // PERIOD):
            self.watch.feed(Frame(self._number * PERIOD, self._number, fields), STANDING, ASKED)
            self._number += 1
        return self.watch.noted


@pytest.fixture
def board() -> Watched:
    board = Watched()
    assert board.see(ms=100) is None
    return board


def test_while_nobody_touches_the_board_nobody_is_lifted(board: Watched) -> None:
    assert (board.watch.lifted, board.watch.is_any_lifted) == (frozenset(), False)


def test_who_was_lifted_is_known_until_a_game_begins(board: Watched) -> None:
    board.see(HIGH)
    assert (board.watch.lifted, board.watch.is_any_lifted) == (frozenset({MOVER.standing}), True)
    board.see()
    assert (board.watch.lifted, board.watch.is_any_lifted) == (frozenset({MOVER.standing}), False)
    board.watch.begin_game()
    assert board.watch.lifted == frozenset()


def test_a_worker_put_for_a_moment_on_the_square_that_is_asked_for_is_noted_until_it_is_forgotten(
    board: Watched,
) -> None:
    board.see(HIGH)
    board.see(held(C3, 2.0), ms=BRIEF_TOUCH + 2 * PERIOD)
    assert board.see(HIGH) == StandingMagnet(C3, 0, 1)
    board.watch.forget()
    assert board.see(HIGH) is None


def test_a_hand_on_its_way_over_the_square_is_quicker(board: Watched) -> None:
    board.see(HIGH)
    board.see(held(C3, 2.0), ms=BRIEF_TOUCH - PERIOD)
    assert board.see(HIGH) is None


def test_a_hand_that_hesitates_stays_higher(board: Watched) -> None:
    board.see(HIGH)
    assert board.see(held(C3, 18.0), ms=1000) is None


def test_a_square_that_no_worker_is_to_touch_is_not_watched(board: Watched) -> None:
    board.see(HIGH)
    assert board.see(held(D3, 2.0, blocks=0), ms=1000) is None


@pytest.mark.parametrize("above", [0.0, 2.0, 6.0])
def test_a_worker_that_no_hand_holds_so_low_is_on_the_ground(board: Watched, above: float) -> None:
    board.see(HIGH)
    board.see(held(C3, above, blocks=0))
    assert board.watch.on_ground == StandingMagnet(C3, 0, 1)
    board.see(HIGH)
    assert board.watch.on_ground is None


@pytest.mark.parametrize("above", [10.0, 14.0, 18.0])
def test_a_worker_that_hovers_is_not_on_the_ground(board: Watched, above: float) -> None:
    """Nor is one that touches the new block there."""
    board.see(HIGH)
    board.see(held(C3, above, blocks=0), ms=400)
    assert board.watch.on_ground is None
