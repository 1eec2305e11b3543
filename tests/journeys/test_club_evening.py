"""A club's evening on one screen: three tables and a tournament, on a wall, on a phone, and by the organiser."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.common.mqtt.mosquitto import mosquitto, needs_mosquitto
from tests.journeys.players import PATIENCE, PICTURES, look_at
from tests.online.club.club_programs import Club, club_with, play_a_turn, sit_down, table_called
from tests.web_ui.browser import PHONE_HEIGHT, PHONE_WIDTH, phone
from web_ui.languages import catalogue, offered

pytestmark = needs_mosquitto

PLAYERS = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Finn")
WALL = (1920, 1080)


def opened(chrome: Browser, club: Club, complaints: list[str], width: int, height: int) -> Page:
    page = phone(chrome, complaints, width, height)
    page.goto(club.address)
    expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_visible(timeout=PATIENCE)
    return page


def the_organiser_begins(page: Page, club: Club) -> None:
    """The organiser types the words, begins a tournament, writes the names and pairs the first round."""
    page.get_by_role("link", name="Organise").click()
    page.get_by_label("The three words").fill(club.words)
    page.get_by_role("button", name="Organise").click()
    page.get_by_label("Name", exact=True).fill("Friday")
    page.get_by_label("Rounds").fill("3")
    page.get_by_role("button", name="Begin").click()
    names = page.get_by_label("Names, one on each line")
    names.fill("\n".join(PLAYERS))
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("listitem").filter(has_text="Finn")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible(timeout=PATIENCE)


def pairs_of(page: Page) -> list[tuple[str, str]]:
    """Who meets whom, as the page shows it; the first begins."""
    shown = page.locator(".round .games > li")
    expect(shown).to_have_count(3, timeout=PATIENCE)
    names = [shown.nth(number).locator("strong") for number in range(3)]
    return [(each.nth(0).inner_text(), each.nth(1).inner_text()) for each in names]


def the_board_can_be_read_with_the_keyboard(page: Page) -> None:
    """The link of a table leads to its board, on which arrows lead from square to square."""
    page.get_by_role("link", name="Table 1").focus()
    page.keyboard.press("Enter")
    board = page.get_by_role("table", name="The board of Table 1")
    square = board.get_by_role("button", name=re.compile("^c3, level 1"))
    expect(square).to_be_visible(timeout=PATIENCE)
    square.focus()
    page.keyboard.press("ArrowDown")
    expect(board.get_by_role("button", name=re.compile("^c2, "))).to_be_focused()
    expect(page.get_by_role("heading", name="Turns")).to_be_visible()


def in_the_dark(page: Page, name: str) -> None:
    """Keep a picture in dark colours; `look_at` has looked at these already."""
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=PICTURES / f"{name}.png", timeout=2 * PATIENCE)
    page.emulate_media(color_scheme="light")


@pytest.mark.timeout(300)
def test_an_evening_from_the_first_table_to_the_last_result(chrome: Browser, tmp_path: Path) -> None:
    complaints: list[str] = []
    with ExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        club = stack.enter_context(club_with(broker, tmp_path))
        names = ("Table 1", "Table 2", "Table 3")
        tables = [stack.enter_context(table_called(name, broker, tmp_path)) for name in names]
        organiser = opened(chrome, club, complaints, PHONE_WIDTH, PHONE_HEIGHT)
        stack.callback(organiser.context.close)
        the_organiser_begins(organiser, club)
        look_at(organiser, "club-organiser")
        wall = opened(chrome, club, complaints, *WALL)
        stack.callback(wall.context.close)
        pairs = pairs_of(wall)
        assert sorted(name for pair in pairs for name in pair) == sorted(PLAYERS)
        phones = [sit_down(table, *pair) for table, pair in zip(tables, pairs, strict=True)]
        for each in phones:
            play_a_turn(each)
        expect(wall.get_by_text(f"{pairs[0][1]}'s turn")).to_be_visible(timeout=PATIENCE)
        expect(wall.get_by_text("at Table 3")).to_be_visible(timeout=PATIENCE)
        expect(wall.get_by_role("img", name="The board of Table 2")).to_be_visible()
        look_at(wall, "club-wall")
        phones[0].does("act", action={"kind": "resign", "seat": "blue"})
        expect(wall.get_by_text(f"{pairs[0][1]} beat {pairs[0][0]}", exact=True).first).to_be_visible(timeout=PATIENCE)
        expect(wall.get_by_role("row", name=re.compile(f"^1 {pairs[0][1]} 1 1"))).to_be_visible(timeout=PATIENCE)
        look_at(wall, "club-wall-result")
        in_the_dark(wall, "club-wall-dark")
        visitor = opened(chrome, club, complaints, PHONE_WIDTH, PHONE_HEIGHT)
        stack.callback(visitor.context.close)
        expect(visitor.get_by_text("Finished games")).to_be_visible(timeout=PATIENCE)
        look_at(visitor, "club-phone")
        the_board_can_be_read_with_the_keyboard(visitor)
        look_at(visitor, "club-table")
        for game in (1, 2):
            organiser.get_by_role("button", name=f"{pairs[game][0]} won").click()
            expect(organiser.get_by_role("button", name=f"{pairs[game][0]} won")).to_have_count(0, timeout=PATIENCE)
        organiser.get_by_role("button", name="Pair round 2").click()
        expect(organiser.get_by_role("heading", name="Round 2 of 3")).to_be_visible(timeout=PATIENCE)
        for language in offered():
            page = phone(chrome, complaints, PHONE_WIDTH, PHONE_HEIGHT)
            page.context.add_cookies([{"name": "thera_language", "value": language, "url": club.address}])
            page.goto(club.address)
            expect(page.get_by_role("heading", name=catalogue(language, "club")["club.standings"])).to_be_visible()
            look_at(page, f"club-{language}")
            page.context.close()
    assert complaints == []
