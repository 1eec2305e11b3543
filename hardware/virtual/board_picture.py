"""The virtual board as an eye above it sees it."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import Lights
from hardware.geometry import Geometry
from hardware.virtual.world import PHONE, LyingPiece, PieceInHand, PieceWorld, StandingPiece


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A worker: ``square`` is 0 to 24 if it stands or lies there, None in a hand, beside the board or in the box; ``x``
    and ``y`` are its place in mm east and north of the middle of a1 (0 in the box); ``in_hand`` while a hand holds or
    pushes it, ``lying`` if it has fallen."""

    piece: str
    seat: str
    square: int | None
    x: float
    y: float
    in_hand: bool
    lying: bool = False


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Blocks and domes of the 25 squares, all workers, and the lights as (red, green, blue), on a board of ``size``
    squares a side; ``phone`` is where a phone lies, in mm east and north of the middle of a1 (None: nowhere near)."""

    version: int
    size: int
    levels: tuple[int, ...]
    domes: tuple[bool, ...]
    pieces: tuple[PieceSeen, ...]
    lights: tuple[tuple[int, int, int], ...]
    phone: tuple[float, float] | None = None


def seen(version: int, world: PieceWorld, lights: Lights, geometry: Geometry) -> BoardPicture:
    """How this world and these lights look from above."""
    pieces = []
    for number, worker in enumerate(world.workers):
        place, at = world.places[number], world.magnet(number, geometry)
        pieces.append(
            PieceSeen(
                worker.name,
                worker.seat,
                place.square if isinstance(place, (StandingPiece, LyingPiece)) else None,
                at.x if at else 0.0,
                at.y if at else 0.0,
                isinstance(place, PieceInHand),
                isinstance(place, LyingPiece),
            )
        )
    colours = tuple((colour.red, colour.green, colour.blue) for colour in lights.colours)
    phone = next(((stray.x, stray.y) for stray in world.strays if stray.name == PHONE), None)
    return BoardPicture(version, geometry.size, world.levels, world.domes, tuple(pieces), colours, phone)
