"""The pins are opened as on a Pi, by gpiozero's own code for one; what cannot be opened is told in a line."""

from __future__ import annotations

import gc
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from gpiozero.pins.local import LocalPiFactory

from hardware.board import ALL_DARK, SQUARE_COUNT, Button, Colour, Identity
from hardware.board_file import BoardFile
from hardware.gpio.pin_device import OpenPins, PinsError, check_machine, open_drivers, open_pins, pins_of
from hardware.gpio.stored import PinStorage
from tests.hardware.board_contract import RED, one_lit
from tests.hardware.gpio.board_on_pins import ON_PINS, ON_PORTS
from tests.hardware.gpio.pi_libraries import Lgpio, Spidev
from tests.hardware.gpio.pi_machines import PI_4, PI_5, machine
from tests.hardware.gpio.pin_parts import Mcp3208, Mcp3208OnPort

COUNTS = tuple(100 + 150 * square for square in range(SQUARE_COUNT))


class Pi:
    """A Pi with a board on its pins, and what its lights have shown."""

    def __init__(self, board: BoardFile, model: str, root: Path) -> None:
        self.board = board
        self.pins = pins_of(board)
        self.machine = machine(root, model)
        self.folder = root
        self.shown: list[list[Colour]] = []
        self.lgpio = Lgpio({0: Mcp3208OnPort(Mcp3208(self._analogue))})
        self.spidev = Spidev(self._analogue, self.shown.append)

    def open(self, closing: ExitStack) -> OpenPins:
        check_machine(self.pins, self.machine)
        drivers = open_drivers(self.pins, self.machine, self.folder, closing)
        return open_pins(self.board, drivers, PinStorage(self.folder), Identity("pi", "pi-1", "1", 1), closing)

    def _analogue(self, channel: int) -> int:
        address = sum(self.lgpio.levels[pin] << bit for bit, pin in enumerate(self.pins.select))
        square = 16 * self.pins.channels.index(channel) + address
        return COUNTS[square] if square < SQUARE_COUNT else 0

    def pixel_strip(self, count: int, pin: int, **_: int) -> SimpleNamespace:
        """What the library rpi_ws281x has as ``PixelStrip``, begun without a fault."""
        colours = [Colour(0, 0, 0)] * count
        assert pin == self.pins.lights

        def set_colour(place: int, colour: int) -> None:
            colours[place] = Colour(*colour.to_bytes(3, "big"))

        return SimpleNamespace(
            begin=lambda: None,
            setPixelColor=set_colour,
            show=lambda: self.shown.append(list(colours)),
            _cleanup=lambda: None,
        )


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[BoardFile, str], Pi]]:
    """Makes this machine a Pi of some model."""

    def make(board: BoardFile, model: str) -> Pi:
        made = Pi(board, model, tmp_path)
        library = ModuleType("rpi_ws281x")
        monkeypatch.setattr(library, "PixelStrip", made.pixel_strip, raising=False)
        for module in (made.lgpio, made.spidev, library):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        revision = 0xD04170 if model == PI_5 else 0xB03115
        monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: revision)
        monkeypatch.setattr(LocalPiFactory, "pins", {})
        monkeypatch.setattr(LocalPiFactory, "_reservations", defaultdict(list))
        monkeypatch.setenv("LG_WD", "")
        return made

    yield make
    sys.modules.pop("gpiozero.pins.lgpio", None)  # it holds on to the lgpio of the test


@pytest.mark.parametrize(("board", "model"), [(ON_PINS, PI_4), (ON_PORTS, PI_4), (ON_PORTS, PI_5)])
def test_a_board_on_the_pins_of_a_pi_is_read_and_lit(
    board: BoardFile, model: str, pi: Callable[[BoardFile, str], Pi]
) -> None:
    on = pi(board, model)
    with ExitStack() as closing:
        opened = on.open(closing)
        device = opened.device
        assert device.scan() == COUNTS
        device.show(one_lit(7))
        assert on.shown[-1][7] == RED
        assert on.lgpio.directions()[on.pins.select[0]] == "out"
        assert on.lgpio.open | on.spidev.open == (
            {"gpiochip0", "spidev0.0"} if board is ON_PINS else {"gpiochip0", "spidev0.0", "spidev1.0"}
        )
    assert on.shown[-1][:SQUARE_COUNT] == list(ALL_DARK.colours)
    assert set(on.lgpio.directions().values()) == {"in"}
    assert on.lgpio.open | on.spidev.open == set()


def test_its_buttons_are_heard(pi: Callable[[BoardFile, str], Pi]) -> None:
    on = pi(ON_PINS, PI_4)
    with ExitStack() as closing:
        device = on.open(closing).device
        assert device.presses() == ()
        on.lgpio.drive(on.pins.done, 0)
        heard: tuple[Button, ...] = ()
        while not heard:
            heard = device.presses()
        assert heard == (Button.DONE,)


def test_a_converter_that_is_not_there_is_reported_and_not_switched_line_by_line(
    pi: Callable[[BoardFile, str], Pi],
) -> None:
    on = pi(ON_PINS, PI_4)
    on.lgpio._converters.clear()
    with (
        ExitStack() as closing,
        pytest.raises(PinsError, match=r"MCP3208 cannot be reached on SPI 0: .*can not open SPI"),
    ):
        on.open(closing)
    assert on.lgpio.open == set()


def test_a_pin_that_another_program_holds_is_reported(pi: Callable[[BoardFile, str], Pi]) -> None:
    on = pi(ON_PINS, PI_4)
    on.lgpio.busy.add(on.pins.undo)
    with ExitStack() as closing, pytest.raises(PinsError, match="GPIO busy; does another program use them"):
        on.open(closing)


def test_a_library_that_is_an_empty_file_is_reported(
    pi: Callable[[BoardFile, str], Pi], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest lgpio that Python 3.13 finds for itself is one."""
    on = pi(ON_PINS, PI_4)
    monkeypatch.setitem(sys.modules, "lgpio", ModuleType("lgpio"))
    with ExitStack() as closing, pytest.raises(PinsError, match="cannot be opened: module 'lgpio' has no attribute"):
        on.open(closing)


def test_what_the_machine_lacks_is_reported_before_anything_is_opened(pi: Callable[[BoardFile, str], Pi]) -> None:
    on = pi(ON_PINS, PI_5)
    with ExitStack() as closing, pytest.raises(PinsError, match="cannot drive lights by PWM"):
        on.open(closing)
    assert on.lgpio.directions() == {}


@pytest.fixture
def collecting() -> Iterator[None]:
    """Garbage is collected at every turn."""
    usual = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    yield
    gc.set_threshold(*usual)


@pytest.mark.usefixtures("collecting")
def test_no_pin_waits_for_another_that_is_collected_while_it_is_given_back(pi: Callable[[BoardFile, str], Pi]) -> None:
    on = pi(ON_PINS, PI_4)
    for _ in range(2):
        with ExitStack() as closing:
            assert on.open(closing).device.scan() == COUNTS
    on.lgpio._converters.clear()
    with ExitStack() as closing, pytest.raises(PinsError):
        on.open(closing)
