"""The measures of a board and of the pieces on it. One value is shared by the physics and by whoever reads fields."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Magnet:
    """The disc in a worker's foot: diameter and thickness in mm, remanence in T (N42: 1.30)."""

    diameter: float = 15.0
    thickness: float = 5.0
    remanence: float = 1.30


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board: squares every ``pitch`` mm, sensors ``gap`` mm under the playing face, and the height in mm of the
    blocks of the first, second and third level. A magnet lies flush with its worker's base."""

    size: int = 5
    pitch: float = 45.0
    gap: float = 8.0
    block_heights: tuple[float, float, float] = (18.0, 18.0, 18.0)
    magnet: Magnet = Magnet()

    def foot_height(self, level: int) -> float:
        """How far the base of a worker on so many blocks is above the sensor, in mm.

        >>> Geometry().foot_height(0), Geometry().foot_height(3)
        (8.0, 62.0)
        """
        return self.gap + sum(self.block_heights[:level])

    def centre(self, square: int) -> tuple[float, float]:
        """The middle of a square (5 * rank + file) in mm east and north of the middle of a1."""
        return (square % 5) * self.pitch, (square // 5) * self.pitch
