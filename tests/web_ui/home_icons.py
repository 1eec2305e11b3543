"""Draw the icons of the home screen from ``icon.svg``: ``python -m tests.web_ui.home_icons``."""

from __future__ import annotations

import re
from pathlib import Path

from tests.house import ROOT
from tests.web_ui.browser import chromium

STATIC = ROOT / "web_ui" / "static"
COBALT = "#1b4fa8"

FILES: dict[str, tuple[int, float, bool]] = {
    "home-192": (192, 1.0, True),
    "home-512": (512, 1.0, True),
    "maskable-512": (512, 0.76, False),
    "touch-180": (180, 0.9, False),
}
"""The pixels a side, how large the drawing is on it, and whether its corners are round; phones cut the others."""


def icon_svg(share: float, *, rounded: bool) -> str:
    """The icon with its drawing so large, on a ground with or without round corners."""
    drawing = (STATIC / "icon.svg").read_text("utf-8")
    inner = re.sub(r"</?svg[^>]*>|<rect[^>]*/>", "", drawing)
    margin = 32 * (1 - share)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="100%" height="100%">'
        f'<rect width="64" height="64" rx="{14 if rounded else 0}" fill="{COBALT}"/>'
        f'<g transform="translate({margin} {margin}) scale({share})">{inner}</g></svg>'
    )


def main(folder: Path = STATIC / "icons") -> None:
    """Write them."""
    folder.mkdir(exist_ok=True)
    with chromium() as browser:
        for name, (pixels, share, rounded) in FILES.items():
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            page.set_content(f'<body style="margin: 0">{icon_svg(share, rounded=rounded)}')
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
            page.close()
            print(f"web_ui/static/icons/{name}.png")


if __name__ == "__main__":
    main()
