"""Writes the document beside the other pages, and its forms for the page's scripts: ``python -m web_ui.interface``."""

from pathlib import Path

from web_ui.interface import declarations, document, written

ROOT = Path(__file__).parents[2]

(ROOT / "docs" / "openapi.json").write_text(written(), encoding="utf-8")
(ROOT / "web_ui" / "types" / "interface.d.ts").write_text(declarations(document()), encoding="utf-8")
