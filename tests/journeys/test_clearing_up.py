"""Wood on the virtual board: put right with a worker in the way, and cleared away between two games."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, sits_down, sits_down_again

PLACES = {"blue": ("b2", "d4"), "orange": ("b4", "d2")}


def they_place(me: Phone, board: VirtualBoard, *seats: str) -> None:
    """Place their workers, in this order."""
    for seat in seats:
        me.sees("Put a worker on a free square.")  # until then the page still moves under the mouse
        for number, square in enumerate(PLACES[seat], start=1):
            board.carry(f"{seat}-{number}", square)
            expect(me.square(square, "worker")).to_be_visible(timeout=PATIENCE)
        me.confirm()


def builds(me: Phone, board: VirtualBoard, worker: str, to: str, on: str) -> None:
    """A turn by hand; the block is forgotten."""
    me.sees("Move one of your workers.")
    board.carry(worker, to)
    me.sees("Build next to the worker that moved.")
    board.touch(on)
    expect(me.square(on, "level 1")).to_be_visible(timeout=PATIENCE)
    me.confirm()


@pytest.mark.timeout(300)
def test_a_forgotten_block_is_put_under_the_worker_and_the_next_game_begins_on_an_empty_board(room: Room) -> None:
    board = room.board()
    me = Phone.of(board.page, "Ann")
    sits_down(me, board)
    sits_down_again(me, 2)
    me.begins("Just play")
    they_place(me, board, "blue", "orange")

    builds(me, board, "blue-1", "c3", "c2")
    builds(me, board, "orange-2", "e2", "e1")
    me.sees("Move one of your workers.")
    board.carry("blue-1", "c2")
    me.sees("The tower on c2 is")
    board.finish_the_wood()
    me.sees("Build next to the worker that moved.")
    expect(me.app.get_by_text("The tower on c2 is")).to_have_count(0, timeout=PATIENCE)
    expect(me.square("c2", "worker of Ann")).to_be_visible()

    me.press("Give up for Orange")
    me.press("Give up")
    me.sees("Ann wins")
    board.picture("3-9-over")
    board.clear()
    me.press("Play again")
    me.sees("sets up")
    expect(board.page.get_by_role("button", name="Clear the board")).to_have_count(0)
    they_place(me, board, "orange", "blue")
    me.sees("Move one of your workers.")


@pytest.mark.timeout(300)
def test_who_forgets_to_clear_the_board_finds_it_empty_when_the_next_game_begins(room: Room) -> None:
    board = room.board()
    me = Phone.of(board.page, "Ann")
    sits_down(me, board)
    sits_down_again(me, 2)
    board.carry("orange-2", "a5")  # as one shows that one is there
    me.begins("Just play")
    board.is_empty()
    they_place(me, board, "blue", "orange")
    builds(me, board, "blue-1", "c3", "c2")
    board.finish_the_wood()
    me.press("Give up for Orange")
    me.press("Give up")
    me.press("Play again")
    me.sees("sets up")
    board.is_empty()
    expect(board.page.get_by_text("Clear the board for the new game")).to_have_count(0)
    board.picture("3-9-next-game")
    they_place(me, board, "orange", "blue")
    me.sees("Move one of your workers.")
