"""The virtual board without a wire: for a simulation in one thread that cares for the reading and not for the link."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.board import ALL_DARK, Board, BoardEvent, ButtonPressed, Identity, Lights, LinkChanged, LinkState
from hardware.lights import DEFAULT_BUDGET_MA, limit
from hardware.virtual.virtual_board import VirtualBoard


class DirectBoard(Board):
    """A Board that scans whenever the next of its events is asked for, in the thread that asks.

    ``events`` never waits and never ends before ``close``, so it is for whoever takes them one by one.
    """

    def __init__(self, virtual: VirtualBoard) -> None:
        self._virtual = virtual
        self._closed = False

    def events(self) -> Iterator[BoardEvent]:
        """That the board is there, and then a scan at a time, with the presses that came before it."""
        yield LinkChanged(LinkState.READY)
        while not self._closed:
            frame = self._virtual.frame()
            for button in self._virtual.presses():
                yield ButtonPressed(frame.at, button)
            yield frame

    def show(self, lights: Lights) -> None:
        """Show these lights, dimmed to the budget.

        :raises ValueError: for a channel outside 0 to 255.
        """
        self._virtual.show(limit(lights, DEFAULT_BUDGET_MA))

    @property
    def identity(self) -> Identity:
        """That of the virtual board."""
        return self._virtual.identity

    def close(self) -> None:
        """Darken, and end ``events`` with the next one asked for."""
        self._closed = True
        self._virtual.show(ALL_DARK)
