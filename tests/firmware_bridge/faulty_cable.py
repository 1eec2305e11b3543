"""A virtual board at the end of a bad cable, for whole simulated games: it is pulled out and put back, started again,
shouted at and held up while hands play on."""

from __future__ import annotations

import os
import pty
import threading
import time
import tty
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from random import Random

from firmware_bridge.agent import Agent
from firmware_bridge.link import SerialBoard
from firmware_bridge.scan_pace import ByRequest
from hardware.board import Board, BoardEvent, Button, ButtonPressed, Frame, Identity, Lights, LinkChanged, LinkState
from hardware.calibration import Calibration
from hardware.device import CellCounts, DeviceFault
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.simulated_board import Conditions, SimulatedBoard

PATIENCE = 60.0
LOOK = 0.02
WORKING = (LinkState.READY, LinkState.DEGRADED)


class Trouble(StrEnum):
    """What happens to a cable and to what is at its end."""

    CUT = "cut"
    RESET = "reset"
    GARBAGE = "garbage"
    STALL = "stall"


class HeldDevice:
    """A virtual board that can be held up, and whose boot counter can be raised. What was pressed and never heard of is
    pressed again by whoever pressed it: ``again``."""

    def __init__(self, virtual: VirtualDevice) -> None:
        self._virtual = virtual
        self._going = threading.Event()
        self._going.set()
        self.boots = 1
        self.pressed = 0
        self.again: list[Button] = []
        self.last: list[Button] = []

    def hold(self) -> None:
        """The next scan takes until ``go``."""
        self._going.clear()

    def go(self) -> None:
        self._going.set()

    def scan(self) -> tuple[int, ...]:
        self._going.wait(PATIENCE)
        return self._virtual.scan()

    @property
    def cells(self) -> int:
        return self._virtual.cells

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        return self._virtual.weights(elapsed)

    def presses(self) -> tuple[Button, ...]:
        pressed = (*self.again, *self._virtual.presses())
        self.again.clear()
        self.last += pressed
        self.pressed += len(pressed)
        return pressed

    def show(self, lights: Lights) -> None:
        self._virtual.show(lights)

    def store_calibration(self, calibration: Calibration) -> None:
        self._virtual.store_calibration(calibration)

    def store_wiring(self, wiring: Wiring) -> None:
        self._virtual.store_wiring(wiring)

    @property
    def identity(self) -> Identity:
        return replace(self._virtual.identity, boots=self.boots)

    @property
    def calibration(self) -> Calibration:
        return self._virtual.calibration

    @property
    def wiring(self) -> Wiring:
        return self._virtual.wiring

    calibration_stored = wiring_stored = False
    revision = 0
    faults = DeviceFault.NONE


