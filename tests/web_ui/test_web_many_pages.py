"""Many pages of one browser: together they take one stream of the table, so that there are connections for all else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect

from engine.seats import Seat
from table.session.seating import ClaimSeat
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import new_phone, page_of
from tests.web_ui.fake_table import SmallHands, SmallTable, lobby, playing
from tests.web_ui.test_web_many import seen
from web_ui.languages import catalogue

WINDOWS = 6
"""As many connections as a browser opens to an address."""
WELCOME = catalogue("en")["lobby.title"]


@pytest.fixture
def browser(chrome: Browser) -> Iterator[BrowserContext]:
    with new_phone(chrome) as context:
        yield context


@contextmanager
def windows(browser: BrowserContext, address: str, *paths: str) -> Iterator[list[Page]]:
    """A window at each of these paths, all in sight; the browser complains about nothing."""
    complaints: list[str] = []
    opened = [page_of(browser, complaints) for _ in paths]
    for page, path in zip(opened, paths, strict=True):
        page.goto(f"{address}{path}")
        expect(page.get_by_role("heading", name=WELCOME)).to_be_visible()
    yield opened
    assert complaints == []


def test_six_windows_of_the_board_all_work(
    browser: BrowserContext, address: str, table_api: SmallTable, hands: SmallHands
) -> None:
    with windows(browser, address, *["/board"] * WINDOWS) as pages:
        assert table_api.listened(1)
        table_api.show(playing())
        for number, page in enumerate(pages):
            page.get_by_role("button", name="Undo").first.tap()
            table_api.command(number)
        open_bench(pages[0])
        for page in pages[1:]:
            page.reload()  # the browser remembers that the bench is open
            expect(page.locator("svg.bench")).to_be_visible()
        hands.follow_game(on=False)
        for page in pages:
            expect(page.get_by_label("Move all pieces by hand")).to_be_checked()
        assert table_api.listened(1)


def test_a_window_that_is_hidden_gives_the_stream_to_another(
    browser: BrowserContext, address: str, table_api: SmallTable
) -> None:
    with windows(browser, address, "/board", "/", "/board") as pages:
        assert table_api.listened(1)
        for hidden in pages[:2]:
            seen(hidden, visible=False)
        table_api.show(playing())
        expect(pages[2].get_by_role("button", name="Undo").first).to_be_visible()
        expect(pages[0].get_by_role("heading", name=WELCOME)).to_be_visible()
        assert table_api.listened(1)
        seen(pages[2], visible=False)
        assert table_api.listened(0)
        seen(pages[0], visible=True)
        expect(pages[0].get_by_role("button", name="Undo").first).to_be_visible()
        assert table_api.listened(1)


def test_a_window_that_is_closed_leaves_the_others_up_to_date(
    browser: BrowserContext, address: str, table_api: SmallTable
) -> None:
    with windows(browser, address, "/", "/", "/") as pages:
        pages[0].close()
        table_api.show(playing())
        for page in pages[1:]:
            expect(page.get_by_role("button", name="Undo").first).to_be_visible()
        assert table_api.listened(1)


def test_who_sits_down_in_one_window_sits_in_all(browser: BrowserContext, address: str, table_api: SmallTable) -> None:
    with windows(browser, address, "/", "/") as pages:
        pages[1].get_by_label("Your name").fill("Ann")
        pages[1].get_by_role("button", name="Sit here").first.click()
        assert isinstance(table_api.command(), ClaimSeat)
        assert table_api.heard({"token-of-blue"})
        table_api.show(replace(lobby((Seat.BLUE, "Ann")), seats_held=(Seat.BLUE,)))
        for page in pages:
            expect(page.get_by_text("Ann").first).to_be_visible()
        assert table_api.listened(1)


def test_a_page_that_comes_back_with_the_button_of_the_browser_shows_the_truth(
    browser: BrowserContext, address: str, table_api: SmallTable
) -> None:
    with windows(browser, address, "/board") as (page,):
        page.goto("about:blank")
        assert table_api.listened(0)
        table_api.show(playing())
        page.go_back()
        expect(page.get_by_role("button", name="Undo").first).to_be_visible()
        assert table_api.listened(1)


def test_a_browser_that_refuses_pages_to_talk_to_each_other_has_a_stream_for_each(
    browser: BrowserContext, address: str, table_api: SmallTable
) -> None:
    browser.add_init_script("delete window.BroadcastChannel")
    with windows(browser, address, "/", "/board"):
        assert table_api.listened(2)


def test_an_answer_that_stays_out_is_not_blamed_on_the_network_while_the_table_is_heard(
    timed: Page, table_api: SmallTable
) -> None:
    table_api.show(playing())
    undo = timed.get_by_role("button", name="Undo").first
    expect(undo).to_be_visible()
    timed.clock.install()
    table_api.answering.clear()
    undo.click()
    table_api.command()
    timed.clock.run_for(6000)
    table_api.show(replace(playing(), can_restart=True))  # the page hears of it by the stream
    expect(timed.locator("#app")).to_have_attribute("data-version", str(table_api.current.version))
    timed.clock.run_for(6000)
    expect(timed.get_by_text(catalogue("en")["error.in_reach"])).to_be_visible()
    table_api.answering.set()


def test_one_stream_has_all_that_a_page_needs(app: Flask) -> None:
    told = app.test_client().get("/stream?with=board,readings", buffered=False)
    first = next(told.iter_encoded()).decode()
    assert [line for line in first.splitlines() if line.startswith("event: ")] == [
        "event: state",
        "event: board",
        "event: readings",
    ]
    told.close()
    refused = app.test_client().get("/stream?with=board,sound")
    assert (refused.status_code, "'sound'" in refused.text, "readings, board" in refused.text) == (400, True, True)
