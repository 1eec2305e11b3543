"""The cut sheets as solids, made of the very lines and circles that a cutter gets (``thera board template``)."""

from __future__ import annotations

from manifold3d import CrossSection, FillRule, Manifold

from hardware.board_file import BoardFile
from hardware.drawing.drawing_shapes import Circle, DrawnLine, Layer, Point
from hardware.drawing.template import PlateSheet, plate


def sheet_solid(board: BoardFile, sheet: PlateSheet, thickness: float, segments: int = 64) -> Manifold:
    """A sheet with its lower left corner at 0, 0, 0, seen from above as the template has it; so many straight pieces
    stand for each of its holes."""
    drawn = plate(board, sheet)
    cuts = [shape for shape in drawn.shapes if shape.layer is Layer.CUT]
    outline = _closed([shape for shape in cuts if isinstance(shape, DrawnLine)])
    holes = [
        CrossSection.circle(shape.diameter / 2, segments).translate((shape.centre[0], drawn.height - shape.centre[1]))
        for shape in cuts
        if isinstance(shape, Circle)
    ]
    area = CrossSection([[(x, drawn.height - y) for x, y in outline]], FillRule.EvenOdd)
    return (area - CrossSection.compose(holes)).extrude(thickness)


def _closed(lines: list[DrawnLine]) -> list[Point]:
    """The corners of the outline that these lines are, one after another."""
    corners = [line.start for line in lines]
    if [line.end for line in lines] != [*corners[1:], corners[0]]:
        raise ValueError("the lines that are cut out of a sheet do not close an outline")
    return corners
