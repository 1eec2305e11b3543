"""The signs by which those who ask for a seat are told apart at the board: each has its own, and only their phone shows
it. Hands that do a sign prove the claim that has it, and no other.

Before a game a sign is three different corners, touched one after the other. Of the 24 orders that there are, those 12
are used that are even permutations: any two of them differ in two corners at least, and no two by an exchange of two.
So one wrong corner, or two in the wrong order, is nobody's sign. Before a game, where a corner's sensor may be dead,
and where one lies still (found at the start, or over), a sign is also six presses at the rim. It begins with Undo,
which means nothing there; any two differ in two presses.
"""

from __future__ import annotations

from itertools import combinations, groupby, permutations, product

from engine.squares import Square, corners
from hardware.board import Button

CORNERS_OF_SIGN = 3
PRESSES_OF_SIGN = 6
LONGEST_RUN = 3
"""So often a sign has the same button in a row after the first, and none has both by turns: who is only impatient does
none."""

PAUSE_MS = 6000
"""After so many ms of the board's clock without the next touch or press, a sign has to be begun anew."""


def _is_even(order: tuple[int, ...]) -> bool:
    return sum(one > other for one, other in combinations(order, 2)) % 2 == 0


def _runs(presses: tuple[Button, ...]) -> int:
    return max(len(list(same)) for _, same in groupby(presses))


_ORDERS = tuple(order[:CORNERS_OF_SIGN] for order in permutations(range(4)) if _is_even(order))
_PRESSES = tuple(
    (Button.UNDO, *rest)
    for rest in product((Button.UNDO, Button.DONE), repeat=PRESSES_OF_SIGN - 1)
    if rest.count(Button.UNDO) % 2 == 0 and _runs(rest) <= LONGEST_RUN and _runs((Button.UNDO, *rest)) > 1
)

SIGNS = min(len(_ORDERS), len(_PRESSES))
"""How many signs there are. They have numbers from 0."""


def corners_of(sign: int, size: int) -> tuple[Square, ...]:
    """The corners of a sign on a board of ``size`` squares a side, in the order in which they are touched."""
    four = corners(size)
    return tuple(four[each] for each in _ORDERS[sign])


def presses_of(sign: int) -> tuple[Button, ...]:
    """The presses of a sign."""
    return _PRESSES[sign]


def then_touched(touched: tuple[Square, ...], corner: Square) -> tuple[Square, ...]:
    """The corners of a sign that is being done, once this one is touched, too. To touch the same one twice is to touch
    it; to come back to an earlier one is to begin anew with it."""
    if touched and touched[-1] == corner:
        return touched
    return (corner,) if corner in touched else (*touched, corner)
