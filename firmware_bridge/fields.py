"""The fields that payloads are made of: little-endian numbers, and texts with their length in front."""

from __future__ import annotations

import struct
from dataclasses import astuple
from typing import ClassVar, Self

LONGEST_TEXT = 64


class PayloadError(ValueError):
    """A frame whose checksum is right but which is no message of this protocol version.

    Example scenarios: an unknown kind, a payload that is too short, a text that is not UTF-8, a gain of 0.
    """


class ChecksumError(PayloadError):
    """A message whose inner checksum is not that of what it carries."""


class Numbers:
    """A message of whole numbers only, a dataclass: its fields in their order, laid out as ``FORM`` says."""

    __slots__ = ()
    FORM: ClassVar[str]

    def pack(self) -> bytes:
        """The payload; raises ValueError for a number that its field cannot hold."""
        return pack_numbers(self.FORM, *astuple(self))  # type: ignore[call-overload]  # heirs are dataclasses

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        """The message of a payload; raises PayloadError."""
        return cls(*unpack_integers(cls.FORM, payload))


class EmptyPayload:
    """A message that needs no payload."""

    __slots__ = ()

    def pack(self) -> bytes:
        """The payload, which is empty."""
        return b""

    @classmethod
    def unpack(cls, payload: bytes) -> Self:  # noqa: ARG003 - every message is read alike
        """The message of a payload."""
        return cls()


def pack_numbers(form: str, *values: float) -> bytes:
    """The numbers as ``struct`` lays them out; raises ValueError for one that its field cannot hold."""
    try:
        return struct.pack(form, *values)
    except (struct.error, OverflowError) as error:
        raise ValueError(f"a value does not fit its field: {error}") from error


def unpack_integers(form: str, payload: bytes) -> tuple[int, ...]:
    """The whole numbers at the start of a payload; raises PayloadError."""
    _need(form, payload)
    return struct.unpack_from(form, payload)


def pack_text(text: str) -> bytes:
    """The text in UTF-8 after its length in bytes; raises ValueError for more than 64 bytes."""
    data = text.encode()
    if len(data) > LONGEST_TEXT:
        raise ValueError(f"a text has at most {LONGEST_TEXT} bytes: {text!r}")
    return bytes((len(data),)) + data


def unpack_text(payload: bytes) -> tuple[str, bytes]:
    """The text at the start of a payload, and what follows it; raises PayloadError."""
    (length,) = unpack_integers("<B", payload)
    data, rest = payload[1 : 1 + length], payload[1 + length :]
    if len(data) < length:
        raise PayloadError("a text ends too soon")
    try:
        return data.decode(), rest
    except UnicodeDecodeError as error:
        raise PayloadError(f"a text is not UTF-8: {error}") from error


def _need(form: str, payload: bytes) -> None:
    size = struct.calcsize(form)
    if len(payload) < size:
        raise PayloadError(f"{size} bytes are needed, not {len(payload)}")
