"""lgpio and spidev as on a Pi, with the test's parts behind them, so that gpiozero's own code for a Pi runs here.

Only what gpiozero and the board use of them is here, with the meanings of their documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from hardware.board import Colour
from hardware.gpio.strip import SPI_HZ
from tests.hardware.gpio.pin_parts import Analogue, Mcp3208, Mcp3208OnPort, StripOnPort

BUSY = "GPIO busy"
_OUT, _PULL_UP = 1 << 1, 1 << 5

Alert = Callable[[int, int, int, int], None]


class Error(Exception):
    """lgpio's."""


class Callback:
    def __init__(self, cancel: Callable[[], object]) -> None:
        self.cancel = cancel


class Lgpio(ModuleType):
    """The pins of a Pi; ``busy`` ones are another program's. On each chip select of SPI 0 there may be a converter."""

    error = Error
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, _PULL_UP, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self, converters: dict[int, Mcp3208OnPort]) -> None:
        super().__init__("lgpio")
        self._converters = converters
        self._modes: dict[int, int] = {}
        self._alerts: dict[int, Alert] = {}
        self.levels: dict[int, int] = {}
        self.busy: set[int] = set()
        self.open: set[str] = set()

    def gpiochip_open(self, chip: int) -> int:
        self.open.add(f"gpiochip{chip}")
        return chip

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(f"gpiochip{handle}")

    def gpio_claim_input(self, _handle: int, pin: int, flags: int = 0) -> None:
        self._check(pin)
        self._modes[pin] = flags
        self.levels[pin] = int(bool(flags & _PULL_UP))

    def gpio_claim_output(self, _handle: int, pin: int, level: int = 0) -> None:
        self._check(pin)
        self._modes[pin] = _OUT
        self.levels[pin] = level

    def gpio_claim_alert(self, _handle: int, pin: int, _edges: int, flags: int) -> None:
        self._check(pin)
        self._modes[pin] = flags

    def gpio_free(self, _handle: int, pin: int) -> None:
        self._modes.pop(pin)

    def gpio_get_mode(self, _handle: int, pin: int) -> int:
        return self._modes[pin]

    def gpio_read(self, _handle: int, pin: int) -> int:
        return self.levels[pin]

    def gpio_write(self, _handle: int, pin: int, level: bool) -> None:  # noqa: FBT001 - as lgpio has it
        self.levels[pin] = int(level)

    def gpio_set_debounce_micros(self, _handle: int, _pin: int, micros: int) -> None:
        assert micros == 0, "the board has a debounce of its own"

    def callback(self, _handle: int, pin: int, _edges: int, heard: Alert) -> Callback:
        self._alerts[pin] = heard
        return Callback(lambda: self._alerts.pop(pin, None))

    def spi_open(self, bus: int, device: int, _baud: int, _flags: int) -> int:
        if bus != 0 or device not in self._converters:
            raise Error("can not open SPI device")
        self.open.add(f"spidev0.{device}")
        return device

    def spi_close(self, handle: int) -> None:
        self.open.remove(f"spidev0.{handle}")

    def spi_xfer(self, handle: int, words: list[int]) -> tuple[int, bytearray]:
        heard = self._converters[handle].xfer2(words)
        return len(heard), bytearray(heard)

    # The other side of the pins.

    def drive(self, pin: int, level: int) -> None:
        """What hangs on a pin pulls it."""
        self.levels[pin] = level
        if pin in self._alerts:
            self._alerts[pin](0, pin, level, 0)

    def directions(self) -> dict[int, str]:
        """Which pins are claimed, and for what."""
        return {pin: "out" if mode & _OUT else "in" for pin, mode in self._modes.items()}

    def _check(self, pin: int) -> None:
        if pin in self.busy:
            raise Error(BUSY)


class Spidev(ModuleType):
    """A strip is on SPI 0, a converter on SPI 1."""

    def __init__(self, analogue: Analogue, shown: Callable[[list[Colour]], None]) -> None:
        super().__init__("spidev")
        self.open: set[str] = set()
        module = self

        class SpiDev:
            max_speed_hz = 500_000

            def open(self, bus: int, device: int) -> None:
                self._name = f"spidev{bus}.{device}"
                module.open.add(self._name)

            def close(self) -> None:
                module.open.discard(self._name)

            def writebytes2(self, data: bytes) -> None:
                assert (self._name, self.max_speed_hz) == ("spidev0.0", SPI_HZ)
                StripOnPort(self.max_speed_hz, shown).writebytes2(data)

            def xfer2(self, words: list[int]) -> list[int]:
                assert self._name == "spidev1.0"
                assert self.max_speed_hz <= 1_000_000
                return Mcp3208OnPort(Mcp3208(analogue)).xfer2(words)

        self.SpiDev = SpiDev
