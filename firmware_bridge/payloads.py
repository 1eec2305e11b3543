"""Payloads of messages, written and read as `firmware_bridge.firmware.protocol` declares their fields."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import cast

from common.checksum import crc16
from firmware_bridge.firmware import protocol

Value = int | str | bytes | tuple[float, ...]
"""What a field holds: a number, a text, so many bytes or a record as bytes, or an array."""


class PayloadError(ValueError):
    """A frame whose checksum is right but which is no message of this protocol version.

    Example scenarios: an unknown kind, a payload that is too short, a text that is not UTF-8, a gain of 0.
    """


class ChecksumError(PayloadError):
    """A message whose inner checksum is not that of what it carries."""


class _Part(ABC):
    """Some fields that stand side by side in a payload."""

    @abstractmethod
    def append(self, payload: bytearray, values: Mapping[str, Value]) -> None:
        """Write these fields after the payload so far; raises ValueError for a value that does not fit."""

    @abstractmethod
    def read(self, payload: bytes, at: int, values: dict[str, Value]) -> int:
        """Add what stands at this byte to the values, and return where it ends; raises PayloadError."""


class _Numbers(_Part):
    """A run of numbers, arrays and bytes, which `struct` packs at once."""

    def __init__(self, fields: list[protocol.Field]) -> None:
        forms = {name: _form(form) for name, form, *_ in fields}
        self._struct = struct.Struct("<" + "".join(forms.values()))
        self._fields: list[tuple[str, int, int, bool]] = []
        self._bounds = [field for field in fields if len(field) == 4]
        at = 0
        for name, form in forms.items():
            count = len(struct.unpack("<" + form, bytes(struct.calcsize("<" + form))))
            self._fields.append((name, at, at + count, count > 1))
            at += count

    def append(self, payload: bytearray, values: Mapping[str, Value]) -> None:
        numbers: list[object] = []
        for name, _, _, is_array in self._fields:
            if is_array:
                numbers += cast("tuple[float, ...]", values[name])
            else:
                numbers.append(values[name])
        try:
            payload += self._struct.pack(*numbers)
        except (struct.error, OverflowError) as error:
            raise ValueError(f"a value does not fit its field: {error}") from error

    def read(self, payload: bytes, at: int, values: dict[str, Value]) -> int:
        ends = at + self._struct.size
        if len(payload) < ends:
            raise PayloadError(f"{ends} bytes are needed, not {len(payload)}")
        numbers = self._struct.unpack_from(payload, at)
        for name, first, end, is_array in self._fields:
            values[name] = numbers[first:end] if is_array else numbers[first]
        for name, _, lowest, highest in self._bounds:
            value = values[name]
            if not isinstance(value, int) or not lowest <= value <= highest:
                raise PayloadError(f"{name} is {lowest} to {highest}, not {value!r}")
        return ends


class _Text(_Part):
    """A text after its length in bytes."""

    def __init__(self, name: str) -> None:
        self._name = name

    def append(self, payload: bytearray, values: Mapping[str, Value]) -> None:
        data = str(values[self._name]).encode()
        if len(data) > protocol.LONGEST_TEXT:
            raise ValueError(f"{self._name}: a text has at most {protocol.LONGEST_TEXT} bytes: {data!r}")
        payload.append(len(data))
        payload += data

    def read(self, payload: bytes, at: int, values: dict[str, Value]) -> int:
        ends = at + 1 + payload[at] if at < len(payload) else at + 1
        if len(payload) < ends:
            raise PayloadError(f"{self._name} ends too soon")
        try:
            values[self._name] = payload[at + 1 : ends].decode()
        except UnicodeDecodeError as error:
            raise PayloadError(f"{self._name} is not UTF-8: {error}") from error
        return ends


class _Rest(_Part):
    """A text up to the end of the payload: cut if it does not fit, a character that was cut in two replaced."""

    def __init__(self, name: str) -> None:
        self._name = name

    def append(self, payload: bytearray, values: Mapping[str, Value]) -> None:
        payload += str(values[self._name]).encode()[: protocol.MAX_PAYLOAD - len(payload)]

    def read(self, payload: bytes, at: int, values: dict[str, Value]) -> int:
        values[self._name] = payload[at:].decode(errors="replace")
        return len(payload)


class _Checksum(_Part):
    """The checksum of all bytes before it. It is computed and checked here, and no value of the message."""

    def append(self, payload: bytearray, values: Mapping[str, Value]) -> None:  # noqa: ARG002 - it has no value
        payload += crc16(bytes(payload)).to_bytes(2, "little")

    def read(self, payload: bytes, at: int, values: dict[str, Value]) -> int:  # noqa: ARG002 - it has no value
        if len(payload) < at + 2:
            raise PayloadError(f"{at + 2} bytes are needed, not {len(payload)}")
        said, computed = int.from_bytes(payload[at : at + 2], "little"), crc16(payload[:at])
        if said != computed:
            raise ChecksumError(f"the checksum is 0x{said:04x}, that of the content 0x{computed:04x}")
        return at + 2


class PayloadLayout:
    """The payload of a message with these fields. ``names`` are those of its values, in order."""

    def __init__(self, fields: tuple[protocol.Field, ...]) -> None:
        since = fields.index(protocol.SINCE_1_1) if protocol.SINCE_1_1 in fields else len(fields)
        self._parts = _parts(fields[:since])
        self._since_1_1 = _parts(fields[since + 1 :])
        self.names = tuple(
            name for name, form, *_ in fields if form != protocol.CHECKSUM and (name, form) != protocol.SINCE_1_1
        )

    def pack(self, values: Mapping[str, Value]) -> bytes:
        """The payload with these values; raises ValueError for a value that its field cannot hold."""
        payload = bytearray()
        for part in self._parts + self._since_1_1:
            part.append(payload, values)
        return bytes(payload)

    def unpack(self, payload: bytes) -> dict[str, Value]:
        """The values of a payload; raises PayloadError. Those that 1.1 added are missing in one of version 1.0."""
        values: dict[str, Value] = {}
        at = 0
        for part in self._parts:
            at = part.read(payload, at, values)
        if at < len(payload):
            for part in self._since_1_1:
                at = part.read(payload, at, values)
        return values


def _form(form: str | protocol.Record) -> str:
    """A field's format for `struct`; a record is so many bytes."""
    return form if isinstance(form, str) else f"{struct.calcsize(protocol.record_form(form))}s"


def _parts(fields: tuple[protocol.Field, ...]) -> list[_Part]:
    parts: list[_Part] = []
    run: list[protocol.Field] = []
    for field in fields:
        match field[:2]:
            case name, protocol.TEXT:
                part: _Part = _Text(name)
            case name, protocol.REST:
                part = _Rest(name)
            case _, protocol.CHECKSUM:
                part = _Checksum()
            case _:
                run.append(field)
                continue
        parts += [_Numbers(run), part] if run else [part]
        run = []
    return [*parts, _Numbers(run)] if run else parts
