"""The rounds in which everybody meets everybody once, by the circle of Berger's tables. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from club.swiss_pairing import PairedRound


def round_robin(names: Sequence[str]) -> tuple[PairedRound, ...]:
    """All rounds of these players. With an odd number of players each has one free round. Nobody begins more than one
    game more, or fewer, than they do not begin.

    :raises ValueError: if there are fewer than two players.
    """
    if len(names) < 2:
        raise ValueError(f"a round takes two players at least, not {len(names)}")
    circle = list(names) if len(names) % 2 else list(names[:-1])
    middle = None if len(names) % 2 else names[-1]
    return tuple(_round(circle, middle, number) for number in range(len(circle)))


def _round(circle: Sequence[str], middle: str | None, number: int) -> PairedRound:
    """A round: who stands at this place of the circle meets the one in its middle, or is free where nobody is there."""
    around = len(circle)
    pairs = []
    if middle is not None:
        pairs.append((circle[number], middle) if number % 2 else (middle, circle[number]))
    for step in range(1, around // 2 + 1):
        one, other = circle[(number + step) % around], circle[(number - step) % around]
        pairs.append((one, other) if step % 2 else (other, one))
    return PairedRound(tuple(pairs), circle[number] if middle is None else None)
