"""Shuffling that comes out the same on every machine, so that a game can be told again from its setup and actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.setup import PowerName

_LOW_64 = (1 << 64) - 1


def shuffled(cards: Sequence[PowerName], seed: int) -> tuple[PowerName, ...]:
    """The cards in an order that their present order and the seed decide.

    >>> shuffled([PowerName("apollo"), PowerName("pan")], 1) == shuffled([PowerName("apollo"), PowerName("pan")], 1)
    True
    """
    order = list(cards)
    numbers = _numbers(int.from_bytes(f"{seed} {' '.join(cards)}".encode(), "big"))
    for last in range(len(order) - 1, 0, -1):
        other = next(numbers) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _numbers(start: int) -> Iterator[int]:
    """An endless row of numbers of 64 bits that looks like chance (SplitMix64), fed with all bits of the start."""
    state = 0
    while start:
        state = _mixed(state ^ (start & _LOW_64))
        start >>= 64
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _LOW_64
        yield _mixed(state)


def _mixed(bits: int) -> int:
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & _LOW_64
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _LOW_64
    return bits ^ (bits >> 31)
