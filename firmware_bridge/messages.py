"""Defines the messages between host and board, a type for each, and converts them to payloads and frames. Kinds, fields
and their order are declared in `firmware_bridge.firmware.protocol`, for the firmware as well; docs/protocol.md explains
them and has golden vectors.

Within a major version a payload may grow at its end, so bytes after the known fields are ignored.
"""

from __future__ import annotations

import struct
from binascii import crc_hqx
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, ClassVar, Final, Self, get_args, get_type_hints

from common.numbers import CRC16_START
from firmware_bridge.codec import VERSION, WireFrame
from firmware_bridge.firmware import protocol
from hardware.board import Button, Colour, Identity, Lights
from hardware.calibration import Calibration
from hardware.device import UNKNOWN_REVISION, DeviceFault
from hardware.wiring import Wiring

# ---- Payloads


Value = int | str | bytes | tuple[float, ...]
"""The value of a field: a number, a text, bytes or a record as bytes, or an array."""

_CHECKSUM_BYTES = 2


class PayloadError(ValueError):
    """A frame whose checksum is right but which is no message of this protocol version.

    Example scenarios: an unknown kind, a payload that is too short, a text that is not UTF-8, a gain of 0.
    """


class ChecksumError(PayloadError):
    """A message whose inner checksum does not match its content."""


def pack(fields: tuple[protocol.Field, ...], values: Mapping[str, Value]) -> bytes:
    """Pack values by the names of their fields; a checksum is computed here. A text up to the end is cut to fit.

    :raises ValueError: for a value that its field cannot hold.
    """
    payload = b""
    for field in fields:
        if field[1] == protocol.CHECKSUM:
            payload += crc_hqx(payload, CRC16_START).to_bytes(_CHECKSUM_BYTES, "little")
        elif field not in protocol.LATER:
            payload += _packed(field, values[field[0]], protocol.MAX_PAYLOAD - len(payload))
    return payload


def unpack(fields: tuple[protocol.Field, ...], payload: bytes) -> dict[str, Value]:
    """Unpack the values of a payload by the names of their fields. Fields that a later minor version
    has added are missing in a payload of an earlier one, and bytes after the last field are ignored.

    :raises PayloadError: for a payload that is too short or holds what its fields cannot mean.
    :raises ChecksumError: if a checksum in it is wrong.
    """
    values: dict[str, Value] = {}
    at = 0
    for field in fields:
        if field in protocol.LATER:
            if at == len(payload):
                break
        elif field[1] == protocol.CHECKSUM:
            at = _check(payload, at)
        else:
            values[field[0]], at = _unpacked(field, payload, at)
    for field in fields:
        if len(field) == 4:
            _check_bounds(field, values[field[0]])
    return values


def _packed(field: protocol.Field, value: Value, room: int) -> bytes:
    name, form = field[:2]
    match value:
        case bytes():
            return value
        case str():
            data = value.encode()
            if form == protocol.REST:
                return data[:room]
            if len(data) > protocol.LONGEST_TEXT:
                raise ValueError(f"{name}: a text has at most {protocol.LONGEST_TEXT} bytes, not {value!r}")
            return bytes((len(data),)) + data
        case () if form in protocol.LISTS:
            return b""
        case tuple() if isinstance(form, str) and form in protocol.LISTS:
            try:
                return bytes((len(value),)) + struct.pack(f"<{len(value)}{protocol.LISTS[form]}", *value)
            except (struct.error, ValueError) as error:
                raise ValueError(f"{name}: a value does not fit its field: {error}") from error
        case _:
            try:
                return struct.pack(f"<{form}", *(value if isinstance(value, tuple) else (value,)))
            except (struct.error, OverflowError) as error:
                raise ValueError(f"{name}: a value does not fit its field: {error}") from error


