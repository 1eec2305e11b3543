"""Workers that hands put on a virtual board while no game is played, as the table reads them when somebody asks."""

from __future__ import annotations

import pytest

from engine import Seat, square
from hardware.board_file import BoardFile
from hardware.hand_actions import HandAction, Lift, Put, Stack
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from table.moves.idle_board import BoardSurveyor
from table.session.interfaces import SurveyState, WorkerSurvey
from thera.table_assembly import make_surveyor

SPREAD = SensorSpread(placement=4.0, gain=0.05)
POSITIVE, NEGATIVE = (Seat.BLUE, Seat.WHITE), (Seat.ORANGE, Seat.PURPLE)


class SurveyedBoard:
    """A board, hands, and what reads it when asked."""

    def __init__(self, seed: int = 5, spread: SensorSpread = SPREAD) -> None:
        self.board = VirtualDevice(seed=seed, spread=spread, workers=FOUR_SEATS)
        self.surveyor: BoardSurveyor = make_surveyor(BoardFile(geometry=self.board.geometry))
        self.rest(800)

    def rest(self, ms: float) -> None:
        until = self.board.now + ms
        while self.board.now < until:
            self.surveyor.note(self.board.frame())

    def hands(self, *actions: HandAction) -> None:
        for action in actions:
            self.board.enqueue(action)
        while not self.board.idle:
            self.surveyor.note(self.board.frame())
        self.rest(1000)

    def put(self, piece: str, on: str) -> None:
        self.hands(Lift(piece), Put(piece, square(on)))

    def read(self) -> dict[str, tuple[tuple[Seat, ...], int | None]]:
        """The workers by the names of their squares; all have to be sure."""
        survey = self.surveyor.survey()
        assert survey.state is SurveyState.CLEAR
        assert all(each.sure for each in survey.workers)
        names = {square(file + rank): file + rank for file in "abcde" for rank in "12345"}
        return {names[each.square]: (each.seats, each.level) for each in survey.workers}


@pytest.mark.parametrize("seed", range(4))
def test_workers_are_read_with_the_seats_that_may_have_them_and_the_towers_under_them(seed: int) -> None:
    table = SurveyedBoard(seed)
    assert table.read() == {}
    table.hands(*[Stack(square("b2"), dome=False)] * 2, Stack(square("d4"), dome=False), Stack(square("a1"), dome=True))
    table.put("blue-1", "b2")
    table.put("white-1", "e5")
    table.put("orange-1", "d4")
    table.put("purple-1", "b4")
    assert table.read() == {"b2": (POSITIVE, 2), "e5": (POSITIVE, 0), "d4": (NEGATIVE, 1), "b4": (NEGATIVE, 0)}


def test_a_worker_in_a_hand_that_moves_is_not_read() -> None:
    table = SurveyedBoard()
    table.put("blue-1", "c3")
    table.board.enqueue(Lift("blue-1"))
    table.board.enqueue(Put("blue-1", square("c4")))
    seen = set()
    while not table.board.idle:
        table.surveyor.note(table.board.frame())
        if table.board.now % 200 == 0:
            seen.add(table.surveyor.survey().state)
    assert SurveyState.MOVING in seen
    table.rest(1000)
    assert table.read() == {"c4": (POSITIVE, 0)}


def test_frames_from_before_a_gap_do_not_count() -> None:
    table = SurveyedBoard()
    table.put("blue-1", "c3")
    table.board.enqueue(Lift("blue-1"))
    table.board.enqueue(Put("blue-1", square("c4")))
    while not table.board.idle:
        table.board.scan()  # the link is lost
    for _ in range(50):
        table.board.scan()
    table.surveyor.note(table.board.frame())
    assert table.surveyor.survey() == WorkerSurvey(SurveyState.MOVING)
    table.rest(400)
    assert table.read() == {"c4": (POSITIVE, 0)}
