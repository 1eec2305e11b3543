"""The text of the page follows the text size of the phone: style sheets give sizes of fonts in rem, never in pixels."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEETS = sorted((Path(__file__).parents[2] / "web_ui/static/css").glob("*.css"))
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
PIXELS = re.compile(r"\bfont(?:-size)?:[^;]*\d(?:px|pt)\b")
IN_DRAWINGS = {
    ".rim text",
    ".pointer text",
    ".scene .level",
    ".place .level",
    ".bench .rim-name",
    ".bench .place .level",
    ".sensor-board .square .name",
    ".phone.in-hand > .top > .ask-help span",
}
"""Texts within a drawing: their px are units of the drawing, which is as large as its place on the page. And the
question mark in its circle on the card, which has a word as its name."""


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_no_font_size_is_in_pixels(sheet: Path) -> None:
    rules = RULE.findall(re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL))
    assert rules
    assert {selector.strip() for selector, body in rules if PIXELS.search(body)} <= IN_DRAWINGS
