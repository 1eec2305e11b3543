"""A game with two phones and the virtual board: from joining to winning, with everything real but the wood."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard, sits_down
from tests.web_ui.browser import go_to


def they_sit_down(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    """They sit down; Ann, who came first, is the host and chooses to play with gods."""
    for who in (ann, bo):
        sits_down(who, board)
    ann.sees("All set for 2 players. Begin when you like.")
    ann.chooses("Choose gods")
    bo.sees("One player, the Challenger, lays out the gods to pick from.")
    ann.picture("1-lobby")
    ann.begins()


def they_choose_gods(ann: Phone, bo: Phone) -> None:
    """The draft: Ann offers, Bo chooses, Ann gets the other and names who starts."""
    for god in ("Demeter", "Atlas"):
        ann.pick(god)
    ann.picture("2-draft")
    ann.press("Offer these gods (2 of 2)")
    bo.takes("Atlas")
    ann.sees("Who goes first?")
    ann.press("Ann")


def they_place_workers(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    """Workers are placed by hand."""
    ann.sees("Put a worker on a free square.")
    board.carry("blue-1", "b2")
    expect(ann.square("b2", "your worker")).to_be_visible(timeout=PATIENCE)
    board.carry("blue-2", "e5")
    ann.confirm()
    bo.sees("Put a worker on a free square.")
    board.carry("orange-1", "d2")
    expect(bo.square("d2", "your worker")).to_be_visible(timeout=PATIENCE)
    board.carry("orange-2", "a5")
    bo.confirm()


def ann_builds_with_a_touch_and_again_on_the_phone(ann: Phone, board: VirtualBoard) -> None:
    """Ann moves by hand, builds with the worker's touch, and once more on the phone: Demeter."""
    ann.sees("Move one of your workers.")
    board.carry("blue-1", "c2")
    ann.sees("Build next to the worker that moved.")
    board.touch("c3")
    ann.sees("Demeter: build once more on another square, or skip.")
    board.drag('[data-tool="block"]', "c3")
    ann.tap("b3", "you can build here")
    board.finish_the_wood()
    ann.confirm()


def bo_is_asked_what_atlas_builds(bo: Phone, board: VirtualBoard) -> None:
    """Bo builds on the phone, which asks what Atlas builds."""
    bo.sees("Move one of your workers.")
    board.carry("orange-1", "d3")
    bo.tap("c4", "you can build here")
    bo.picture("3-atlas")
    bo.press("Build a block on c4")
    board.finish_the_wood()
    bo.confirm()


def ann_climbs(ann: Phone, board: VirtualBoard) -> None:
    """Ann climbs."""
    ann.sees("Move one of your workers.")
    board.carry("blue-1", "c3")
    ann.tap("b3", "you can build here")
    ann.sees("Demeter: build once more on another square, or skip.")
    ann.tap("c4", "you can build here")
    board.finish_the_wood()
    ann.confirm()


def bo_is_led_back_from_where_no_worker_can_climb(bo: Phone, board: VirtualBoard) -> None:
    """Bo goes where no worker can climb, is told why, and is led back."""
    bo.sees("Move one of your workers.")
    bo.tap("c4", "")
    board.carry("orange-1", "c4")
    bo.sees("That cannot be played on c4: that is more than one level up.")
    bo.sees("Move Bo's worker from c4 to d3.")
    bo.picture("4-put-right")
    board.picture("5-board-put-right")
    board.carry("orange-1", "d3")
    expect(bo.page.get_by_text("That cannot be played on c4")).to_have_count(0, timeout=PATIENCE)
    board.carry("orange-1", "d4")
    bo.tap("c4", "you can build here")
    bo.press("Build a block on c4")
    board.finish_the_wood()
    bo.confirm()


def ann_takes_a_build_back(ann: Phone, board: VirtualBoard) -> None:
    """Ann climbs again, builds, thinks again, takes the build back and builds elsewhere."""
    ann.sees("Move one of your workers.")
    board.carry("blue-1", "b3")
    ann.tap("a3", "you can build here")
    ann.sees("Demeter: build once more on another square, or skip.")
    ann.press("Undo")
    ann.sees("Build next to the worker that moved.")
    expect(ann.square("a3", "ground")).to_be_visible(timeout=PATIENCE)
    ann.tap("a4", "you can build here")
    ann.press("Skip the second build")
    board.finish_the_wood()
    ann.confirm()


def bo_builds_a_low_dome(bo: Phone, board: VirtualBoard) -> None:
    """Bo has other plans: a dome on the ground, which Atlas may build."""
    bo.sees("Move one of your workers.")
    board.carry("orange-1", "e4")
    bo.tap("e3", "you can build here")
    bo.press("Build a dome on e3")
    board.finish_the_wood()
    bo.confirm()


def ann_wins(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    """The lights under the board show where a lifted worker may go; Ann goes to the third level."""
    ann.sees("Move one of your workers.")
    board.page.locator('[data-piece="blue-1"]').click()
    expect(ann.square("b3", "lifted")).to_be_visible(timeout=PATIENCE)
    expect(board.page.locator('[data-place="c4"]')).to_have_attribute("aria-label", re.compile("lit"), timeout=PATIENCE)
    ann.picture("6-lifted")
    board.picture("7-board-lifted")
    board.page.locator('[data-place="c4"]').click()
    ann.sees("That wins! Confirm it.")
    ann.confirm()
    for who in (ann, bo):
        expect(who.page.get_by_role("heading", name="Ann wins")).to_be_visible(timeout=PATIENCE)
    ann.sees("A worker climbed to the third level on c4.")
    ann.picture("8-won")


def and_again(ann: Phone, bo: Phone) -> None:
    """The same players go back to the lobby; the game is among those that are kept, and counted."""
    bo.press("To the lobby")
    ann.press("Go on")
    ann.sees("Welcome to the table")
    go_to(ann.page, "Games")
    ann.sees("Games stored at this table: 1")
    ann.picture("9-games")


@pytest.mark.timeout(300)
def test_two_phones_and_the_virtual_board_from_joining_to_winning(room: Room) -> None:
    ann, bo, board = room.phone("Ann"), room.phone("Bo"), room.board()
    they_sit_down(ann, bo, board)
    they_choose_gods(ann, bo)
    they_place_workers(ann, bo, board)
    ann_builds_with_a_touch_and_again_on_the_phone(ann, board)
    bo_is_asked_what_atlas_builds(bo, board)
    ann_climbs(ann, board)
    bo_is_led_back_from_where_no_worker_can_climb(bo, board)
    ann_takes_a_build_back(ann, board)
    bo_builds_a_low_dome(bo, board)
    ann_wins(ann, bo, board)
    and_again(ann, bo)
