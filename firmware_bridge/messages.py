"""What the two ends say to each other: one value for each message, and its payload both ways.

All numbers are little-endian. Within a major version a payload may grow at its end, so bytes after those known here
are ignored. The byte layouts and golden vectors stand in docs/protocol.md.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, get_args

from firmware_bridge.codec import MAX_PAYLOAD, VERSION, WireFrame
from firmware_bridge.fields import (
    EmptyPayload,
    Numbers,
    PayloadError,
    pack_numbers,
    pack_text,
    unpack_integers,
    unpack_text,
)
from firmware_bridge.kinds import Capability, Kind, NakCode, ResetCause
from firmware_bridge.storage_messages import (
    CalibrationMessage,
    CalibrationRequest,
    CalibrationStored,
    StoreCalibration,
    StoreWiring,
    WiringMessage,
    WiringRequest,
    WiringStored,
)
from hardware.board import SQUARE_COUNT, Button, Colour, Identity, Lights
from hardware.current import DARK_CURRENT_MA
from hardware.device import UNKNOWN_REVISION, DeviceFault

MINOR = 1
LEAVE_MAGIC = 0x5645414C
FASTEST_SCAN_HZ = 200


@dataclass(frozen=True, slots=True)
class HelloRequest(Numbers):
    """The host asks who is there, and says which protocol it speaks."""

    FORM: ClassVar[str] = "<BB"
    KIND: ClassVar[Kind] = Kind.HELLO_REQUEST
    major: int = VERSION
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class Hello:
    """The board says who it is, what it has and what is wrong with it. The two version bytes stay first in every
    version to come."""

    KIND: ClassVar[Kind] = Kind.HELLO
    boots: int
    sensors: int
    lights: int
    adc_bits: int
    name: str
    unique_id: str
    firmware: str
    reset: ResetCause = ResetCause.UNKNOWN
    capabilities: Capability = Capability.NONE
    revision: int = UNKNOWN_REVISION
    faults: DeviceFault = DeviceFault.NONE
    major: int = VERSION
    minor: int = MINOR

    def pack(self) -> bytes:
        """The payload; raises ValueError for a text of more than 64 bytes."""
        head = pack_numbers(
            "<BBIBBBBH",
            self.major,
            self.minor,
            self.boots,
            self.reset,
            self.sensors,
            self.lights,
            self.adc_bits,
            self.capabilities,
        )
        texts = b"".join(pack_text(text) for text in (self.name, self.unique_id, self.firmware))
        return head + texts + pack_numbers("<BB", self.revision, self.faults)

    @classmethod
    def unpack(cls, payload: bytes) -> Hello:
        """The message of a payload; raises PayloadError. A board of version 1.0 ends with its texts."""
        head = "<BBIBBBBH"
        major, minor, boots, reset, sensors, lights, adc_bits, capabilities = unpack_integers(head, payload)
        name, rest = unpack_text(payload[struct.calcsize(head) :])
        unique_id, rest = unpack_text(rest)
        firmware, rest = unpack_text(rest)
        revision, faults = unpack_integers("<BB", rest) if rest else (UNKNOWN_REVISION, DeviceFault.NONE)
        return cls(
            boots,
            sensors,
            lights,
            adc_bits,
            name,
            unique_id,
            firmware,
            ResetCause(reset),
            Capability(capabilities),
            revision,
            DeviceFault(faults),
            major,
            minor,
        )

    @property
    def identity(self) -> Identity:
        """Who the board is, in the words of the Board port."""
        return Identity(self.name, self.unique_id, self.firmware, self.boots)


@dataclass(frozen=True, slots=True)
class OtherVersion(Numbers):
    """A Hello of another major version, of which nothing but the version can be read. It is only received."""

    FORM: ClassVar[str] = "<BB"
    KIND: ClassVar[Kind] = Kind.HELLO
    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Configure(Numbers):
    """The host asks for so many scans a second (1 to 200), which begin with the reply."""

    FORM: ClassVar[str] = "<B"
    KIND: ClassVar[Kind] = Kind.CONFIGURE
    scan_hz: int

    @classmethod
    def unpack(cls, payload: bytes) -> Configure:
        """The message of a payload; raises PayloadError."""
        (scan_hz,) = unpack_integers(cls.FORM, payload)
        if not 1 <= scan_hz <= FASTEST_SCAN_HZ:
            raise PayloadError(f"1 to {FASTEST_SCAN_HZ} scans a second can be asked for, not {scan_hz}")
        return cls(scan_hz)


@dataclass(frozen=True, slots=True)
class ConfigureReply(Numbers):
    """The board scans now, so many times a second: fewer than it was asked for if it cannot do more."""

    FORM: ClassVar[str] = "<B"
    KIND: ClassVar[Kind] = Kind.CONFIGURED
    scan_hz: int


@dataclass(frozen=True, slots=True)
class LedFrame:
    """The host's lights, whole, and the most that they may draw in mA. The board has a limit of its own besides."""

    KIND: ClassVar[Kind] = Kind.LED_FRAME
    lights: Lights
    budget_ma: int

    def pack(self) -> bytes:
        """The payload."""
        channels = [channel for colour in self.lights.colours for channel in (colour.red, colour.green, colour.blue)]
        return pack_numbers(f"<H{3 * SQUARE_COUNT}B", self.budget_ma, *channels)

    @classmethod
    def unpack(cls, payload: bytes) -> LedFrame:
        """The message of a payload; raises PayloadError."""
        budget_ma, *channels = unpack_integers(f"<H{3 * SQUARE_COUNT}B", payload)
        if budget_ma < DARK_CURRENT_MA:
            raise PayloadError(f"a budget of {budget_ma} mA is less than dark lights draw")
        reds, greens, blues = channels[0::3], channels[1::3], channels[2::3]
        return cls(Lights(tuple(Colour(*rgb) for rgb in zip(reds, greens, blues, strict=True))), budget_ma)


