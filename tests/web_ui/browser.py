"""Debian's Chromium through Playwright, for tests that need a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PHONE_WIDTH, PHONE_HEIGHT = 360, 740


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium; the test is skipped where none is installed."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no Chromium here: install the package chromium to run the tests in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def new_phone(browser: Browser) -> BrowserContext:
    """What a phone keeps between its pages: files, cookies, what pages store; nothing yet."""
    return browser.new_context(has_touch=True, device_scale_factor=2)


def phone(browser: Browser, complaints: list[str], width: int = PHONE_WIDTH, height: int = PHONE_HEIGHT) -> Page:
    """A page of a new phone; close its context when done."""
    return page_of(new_phone(browser), complaints, width, height)


def page_of(
    context: BrowserContext, complaints: list[str], width: int = PHONE_WIDTH, height: int = PHONE_HEIGHT
) -> Page:
    """A phone's page; what its console complains about, and whatever it asks from elsewhere, is added to the list."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.set_default_timeout(15_000)
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: None if "//127.0.0.1:" in asked.url else complaints.append(asked.url))
    return page


Lend = Callable[..., AbstractContextManager[Page]]
"""Gives a page as `page_of` does, of a phone that knows the page's files already and nothing else of the table."""


@contextmanager
def lent(
    context: BrowserContext, complaints: list[str], width: int = PHONE_WIDTH, height: int = PHONE_HEIGHT
) -> Iterator[Page]:
    """A page of a phone that many use one after another: in the end it forgets all but the files. A clock that is set
    stays set for all pages of a phone, so who sets it takes a new one."""
    page = page_of(context, complaints, width, height)
    try:
        yield page
    finally:
        page.evaluate("location.origin === 'null' || localStorage.clear()")
        page.close()
        context.clear_cookies()


def press_button(screen: Page, name: str) -> None:
    """Press a button, once the answer to the last command has come: until then the page takes no other."""
    expect(screen.locator("#app")).not_to_have_attribute("aria-busy", "true")
    screen.get_by_role("button", name=name).first.click()


def go_to(screen: Page, view: str) -> None:
    """Take the menu's way to a view."""
    screen.get_by_role("button", name="Menu", exact=True).click()
    screen.get_by_role("link", name=view, exact=True).click()
