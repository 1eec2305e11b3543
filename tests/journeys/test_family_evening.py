"""A family of three and of four comes to a table, and changes one option after another of a fresh table."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.journeys.players import PATIENCE, Phone, Room, sits_down, sits_down_again

Kind = Literal["checkbox", "radio"]
WIDTH, HEIGHT = 390, 844

CHANGES: tuple[tuple[Kind, str, str], ...] = (
    ("checkbox", "Gods of the Golden Fleece", "Simple gods, Advanced gods: "),
    ("checkbox", "Play with a clock", "Clock: 15 minutes for each player."),
    ("radio", "By lot", "Each player gets a god by lot."),
    ("radio", "The table deals", "The table lays out the gods to pick from."),
    ("radio", "The players vote", "The players vote for the gods to pick from."),
)
BEGINS = {
    "By lot": "Who goes first?",
    "The table deals": "Choose your god.",
    "The players vote": "Vote for up to",
}


def changes(me: Phone, kind: Kind, name: str) -> None:
    """Change an option in the view of all options, and see that it stays so."""
    field = me.app.get_by_role(kind, name=re.compile(f"^{name}"))
    was = field.is_checked()
    field.click()
    me.answered()
    expect(field).to_be_checked(checked=not was)
    expect(me.app.get_by_text("always played with gods")).to_have_count(0)


def sit(room: Room, players: int) -> Phone:
    """So many sit, all with one phone."""
    me, board = room.phone("Ann", WIDTH, HEIGHT), room.board()
    sits_down(me, board)
    for seats in range(2, players + 1):
        sits_down_again(me, seats)
    me.presses_in_more("All gods")
    return me


@pytest.mark.timeout(300)
def test_four_choose_each_option_before_any_kind_of_game(room: Room) -> None:
    me = sit(room, 4)
    for kind, name, told in CHANGES:
        me.follows_all_options()
        changes(me, kind, name)
        me.follow("Back to the table")
        me.sees(told)
        if name not in BEGINS:
            continue
        me.begins()
        me.sees(BEGINS[name])
        me.press("Back to the lobby")
    expect(me.app.get_by_role("button", name="Just play")).to_be_disabled(timeout=PATIENCE)
    me.picture("3-3-family-4")


@pytest.mark.timeout(300)
def test_three_choose_all_options_one_after_the_other_and_begin(room: Room) -> None:
    me = sit(room, 3)
    me.follows_all_options()
    for kind, name, _ in CHANGES:
        changes(me, kind, name)
    me.picture("3-3-family-options-3")
    me.follow("Back to the table")
    me.picture("3-3-family-3")
    me.begins()
    me.sees(BEGINS[CHANGES[-1][1]])
