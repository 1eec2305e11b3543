"""People at a table, as a test plays them: their phones, and their hands on the virtual board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.web_ui.accessibility import violations
from tests.web_ui.board_page import open_bench
from tests.web_ui.browser import PHONE_HEIGHT, PHONE_WIDTH, page_of, phone
from tests.web_ui.layout import unreadable

PICTURES = Path(__file__).parents[2] / "test-results"
PATIENCE = 30_000
"""Milliseconds: hands on the virtual board move as slowly as people do, and this machine may be busy."""


WAYS = {
    "More": "Give up|Restart turn|Take back the last turn|End this game|Go on as host",
    "See the board": "Same gods|Swap gods|Choose new gods|To the lobby|Play again",
}
"""What is pressed first, by the buttons that are then there."""
NEWEST = """
() => new Promise((resolve) => {
  const stream = new EventSource("stream");
  stream.addEventListener("state", ({ data }) => {
    stream.close();
    resolve(JSON.parse(data).version);
  });
})
"""
"""The version of the table's state now."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A player's phone."""

    app: Locator
    page: Page
    name: str

    @classmethod
    def of(cls, page: Page, name: str) -> Phone:
        """The phone that shows this page."""
        return cls(page.locator("#app"), page, name)

    def sees(self, text: str) -> None:
        expect(self.app.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    def press(self, name: str) -> None:
        """Press a button, wherever it lies: in sight, behind "More", or under the board after the end was looked at."""
        self.answered()
        button = self.app.get_by_role("button", name=name, exact=True)
        way = next((way for way, names in WAYS.items() if re.match(names, name)), None)
        if way is not None:
            first = self.app.get_by_role("button", name=way, exact=True)
            expect(button.or_(first).first).to_be_visible(timeout=PATIENCE)
            if not button.is_visible():
                first.click(timeout=PATIENCE)
        button.click(timeout=PATIENCE)

    def presses_way(self, name: str) -> None:
        """Press one of the ways to a game that a fresh table offers; its button also says in small what it is."""
        self.app.get_by_role("button", name=re.compile(f"^{name}")).click(timeout=PATIENCE)

    def agrees_to_play_again(self) -> None:
        """Agree to another player's wish, and leave the end of the game before."""
        for name in ("Play again", "Go on"):
            self.app.get_by_role("button", name=name, exact=True).click(timeout=PATIENCE)

    def sees_the_board(self) -> None:
        """Put the end of the game away."""
        self.app.get_by_role("button", name="See the board", exact=True).click(timeout=PATIENCE)

    @contextmanager
    def sheet(self, name: str) -> Iterator[Locator]:
        """Look at a sheet, and close it again with the phone's Back."""
        self.answered()
        self.app.get_by_role("button", name="More", exact=True).click(timeout=PATIENCE)
        if name != "More":
            self.app.get_by_role("dialog").get_by_role("button", name=name, exact=True).click(timeout=PATIENCE)
        sheet = self.app.get_by_role("dialog", name=name)
        expect(sheet).to_be_visible(timeout=PATIENCE)
        yield sheet
        self.page.go_back()
        expect(sheet).to_have_count(0, timeout=PATIENCE)

    def follow(self, name: str) -> None:
        """Follow a link."""
        self.answered()
        self.app.get_by_role("link", name=name, exact=True).click(timeout=PATIENCE)

    def wants_a_seat(self) -> None:
        """Press for the first free seat under their name."""
        self.sees_the_newest()
        self.page.get_by_label("Your name").fill(self.name)
        self.press_first("Sit here")

    def sees_the_newest(self) -> None:
        """Wait until the page shows what the table knows now: a seat that another phone has just taken is not free."""
        newest = self.page.evaluate(NEWEST)
        self.page.wait_for_function(
            "newest => Number(document.getElementById('app').dataset.version) >= newest", arg=newest, timeout=PATIENCE
        )

    def asks_for_a_seat(self) -> None:
        """The same, where it has to be shown then that they are at the table."""
        self.wants_a_seat()
        self.sees("Take your seat")

    def sign(self) -> list[str]:
        """The corners that the phone asks to touch, in their order."""
        way = self.app.locator(".ways-in .other-way")
        if way.get_attribute("open", timeout=PATIENCE) is None:
            way.get_by_text("Or touch corners of the board on the screen").click(timeout=PATIENCE)
        return self.corners()

    def corners(self) -> list[str]:
        """The corners that the phone says, where the board is no picture on a screen."""
        told = self.app.get_by_text("touch these corners in order").inner_text()
        return re.findall(r"\b[a-e][1-5]\b", told)

    @property
    def stands_up(self) -> Locator:
        """The button of whoever sits."""
        return self.app.get_by_role("button", name="Stand up")

    def press_first(self, name: str) -> None:
        """Press the first of several buttons of this name."""
        self.answered()
        self.app.get_by_role("button", name=name, exact=True).first.click(timeout=PATIENCE)

    def square(self, name: str, may: str = "") -> Locator:
        return self.app.get_by_role("button", name=re.compile(f"^{name}, .*{may}"))

    def tap(self, name: str, may: str) -> None:
        """Tap a square once the page says that this may be done there."""
        self.answered()
        self.square(name, may).click(timeout=PATIENCE)

    def map_square(self, name: str, may: str = "") -> Locator:
        """A square of the player's secret map, while it is uncovered."""
        board = self.app.get_by_role("table", name="Your secret map, uncovered")
        return board.get_by_role("button", name=re.compile(f"^{name}, .*{may}"))

    def choose_in_secret(self, name: str, may: str) -> None:
        """Tap a square of the secret map."""
        self.answered()
        self.map_square(name, may).click(timeout=PATIENCE)

    def chooses(self, tile: str) -> None:
        """Choose a kind of game in the lobby."""
        self.answered()
        chosen = self.app.get_by_role("button", name=re.compile(f"^{tile}"))
        chosen.click(timeout=PATIENCE)
        expect(chosen).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)

    def opens_more(self) -> None:
        """Open what else there is to choose in the lobby."""
        self.answered()
        more = self.app.locator("details.game-more")
        if more.get_attribute("open", timeout=PATIENCE) is None:
            more.get_by_text("More", exact=True).click(timeout=PATIENCE)

    def follows_all_options(self) -> None:
        """Open the view of all options, from the lobby."""
        self.opens_more()
        self.follow("All options")

    def presses_in_more(self, name: str) -> None:
        """Press one of the other kinds of games."""
        self.opens_more()
        self.press(name)

    @property
    def start(self) -> Locator:
        """The button that begins a game."""
        return self.app.get_by_role("button", name=re.compile("^Start: "))

    def begins(self, tile: str = "") -> None:
        """Begin a game, of another kind if one is named."""
        if tile:
            self.chooses(tile)
        self.answered()
        self.start.click(timeout=PATIENCE)

    def pick(self, god: str) -> None:
        """Pick a god of those that lie there."""
        self.press(f"Choose {god}")

    def takes(self, god: str) -> None:
        self.sees("Choose your god.")
        self.pick(god)
        self.press("Take this god")

    def confirm(self) -> None:
        self.press("Confirm turn")

    def answered(self) -> None:
        """Wait for the answer to the last command: until then the page takes no other."""
        expect(self.app).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)

    def picture(self, name: str) -> None:
        """Keep a picture of what the page shows; everything on it has to be readable."""
        look_at(self.page, name)


