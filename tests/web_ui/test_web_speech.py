"""The table speaks: a phone reads aloud what happens, in the language of its page, where somebody likes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from common.message import Message
from tests.web_ui.browser import open_sheet, phone
from tests.web_ui.fake_table import SmallTable, lobby, playing

VOICE = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (given) => { window.spoken.push([given.lang, given.text]); setTimeout(() => given.onend?.()); },
  cancel: () => { window.spoken.push(["", "cancel"]); },
} });
"""
"""A voice that writes down what it says: a browser in a test has none."""


@pytest.fixture
def voiced(chrome: Browser, address: str) -> Iterator[Page]:
    """A phone with such a voice."""
    complaints: list[str] = []
    opened = phone(chrome, complaints)
    opened.add_init_script(VOICE)
    opened.goto(address)
    expect(opened.get_by_role("heading", name="Welcome to the table")).to_be_visible()
    yield opened
    opened.context.close()
    assert complaints == []


def said(page: Page) -> list[str]:
    return [text for _, text in page.evaluate("window.spoken")]


def wait_for(page: Page, words: str) -> None:
    page.wait_for_function("words => window.spoken.some(([, text]) => text.includes(words))", arg=words)


def test_nothing_is_read_aloud_until_somebody_likes_it(voiced: Page, table_api: SmallTable) -> None:
    table_api.show(playing())
    expect(voiced.get_by_role("heading", name="Your turn")).to_be_visible()
    assert said(voiced) == []
    sheet = open_sheet(voiced)
    sheet.get_by_role("button", name="Read aloud what happens").click()
    wait_for(voiced, "This phone now reads aloud what happens.")
    assert voiced.evaluate("window.spoken[0][0]") == "en"


def test_the_turn_the_win_and_what_is_wrong_are_read_aloud_once(voiced: Page, table_api: SmallTable) -> None:
    voiced.evaluate("localStorage.setItem('thera-speech', 'on')")
    table_api.show(lobby())
    table_api.show(playing())
    wait_for(voiced, "Your turn: move")
    shown = playing()
    told = Message("board.unsure", (("squares", "c3"),))
    table_api.show(replace(shown, board=replace(shown.board, message=told)))
    table_api.show(replace(shown, board=replace(shown.board, message=told, lifted=None)))
    voiced.wait_for_function("() => window.spoken.length >= 2")
    assert len([text for text in said(voiced) if "Your turn: move" in text]) == 1
    assert len(said(voiced)) == 2


def test_who_switches_it_off_hears_nothing_more(voiced: Page, table_api: SmallTable) -> None:
    voiced.evaluate("localStorage.setItem('thera-speech', 'on')")
    table_api.show(playing())
    wait_for(voiced, "Your turn: move")
    open_sheet(voiced).get_by_role("button", name="Read aloud what happens").click()
    assert said(voiced)[-1] == "cancel"
    count = len(said(voiced))
    voiced.go_back()
    table_api.show(replace(playing(), can_undo=False))
    expect(voiced.get_by_role("button", name="Undo")).to_have_count(0)
    assert len(said(voiced)) == count


def test_a_browser_without_a_voice_offers_none(chrome: Browser, address: str, table_api: SmallTable) -> None:
    opened = phone(chrome, [])
    opened.add_init_script("delete window.speechSynthesis; delete window.SpeechSynthesisUtterance;")
    opened.goto(address)
    table_api.show(playing())
    sheet = open_sheet(opened)
    expect(sheet.get_by_role("button", name="Sound and vibration")).to_be_visible()
    expect(sheet.get_by_role("button", name="Read aloud what happens")).to_have_count(0)
    opened.context.close()
