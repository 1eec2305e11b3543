"""The moving picture of the README: a whole game at the virtual board, played in a browser: ``make pictures``."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page

from tests.journeys.pictures import PICTURES
from tests.journeys.players import room_with
from tests.journeys.started_table import table_started
from tests.journeys.test_alone_at_the_virtual_board import Taps, begins, plays, sits_down_twice
from tests.web_ui.browser import chromium

WIDTH, HEIGHT = 390, 640
"""The phone, in pixels; the film is as large."""
MOVING, RESTING, ENDING = 90, 650, 3000
"""For how long a frame is shown, in ms: while something moves, after a tap, and at the end."""
FRAMES = 3
"""How many frames are taken while something moves."""
TYPICAL = 16
"""From so many frames the colours are taken."""
COLOURS = 192


@dataclass
class Film:
    """Frames, and for how many ms each is shown."""

    frames: list[Image.Image] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)

    def add(self, frame: Image.Image, milliseconds: int) -> None:
        """Add a frame; the same as the one before lengthens that one."""
        if self.frames and frame.tobytes() == self.frames[-1].tobytes():
            self.shown[-1] += milliseconds
        else:
            self.frames.append(frame)
            self.shown.append(milliseconds)

    def save(self, file: Path, rare: Sequence[tuple[int, int, int]] = ()) -> None:
        """Write the film as a GIF with one palette, that of frames from all of it: each seat's colour is among them. So
        are these ``rare`` ones, of which the frames have too little."""
        chosen = [self.frames[place * (len(self.frames) - 1) // (TYPICAL - 1)] for place in range(TYPICAL)]
        width, height = self.frames[0].size
        typical = Image.new("RGB", (width, TYPICAL * height))
        for place, frame in enumerate(chosen):
            typical.paste(frame, (0, place * height))
        palette = typical.quantize(COLOURS, dither=Image.Dither.NONE)
        palette.putpalette([*(palette.getpalette() or ()), *chain.from_iterable(rare)])
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames]
        frames[0].save(
            file, save_all=True, append_images=frames[1:], duration=self.shown, loop=0, optimize=True, disposal=1
        )
        seconds, size = sum(self.shown) / 1000, file.stat().st_size / 1000
        print(f"docs/pictures/{file.name}: {len(self.frames)} frames, {seconds:.0f} s, {size:.0f} kB")


def seen_on(page: Page) -> Image.Image:
    """What a page shows now."""
    return Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")


@dataclass
class Filmed(Taps):
    """A finger that taps, and what is seen after each tap."""

    film: Film = field(default_factory=Film)

    def press(self, button: Locator) -> None:
        super().press(button)
        self.page.wait_for_load_state()  # a page on its way to the next has no picture
        for _ in range(FRAMES):
            self.look(MOVING)
        self.page.wait_for_timeout(MOVING)
        self.look(RESTING)

    def look(self, milliseconds: int) -> None:
        """Take a frame that is shown for so long."""
        self.film.add(seen_on(self.page), milliseconds)


def film(page: Page) -> Film:
    """A whole game from a fresh table to the win."""
    filmed = Filmed(page)
    filmed.look(RESTING)
    sits_down_twice(page, filmed)
    begins(page, filmed)
    plays(page, filmed)
    page.wait_for_timeout(ENDING)
    filmed.look(ENDING)
    return filmed.film


def main() -> None:
    """Film it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        table_started(Path(folder)) as address,
        chromium() as browser,
        room_with(browser, address) as room,
    ):
        film(room.phone("Ann", WIDTH, HEIGHT).page).save(PICTURES / "game.gif")


if __name__ == "__main__":
    main()
