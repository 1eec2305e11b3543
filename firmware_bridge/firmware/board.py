"""The board: its settings, its pins, and its stored calibration and wiring."""

import binascii
import struct

import machine
import protocol
from drivers import Buttons, Mcp3208, PicoConverter, Scanner, Strip
from store import NO_SETTINGS, Store, default_calibration, default_wiring, load_settings
from version import VERSION

TYPE_CHECKING = False  # there is no module typing on a microcontroller
if TYPE_CHECKING:
    from load_cells import Hx711Scale
    from ring import Ring

_RESETS = {machine.PWRON_RESET: protocol.RESET_POWER, machine.WDT_RESET: protocol.RESET_WATCHDOG}
_CAPABILITIES = protocol.HAS_BUTTONS | protocol.STORES_CALIBRATION | protocol.STORES_WIRING | protocol.LEAVES
_NAMELESS = "Thera"


class Stored:
    """A calibration or a wiring: the stored one, or else the board's default."""

    def __init__(self, name: str, default: bytes) -> None:
        self._store = Store(name, len(default))
        self._default = default

    @property
    def payload(self) -> bytes:
        """Its bytes."""
        return self._default if self._store.value is None else self._store.value

    @property
    def stored(self) -> bool:
        """Whether a host stored it."""
        return self._store.value is not None

    @property
    def broken(self) -> bool:
        """Whether the stored value cannot be read."""
        return self._store.broken

    def store(self, payload: bytes) -> None:
        """Store a value; raises OSError if that fails."""
        self._store.write(payload)


class Board:
    """A board. If its straps do not match its settings, or it has no settings, it answers but drives no pin."""

    def __init__(self) -> None:
        settings = load_settings()
        self.boots = _count_boot()
        self.faults = 0
        self.revision = protocol.REVISION_UNKNOWN
        self.driven = False
        if settings is None:
            self.faults |= protocol.FAULT_NO_CONFIGURATION
            settings = NO_SETTINGS
        else:
            self.revision = _strapped(settings["pins"]["straps"])
            self.driven = self.revision == settings["revision"]
            if not self.driven:
                self.faults |= protocol.FAULT_STRAPS
        self._settings = settings
        self.budget_ma = settings["budget_ma"]
        self.silence_ms = settings["silence_ms"]
        self.calibration = Stored("calibration", default_calibration(settings))
        self.wiring = Stored("wiring", default_wiring(settings))
        if self.calibration.broken:
            self.faults |= protocol.FAULT_CALIBRATION
        if self.wiring.broken:
            self.faults |= protocol.FAULT_WIRING
        self.counts = [0] * protocol.SQUARES
        self.further = [0] * 24 if settings.get("ring") else []
        """The counts of the channels of further sensors: of X, Y and Z of those of a ring."""
        self._ring: Ring | None = None
        self.fastest = 0
        self._scale: Hx711Scale | None = None
        if self.driven:
            self._drive(settings)

    def _drive(self, settings: dict) -> None:
        pins, wiring = settings["pins"], self.wiring.payload
        converter = Mcp3208(pins["spi"]) if pins["spi"] else PicoConverter(pins)
        channels, places = wiring[: protocol.SQUARES], wiring[protocol.SQUARES :]
        self._scanner = Scanner(pins, converter, settings["samples"], settings["bits"], channels)
        self._strip = Strip(pins["lights"], places)
        self._buttons = Buttons((pins["done"], pins["undo"]))
        takes_us = self._scanner.takes_us()
        if settings.get("ring"):
            from ring import Ring  # noqa: PLC0415 - only for boards with a ring, see there

            self._ring = Ring(settings["ring"]["pins"], settings["ring"]["range_mt"])
            takes_us += self._ring.takes_us()
        # A third of the time is left for other work.
        self.fastest = max(1, 666_666 // takes_us)
        if settings.get("scale"):
            from load_cells import Hx711Scale  # noqa: PLC0415 - only for boards that weigh, see there

            self._scale = Hx711Scale(settings["scale"])
            self.fastest = max(1, self.fastest * 4 // 5)  # KEPT_BESIDE_A_SCALE of the host

    def hello(self) -> tuple:
        """Return the values of the hello message."""
        settings = self._settings
        return (
            protocol.VERSION,
            protocol.MINOR,
            self.boots,
            _RESETS.get(machine.reset_cause(), protocol.RESET_UNKNOWN),
            protocol.SQUARES,
            protocol.SQUARES,
            settings["bits"],
            _CAPABILITIES,
            settings["name"] or _NAMELESS,
            binascii.hexlify(machine.unique_id()).decode(),
            VERSION,
            self.revision,
            self.faults,
            len(self.further),
            0 if self._scale is None else self._scale.cells,
        )

    def scan(self) -> list:
        """Return the counts of the 25 sensors of the squares; the same list each time. Afterwards ``further`` has those
        of the same moment."""
        self._scanner.scan(self.counts)
        if self._ring is not None:
            self._ring.read(self.further)
        return self.counts

    def weigh(self) -> list | None:
        """Return the counts of the load cells of the scale, if all have a new value; the same list each time."""
        return None if self._scale is None else self._scale.read()

    def silent_cells(self) -> list:
        """Return the numbers, from 1, of the load cells without a value, and reset all."""
        if self._scale is None:
            return []
        silent = self._scale.silent()
        self._scale.reset()
        return silent

    def recall(self) -> None:
        """Note again what is wrong."""
        if self._ring is not None:
            self._ring.recall()

    def notes(self) -> list:
        """Return what is to be said of the sensors since the last call, in lines."""
        return [] if self._ring is None else self._ring.notes()

    def show(self, colours: bytearray) -> None:
        """Show these lights."""
        if self.driven:
            self._strip.show(colours)

    def presses(self, now: int) -> list:
        """Return the numbers of the buttons that were pressed since the last call."""
        return self._buttons.presses(now) if self.driven else []

    def store_calibration(self, payload: bytes) -> None:
        """Store a calibration; raises OSError if that fails."""
        self.calibration.store(payload)
        self.faults &= ~protocol.FAULT_CALIBRATION

    def store_wiring(self, payload: bytes) -> None:
        """Store a wiring, and scan and light by it; raises OSError if that fails."""
        self.wiring.store(payload)
        self.faults &= ~protocol.FAULT_WIRING
        if self.driven:
            self._scanner.wire(payload[: protocol.SQUARES])
            self._strip.darken()
            self._strip.wire(payload[protocol.SQUARES :])


def _strapped(pins: list) -> int:
    """Read the revision from the straps: a strap that is tied to ground is a 1."""
    revision = 0
    for bit, number in enumerate(pins):
        if not machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP).value():
            revision |= 1 << bit
    return revision


def _count_boot() -> int:
    store = Store("boots", 4)
    boots = 1 if store.value is None else struct.unpack("<I", store.value)[0] + 1 & 0xFFFFFFFF
    try:
        store.write(struct.pack("<I", boots))
    except OSError:
        pass  # a board with a full flash still plays; the host sees that it cannot store
    return boots
