"""The numbers that the protocol gives to kinds of message, causes, abilities and refusals (docs/protocol.md)."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class Kind(IntEnum):
    """The kinds of message. A reply's kind is that of its command with the top bit set."""

    HELLO_REQUEST = 0x01
    CONFIGURE = 0x02
    LED_FRAME = 0x03
    CALIBRATION_REQUEST = 0x05
    PING = 0x06
    STORE_CALIBRATION = 0x07
    WIRING_REQUEST = 0x08
    STORE_WIRING = 0x09
    LEAVE = 0x0A
    SCAN = 0x10
    BUTTON = 0x11
    LOG = 0x1F
    NAK = 0x7F
    HELLO = 0x81
    CONFIGURED = 0x82
    LED_SHOWN = 0x83
    CALIBRATION = 0x85
    PONG = 0x86
    CALIBRATION_STORED = 0x87
    WIRING = 0x88
    WIRING_STORED = 0x89
    LEAVING = 0x8A


class ResetCause(IntEnum):
    """Why the board started."""

    UNKNOWN = 0
    POWER = 1
    WATCHDOG = 2
    SOFTWARE = 3
    BROWNOUT = 4

    @classmethod
    def _missing_(cls, value: object) -> ResetCause | None:
        return cls.UNKNOWN if isinstance(value, int) else None  # a newer firmware may know more causes


class Capability(IntFlag):
    """What a board can do beyond scanning and lighting."""

    NONE = 0
    BUTTONS = 1
    STORES_CALIBRATION = 2
    STORES_WIRING = 4
    LEAVES = 8


class NakCode(IntEnum):
    """Why the board refuses a command."""

    UNKNOWN_KIND = 1
    MALFORMED = 2
    BAD_CHECKSUM = 3
    CANNOT_STORE = 4
