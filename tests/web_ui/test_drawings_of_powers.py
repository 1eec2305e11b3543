"""What is drawn of the powers is data; the page draws all of them without knowing any by name."""

from __future__ import annotations

import gzip
import json
import re
from io import BytesIO
from typing import Final

import msgspec
import pytest
from msgspec import Struct
from PIL import Image
from playwright.sync_api import Browser

from engine.power import Power
from engine.powers import POWERS
from engine.setup import PowerName
from tests.house import ROOT
from tests.web_ui.test_contrast import SHAPES, THEMES, Colour, contrast, tones
from web_ui.languages import REFERENCE, catalogue

STATIC: Final = ROOT / "web_ui" / "static"
FILE: Final = (STATIC / "drawings.json").read_bytes()
DRAWINGS: Final = json.loads(FILE)


class Shape(Struct, array_like=True, forbid_unknown_fields=True):
    """A shape of an emblem; it is a line if it has a width."""

    paint: str
    path: str
    width: float | None = None


class Emblem(Struct, forbid_unknown_fields=True):
    shows: str
    ground: str
    shapes: list[Shape]


EMBLEMS: Final = msgspec.convert(DRAWINGS["emblems"], dict[str, Emblem])
PAINTS: Final = {
    name.removeprefix("paint-"): tuple(tones(theme)[name] for theme in THEMES)
    for name in tones("light")
    if name.startswith("paint-")
}
"""The palette of the emblems: each colour in light and in dark surroundings."""
EMBLEM_LIMIT: Final = 1_500
"""Bytes of an emblem in the file."""
FILE_LIMIT: Final = 25_000
"""Bytes of all drawings as they go to a phone."""
PATH: Final = re.compile(r"M[MmLlHhVvCcQqAaZz0-9 .-]+")
NAMES: Final = {str(power.name) for power in POWERS}
COMMENT: Final = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)


def named_in(source: str) -> set[str]:
    """The powers that a script or a style names, apart from examples in comments."""
    return NAMES & set(re.findall(r"[a-z]+", COMMENT.sub("", source).lower()))


def test_a_power_that_is_named_is_noticed() -> None:
    assert named_in('// ---- #powers/pan opens it\nif (power === "europa") draw();\n.clio { fill: none }') == {
        "europa",
        "clio",
    }
    assert named_in("/** as in Limus */ const expansion = span;") == set()


def test_the_page_knows_no_power_by_name() -> None:
    files = [*STATIC.rglob("*.js"), *STATIC.rglob("*.css"), *(ROOT / "web_ui" / "templates").rglob("*.html")]
    assert len(files) > 50
    assert {str(file): named for file in files if (named := named_in(file.read_text("utf-8")))} == {}


def test_every_power_has_an_emblem_and_only_powers_and_the_ram_have_drawings() -> None:
    assert set(DRAWINGS["emblems"]) == NAMES | {"ram"}
    assert all(set(drawn) <= NAMES | {"ram"} for drawn in DRAWINGS.values())
    for kind, drawn in DRAWINGS.items():
        assert all(each["shows"] for each in drawn.values()), kind


def test_no_two_emblems_are_the_same() -> None:
    assert len({msgspec.json.encode(drawn.shapes) for drawn in EMBLEMS.values()}) == len(EMBLEMS)
    assert len({drawn.shows for drawn in EMBLEMS.values()}) == len(EMBLEMS)


@pytest.mark.parametrize("power", EMBLEMS)
def test_an_emblem_is_small_and_has_the_colours_of_the_palette(power: str) -> None:
    drawn = EMBLEMS[power]
    assert drawn.ground in PAINTS
    assert {shape.paint for shape in drawn.shapes} <= {*PAINTS, "shade", "shine"}
    assert all(PATH.fullmatch(shape.path) for shape in drawn.shapes)
    assert len(json.dumps(DRAWINGS["emblems"][power])) <= EMBLEM_LIMIT


def test_all_drawings_together_are_small() -> None:
    assert len(gzip.compress(FILE, mtime=0)) <= FILE_LIMIT


@pytest.mark.parametrize("power", EMBLEMS)
def test_every_shape_of_an_emblem_is_seen_on_what_may_lie_below_it(power: str) -> None:
    """That is its ground, or a shape that was drawn before; so the first one is seen on the ground."""
    below = [EMBLEMS[power].ground]
    for shape in EMBLEMS[power].shapes:
        if shape.paint in PAINTS:
            assert max(least_contrast(shape.paint, other) for other in below) >= SHAPES, shape
            below.append(shape.paint)


