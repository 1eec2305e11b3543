"""The judge's book on the phone: found by names and words, and reached from the menu, a card, and a reason."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from common.message import Message
from engine.setup import Profile
from engine.squares import square
from table.session.snapshot import LogLine
from table.settings.options import GameOptions
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import go_to, open_sheet
from tests.web_ui.fake_table import NOTHING_DARK, SmallTable, happened, lobby, playing
from tests.web_ui.layout import in_each_language
from web_ui.forms.reference_forms import sections
from web_ui.languages import catalogue, offered


@pytest.fixture
def book(screen: Page) -> Page:
    go_to(screen, "Judge's book")
    expect(screen.get_by_role("heading", name="Judge's book")).to_be_visible()
    return screen


def seek(book: Page, words: str) -> None:
    book.get_by_role("searchbox").fill(words)


def test_two_names_lead_to_what_happens_between_the_two(book: Page) -> None:
    seek(book, "limus jason")
    expect(book.get_by_role("heading", name="Limus and Jason")).to_be_visible()
    seek(book, "hades pan")
    expect(book.get_by_text("The rulebook advises against playing the two")).to_be_visible()


def test_one_name_or_any_words_lead_to_the_sections_that_have_them(book: Page) -> None:
    seek(book, "perse")
    book.get_by_role("link", name="Persephone", exact=True).first.click()
    expect(book.get_by_role("heading", name="Persephone 26")).to_be_visible()
    seek(book, "youngest")
    book.get_by_role("link", name="G15 Who starts").click()
    expect(book.get_by_role("cell", name="the oldest; this player also sets the Ram")).to_be_visible()
    seek(book, "zzz")
    expect(book.get_by_role("status").filter(has_text="Nothing in the book")).to_be_visible()


@pytest.mark.parametrize(("typed", "named"), [("promethius", "Prometheus"), ("athina", "Athena")])
def test_a_god_is_found_under_a_misspelt_name(book: Page, typed: str, named: str) -> None:
    seek(book, typed)
    found = book.get_by_role("region", name="What was found")
    expect(found.get_by_role("link").first).to_have_accessible_name(named)


def test_words_that_are_on_cards_and_whole_questions_are_found(book: Page) -> None:
    hits = book.locator(".hits > li")
    seek(book, "swap")
    expect(hits.filter(has_text="With nobody next to you, swap with them.")).to_have_count(1)
    seek(book, "can I build under myself")
    expect(hits.first).to_contain_text("Zeus")
    expect(hits.first).to_contain_text("Build under your own feet.")


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("nl", "mag ik onder mezelf bouwen"),
        ("fr", "puis-je construire sous moi"),
        ("pl", "czy moge budowac pod soba stopami"),
    ],
)
def test_a_question_is_asked_in_the_phones_language(screen: Page, language: str, question: str) -> None:
    screen.goto(f"{screen.url.partition('#')[0]}?preview={language}#book")
    screen.get_by_role("searchbox").fill(question)
    expect(screen.locator(".hits > li").filter(has_text="Zeus").first).to_be_visible()


def test_an_open_question_says_what_this_table_plays(book: Page, table_api: SmallTable) -> None:
    rules = Profile(rulings=replace(Profile().rulings, ram_blocks=False))
    table_api.show(replace(lobby(), options=GameOptions(rules=rules)))
    seek(book, "open-34")
    book.get_by_role("link", name="OPEN-34 The Ram").click()
    expect(book.locator(".played")).to_contain_text("This table plays: No. Default: Yes.")


def test_a_dark_squares_reason_leads_to_its_paragraphs(screen: Page, table_api: SmallTable) -> None:
    dark = list(NOTHING_DARK)
    dark[square("d4")] = Message("no_legal_finish_by", (("causes", "limus (orange),ram"),))
    table_api.show(replace(playing(), dark=tuple(dark)))
    screen.locator("[data-square=d4]").click()
    screen.get_by_role("link", name="Why?").click()
    for heading in ("G4 What is legal, and who loses", "Limus 23", "OPEN-34 The Ram's space"):
        expect(screen.get_by_role("heading", name=heading)).to_be_visible()
    screen.go_back()
    expect(screen.locator(".board")).to_be_visible()


def test_why_leads_to_the_ruling_itself_which_is_marked(screen: Page, table_api: SmallTable) -> None:
    dark = list(NOTHING_DARK)
    dark[square("d4")] = Message("hermes.level", (("square", "d4"),))
    table_api.show(replace(playing(), dark=tuple(dark)))
    for _ in range(2):  # the second time the book is here already
        screen.locator("[data-square=d4]").click()
        screen.get_by_role("link", name="Why?").click()
        ruling = screen.locator(".book .marked")
        expect(ruling).to_contain_text("one of level moves only")
        expect(ruling).to_have_attribute("aria-current", "true")
        expect(ruling).to_be_in_viewport()
        screen.go_back()


def test_a_reason_within_a_reason_leads_to_its_paragraph_too(screen: Page, table_api: SmallTable) -> None:
    dark = list(NOTHING_DARK)
    landing = (("holder", "orange"), ("reason", "hades.no_descent"), ("square", "d1"), ("to", "d1"))
    dark[square("d4")] = Message("hop.barred", landing)
    table_api.show(replace(playing(), dark=tuple(dark)))
    screen.locator("[data-square=d4]").click()
    expect(screen.get_by_text("carries the worker on to d1: because of Hades (Bo)")).to_be_visible()
    screen.get_by_role("link", name="Why?").click()
    for heading in ("Charybdis 32", "Hades 37"):
        expect(screen.get_by_role("heading", name=heading)).to_be_visible()


def test_a_line_of_the_log_that_denies_a_win_leads_to_its_paragraph(screen: Page, table_api: SmallTable) -> None:
    denied = (("holder", "orange"), ("reason", "hera.denies_win"), ("seat", "blue"), ("square", "a3"))
    lines = (happened("turn_began", (("seat", "blue"),)), happened("win_denied", denied))
    table_api.show(replace(playing(), log=tuple(LogLine(number, each) for number, each in enumerate(lines, start=1))))
    log = open_sheet(screen, "Log")
    expect(log.get_by_role("link")).to_have_count(1)
    log.get_by_role("link", name="Why?").click()
    expect(screen.get_by_role("heading", name="Hera 20")).to_be_visible()


def test_a_card_leads_to_its_page(screen: Page) -> None:
    screen.goto(screen.url.partition("#")[0] + "#powers/limus")
    screen.get_by_role("dialog").get_by_role("link", name="In the judge's book").click()
    expect(screen.get_by_role("heading", name="Limus 23")).to_be_visible()
    expect(screen.get_by_role("dialog")).to_have_count(0)


@in_each_language
def test_the_book_is_readable_in_each_language(screen: Page, language: str) -> None:
    base = screen.url.partition("#")[0]
    texts = {**catalogue(language), **catalogue(language, "book")}
    for path in ("", "/G13", "/chaos", "/clio/jason", "/OPEN-33"):
        screen.goto(f"{base}?preview={language}#book{path}")
        expect(screen.get_by_role("heading", name=texts["book.title"])).to_be_visible()
        wide = screen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, path
        assert "book." not in screen.locator("#app").inner_text()
        assert not re.search(r"\b[A-Z0-9-]+\.[0-9a-f]{6}\b", screen.locator("#app").inner_text()), path
    assert violations(screen) == []


@pytest.mark.parametrize("language", offered())
def test_a_ruling_is_read_in_the_phones_language(screen: Page, language: str) -> None:
    told = catalogue(language, "rulings")
    section = next(section for section in sections() if section.number == "G15")
    words = re.search(r"\w[\w' ]{8,}", told[section.blocks[1].texts[0]])
    assert words
    screen.goto(f"{screen.url.partition('#')[0]}?preview={language}#book")
    screen.get_by_role("searchbox").fill(words[0])
    screen.locator(".hits").get_by_role("link", name=f"G15 {told[section.title]}").click()
    expect(screen.get_by_text(words[0]).first).to_be_visible()
