"""The virtual board in a simulation of one thread: a board without a wire, and hands whose calls return at once."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.board import ALL_DARK, Board, BoardEvent, Button, ButtonPressed, Identity, Lights, LinkChanged, LinkState
from hardware.lights import DEFAULT_BUDGET_MA, limit
from hardware.virtual.board_picture import BoardPicture
from hardware.virtual.hand import HandTask
from hardware.virtual.magnets import outside, stray_of
from hardware.virtual.motion import (
    Action,
    Break,
    Carry,
    Hover,
    Knock,
    Lift,
    Mend,
    MoveStray,
    Pause,
    Press,
    Put,
    PutBeside,
    PutInBox,
    PutStray,
    Roll,
    Slide,
    Stack,
    TakeStray,
    Tap,
    Tilt,
    Unstack,
)
from hardware.virtual.sensors import Failure, FailureKind
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import StrayMagnet, phone
from hardware.virtual_hands import MagnetVisit


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

    What it cannot do it leaves out, and ``check`` raises the error afterwards. Squares are 0 (a1) to 24 (e5), places mm
    east and north of the middle of a1, and a ``clearance`` is how many mm a carried worker's foot is above the highest
    blocks (None: high above them).
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
        """The times at which workers were lifted, in ms of the board's clock: in the tasks checked since ``forget``."""
        return tuple(each.began for each in self._done if isinstance(each.action, (Lift, Tap)))

    def landed_at(self) -> tuple[float, ...]:
        """The times at which workers were put down on the board, in ms of its clock: in the tasks checked since
        ``forget``."""
        return tuple(each.ended for each in self._done if isinstance(each.action, (Put, Tap, Slide)))

    def forget(self) -> None:
        """Forget the times of the tasks so far."""
        self._done = []

    def look(self) -> BoardPicture:
        """The board from above now."""
        return self._board.look()

    def do(self, action: Action) -> None:
        """Carry out any action."""
        self._tasks.append(self._board.enqueue(action, self._hand))

    def lift(self, piece: str, clearance: float | None = None) -> None:
        """Take a worker into the hand, from the board (upright or fallen), from beside it or from the box."""
        self.do(Lift(piece, clearance))

    def carry(self, piece: str, x: float, y: float, clearance: float | None = None) -> None:
        """Hold a lifted worker over a place."""
        self.do(Carry(piece, x, y, clearance))

    def put(
        self, piece: str, square: int, spot: tuple[float, float] | None = None, clearance: float | None = None
    ) -> None:
        """Put a lifted worker on a square, as near to its middle as hands come or at a spot east and north of it."""
        self.do(Put(piece, square, spot, clearance))

    def put_beside(self, piece: str, x: float, y: float) -> None:
        """Put a lifted worker on the table beside the board."""
        self.do(PutBeside(piece, x, y))

    def hover(self, piece: str, square: int, height: float, ms: float) -> None:
        """Hold a lifted worker so many mm over the top of a square."""
        self.do(Hover(piece, square, height, ms))

    def slide(self, piece: str, squares: tuple[int, ...], rest: float = 0.0) -> None:
        """Push a worker over these squares, resting so many ms on each on the way."""
        self.do(Slide(piece, squares, rest))

    def tap(
        self,
        piece: str,
        square: int,
        clearance: float | None = None,
        *,
        duration: float | None = None,
        wobble: float = 0.0,
    ) -> None:
        """Touch a square with a worker, for so many ms and rocking by so many degrees, and put it back."""
        self.do(Tap(piece, square, clearance, duration, wobble))

    def knock(self, piece: str, square: int | None = None) -> None:
        """Knock a worker over, to lie on its own square or on a neighbouring one."""
        self.do(Knock(piece, square))

    def roll(self, piece: str, square: int) -> None:
        """Let a worker fall, unless it lies, and roll to a neighbouring square."""
        self.do(Roll(piece, square))

    def box(self, piece: str) -> None:
        """Take a worker off the board, into the box."""
        self.do(PutInBox(piece))

    def stack(self, square: int, *, dome: bool) -> None:
        """Put a block or a dome on top of a square."""
        self.do(Stack(square, dome))

    def unstack(self, square: int) -> None:
        """Take the top piece off a square."""
        self.do(Unstack(square))

    def press(self, button: Button) -> None:
        """Press a rim button."""
        self.do(Press(button))

    def pause(self, ms: float) -> None:
        """Wait so many ms."""
        self.do(Pause(ms))

    def put_stray(self, stray: StrayMagnet) -> None:
        """Bring a stray magnet to its place."""
        self.do(PutStray(stray))

    def visit(self, visit: MagnetVisit) -> None:
        """Bring a stray magnet, let it be there for a while, and take it away."""
        stray, away = stray_of(visit, self._board.geometry), outside(visit, self._board.geometry)
        self.do(PutStray(stray, away))
        self.do(Pause(visit.stay))
        self.do(TakeStray(stray.name, away))

    def put_phone(self, x: float, y: float) -> None:
        """Lay a phone there: the stray magnet of that name."""
        self.do(PutStray(phone(x, y)))

    def move_stray(self, stray: str, x: float, y: float, height: float) -> None:
        """Move a stray magnet, ``height`` mm above the sensors."""
        self.do(MoveStray(stray, x, y, height))

    def take_stray(self, stray: str) -> None:
        """Take a stray magnet away."""
        self.do(TakeStray(stray))

    def tilt(self, uniform: float, east: float = 0.0, north: float = 0.0) -> None:
        """Move or tilt the board in the earth's field, which then differs by so many mT, and mT per mm."""
        self.do(Tilt(uniform, east, north))

    def break_sensor(self, square: int, kind: str, other: int | None = None) -> None:
        """Let a sensor fail: ``dead``, ``grounded``, ``stuck``, ``noisy``, ``weak`` or ``swapped`` with another.

        :raises ValueError: if that is no way to fail.
        """
        self.do(Break(Failure(square, FailureKind(kind), other)))

    def mend_sensor(self, square: int) -> None:
        """End the failure of a sensor."""
        self.do(Mend(square))
