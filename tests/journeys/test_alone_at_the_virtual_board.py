"""Somebody alone plays a whole game at a table whose board is on the screen: by taps on a phone, by dragging with
a mouse, or with the keyboard. The pieces follow by themselves."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Protocol

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.players import PATIENCE, Room, look_at
from tests.web_ui.board_page import open_bench

PLACED = (("b1", "e1"), ("d4", "e5"))
TURNS = ("b1 b2 b3", "d4 d3 c3", "b2 b3 c3", "d3 d2 c2", "b3 c3 c2", "d2 d3 c2")
"""Each turn: a worker, where it goes, and where it builds. Two who help each other need no fewer turns for a win."""
LAST = ("c3", "c2")
WORKER = re.compile("your worker|worker of")


class Way(Protocol):
    """A way to play on the page."""

    def press(self, button: Locator) -> None:
        """Press a button, or follow a link."""

    def place(self, to: str) -> None:
        """Place the next worker."""

    def move(self, start: str, to: str) -> None:
        """Move a worker, and wait until it stands there."""

    def build(self, on: str) -> None:
        """Build a block."""


@dataclass
class Presses(ABC):
    """A way that presses one square after the other."""

    page: Page

    @abstractmethod
    def press(self, button: Locator) -> None:
        """Press a button, or follow a link."""

    def place(self, to: str) -> None:
        self.press(lit(self.page, to))

    def move(self, start: str, to: str) -> None:
        self.press(movable(self.page, start))
        self.press(lit(self.page, to))
        stands_on(self.page, to)

    def build(self, on: str) -> None:
        self.press(lit(self.page, on))


@dataclass
class Taps(Presses):
    """A finger that taps; ``count`` is how often it has."""

    count: int = 0

    def press(self, button: Locator) -> None:
        button.tap(timeout=PATIENCE)
        self.count += 1


@dataclass
class Keys(Presses):
    """A keyboard."""

    def press(self, button: Locator) -> None:
        expect(button).to_be_enabled(timeout=PATIENCE)
        button.press("Enter", timeout=PATIENCE)


@dataclass
class Drags:
    """A mouse that drags workers, and blocks out of the supply."""

    page: Page
    supply: dict[str, str] = field(default_factory=lambda: {"worker": "worker of", "block": "Block"})

    def press(self, button: Locator) -> None:
        button.click(timeout=PATIENCE)

    def place(self, to: str) -> None:
        self._drag(self._supplied("worker"), lit(self.page, to))

    def move(self, start: str, to: str) -> None:
        self._drag(movable(self.page, start), square(self.page, to))
        stands_on(self.page, to)

    def build(self, on: str) -> None:
        self._drag(self._supplied("block"), lit(self.page, on))

    def _supplied(self, piece: str) -> Locator:
        supply = self.page.get_by_role("group", name="Supply")
        return supply.get_by_role("button", name=self.supply[piece])

    def _drag(self, thing: Locator, to: Locator) -> None:
        expect(thing).to_be_enabled(timeout=PATIENCE)
        self.page.mouse.move(*middle(thing))
        self.page.mouse.down()
        self.page.mouse.move(*middle(to), steps=6)
        self.page.mouse.up()


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("table", name="Board", exact=True).get_by_role("button", name=re.compile(f"^{name}, "))


def lit(page: Page, name: str) -> Locator:
    """A square, as soon as something may be done there."""
    found = square(page, name)
    expect(found).to_have_accessible_name(re.compile("you can"), timeout=PATIENCE)
    return found


def movable(page: Page, name: str) -> Locator:
    """The square of a worker, as soon as that may be moved: not while the pieces on the board still follow the game."""
    found = square(page, name)
    expect(found).to_have_accessible_name(re.compile("you can|chosen"), timeout=PATIENCE)
    return found


def stands_on(page: Page, name: str) -> None:
    """Wait until the page shows a worker there: until then it is still on its way, and the page takes no other tap."""
    expect(square(page, name)).to_have_accessible_name(WORKER, timeout=PATIENCE)


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def sits_down_twice(page: Page, way: Way) -> None:
    """From a fresh table's page to the board on the screen, and there to both seats."""
    way.press(page.get_by_role("link", name="The board", exact=True))
    for seats in (1, 2):
        way.press(page.get_by_role("button", name="Sit here").first)
        if seats == 2:
            way.press(page.get_by_role("button", name="Play both"))
        expect(page.get_by_role("button", name="Stand up")).to_have_count(seats, timeout=PATIENCE)


