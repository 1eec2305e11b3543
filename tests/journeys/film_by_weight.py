"""The moving picture of the build guide: the turns of a game at a board that weighs, on a phone, and beside it on the
board with its lights: ``make pictures``."""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page

from engine.squares import STRIDE, Square, square_name, squares
from hardware.board import Button
from hardware.hand_actions import HandAction
from hardware.virtual.virtual_device import VirtualDevice
from tests.journeys.film import Film, seen_on
from tests.journeys.pictures import PICTURES
from tests.journeys.players import room_with
from tests.journeys.test_game_by_weight import place, play, two_sit_down
from tests.journeys.weighing_table import TableHands, weighing_table
from tests.web_ui.browser import chromium

PHONE = (380, 700)
SHOWN = (228, 420)
"""The phone in pixels, as it is and as it is shown."""
BOARD, CAPTION = 350, 70
"""A side of the board in the film, and the height of the line below it, in pixels."""
EVERY, ENDING = 0.3, 3000
"""The seconds from one frame to the next while hands act, and the ms of the last one."""
FINE = 2
"""How many times as large the board is drawn at first, for smooth edges."""
Rgb = tuple[int, int, int]
SEATS = {"blue": "#2f7de1", "orange": "#ee8524"}
GROUND, INK, MARKS = "#f4f1e6", "#14263d", "#d5e2e6"
"""The colours of the paper, of words, and of the names of squares."""
PLATE, GRID, UNLIT = "#20343f", "#42606e", (0x2B, 0x46, 0x53)
WOOD, EDGE, DOME = "#e9dfc8", "#8d8167", "#3d64a8"
CHINA, COFFEE, SHADOW = "#fbfbf7", "#6b3f22", "#0d1a20"
BRIGHTEST = 96
"""The largest part of a light's colour that the table shows, of 255."""
STEPS = 4
"""In so many steps the lights are drawn, which keeps the film small."""


@dataclass
class FilmedHands(TableHands):
    """Hands that are filmed, with what they do in words."""

    page: Page
    film: Film = field(default_factory=Film)
    name: str = "Ann"
    words: str = ""

    def do(self, action: HandAction) -> None:
        with ThreadPoolExecutor(1) as pool:
            acting = pool.submit(super().do, action)
            while not acting.done():
                self.look()
            acting.result()
        self.look()

    def carry(self, worker: str, to: str) -> None:
        self.name = "Ann" if worker.startswith("blue") else "Bo"
        self.words = f"{self.name} moves a worker to {to}"
        super().carry(worker, to)

    def set_block(self, on: str) -> None:
        self.words = f"{self.name} sets a block down on {on}"
        super().set_block(on)

    def take_block(self, off: str) -> None:
        self.words = f"{self.name} takes it off again"
        super().take_block(off)

    def put_cup(self, at: str, grams: float) -> None:
        self.words = f"A cup of {grams:.0f} g comes on the board"
        super().put_cup(at, grams)

    def take_cup(self) -> None:
        self.words = "The cup goes away again"
        super().take_cup()

    def press(self, button: Button) -> None:
        self.words = f"{self.name} presses {button.name.capitalize()} on the board"
        super().press(button)

    def sees_lit(self, *names: str) -> None:
        super().sees_lit(*names)
        for _ in range(3):
            self.look()

    def look(self) -> None:
        """Take a frame, and show it until the next."""
        began = time.monotonic()
        self.film.add(side_by_side(seen_on(self.page), drawn(self.board, self.words)), 0)
        self.page.wait_for_timeout(max(0.0, 1000 * (EVERY - (time.monotonic() - began))))
        self.film.shown[-1] += round(1000 * EVERY)


def side_by_side(phone: Image.Image, board: Image.Image) -> Image.Image:
    """Return one picture of both."""
    whole = Image.new("RGB", (SHOWN[0] + board.width, SHOWN[1]), GROUND)
    whole.paste(phone.resize(SHOWN, Image.Resampling.LANCZOS), (0, 0))
    whole.paste(board, (SHOWN[0], 0))
    return whole


def drawn(board: VirtualDevice, words: str) -> Image.Image:
    """Return the board from above, with what hands do below."""
    picture = Image.new("RGB", (FINE * BOARD, FINE * (BOARD + CAPTION)), GROUND)
    drawing = BoardDrawing(ImageDraw.Draw(picture), board.geometry.pitch)
    drawing.draw(board, words)
    return picture.resize((BOARD, BOARD + CAPTION), Image.Resampling.LANCZOS)


