"""The virtual board in a simulation of one thread: a board without a wire, and hands whose calls return at once."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.board import ALL_DARK, Board, BoardEvent, ButtonPressed, Identity, Lights, LinkChanged, LinkState
from hardware.hand_actions import (
    HandAction,
    Lift,
    MagnetVisit,
    Pause,
    Put,
    PutStray,
    Slide,
    TakeStray,
    Tap,
)
from hardware.lights import DEFAULT_BUDGET_MA, limit
from hardware.virtual.hand import HandTask
from hardware.virtual.magnets import outside, stray_of
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual_hands import BoardPicture


class VirtualBoard(Board):
    """A Board that scans whenever the next of its events is asked for, in the thread that asks.

    ``events`` never waits and never ends before ``close``, so it is for whoever takes them one by one.
    """

    def __init__(self, virtual: VirtualDevice) -> None:
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


class QueuedHands:
    """One of the hands at a virtual board, doing one thing after another while somebody scans.

    What it cannot do it leaves out, and ``check`` raises the error afterwards.
    """

    def __init__(self, board: VirtualDevice, hand: int = 0) -> None:
        self._board = board
        self._hand = hand
        self._tasks: list[HandTask] = []
        self._done: list[HandTask] = []

    @property
    def idle(self) -> bool:
        """Whether this hand has no task."""
        return self._board.hand_is_idle(self._hand)

    @property
    def now(self) -> int:
        """The board's clock in ms."""
        return self._board.now

    def check(self) -> None:
        """Check the tasks since the last check.

        :raises HandError: of the first that failed.
        """
        tasks, self._tasks = self._tasks, []
        self._done += tasks
        for task in tasks:
            task.check()

    def lifted_at(self) -> tuple[float, ...]:
        """The times at which workers were lifted, in ms of the board's clock: in the tasks that were checked."""
        return tuple(each.began for each in self._done if isinstance(each.action, (Lift, Tap)))

    def landed_at(self) -> tuple[float, ...]:
        """The times at which workers were put down on the board, in ms of its clock: in the tasks
        that were checked."""
        return tuple(each.ended for each in self._done if isinstance(each.action, (Put, Tap, Slide)))

    def look(self) -> BoardPicture:
        """The board from above now."""
        return self._board.look()

    def do(self, action: HandAction) -> None:
        """Carry out any action."""
        self._tasks.append(self._board.enqueue(action, self._hand))

    def visit(self, visit: MagnetVisit) -> None:
        """Bring a stray magnet, let it be there for a while, and take it away."""
        stray, away = stray_of(visit, self._board.geometry), outside(visit, self._board.geometry)
        self.do(PutStray(stray, away))
        self.do(Pause(visit.stay))
        self.do(TakeStray(stray.name, away))
