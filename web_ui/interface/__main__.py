"""Write the document beside the other pages: ``python -m web_ui.interface``."""

from pathlib import Path

from web_ui.interface import written

(Path(__file__).parents[2] / "docs" / "openapi.json").write_text(written(), encoding="utf-8")
