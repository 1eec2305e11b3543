"""A table as ``thera play`` starts it at a board that weighs, with the real firmware on an emulated Pico, and the hands
of those who play there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import expect

from engine import square
from firmware_bridge.emulated.pico import EmulatedPico
from hardware.board import Button
from hardware.board_file import parse_board_file
from hardware.hand_actions import HandAction, Lift, Press, Put, PutInBox, PutThing, Stack, TakeThing, Unstack
from hardware.virtual.virtual_device import VirtualDevice
from tests.journeys.players import PATIENCE, Phone
from tests.journeys.started_table import table_started

FILE = "[scale]\n"


@dataclass
class TableHands:
    """Hands at a board. They touch no square with a worker."""

    board: VirtualDevice

    def do(self, action: HandAction) -> None:
        """Carry out an action to its end."""
        self.board.act(action)

    def carry(self, worker: str, to: str) -> None:
        """Lift a worker, and put it down on a square."""
        self.do(Lift(worker))
        self.do(Put(worker, square(to)))

    def put_away(self, worker: str) -> None:
        """Put a worker back into the box."""
        self.do(PutInBox(worker))

    def set_block(self, on: str) -> None:
        """Set a block down."""
        self.do(Stack(square(on), dome=False))

    def take_block(self, off: str) -> None:
        """Take the topmost piece of a tower."""
        self.do(Unstack(square(off)))

    def put_cup(self, at: str, grams: float) -> None:
        """Put a cup down near a square."""
        x, y = self.board.geometry.centre(square(at))
        self.do(PutThing("cup", x, y, grams))

    def take_cup(self) -> None:
        """Take it away again."""
        self.do(TakeThing("cup"))

    def press(self, button: Button) -> None:
        """Press a button of the board."""
        self.do(Press(button))

    def sees_lit(self, *names: str) -> None:
        """Wait until exactly these squares are lit on the board: lights come a little later than words."""
        wanted, seen = {square(name) for name in names}, self.board.look()
        for _ in range(300):
            lit = {number for number, colour in enumerate(seen.lights) if any(colour)}
            if lit == wanted:
                return
            seen = self.board.wait(seen.version, 0.1)
        raise AssertionError(f"lit are {sorted(lit)}, and not {sorted(wanted)}")


@dataclass(frozen=True, slots=True)
class WeighingTable:
    """The address of a table, the board on which hands act there, and the Pico that reads it."""

    address: str
    board: VirtualDevice
    pico: EmulatedPico


@contextmanager
def weighing_table(folder: Path) -> Iterator[WeighingTable]:
    """A table that keeps all that it stores in a folder."""
    file = folder / "board.toml"
    file.write_text(FILE, "utf-8")
    described = parse_board_file(FILE)
    board = VirtualDevice(
        described.geometry, seed=7, scan_period=round(1000 / described.scan_hz), scale=described.scale
    )
    with (
        EmulatedPico(board, described, calibration=board.calibration) as pico,
        table_started(folder / "data", "--board", pico.path, "--board-file", str(file)) as address,
    ):
        yield WeighingTable(address, board, pico)


def first_sits_down(who: Phone, hands: TableHands) -> None:
    """Take a seat with the sign of whoever is at the table: corners touched on the board."""
    who.asks_for_a_seat()
    for corner in who.corners():
        hands.carry("blue-1", corner)
    hands.put_away("blue-1")
    expect(who.stands_up).to_be_visible(timeout=PATIENCE)


def is_let_in(who: Phone, host: Phone) -> None:
    """Take a seat, which somebody at the table allows."""
    who.asks_for_a_seat()
    host.press_first("Let in")
    expect(who.stands_up).to_be_visible(timeout=PATIENCE)
