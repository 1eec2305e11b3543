"""The mistakes at towers that wait to be noticed: blocks forgotten, put elsewhere, or put twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from simulator.hand_styles import HandStyleName


@dataclass(frozen=True, slots=True)
class Mishap:
    """A tower that is not as the game has it, by a mistake of this kind made in this turn; ``where`` is the place of
    the mistake among all that was done."""

    cause: HandStyleName
    where: int


class Mishaps:
    """Those of one game that nobody has spoken of yet, by their squares."""

    def __init__(self) -> None:
        self._open: dict[int, Mishap] = {}
        self._found: list[Mishap] = []

    @property
    def squares(self) -> frozenset[int]:
        """Where they are."""
        return frozenset(self._open)

    def at(self, squares: Iterable[int]) -> Mishap | None:
        """The first that was made on one of these squares; None if none was."""
        return next((self._open[square] for square in squares if square in self._open), None)

    def add(self, square: int, mishap: Mishap) -> None:
        """A mistake was made there."""
        self._open[square] = mishap

    def found(self, square: int) -> bool:
        """The table speaks of this square: whether a mistake was made there. It counts as noticed from now on."""
        mishap = self._open.pop(square, None)
        if mishap is None:
            return False
        self._found.append(mishap)
        return True

    def overlooked(self, square: int) -> Mishap | None:
        """A worker stands there and the table has said nothing: the mistake that it did not notice, if there is one,
        which is forgotten by this."""
        return self._open.pop(square, None)

    def settle(self, seen: Sequence[int], wanted: Sequence[int]) -> None:
        """Forget those that later builds have made good: where the tower is as high as the game has it."""
        for square in [each for each in self._open if seen[each] == wanted[each]]:
            del self._open[square]

    def take_found(self) -> tuple[Mishap, ...]:
        """Those that were noticed since the last call."""
        found, self._found = tuple(self._found), []
        return found
