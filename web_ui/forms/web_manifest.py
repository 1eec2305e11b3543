"""The web app manifest: how the page stands on a phone's home screen. It works over plain HTTP, without a service
worker; browsers that want HTTPS for an installation offer a shortcut with the same icon and name."""

from __future__ import annotations

from typing import Final

import msgspec

from web_ui.forms.basic_forms import Json

NAME: Final = "Thera"
PAPER: Final = "#f7f5ee"
COBALT: Final = "#1b4fa8"

ICONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("icons/home-192.png", "192x192", "any"),
    ("icons/home-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
"""The files below ``static``, their sizes and purposes; ``make icons`` draws them from ``icon.svg``."""


def web_manifest(table: str, language: str) -> bytes:
    """The manifest of a table of this name (empty: none), in JSON."""
    icons: list[Json] = [
        {"src": f"/static/{path}", "sizes": size, "type": "image/png", "purpose": purpose}
        for path, size, purpose in ICONS
    ]
    content: dict[str, Json] = {
        "id": "/",
        "name": f"{NAME} · {table}" if table else NAME,
        "short_name": table or NAME,
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": COBALT,
        "icons": icons,
    }
    return msgspec.json.encode(content)
