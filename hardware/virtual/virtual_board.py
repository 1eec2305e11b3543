"""Virtual boards without threads: one that scans when its next event is read, one that scans at each step, and hands
whose calls return at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hardware.board import ALL_DARK, Board, BoardEvent, ButtonPressed, Frame, Identity, Lights, LinkChanged, LinkState
from hardware.hand_actions import (
    HandAction,
    Lift,
    MagnetVisit,
    Pause,
    Put,
    PutStray,
    SetDown,
    Slide,
    Stack,
    TakeStray,
    Tap,
)
from hardware.lights import DEFAULT_BUDGET_MA, limit
from hardware.virtual.hand import HandTask
from hardware.virtual.journey import PRESSING_MS
from hardware.virtual.magnets import outside, stray_of
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual_hands import BoardPicture


class VirtualBoard(Board):
    """A Board that scans whenever its next event is read, in the reading thread.

    ``events`` never waits and never ends before ``close``, so read its events one by one.
    """

    def __init__(self, virtual: VirtualDevice) -> None:
        self._virtual = virtual
        self._closed = False

    def events(self) -> Iterator[BoardEvent]:
        """Generate the event that the board is there, and then one scan at a time, after the readings of its scale and
        the presses before it."""
        yield LinkChanged(LinkState.READY)
        while not self._closed:
            frame = self._virtual.frame()
            yield from self._virtual.weighings()
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
        """The identity of the virtual board."""
        return self._virtual.identity

    def close(self) -> None:
        """Turn the lights off, and end ``events`` at the next one."""
        self._closed = True
        self._virtual.show(ALL_DARK)


class QueuedHands:
    """One of the hands at a virtual board, which carries out one action after another while the board is scanned.

    It skips an impossible action, and ``check`` raises the error afterwards.
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

        :raises HandError: the error of the first task that failed.
        """
        tasks, self._tasks = self._tasks, []
        self._done += tasks
        for task in tasks:
            task.check()

    def lifted_at(self) -> tuple[float, ...]:
        """Return the times at which workers were lifted by the checked tasks, in ms of the board's clock."""
        return tuple(each.began for each in self._done if isinstance(each.action, (Lift, Tap)))

    def landed_at(self) -> tuple[float, ...]:
        """Return the times at which workers were put down on the board by the checked tasks, in ms of its clock."""
        return tuple(each.ended for each in self._done if isinstance(each.action, (Put, SetDown, Tap, Slide)))

    def built_at(self) -> tuple[float, ...]:
        """Return the times at which blocks and domes came down on a board that weighs, likewise: a hand lets go of them
        later."""
        return tuple(
            each.ended - PRESSING_MS
            for each in self._done
            if isinstance(each.action, Stack) and each.ended > each.began and each.error is None
        )

    def look(self) -> BoardPicture:
        """Return the board from above now."""
        return self._board.look()

    def do(self, action: HandAction) -> None:
        """Carry out any action."""
        self._tasks.append(self._board.enqueue(action, self._hand))

    def visit(self, visit: MagnetVisit) -> None:
        """Bring a stray magnet, leave it there for its time, and take it away."""
        stray, away = stray_of(visit, self._board.geometry), outside(visit, self._board.geometry)
        self.do(PutStray(stray, away))
        self.do(Pause(visit.stay))
        self.do(TakeStray(stray.name, away))


# ---- A board in steps
#
# For a program without threads: the board scans at each step, and waiting for hands makes it scan.


class SteppedBoard(VirtualBoard):
    """A Board that forwards the events of one scan at each `step`; all calls come from one thread."""

    def __init__(self, virtual: VirtualDevice) -> None:
        super().__init__(virtual)
        self._coming: Iterator[BoardEvent] = iter(())
        self._receive: Callable[[BoardEvent], None] | None = None
        self._ended: Callable[[], None] | None = None

    def forward(self, receive: Callable[[BoardEvent], None], ended: Callable[[], None]) -> None:
        """As `Board.forward`, but called by `step`: first that the board is there, then its scans."""
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
        """Turn the lights off, and stop forwarding events. Safe to call again."""
        super().close()
        self._receive, ended, self._ended = None, self._ended, None
        if ended is not None:
            ended()
