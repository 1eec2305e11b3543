"""What is told by tones on the board can be told apart: contrasts computed from the style sheets, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "web_ui/static/css"
SHAPES = 3.0
TEXT = 4.5
"""The least contrasts of WCAG 2.2, for shapes (1.4.11) and text (1.4.3)."""
THEMES = ("light", "dark")
SEATS = ("blue", "orange", "white", "purple")
WATER = ("water-a", "water-b")
FACES = ("face-1", "face-2", "face-3")
WALLS = ("wall-lit", "wall-dim")
TINT = re.compile(r"\n\.tint \{[^}]*opacity: (\.\d+)")
TINT_ON_WATER = re.compile(r"--tint-water: (\.\d+)")

Colour = tuple[float, float, float]


def tones(theme: str) -> dict[str, Colour]:
    """The colours of the page and the board by their names."""
    found: dict[str, str] = {}
    for sheet in ("base", "board"):
        text = (CSS / f"{sheet}.css").read_text(encoding="utf-8")
        light, *dark = text.split("@media (prefers-color-scheme: dark)")
        blocks = [light, *(dark if theme == "dark" else ())]
        for block in blocks:
            root = re.search(r":root \{(.*?)\}", block, re.DOTALL)
            assert root is not None, sheet
            found |= re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", root[1])
    return {name: (int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)) for name, value in found.items()}


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [value / 255 for value in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(colour: Colour, ground: Colour, opacity: float) -> Colour:
    """A colour that covers a ground in part."""
    red, green, blue = (top * opacity + below * (1 - opacity) for top, below in zip(colour, ground, strict=True))
    return red, green, blue


def told_apart(one: Colour, other: Colour, line: Colour) -> float:
    """How well an edge is seen between two tones, with a line on it: by the tones themselves, or by the line."""
    return max(contrast(one, other), min(contrast(one, line), contrast(other, line)))


def test_contrast_is_computed_as_wcag_does() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_every_level_is_told_from_what_it_borders_on(theme: str) -> None:
    """The top of each level borders on its own walls, on the ground or a lower top behind it, and on the walls of the
    block above it."""
    tone = tones(theme)
    line = tone["stone-line"]
    beside = {(face, other) for face in FACES for other in (*WATER, *FACES, *WALLS) if face != other}
    beside |= {(wall, ground) for wall in WALLS for ground in WATER}
    beside |= {("slab-lit", "page"), ("slab-dim", "page"), ("slab-lit", "sea"), ("slab-dim", "sea")}
    beside |= {(water, slab) for water in WATER for slab in ("slab-lit", "slab-dim")}
    seen = {pair: told_apart(tone[pair[0]], tone[pair[1]], line) for pair in beside}
    assert not {pair: round(value, 2) for pair, value in seen.items() if value < SHAPES}


@pytest.mark.parametrize("theme", THEMES)
def test_squares_of_the_ground_are_told_apart(theme: str) -> None:
    tone = tones(theme)
    for water in WATER:
        assert contrast(tone[water], tone["grid"]) >= SHAPES, water


@pytest.mark.parametrize("theme", THEMES)
def test_a_dome_is_told_from_the_stone_below_it(theme: str) -> None:
    tone = tones(theme)
    for ground in (*FACES, *WATER):
        assert told_apart(tone["dome"], tone[ground], tone["stone-line"]) >= SHAPES, ground


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", SEATS)
def test_workers_and_what_they_may_do_are_seen_on_any_ground(theme: str, seat: str) -> None:
    """A worker has a dark outline, a ring of its colour a dark edge, and lies on a face that has its colour in part."""
    tone = tones(theme)
    sheet = (CSS / "board.css").read_text(encoding="utf-8")
    (on_stone,) = TINT.findall(sheet)
    on_water = TINT_ON_WATER.findall(sheet)[THEMES.index(theme)]
    for ground in (*WATER, *FACES):
        tint = float(on_water if ground in WATER else on_stone)
        for below in (tone[ground], over(tone[seat], tone[ground], tint)):
            ring = max(contrast(below, tone["mark-case"]), contrast(below, tone[seat]))
            assert ring >= SHAPES, (ground, round(ring, 2))
    assert contrast(tone[seat], tone["mark-case"]) >= SHAPES


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mark", ["sun", "laurel"])
def test_other_marks_are_seen_on_any_ground(theme: str, mark: str) -> None:
    tone = tones(theme)
    for colour in (tone[mark], (255, 255, 255)):
        assert contrast(colour, tone["mark-case"]) >= SHAPES
        for ground in (*WATER, *FACES):
            assert max(contrast(tone[ground], tone["mark-case"]), contrast(tone[ground], colour)) >= SHAPES, ground


@pytest.mark.parametrize("theme", THEMES)
def test_what_has_to_be_put_right_is_seen_on_its_pale_edge(theme: str) -> None:
    tone = tones(theme)
    assert contrast(tone["alarm"], tone["card"]) >= SHAPES


@pytest.mark.parametrize("theme", THEMES)
def test_marks_of_the_last_turn_are_seen_on_any_ground(theme: str) -> None:
    tone = tones(theme)
    for ground in (*WATER, *FACES):
        mark = max(contrast(tone[ground], tone["mark-case"]), contrast(tone[ground], tone["trace"]))
        assert mark >= SHAPES, (ground, round(mark, 2))
    assert contrast(tone["trace"], tone["mark-case"]) >= SHAPES


@pytest.mark.parametrize("theme", THEMES)
def test_letters_at_the_rim_can_be_read(theme: str) -> None:
    tone = tones(theme)
    for ground in ("page", "sea", "card"):
        assert contrast(tone["rim-ink"], tone[ground]) >= TEXT, ground


@pytest.mark.parametrize("theme", THEMES)
def test_digits_of_the_flat_view_can_be_read(theme: str) -> None:
    tone = tones(theme)
    for ground in ("f1", "f2", "f3"):
        assert contrast(tone["level-ink"], tone[ground]) >= TEXT, ground
