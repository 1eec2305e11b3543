"""On a small phone all that can be answered lies in the bar at the thumb, and the own god is on the screen."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect

from engine.actions import Build, Piece
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import square
from table.session.snapshot import Snapshot
from table.session.turns import Act
from tests.web_ui.fake_table import SmallTable, atlas_build, playing

WHOLE = """(button) => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const corners = [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9], [right - 9, bottom - 9]];
  return corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
}"""
"""Whether all of a button can be tapped where it is now."""


def small(screen: Page, table_api: SmallTable, shown: Snapshot) -> None:
    screen.set_viewport_size({"width": 360, "height": 640})
    table_api.show(shown)
    expect(screen.get_by_role("table", name="Board")).to_be_visible()


def tappable(buttons: Locator, count: int) -> None:
    expect(buttons).to_have_count(count)
    assert [button.evaluate(WHOLE) for button in buttons.all()] == [True] * count


def test_what_a_tapped_square_can_mean_is_answered_in_the_bar(screen: Page, table_api: SmallTable) -> None:
    small(screen, table_api, atlas_build())
    screen.get_by_role("button", name=re.compile("^c3, ")).click()
    answers = screen.get_by_role("group", name="What do you want to do there?")
    tappable(answers.get_by_role("button"), 3)
    expect(screen.get_by_role("button", name="Skip")).to_have_count(0)
    answers.get_by_role("button", name="Another square").click()
    expect(screen.get_by_role("button", name="Skip")).to_be_visible()
    screen.get_by_role("button", name=re.compile("^c3, ")).click()
    answers.get_by_role("button", name="Build a dome on c3").click()
    assert table_api.command() == Act(Build(square("b2"), square("c3"), Piece.DOME))


def test_the_own_god_is_on_the_screen_in_the_own_turn(screen: Page, table_api: SmallTable) -> None:
    for shown in (playing(), replace(playing(()), prompt=None, confirming=Seat.BLUE)):
        small(screen, table_api, shown)
        band = screen.locator(".banner")
        expect(band.get_by_text("Artemis", exact=True)).to_be_in_viewport(ratio=1)
        expect(band.locator(".emblem")).to_be_in_viewport(ratio=1)
    table_api.show(replace(playing(), seats_held=(Seat.ORANGE,)))
    expect(band.get_by_text("Artemis", exact=True)).to_have_count(0)
    ann = playing()
    assert ann.game is not None
    mortal = replace(ann.game.players[0], power=PowerName("mortal"), uses=(PowerName("mortal"),))
    table_api.show(replace(ann, game=replace(ann.game, players=(mortal, ann.game.players[1]))))
    expect(screen.get_by_role("heading", name="Your turn: move")).to_be_visible()
    expect(band.locator(".emblem")).to_have_count(0)
