"""A table that has two boards, with a real one on a pseudo-terminal that a test plugs in and out as it likes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest.mock import patch

from engine import Seat
from engine.seats import PUBLIC
from firmware_bridge.agent import PtyPort
from firmware_bridge.board_search import greeting_at
from firmware_bridge.messages import Hello, OtherVersion
from firmware_bridge.serial_ports import UsbPort
from firmware_bridge.usb_watch import UsbWatch
from hardware.board import Identity
from hardware.board_file import BoardFile
from hardware.device import Device, DeviceFault
from hardware.hand_actions import SetUp
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from table.moves.step_search import visible_pieces
from table.runtime.session_runner import TableFittings
from table.session.answers import Accepted
from table.session.board_choice import PATIENCE as WAITS_FOR_BOARD
from table.session.board_choice import BoardKind
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.lobby import BeginGame, ChooseOptions
from table.session.snapshot import BoardMode, Snapshot
from table.session.table_setup import UseBoard
from table.session.turns import ConfirmTurn
from table.settings.configuration import BoardChoice, Configuration, StorageSettings
from table.settings.options import GameOptions
from tests.table.runtime.one_phone import OnePhone
from tests.table.session.sitting_down import sit
from thera.boards import virtual_backend
from thera.table_assembly import AssembledTable, Surroundings, assemble_table

PATIENCE = 30.0


class WoodenBoard(VirtualDevice):
    """A device that says it is a board of the build guide. Its hands are those of the test."""

    def __init__(
        self,
        unique_id: str = "e660",
        name: str = BoardFile().name,
        seed: int = 9,
        faults: DeviceFault = DeviceFault.NONE,
    ) -> None:
        super().__init__(seed=seed, workers=FOUR_SEATS)
        self._identity = Identity(name, unique_id, "0.1.0", 1)
        self._faults = faults

    @property
    def faults(self) -> DeviceFault:
        """Those that the test has given it."""
        return self._faults

    @property
    def dark(self) -> bool:
        """Whether all its lights are off."""
        return not any(any(light) for light in self.look().lights)


class UsbSocket:
    """Where devices are plugged in: each is a new pseudo-terminal."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._ports: dict[str, PtyPort | None] = {}
        self.strangers: set[str] = set()
        """The devices that answer nothing."""

    def ask(self, path: str) -> Hello | OtherVersion | None:
        """What a device answers to a hello request."""
        return None if path in self.strangers else greeting_at(path)

    def ports(self) -> tuple[UsbPort, ...]:
        """The devices that are there now."""
        return tuple(UsbPort(path) for path in self._ports)

    def terminals(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self._ports)

    def plug_in(self, device: Device) -> str:
        """Plug a device in; where it is."""
        port = self._stack.enter_context(PtyPort(device))
        self._ports = {**self._ports, port.path: port}
        return port.path

    def attach(self, path: str) -> None:
        """Plug in a device that somebody else serves at this path."""
        self._ports = {**self._ports, path: None}

    def unplug(self, path: str) -> None:
        """Pull a device out."""
        port = self._ports[path]
        self._ports = {other: each for other, each in self._ports.items() if other != path}
        if port is not None:
            port.close()


@dataclass
class HandClock:
    """A clock that goes on only as a test says; in seconds."""

    now: float = 0.0


