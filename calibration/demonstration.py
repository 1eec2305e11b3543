"""Simulated hands that do what a procedure asks, for whoever wants to see one without a board."""

from __future__ import annotations

from calibration.procedure import NamedSquare, ProcedureAnswer, ProcedureState
from hardware.hand_actions import Lift, Put, Stack, Unstack
from hardware.virtual_hands import HandQueue

WORKER = "blue-1"


class Demonstration:
    """Does and answers what a view asks, as a careful person would."""

    def __init__(self, hands: HandQueue) -> None:
        self._hands = hands
        self._stood: tuple[int, int] | None = None
        self._put_again: tuple[int, int] | None = None

    def act(self, view: ProcedureState) -> ProcedureAnswer | NamedSquare | None:
        """Begin what is asked, or answer; called after every frame."""
        if not self._hands.idle or view.over:
            return None
        lit = [square for square, colour in enumerate(self._hands.look().lights) if any(colour)]
        where = lit[0] if len(lit) == 1 else view.expected
        if view.level is not None and where is not None:
            place = where, view.level
            if self._stood != place:
                self._stand(place)
            elif ProcedureAnswer.NEXT in view.answers and self._put_again == place:
                return ProcedureAnswer.NEXT  # it does stand there, whatever is felt of it
            elif ProcedureAnswer.NEXT in view.answers:
                self._hands.do(Lift(WORKER))
                self._hands.do(Put(WORKER, where))
                self._put_again = place
        elif ProcedureAnswer.NEXT in view.answers and view.names and where is not None:
            return NamedSquare(where)
        elif ProcedureAnswer.NEXT in view.answers:
            return ProcedureAnswer.NEXT
        return None

    def _stand(self, place: tuple[int, int]) -> None:
        """Put the worker on a square, on so many blocks."""
        square, level = place
        self._hands.do(Lift(WORKER))
        if self._stood is not None:
            for _ in range(self._stood[1]):
                self._hands.do(Unstack(self._stood[0]))
        for _ in range(level):
            self._hands.do(Stack(square, dome=False))
        self._hands.do(Put(WORKER, square))
        self._stood = place