@dataclass(frozen=True, slots=True)
class LedShown:
    """The board shows the lights; they draw so many mA by its own estimate. ``limited``: it had to dim them."""

    KIND: ClassVar[Kind] = Kind.LED_SHOWN
    current_ma: int
    limited: bool = False

    def pack(self) -> bytes:
        """The payload."""
        return pack_numbers("<HB", self.current_ma, self.limited)

    @classmethod
    def unpack(cls, payload: bytes) -> LedShown:
        """The message of a payload; raises PayloadError."""
        current_ma, flags = unpack_integers("<HB", payload)
        return cls(current_ma, bool(flags & 1))


@dataclass(frozen=True, slots=True)
class Ping(Numbers):
    """The host asks for a sign of life; the reply bears the same ``echo``."""

    FORM: ClassVar[str] = "<I"
    KIND: ClassVar[Kind] = Kind.PING
    echo: int


@dataclass(frozen=True, slots=True)
class Pong(Numbers):
    """The board's sign of life: its boot counter (so that a restart is noticed), ms since it started, frames that it
    could not read, and scans that it dropped because the host did not take them."""

    FORM: ClassVar[str] = "<IIIHH"
    KIND: ClassVar[Kind] = Kind.PONG
    echo: int
    boots: int
    uptime_ms: int
    errors: int
    dropped: int


@dataclass(frozen=True, slots=True)
class Scan:
    """The counts of the 25 sensors, a1 to e5, at ``t_ms`` on the board's clock. Both counters wrap. ``flags`` has no
    bit with a meaning yet."""

    KIND: ClassVar[Kind] = Kind.SCAN
    t_ms: int
    number: int
    counts: tuple[int, ...]
    flags: int = 0

    def pack(self) -> bytes:
        """The payload."""
        return pack_numbers(f"<IH{SQUARE_COUNT}hB", self.t_ms, self.number, *self.counts, self.flags)

    @classmethod
    def unpack(cls, payload: bytes) -> Scan:
        """The message of a payload; raises PayloadError."""
        t_ms, number, *counts, flags = unpack_integers(f"<IH{SQUARE_COUNT}hB", payload)
        return cls(t_ms, number, tuple(counts), flags)


@dataclass(frozen=True, slots=True)
class Leave(Numbers):
    """The host asks the board to leave its work and give back its console, so that it can be updated. ``magic`` has to
    be ``LEAVE_MAGIC``."""

    FORM: ClassVar[str] = "<I"
    KIND: ClassVar[Kind] = Kind.LEAVE
    magic: int = LEAVE_MAGIC

    @classmethod
    def unpack(cls, payload: bytes) -> Leave:
        """The message of a payload; raises PayloadError."""
        (magic,) = unpack_integers(cls.FORM, payload)
        if magic != LEAVE_MAGIC:
            raise PayloadError(f"0x{magic:08x} is not the word to leave on")
        return cls()


