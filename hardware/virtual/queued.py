"""Hands for a simulation that scans by itself: each call only says what they are to do next."""

from __future__ import annotations

from hardware.board import Button
from hardware.virtual.bench import BenchSeen
from hardware.virtual.board import Errand, VirtualBoard
from hardware.virtual.motion import Action, Box, Lift, Pause, Press, Put, Slide, Stack, Tap, Unstack


class QueuedHands:
    """The hands at a virtual board, doing one thing after another while somebody scans.

    What they cannot do they leave out; ``check`` says so afterwards.
    """

    def __init__(self, board: VirtualBoard) -> None:
        self._board = board
        self._errands: list[Errand] = []

    @property
    def idle(self) -> bool:
        """Whether all is done."""
        return self._board.idle

    @property
    def now(self) -> int:
        """The board's clock in ms."""
        return self._board.now

    def check(self) -> None:
        """Look back at what was asked since the last check.

        :raises HandError: for the first thing that hands could not do.
        """
        errands, self._errands = self._errands, []
        for errand in errands:
            errand.check()

    def look(self) -> BenchSeen:
        """What stands where now."""
        return self._board.look()

    def lift(self, piece: str) -> None:
        """Take a worker into the hand, from the board or from the box."""
        self._next(Lift(piece))

    def put(self, piece: str, square: int) -> None:
        """Put a lifted worker on a square."""
        self._next(Put(piece, square))

    def slide(self, piece: str, squares: tuple[int, ...]) -> None:
        """Push a worker over these squares."""
        self._next(Slide(piece, squares))

    def tap(self, piece: str, square: int) -> None:
        """Touch a square with a worker and put it back."""
        self._next(Tap(piece, square))

    def box(self, piece: str) -> None:
        """Take a worker off the board, into the box."""
        self._next(Box(piece))

    def stack(self, square: int, *, dome: bool) -> None:
        """Put a block or a dome on top of a square."""
        self._next(Stack(square, dome))

    def unstack(self, square: int) -> None:
        """Take the top piece off a square."""
        self._next(Unstack(square))

    def press(self, button: Button) -> None:
        """Press a rim button."""
        self._next(Press(button))

    def pause(self, ms: float) -> None:
        """Keep still."""
        self._next(Pause(ms))

    def _next(self, action: Action) -> None:
        self._errands.append(self._board.enqueue(action))
