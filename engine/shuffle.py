"""Shuffling that comes out the same on every machine, so that a game can be replayed from its setup and actions."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from engine.setup import PowerName


def shuffled(cards: Sequence[PowerName], seed: int) -> tuple[PowerName, ...]:
    """Different cards in an order that their present order and the seed decide.

    >>> shuffled([PowerName("apollo"), PowerName("pan")], 1) == shuffled([PowerName("apollo"), PowerName("pan")], 1)
    True
    """
    deck = f"{seed} {' '.join(cards)}"
    return tuple(sorted(cards, key=lambda card: sha256(f"{deck} {card}".encode()).digest()))
