"""Debian's Chromium through Playwright, for tests that need a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect, sync_playwright

PHONE_WIDTH, PHONE_HEIGHT = 360, 740

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The programs that Chromium is installed as, the one that takes the least first."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium; the test is skipped where none is installed."""
    path = next((found for name in BROWSERS if (found := shutil.which(name)) is not None), None)
    if path is None:
        pytest.skip("no Chromium here: install the package chromium to run the tests in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def new_phone(browser: Browser) -> BrowserContext:
    """What a phone keeps between its pages: files, cookies, what pages store; nothing yet."""
    return browser.new_context(has_touch=True, device_scale_factor=2)


@contextmanager
def closing_phones(browser: Browser) -> Iterator[None]:
    """Closes the phones that were opened within, also when that fails."""
    before = browser.contexts
    try:
        yield
    finally:
        for context in browser.contexts:
            if context not in before:
                context.close()


def phone(browser: Browser, complaints: list[str], width: int = PHONE_WIDTH, height: int = PHONE_HEIGHT) -> Page:
    """A page of a new phone; close its context when done."""
    return page_of(new_phone(browser), complaints, width, height)


def page_of(
    context: BrowserContext, complaints: list[str], width: int = PHONE_WIDTH, height: int = PHONE_HEIGHT
) -> Page:
    """A phone's page; what its console complains about is added to the list. That is also whatever it asks from
    elsewhere, which the page's policy forbids; to be told of each request would cost more than all else."""
    page = context.new_page()
    _prepare(page, width, height)
    for event, hear in _listeners(complaints).items():
        page.on(event, hear)  # type: ignore[call-overload]  # has a signature for each name by itself
    return page


def _prepare(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.set_default_timeout(15_000)


def _listeners(complaints: list[str]) -> dict[str, Callable[[Any], None]]:
    """What adds to the complaints, by event."""

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    return {"console": console, "pageerror": lambda error: complaints.append(str(error))}


Lend = Callable[..., AbstractContextManager[Page]]
"""Gives a page as `page_of` does, of a phone that knows the page's files already and nothing else of the table."""


class LentPhone:
    """A phone that many use one after another, and its pages, too: to open one costs a browser several times as much as
    to load something else into it. A clock that is set stays set, so who sets it takes a new phone."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._idle: list[Page] = []

    @contextmanager
    def lend(self, complaints: list[str], width: int = PHONE_WIDTH, height: int = PHONE_HEIGHT) -> Iterator[Page]:
        """An empty page; in the end it forgets all but the files."""
        page = self._idle.pop() if self._idle else self._context.new_page()
        _prepare(page, width, height)
        listeners = _listeners(complaints)
        for event, hear in listeners.items():
            page.on(event, hear)  # type: ignore[call-overload]  # has a signature for each name by itself
        try:
            yield page
        finally:
            for event, hear in listeners.items():
                page.remove_listener(event, hear)
            page.unroute_all()
            page.emulate_media(color_scheme="null", reduced_motion="null")
            page.evaluate("location.origin === 'null' || (localStorage.clear(), sessionStorage.clear())")
            page.goto("about:blank")
            self._context.clear_cookies()
        self._idle.append(page)


def answered(screen: Page) -> None:
    """Wait until the answer to the last command has come: until then the page takes no other on the same state."""
    expect(screen.locator("#app")).not_to_have_attribute("aria-busy", "true")


def press_button(screen: Page, name: str) -> None:
    """Press a button, once the last command is answered."""
    answered(screen)
    screen.get_by_role("button", name=name).first.click()


def go_to(screen: Page, view: str) -> None:
    """Take the menu's way to a view."""
    screen.get_by_role("button", name="Menu", exact=True).click()
    screen.get_by_role("link", name=view, exact=True).click()


def open_sheet(screen: Page, name: str = "More") -> Locator:
    """Open a sheet of the table from the bar at the thumb: what is seldom asked for, or from there the log or the
    players."""
    answered(screen)
    screen.get_by_role("button", name="More", exact=True).click()
    if name != "More":
        screen.get_by_role("dialog", name="More").get_by_role("button", name=name, exact=True).click()
    sheet = screen.get_by_role("dialog", name=name)
    expect(sheet).to_be_visible()
    return sheet


def press_in_more(screen: Page, name: str) -> None:
    """Press a button of what is seldom asked for."""
    open_sheet(screen).get_by_role("button", name=name).click()
