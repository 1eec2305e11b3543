"""The messages between host and board, a type for each. Kinds, fields and their order are declared in
`firmware_bridge.firmware.protocol`, for the firmware as well; docs/protocol.md says what they mean and has golden
vectors.

Within a major version a payload may grow at its end, so bytes after the known fields are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import ClassVar, Final, get_args

from firmware_bridge.codec import VERSION, WireFrame
from firmware_bridge.firmware import protocol
from firmware_bridge.payloads import PayloadError, WireMessage
from hardware.board import Button, Identity, Lights
from hardware.calibration import Calibration
from hardware.device import UNKNOWN_REVISION, DeviceFault
from hardware.wiring import Wiring

MINOR = protocol.MINOR


class Kind(IntEnum):
    """The kinds of message. A reply's kind is that of its command with the top bit set."""

    HELLO_REQUEST = protocol.HELLO_REQUEST
    CONFIGURE = protocol.CONFIGURE
    LED_FRAME = protocol.LED_FRAME
    CALIBRATION_REQUEST = protocol.CALIBRATION_REQUEST
    PING = protocol.PING
    STORE_CALIBRATION = protocol.STORE_CALIBRATION
    WIRING_REQUEST = protocol.WIRING_REQUEST
    STORE_WIRING = protocol.STORE_WIRING
    LEAVE = protocol.LEAVE
    SCAN = protocol.SCAN
    BUTTON = protocol.BUTTON
    LOG = protocol.LOG
    NAK = protocol.NAK
    HELLO = protocol.HELLO
    CONFIGURED = protocol.CONFIGURED
    LED_SHOWN = protocol.LED_SHOWN
    CALIBRATION = protocol.CALIBRATION
    PONG = protocol.PONG
    CALIBRATION_STORED = protocol.CALIBRATION_STORED
    WIRING = protocol.WIRING
    WIRING_STORED = protocol.WIRING_STORED
    LEAVING = protocol.LEAVING


class ResetCause(IntEnum):
    """Why the board started."""

    UNKNOWN = protocol.RESET_UNKNOWN
    POWER = protocol.RESET_POWER
    WATCHDOG = protocol.RESET_WATCHDOG
    SOFTWARE = protocol.RESET_SOFTWARE
    BROWNOUT = protocol.RESET_BROWNOUT

    @classmethod
    def _missing_(cls, value: object) -> ResetCause | None:
        return cls.UNKNOWN if isinstance(value, int) else None  # a newer firmware may know more causes


class Capability(IntFlag):
    """What a board can do beyond scanning and lighting."""

    NONE = 0
    BUTTONS = protocol.HAS_BUTTONS
    STORES_CALIBRATION = protocol.STORES_CALIBRATION
    STORES_WIRING = protocol.STORES_WIRING
    LEAVES = protocol.LEAVES


class NakCode(IntEnum):
    """Why the board refuses a command."""

    UNKNOWN_KIND = protocol.NAK_UNKNOWN_KIND
    MALFORMED = protocol.NAK_MALFORMED
    BAD_CHECKSUM = protocol.NAK_CHECKSUM
    CANNOT_STORE = protocol.NAK_CANNOT_STORE


@dataclass(frozen=True, slots=True)
class HelloRequest(WireMessage):
    """The host asks who is there, and names its protocol version."""

    KIND: ClassVar[Kind] = Kind.HELLO_REQUEST
    major: int = VERSION
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class Hello(WireMessage):
    """The board reports who it is, what it has and what is wrong with it. The two version bytes stay first in every
    version to come; a board of version 1.0 sends neither revision nor faults."""

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

    @property
    def identity(self) -> Identity:
        """Who the board is, as the Board port has it."""
        return Identity(self.name, self.unique_id, self.firmware, self.boots)


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A Hello of another major version, of which nothing but the version can be read. It is only received."""

    KIND: ClassVar[Kind] = Kind.HELLO
    major: int
    minor: int

    @classmethod
    def unpack(cls, payload: bytes) -> OtherVersion:
        """The versions at the start of a payload; raises PayloadError."""
        version = HelloRequest.unpack(payload)
        return cls(version.major, version.minor)


@dataclass(frozen=True, slots=True)
class Configure(WireMessage):
    """The host asks for so many scans a second (1 to 200), which begin with the reply."""

    KIND: ClassVar[Kind] = Kind.CONFIGURE
    scan_hz: int


@dataclass(frozen=True, slots=True)
class ConfigureReply(WireMessage):
    """The board scans now, so many times a second: fewer than requested if it cannot do more."""

    KIND: ClassVar[Kind] = Kind.CONFIGURED
    scan_hz: int


@dataclass(frozen=True, slots=True)
class LedFrame(WireMessage):
    """The host's lights, whole, and the most that they may draw in mA. The board also has a limit of its own."""

    KIND: ClassVar[Kind] = Kind.LED_FRAME
    lights: Lights
    budget_ma: int


