"""What the Challenger picks is on all phones as it is tapped, at a running table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web_ui.browser import new_phone, page_of, press_button
from tests.web_ui.http_table import Family, family
from tests.web_ui.layout import unreadable
from tests.web_ui.shared_server import OneServer
from web_ui.callers import SEAT_COOKIE

Open = Callable[[str], Page]


@pytest.fixture
def home(tmp_path: Path, server: OneServer) -> Iterator[Family]:
    with family(tmp_path, server) as opened:
        yield opened


@pytest.fixture
def phones(chrome: Browser, home: Family) -> Iterator[Open]:
    """Opens the page on the phone of a player, or with an empty name on that of a guest; each time another page."""
    complaints: list[str] = []
    contexts = {name: new_phone(chrome) for name in ("Ann", "Ben", "")}
    for name in ("Ann", "Ben"):
        contexts[name].add_cookies([{"name": SEAT_COOKIE, "value": home.seat_token(name), "url": home.address}])

    def opened(name: str) -> Page:
        page = page_of(contexts[name], complaints, 360, 640)
        page.goto(home.address)
        return page

    yield opened
    assert complaints == []


def begins(ann: Page) -> None:
    """Ann, who sat down first, begins, and is the Challenger."""
    press_button(ann, "Choose gods")
    expect(ann.get_by_role("button", name="Start: choose gods")).to_be_enabled()
    ann.get_by_role("button", name="Start: choose gods").click()
    expect(ann.get_by_text("You are the Challenger: lay out 2 gods for the players to pick from.")).to_be_visible()


def picked(page: Page) -> list[str]:
    """The cards that the bar at the thumb shows."""
    names: list[str] = page.locator(".dock .chip").evaluate_all("chips => chips.map((chip) => chip.dataset.key.trim())")
    return names


def test_all_see_each_pick_as_it_is_tapped_and_how_many_are_missing(phones: Open) -> None:
    ann, ben, guest = phones("Ann"), phones("Ben"), phones("")
    begins(ann)
    ann.get_by_role("button", name="Choose Pan").click()
    for page in (ben, guest):
        expect(page.get_by_text("Ann is choosing: 1 of 2")).to_be_visible()
        expect(page.locator("[data-key=pan].picked")).to_have_count(1)
        assert picked(page) == ["pan"]
        assert unreadable(page) == []
    ann.get_by_role("button", name="Choose Atlas").click()
    expect(ben.get_by_text("Ann is choosing: 2 of 2")).to_be_visible()
    ann.get_by_role("button", name="Put Pan back").click()
    expect(ben.get_by_text("Ann is choosing: 1 of 2")).to_be_visible()
    assert picked(ben) == ["atlas"]
    expect(ben.get_by_role("button", name="Put Atlas back")).to_have_count(0)
    ben.locator(".dock").get_by_role("button", name="Atlas").click()
    sheet = ben.get_by_role("dialog", name="Atlas")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("button", name="Choose Atlas")).to_have_count(0)


def test_two_pages_of_the_challenger_pick_together_and_a_reload_loses_nothing(phones: Open) -> None:
    one, ben = phones("Ann"), phones("Ben")
    begins(one)
    other = phones("Ann")
    one.get_by_role("button", name="Choose Pan").click()
    other.get_by_role("button", name="Choose Zeus").click()  # whether it has heard of Pan yet or not
    for page in (one, other, ben):
        expect(page.locator(".dock .chip")).to_have_count(2)
        assert set(picked(page)) == {"pan", "zeus"}
    one.reload()
    expect(one.get_by_role("button", name="Offer these gods (2 of 2)")).to_be_enabled()
    other.get_by_role("button", name="Put Pan back").first.click()
    expect(one.get_by_role("button", name="Choose 2 gods (1 of 2)")).to_be_visible()


def test_of_quick_taps_none_is_lost_or_seen_late(phones: Open) -> None:
    ann, ben = phones("Ann"), phones("Ben")
    begins(ann)
    ann.evaluate("""
        () => {
            const tap = (name) => document.querySelector(`[data-key=${name}] > .pick`).click();
            window.shown = [];
            for (const name of ["pan", "atlas", "pan", "hera", "zeus"]) {
                tap(name);
                window.shown.push([...document.querySelectorAll(".cards [aria-pressed=true]")].length);
            }
        }
    """)
    assert ann.evaluate("window.shown") == [1, 2, 1, 2, 2]  # at once; the last one is more than enough
    for page in (ann, ben):
        expect(page.locator(".dock .chip")).to_have_count(2)
        expect(page.locator(".dock .chip")).to_contain_text(["Hera", "Atlas"])  # the newest first


def test_when_the_host_has_the_lot_choose_the_picks_are_gone(phones: Open) -> None:
    ann, ben = phones("Ann"), phones("Ben")
    begins(ann)
    ann.get_by_role("button", name="Choose Pan").click()
    expect(ben.get_by_text("Ann is choosing: 1 of 2")).to_be_visible()
    ann.evaluate(
        """() => fetch("command", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({
                version: Number(document.getElementById("app").dataset.version),
                command: { kind: "draw_lots" },
            }),
        })"""
    )
    expect(ben.get_by_text("Choose your god.")).to_be_visible()
    expect(ben.get_by_text("Ann is choosing")).to_have_count(0)
    expect(ann.locator(".cards [aria-pressed=true]")).to_have_count(0)
