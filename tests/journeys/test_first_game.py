"""The first game of the README, played as it is written there, by somebody who presses what it names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.house import ROOT
from tests.journeys.players import PATIENCE, Phone, Room

TURNS = (
    ("b2", "a2", "b3"),
    ("d2", "d3", "c2"),
    ("a2", "b3", "c3"),
    ("d3", "d2", "c3"),
    ("b3", "c3", "c2"),
    ("d2", "d3", "c2"),
)
"""Who stands where, goes where and builds where, blue first; then blue can climb from c3 to c2."""


def named() -> list[str]:
    """What the section of the README says to press, in its order, each thing once."""
    text = (ROOT / "README.md").read_text("utf-8")
    section = text.partition("\n## A first game\n")[2].partition("\n## ")[0]
    return list(dict.fromkeys(re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", section)))


def take_turn(me: Phone, worker: str, to: str, built: str) -> None:
    """Tap the worker, the square where it goes and the square where it builds."""
    me.tap(worker, "choose")
    me.tap(to, "move")
    me.tap(built, "build")


@pytest.mark.timeout(300)
def test_the_first_game_is_played_as_the_readme_says(room: Room) -> None:
    _, together, kind, confirm, undo, rematch, *_ = named()
    me = room.phone("Ann", 1180, 900)
    me.picture("first_game_1_lobby")
    me.presses_way(together)
    expect(me.stands_up).to_have_count(2, timeout=PATIENCE)
    me.picture("first_game_2_seats")
    me.begins(kind)
    for squares in (("b2", "d4"), ("b4", "d2")):
        for square in squares:
            me.tap(square, "place")
        me.press(confirm)
    me.picture("first_game_3_placed")
    me.tap("b2", "choose")
    me.tap("a2", "move")
    me.press(undo)
    for turn in TURNS:
        take_turn(me, *turn)
        me.picture("first_game_4_turn")
        me.press(confirm)
    me.tap("c3", "choose")
    me.tap("c2", "")
    me.press(confirm)
    expect(me.app.get_by_role("button", name=rematch)).to_be_visible(timeout=PATIENCE)
    me.picture("first_game_5_won")


@pytest.mark.timeout(300)
def test_a_second_screen_is_let_in_as_the_readme_says(room: Room) -> None:
    *_, sit, let_in = named()
    ann, bo = room.phone("Ann", 1180, 900), room.phone("Bo")
    for who in (ann, bo):
        who.page.get_by_label("Your name").fill(who.name)
        who.press_first(sit)
    ann.sees("Bo asks to sit down")
    letters = ann.app.get_by_text("Bo asks to sit down").locator("xpath=ancestor::*[self::li or self::section][1]")
    shown = re.findall(r"\b[A-Z]{4}\b", letters.inner_text())
    assert shown
    bo.sees(shown[0])
    ann.picture("first_game_6_asked")
    ann.press(let_in)
    expect(bo.stands_up).to_be_visible(timeout=PATIENCE)