@dataclass(frozen=True, slots=True)
class Leaving(EmptyPayload):
    """The board's last word before it darkens and leaves."""

    KIND: ClassVar[Kind] = Kind.LEAVING


_BUTTONS: Final = (Button.DONE, Button.UNDO)


@dataclass(frozen=True, slots=True)
class ButtonMessage:
    """A rim button went down at ``t_ms`` on the board's clock."""

    KIND: ClassVar[Kind] = Kind.BUTTON
    t_ms: int
    button: Button

    def pack(self) -> bytes:
        """The payload."""
        return pack_numbers("<IB", self.t_ms, _BUTTONS.index(self.button) + 1)

    @classmethod
    def unpack(cls, payload: bytes) -> ButtonMessage:
        """The message of a payload; raises PayloadError."""
        t_ms, number = unpack_integers("<IB", payload)
        if not 1 <= number <= len(_BUTTONS):
            raise PayloadError(f"there is no button {number}")
        return cls(t_ms, _BUTTONS[number - 1])


@dataclass(frozen=True, slots=True)
class LogMessage:
    """A line of the board's own log; ``level`` as in Python's logging (10 debug ... 50 critical)."""

    KIND: ClassVar[Kind] = Kind.LOG
    level: int
    text: str

    def pack(self) -> bytes:
        """The payload; a text that does not fit is cut."""
        return pack_numbers("<B", self.level) + self.text.encode()[: MAX_PAYLOAD - 1]

    @classmethod
    def unpack(cls, payload: bytes) -> LogMessage:
        """The message of a payload; raises PayloadError. A character cut in two is replaced."""
        (level,) = unpack_integers("<B", payload)
        return cls(level, payload[1:].decode(errors="replace"))


@dataclass(frozen=True, slots=True)
class Nak:
    """The board refuses the command with this frame's number, which was of kind ``refused``."""

    KIND: ClassVar[Kind] = Kind.NAK
    code: NakCode
    refused: int

    def pack(self) -> bytes:
        """The payload."""
        return pack_numbers("<BB", self.code, self.refused)

    @classmethod
    def unpack(cls, payload: bytes) -> Nak:
        """The message of a payload; raises PayloadError."""
        code, refused = unpack_integers("<BB", payload)
        try:
            return cls(NakCode(code), refused)
        except ValueError as error:
            raise PayloadError(f"there is no refusal {code}") from error


Command = (
    HelloRequest
    | Configure
    | LedFrame
    | CalibrationRequest
    | Ping
    | StoreCalibration
    | WiringRequest
    | StoreWiring
    | Leave
)
Reply = (
    Hello
    | ConfigureReply
    | LedShown
    | CalibrationMessage
    | Pong
    | CalibrationStored
    | WiringMessage
    | WiringStored
    | Leaving
    | Nak
)
Report = Reply | Scan | ButtonMessage | LogMessage
Message = Command | Report

COMMANDS: Final = frozenset(command.KIND for command in get_args(Command))
_UNASKED: Final = frozenset((Kind.SCAN, Kind.BUTTON, Kind.LOG, Kind.NAK))
_REPLY: Final = 0x80
_UNPACK: Final[dict[int, Callable[[bytes], Message]]] = {each.KIND: each.unpack for each in get_args(Message)}


def only_boards_say(kind: int) -> bool:
    """Whether messages of this kind, known here or not, come from boards, so that a board that hears one hears itself.

    >>> only_boards_say(Kind.HELLO), only_boards_say(Kind.SCAN), only_boards_say(0x55)
    (True, True, False)
    """
    return bool(kind & _REPLY) or kind in _UNASKED


def to_frame(message: Message, seq: int) -> WireFrame:
    """The frame that carries a message; raises ValueError for a value that its field cannot hold."""
    return WireFrame(VERSION, message.KIND, seq, message.pack())


def from_frame(frame: WireFrame) -> Message | OtherVersion:
    """The message in a frame; raises PayloadError.

    Of another major version only the greetings are read, so that each end can say which version it met.
    """
    if frame.version != VERSION:
        if frame.kind == Kind.HELLO:
            return OtherVersion.unpack(frame.payload)
        if frame.kind != Kind.HELLO_REQUEST:
            raise PayloadError(f"a frame of protocol version {frame.version}")
    unpack = _UNPACK.get(frame.kind)
    if unpack is None:
        raise PayloadError(f"no message has kind 0x{frame.kind:02x}")
    return unpack(frame.payload)