class BoardDrawing:
    """A board that is being drawn."""

    def __init__(self, draw: ImageDraw.ImageDraw, pitch: float) -> None:
        self._draw = draw
        self._margin = 28 * FINE
        self._cell = (FINE * BOARD - 2 * self._margin) / STRIDE
        self._scale = self._cell / pitch

    def draw(self, board: VirtualDevice, words: str) -> None:
        """Draw all of it."""
        seen, world = board.look(), board.world
        edge = FINE * BOARD
        self._draw.rounded_rectangle((4, 4, edge - 4, edge - 4), 24, fill=PLATE)
        for each in squares():
            self._square(each, seen.lights[each], seen.levels[each], dome=seen.domes[each])
        for piece in sorted(seen.pieces, key=lambda piece: piece.in_hand):
            if piece.square is not None or piece.in_hand:
                self._worker(piece.x, piece.y, piece.seat, lifted=piece.in_hand)
        for load in world.loads:
            x, y = self._at(load.x, load.y)
            self._disc(x, y, 0.4, CHINA, INK)
            self._disc(x, y, 0.3, COFFEE, INK)
        self._write(edge / 2, edge + FINE * CAPTION / 2, words, 19)

    def _at(self, east: float, north: float) -> tuple[float, float]:
        middle = self._margin + self._cell / 2
        return middle + east * self._scale, middle + (STRIDE - 1) * self._cell - north * self._scale

    def _square(self, number: Square, light: Rgb, level: int, *, dome: bool) -> None:
        column, row = number % STRIDE, number // STRIDE
        x, y = self._margin + (column + 0.5) * self._cell, self._margin + (STRIDE - row - 0.5) * self._cell
        self._box(x, y, 0.47, shown_light(light), GRID)
        for height in range(level):
            self._box(x, y, 0.38 - 0.075 * height, WOOD, EDGE)
        if dome:
            self._disc(x, y, 0.2, DOME, INK)
        name = square_name(number)
        if row == 0:
            self._write(x, FINE * BOARD - self._margin / 2 - 2, name[0], 12, MARKS)
        if column == 0:
            self._write(self._margin / 2 + 2, y, name[1], 12, MARKS)

    def _worker(self, east: float, north: float, seat: str, *, lifted: bool) -> None:
        x, y = self._at(east, north)
        if lifted:
            self._disc(x + 0.1 * self._cell, y + 0.12 * self._cell, 0.2, SHADOW, SHADOW)
        self._disc(x, y, 0.24 if lifted else 0.18, SEATS[seat], CHINA)

    def _box(self, x: float, y: float, half: float, fill: str | Rgb, line: str) -> None:
        far = half * self._cell
        self._draw.rounded_rectangle((x - far, y - far, x + far, y + far), 8, fill=fill, outline=line, width=3)

    def _disc(self, x: float, y: float, radius: float, fill: str, line: str) -> None:
        far = radius * self._cell
        self._draw.ellipse((x - far, y - far, x + far, y + far), fill=fill, outline=line, width=3)

    def _write(self, x: float, y: float, words: str, size: int, colour: str = INK) -> None:
        self._draw.text((x, y), words, colour, ImageFont.load_default(FINE * size), "mm")


def shown_light(light: Rgb) -> Rgb:
    """Return the colour of a square with this light below it: as bright as an eye finds it in a room."""
    strongest = max(light)
    share = round(STEPS * min(1.0, (strongest / BRIGHTEST) ** 0.5)) / STEPS
    red, green, blue = (
        int(low + share * (255 * part / max(strongest, 1) - low)) for low, part in zip(UNLIT, light, strict=True)
    )
    return red, green, blue


def main() -> None:
    """Film it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        weighing_table(Path(folder)) as table,
        chromium() as browser,
        room_with(browser, table.address) as room,
    ):
        ann, bo = two_sit_down(room, TableHands(table.board))
        place(ann, bo, TableHands(table.board))
        ann.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        hands = FilmedHands(table.board, ann.page)
        play(ann, bo, hands)
        hands.words = "Ann has won"
        hands.page.wait_for_timeout(1000)
        hands.look()
        hands.film.shown[-1] += ENDING
    wrong = [shown_light((strength, 0, 0)) for strength in (6, 24, 54, BRIGHTEST)]
    hands.film.save(PICTURES / "weighed_game.gif", wrong)


if __name__ == "__main__":
    main()
