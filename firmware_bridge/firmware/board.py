"""What this board is: its settings, its pins, and what it keeps. It does what the service asks for."""

import binascii
import struct

import machine
import messages
import settings as stored_settings
from buttons import Buttons
from codec import crc16
from lights import Strip
from scan import Mcp3208, PicoConverter, Scanner
from store import Store
from version import VERSION

_RESETS = {machine.PWRON_RESET: 1, machine.WDT_RESET: 2}
_NAMELESS = "Thera"


class Kept:
    """A calibration or a wiring: what was stored here, or else the board's default."""

    def __init__(self, name: str, default: bytes) -> None:
        self._store = Store(name, len(default))
        self._default = default

    @property
    def payload(self) -> bytes:
        """Its bytes."""
        return self._default if self._store.value is None else self._store.value

    @property
    def checksum(self) -> int:
        """Of its bytes."""
        return crc16(self.payload)

    @property
    def stored(self) -> bool:
        """Whether somebody stored it."""
        return self._store.value is not None

    @property
    def broken(self) -> bool:
        """Whether something was stored that cannot be read."""
        return self._store.broken

    def store(self, payload: bytes) -> None:
        """Keep this; raises OSError if it cannot."""
        self._store.write(payload)

    def packed(self) -> bytes:
        """As it goes over the wire."""
        return messages.pack_stored(self.payload, self.checksum, self.stored)


class Board:
    """A board whose straps do not match its settings, or that has none, speaks but drives no pin."""

    def __init__(self) -> None:
        settings = stored_settings.load()
        self.boots = _count_boot()
        self.faults = 0
        self.revision = messages.REVISION_UNKNOWN
        self.driven = False
        if settings is None:
            self.faults |= messages.FAULT_NO_CONFIGURATION
            settings = stored_settings.NOTHING
        else:
            self.revision = _strapped(settings["pins"]["straps"])
            self.driven = self.revision == settings["revision"]
            if not self.driven:
                self.faults |= messages.FAULT_STRAPS
        self._settings = settings
        self.budget_ma = settings["budget_ma"]
        self.silence_ms = settings["silence_ms"]
        self.calibration = Kept("calibration", stored_settings.default_calibration(settings))
        self.wiring = Kept("wiring", stored_settings.default_wiring(settings))
        if self.calibration.broken:
            self.faults |= messages.FAULT_CALIBRATION
        if self.wiring.broken:
            self.faults |= messages.FAULT_WIRING
        self.counts = [0] * messages.SQUARES
        self.fastest = 0
        if self.driven:
            self._drive(settings)

    def _drive(self, settings: dict) -> None:
        pins, wiring = settings["pins"], self.wiring.payload
        converter = Mcp3208(pins["spi"]) if pins["spi"] else PicoConverter(pins)
        channels, places = wiring[: messages.SQUARES], wiring[messages.SQUARES :]
        self._scanner = Scanner(pins, converter, settings["samples"], settings["bits"], channels)
        self._strip = Strip(pins["lights"], places)
        self._buttons = Buttons((pins["done"], pins["undo"]))
        self.fastest = self._scanner.fastest()

    def hello(self) -> bytes:
        """Who this is, as it goes over the wire."""
        identity = {
            "boots": self.boots,
            "reset": _RESETS.get(machine.reset_cause(), 0),
            "bits": self._settings["bits"],
            "name": self._settings["name"] or _NAMELESS,
            "unique_id": binascii.hexlify(machine.unique_id()).decode(),
            "firmware": VERSION,
        }
        return messages.pack_hello(identity, self.revision, self.faults)

    def scan(self) -> list:
        """The counts of the 25 sensors; the same list each time."""
        self._scanner.scan(self.counts)
        return self.counts

    def show(self, colours: bytearray) -> None:
        """Set the lights."""
        if self.driven:
            self._strip.show(colours)

    def presses(self, now: int) -> list:
        """The numbers of the buttons that went down since the last call."""
        return self._buttons.presses(now) if self.driven else []

    def store_calibration(self, payload: bytes) -> None:
        """Keep this calibration; raises OSError if it cannot."""
        self.calibration.store(payload)
        self.faults &= ~messages.FAULT_CALIBRATION

    def store_wiring(self, payload: bytes) -> None:
        """Keep this wiring, and count and light by it; raises OSError if it cannot."""
        self.wiring.store(payload)
        self.faults &= ~messages.FAULT_WIRING
        if self.driven:
            self._scanner.wire(payload[: messages.SQUARES])
            self._strip.darken()
            self._strip.wire(payload[messages.SQUARES :])


def _strapped(pins: list) -> int:
    """What the straps say: one that is tied to ground is a 1."""
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
        pass  # a board whose flash is full still plays; the host sees that it cannot store
    return boots
