"""When board and game disagree, people need not put the pieces back: they may go on from what stands, or say that the
board reads it wrongly."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, sits_down, sits_down_again


@pytest.mark.timeout(300)
def test_what_stands_is_taken_over_and_a_premature_word_is_got_over(room: Room) -> None:
    board = room.board()
    page, me = board.page, Phone.of(board.page, "Ann")
    begun(me, board)
    ann_goes_where_nobody_can_and_that_is_how_they_play_on(page, me, board)
    ann_says_too_early_that_all_is_right(page, me, board)


def begun(me: Phone, board: VirtualBoard) -> None:
    """Both seats are one person's; all workers stand."""
    sits_down(me, board)
    sits_down_again(me, 2)
    me.begins("Just play")
    me.sees("Ann sets up")
    for worker, square in (("blue-1", "b2"), ("blue-2", "d4")):
        board.carry(worker, square)
        expect(me.square(square, "worker")).to_be_visible(timeout=PATIENCE)
    me.confirm()
    me.sees("Orange sets up")
    for worker, square in (("orange-1", "b4"), ("orange-2", "d2")):
        board.carry(worker, square)
        expect(me.square(square, "worker")).to_be_visible(timeout=PATIENCE)
    me.confirm()
    me.sees("Move one of your workers.")


def lit(page: Page, square: str) -> None:
    """The light of a square goes on."""
    place = page.locator(f"[data-place='{square}']")
    expect(place).to_have_attribute("aria-label", re.compile("lit"), timeout=PATIENCE)


def ann_goes_where_nobody_can_and_that_is_how_they_play_on(page: Page, me: Phone, board: VirtualBoard) -> None:
    """A worker comes down far away; the page and the lights say so, and then it is right after all."""
    board.carry("blue-1", "e5")
    me.sees("Move Ann's worker from e5 to b2.")
    lit(page, "e5")
    me.press("Play on from what's on the board")
    me.sees("Ann's turn begins again.")
    me.sees("A worker of Ann is on e5.")
    board.picture("8-this-is-right")
    me.press("Go on from here")
    expect(me.app.get_by_text("Move Ann's worker")).to_have_count(0, timeout=PATIENCE)
    expect(me.square("e5", "worker")).to_be_visible(timeout=PATIENCE)
    board.carry("blue-1", "e4")
    me.sees("Build next to the worker that moved.")
    board.touch("e3")
    expect(me.app.get_by_role("button", name="Confirm turn")).to_be_visible(timeout=PATIENCE)
    board.finish_the_wood()
    me.confirm()


def ann_says_too_early_that_all_is_right(page: Page, me: Phone, board: VirtualBoard) -> None:
    """Orange's worker stands wrong, somebody says that it stands right, and only then puts it right: play goes on."""
    expect(page.get_by_role("heading", name="Orange's turn")).to_be_visible(timeout=PATIENCE)
    board.carry("orange-1", "a1")
    me.sees("Move Orange's worker from a1 to b4.")
    me.press("Board misread it: pieces are as shown")
    me.sees("Say so only if every worker stands as shown here.")
    me.press("They stand as shown here")
    expect(me.app.get_by_text("Move Orange's worker")).to_have_count(0, timeout=PATIENCE)
    board.carry("orange-1", "b4")
    board.carry("orange-2", "c2")
    me.sees("Build next to the worker that moved.")
