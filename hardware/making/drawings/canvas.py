"""Draws electronics as SVG: wires, boxes with pins, the usual symbols. All measures are pixels; y goes down.

Libraries for circuit drawings guess the width of words, and so cut them off or put them on wires. The few symbols that
a board needs are a line each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

Point = tuple[float, float]

INK = "#1f2933"
QUIET = "#5f6b7a"
FILL = "#f3f5f7"
FONT = "Helvetica, Arial, sans-serif"


class Canvas:
    """A picture with a white background."""

    def __init__(self, title: str, width: int, height: int) -> None:
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' font-family="{FONT}" stroke-linecap="round" stroke-linejoin="round">\n'
            f"<title>{escape(title)}</title>\n"
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        )
        self._parts: list[str] = []

    def svg(self) -> str:
        """Return the text of the file."""
        return "\n".join([self._head, *self._parts, "</svg>", ""])

    def line(self, points: Sequence[Point], colour: str = INK, *, width: float = 1.6, dashes: str = "") -> None:
        """Draw a line through points."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"{dashed}/>'
        )

    def area(self, points: Sequence[Point], fill: str, colour: str = INK, *, width: float = 1.4) -> None:
        """Draw an area with these corners."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._parts.append(f'<polygon points="{path}" fill="{fill}" stroke="{colour}" stroke-width="{_n(width)}"/>')

    def region(self, contours: Sequence[Sequence[Point]], fill: str, colour: str, *, width: float = 1.0) -> None:
        """Draw an area with several contours; those within others are holes. Corners are exact to a tenth of a
        pixel."""
        rounded = [[(round(x, 1), round(y, 1)) for x, y in contour] for contour in contours]
        path = "".join(f"M{' '.join(f'{_n(x)},{_n(y)}' for x, y in contour)}Z" for contour in rounded)
        stroke = f' stroke="{colour}" stroke-width="{_n(width)}"'
        self._parts.append(f'<path d="{path}" fill="{fill}" fill-rule="evenodd"{stroke}/>')

    @contextmanager
    def named(self, name: str) -> Iterator[None]:
        """Give a name to everything drawn within the context, so that it can be repeated."""
        self._parts.append(f'<g id="{escape(name)}">')
        yield
        self._parts.append("</g>")

    def again(self, name: str, right: float, down: float) -> None:
        """Repeat the named drawing, moved by ``right`` and ``down``."""
        self._parts.append(f'<use href="#{escape(name)}" x="{_n(right)}" y="{_n(down)}"/>')

    def box(self, corner: Point, width: float, height: float, fill: str = FILL, colour: str = INK) -> None:
        """Draw a rectangle with this upper left corner."""
        self._parts.append(
            f'<rect x="{_n(corner[0])}" y="{_n(corner[1])}" width="{_n(width)}" height="{_n(height)}" rx="3"'
            f' fill="{fill}" stroke="{colour}" stroke-width="1.4"/>'
        )

    def circle(self, centre: Point, radius: float, fill: str = "#ffffff", colour: str = INK) -> None:
        """Draw a circle."""
        self._parts.append(
            f'<circle cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}" fill="{fill}" stroke="{colour}"'
            ' stroke-width="1.4"/>'
        )

    def text(
        self, at: Point, words: str, *, size: float = 12, colour: str = INK, anchor: str = "middle", bold: bool = False
    ) -> None:
        """Write words; the middle of their small letters is at the height of the point."""
        if not words:
            return
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_n(at[0])}" y="{_n(at[1] + 0.35 * size)}" font-size="{_n(size)}" fill="{colour}"'
            f' text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def dot(self, at: Point, colour: str = INK) -> None:
        """Draw a dot where wires are joined."""
        self.circle(at, 2.6, colour, colour)

    def ground(self, at: Point, colour: str = INK) -> None:
        """Draw a ground symbol that hangs from a point."""
        x, y = at
        self.line([at, (x, y + 8)], colour)
        for half, down in ((9, 8), (5.5, 12), (2, 16)):
            self.line([(x - half, y + down), (x + half, y + down)], colour)

    def supply(self, at: Point, words: str, colour: str) -> None:
        """Draw a supply symbol that stands on a point."""
        x, y = at
        self.line([at, (x, y - 9)], colour)
        self.line([(x - 8, y - 9), (x + 8, y - 9)], colour, width=2.4)
        self.text((x, y - 18), words, size=11, colour=colour, bold=True)

    def resistor(self, start: Point, end: Point, words: str, colour: str = INK) -> None:
        """Draw a resistor from left to right or from top to bottom, with its value beside it."""
        (x1, y1), (x2, y2) = start, end
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        self.line([start, end], colour)
        if y1 == y2:
            self.box((middle[0] - 15, y1 - 6), 30, 12, "#ffffff", colour)
            self.text((middle[0], y1 - 15), words, size=11)
        else:
            self.box((x1 - 6, middle[1] - 15), 12, 30, "#ffffff", colour)
            self.text((x1 + 12, middle[1]), words, size=11, anchor="start")

    def capacitor(self, start: Point, end: Point, words: str, colour: str = INK) -> None:
        """Draw a capacitor from top to bottom, with its value beside it."""
        x, middle = start[0], (start[1] + end[1]) / 2
        self.line([start, (x, middle - 3)], colour)
        self.line([(x, middle + 3), end], colour)
        for y in (middle - 3, middle + 3):
            self.line([(x - 9, y), (x + 9, y)], colour, width=2.4)
        self.text((x + 13, middle), words, size=11, anchor="start")

    def button(self, start: Point, end: Point, words: str, colour: str = INK) -> None:
        """Draw a push button from left to right, with its name after it."""
        (x1, y), (x2, _) = start, end
        middle = (x1 + x2) / 2
        self.line([start, (middle - 12, y)], colour)
        self.line([(middle + 12, y), end], colour)
        for x in (middle - 12, middle + 12):
            self.circle((x, y), 2.4, "#ffffff", colour)
        self.line([(middle - 12, y - 6), (middle + 12, y - 6)], colour, width=2.2)
        self.line([(middle, y - 6), (middle, y - 11)], colour)
        self.text((x2 + 16, y), words, size=11, anchor="start")

    def lamp(self, start: Point, end: Point, colour: str = INK) -> None:
        """Draw a light-emitting diode from left to right."""
        (x1, y), (x2, _) = start, end
        middle = (x1 + x2) / 2
        self.line([start, end], colour)
        self.area([(middle - 7, y - 7), (middle - 7, y + 7), (middle + 6, y)], "#ffffff", colour)
        self.line([(middle + 6, y - 7), (middle + 6, y + 7)], colour, width=2)
        for shift in (0, 6):
            self.line([(middle + shift, y - 9), (middle + 5 + shift, y - 15)], colour, width=1.2)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
