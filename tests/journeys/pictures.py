"""Write the pictures of the README and of how to play again, from those that the journeys took: ``make pictures``."""

from __future__ import annotations

import io
from base64 import b64encode
from pathlib import Path

from PIL import Image

from tests.journeys.players import PICTURES as TAKEN
from tests.web_ui.browser import chromium

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

PHONE_PIXELS, BOARD_PIXELS = 320, 800
"""As wide as the pictures become."""

SHOWN = {
    "sit_down": "door-claim",
    "let_in": "door-let-in",
    "lobby": "1-lobby",
    "options": "3-3-options",
    "draft": "3-3-offer",
    "card": "3-3-card",
    "turn": "6-lifted",
    "question": "3-atlas",
    "put_right": "4-put-right",
    "put_back": "3-6-put-back",
    "secret_covered": "3-5-covered",
    "secret_map": "3-5-uncovered",
    "secret_met": "3-5-met",
    "take_back": "3-6-asked",
    "found": "door-found",
    "teams": "3-8-discuss",
    "one_is_out": "9-one-is-out",
    "won": "8-won",
    "games": "9-games",
    "replay": "replay-phone",
    "settings": "door-settings",
    "puzzle": "puzzle-refuted",
    "book_search": "book-search",
    "book_power": "book-power",
    "book_pair": "book-pair",
    "book_why": "book-why",
    "position": "position",
    "position_asked": "position-asked",
    "pairing_code": "two_homes_code",
    "paired": "two_homes_paired",
    "far_turn": "two_homes_far_turn",
}
"""A picture of a phone, and the picture of a journey that it is made of."""
BOARDS = {"board": "virtual-board-1280", "club": "club-wall-result"}
"""The same for the virtual board, and the wall of a club."""


COLOURS = 256


def save_small(shown: bytes, file: Path) -> None:
    """Write a picture in PNG with the colours that it needs most."""
    whole = Image.open(io.BytesIO(shown)).convert("RGB")
    whole.quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"docs/pictures/{file.name}: {whole.width} x {whole.height}, {file.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Write them, small."""
    with chromium() as browser:
        for shown, width in ((SHOWN, PHONE_PIXELS), (BOARDS, BOARD_PIXELS)):
            page = browser.new_page(viewport={"width": width, "height": 100})
            for name, taken in shown.items():
                source = b64encode((TAKEN / f"{taken}.png").read_bytes()).decode("ascii")
                page.set_content(f'<img src="data:image/png;base64,{source}" style="display: block; width: {width}px">')
                save_small(page.locator("img").screenshot(), PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()
