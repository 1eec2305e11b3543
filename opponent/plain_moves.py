"""The moves of turns in plain positions: where the workers stand when the player builds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.setup import PowerName
from engine.squares import BITS, SQUARE_COUNT
from opponent.plain_positions import (
    APOLLO,
    AROUND,
    ARTEMIS,
    AT_ALL,
    BEYOND,
    DOME,
    HERMES,
    MINOTAUR,
    PlainPosition,
    level_of,
    reachable,
)

Stand = tuple[int, int, int, int, bool]
"""The workers after the moves of a turn: the one that builds, its mate, the other player's in order, and whether one of
the player's moves went up."""


def _parts(of: int) -> Iterator[int]:
    """All subsets of a set of squares."""
    part = of
    while part:
        yield part
        part = (part - 1) & of
    yield 0


def _listed() -> dict[int, tuple[int, ...]]:
    every = {part for around in AROUND for part in _parts(around)}
    return {part: tuple([number for number in range(SQUARE_COUNT) if part >> number & 1]) for part in every}


SQUARES: Final = _listed()
"""The numbers of the squares in each set of squares around one."""


def stands(position: PlainPosition, power: PowerName) -> Iterator[Stand]:
    """Where the workers may stand when the build is due that ends the turn, if the turn did not begin with a build. A
    move that wins is not meant here."""
    if power == ARTEMIS:
        yield from _twice(position)
        return
    built, one, two, other_a, other_b, bound = position
    others = BITS[other_a] | BITS[other_b]
    taken = others | BITS[one] | BITS[two]
    for origin, mate in ((one, two), (two, one)):
        level = level_of(built, origin)
        may = reachable(built, origin, level, bound=bound)
        for to in SQUARES[may & ~taken]:
            to_level = level_of(built, to)
            if power != HERMES or to_level != level:
                yield to, mate, other_a, other_b, to_level > level
        if power in (APOLLO, MINOTAUR) and may & others:
            for to in SQUARES[may & others]:
                far = origin if power == APOLLO else BEYOND[origin].get(to, -1)
                if far == origin or (far >= 0 and not (built >> DOME | taken) & BITS[far]):
                    rest = other_b if to == other_a else other_a
                    yield to, mate, min(far, rest), max(far, rest), level_of(built, to) > level
    if power == HERMES:
        yield from _level_walks(position)


def slow_stands(built: int, origin: int, position: PlainPosition) -> Iterator[Stand]:
    """Where the workers may stand after one of them moved, and not up."""
    _, one, two, other_a, other_b, _ = position
    mate = two if origin == one else one
    taken = BITS[other_a] | BITS[other_b] | BITS[one] | BITS[two]
    for to in SQUARES[reachable(built, origin, level_of(built, origin), bound=True) & ~taken]:
        yield to, mate, other_a, other_b, False


def _twice(position: PlainPosition) -> Iterator[Stand]:
    """One move, or two that do not end where they began."""
    built, one, two, other_a, other_b, bound = position
    for origin, mate in ((one, two), (two, one)):
        free = ~(BITS[mate] | BITS[other_a] | BITS[other_b] | BITS[origin])
        first = reachable(built, origin, level_of(built, origin), bound=bound) & free
        ends = first
        for step in SQUARES[first]:
            ends |= reachable(built, step, level_of(built, step), bound=bound) & free
        for to in range(SQUARE_COUNT):
            if ends >> to & 1:
                yield to, mate, other_a, other_b, False


def _level_walks(position: PlainPosition) -> Iterator[Stand]:
    """Any number of moves on the level with both workers, none included; each of them may build then."""
    built, one, two, other_a, other_b, _ = position
    domes, first, second, third = built >> DOME, built, built >> SQUARE_COUNT, built >> 2 * SQUARE_COUNT
    at = (AT_ALL & ~first, first & ~second, second & ~third, third)
    free = ~(domes | BITS[other_a] | BITS[other_b])
    level_1, level_2 = at[level_of(built, one)] & free, at[level_of(built, two)] & free
    seen = {(one, two)}
    waiting = [(one, two)]
    while waiting:
        a, b = waiting.pop()
        yield a, b, other_a, other_b, False
        yield b, a, other_a, other_b, False
        for to in SQUARES[AROUND[a] & level_1 & ~BITS[b]]:
            if (to, b) not in seen:
                seen.add((to, b))
                waiting.append((to, b))
        for to in SQUARES[AROUND[b] & level_2 & ~BITS[a]]:
            if (a, to) not in seen:
                seen.add((a, to))
                waiting.append((a, to))
