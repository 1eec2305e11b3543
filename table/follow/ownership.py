"""Whose workers stand on the board: what polarity cannot tell, the game does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations, product

from engine import Seat, Square
from engine.squares import distance
from table.follow.chains import Pieces
from table.recognise.worlds import Standing, World

Polarities = Mapping[Seat, int]
"""Which way the magnets of each seat's workers point: +1 for north down, -1 for south down."""

_MANY = 4
"""More workers than these on strange squares are not matched in every way: the board was set up anew."""


def owned(
    world: World, expected: Pieces, polarities: Polarities, to_act: Seat | None, results: Collection[Pieces]
) -> Pieces:
    """The workers of a world with their seats.

    A worker where the game has one of its polarity is that one. Others are those that the game misses: so that a legal
    step (``results``) would leave just them if that can be, else each as near as possible to where it stood, the seat
    to act first.
    """
    due = dict(expected)
    found: set[tuple[Square, Seat]] = set()
    strangers: dict[int, list[Standing]] = {}
    for each in sorted(world):
        square = Square(each.square)
        if square in due and polarities[due[square]] == each.polarity:
            found.add((square, due[square]))
        else:
            strangers.setdefault(each.polarity, []).append(each)
    if not strangers:
        return frozenset(found)
    missing = sorted(expected - found, key=lambda piece: (piece[1] is not to_act, piece))
    likely = [frozenset(found) | each for each in _matches(strangers, missing, polarities, to_act)]
    return next((each for each in likely if each in results), likely[0])


def _matches(
    strangers: Mapping[int, list[Standing]],
    missing: list[tuple[Square, Seat]],
    polarities: Polarities,
    to_act: Seat | None,
) -> list[Pieces]:
    """The ways to give the strangers seats, those first in which workers have come the shortest way."""
    ways: list[list[tuple[int, Pieces]]] = []
    for polarity, alike in strangers.items():
        lacking = [piece for piece in missing if polarities[piece[1]] == polarity]
        owner = _likely_owner(polarity, polarities, to_act)
        found: dict[Pieces, int] = {}
        for order in _orders(lacking, len(alike)):
            seats = [seat for _, seat in order] + [owner] * (len(alike) - len(order))
            way = frozenset((Square(each.square), seat) for each, seat in zip(alike, seats, strict=True))
            far = sum(distance(Square(each.square), home) for each, (home, _) in zip(alike, order, strict=False))
            found[way] = min(far, found.get(way, far))
        ways.append([(far, way) for way, far in found.items()])
    together = [(sum(far for far, _ in each), frozenset().union(*(way for _, way in each))) for each in product(*ways)]
    return [way for _, way in sorted(together, key=lambda each: each[0])]


def _orders(lacking: list[tuple[Square, Seat]], count: int) -> Iterator[tuple[tuple[Square, Seat], ...]]:
    if len({seat for _, seat in lacking}) <= 1 or max(len(lacking), count) > _MANY:
        yield tuple(lacking[:count])
    else:
        yield from permutations(lacking, min(count, len(lacking)))


def _likely_owner(polarity: int, polarities: Polarities, to_act: Seat | None) -> Seat:
    """Whose worker it is that nobody misses: of the seat to act if it can be."""
    seats = [seat for seat, pole in polarities.items() if pole == polarity]
    if to_act in seats and to_act is not None:
        return to_act
    return seats[0] if seats else next(iter(polarities))
