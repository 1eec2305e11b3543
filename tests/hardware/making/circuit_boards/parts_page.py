"""The page that shows where the parts of a circuit board are, in a browser. Run as a program it takes the picture of
the documents, from the output of ``make circuit-boards``."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from hardware.making.circuit_boards.controller_board import PROJECT
from hardware.making.circuit_boards.kicad_root import STATE
from hardware.making.circuit_boards.pictures import PICTURES
from tests.web_ui.browser import chromium

_COLOURS = 48


def parts_page(browser: Browser, folder: Path, name: str) -> Page:
    """The page of a board, drawn; it asks nothing of the internet."""
    page = browser.new_page(viewport={"width": 1280, "height": 640})
    page.context.set_offline(True)
    page.goto((folder / "fabrication" / f"{name}-parts.html").as_uri())
    page.locator("#bombody tr").first.wait_for()
    return page


def main() -> None:
    """Take the picture of the controller board's page, with one line pointed at."""
    name = PROJECT.name
    with chromium() as browser:
        page = parts_page(browser, STATE / name, name)
        page.locator("#bombody tr").nth(1).hover()
        taken = page.screenshot()
    with Image.open(BytesIO(taken)) as picture:
        small = picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    small.save(PICTURES / f"{name}_board_parts.png", optimize=True)


if __name__ == "__main__":
    main()
