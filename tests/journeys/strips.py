"""The strips of pictures of how to play: a first evening of four with the time under each picture, a whole turn on the
card, the win on both phones, the board in both colours, the virtual board on screens of four sizes, and the longest
texts in four languages: ``make pictures``."""

from __future__ import annotations

import tempfile
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.pictures import PICTURES, save_small
from tests.journeys.players import PATIENCE, Phone, Room, room_with, sits_down_again
from tests.journeys.players import PICTURES as TAKEN
from tests.journeys.started_table import table_started
from tests.journeys.test_alone_at_the_virtual_board import LAST, PLACED, TURNS
from tests.journeys.test_four_languages import LANGUAGES
from tests.web_ui.browser import chromium

WIDTH, HEIGHT = 390, 844
"""The phones, in pixels."""
SMALL = (320, 640)
SCREENS = ((390, 844), (768, 1024), (740, 360), (1280, 800))
FAMILY = ("Anna", "Bert", "Cleo", "Dirk")
TAP, KEY = 1500, 250
"""How long people take in ms: to find what is to be pressed, and to type a character."""
SETTLED = 900
"""After so many ms nothing moves on the page any more."""
PAGE = """<body style="margin: 0; padding: 8px; width: max-content; background: #fff; color: #14263d;
    font: 15px 'DejaVu Sans', sans-serif"><div style="display: flex; align-items: end; gap: 12px">{}</div>"""
FIGURE = """<figure style="margin: 0; text-align: center"><img style="display: block; height: {}px; margin-bottom: 4px;
    border: 1px solid #b9b4a2; border-radius: 8px" src="data:image/png;base64,{}">{}</figure>"""


@dataclass
class Strip:
    """Pictures beside each other, each with a line under it."""

    height: int
    pictures: list[tuple[bytes, str]] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def look(self, page: Page, line: str) -> None:
        """Add what a page shows."""
        page.wait_for_timeout(SETTLED)
        self.pictures.append((page.screenshot(), line))

    def look_now(self, page: Page, line: str) -> None:
        """The same with the time since the first page was opened."""
        seconds = round(time.monotonic() - self.began)
        self.look(page, f"{seconds // 60}:{seconds % 60:02} {line}")

    def save(self, browser: Browser, name: str) -> None:
        """Write the strip with few colours."""
        figures = [FIGURE.format(self.height, b64encode(shown).decode("ascii"), line) for shown, line in self.pictures]
        page = browser.new_page(viewport={"width": 3000, "height": self.height + 60})
        page.set_content(PAGE.format("".join(figures)))
        shown = page.locator("body").screenshot(scale="css")
        page.close()
        save_small(shown, PICTURES / f"{name}.png")