class PluggedTable(OnePhone):
    """A running table at which one phone has all seats."""

    def __init__(self, assembled: AssembledTable, clock: HandClock) -> None:
        self.table, self.opened = assembled.table, assembled.opened
        self._clock = clock
        self.tokens: Tokens = frozenset()
        hands = assembled.opened.hands
        assert isinstance(hands, VirtualDevice)
        self.simulated = hands

    def until(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait for a snapshot like this."""
        seen = self.seen
        while not wanted(seen):
            news = self.table.wait(self.tokens, seen.version, PATIENCE)
            assert news is not None, (seen.boards, seen.board)
            seen = news
        return seen

    def at(self, kind: BoardKind) -> Snapshot:
        """Wait until the table plays at this board, and reads it."""
        return self.until(lambda seen: in_use(seen) is kind and seen.board.link == "ready")

    def let_pass(self, seconds: float) -> None:
        """Let time pass, and let the table see that it has."""
        self._clock.now += seconds
        self.table.call_soon(lambda: None)

    def goes_over_to(self, kind: BoardKind) -> Snapshot:
        """Let the table wait for its board, as long as it does, until it plays at this one. On a computer that is held
        up the link may be lost and found a few times before, and the table waits anew."""
        return self.until(lambda seen: self._stands_at(seen, kind))

    def _stands_at(self, seen: Snapshot, kind: BoardKind) -> bool:
        if in_use(seen) is kind and seen.board.link == "ready":
            return True
        self.let_pass(WAITS_FOR_BOARD)
        return False

    def offered(self, kind: BoardKind) -> Snapshot:
        """Wait until the players may take their game to this board."""
        return self.until(lambda seen: seen.boards is not None and seen.boards.offered is kind)

    def does(self, *commands: Command) -> None:
        """The phone gives these commands."""
        for command in commands:
            answer = self.table.submit(self.tokens, self.seen.version, command)
            assert isinstance(answer, Accepted), (command, answer)

    def begin(self) -> None:
        """Two players sit down and place their workers."""
        for seat in (Seat.BLUE, Seat.ORANGE):
            self.tokens |= sit(self.table, seat)
        self.does(ChooseOptions(GameOptions(powers=False)), BeginGame())
        self.plays("@b2", "@d4")
        self.does(ConfirmTurn())
        self.plays("@b4", "@d2")
        self.does(ConfirmTurn())

    def turn(self, move: str, build: str) -> None:
        """The phone takes a turn."""
        self.plays(move, build)
        self.does(ConfirmTurn())

    def goes_to(self, kind: BoardKind) -> Snapshot:
        """The players take the game to this board; what the phone shows once it is read."""
        self.does(UseBoard(kind))
        return self.at(kind)

    def reads_the_game(self) -> Snapshot:
        """Wait until the pieces on the board in use are read as those of the game."""
        return self.until(lambda seen: seen.board.mode is BoardMode.FOLLOWING and not seen.board.differences)

    def position(self) -> SetUp:
        """The position of the game as wood."""
        seen = self.game.view(PUBLIC)
        standing = tuple(sorted((int(square), str(seat)) for square, seat in visible_pieces(self.game)))
        domes = tuple(square in seen.domes for square in range(len(seen.levels)))
        return SetUp(tuple(seen.levels), domes, standing)


def in_use(seen: Snapshot) -> BoardKind | None:
    """The board at which the table plays."""
    return None if seen.boards is None else seen.boards.in_use


@contextmanager
def usb() -> Iterator[UsbSocket]:
    """The socket at which tables look for a board meanwhile."""
    with ExitStack() as stack:
        socket = UsbSocket(stack)
        watch = partial(UsbWatch, ports=socket.ports, ask=socket.ask, terminals=socket.terminals)
        stack.enter_context(patch.object(virtual_backend, "UsbWatch", watch))
        yield socket


@contextmanager
def plugged_table(folder: Path, record: Path | None = None) -> Iterator[PluggedTable]:
    """A table as ``thera play`` starts it without any option but that of the trace to ``record``."""
    configuration = Configuration(storage=StorageSettings(folder, record), board=BoardChoice(seed=5))
    with ExitStack() as stack:
        clock = HandClock()
        around = Surroundings(TableFittings(clock=lambda: clock.now))
        assembled = assemble_table(configuration, stack, around, new_game=False)
        plugged = PluggedTable(assembled, clock)
        assembled.table.start()
        try:
            yield plugged
        finally:
            assembled.table.close()
        assert assembled.table.failure is None