@dataclass(frozen=True, slots=True)
class LedShown(WireMessage):
    """The board shows the lights; they draw so many mA by its own estimate. ``limited``: it had to dim them."""

    KIND: ClassVar[Kind] = Kind.LED_SHOWN
    current_ma: int
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Ping(WireMessage):
    """The host asks for a sign of life; the reply has the same ``echo``."""

    KIND: ClassVar[Kind] = Kind.PING
    echo: int


@dataclass(frozen=True, slots=True)
class Pong(WireMessage):
    """The board's sign of life: its boot counter (so that a restart is noticed), ms since it started, frames that it
    could not read, and scans that it dropped because the host did not take them."""

    KIND: ClassVar[Kind] = Kind.PONG
    echo: int
    boots: int
    uptime_ms: int
    errors: int
    dropped: int


@dataclass(frozen=True, slots=True)
class CalibrationRequest(WireMessage):
    """The host asks for the board's calibration."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION_REQUEST


@dataclass(frozen=True, slots=True)
class CalibrationMessage(WireMessage):
    """The board's calibration, in single precision. ``stored``: a host stored it; else it is the board's default, as
    always with a board of version 1.0."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION
    values: Calibration
    stored: bool = False


@dataclass(frozen=True, slots=True)
class StoreCalibration(WireMessage):
    """The host gives the board a calibration to store."""

    KIND: ClassVar[Kind] = Kind.STORE_CALIBRATION
    values: Calibration


@dataclass(frozen=True, slots=True)
class CalibrationStored(WireMessage):
    """The board has stored the calibration with this checksum."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION_STORED
    checksum: int


@dataclass(frozen=True, slots=True)
class WiringRequest(WireMessage):
    """The host asks how the board is wired."""

    KIND: ClassVar[Kind] = Kind.WIRING_REQUEST


@dataclass(frozen=True, slots=True)
class WiringMessage(WireMessage):
    """The wiring by which the board scans and lights. ``stored``: a host stored it; else it is the board's default."""

    KIND: ClassVar[Kind] = Kind.WIRING
    values: Wiring
    stored: bool


@dataclass(frozen=True, slots=True)
class StoreWiring(WireMessage):
    """The host gives the board a wiring to store; the counts that follow the reply are by it."""

    KIND: ClassVar[Kind] = Kind.STORE_WIRING
    values: Wiring


@dataclass(frozen=True, slots=True)
class WiringStored(WireMessage):
    """The board has stored the wiring with this checksum."""

    KIND: ClassVar[Kind] = Kind.WIRING_STORED
    checksum: int


@dataclass(frozen=True, slots=True)
class Leave(WireMessage):
    """The host asks the board to end its program and to give its console back, so that it can be updated."""

    KIND: ClassVar[Kind] = Kind.LEAVE
    magic: int = protocol.LEAVE_MAGIC


@dataclass(frozen=True, slots=True)
class Leaving(WireMessage):
    """The board's last message before it darkens and leaves."""

    KIND: ClassVar[Kind] = Kind.LEAVING


@dataclass(frozen=True, slots=True)
class Scan(WireMessage):
    """The counts of the 25 sensors, a1 to e5, at ``t_ms`` on the board's clock. Both counters wrap. ``flags`` has no
    bit with a meaning yet."""

    KIND: ClassVar[Kind] = Kind.SCAN
    t_ms: int
    number: int
    counts: tuple[int, ...]
    flags: int = 0


@dataclass(frozen=True, slots=True)
class ButtonMessage(WireMessage):
    """A rim button went down at ``t_ms`` on the board's clock."""

    KIND: ClassVar[Kind] = Kind.BUTTON
    t_ms: int
    button: Button


@dataclass(frozen=True, slots=True)
class LogMessage(WireMessage):
    """A line of the board's own log; ``level`` as in Python's logging (10 debug ... 50 critical). A text that does not
    fit is cut."""

    KIND: ClassVar[Kind] = Kind.LOG
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Nak(WireMessage):
    """The board refuses the command with this frame's number, which was of kind ``refused``."""

    KIND: ClassVar[Kind] = Kind.NAK
    code: NakCode
    refused: int


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
_TYPES: Final[dict[int, type[Message]]] = {each.KIND: each for each in get_args(Message)}


def only_boards_say(kind: int) -> bool:
    """Whether messages of this kind, known here or not, come from boards, so that a board that receives one receives an
    echo of itself.

    >>> only_boards_say(Kind.HELLO), only_boards_say(Kind.SCAN), only_boards_say(0x55)
    (True, True, False)
    """
    return bool(kind & protocol.REPLY) or kind in protocol.UNASKED


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
    found = _TYPES.get(frame.kind)
    if found is None:
        raise PayloadError(f"no message has kind 0x{frame.kind:02x}")
    return found.unpack(frame.payload)
