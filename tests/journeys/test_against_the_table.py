"""Somebody alone plays against the table, from the lobby to the second turn, on one page with the virtual board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down


@pytest.mark.timeout(300)
def test_the_table_plays_the_free_seat_and_its_pieces_move_by_themselves(room: Room) -> None:
    board = room.board()
    me = Phone.of(board.page, "Ann")
    sits_down(me, board)
    row = me.app.locator(".seat.orange")
    row.get_by_role("button", name="The table plays").click()
    expect(row).to_contain_text("The table · Casual", timeout=PATIENCE)
    row.locator("summary").click()
    row.get_by_role("button", name="Beginner").click()
    expect(row).to_contain_text("The table · Beginner", timeout=PATIENCE)
    board.pieces_follow()
    me.begins("Just play")

    me.sees("Your turn: place")
    for square in ("b2", "d4"):
        me.tap(square, "you can place")
    me.confirm()
    me.sees("Your turn: move")
    orange = me.app.get_by_role("button", name=re.compile("Orange's worker|worker of Orange"))
    expect(orange).to_have_count(2, timeout=PATIENCE)

    me.app.locator(".square.choosable").first.click()
    me.app.locator(".square.may").first.click()
    me.sees("Your turn: build")
    me.app.locator(".square.may").first.click()
    me.confirm()
    me.sees("Your turn: move")
    expect(me.app.locator(".board .square[aria-label*='level 1']").first).to_be_visible(timeout=PATIENCE)
