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
    loops = _loops([shape for shape in cuts if isinstance(shape, DrawnLine)])
    holes = [
        CrossSection.circle(shape.diameter / 2, segments).translate((shape.centre[0], drawn.height - shape.centre[1]))
        for shape in cuts
        if isinstance(shape, Circle)
    ]
    area = CrossSection([[(x, drawn.height - y) for x, y in loop] for loop in loops], FillRule.EvenOdd)
    return (area - CrossSection.compose(holes)).extrude(thickness)


def _loops(lines: list[DrawnLine]) -> list[list[Point]]:
    """The corners of the closed lines that these lines make, one after another: the outline, and openings in it."""
    loops: list[list[Point]] = []
    open_end: Point | None = None
    for line in lines:
        if open_end is None:
            loops.append([])
        elif line.start != open_end:
            break
        loops[-1].append(line.start)
        open_end = None if line.end == loops[-1][0] else line.end
    if open_end is not None:
        raise ValueError("the lines that are cut out of a sheet do not close an outline")
    return loops
