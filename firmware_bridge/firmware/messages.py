"""Packs and unpacks payloads as `protocol` declares them."""

import struct

from codec import crc16
from protocol import (
    CALIBRATION_RECORD,
    CHECKSUM,
    FIELDS,
    LATER,
    LISTS,
    LONGEST_TEXT,
    MAX_PAYLOAD,
    REST,
    SQUARES,
    TEXT,
    WIRING_RECORD,
    record_form,
)

TYPE_CHECKING = False  # there is no module typing on a microcontroller
if TYPE_CHECKING:
    from protocol import Record

CHANNELS = 32
PLACES = 100
CALIBRATION_SIZE = struct.calcsize(record_form(CALIBRATION_RECORD))
WIRING_SIZE = struct.calcsize(record_form(WIRING_RECORD))


class PayloadError(ValueError):
    """A payload that is too short, or that has a value out of bounds."""


class ChecksumError(PayloadError):
    """A payload whose checksum does not match its content."""


def pack(kind: int, *values: object) -> bytes:
    """Pack a message with these values; a checksum is computed, and a text that is too long is cut."""
    payload = b""
    index = 0
    for field in FIELDS[kind]:
        if not field[0]:
            continue  # a mark of what a later version has added
        form = field[1]
        if form == CHECKSUM:
            payload += struct.pack("<H", crc16(payload))
            continue
        value = values[index]
        index += 1
        if form == TEXT:
            data = _text(str(value), LONGEST_TEXT)
            payload += bytes((len(data),)) + data
        elif isinstance(form, str) and form in LISTS and isinstance(value, list):
            if value:  # none are left out, so that the scan of 25 sensors fills one packet of USB
                payload += bytes((len(value),)) + struct.pack("<" + LISTS[form] * len(value), *value)
        elif form == REST:
            payload += _text(str(value), MAX_PAYLOAD - len(payload))
        elif isinstance(value, bytes):
            payload += value
        else:
            payload += struct.pack(_packed(form), *(value if isinstance(value, list) else (value,)))
    return payload


def unpack(command: int, payload: bytes) -> tuple:
    """Unpack the values of a command, none of which is a text or an array. Bytes after its fields are ignored; values
    that a later version has added are missing in a command of an earlier one.

    :raises PayloadError: if the payload does not fit that command.
    :raises ChecksumError: if a checksum is wrong.
    """
    values = []
    at = 0
    for field in FIELDS[command]:
        if field in LATER:
            if at == len(payload):
                break
            continue
        form = field[1]
        packed = "<H" if form == CHECKSUM else _packed(form)
        ends = at + struct.calcsize(packed)
        if len(payload) < ends:
            raise PayloadError
        if isinstance(form, tuple):
            values.append(payload[at:ends])
        else:
            (value,) = struct.unpack_from(packed, payload, at)
            if form != CHECKSUM:
                values.append(value)
            elif value != crc16(payload[:at]):
                raise ChecksumError
            if len(field) == 4 and not field[2] <= value <= field[3]:
                raise PayloadError
        at = ends
    return tuple(values)


def _packed(form: "str | Record") -> str:
    return record_form(form) if isinstance(form, tuple) else "<" + form


def _text(text: str, longest: int) -> bytes:
    """Return a text in UTF-8, shortened if it is too long."""
    data = text.encode()
    while len(data) > longest:
        text = text[:-1]
        data = text.encode()
    return data


def calibrates(payload: bytes) -> bool:
    """Whether the bytes are a valid calibration: finite numbers, and no gain of 0."""
    numbers = struct.unpack(record_form(CALIBRATION_RECORD), payload)[2:]
    return all(number - number == 0 for number in numbers) and all(numbers[SQUARES:])


def wires(payload: bytes) -> bool:
    """Whether the bytes are a valid wiring: 25 different channels and 25 different places that exist."""
    channels, places = payload[:SQUARES], payload[SQUARES:]
    return (
        len(set(channels)) == SQUARES
        and len(set(places)) == SQUARES
        and max(channels) < CHANNELS
        and max(places) < PLACES
    )
