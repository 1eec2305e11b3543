"""One page is enough: somebody alone, with the virtual board's page and both seats."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down, sits_down_again


@pytest.mark.timeout(300)
def test_both_seats_are_played_from_the_page_of_the_virtual_board(room: Room) -> None:
    board = room.board()
    page, me = board.page, Phone.of(board.page, "Ann")
    sits_down(me, board)
    sits_down_again(me, 2)
    me.begins("Just play")

    # Blue places by hand, Orange by tapping the small board and putting the pieces there afterwards.
    me.sees("Ann sets up")
    board.carry("blue-1", "b2")
    expect(me.square("b2", "worker")).to_be_visible(timeout=PATIENCE)
    board.carry("blue-2", "d4")
    me.confirm()
    me.sees("Orange sets up")
    for worker, square in (("orange-1", "b4"), ("orange-2", "d2")):
        me.tap(square, "you can place")
        board.carry(worker, square)
    me.confirm()

    # A move by hand, a build by touch, and the turn is confirmed with the button on the rim.
    me.sees("Move one of your workers.")
    board.carry("blue-1", "c3")
    me.sees("Build next to the worker that moved.")
    board.touch("c2")
    expect(me.app.get_by_role("button", name="Confirm turn")).to_be_visible(timeout=PATIENCE)
    board.finish_the_wood()
    board.press("Done")
    expect(page.get_by_role("heading", name="Orange's turn")).to_be_visible(timeout=PATIENCE)
    expect(me.square("c2", "level 1")).to_be_visible()
    expect(page.locator('[data-place="c2"]')).to_have_attribute("aria-label", re.compile("level 1"))
