"""The virtual board as an eye above it sees it."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import Lights
from hardware.geometry import Geometry
from hardware.virtual.world import Held, Standing, World


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A worker: ``square`` is 0 to 24 if it stands, None in a hand or in the box; ``x`` and ``y`` are its place in mm
    east and north of the middle of a1 (0 in the box); ``in_hand`` while a hand holds or pushes it."""

    piece: str
    seat: str
    square: int | None
    x: float
    y: float
    in_hand: bool


@dataclass(frozen=True, slots=True)
class BenchSeen:
    """Blocks and domes of the 25 squares, all workers, and the lights as (red, green, blue)."""

    version: int
    levels: tuple[int, ...]
    domes: tuple[bool, ...]
    pieces: tuple[PieceSeen, ...]
    lights: tuple[tuple[int, int, int], ...]


def seen(version: int, world: World, lights: Lights, geometry: Geometry) -> BenchSeen:
    """How this world and these lights look from above."""
    pieces = []
    for number, worker in enumerate(world.workers):
        place, at = world.places[number], world.magnet(number, geometry)
        pieces.append(
            PieceSeen(
                worker.name,
                worker.seat,
                place.square if isinstance(place, Standing) else None,
                at.x if at else 0.0,
                at.y if at else 0.0,
                isinstance(place, Held),
            )
        )
    colours = tuple((colour.red, colour.green, colour.blue) for colour in lights.colours)
    return BenchSeen(version, world.levels, world.domes, tuple(pieces), colours)
