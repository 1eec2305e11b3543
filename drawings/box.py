"""A part with pins on its sides."""

from __future__ import annotations

from collections.abc import Sequence

from drawings.canvas import QUIET, Canvas, Point
from hardware.wire_list import HeaderPin

SPACING = 22.0
"""From pin to pin."""
LEAD = 16.0


class LabelBox:
    """A rectangle with its title and its part number over it, and pins on its left and right side; a place without
    a pin for None."""

    def __init__(
        self,
        canvas: Canvas,
        corner: Point,
        width: float,
        title: str,
        part: str = "",
        *,
        left: Sequence[HeaderPin | None] = (),
        right: Sequence[HeaderPin | None] = (),
    ) -> None:
        self._canvas = canvas
        self.left, self.top = corner
        self.right = self.left + width
        height = SPACING * max(len(left), len(right)) + 6
        self.bottom = self.top + height
        self.places: dict[HeaderPin, Point] = {}
        canvas.box(corner, width, height)
        canvas.text((self.left + width / 2, self.top - (25 if part else 11)), title, size=13, bold=True)
        canvas.text((self.left + width / 2, self.top - 9), part, size=11, colour=QUIET)
        for edge, side, pins in ((self.left, -1, left), (self.right, 1, right)):
            for place, pin in enumerate(pins):
                if pin is not None:
                    self._draw(pin, edge, side, self.height(place))

    def height(self, place: int) -> float:
        """How far down the pins of this place are."""
        return self.top + SPACING * (place + 0.5) + 3

    def __getitem__(self, name: str) -> Point:
        (found,) = (at for pin, at in self.places.items() if pin.name == name)
        return found

    def _draw(self, pin: HeaderPin, edge: float, side: int, height: float) -> None:
        end = (edge + side * LEAD, height)
        self.places[pin] = end
        self._canvas.line([(edge, height), end])
        self._canvas.text((edge - side * 6, height), pin.name, anchor="start" if side < 0 else "end")
        if pin.number is not None:
            at = (edge + side * 3, height - 6)
            anchor = "end" if side < 0 else "start"
            self._canvas.text(at, f"{pin.number}", size=9, colour=QUIET, anchor=anchor)
