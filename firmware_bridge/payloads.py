"""Payloads of messages, written and read as `firmware_bridge.firmware.protocol` declares their fields."""

from __future__ import annotations

import struct
from binascii import crc_hqx
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, ClassVar, Final, Self, get_type_hints

from common.numbers import CRC16_START
from firmware_bridge.firmware import protocol
from hardware.board import Button, Colour, Lights
from hardware.calibration import Calibration
from hardware.wiring import Wiring

Value = int | str | bytes | tuple[float, ...]
"""What a field holds: a number, a text, so many bytes or a record as bytes, or an array."""

_CHECKSUM_BYTES = 2


class PayloadError(ValueError):
    """A frame whose checksum is right but which is no message of this protocol version.

    Example scenarios: an unknown kind, a payload that is too short, a text that is not UTF-8, a gain of 0.
    """


class ChecksumError(PayloadError):
    """A message whose inner checksum is not that of what it carries."""


def pack(fields: tuple[protocol.Field, ...], values: Mapping[str, Value]) -> bytes:
    """The payload with these values by the names of their fields; a checksum is computed here. A text up to the end
    that does not fit is cut.

    :raises ValueError: for a value that its field cannot hold.
    """
    payload = b""
    for field in fields:
        if field[1] == protocol.CHECKSUM:
            payload += crc_hqx(payload, CRC16_START).to_bytes(_CHECKSUM_BYTES, "little")
        elif field is not protocol.SINCE_1_1:
            payload += _packed(field, values[field[0]], protocol.MAX_PAYLOAD - len(payload))
    return payload


def unpack(fields: tuple[protocol.Field, ...], payload: bytes) -> dict[str, Value]:
    """The values of a payload by the names of their fields. Those that 1.1 added are missing in one of version 1.0, and
    bytes after the last field are ignored.

    :raises PayloadError: for a payload that is too short or holds what its fields cannot mean.
    :raises ChecksumError: if a checksum in it is wrong.
    """
    values: dict[str, Value] = {}
    at = 0
    for field in fields:
        if field is protocol.SINCE_1_1:
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
        case _:
            try:
                return struct.pack(f"<{form}", *(value if isinstance(value, tuple) else (value,)))
            except (struct.error, OverflowError) as error:
                raise ValueError(f"{name}: a value does not fit its field: {error}") from error


def _unpacked(field: protocol.Field, payload: bytes, at: int) -> tuple[Value, int]:
    """The value of the field at this byte, and where the next one begins."""
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
    packed = f"<{form}" if isinstance(form, str) else protocol.record_form(form)
    ends = at + struct.calcsize(packed)
    _need(payload, ends)
    if not isinstance(form, str):
        return payload[at:ends], ends
    found: tuple[Value, ...] = struct.unpack_from(packed, payload, at)
    return (found[0] if len(found) == 1 else found), ends  # type: ignore[return-value]  # an array holds numbers


def _check(payload: bytes, at: int) -> int:
    """Compare the checksum at this byte with what is before it; where the next field begins."""
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


# -- messages: values in the types of the project


@dataclass(frozen=True, slots=True)
class _Conversion:
    """How the values of a type become those of a field, and back; the latter may raise ValueError."""

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
    """How values of this type are converted; None if they are those of the field."""
    if isinstance(of, type) and issubclass(of, IntEnum | IntFlag):
        return _Conversion(int, of)
    return _CONVERSIONS.get(of)


def _value_names(fields: tuple[protocol.Field, ...]) -> tuple[str, ...]:
    """The names of the fields that hold the values of a message, which is all but its checksum."""
    return tuple(name for name, form, *_ in fields if form not in (protocol.CHECKSUM, protocol.SINCE_1_1[1]))


class WireMessage:
    """A dataclass whose attributes are named as the declared fields of its kind."""

    __slots__ = ()
    KIND: ClassVar[IntEnum]
    _VALUES: ClassVar[tuple[tuple[str, _Conversion | None], ...]]

    def __init_subclass__(cls) -> None:
        types = get_type_hints(cls)
        cls._VALUES = tuple((name, _conversion(types[name])) for name in _value_names(protocol.FIELDS[cls.KIND]))

    def pack(self) -> bytes:
        """The payload; raises ValueError for a value that its field cannot hold."""
        values = {}
        for name, conversion in self._VALUES:
            value = getattr(self, name)
            values[name] = value if conversion is None else conversion.to_field(value)
        return pack(protocol.FIELDS[self.KIND], values)

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        """The message of a payload; raises PayloadError."""
        values: dict[str, Any] = {**unpack(protocol.FIELDS[cls.KIND], payload)}
        try:
            for name, conversion in cls._VALUES:
                if conversion is not None and name in values:
                    values[name] = conversion.from_field(values[name])
            return cls(**values)
        except ValueError as error:
            raise PayloadError(str(error)) from error
