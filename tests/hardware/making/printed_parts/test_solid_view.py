"""The pictures of the printed parts are of the parts, and show what is in front and nothing of what is behind."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from manifold3d import Manifold

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.drawings.__main__ import PICTURES
from hardware.making.drawings.printed_parts_drawing import (
    ExplodedDrawing,
    Surface,
    on_picture,
    printed_parts_drawings,
    seen,
)
from hardware.making.printed_parts.part_set import PartName, box, cylinder, printed_parts

SVG = "{http://www.w3.org/2000/svg}"
TILT = 1 / 3**0.5
"""How much of a level area is seen."""


@cache
def pictures() -> dict[str, str]:
    return printed_parts_drawings()


@pytest.mark.parametrize("name", ["printed_parts.svg", "taken_apart.svg"])
def test_the_committed_picture_is_that_of_the_parts(name: str) -> None:
    assert (PICTURES / name).read_text("utf-8") == pictures()[name], "make drawings writes it again"
    assert len(pictures()[name]) < 150_000


def area(surface: Surface) -> float:
    """What is seen of a surface; holes are contours the other way round."""
    return sum(
        sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*contour, contour[0]))) / 2
        for contour in surface.outline
    )


def areas(solid: Manifold) -> list[float]:
    return sorted(round(area(surface), 1) for surface in seen(solid))


def test_of_a_cube_three_sides_are_seen() -> None:
    assert areas(box((0.0, 0.0, 0.0), (10.0, 10.0, 10.0))) == [pytest.approx(100 * TILT, abs=0.1)] * 3


def test_a_round_side_is_one_surface_in_many_shades() -> None:
    side, top = sorted(seen(cylinder(10.0, 10.0)), key=lambda surface: -len(surface.shades))
    assert len(side.shades) > 5
    assert len(top.shades) == 1
    assert area(top) == pytest.approx(3.1416 * 25 * TILT, rel=0.01)


def test_what_is_behind_is_not_drawn() -> None:
    low = box((0.0, 0.0, 0.0), (10.0, 10.0, 1.0))
    wall = box((0.0, 0.0, 0.0), (10.0, 1.0, 5.0))
    assert areas(low + wall) != areas(low)
    # From where one sees it, a box that is nearer and as large hides all of another.
    hidden = box((20.0, 20.0, -20.0), (30.0, 30.0, -10.0))
    near = box((0.0, 0.0, 0.0), (10.0, 10.0, 10.0))
    assert on_picture((20.0, 20.0, -20.0)) == pytest.approx(on_picture((0.0, 0.0, 0.0)))
    assert areas(near + hidden) == areas(near)
    # Moved to the side by half, it hides half of what it hid.
    aside = hidden.translate((5.0, -5.0, 0.0))
    assert sum(areas(near)) < sum(areas(near + aside)) < 2 * sum(areas(near))


def test_one_sees_through_a_hole_as_far_as_it_is_wide() -> None:
    plate = box((-10.0, -10.0, 0.0), (10.0, 10.0, 2.0))
    pierced = plate - cylinder(8.0, 2.0)
    deep = box((-10.0, -10.0, 0.0), (10.0, 10.0, 30.0)) - cylinder(8.0, 30.0)
    whole, through, closed = (sum(areas(solid)) for solid in (plate, pierced, deep))
    assert through < whole - 10, "the ground is seen through it"
    assert closed == pytest.approx(sum(areas(box((-10.0, -10.0, 0.0), (10.0, 10.0, 30.0)))), rel=0.01)


def test_all_that_is_seen_together_is_the_outline_of_the_part() -> None:
    """Nothing is missing and nothing is drawn twice."""
    for part in printed_parts(BoardFile()):
        if part.name in {PartName.HOLDER, PartName.SOUTH_FOOT, PartName.CABLE_CORNER}:
            turn = [[*axis, 0.0] for axis in AXES]
            outline = part.solid.transform(turn).project().area()
            assert sum(map(area, seen(part.solid))) == pytest.approx(outline, rel=0.005)


AXES = (
    (0.5**0.5, -(0.5**0.5), 0.0),
    (6**-0.5, 6**-0.5, 2 * 6**-0.5),
    (-(3**-0.5), -(3**-0.5), 3**-0.5),
)


def test_a_board_of_its_own_size_can_be_taken_apart() -> None:
    root = ElementTree.fromstring(  # noqa: S314 - ours
        ExplodedDrawing(parse_board_file("[squares]\nsize = 4\npitch_mm = 30\n")).svg()
    )
    words = {element.text for element in root.iter(f"{SVG}text")}
    assert {"16 sensor holders", "10 spacers", "4 feet"} <= words
    copies = [element.get("href") for element in root.iter(f"{SVG}use")]
    assert copies.count("#holders") == 15
