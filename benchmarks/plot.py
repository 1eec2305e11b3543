"""A small line plot as SVG, in colours that can be read on white and on dark pages."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import log10

WIDTH, HEIGHT = 680.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 16.0, 40.0, 52.0
INK = "#808080"
COLOURS = ("#2f81d6", "#d9722e", "#8f8f3a", "#9a6dc4")
DASHES = ("none", "7 4", "2 4", "12 3 2 3")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    """What is along an axis, from where to where, and where its marks are."""

    title: str
    first: float
    last: float
    marks: tuple[float, ...]
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """How far along the axis a value is, from 0 to 1."""
        if self.logarithmic:
            return log10(value / self.first) / log10(self.last / self.first)
        return (value - self.first) / (self.last - self.first)


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line through points, with its name; some points may be dots."""

    name: str
    points: tuple[Point, ...]
    dots: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over two axes."""

    title: str
    across: Axis
    up: Axis
    lines: tuple[PlotLine, ...]

    def svg(self) -> str:
        """The picture."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" font-family="sans-serif"'
            f' font-size="13" fill="{INK}">',
            f"<title>{escape(self.title)}</title>",
            f'<text x="{LEFT:g}" y="22" font-size="15">{escape(self.title)}</text>',
            *self._grid(),
        ]
        for number, line in enumerate(self.lines):
            parts += self._drawn(number, line)
        parts.append("</svg>")
        return "\n".join(parts) + "\n"

    def _grid(self) -> list[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        parts = []
        for mark in self.across.marks:
            x, _ = self._at((mark, self.up.first))
            parts.append(f'<path d="M{x:.1f} {TOP:g}V{bottom:g}" stroke="{INK}" stroke-opacity=".25"/>')
            parts.append(f'<text x="{x:.1f}" y="{bottom + 18:g}" text-anchor="middle">{mark:g}</text>')
        for mark in self.up.marks:
            _, y = self._at((self.across.first, mark))
            parts.append(f'<path d="M{LEFT:g} {y:.1f}H{right:g}" stroke="{INK}" stroke-opacity=".25"/>')
            parts.append(f'<text x="{LEFT - 8:g}" y="{y + 4:.1f}" text-anchor="end">{mark:g}</text>')
        middle = (TOP + bottom) / 2
        parts.append(
            f'<text x="{(LEFT + right) / 2:g}" y="{HEIGHT - 12:g}" text-anchor="middle">'
            f"{escape(self.across.title)}</text>"
        )
        parts.append(
            f'<text x="16" y="{middle:g}" text-anchor="middle" transform="rotate(-90 16 {middle:g})">'
            f"{escape(self.up.title)}</text>"
        )
        return parts

    def _drawn(self, number: int, line: PlotLine) -> list[str]:
        colour = COLOURS[number]
        stroke = f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{DASHES[number]}"'
        places = [self._at(point) for point in line.points]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts = [f'<path d="{path}" fill="none" {stroke}/>']
        for x, y in (self._at(dot) for dot in line.dots):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')
        y = TOP + 18 + 20 * number if self.up.logarithmic else HEIGHT - BOTTOM - 34 + 20 * number
        x = WIDTH - RIGHT - 440 if self.up.logarithmic else LEFT + 30
        parts.append(f'<path d="M{x:g} {y - 4:g}h26" {stroke}/>')
        parts.append(f'<text x="{x + 34:g}" y="{y:g}">{escape(line.name)}</text>')
        return parts

    def _at(self, point: Point) -> Point:
        x, y = self.across.share(point[0]), self.up.share(point[1])
        return LEFT + x * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM)
