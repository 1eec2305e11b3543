"""Where the pieces of a virtual board stay while no process runs: a small JSON file.

The pieces of a real board stand where they were left; a virtual board that starts again finds its own there too.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from hardware.board import SQUARE_COUNT
from hardware.virtual.world import BOXED, TALLEST, Held, Place, Standing, Worker, World

FORMAT = 1
LOWEST_HAND = 50.0
"""Hands come to rest higher than this above the sensors, in mm."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a file held: the world, how often the board has started before, and, if the file was of no use, a
    sentence that says so and where it is kept."""

    world: World
    boots: int
    trouble: str | None = None


def recall(path: Path, workers: tuple[Worker, ...]) -> Remembered:
    """What the file says. Without a file the board is empty; a broken file is renamed and the board is empty.

    :raises OSError: if the file cannot be read or renamed.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return _read(text, workers)
    except FileNotFoundError:
        return Remembered(World.new(workers), 0)
    except ValueError as error:
        kept = _free_name(path)
        path.rename(kept)
        trouble = f"{path} is no memory of a virtual board ({error}); it is kept as {kept.name}, the board starts empty"
        return Remembered(World.new(workers), 0, trouble)


def remember(path: Path, world: World, boots: int) -> None:
    """Write the file, whole or not at all.

    :raises OSError: if it cannot be written.
    """
    content = {
        "format": FORMAT,
        "boots": boots,
        "levels": world.levels,
        "domes": world.domes,
        "workers": {worker.name: _written(place) for worker, place in zip(world.workers, world.places, strict=True)},
    }
    draft = path.with_name(f"{path.name}.new")
    draft.write_text(json.dumps(content) + "\n", encoding="utf-8")
    os.replace(draft, path)


def _read(text: str, workers: tuple[Worker, ...]) -> Remembered:
    content = _object(json.loads(text))
    if content.get("format") != FORMAT:
        raise ValueError(f"its format is {content.get('format')!r}, not {FORMAT}")
    boots = content.get("boots")
    if not isinstance(boots, int) or boots < 0:
        raise ValueError("its number of starts is wrong")
    levels, domes = content.get("levels"), content.get("domes")
    if not isinstance(levels, list) or len(levels) != SQUARE_COUNT or not all(_is_count(v, TALLEST) for v in levels):
        raise ValueError("its blocks are not 25 heights")
    if not isinstance(domes, list) or len(domes) != SQUARE_COUNT or not all(isinstance(dome, bool) for dome in domes):
        raise ValueError("its domes are not 25 of true and false")
    world = World(workers, (BOXED,) * len(workers), tuple(levels), tuple(domes))
    for piece, place in _object(content.get("workers")).items():
        world = world.moved(piece, _place(_object(place)))
    return Remembered(world, boots)


def _place(content: dict[str, object]) -> Place:
    match content:
        case {"square": int(square), "east": float(east), "north": float(north)} if max(abs(east), abs(north)) < 100:
            return Standing(square, east, north)
        case {"x": float(x), "y": float(y), "height": float(height)} if height >= LOWEST_HAND and isfinite(x + y):
            return Held(x, y, height)
        case {"box": True}:
            return BOXED
        case _:
            raise ValueError(f"{content} is no place for a worker")


def _written(place: Place) -> dict[str, float | bool]:
    match place:
        case Standing(square, east, north):
            return {"square": square, "east": float(east), "north": float(north)}
        case Held(x, y, height):
            return {"x": float(x), "y": float(y), "height": float(height)}
        case _:
            return {"box": True}


def _object(content: object) -> dict[str, object]:
    if not isinstance(content, dict):
        raise ValueError(f"{content!r} stands where names and values should")  # noqa: TRY004 - bad text, not a bad call
    return content


def _is_count(value: object, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= highest


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    return kept
