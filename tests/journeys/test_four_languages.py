"""The longest texts of each language where there is least room for them: nothing is cut off, and nothing wider than its
box, on a narrow phone and on a usual one."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.players import PATIENCE, PICTURES, Phone, Room, sits_down_again
from tests.journeys.test_alone_at_the_virtual_board import PLACED
from tests.web_ui.layout import unreadable

LANGUAGES = ("en", "nl", "fr", "pl")
WIDTHS = ((320, 640), (390, 844))
PLAYERS = 4
FAR = "a5"
"""No worker of the first turn reaches it."""


@dataclass
class Look:
    """Looks at the places of a phone in every language and width, and keeps a picture of each."""

    me: Phone
    address: str
    faults: list[str] = field(default_factory=list)

    def at(self, place: str, seen: str, hash_: str = "", first: str = "") -> None:
        """Look at a place: the page with this part of the address, where first something may be pressed."""
        page = self.me.page
        for language in LANGUAGES:
            page.goto(f"{self.address}/?preview={language}{hash_}")
            expect(page.locator("html")).to_have_attribute("lang", language)
            if first:
                page.locator(first).first.click(timeout=PATIENCE)
            shown = page.locator(seen)
            expect(shown.first).to_be_visible(timeout=PATIENCE)
            for width, height in WIDTHS:
                page.set_viewport_size({"width": width, "height": height})
                self._keep(page, shown, f"{place}-{width}-{language}")
        page.set_viewport_size({"width": WIDTHS[-1][0], "height": WIDTHS[-1][1]})
        page.goto(f"{self.address}/?preview=en")
        expect(page.locator("#app > .banner")).to_be_visible(timeout=PATIENCE)

    def _keep(self, page: Page, shown: Locator, name: str) -> None:
        if not page.locator("#app > .thumb").count():
            shown.first.scroll_into_view_if_needed()
        PICTURES.mkdir(exist_ok=True)
        page.screenshot(path=PICTURES / f"languages-{name}.png", timeout=2 * PATIENCE)
        self.faults += [f"{name}: {fault}" for fault in unreadable(page)]


def all_sit_down(me: Phone) -> None:
    """All seats are of one phone, which is the host's."""
    for seats in range(1, PLAYERS + 1):
        sits_down_again(me, seats)


def they_begin(me: Phone) -> None:
    """With the gods that the table deals, up to the first turn."""
    me.begins("A simple god each")
    me.sees("Who goes first?")
    me.app.locator(".starters .choices button").first.click(timeout=PATIENCE)
    for squares in PLACED:
        for name in squares:
            me.tap(name, "you can place")
        me.confirm()
    expect(me.square(PLACED[0][0], "you can choose this worker")).to_be_visible(timeout=PATIENCE)


@pytest.mark.timeout(600)
def test_the_longest_texts_have_room_in_every_language(room: Room) -> None:
    me = room.phone("Bartholomew", *WIDTHS[-1], path="/board")
    all_sit_down(me)
    look = Look(me, room.address)
    look.at("lobby", ".tiles")
    look.at("options", ".option-card", "#options")
    me.begins("Choose gods")
    look.at("draft", ".cards .offer")
    look.at("card", "dialog[open] h2", first=".offer .power")
    me.press("Back to the lobby")
    they_begin(me)
    me.square(PLACED[0][0], "you can choose this worker").click(timeout=PATIENCE)
    look.at("turn", ".board")
    look.at("reason", ".bubble[data-at]", first=f'.play [data-square="{FAR}"]')
    look.at("more", "dialog[open] .ways", first=".thumb .more")
    look.at("players", "dialog[open] .players", "#players")
    look.at("help", "dialog[open] .lights, dialog[open] h3", "#help")
    look.at("judge", "dialog[open] h2", "#judge")
    look.at("settings", ".settings", "#settings")
    assert not look.faults, "\n".join(look.faults)