def look_at(page: Page, name: str) -> None:
    """Keep a picture of a page, on which nothing may be hard to read or to reach."""
    PICTURES.mkdir(exist_ok=True)
    # A picture takes a frame of a page that may have to wait for those of many others.
    page.screenshot(path=PICTURES / f"{name}.png", timeout=2 * PATIENCE)
    faults = violations(page) + unreadable(page)
    assert not faults, "\n".join(faults)


def sits_down(who: Phone, board: VirtualBoard) -> None:
    """Take the first free seat under their name: the one whose board it is at once, others are let in there."""
    who.wants_a_seat()
    asking = who.app.get_by_text("Take your seat")
    expect(who.stands_up.or_(asking)).to_be_visible(timeout=PATIENCE)
    if asking.is_visible():
        board.lets_in(who)
    expect(who.stands_up).to_be_visible(timeout=PATIENCE)


def places_workers(who: Phone, seat: str, squares: tuple[str, ...], board: VirtualBoard) -> None:
    """Put all workers of a seat on these squares, and confirm."""
    who.sees("Put a worker on a free square.")
    for number, square in enumerate(squares, start=1):
        board.carry(f"{seat}-{number}", square)
        expect(who.square(square, "your worker")).to_be_visible(timeout=PATIENCE)
    who.confirm()