def _unpacked(field: protocol.Field, payload: bytes, at: int) -> tuple[Value, int]:
    """Unpack the value of the field at this byte; returns it and where the next field begins."""
    name, form = field[:2]
    if form == protocol.REST:
        return payload[at:].decode(errors="replace"), len(payload)
    if form == protocol.TEXT:
        (length,) = payload[at : at + 1] or b"\0"
        _need(payload, at + 1 + length)
        try:
            return payload[at + 1 : at + 1 + length].decode(), at + 1 + length
        except UnicodeDecodeError as error:
            raise PayloadError(f"{name} is not UTF-8: {error}") from error
    if isinstance(form, str) and form in protocol.LISTS:
        (count,) = payload[at : at + 1] or b"\0"
        values = f"<{count}{protocol.LISTS[form]}"
        ends = at + 1 + struct.calcsize(values)
        _need(payload, ends)
        return struct.unpack_from(values, payload, at + 1), ends
    packed = f"<{form}" if isinstance(form, str) else protocol.record_form(form)
    ends = at + struct.calcsize(packed)
    _need(payload, ends)
    if not isinstance(form, str):
        return payload[at:ends], ends
    found: tuple[Value, ...] = struct.unpack_from(packed, payload, at)
    return (found[0] if len(found) == 1 else found), ends  # type: ignore[return-value]  # an array holds numbers


def _check(payload: bytes, at: int) -> int:
    """Check the checksum at this byte against the bytes before it; returns where the next field begins."""
    _need(payload, at + _CHECKSUM_BYTES)
    said, computed = int.from_bytes(payload[at : at + _CHECKSUM_BYTES], "little"), crc_hqx(payload[:at], CRC16_START)
    if said != computed:
        raise ChecksumError(f"the checksum is 0x{said:04x}, that of the content 0x{computed:04x}")
    return at + _CHECKSUM_BYTES


def _check_bounds(field: tuple[str, str, int, int], value: Value) -> None:
    name, _, lowest, highest = field
    if not isinstance(value, int) or not lowest <= value <= highest:
        raise PayloadError(f"{name} is {lowest} to {highest}, not {value!r}")


def _need(payload: bytes, size: int) -> None:
    if len(payload) < size:
        raise PayloadError(f"{size} bytes are needed, not {len(payload)}")


# ---- Conversion to the types of the project


@dataclass(frozen=True, slots=True)
class _Conversion:
    """Converts the values of a type to values of a field, and back; the latter may raise ValueError."""

    to_field: Callable[[Any], Value]
    from_field: Callable[[Any], object]


_BUTTONS: Final = (Button.DONE, Button.UNDO)


def _channels(lights: Lights) -> bytes:
    return bytes(channel for colour in lights.colours for channel in (colour.red, colour.green, colour.blue))


def _lights(channels: bytes) -> Lights:
    return Lights(tuple(Colour(*rgb) for rgb in zip(*[iter(channels)] * 3, strict=True)))


_CONVERSIONS: Final[dict[object, _Conversion]] = {
    Lights: _Conversion(_channels, _lights),
    Button: _Conversion(lambda button: _BUTTONS.index(button) + 1, lambda number: _BUTTONS[number - 1]),
    Calibration: _Conversion(lambda calibration: calibration.packed, Calibration.unpacked),
    Wiring: _Conversion(lambda wiring: wiring.packed, Wiring.unpacked),
    bool: _Conversion(int, lambda byte: bool(byte & 1)),
}


def _conversion(of: object) -> _Conversion | None:
    """Return the conversion of this type, or None if it needs none."""
    if isinstance(of, type) and issubclass(of, IntEnum | IntFlag):
        return _Conversion(int, of)
    return _CONVERSIONS.get(of)


def _value_names(fields: tuple[protocol.Field, ...]) -> tuple[str, ...]:
    """Return the names of the fields with values of a message, which are all but its checksum."""
    return tuple(name for name, form, *_ in fields if form != protocol.CHECKSUM and name)


