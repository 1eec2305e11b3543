"""The messages in frames: their kinds and their payloads, byte for byte as docs/protocol.md has them."""

import struct

from codec import crc16

TYPE_CHECKING = False  # there is no module typing on a microcontroller
if TYPE_CHECKING:
    from collections.abc import Callable

MINOR = 1
SQUARES = 25
FASTEST_SCAN_HZ = 200

HELLO_REQUEST = 0x01
CONFIGURE = 0x02
LED_FRAME = 0x03
CALIBRATION_REQUEST = 0x05
PING = 0x06
STORE_CALIBRATION = 0x07
WIRING_REQUEST = 0x08
STORE_WIRING = 0x09
LEAVE = 0x0A

REPLY = 0x80
SCAN = 0x10
BUTTON = 0x11
LOG = 0x1F
NAK = 0x7F

COMMANDS = (
    HELLO_REQUEST,
    CONFIGURE,
    LED_FRAME,
    CALIBRATION_REQUEST,
    PING,
    STORE_CALIBRATION,
    WIRING_REQUEST,
    STORE_WIRING,
    LEAVE,
)

REPORTS = (SCAN, BUTTON, LOG, NAK)

NAK_UNKNOWN_KIND = 1
NAK_MALFORMED = 2
NAK_CHECKSUM = 3
NAK_CANNOT_STORE = 4

LEAVE_WORD = 0x5645414C

CAPABILITIES = 0b1111
"""Buttons, stores its calibration, stores its wiring, leaves for an update."""

REVISION_UNKNOWN = 255
FAULT_STRAPS = 1
FAULT_CALIBRATION = 2
FAULT_WIRING = 4
FAULT_NO_CONFIGURATION = 8

CALIBRATION_SIZE = 4 + 8 * SQUARES
WIRING_SIZE = 2 * SQUARES
CHANNELS = 32
PLACES = 100

LOG_DEBUG = 10
LOG_ERROR = 40

_LONGEST_TEXT = 64
_LEAST_BUDGET_MA = SQUARES


def _text(text: str) -> bytes:
    data = text.encode()
    while len(data) > _LONGEST_TEXT:
        text = text[:-1]
        data = text.encode()
    return bytes((len(data),)) + data


def pack_hello(identity: dict, revision: int, faults: int) -> bytes:
    """Who the board is. ``identity`` has boots, reset, bits, name, unique_id and firmware."""
    head = struct.pack(
        "<BBIBBBBH",
        1,
        MINOR,
        identity["boots"] & 0xFFFFFFFF,
        identity["reset"],
        SQUARES,
        SQUARES,
        identity["bits"],
        CAPABILITIES,
    )
    texts = _text(identity["name"]) + _text(identity["unique_id"]) + _text(identity["firmware"])
    return head + texts + struct.pack("<BB", revision, faults)


def pack_stored(payload: bytes, checksum: int, stored: bool) -> bytes:
    """A calibration or a wiring with its checksum, and whether it was stored by somebody."""
    return payload + struct.pack("<HB", checksum, stored)


def unpack_stored(payload: bytes, size: int, valid: "Callable[[bytes], bool]") -> tuple:
    """The bytes that are to be stored and 0, or None and why they are refused."""
    if len(payload) < size + 2:
        return None, NAK_MALFORMED
    value = payload[:size]
    if crc16(value) != payload[size] | payload[size + 1] << 8:
        return None, NAK_CHECKSUM
    return (value, 0) if valid(value) else (None, NAK_MALFORMED)


def unpack_scan_hz(payload: bytes) -> int | None:
    """How many scans a second are asked for; None if that is no number of scans."""
    return payload[0] if payload and 1 <= payload[0] <= FASTEST_SCAN_HZ else None


def unpack_lights(payload: bytes) -> tuple | None:
    """The budget in mA and the 75 bytes of the lights, red, green, blue for each square; None if it is neither."""
    if len(payload) < 2 + 3 * SQUARES:
        return None
    budget = payload[0] | payload[1] << 8
    return None if budget < _LEAST_BUDGET_MA else (budget, bytearray(payload[2 : 2 + 3 * SQUARES]))


def calibrates(payload: bytes) -> bool:
    """Whether the bytes of a calibration are one: finite numbers, and no gain of 0."""
    numbers = struct.unpack_from("<50f", payload, 4)
    return all(number - number == 0 for number in numbers) and all(numbers[SQUARES:])


def wires(payload: bytes) -> bool:
    """Whether the bytes of a wiring are one: 25 different channels and 25 different places that there are."""
    channels, places = payload[:SQUARES], payload[SQUARES:WIRING_SIZE]
    return (
        len(set(channels)) == SQUARES
        and len(set(places)) == SQUARES
        and max(channels) < CHANNELS
        and max(places) < PLACES
    )