@contextmanager
def fresh_room(browser: Browser) -> Iterator[Room]:
    """A room with a fresh table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        table_started(Path(folder)) as address,
        room_with(browser, address) as room,
    ):
        yield room


def sits(who: Phone, host: Phone) -> None:
    """Type a name as fast as people do, and be let in by whoever sat down first."""
    name = who.page.get_by_label("Your name")
    who.page.wait_for_timeout(TAP)
    name.click(timeout=PATIENCE)
    name.press_sequentially(who.name, delay=KEY)
    name.press("Enter")
    asking = who.app.get_by_text("Take your seat")
    expect(who.stands_up.or_(asking)).to_be_visible(timeout=PATIENCE)
    if asking.is_visible():
        taps(host, host.app.get_by_role("button", name="Let in"))
    expect(who.stands_up).to_be_visible(timeout=PATIENCE)


def taps(who: Phone, button: Locator) -> None:
    """Press something as fast as people do."""
    who.answered()
    who.page.wait_for_timeout(TAP)
    button.click(timeout=PATIENCE)


def evening(browser: Browser) -> None:
    """Four who have never been here, up to the first turn."""
    with fresh_room(browser) as room:
        strip = Strip(520)
        phones = [room.phone(name, WIDTH, HEIGHT) for name in FAMILY]
        anna, bert = phones[:2]
        strip.look_now(anna.page, "Anna opens the page")
        for who in phones:
            sits(who, anna)
        strip.look_now(anna.page, "all have sat down")
        taps(anna, anna.start)
        anna.sees("Who goes first?")
        strip.look_now(bert.page, "Bert's god and the others'")
        taps(anna, anna.app.locator(".starters .choices button").first)
        expect(anna.square("b2", "you can place")).to_be_visible(timeout=PATIENCE)
        strip.look_now(anna.page, "Anna places workers")
        for who, squares in ((anna, ("b2", "d4")), (bert, ("b4", "d2"))):
            for name in squares:
                taps(who, who.square(name, "you can place"))
            taps(who, who.app.get_by_role("button", name="Confirm turn"))
        cleo = phones[2]
        expect(cleo.page.locator(".banner.own")).to_be_visible(timeout=PATIENCE)
        strip.look_now(cleo.page, "the first turn")
        strip.save(browser, "strip_evening")


def two_sit(room: Room) -> tuple[Phone, Phone]:
    """Two without gods have placed their workers, with a phone each."""
    ann, bo = room.phone("Ann", WIDTH, HEIGHT), room.phone("Bo", WIDTH, HEIGHT)
    board = room.board()
    for who in (ann, bo):
        who.wants_a_seat()
        if who is bo:
            board.lets_in(bo)
        expect(who.stands_up).to_be_visible(timeout=PATIENCE)
    board.pieces_follow()
    ann.begins("Just play")
    for who, squares in zip((ann, bo), PLACED, strict=True):
        for name in squares:
            who.tap(name, "you can place")
        who.confirm()
    return ann, bo


def turn_and_win(browser: Browser) -> None:
    """A whole turn on the card; the end on the phone of the winner and on that of the loser."""
    with fresh_room(browser) as room:
        ann, bo = two_sit(room)
        strip = Strip(480)
        for number, turn in enumerate(TURNS):
            start, to, on = turn.split()
            who = (ann, bo)[number % 2]
            shown = number == len(TURNS) - 2
            if shown:
                expect(who.square(start, "worker")).to_be_visible(timeout=PATIENCE)
                strip.look(who.page, "choose a worker")
            who.tap(start, "worker")
            if shown:
                strip.look(who.page, "where it may go")
            who.tap(to, "you can move")
            expect(who.square(on, "you can build")).to_be_visible(timeout=PATIENCE)
            if shown:
                strip.look(who.page, "where it may build")
            who.tap(on, "you can build")
            expect(who.app.get_by_role("button", name="Confirm turn")).to_be_visible(timeout=PATIENCE)
            if shown:
                strip.look(who.page, "confirm")
                strip.look(bo.page, "Bo's phone meanwhile")
            who.confirm()
        strip.save(browser, "strip_turn")
        wins(browser, ann, bo)


def wins(browser: Browser, ann: Phone, bo: Phone) -> None:
    """The last turn, and then the board in both colours."""
    end, themes = Strip(480), Strip(420)
    ann.tap(LAST[0], "you can choose this worker")
    expect(ann.page.locator(".board .laurel")).to_be_visible(timeout=PATIENCE)
    end.look(ann.page, "a wreath: this wins")
    themes.look(ann.page, "light")
    ann.page.emulate_media(color_scheme="dark")
    themes.look(ann.page, "dark")
    ann.page.emulate_media(color_scheme="light")
    themes.save(browser, "strip_themes")
    ann.tap(LAST[1], "you can move")
    ann.confirm()
    for who, line in ((ann, "who has won"), (bo, "who has lost")):
        expect(who.app.get_by_role("button", name="Rematch")).to_be_visible(timeout=PATIENCE)
        end.look(who.page, line)
    end.save(browser, "strip_win")


def screens(browser: Browser) -> None:
    """The virtual board on screens of four sizes, in one turn."""
    with fresh_room(browser) as room:
        me = room.phone("Ann", WIDTH, HEIGHT, "/board")
        for seats in (1, 2):
            sits_down_again(me, seats)
        me.begins("Just play")
        for squares in PLACED:
            for name in squares:
                me.tap(name, "you can place")
            me.confirm()
        for turn in TURNS[:-1]:
            start, to, on = turn.split()
            me.tap(start, "worker")
            me.tap(to, "you can move")
            me.tap(on, "you can build")
            me.confirm()
        start, to, _ = TURNS[-1].split()
        me.tap(start, "worker")
        me.tap(to, "you can move")
        strip = Strip(400)
        for width, height in SCREENS:
            me.page.set_viewport_size({"width": width, "height": height})
            strip.look(me.page, f"{width} x {height}")
        strip.save(browser, "strip_screens")


def languages(browser: Browser) -> None:
    """What a phone of 320 pixels asks of somebody who comes in, in each language."""
    with fresh_room(browser) as room:
        host, strip = room.phone("Anna", WIDTH, HEIGHT), Strip(400)
        host.wants_a_seat()
        who = room.phone("Bert", *SMALL)
        for language in LANGUAGES:
            who.page.goto(f"{room.address}/?preview={language}")
            who.page.locator("#player-name").fill(who.name)
            who.page.locator("#player-name").press("Enter")
            expect(who.page.locator(".claim h3")).to_be_visible(timeout=PATIENCE)
            strip.look(who.page, language)
            who.answered()
            who.page.locator(".claim > button").click(timeout=PATIENCE)
            expect(who.page.locator(".claim h3")).to_have_count(0, timeout=PATIENCE)
        strip.save(browser, "strip_languages")


PLACES = ("lobby", "draft", "reason", "help")


def places(browser: Browser) -> None:
    """Places with much text in each language, from the pictures of the journey through them."""
    for place in PLACES:
        strip = Strip(400)
        strip.pictures += [
            ((TAKEN / f"languages-{place}-{SMALL[0]}-{language}.png").read_bytes(), language) for language in LANGUAGES
        ]
        strip.save(browser, f"strip_languages_{place}")


def main() -> None:
    """Take them all."""
    with chromium() as browser:
        evening(browser)
        turn_and_win(browser)
        screens(browser)
        languages(browser)
        places(browser)


if __name__ == "__main__":
    main()