def two_begin(ann: Phone, bo: Phone, board: VirtualBoard) -> None:
    """Two sit down and place their workers, without gods."""
    for who in (ann, bo):
        sits_down(who, board)
    ann.begins("Just play")
    places_workers(ann, "blue", ("b2", "d4"), board)
    places_workers(bo, "orange", ("b4", "d2"), board)


def sits_down_again(who: Phone, seats: int) -> None:
    """Take a free seat, so that they have so many: a player at the table need not prove it again."""
    who.press_first("Sit here")
    if seats == 2:  # who has two seats shares the phone already
        who.press("Play both")
    expect(who.app.get_by_role("button", name="Stand up")).to_have_count(seats, timeout=PATIENCE)


@dataclass(frozen=True, slots=True)
class VirtualBoard:
    """The page that shows the board from above, and the hands of whoever uses it."""

    page: Page

    def lets_in(self, who: Phone) -> None:
        """Say yes to somebody who asks for a seat, on the page beside the board."""
        expect(self.page.get_by_text(f"{who.name} asks to sit down")).to_be_visible(timeout=PATIENCE)
        self.page.get_by_role("button", name="Let in").click(timeout=PATIENCE)

    def do_sign(self, corners: list[str], worker: str = "blue-1") -> None:
        """Touch these corners with a worker, and put it back into the box."""
        for corner in corners:
            self.carry(worker, corner)
        self.put_away(worker)

    def drag(self, thing: str, to: str) -> None:
        """Drag a worker or a piece of the supply to a square."""
        self._drag(thing, self._middle(f'[data-place="{to}"]'))

    def put_away(self, worker: str) -> None:
        """Drag a worker off the board, into the box below it, and wait until it lies there."""
        bench = self.page.locator("svg.bench").bounding_box()
        assert bench is not None
        self._drag(f'[data-piece="{worker}"]', (bench["x"] + bench["width"] / 2, bench["y"] + bench["height"] - 4))
        expect(self.page.locator(f'[data-piece="{worker}"]')).to_have_attribute(
            "aria-label", re.compile(", in the box$"), timeout=PATIENCE
        )

    def carry(self, worker: str, to: str) -> None:
        """Drag a worker to a square and wait until it stands there."""
        self.drag(f'[data-piece="{worker}"]', to)
        expect(self.page.locator(f'[data-piece="{worker}"]')).to_have_attribute(
            "aria-label", re.compile(f", {to}$"), timeout=PATIENCE
        )

    def touch(self, square: str) -> None:
        """Touch a square with the worker that moved last."""
        self.page.locator(f'[data-place="{square}"]').dblclick()

    def finish_the_wood(self) -> None:
        """Stack what the game has built, as soon as no worker is in the way."""
        fix = self.page.get_by_role("button", name="Set the blocks as in the game")
        expect(self.page.locator("[data-piece][aria-pressed='true']")).to_have_count(0, timeout=PATIENCE)
        fix.click(timeout=PATIENCE)
        expect(fix).to_have_count(0, timeout=PATIENCE)

    def clear(self) -> None:
        """Put everything into the box."""
        clear = self.page.get_by_role("button", name="Clear the board")
        clear.click(timeout=PATIENCE)
        expect(clear).to_have_count(0, timeout=PATIENCE)

    def is_empty(self) -> None:
        """Wait until all workers are in the box and no block is on the board."""
        away = self.page.locator("svg.bench [data-piece]").and_(self.page.locator(":not([aria-label$=', in the box'])"))
        expect(away).to_have_count(0, timeout=PATIENCE)
        expect(self.page.locator("svg.bench [data-place][aria-label*='level']")).to_have_count(0, timeout=PATIENCE)

    def pieces_follow(self) -> None:
        """From now on nobody moves pieces by hand."""
        by_hand = self.page.get_by_label("Move all pieces by hand")
        expect(by_hand).to_be_checked(timeout=PATIENCE)
        by_hand.click()
        expect(by_hand).not_to_be_checked(timeout=PATIENCE)

    def press(self, button: str) -> None:
        self.page.get_by_role("toolbar").get_by_role("button", name=button).click(timeout=PATIENCE)

    def picture(self, name: str) -> None:
        """As with a phone."""
        look_at(self.page, name)

    def _drag(self, thing: str, to: tuple[float, float]) -> None:
        self.page.mouse.move(*self._middle(thing))
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=10)
        self.page.mouse.up()

    def _middle(self, thing: str) -> tuple[float, float]:
        box = self.page.locator(thing).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@dataclass
