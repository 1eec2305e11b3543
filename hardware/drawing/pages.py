"""A drawing that is larger than the paper, over several pages that overlap, with marks to lay them together by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hardware.drawing.drawing_shapes import (
    Circle,
    DrawnLine,
    Layer,
    Point,
    Shape,
    Sheet,
    TextAnchor,
    Words,
    cross,
    ruler,
)

A4 = (210.0, 297.0)
MARGIN = 10.0
"""What printers leave white."""
FOOT = 15.0
"""For the ruler and the page's number, under the part of the drawing."""
OVERLAP = 10.0


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a drawing that a page shows: its upper left corner on the drawing and its size."""

    left: float
    top: float
    width: float
    height: float

    def clipped(self, shape: Shape) -> Shape | None:
        """What of a shape is within, or None. Circles and words are taken whole if any of them may be."""
        match shape:
            case DrawnLine():
                return self._clipped_line(shape)
            case Circle(_, (x, y), diameter):
                return shape if self._near(x, y, diameter / 2) else None
            case Words(_, (x, y), _, size):
                return shape if self._near(x, y - size / 2, 0.0) else None

    def _near(self, x: float, y: float, reach: float) -> bool:
        return (
            self.left - reach <= x <= self.left + self.width + reach
            and self.top - reach <= y <= self.top + self.height + reach
        )

    def _clipped_line(self, line: DrawnLine) -> DrawnLine | None:
        """Liang and Barsky: how far along the line each side of the window is passed."""
        (x1, y1), (x2, y2) = line.start, line.end
        first, last = 0.0, 1.0
        for step, room in (
            (x1 - x2, x1 - self.left),
            (x2 - x1, self.left + self.width - x1),
            (y1 - y2, y1 - self.top),
            (y2 - y1, self.top + self.height - y1),
        ):
            if step == 0:
                if room < 0:
                    return None
            elif step < 0:
                first = max(first, room / step)
            else:
                last = min(last, room / step)
        if first >= last:
            return None

        def along(share: float) -> Point:
            return x1 + share * (x2 - x1), y1 + share * (y2 - y1)

        return DrawnLine(line.layer, along(first), along(last), line.dashed)


def over_pages(sheet: Sheet, seams: Sequence[float]) -> tuple[Sheet, ...]:
    """The sheet on as few A4 pages as go, row by row, each with its number and a ruler.

    Pages meet only at ``seams``: where, from the left as from the top, nothing is cut that matters.

    :raises ValueError: if these are too far apart for the paper.
    """
    columns = _spans(sheet.width, A4[0] - 2 * MARGIN, seams)
    rows = _spans(sheet.height, A4[1] - 2 * MARGIN - FOOT, seams)
    windows = [Window(left, top, right - left, bottom - top) for top, bottom in rows for left, right in columns]
    return tuple(
        _page(sheet, window, f"Page {number} of {len(windows)}", _seams(sheet, window, seams))
        for number, window in enumerate(windows, 1)
    )


def _spans(length: float, room: float, seams: Sequence[float]) -> list[tuple[float, float]]:
    """From where to where each page goes along one side: about equally far."""
    half = OVERLAP / 2
    for count in range(1, len(seams) + 2):
        cuts = [min(seams, key=lambda seam: abs(seam - length * part / count)) for part in range(1, count)]
        spans = list(pairwise([-half, *cuts, length + half]))
        found = [(max(0.0, first - half), min(length, last + half)) for first, last in spans]
        if all(last - first <= room for first, last in found):
            return found
    raise ValueError(f"the seams {seams} do not part {length} mm into pages of {room} mm")


def _seams(sheet: Sheet, window: Window, seams: Sequence[float]) -> tuple[Shape, ...]:
    """Along each edge that another page goes on from: where to cut, and crosses that must meet."""
    found: list[Shape] = []
    right, bottom = window.left + window.width, window.top + window.height
    half = OVERLAP / 2
    for x in (window.left + half, right - half):
        if half < x < sheet.width - half:
            found.append(DrawnLine(Layer.NOTE, (x, window.top), (x, bottom), dashed=True))
            found += [shape for y in seams for shape in _mark((x, y))]
    for y in (window.top + half, bottom - half):
        if half < y < sheet.height - half:
            found.append(DrawnLine(Layer.NOTE, (window.left, y), (right, y), dashed=True))
            found += [shape for x in seams for shape in _mark((x, y))]
    return tuple(found)


def _mark(centre: Point) -> tuple[Shape, ...]:
    return Circle(Layer.NOTE, centre, 3.0), *cross(Layer.NOTE, centre, 6.0)


def _page(sheet: Sheet, window: Window, number: str, seams: tuple[Shape, ...]) -> Sheet:
    left = (A4[0] - window.width) / 2 - window.left
    top = MARGIN - window.top
    shown = [
        _moved(clipped, left, top)
        for shape in (*sheet.shapes, *seams)
        if (clipped := window.clipped(shape)) is not None
    ]
    foot = A4[1] - MARGIN
    return Sheet(
        f"{sheet.title}. {number}",
        *A4,
        (
            *shown,
            *ruler((MARGIN, foot - 4.0), 100.0),
            Words(Layer.NOTE, (A4[0] - MARGIN, foot - 5.0), f"{sheet.title}. {number}", 3.0, TextAnchor.END),
            Words(
                Layer.NOTE,
                (A4[0] - MARGIN, foot - 0.5),
                "Print at 100 %. Cut one page along the dashed line, lay cross on cross.",
                2.4,
                TextAnchor.END,
            ),
        ),
    )


def _moved(shape: Shape, right: float, down: float) -> Shape:
    def moved(point: Point) -> Point:
        return point[0] + right, point[1] + down

    match shape:
        case DrawnLine(layer, start, end, dashed):
            return DrawnLine(layer, moved(start), moved(end), dashed)
        case Circle(layer, centre, diameter):
            return Circle(layer, moved(centre), diameter)
        case Words(layer, at, text, size, anchor):
            return Words(layer, moved(at), text, size, anchor)
