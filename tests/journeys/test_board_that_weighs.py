"""A board that weighs: blocks are set down, and nobody touches a square with a worker."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.players import PATIENCE, Phone, VirtualBoard, room_with, sits_down, sits_down_again
from tests.journeys.started_table import table_started
from tests.journeys.test_clearing_up import they_place

BLOCK = '[data-tool="block"]'


def sets_down(me: Phone, board: VirtualBoard, piece: str, square: str, level: str) -> None:
    """Set a piece down, and wait until the page shows that the game has it."""
    board.drag(piece, square)
    expect(me.square(square, level)).to_be_visible(timeout=PATIENCE)


@pytest.mark.timeout(300)
def test_blocks_that_are_set_down_are_built_and_a_wrong_one_is_named(chrome: Browser, tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[scale]\n", "utf-8")
    with (
        table_started(tmp_path / "data", "--board-file", str(file)) as address,
        room_with(chrome, address) as room,
    ):
        board = room.board()
        me = Phone.of(board.page, "Ann")
        sits_down(me, board)
        sits_down_again(me, 2)
        me.begins("Just play")
        they_place(me, board, "blue", "orange")

        me.sees("Move one of your workers.")
        board.carry("blue-1", "c3")
        me.sees("Build next to the worker that moved.")
        sets_down(me, board, BLOCK, "c2", "level 1")
        me.confirm()

        me.sees("Move one of your workers.")
        board.carry("orange-2", "e2")
        me.sees("Build next to the worker that moved.")
        board.drag(BLOCK, "a1")
        me.sees("A piece came down on a1, where nothing is to be built now. Take it off.")
        board.finish_the_wood()
        sets_down(me, board, BLOCK, "e1", "level 1")
        me.confirm()
        me.sees("Move one of your workers.")