def least_contrast(paint: str, other: str) -> float:
    """The contrast of two colours of the palette in the surroundings in which it is least."""
    return min(contrast(one, two) for one, two in zip(PAINTS[paint], PAINTS[other], strict=True))


SIDE: Final = 48
"""The pixels of an emblem's side where it is looked at."""
COVERED: Final = (0.25, 0.7)
"""The least and the most of its ground that an emblem covers, so that all have about the same weight."""
OUTLINE: Final = 0.7
"""The least of its outline that is seen on the ground."""
OVERLAY: Final = re.compile(r"\.emblem \.(shade|shine) \{ --paint: (rgb\([^)]+\)); \}")
Point = tuple[int, int]


@pytest.mark.parametrize("theme", THEMES)
def test_emblems_weigh_about_the_same_and_their_outlines_are_seen(chrome: Browser, theme: str) -> None:
    colours = {paint: of[THEMES.index(theme)] for paint, of in PAINTS.items()}
    found = {}
    for power, pixels in drawn_with(chrome, colours).items():
        ground = colours[EMBLEMS[power].ground]
        covered = {at for at, colour in pixels.items() if colour != ground}
        inner = covered - rim(covered)  # without the pixels in which two colours are mixed
        seen = [contrast(pixels[at], ground) >= SHAPES for at in rim(inner)]
        found[power] = (round(len(covered) / len(pixels), 2), round(sum(seen) / len(seen), 2))
    least, most = COVERED
    assert not {
        power: (cover, seen) for power, (cover, seen) in found.items() if not least <= cover <= most or seen < OUTLINE
    }


def rim(points: set[Point]) -> set[Point]:
    """The points that have another beside them that is none of these points."""
    return {(x, y) for x, y in points if not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= points}


def drawn_with(chrome: Browser, colours: dict[str, Colour]) -> dict[str, dict[Point, Colour]]:
    """The pixels of all emblems, as a browser draws them with this palette on grounds without round corners."""
    sheet = (STATIC / "css" / "base.css").read_text("utf-8")
    paints = {paint: f"rgb{colour}" for paint, colour in colours.items()} | dict(OVERLAY.findall(sheet))
    page = chrome.new_page(viewport={"width": SIDE * len(EMBLEMS), "height": SIDE})
    style = f"body {{ display: flex; margin: 0 }} svg {{ flex: none; width: {SIDE}px; stroke-linecap: round }}"
    page.set_content(f"<style>{style}</style>{''.join(as_svg(drawn, paints) for drawn in EMBLEMS.values())}")
    shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
    page.close()
    row = shot.tobytes()
    return {
        power: {
            (x, y): (row[at], row[at + 1], row[at + 2])
            for y in range(SIDE)
            for x in range(SIDE)
            for at in [3 * (y * shot.width + place * SIDE + x)]
        }
        for place, power in enumerate(EMBLEMS)
    }


def as_svg(drawn: Emblem, paints: dict[str, str]) -> str:
    shapes = [
        f'<path d="{shape.path}" fill="none" stroke="{paints[shape.paint]}" stroke-width="{shape.width}"/>'
        if shape.width
        else f'<path d="{shape.path}" fill="{paints[shape.paint]}"/>'
        for shape in drawn.shapes
    ]
    ground = f'<rect width="48" height="48" fill="{paints[drawn.ground]}"/>'
    return f'<svg viewBox="0 0 48 48">{ground}{"".join(shapes)}</svg>'


def test_every_power_with_tokens_or_secret_squares_has_drawings_of_them() -> None:
    assert set(DRAWINGS["tokens"]) == {each.name for each in POWERS if type(each).tokens is not Power.tokens} | {"ram"}
    secret = {each.name for each in POWERS if each.secret_tokens}
    assert set(DRAWINGS["secrets"]) == secret
    assert {key for key in catalogue(REFERENCE) if key.startswith("square.secret.")} == {
        f"square.secret.{power}" for power in secret
    }


@pytest.mark.parametrize("power", sorted(DRAWINGS["winds"]))
def test_what_has_a_shaft_points_somewhere(power: str) -> None:
    source = (ROOT / "engine" / "powers" / f"{PowerName(power)}.py").read_text("utf-8")
    assert "direction: Direction" in source
