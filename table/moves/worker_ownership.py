"""Whose workers stand on the board: what polarity cannot tell, the game does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations, product

from engine import Seat, Square
from engine.squares import distance
from perception.hypotheses import Arrangement
from table.moves.step_search import Pieces

Polarities = Mapping[Seat, int]
"""Which way the magnets of each seat's workers point: +1 for north down, -1 for south down."""

Piece = tuple[Square, Seat]

_MANY = 4
"""More workers than these on strange squares are not matched in every way: the board was set up anew."""


def kinds_are_shared(polarities: Polarities) -> bool:
    """Whether several seats have workers of one kind, so that a magnet does not say whose it is."""
    return len(set(polarities.values())) < len(polarities)


def owned(  # noqa: PLR0913 - all that can tell whose worker it is
    world: Arrangement,
    expected: Pieces,
    polarities: Polarities,
    *,
    mover: Seat | None,
    before: Pieces = frozenset(),
    results: Collection[Pieces] = (),
    emptied: frozenset[Square] = frozenset(),
) -> Pieces:
    """The workers of a world with their seats; ``polarities`` are those of the seats that play.

    If they stand just as a legal step (``results``) leaves them, they are those. But a worker that is another's than
    before on the same square, with a like magnet, must have come there: the square was seen empty (``emptied``).

    Otherwise a worker where the game has one of its polarity is that one, and so is one where it stood when the board
    was last understood (``before``). Others are those that the game misses, in such a way that a legal step would leave
    them so, else each as near as possible to where it stood, those of ``mover``, whose workers are to be moved, first.
    """
    standing = {Square(each.square): each.polarity for each in world}
    left = _left_by_a_step(standing, expected, polarities, results, emptied)
    if left is not None:
        return left
    found = _where(expected, standing, polarities)
    found |= {piece for piece in _where(before, standing, polarities) if piece[0] not in dict(found)}
    strangers = {square: polarity for square, polarity in sorted(standing.items()) if square not in dict(found)}
    if not strangers:
        return frozenset(found)
    missing = _missing(expected, found, mover)
    likely = [found | each for each in _matches(strangers, missing, polarities, mover)]
    return next((each for each in likely if each in results), likely[0])


def _left_by_a_step(
    standing: Mapping[Square, int],
    expected: Pieces,
    polarities: Polarities,
    results: Collection[Pieces],
    emptied: frozenset[Square],
) -> Pieces | None:
    if standing == outline(expected, polarities):
        return None
    fitting = (result for result in results if outline(result, polarities) == standing)
    return next((result for result in fitting if exchanged(expected, result, polarities) <= emptied), None)


def outline(pieces: Pieces, polarities: Polarities) -> dict[Square, int]:
    """What magnets tell of these workers."""
    return {square: polarities[seat] for square, seat in pieces}


def exchanged(before: Pieces, after: Pieces, polarities: Polarities) -> frozenset[Square]:
    """The squares on which one worker follows another with a like magnet, which no sensor notices."""
    was, is_now = dict(before), dict(after)
    return frozenset(
        square
        for square in was.keys() & is_now.keys()
        if was[square] is not is_now[square] and polarities[was[square]] == polarities[is_now[square]]
    )


def _where(pieces: Pieces, standing: Mapping[Square, int], polarities: Polarities) -> Pieces:
    """Those of these workers that stand where they did, as far as a magnet can tell."""
    return frozenset(
        (square, seat) for square, seat in pieces if seat in polarities and standing.get(square) == polarities[seat]
    )


def _missing(expected: Pieces, found: Pieces, mover: Seat | None) -> list[Piece]:
    """The workers that the game has and nobody has found yet, wherever they stand; those of ``mover`` first."""
    astray = [seat for _, seat in found - expected]
    missing = sorted(expected - found, key=lambda piece: (piece[1] is not mover, piece))
    for seat in astray:
        home = next((piece for piece in missing if piece[1] is seat), None)
        if home is not None:
            missing.remove(home)
    return missing


def _matches(
    strangers: Mapping[Square, int], missing: list[Piece], polarities: Polarities, mover: Seat | None
) -> list[Pieces]:
    """The ways to give the strangers seats, those first in which workers have come the shortest way."""
    ways: list[list[tuple[int, Pieces]]] = []
    for polarity in sorted(set(strangers.values())):
        alike = [square for square, kind in strangers.items() if kind == polarity]
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
    together = [
        (sum(far for far, _ in each), frozenset[Piece]().union(*(way for _, way in each))) for each in product(*ways)
    ]
    return [way for _, way in sorted(together, key=lambda each: each[0])]


def _origins(lacking: list[Piece], count: int, newcomer: Seat) -> Iterator[tuple[Piece | None, ...]]:
    """From where each of so many workers may have come, as far as that makes a difference; None: from the box."""
    sources: list[Piece | None] = [*lacking, *([None] * (count - len(lacking)))]
    seats = {newcomer if source is None else source[1] for source in sources}
    if len(seats) == 1 or len(sources) > _MANY:
        yield tuple(sources[:count])
    else:
        yield from permutations(sources, count)


def _newcomer(polarity: int, polarities: Polarities, mover: Seat | None) -> Seat:
    """Whose a worker is that nobody misses: of the seat that moves if it can be."""
    seats = [seat for seat, pole in polarities.items() if pole == polarity]
    if mover in seats and mover is not None:
        return mover
    return seats[0] if seats else next(iter(polarities))