class Room:
    """The room with the table: the phones that are open in it, and the virtual board."""

    browser: Browser
    address: str
    complaints: list[str] = field(default_factory=list)
    """What the consoles complain of, and what the pages ask from elsewhere."""
    pages: list[Page] = field(default_factory=list)

    def phone(self, name: str, width: int = PHONE_WIDTH, height: int = PHONE_HEIGHT, path: str = "") -> Phone:
        """Somebody opens the table's page."""
        return Phone.of(self._open(path, width, height), name)

    def board(self, of: Phone | None = None, *, watching: bool = False) -> VirtualBoard:
        """The page of the virtual board, opened by somebody as another page of theirs: by the first who is here, unless
        it is said by whom. If nobody is, by somebody who comes with it. Others opened it before whoever is ``watching``
        alone."""
        owner = of.page if of is not None else next(iter(self.pages), None)
        if owner is None:
            return self._with_hands(self._open("/board", 1180, 900))
        page = page_of(owner.context, self.complaints, 1180, 900)
        self.pages.append(page)
        page.goto(f"{self.address}/board")
        if watching:
            open_bench(page)
            return VirtualBoard(page)
        return self._with_hands(page)

    def _with_hands(self, page: Page) -> VirtualBoard:
        """A page whose hands move all pieces themselves. They are those of whoever opened it once it listens."""
        open_bench(page)
        expect(page.get_by_role("toolbar")).to_be_visible(timeout=PATIENCE)
        by_hand = page.get_by_label("Move all pieces by hand")
        if not by_hand.is_checked():  # the board remembers what was chosen before
            by_hand.click()
        # A drawing in between may show it as it was, until the answer comes.
        expect(by_hand).to_be_checked(timeout=PATIENCE)
        return VirtualBoard(page)

    def leave(self) -> None:
        """Close all pages."""
        while self.pages:
            self.pages.pop().context.close()

    def _open(self, path: str, width: int, height: int) -> Page:
        page = phone(self.browser, self.complaints, width, height)
        self.pages.append(page)
        page.goto(self.address + path)
        return page


@contextmanager
def room_with(browser: Browser, address: str) -> Iterator[Room]:
    """A room with a table at this address; nothing that a page complains of in it is allowed."""
    room = Room(browser, address)
    try:
        yield room
    finally:
        room.leave()
    assert not room.complaints, "\n".join(room.complaints)
