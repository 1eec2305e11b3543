"""Assigns seats to the workers on the board: by the polarity of their magnets, and where that does not decide, by the
game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations, product

from engine import Seat, Square
from engine.squares import distance
from perception.arrangements import Arrangement
from table.moves.step_search import Pieces

Polarities = Mapping[Seat, int]
"""The polarity of each seat's workers: +1 for north down, -1 for south down."""

Piece = tuple[Square, Seat]

_MOST_PERMUTED = 4
"""The most workers on unexpected squares for which every permutation is tried; with more the board was set up again."""


def polarities_are_shared(polarities: Polarities) -> bool:
    """Check whether several seats have workers of one polarity, so that a magnet alone does not identify the seat."""
    return len(set(polarities.values())) < len(polarities)


def assign_seats(  # noqa: PLR0913 - all evidence for the seat of a worker
    hypothesis: Arrangement,
    expected: Pieces,
    polarities: Polarities,
    *,
    mover: Seat | None,
    before: Pieces = frozenset(),
    results: Collection[Pieces] = (),
    emptied: frozenset[Square] = frozenset(),
) -> Pieces:
    """Return the workers of a hypothesis with their seats; ``polarities`` are those of the seats that play.

    1. If the magnets stand as a legal step leaves them (one of ``results``), the workers are those of that step. Where
       a worker replaces another seat's of the same polarity, its square must have been seen empty (one of ``emptied``).
    2. A magnet on a square where the game has a worker of its polarity is that worker; so is one where a worker stood
       when the board was last understood (``before``).
    3. The others are workers that are missing from their squares, matched so that a legal step would leave them there;
       if none would, with the shortest total distance, and workers of ``mover`` first.
    """
    standing = {Square(each.square): each.polarity for each in hypothesis}
    left = _left_by_a_step(standing, expected, polarities, results, emptied)
    if left is not None:
        return left
    found = _in_place(expected, standing, polarities)
    found |= {piece for piece in _in_place(before, standing, polarities) if piece[0] not in dict(found)}
    unexpected = {square: polarity for square, polarity in sorted(standing.items()) if square not in dict(found)}
    if not unexpected:
        return frozenset(found)
    missing = _missing(expected, found, mover)
    likely = [found | each for each in _matches(unexpected, missing, polarities, mover)]
    return next((each for each in likely if each in results), likely[0])


def _left_by_a_step(
    standing: Mapping[Square, int],
    expected: Pieces,
    polarities: Polarities,
    results: Collection[Pieces],
    emptied: frozenset[Square],
) -> Pieces | None:
    if standing == magnets_of(expected, polarities):
        return None
    fitting = (result for result in results if magnets_of(result, polarities) == standing)
    return next((result for result in fitting if exchanged_squares(expected, result, polarities) <= emptied), None)


def magnets_of(pieces: Pieces, polarities: Polarities) -> dict[Square, int]:
    """Return the polarity on each square where one of these workers stands."""
    return {square: polarities[seat] for square, seat in pieces}


def exchanged_squares(before: Pieces, after: Pieces, polarities: Polarities) -> frozenset[Square]:
    """Return the squares on which a worker replaced another seat's of the same polarity, which no sensor notices."""
    was, is_now = dict(before), dict(after)
    return frozenset(
        square
        for square in was.keys() & is_now.keys()
        if was[square] is not is_now[square] and polarities[was[square]] == polarities[is_now[square]]
    )


def _in_place(pieces: Pieces, standing: Mapping[Square, int], polarities: Polarities) -> Pieces:
    """Return those of these workers on whose squares a magnet of their polarity stands."""
    return frozenset(
        (square, seat) for square, seat in pieces if seat in polarities and standing.get(square) == polarities[seat]
    )


def _missing(expected: Pieces, found: Pieces, mover: Seat | None) -> list[Piece]:
    """Return the workers of the game that have not been found, those of ``mover`` first."""
    elsewhere = [seat for _, seat in found - expected]
    missing = sorted(expected - found, key=lambda piece: (piece[1] is not mover, piece))
    for seat in elsewhere:
        home = next((piece for piece in missing if piece[1] is seat), None)
        if home is not None:
            missing.remove(home)
    return missing


def _matches(
    unexpected: Mapping[Square, int], missing: list[Piece], polarities: Polarities, mover: Seat | None
) -> list[Pieces]:
    """Return the ways to match unexpected magnets with seats, those with the shortest total distance first."""
    ways: list[list[tuple[int, Pieces]]] = []
    for polarity in sorted(set(unexpected.values())):
        alike = [square for square, kind in unexpected.items() if kind == polarity]
        lacking = [piece for piece in missing if polarities[piece[1]] == polarity]
        newcomer = _newcomer(polarity, polarities, mover)
        found: dict[Pieces, int] = {}
        for origins in _origins(lacking, len(alike), newcomer):
            way: set[Piece] = set()
            far = 0
            for square, origin in zip(alike, origins, strict=True):
                way.add((square, newcomer if origin is None else origin[1]))
                far += 0 if origin is None else distance(origin[0], square)
            found[frozenset(way)] = min(far, found.get(frozenset(way), far))
        ways.append([(far, way) for way, far in found.items()])
    combined = [
        (sum(far for far, _ in each), frozenset[Piece]().union(*(way for _, way in each))) for each in product(*ways)
    ]
    return [way for _, way in sorted(combined, key=lambda each: each[0])]


def _origins(lacking: list[Piece], count: int, newcomer: Seat) -> Iterator[tuple[Piece | None, ...]]:
    """Yield the squares from which ``count`` workers may have come, without orders that make no difference. None stands
    for the box."""
    sources: list[Piece | None] = [*lacking, *([None] * (count - len(lacking)))]
    seats = {newcomer if source is None else source[1] for source in sources}
    if len(seats) == 1 or len(sources) > _MOST_PERMUTED:
        yield tuple(sources[:count])
    else:
        yield from permutations(sources, count)


def _newcomer(polarity: int, polarities: Polarities, mover: Seat | None) -> Seat:
    """Return the seat of a worker that no seat misses: ``mover`` if it has this polarity."""
    seats = [seat for seat, pole in polarities.items() if pole == polarity]
    if mover in seats and mover is not None:
        return mover
    return seats[0] if seats else next(iter(polarities))
