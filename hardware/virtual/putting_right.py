"""Sets up a position: which workers move to make a virtual board equal to it, and where each of them goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hardware.hand_actions import SetUp
from hardware.virtual.world import BOXED, PieceWorld, Place, StandingPiece


def put_right(world: PieceWorld, wanted: SetUp, spot: Callable[[int, PieceWorld], StandingPiece]) -> PieceWorld:
    """The world with this position set up; stray magnets stay where they are. ``spot`` gives where on a square hands
    put a worker; one that stands right already stays as it is.

    :raises HandError: if the wood is none that a board can have.
    """
    arranged = world.arranged(wanted.levels, wanted.domes)
    free = {square: seat for square, seat in wanted.standing if not wanted.domes[square]}
    for square in free:
        world.check_square(square)
    places: dict[int, Place] = {}
    for number, place in enumerate(arranged.places):
        if isinstance(place, StandingPiece) and free.get(place.square) == world.workers[number].seat:
            places[number] = place
            del free[place.square]
    # A worker that is on its way to another square is moved before one is taken out of the box.
    waiting = sorted(set(range(len(world.workers))) - set(places), key=lambda each: arranged.places[each] == BOXED)
    for square, seat in sorted(free.items()):
        found = next((each for each in waiting if world.workers[each].seat == seat), None)
        if found is not None:
            places[found] = spot(square, arranged)
            waiting.remove(found)
    return replace(arranged, places=tuple(places.get(number, BOXED) for number in range(len(world.workers))))
