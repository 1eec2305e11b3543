"""Which sensor and which light belong to which square: how that is found, corrected and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from calibration.procedure import message, name_of
from calibration.rest_average import Fields
from common.message import Message
from hardware.board import SQUARE_COUNT
from hardware.calibration import Calibration
from hardware.wiring import Wiring

Order = tuple[int, ...]
"""For each square, the square for which its sensor (or its light) was taken until now."""

STRAIGHT: Order = tuple(range(SQUARE_COUNT))


def symmetries(size: int) -> Iterator[tuple[str, Order]]:
    """The ways in which a whole board can be turned or mirrored, by name: where each square is found then."""
    last = size - 1
    ways: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "turned_1": lambda file, rank: (rank, last - file),
        "turned_2": lambda file, rank: (last - file, last - rank),
        "turned_3": lambda file, rank: (last - rank, file),
        "mirrored_files": lambda file, rank: (last - file, rank),
        "mirrored_ranks": lambda file, rank: (file, last - rank),
        "mirrored_rising": lambda file, rank: (rank, file),
        "mirrored_falling": lambda file, rank: (last - rank, last - file),
    }
    for name, turned in ways.items():
        order = list(STRAIGHT)
        for rank in range(size):
            for file in range(size):
                to_file, to_rank = turned(file, rank)
                order[5 * rank + file] = 5 * to_rank + to_file
        yield name, tuple(order)


def symmetry_of(pairs: Mapping[int, int], size: int) -> Order | None:
    """The one way to turn or mirror the board that fits these pairs of squares; None if none does, or several do."""
    fitting = [order for _, order in symmetries(size) if all(order[square] == other for square, other in pairs.items())]
    return fitting[0] if len(fitting) == 1 else None


def completed(found: Mapping[int, int], squares: tuple[int, ...]) -> Order:
    """An order with what was found; what is not known stays as it is where it can, and else takes what is left over."""
    order = list(STRAIGHT)
    left = [square for square in squares if square not in found.values()]
    for square, was in found.items():
        order[square] = was
    unknown = [square for square in squares if square not in found]
    for square in [each for each in unknown if each in left]:
        left.remove(square)
        unknown.remove(square)
    for square, was in zip(unknown, left, strict=True):
        order[square] = was
    return tuple(order)


def rewired(wiring: Wiring, sensors: Order, lights: Order) -> Wiring:
    """The wiring with the sensors and lights in these orders."""
    return Wiring(tuple(wiring.sensors[was] for was in sensors), tuple(wiring.lights[was] for was in lights))


def rearranged(calibration: Calibration, sensors: Order) -> Calibration:
    """The calibration of the same sensors when they are in this order."""
    return replace(
        calibration,
        offsets=tuple(calibration.offsets[was] for was in sensors),
        gains=tuple(calibration.gains[was] for was in sensors),
    )


def order_messages(what: str, found: Mapping[int, int], size: int) -> tuple[Message, ...]:
    """What is to be said of the sensors or lights (``what``): nothing if each is at its square, one sentence if all are
    turned or mirrored, or else one for each two that are exchanged and each that is elsewhere."""
    amiss = {square: was for square, was in found.items() if square != was}
    if not amiss:
        return ()
    for name, order in symmetries(size):
        if len(found) > 2 and all(order[was] == square for square, was in found.items()):
            return (message(f"selftest.{what}_{name}"),)
    said = []
    for square, was in sorted(amiss.items()):
        if amiss.get(was) != square:
            said.append(message(f"selftest.{what}_elsewhere", square=name_of(was), found=name_of(square)))
        elif square < was:
            said.append(message(f"selftest.{what}_exchanged", one=name_of(square), other=name_of(was)))
    return tuple(said)


STRONG = 4.0
"""On the ground, or on a block, a worker is felt by its own sensor with so many mT at least."""
FAINT = 0.3
"""So much is felt around it."""
ALONE = 3.0
"""Its own sensor feels so many times more than any other."""


class UnclearTouch(Enum):
    """Why no sensor was named: nothing is felt, only faintly (as around a dead sensor), or by several at once."""

    NOTHING = "nothing"
    FAINT = "faint"
    SEVERAL = "several"


@dataclass(frozen=True, slots=True)
class TouchedSensor:
    """A worker is over the sensor that is taken for this square's."""

    sensor: int


def touched(change: Fields, clipped: frozenset[int], reach: float) -> TouchedSensor | UnclearTouch:
    """The sensor that a worker is over, by what changed in mT against the empty board; ``clipped`` sensors feel
    ``reach`` or more."""
    felt = [max(abs(change[square]), reach if square in clipped else 0.0) for square in range(SQUARE_COUNT)]
    first, second = sorted(range(SQUARE_COUNT), key=lambda square: -felt[square])[:2]
    if felt[first] >= STRONG:
        return TouchedSensor(first) if felt[second] * ALONE < felt[first] else UnclearTouch.SEVERAL
    return UnclearTouch.FAINT if felt[first] >= FAINT else UnclearTouch.NOTHING