def begins(page: Page, way: Way) -> None:
    """A game without gods."""
    way.press(page.get_by_role("button", name="Just play"))
    way.press(page.get_by_role("button", name=re.compile("^Start: no gods")))


def places(page: Page, way: Way) -> None:
    """All workers are placed."""
    for squares in PLACED:
        for name in squares:
            way.place(name)
            stands_on(page, name)
        way.press(page.get_by_role("button", name="Confirm turn"))


def plays(page: Page, way: Way) -> None:
    """A whole game, as short as it can be, and nothing to put right in it."""
    places(page, way)
    nearly_wins(page, way)
    wins(page, way)


def nearly_wins(page: Page, way: Way) -> None:
    """All turns but the last."""
    confirm = page.get_by_role("button", name="Confirm turn")
    wrong = page.get_by_role("button", name="Put it right").or_(page.get_by_text("stands on").first)
    for turn in TURNS:
        start, to, on = turn.split()
        expect(confirm).to_have_count(0, timeout=PATIENCE)
        way.move(start, to)
        way.build(on)
        way.press(confirm)
        expect(wrong).to_have_count(0)
    expect(confirm).to_have_count(0, timeout=PATIENCE)


def wins(page: Page, way: Way) -> None:
    """The last turn."""
    way.move(*LAST)
    way.press(page.get_by_role("button", name="Confirm turn"))


def is_won_and_followed(page: Page) -> None:
    """Blue has won, and the pieces on the test bench stand as in the game."""
    expect(page.get_by_role("heading", name=re.compile("win|won", re.IGNORECASE)).first).to_be_visible(timeout=PATIENCE)
    page.evaluate("localStorage.setItem('thera-bench', 'open')")
    page.reload()
    expect(page.locator('svg.bench [data-place="c2"]')).to_have_attribute("aria-label", re.compile("level 3"))
    expect(page.locator('[data-piece="blue-1"]')).to_have_attribute("aria-label", re.compile(", c2$"))


@pytest.mark.timeout(300)
def test_a_whole_game_by_taps_on_a_phone(room: Room) -> None:
    page = room.phone("Ann", 390, 844).page
    taps = Taps(page)
    sits_down_twice(page, taps)
    look_at(page, "virtual-board-lobby")
    begins(page, taps)
    to_the_first_move = taps.count
    plays(page, taps)
    is_won_and_followed(page)
    assert to_the_first_move == 6, "the way there, two seats of one phone, what game, start"
    assert taps.count - to_the_first_move == 6 + 4 * len(TURNS) + 3, (
        "every square once, and a confirmation for each turn"
    )


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (740, 360)])
def test_a_whole_game_by_dragging_with_a_mouse(room: Room, width: int, height: int) -> None:
    page = room.phone("Ann", width, height).page
    drags = Drags(page)
    sits_down_twice(page, drags)
    begins(page, drags)
    expect(page.get_by_role("group", name="Supply")).to_be_visible(timeout=PATIENCE)
    places(page, drags)
    nearly_wins(page, drags)
    look_at(page, f"virtual-board-{width}")
    wins(page, drags)
    is_won_and_followed(page)


@pytest.mark.timeout(300)
def test_a_whole_game_with_the_keyboard(room: Room) -> None:
    page = room.phone("Ann", 768, 1024).page
    keys = Keys(page)
    sits_down_twice(page, keys)
    begins(page, keys)
    plays(page, keys)
    is_won_and_followed(page)


@pytest.mark.timeout(300)
def test_what_hands_displaced_on_the_bench_is_put_right_with_one_button(room: Room) -> None:
    page = room.phone("Ann", 1280, 800).page
    drags = Drags(page)
    sits_down_twice(page, drags)
    begins(page, drags)
    places(page, drags)
    open_bench(page)
    page.mouse.move(*middle(page.locator('[data-piece="blue-1"]')))
    page.mouse.down()
    page.mouse.move(*middle(page.locator('[data-place="a5"]')), steps=8)
    page.mouse.up()
    right = page.get_by_role("button", name="Put it right")
    expect(right).to_be_visible(timeout=PATIENCE)
    look_at(page, "virtual-board-bench")
    right.click(timeout=PATIENCE)
    expect(right).to_have_count(0, timeout=PATIENCE)
    expect(page.locator('[data-piece="blue-1"]')).to_have_attribute("aria-label", re.compile(", b1$"), timeout=PATIENCE)
