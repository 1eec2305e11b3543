"""Somebody alone plays against the table on one page with the virtual board, and again in a rematch, when it has gone
down a step."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down


@pytest.mark.timeout(300)
def test_one_tap_begins_a_first_game_that_says_what_to_do(room: Room) -> None:
    """A child on the smallest phone: four taps from the open page to the first move, and nothing to type."""
    me = room.phone("Mia", 360, 640)
    me.presses_way("Play against the table")
    for number, square in enumerate(("b2", "d4"), 1):
        me.sees(f"place worker {number} of 2")
        me.sees("Tap any free square: your worker starts there.")
        me.tap(square, "you can place")
    me.confirm()
    me.sees("Tap one of your workers, then a lit square next to it.")
    me.press("Show me a good turn")
    expect(me.app.locator(".square.advised").first).to_be_visible(timeout=PATIENCE)
    me.app.locator(".square.choosable").first.click()
    me.app.locator(".square.may").first.click()
    me.sees("Now tap a lit square next to that worker to build there.")
    me.app.locator(".square.may").first.click()
    me.page.reload()
    me.confirm()
    me.sees("Step up to the third level and you win!")


@pytest.mark.timeout(300)
def test_two_taps_at_once_on_two_phones_begin_one_game(room: Room) -> None:
    """Both want to play against the table; one does, and the other watches."""
    phones = [room.phone("Mia"), room.phone("Bo")]
    ways = [me.app.get_by_role("button", name=re.compile("^Play against the table")) for me in phones]
    for way in ways:
        expect(way).to_be_enabled(timeout=PATIENCE)
    for button in [way.element_handle() for way in ways]:
        button.evaluate("(button) => button.click()")
    for me in phones:
        expect(me.app.get_by_text(re.compile("place worker 1 of 2|You are watching")).first).to_be_visible(
            timeout=PATIENCE
        )
    assert sum(me.app.get_by_text("You are watching.").count() for me in phones) == 1
    refused = [told for told in room.complaints if "status of 4" in told]
    assert len(refused) <= 1, "the slower tap is refused, and nothing else"
    room.complaints[:] = [told for told in room.complaints if told not in refused]


@pytest.mark.timeout(300)
def test_the_table_plays_the_free_seat_and_its_pieces_move_by_themselves(room: Room) -> None:
    board = room.board()
    me = Phone.of(board.page, "Ann")
    sits_down(me, board)
    row = me.app.locator(".seat.orange")
    row.get_by_role("button", name="The table plays").click()
    expect(row).to_contain_text("Level: Casual", timeout=PATIENCE)
    row.locator("summary").click()
    row.get_by_role("button", name="Beginner").click()
    expect(row).to_contain_text("Level: Beginner", timeout=PATIENCE)
    row.get_by_role("checkbox", name="Adapt to us").click()
    expect(row).to_contain_text("Adapts to you · now: Beginner", timeout=PATIENCE)
    board.pieces_follow()
    me.begins("Just play")

    me.sees("Your turn: place")
    said = me.app.locator(".remark")
    expect(said).to_contain_text("The table: ", timeout=PATIENCE)
    expect(me.app.locator(".strip")).to_contain_text("The tableBeginner")
    for square in ("b2", "d4"):
        me.tap(square, "you can place")
    me.confirm()
    me.sees("Your turn: move")
    theirs = me.app.get_by_role("button", name=re.compile("The table's worker|worker of the table"))
    expect(theirs).to_have_count(2, timeout=PATIENCE)

    me.app.locator(".square.choosable").first.click()
    me.app.locator(".square.may").first.click()
    me.sees("Your turn: build")
    me.app.locator(".square.may").first.click()
    me.confirm()
    me.sees("Your turn: move")
    expect(me.app.locator(".board .square[aria-label*='level 1']").first).to_be_visible(timeout=PATIENCE)

    me.press("Give up")
    me.app.get_by_role("button", name="Give up", exact=True).click(timeout=PATIENCE)
    me.sees("The table, Beginner, wins")
    expect(said).to_contain_text("The table: ", timeout=PATIENCE)
    me.app.get_by_role("button", name="Rematch", exact=True).click(timeout=PATIENCE)
    me.app.get_by_role("button", name="Go on", exact=True).click(timeout=PATIENCE)
    expect(me.app.locator(".strip")).to_contain_text("The tableChild", timeout=PATIENCE)
