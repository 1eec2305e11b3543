"""What the lights of a board do when the table starts: all of them pass once, so that a dark one is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Square
from engine.squares import squares
from hardware.board import DARK, LinkChanged, LinkState
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted
from table.session.lobby import BeginGame
from table.storage.journal import Journal, resume
from table.view.led_patterns import SWEEP_MS, lights_of, plan_sweep
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.table.session.reduced_table import BLUE, ORANGE
from tests.table.session.sitting_down import sit_still

CORNERS = {0, 4, 20, 24}
READY, LOST = LinkChanged(LinkState.READY), LinkChanged(LinkState.LOST)


class Started:
    """A table at its start, not run by itself, with its clock."""

    def __init__(self, journal: Journal) -> None:
        self.board, self.now = QuietBoard(), 0.0
        self.table = TableActor(
            self.board, ScriptedReader(), lights_of, journal, resume(journal), TableFittings(clock=lambda: self.now)
        )
        self.table.runner.begin()

    def watch(self, seconds: float) -> set[int]:
        """The squares that are lit at some time in so many seconds."""
        before = len(self.board.shown)
        until = self.now + seconds
        while self.now < until:
            self.table.runner.show_lights()
            self.now += 0.02
        return {at for shown in self.board.shown[before:] for at, colour in enumerate(shown.colours) if colour != DARK}


def lit(at: int, ms: int, size: int = 5) -> bool:
    return plan_sweep(size).at(ms).colours[at] != DARK


@pytest.mark.parametrize("size", [4, 5])
def test_each_light_of_the_board_is_lit_once_from_one_corner_to_the_other(size: int) -> None:
    times = {at: [ms for ms in range(0, SWEEP_MS, 10) if lit(at, ms, size)] for at in range(25)}
    on_board = set(map(int, squares(size)))
    assert {at for at, lit_at in times.items() if lit_at} == on_board
    for at in on_board:
        assert times[at] == list(range(times[at][0], times[at][-1] + 1, 10)), f"{Square(at)} is lit twice"
    assert times[0][0] < times[6][0] < times[18][0]


def test_all_lights_pass_when_the_board_is_there_and_then_the_lobby_waits(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        started = Started(journal)
        started.table.runner.handle_event(READY)
        assert started.watch(SWEEP_MS / 1000) == set(range(25))
        assert started.watch(3) == CORNERS


def test_a_board_that_comes_back_is_not_greeted_again(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        started = Started(journal)
        started.table.runner.handle_event(READY)
        started.watch(2)
        for event in (LOST, READY):
            started.table.runner.handle_event(event)
        assert started.watch(2) == CORNERS


def begin(table: TableActor) -> None:
    ann = sit_still(table, BLUE)
    sit_still(table, ORANGE)
    assert isinstance(table.runner.answer(ann, table.snapshot(ann).version, BeginGame()), Accepted)


def test_what_is_new_to_say_does_not_wait(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        started = Started(journal)
        started.table.runner.handle_event(READY)
        assert started.watch(0.3) < set(range(25))
        begin(started.table)
        assert started.watch(0.1) == set(range(25))  # anybody may place a worker anywhere


def test_whoever_goes_on_with_a_game_sees_its_lights_at_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        begin(Started(journal).table)
    with Journal(tmp_path) as journal:
        again = Started(journal)
        again.table.runner.handle_event(READY)
        assert again.watch(0.04) == set(range(25))
