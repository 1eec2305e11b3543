"""The page of a club in a real browser: twenty tables find room on a wall, and what a table says is shown as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from common.mqtt.broker import BrokerState, BrokerStatus
from engine.seats import Seat
from online.club.club_app import OrganiserWords, create_club_app
from online.club.club_store import ClubStore
from online.club.running_club import RunningClub
from opponent.levels import LevelName
from tests.online.club.club_messages import reported, status, watched
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import new_phone, page_of, phone
from tests.web_ui.layout import unreadable
from tests.web_ui.shared_server import OneServer
from tests.web_ui.test_web_many import seen

WALL = (1920, 1080)
LONG = ("Wilhelmina van den Berg", "Maximiliaan Jonathan II")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[RunningClub]:
    store = ClubStore(tmp_path)
    running = RunningClub(store, lambda: BrokerStatus(BrokerState.CONNECTED))
    running.start()
    yield running
    running.close()
    store.close()


@pytest.fixture
def address(club: RunningClub, server: OneServer) -> str:
    server.put(create_club_app(club, OrganiserWords(), frozenset()))
    return server.address


def tell(club: RunningClub, count: int, players: tuple[str, str] = LONG, name: str = "Table") -> None:
    for number in range(1, count + 1):
        identity = f"{number:016x}"
        club.hear(status(identity))
        club.hear(reported(identity, watched(f"{name} {number}", players)))


def test_twenty_tables_with_long_names_find_room_on_a_wall(chrome: Browser, club: RunningClub, address: str) -> None:
    tell(club, 20)
    complaints: list[str] = []
    page = phone(chrome, complaints, *WALL)
    page.goto(address)
    cards = page.locator(".table-list > li")
    expect(cards).to_have_count(20)
    expect(cards.locator(".board")).to_have_count(20)
    assert cards.locator("h3").all_inner_texts() == [f"Table {number}" for number in range(1, 21)]
    boxes = [cards.nth(number).bounding_box() for number in range(20)]
    assert all(box is not None and box["y"] + box["height"] <= WALL[1] for box in boxes)
    assert violations(page) + unreadable(page) + complaints == []
    page.context.close()


def test_names_are_text_whatever_they_hold(chrome: Browser, club: RunningClub, address: str) -> None:
    tell(club, 1, ("<img src=x onerror=a>", "<b>Bo</b>"), "<i>Table</i>")
    complaints: list[str] = []
    page = phone(chrome, complaints)
    page.goto(address)
    expect(page.get_by_role("link", name="<i>Table</i> 1")).to_be_visible()
    expect(page.get_by_text("<b>Bo</b>")).to_be_visible()
    assert page.locator(".table img, .table b, .table i").count() == 0
    assert complaints == []
    page.context.close()


def test_a_table_that_plays_is_called_the_table(chrome: Browser, club: RunningClub, address: str) -> None:
    shown = watched("Table 1", ("Ann", ""))
    seats = tuple(
        replace(each, name="", level=LevelName.CHILD) if each.seat is Seat.ORANGE else each for each in shown.seats
    )
    club.hear(status(f"{1:016x}"))
    club.hear(reported(f"{1:016x}", replace(shown, seats=seats, confirming=Seat.ORANGE)))
    page = phone(chrome, [])
    page.goto(address)
    card = page.locator(".table-list > li")
    expect(card.locator(".who-plays strong")).to_have_text(["Ann", "The table"])
    expect(card.get_by_text("The table's turn")).to_be_visible()
    page.context.close()


def test_a_change_at_one_table_moves_its_pieces_and_leaves_the_others(
    chrome: Browser, club: RunningClub, address: str
) -> None:
    tell(club, 2)
    page = phone(chrome, [])
    page.goto(address)
    first, second = (page.locator(".table-list > li").nth(number) for number in range(2))
    expect(first.get_by_text(f"{LONG[0]}'s turn")).to_be_visible()
    second.locator(".board").evaluate("board => board.setAttribute('data-untouched', '')")
    club.hear(reported(f"{1:016x}", replace(watched("Table 1", LONG), confirming=Seat.ORANGE)))
    expect(first.get_by_text(f"{LONG[1]}'s turn")).to_be_visible()
    expect(second.locator(".board")).to_have_attribute("data-untouched", "")
    page.context.close()


def test_the_pages_of_a_browser_share_a_stream_and_each_shows_all(
    chrome: Browser, club: RunningClub, address: str
) -> None:
    tell(club, 3)
    context = new_phone(chrome)
    complaints: list[str] = []
    pages = []
    for _ in range(3):
        page = page_of(context, complaints, *WALL)
        page.goto(address)
        expect(page.locator(".table-list > li")).to_have_count(3)
        pages.append(page)
    seen(pages[0], visible=False)
    club.hear(reported(f"{1:016x}", replace(watched("Table 1", LONG), confirming=Seat.ORANGE)))
    for page in pages[1:]:
        expect(page.locator(".table-list > li").first.get_by_text(f"{LONG[1]}'s turn")).to_be_visible()
        expect(page.locator(".table-list > li")).to_have_count(3)
    seen(pages[0], visible=True)
    expect(pages[0].locator(".table-list > li").first.get_by_text(f"{LONG[1]}'s turn")).to_be_visible()
    assert complaints == []
    context.close()
