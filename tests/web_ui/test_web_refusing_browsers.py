"""Browsers that refuse the page something: what can be done without it is done, and what cannot is said."""

from __future__ import annotations

import urllib.request

import pytest
from playwright.sync_api import Browser, Page, expect

from table.session.seating import ClaimSeat
from tests.web_ui.browser import closing_phones, new_phone
from tests.web_ui.fake_table import SmallTable, lobby, playing
from web_ui.languages import page_texts

TEXTS = {**page_texts("en"), **page_texts("en", "network")}
DENIED = "get() { throw new DOMException('denied', 'SecurityError'); }"
REFUSALS = {
    "storage and cookies": f"""
        Object.defineProperty(window, 'localStorage', {{ {DENIED} }});
        Object.defineProperty(window, 'sessionStorage', {{ {DENIED} }});
        Object.defineProperty(navigator, 'cookieEnabled', {{ value: false }});
        window.BroadcastChannel = class {{ constructor() {{ throw new DOMException('denied', 'SecurityError'); }} }};
    """,
    "a storage that is not there": "Object.defineProperty(window, 'localStorage', { value: null });",
    "a full storage": """
        Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    """,
    "what is new": """
        delete window.BroadcastChannel;
        delete window.AudioContext;
        Object.defineProperty(navigator, 'wakeLock', { value: undefined });
        Object.defineProperty(navigator, 'vibrate', { value: undefined });
    """,
}

pytestmark = pytest.mark.browser


def page_without(chrome: Browser, refusal: str) -> Page:
    """A page of a new phone whose browser refuses something."""
    page = new_phone(chrome).new_page()
    page.add_init_script(refusal)
    return page


@pytest.mark.parametrize("refused", REFUSALS)
@pytest.mark.parametrize("path", ["/", "/board"])
def test_the_page_works_without(chrome: Browser, address: str, table_api: SmallTable, refused: str, path: str) -> None:
    table_api.show(lobby())
    with closing_phones(chrome):
        page = page_without(chrome, REFUSALS[refused])
        page.goto(f"{address}{path}")
        field = page.get_by_label(TEXTS["lobby.name"])
        field.fill("Ann")
        if refused == "storage and cookies":
            expect(page.get_by_text(TEXTS["lobby.no_cookies"])).to_be_visible()
            field.press("Enter")
            page.get_by_role("button", name=TEXTS["lobby.sit"]).first.click()
            assert table_api.asked == []
        else:
            with page.expect_response("**/command"):
                field.press("Enter")
            assert isinstance(table_api.asked[0][1], ClaimSeat)
        page.get_by_role("button", name=TEXTS["menu.title"]).click()
        table_api.show(playing())
        expect(page.locator(".play")).to_be_visible()
        expect(page.locator(".failed")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/board"])
def test_a_browser_without_scripts_says_what_is_missing(chrome: Browser, address: str, path: str) -> None:
    """A document that is only parsed runs no scripts: then all within ``noscript`` belongs to it."""
    with urllib.request.urlopen(f"{address}{path}") as answer:  # noqa: S310 - our own http address
        html = answer.read().decode()
    with closing_phones(chrome):
        page = new_phone(chrome).new_page()
        found = page.evaluate(
            "html => new DOMParser().parseFromString(html, 'text/html').querySelector('body > noscript > p').innerText",
            html,
        )
        assert found == TEXTS["page.no_scripts"]


@pytest.mark.parametrize("lost", ["phone.js", "stored.js"])
def test_a_script_that_cannot_be_loaded_is_said_with_where_to_report_it(
    chrome: Browser, address: str, lost: str
) -> None:
    with closing_phones(chrome):
        page = new_phone(chrome).new_page()
        page.route(f"**/js/{lost}", lambda route: route.abort())
        page.goto(address)
        line = page.locator(".failed")
        expect(line).to_contain_text("Something on this page does not work")
        expect(line).to_contain_text(TEXTS["page.report_to_giver"])


def test_a_fault_is_said_once_and_the_page_goes_on(chrome: Browser, address: str, table_api: SmallTable) -> None:
    table_api.show(playing())
    with closing_phones(chrome):
        page = new_phone(chrome).new_page()
        page.goto(address)
        expect(page.locator(".play")).to_be_visible()
        page.evaluate("setTimeout(() => { throw new Error('planted'); })")
        expect(page.locator(".failed")).to_contain_text("planted")
        page.evaluate("Promise.reject(new Error('another')) && null")
        table_api.show(lobby())
        expect(page.get_by_text(TEXTS["lobby.name"]).first).to_be_visible()
        expect(page.locator(".failed")).to_have_count(1)
