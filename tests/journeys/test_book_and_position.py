"""Somebody who only watches looks up the judge's book, sets up a position, and follows a reason to its paragraph."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.engine.cases import line
from tests.journeys.players import PATIENCE, Room
from tests.web_ui.browser import go_to

LIMUS = line("apollo:b2,e5", "limus:c4,a5", "c3:1 b3:2 d2:4 d4:1")


def test_the_book_is_searched_and_a_position_is_asked_about(room: Room) -> None:
    eve = room.phone("Eve")
    page = eve.page
    go_to(page, "Judge's book")
    search = page.get_by_role("searchbox")
    search.fill("youngest")
    expect(page.get_by_role("link", name="G15 Who starts")).to_be_visible(timeout=PATIENCE)
    eve.picture("book-search")
    search.fill("limus")
    page.get_by_role("link", name="Limus", exact=True).first.click()
    expect(page.get_by_role("heading", name="Limus 23")).to_be_visible(timeout=PATIENCE)
    eve.picture("book-power")
    search.fill("limus zeus")
    expect(page.get_by_role("heading", name="Limus and Zeus")).to_be_visible(timeout=PATIENCE)
    eve.picture("book-pair")

    page.locator("#app").get_by_role("link", name="Set up a position").click()
    page.get_by_label("Paste a line here").fill(f"{LIMUS} b2-a3")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.get_by_text("Done in this turn: b2-a3")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("combobox", name="Players").evaluate("each => each.scrollIntoView()")
    eve.picture("position")
    tap = page.locator(".position-board [data-square=a3]"), page.locator(".position-board [data-square=b3]")
    for square in tap:
        square.click()
        expect(page.locator(".judgement p").first).to_be_visible(timeout=PATIENCE)
    answer = page.locator(".judgement")
    expect(answer).to_contain_text("(Limus)", timeout=PATIENCE)
    page.locator(".position-board").evaluate("each => each.scrollIntoView()")
    eve.picture("position-asked")
    answer.get_by_role("link", name="23", exact=True).click()
    expect(page.get_by_role("heading", name="Limus 23")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Rulings, number 23")).to_be_attached()
    page.get_by_text("Rulings, number 23").evaluate("each => each.scrollIntoView()")
    eve.picture("book-why")


def test_what_stands_on_the_board_is_asked_about_without_a_game(room: Room) -> None:
    eve = room.phone("Eve")
    board = room.board(of=eve)
    for worker, on in (("blue-1", "b2"), ("blue-2", "e5"), ("orange-1", "c4"), ("orange-2", "a5")):
        board.carry(worker, on)
    go_to(eve.page, "Judge's book")
    eve.page.locator("#app").get_by_role("link", name="Set up a position").click()
    eve.press("Take from the board")
    line_shown = eve.page.get_by_role("textbox", name="As a line")
    expect(line_shown).to_have_value(line("mortal:b2,e5", "mortal:c4,a5"), timeout=PATIENCE)
    eve.page.locator(".position-board [data-square=b2]").click()
    expect(eve.page.locator(".judgement")).to_contain_text("This is possible: (Blue)", timeout=PATIENCE)
    board.put_away("orange-2")
    eve.press("Take from the board")
    expect(line_shown).to_have_value(line("mortal:b2,e5", "mortal:c4"), timeout=PATIENCE)
    eve.picture("position-board")