class WireMessage:
    """A dataclass whose attributes have the names of the declared fields of its kind."""

    __slots__ = ()
    KIND: ClassVar[IntEnum]
    _VALUES: ClassVar[tuple[tuple[str, _Conversion | None], ...]]

    def __init_subclass__(cls) -> None:
        types = get_type_hints(cls)
        cls._VALUES = tuple((name, _conversion(types[name])) for name in _value_names(protocol.FIELDS[cls.KIND]))

    def pack(self) -> bytes:
        """Pack the message as a payload; raises ValueError for a value that its field cannot hold."""
        values = {}
        for name, conversion in self._VALUES:
            value = getattr(self, name)
            values[name] = value if conversion is None else conversion.to_field(value)
        return pack(protocol.FIELDS[self.KIND], values)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        """Unpack the message of a payload; raises PayloadError."""
        values: dict[str, Any] = {**unpack(protocol.FIELDS[cls.KIND], payload)}
        try:
            for name, conversion in cls._VALUES:
                if conversion is not None and name in values:
                    values[name] = conversion.from_field(values[name])
            return cls(**values)
        except ValueError as error:
            raise PayloadError(str(error)) from error


# ---- Messages


MINOR = protocol.MINOR


class Kind(IntEnum):
    """The kinds of message. The kind of a reply is its command's kind with the top bit set."""

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
    WEIGHTS = protocol.WEIGHTS
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
    """A feature of a board beyond scanning and lighting."""

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
    """The board's identity, features and faults. The two version bytes come first in every future version. A board of
    version 1.0 sends neither revision nor faults, one of 1.1 not the number of ``further`` channels, which it has
    besides those of its squares, and one of 1.2 not the number of load ``cells`` of its scale."""

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
    further: int = 0
    cells: int = 0

    @property
    def identity(self) -> Identity:
        """The board's identity for the Board port."""
        return Identity(self.name, self.unique_id, self.firmware, self.boots)


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A Hello of another major version, of which only the version can be read. It is only received."""

    KIND: ClassVar[Kind] = Kind.HELLO
    major: int
    minor: int

    @classmethod
    def unpack(cls, payload: bytes) -> OtherVersion:
        """Unpack the versions at the start of a payload; raises PayloadError."""
        version = HelloRequest.unpack(payload)
        return cls(version.major, version.minor)


@dataclass(frozen=True, slots=True)
class Configure(WireMessage):
    """The host requests a scan rate in Hz (1 to 200), and the ``weights`` of the board's scale or none; scanning begins
    with the reply."""

    KIND: ClassVar[Kind] = Kind.CONFIGURE
    scan_hz: int
    weights: bool = False


@dataclass(frozen=True, slots=True)
class ConfigureReply(WireMessage):
    """The board scans at this rate, which is lower than requested if it cannot scan faster."""

    KIND: ClassVar[Kind] = Kind.CONFIGURED
    scan_hz: int


@dataclass(frozen=True, slots=True)
class LedFrame(WireMessage):
    """All lights of the host, and the most current that they may draw in mA. The board also has its own limit."""

    KIND: ClassVar[Kind] = Kind.LED_FRAME
    lights: Lights
    budget_ma: int


@dataclass(frozen=True, slots=True)
class LedShown(WireMessage):
    """The board shows the lights; by its estimate they draw this current in mA. ``limited``: it had to dim them."""

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
    """The board's sign of life: its boot counter (which reveals a restart), ms since it started, frames that it could
    not read, and scans that it dropped because the host did not read them."""

    KIND: ClassVar[Kind] = Kind.PONG
    echo: int
    boots: int
    uptime_ms: int
    errors: int
    dropped: int


@dataclass(frozen=True, slots=True)
class CalibrationRequest(WireMessage):
    """The host requests the board's calibration."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION_REQUEST


@dataclass(frozen=True, slots=True)
class CalibrationMessage(WireMessage):
    """The board's calibration, in single precision. ``stored``: a host stored it; otherwise it is the board's default,
    as always with a board of version 1.0."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION
    values: Calibration
    stored: bool = False


@dataclass(frozen=True, slots=True)
class StoreCalibration(WireMessage):
    """The host sends the board a calibration to store."""

    KIND: ClassVar[Kind] = Kind.STORE_CALIBRATION
    values: Calibration


@dataclass(frozen=True, slots=True)
class CalibrationStored(WireMessage):
    """The board has stored the calibration with this checksum."""

    KIND: ClassVar[Kind] = Kind.CALIBRATION_STORED
    checksum: int


@dataclass(frozen=True, slots=True)
class WiringRequest(WireMessage):
    """The host requests the board's wiring."""

    KIND: ClassVar[Kind] = Kind.WIRING_REQUEST


