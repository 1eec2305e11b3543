"""Simulated hands that do what a procedure asks, for whoever wants to see one without a board."""

from __future__ import annotations

from typing import Protocol

from calibration.procedure import NamedSquare, ProcedureAnswer, ProcedureState
from hardware.virtual_hands import VirtualBoardView

WORKER = "blue-1"


class DemonstratingHands(Protocol):
    """Hands that do one thing after another while the board is scanned."""

    @property
    def idle(self) -> bool:
        """Whether all is done."""

    def look(self) -> VirtualBoardView:
        """What stands where now, and which lights are on."""

    def lift(self, piece: str) -> None:
        """Take a worker into the hand."""

    def put(self, piece: str, square: int) -> None:
        """Put it on a square."""

    def stack(self, square: int, *, dome: bool) -> None:
        """Put a block on a square."""

    def unstack(self, square: int) -> None:
        """Take the top block off a square."""


class Demonstration:
    """Does and answers what a view asks, as a careful person would."""

    def __init__(self, hands: DemonstratingHands) -> None:
        self._hands = hands
        self._stood: tuple[int, int] | None = None

    def act(self, view: ProcedureState) -> ProcedureAnswer | NamedSquare | None:
        """Begin what is asked, or answer; called after every frame."""
        if not self._hands.idle or view.over:
            return None
        lit = [square for square, colour in enumerate(self._hands.look().lights) if any(colour)]
        where = lit[0] if len(lit) == 1 else view.expected
        if view.level is not None:
            self._stand(where, view.level)
        elif ProcedureAnswer.NEXT in view.answers and view.names and where is not None:
            return NamedSquare(where)
        elif ProcedureAnswer.NEXT in view.answers:
            return ProcedureAnswer.NEXT
        return None

    def _stand(self, square: int | None, level: int) -> None:
        if square is None or self._stood == (square, level):
            return
        self._hands.lift(WORKER)
        if self._stood is not None:
            for _ in range(self._stood[1]):
                self._hands.unstack(self._stood[0])
        for _ in range(level):
            self._hands.stack(square, dome=False)
        self._hands.put(WORKER, square)
        self._stood = (square, level)
