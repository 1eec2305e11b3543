"""The virtual board in a program without threads: it scans when it is told to, and hands that are waited for make it
scan."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hardware.board import BoardEvent, Frame
from hardware.virtual.virtual_board import VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice


class SteppedBoard(VirtualBoard):
    """A Board that forwards the events of one scan with each `step`; all calls come from one thread."""

    def __init__(self, virtual: VirtualDevice) -> None:
        super().__init__(virtual)
        self._coming: Iterator[BoardEvent] = iter(())
        self._receive: Callable[[BoardEvent], None] | None = None
        self._ended: Callable[[], None] | None = None

    def forward(self, receive: Callable[[BoardEvent], None], ended: Callable[[], None]) -> None:
        """As `Board.forward`, but from `step`: first that the board is there, then its scans."""
        self._coming, self._receive, self._ended = self.events(), receive, ended
        receive(next(self._coming))

    def step(self) -> None:
        """Scan once, and forward the presses and the frame. Does nothing before ``forward`` and after ``close``."""
        for event in self._coming:
            if self._receive is not None:
                self._receive(event)
            if isinstance(event, Frame):
                return

    def close(self) -> None:
        """Darken, and end what is forwarded. Safe to call again."""
        super().close()
        self._receive, ended, self._ended = None, self._ended, None
        if ended is not None:
            ended()
