"""The table in a tab of a browser, on a plain web server: a whole game, and after it nothing but the browser."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import cast

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Frame, Page, Request, expect

from tests.journeys.players import PATIENCE
from tests.journeys.test_alone_at_the_virtual_board import PLACED, WORKER, Taps, begins, nearly_wins, square, wins
from tests.tools.demo.trial_server import TrialServer, trial_served
from tests.web_ui.browser import chromium
from web_ui.languages import page_texts

START = 240_000
"""Milliseconds: a machine that does much else takes long to start Python."""
LARGEST = 15_000_000
"""Bytes."""

pytestmark = [pytest.mark.demo, pytest.mark.timeout(900)]


@pytest.fixture
def trial() -> Iterator[TrialServer]:
    with trial_served() as served:
        yield served


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as running:
        yield running


class Tab:
    """A tab with the trial. ``complaints`` is what its console says, and what it asks from elsewhere."""

    def __init__(self, browser: Browser, trial: TrialServer, language: str = "en-GB") -> None:
        self.complaints: list[str] = []
        self.page = browser.new_context(has_touch=True, locale=language).new_page()
        self.page.set_viewport_size({"width": 390, "height": 844})
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", self._see)
        self._address = trial.address
        self.page.goto(trial.address)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def _see(self, asked: Request) -> None:
        if not asked.url.startswith(self._address):
            self.complaints.append(asked.url)

    @property
    def table(self) -> Page:
        """The table's own page, once the table runs."""
        self.page.locator("#table:not([hidden])").wait_for(timeout=START)
        frame = self.page.frame("table")
        assert isinstance(frame, Frame)
        frame.locator("#app button, #app a").first.wait_for(timeout=START)
        return cast("Page", frame)  # it finds things as a page does

    def waits_until_stored(self, since: float) -> None:
        """Wait until the browser has stored the game as it is since then (ms)."""
        self.page.wait_for_function(
            """async (since) => {
              const database = await new Promise((resolve) => {
                const opened = indexedDB.open("/thera-demo");
                opened.onsuccess = () => resolve(opened.result);
              });
              const files = await new Promise((resolve) => {
                const asked = database.transaction("FILE_DATA").objectStore("FILE_DATA").getAllKeys();
                asked.onsuccess = () => resolve(asked.result);
              });
              const times = await Promise.all(files.map((file) => new Promise((resolve) => {
                const asked = database.transaction("FILE_DATA").objectStore("FILE_DATA").get(file);
                asked.onsuccess = () => resolve(asked.result.timestamp.getTime());
              })));
              database.close();
              return Math.max(...times) >= since;
            }""",
            arg=since,
            timeout=PATIENCE,
            polling=200,
        )

    def close(self) -> None:
        self.page.context.close()
        assert not self.complaints, "\n".join(self.complaints)


def test_a_game_is_played_to_its_end_and_is_there_again_without_a_web_server(
    chrome: Browser, trial: TrialServer, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    tab = Tab(chrome, trial)
    table, taps = tab.table, Taps(tab.table)
    ready = time.monotonic()
    sits_down(table, taps)
    begins(table, taps)
    first, *others = [name for squares in PLACED for name in squares]
    places(table, taps, first)
    moved = time.monotonic()
    with capsys.disabled():
        print(
            f"\nthe trial: {trial.sent / 1e6:.1f} MB, a table after {ready - began:.1f} s, the first worker after"
            f" {moved - began:.1f} s"
        )
    assert trial.sent < LARGEST
    places(table, taps, *others)
    nearly_wins(table, taps)
    last = 1000 * time.time()
    wins(table, taps)
    won = table.get_by_role("heading", name=re.compile("win|won", re.IGNORECASE)).first
    expect(won).to_be_visible(timeout=PATIENCE)

    table.evaluate("location.hash = '#games'")
    taps.press(table.get_by_role("list", name="Games").get_by_role("link").first)
    expect(table.get_by_role("slider", name="Steps of the game")).to_be_visible(timeout=PATIENCE)

    tab.waits_until_stored(last)
    assert not tab.complaints, "\n".join(tab.complaints)
    trial.close()
    tab.page.reload()
    again = tab.table.get_by_role("heading", name=re.compile("win|won", re.IGNORECASE)).first
    expect(again).to_be_visible(timeout=START)
    tab.page.context.close()


def test_gods_the_book_and_the_language_are_those_of_any_table(chrome: Browser, trial: TrialServer) -> None:
    tab = Tab(chrome, trial, "pl-PL")
    table, taps, texts = tab.table, Taps(tab.table), page_texts("pl")
    expect(tab.page.locator("#about")).to_have_text(page_texts("pl", "demo")["demo.about"])
    expect(table.locator("html")).to_have_attribute("lang", "pl")
    for name in ("lobby.sit", "lobby.sit", "lobby.both"):
        taps.press(table.get_by_role("button", name=texts[name]).first)
    taps.press(table.locator("[data-key='begin']"))
    expect(table.get_by_text(texts["draft.start.you"]).first).to_be_visible(timeout=PATIENCE)
    taps.press(table.locator("#app").get_by_role("button", name=texts["seat.blue"], exact=True).first)
    expect(table.locator("[data-square='c3']").first).to_be_visible(timeout=PATIENCE)
    table.evaluate("location.hash = '#book/pan'")
    expect(table.get_by_role("heading", name="Pan").first).to_be_visible(timeout=PATIENCE)
    tab.close()


def test_a_second_tab_says_that_the_first_has_the_table(chrome: Browser, trial: TrialServer) -> None:
    tab = Tab(chrome, trial)
    assert tab.table
    second = tab.page.context.new_page()
    second.goto(trial.address)
    expect(second.locator("#progress")).to_have_text(page_texts("en", "demo")["demo.other_tab"], timeout=PATIENCE)
    assert tab.table, "the first one still plays"
    tab.close()


def sits_down(table: Page, taps: Taps) -> None:
    for seats in (1, 2):
        taps.press(table.get_by_role("button", name="Sit here").first)
        if seats == 2:
            taps.press(table.get_by_role("button", name="Play both"))
        expect(table.get_by_role("button", name="Stand up")).to_have_count(seats, timeout=PATIENCE)


def places(table: Page, taps: Taps, *squares: str) -> None:
    """Place the next workers; the last one of each player ends a turn."""
    for name in squares:
        taps.place(name)
        expect(square(table, name)).to_have_accessible_name(WORKER, timeout=PATIENCE)
        if name in {each[-1] for each in PLACED}:
            taps.press(table.get_by_role("button", name="Confirm turn"))