@dataclass(frozen=True, slots=True)
class WiringMessage(WireMessage):
    """The wiring by which the board scans and lights. ``stored``: a host stored it; else it is the default."""

    KIND: ClassVar[Kind] = Kind.WIRING
    values: Wiring
    stored: bool


@dataclass(frozen=True, slots=True)
class StoreWiring(WireMessage):
    """The host sends the board a wiring to store; the counts after the reply follow it."""

    KIND: ClassVar[Kind] = Kind.STORE_WIRING
    values: Wiring


@dataclass(frozen=True, slots=True)
class WiringStored(WireMessage):
    """The board has stored the wiring with this checksum."""

    KIND: ClassVar[Kind] = Kind.WIRING_STORED
    checksum: int


@dataclass(frozen=True, slots=True)
class Leave(WireMessage):
    """The host asks the board to end its program and to return its console, so that it can be updated."""

    KIND: ClassVar[Kind] = Kind.LEAVE
    magic: int = protocol.LEAVE_MAGIC


@dataclass(frozen=True, slots=True)
class Leaving(WireMessage):
    """The board's last message before it turns the lights off and leaves."""

    KIND: ClassVar[Kind] = Kind.LEAVING


@dataclass(frozen=True, slots=True)
class Scan(WireMessage):
    """The counts of the 25 sensors, a1 to e5, at ``t_ms`` on the board's clock, and those of ``further`` channels. Both
    counters wrap. No bit of ``flags`` has a meaning yet."""

    KIND: ClassVar[Kind] = Kind.SCAN
    t_ms: int
    number: int
    counts: tuple[int, ...]
    flags: int = 0
    further: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonMessage(WireMessage):
    """A rim button was pressed at ``t_ms`` on the board's clock."""

    KIND: ClassVar[Kind] = Kind.BUTTON
    t_ms: int
    button: Button


@dataclass(frozen=True, slots=True)
class WeightsMessage(WireMessage):
    """The counts of the load cells of the board's scale, all measured by ``t_ms`` on the board's clock. Both counters
    wrap."""

    KIND: ClassVar[Kind] = Kind.WEIGHTS
    t_ms: int
    number: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LogMessage(WireMessage):
    """A line of the board's log; ``level`` as in Python's logging (10 debug ... 50 critical). A long text is cut."""

    KIND: ClassVar[Kind] = Kind.LOG
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Nak(WireMessage):
    """The board refuses the command with this frame's number, a command of kind ``refused``."""

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
Report = Reply | Scan | ButtonMessage | WeightsMessage | LogMessage
Message = Command | Report

COMMANDS: Final = frozenset(command.KIND for command in get_args(Command))
_TYPES: Final[dict[int, type[Message]]] = {each.KIND: each for each in get_args(Message)}


def only_boards_say(kind: int) -> bool:
    """Whether messages of this kind, known here or not, come only from boards. A board that receives one receives an
    echo of its own messages.

    >>> only_boards_say(Kind.HELLO), only_boards_say(Kind.SCAN), only_boards_say(0x55)
    (True, True, False)
    """
    return bool(kind & protocol.REPLY) or kind in protocol.UNASKED


def to_frame(message: Message, seq: int) -> WireFrame:
    """Return the frame of a message; raises ValueError for a value that its field cannot hold."""
    return WireFrame(VERSION, message.KIND, seq, message.pack())


def from_frame(frame: WireFrame) -> Message | OtherVersion:
    """Return the message in a frame; raises PayloadError.

    Of another major version only the greetings are read, so that each end can report the other's version.
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