class Cable:
    """A pseudo-terminal by a lasting name, with an agent behind it, that can be pulled out."""

    def __init__(self, device: HeldDevice, link: Path, pace: ByRequest) -> None:
        self._device = device
        self._link = link
        self._pace = pace
        self._stack = ExitStack()
        self.plug_in()

    def plug_in(self) -> None:
        with ExitStack() as opening:
            self.master, slave = pty.openpty()
            opening.callback(os.close, self.master)
            opening.callback(os.close, slave)
            tty.setraw(slave)
            self.slave = os.ttyname(slave)
            self._agent = self._serve()
            opening.callback(lambda: self._agent.close())  # noqa: PLW0108 - whichever serves then
            self._link.symlink_to(self.slave)
            opening.callback(self._link.unlink)
            self._stack = opening.pop_all()

    def pull_out(self) -> None:
        self._stack.close()

    def restart(self) -> None:
        """The microcontroller starts again; the line stays open."""
        self._agent.close()
        self._device.boots += 1
        self._agent = self._serve()

    def shout(self, noise: bytes, *, at_host: bool) -> None:
        """Put noise on the line, as much of it as there is room for."""
        descriptor = self.master if at_host else os.open(self.slave, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            with suppress(BlockingIOError):
                os.write(descriptor, noise)
        finally:
            if not at_host:
                os.close(descriptor)

    def _serve(self) -> Agent:
        return Agent(self._device, self.master, pace=self._pace)


class HeardBoard(Board):
    """A board; counts what comes of it."""

    def __init__(self, board: SerialBoard) -> None:
        self._board = board
        self._changed = threading.Condition()
        self.frames = 0
        self.presses = 0
        self.state = LinkState.SEARCH
        self.said: list[str] = []

    def events(self) -> Iterator[BoardEvent]:
        for event in self._board.events():
            yield event  # dealt with before it counts
            with self._changed:
                self.frames += isinstance(event, Frame)
                self.presses += isinstance(event, ButtonPressed)
                if isinstance(event, LinkChanged):
                    self.state = event.state
                    self.said.append(f"{time.monotonic():.3f} {event.state}: {event.detail}")
                self._changed.notify_all()

    def wait(self, done: Callable[[], bool], timeout: float) -> bool:
        with self._changed:
            return self._changed.wait_for(done, timeout)

    def show(self, lights: Lights) -> None:
        self._board.show(lights)

    @property
    def identity(self) -> Identity | None:
        return self._board.identity

    def close(self) -> None:
        self._board.close()


@dataclass
class Told:
    """What has happened in all games: how often each trouble, and of each return the seconds until the board was read
    again, and what the link said meanwhile. Seconds in which the machine let this program wait do not count."""

    troubles: dict[Trouble, int] = field(default_factory=lambda: dict.fromkeys(Trouble, 0))
    returns: list[tuple[float, Trouble, list[str]]] = field(default_factory=list)


class Asking(ABC):
    """Asks a board for scans until the table has each of them, whatever happens ``between``."""

    def __init__(self, device: HeldDevice, board: HeardBoard, pace: ByRequest) -> None:
        self._device = device
        self._board = board
        self._pace = pace
        self._wanted = 0
        self._stopped = 0.0

    @abstractmethod
    def between(self) -> None:
        """Called before scans but the first."""

    def scans(self, count: int) -> None:
        """So many readings come to the table."""
        if self._wanted:
            self.between()
        self._wanted += count
        while self._board.frames < self._wanted:
            self._ask(self._wanted - self._board.frames)
        while self._board.presses < self._device.pressed:
            self._press_again()

    def come_back(self, began: float) -> float:
        """Ask until the board is read again; the seconds since ``began``."""
        before, self._stopped = self._board.frames, 0.0
        self._ask(1)
        while not self._is_back():
            self._ask(1)
        assert self._board.frames > before
        return time.monotonic() - began - self._stopped

    def _ask(self, count: int) -> None:
        before = self._board.frames
        self._pace.ask(count)
        ends = time.monotonic() + PATIENCE
        looked = time.monotonic()
        while not self._board.wait(lambda: self._board.frames >= before + count, LOOK):
            now = time.monotonic()
            looked, self._stopped = now, self._stopped + now - looked - LOOK
            assert time.monotonic() < ends, f"no reading comes any more: {self._board.state}"
            if not self._pace._asked:
                self._pace.ask(1)  # one was lost on the way

    def _press_again(self) -> None:
        missing = self._device.pressed - self._board.presses
        self._device.pressed -= missing
        self._device.again = self._device.last[-missing:]
        self._ask(1)

    def _is_back(self) -> bool:
        """Whether the board that is there now is read, and not what another has left in the line."""
        identity = self._board.identity
        return self._board.state in WORKING and identity is not None and identity.boots == self._device.boots


class BadLuck(Asking):
    """Lets troubles happen by chance."""

    def __init__(self, cable: Cable, device: HeldDevice, board: HeardBoard, pace: ByRequest, luck: Luck) -> None:
        super().__init__(device, board, pace)
        self._cable = cable
        self._luck = luck

    def between(self) -> None:
        """Perhaps a trouble."""
        if self._luck.strikes():
            self._strike(self._luck.chance.choice(list(Trouble)))

    def _strike(self, trouble: Trouble) -> None:
        chance = self._luck.chance
        match trouble:
            case Trouble.CUT:
                self._cable.pull_out()
                self._board.wait(lambda: self._board.state not in WORKING, PATIENCE)
                self._board.wait(lambda: False, chance.choice((0.0, 0.0, 0.1, 0.6)))
                self._device.boots += 1
                self._cable.plug_in()
                began = time.monotonic()
            case Trouble.RESET:
                self._cable.restart()
                began = time.monotonic()
            case Trouble.GARBAGE:
                began = time.monotonic()
                for _ in range(chance.randint(1, 4)):
                    noise = chance.randbytes(chance.randint(1, 700)) + chance.choice((b"", b"\0"))
                    self._cable.shout(noise, at_host=chance.random() < 0.5)
            case Trouble.STALL:
                self._device.hold()
                self._pace.ask(1)
                self._board.wait(lambda: False, chance.choice((0.05, 0.2, 0.8, 0.8, 1.5, 3.5)))
                began = time.monotonic()
                self._device.go()
        said = len(self._board.said)
        seconds = self.come_back(began)
        self._luck.told.troubles[trouble] += 1
        self._luck.told.returns.append((seconds, trouble, self._board.said[said:]))


class Luck:
    """How often something happens: about every so many calls, ``left`` times at most."""

    def __init__(self, seed: int, every: int, left: int) -> None:
        self.chance = Random(f"cable {seed}")  # noqa: S311 - chance for troubles, not for secrets
        self.told = Told()
        self._every = every
        self.left = left

    def strikes(self) -> bool:
        if self.left and self.chance.random() * self._every < 1:
            self.left -= 1
            return True
        return False


@contextmanager
def bad_bench(conditions: Conditions, folder: Path, luck: Luck) -> Iterator[SimulatedBoard]:
    """A bench whose board is at the end of a bad cable."""
    with open_simulated_board(conditions) as bench, ExitStack() as stack:
        virtual = bench.hands._board  # type: ignore[attr-defined]  # the hands of this bench are at a virtual board
        device, pace = HeldDevice(virtual), ByRequest()
        cable = Cable(device, folder / "board", pace)
        stack.callback(cable.pull_out)
        board = HeardBoard(SerialBoard(folder / "board", scan_hz=conditions.frame_rate, max_frames=1000))
        stack.callback(board.close)
        stack.callback(device.go)
        yield replace(bench, board=board, scans=BadLuck(cable, device, board, pace, luck).scans)
