"""Stores the pieces of a virtual board while no process runs, in a small JSON file.

The pieces of a real board stay where they are; after a restart, those of a virtual board are in their places too.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from common.atomic_files import write_whole
from common.numbers import is_whole
from hardware.board import SQUARE_COUNT
from hardware.hand_actions import StrayMagnet
from hardware.virtual.world import (
    BOXED,
    TALLEST,
    LyingPiece,
    PieceBeside,
    PieceInHand,
    PieceWorld,
    Place,
    StandingPiece,
    WorkerPiece,
)

FORMAT = 1
LOWEST_HAND = 2.0
"""The least height above the sensors of a worker in a hand, in mm."""

FARTHEST_OFF = 100.0
"""The largest distance of a worker from the middle of its square, in mm."""

FARTHEST = 1000.0
"""Nothing is further than this from the middle of a1, in mm: what hands bring and take away comes from beyond their
reach, but not from there."""


@dataclass(frozen=True, slots=True)
class SavedPieces:
    """What a file held: the world, how often the board has started before, and, if the file was of no use, a
    sentence that says so and what the file was renamed to. ``follows``: the pieces follow the game by themselves."""

    world: PieceWorld
    boots: int
    trouble: str | None = None
    follows: bool = True


def load_pieces(path: Path, workers: tuple[WorkerPiece, ...], size: int = 5) -> SavedPieces:
    """What the file says of a board of ``size`` x ``size`` squares. Without a file the board is empty; a broken file is
    renamed and the board is empty.

    :raises OSError: if the file cannot be read or renamed.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return _read(text, workers, size)
    except FileNotFoundError:
        return SavedPieces(PieceWorld.new(workers, size), 0)
    except (ValueError, msgspec.ValidationError) as error:
        broken = _free_name(path)
        path.rename(broken)
        trouble = (
            f"{path} is no memory of a virtual board ({error}); it is now {broken.name}, and the board starts empty"
        )
        return SavedPieces(PieceWorld.new(workers, size), 0, trouble)


def store_pieces(path: Path, world: PieceWorld, boots: int, *, follows: bool = True) -> None:
    """Write the file, whole or not at all, to the disk.

    :raises OSError: if it cannot be written; the file is then as it was before.
    """
    content = {
        "format": FORMAT,
        "boots": boots,
        "levels": world.levels,
        "domes": world.domes,
        "workers": {worker.name: _written(place) for worker, place in zip(world.workers, world.places, strict=True)},
        "strays": [asdict(stray) for stray in world.strays],
        "follows": follows,
    }
    write_whole(path, json.dumps(content) + "\n")


def _read(text: str, workers: tuple[WorkerPiece, ...], size: int) -> SavedPieces:
    content = _object(json.loads(text))
    if content.get("format") != FORMAT:
        raise ValueError(f"its format is {content.get('format')!r}, not {FORMAT}")
    boots = content.get("boots")
    if not isinstance(boots, int) or boots < 0:
        raise ValueError("its number of starts is wrong")
    levels, domes = content.get("levels"), content.get("domes")
    if not isinstance(levels, list) or len(levels) != SQUARE_COUNT or not all(is_whole(v, 0, TALLEST) for v in levels):
        raise ValueError("its blocks are not 25 heights")
    if not isinstance(domes, list) or len(domes) != SQUARE_COUNT or not all(isinstance(dome, bool) for dome in domes):
        raise ValueError("its domes are not 25 of true and false")
    world = PieceWorld(
        workers, (BOXED,) * len(workers), tuple(levels), tuple(domes), _strays(content.get("strays", [])), size
    )
    for square in (square for square, full in enumerate(map(max, levels, domes)) if full):
        world.check_square(square)
    for piece, place in _object(content.get("workers")).items():
        world = world.moved(piece, _place(_object(place)))
    follows = content.get("follows", True)
    if not isinstance(follows, bool):
        raise ValueError("whether its pieces follow the game is neither true nor false")  # noqa: TRY004 - bad text
    return SavedPieces(world, boots, follows=follows)


def _strays(content: object) -> tuple[StrayMagnet, ...]:
    strays = msgspec.convert(content, tuple[StrayMagnet, ...])
    for stray in strays:
        if not _is_near(stray.x, stray.y, stray.height):
            raise ValueError(f"{stray} is no stray magnet of this board")
    return strays


def _place(content: dict[str, object]) -> Place:
    match content:
        case {"square": int(square), "east": float(east), "north": float(north), "heading": float(heading)} if (
            max(abs(east), abs(north), abs(heading)) < FARTHEST_OFF
        ):
            return LyingPiece(square, east, north, heading)
        case {"square": int(square), "east": float(east), "north": float(north), **rest} if (
            max(abs(east), abs(north)) < FARTHEST_OFF and not rest
        ):
            return StandingPiece(square, east, north)
        case {"beside": [float(x), float(y)]} if _is_near(x, y):
            return PieceBeside(x, y)
        case {"x": float(x), "y": float(y), "height": float(height)} if height >= LOWEST_HAND and _is_near(
            x, y, height
        ):
            return PieceInHand(x, y, height)
        case {"box": True}:
            return BOXED
        case _:
            raise ValueError(f"{content} is no place for a worker")


def _written(place: Place) -> dict[str, float | bool | list[float]]:
    match place:
        case StandingPiece(square, east, north):
            return {"square": square, "east": float(east), "north": float(north)}
        case LyingPiece(square, east, north, heading):
            return {"square": square, "east": float(east), "north": float(north), "heading": float(heading)}
        case PieceBeside(x, y):
            return {"beside": [float(x), float(y)]}
        case PieceInHand(x, y, height):
            # With two hands one may be on its way while the other finishes; it is stored as held.
            return {"x": float(x), "y": float(y), "height": max(float(height), LOWEST_HAND)}
        case _:
            return {"box": True}


def _object(content: object) -> dict[str, object]:
    if not isinstance(content, dict):
        raise ValueError(f"{content!r} stands where names and values should")  # noqa: TRY004 - bad text, not a bad call
    return content


def _is_near(*measures: float) -> bool:
    return all(abs(measure) <= FARTHEST for measure in measures)


def _free_name(path: Path) -> Path:
    number = 1
    while (broken := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    return broken
