"""Workers that the magnets of others move: pairs with different poles down snap together, others slide apart.

Each magnet pulls and pushes as a dipole with an upright axis (`hardware.magnet_force`). A worker slides while that is
more than the friction of its foot withstands. It stays on its square: one on a block would fall off there, and one on
the ground meets the other half way. That a magnet above makes a worker lighter is left out; workers that lie do not
count.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from hardware.geometry import Geometry
from hardware.magnet_force import WorkerGrip, sideways_force
from hardware.virtual.world import OFF_THE_BLOCK, LyingPiece, PieceInHand, PieceWorld, StandingPiece, foot_radius

SLIDING_SPEED = 0.25
"""How quick a worker slides, in mm for each ms."""

STEP = 0.5
"""The longest way in mm between two looks at the forces."""


class MagnetPull:
    """The pull of the magnets on one board, whose workers ``grip`` its face so."""

    def __init__(self, geometry: Geometry, grip: WorkerGrip) -> None:
        self._geometry = geometry
        self._holds = grip.holds(geometry.magnet)
        self._apart = 2 * foot_radius(geometry)
        self._at_rest: PieceWorld | None = None

    def after(self, world: PieceWorld, ms: float) -> PieceWorld:
        """The world when the magnets have acted for so many ms; the same one if nothing slides."""
        rest, left = self._at_rest, ms * SLIDING_SPEED
        if rest is not None and rest.places is world.places and rest.levels is world.levels:
            return world
        while left > 0:
            way = min(left, STEP)
            moved = dict(self._slides(world, way))
            if not moved:
                self._at_rest = world
                break
            for number, place in moved.items():
                world = world.moved(world.workers[number].name, place)
            left -= way
        return world

    def _slides(self, world: PieceWorld, way: float) -> Iterator[tuple[int, StandingPiece]]:
        """The workers that slide, each with its place after so many mm."""
        magnets = [
            (number, world.workers[number].polarity, at)
            for number, place in enumerate(world.places)
            if not isinstance(place, LyingPiece) and (at := world.magnet(number, self._geometry)) is not None
        ]
        for number, polarity, at in magnets:
            place = world.places[number]
            if not isinstance(place, StandingPiece):
                continue
            others = [(polarity * other, there) for which, other, there in magnets if which != number]
            east, north = self._pull(at, others)
            force = hypot(east, north)
            if force <= self._holds:
                continue
            there = StandingPiece(place.square, place.east + way * east / force, place.north + way * north / force)
            if hypot(there.east, there.north) <= OFF_THE_BLOCK and not self._in_the_way(at, place, there, others):
                yield number, there

    def _pull(self, at: PieceInHand, others: list[tuple[int, PieceInHand]]) -> tuple[float, float]:
        """The force in N to the east and to the north on the magnet ``at`` from the others, each with +1 if the same
        pole is down and -1 if not."""
        east = north = 0.0
        for alike, there in others:
            aside, along = at.x - there.x, at.y - there.y
            far = hypot(aside, along)
            if far > 0:
                force = alike * sideways_force(self._geometry.magnet, far, there.height - at.height) / far
                east, north = east + force * aside, north + force * along
        return east, north

    def _in_the_way(
        self, at: PieceInHand, place: StandingPiece, there: StandingPiece, others: list[tuple[int, PieceInHand]]
    ) -> bool:
        """Whether the foot of another worker is where this one would come nearer to it."""
        x, y = at.x + there.east - place.east, at.y + there.north - place.north
        return any(
            hypot(x - other.x, y - other.y) < min(self._apart, hypot(at.x - other.x, at.y - other.y))
            for _, other in others
        )
