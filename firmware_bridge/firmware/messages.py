"""Payloads, written and read as `protocol` declares them."""

import struct

from codec import crc16
from protocol import (
    CALIBRATION_RECORD,
    CHECKSUM,
    FIELDS,
    LONGEST_TEXT,
    MAX_PAYLOAD,
    REST,
    SINCE_1_1,
    SQUARES,
    TEXT,
    WIRING_RECORD,
    record_form,
)

CHANNELS = 32
PLACES = 100
CALIBRATION_SIZE = struct.calcsize(record_form(CALIBRATION_RECORD))
WIRING_SIZE = struct.calcsize(record_form(WIRING_RECORD))


class PayloadError(ValueError):
    """A payload that is too short, or that holds a value out of bounds."""


class ChecksumError(PayloadError):
    """A payload whose checksum is not that of its content."""


def _count(form: str) -> int:
    return len(struct.unpack(form, bytes(struct.calcsize(form))))


def _layout(fields: tuple) -> tuple:
    """The payload in parts, each a format with its number of values: a run of numbers, TEXT, REST or CHECKSUM; and the
    bounds of its values, each as index, lowest and highest."""
    parts, bounds, run, index = [], [], "", 0
    for field in fields:
        if field is SINCE_1_1:
            continue
        form = field[1]
        if isinstance(form, tuple):
            form = str(struct.calcsize(record_form(form))) + "s"
        if len(field) == 4:
            bounds.append((index, field[2], field[3]))
        if form in (TEXT, REST, CHECKSUM):
            if run:
                parts.append(("<" + run, _count("<" + run)))
            run, count = "", int(form != CHECKSUM)
            parts.append((form, count))
        else:
            run, count = run + form, _count("<" + form)
        index += count
    if run:
        parts.append(("<" + run, _count("<" + run)))
    return parts, bounds


_LAYOUTS = {kind: _layout(fields) for kind, fields in FIELDS.items()}


def _text(text: str, longest: int) -> bytes:
    """The text in UTF-8, without its end if that is too long."""
    data = text.encode()
    while len(data) > longest:
        text = text[:-1]
        data = text.encode()
    return data


def pack(kind: int, *values: object) -> bytes:
    """The payload of a message with these values, an array number by number. A checksum is computed, and no value."""
    payload = b""
    index = 0
    for form, count in _LAYOUTS[kind][0]:
        if form == TEXT:
            data = _text(str(values[index]), LONGEST_TEXT)
            payload += bytes((len(data),)) + data
        elif form == REST:
            payload += _text(str(values[index]), MAX_PAYLOAD - len(payload))
        elif form == CHECKSUM:
            payload += struct.pack("<H", crc16(payload))
        else:
            payload += struct.pack(form, *values[index : index + count])
        index += count
    return payload


def unpack(command: int, payload: bytes) -> tuple:
    """The values of a command, as `pack` takes them; no command holds a text. Bytes beyond its fields are ignored.

    :raises PayloadError: if this is no payload of that command.
    :raises ChecksumError: if a checksum is wrong.
    """
    parts, bounds = _LAYOUTS[command]
    values: tuple = ()
    at = 0
    for form, _ in parts:
        field = "<H" if form == CHECKSUM else form
        size = struct.calcsize(field)
        if len(payload) < at + size:
            raise PayloadError
        found = struct.unpack_from(field, payload, at)
        if form != CHECKSUM:
            values += found
        elif found[0] != crc16(payload[:at]):
            raise ChecksumError
        at += size
    for index, lowest, highest in bounds:
        if not lowest <= values[index] <= highest:
            raise PayloadError
    return values


def calibrates(payload: bytes) -> bool:
    """Whether the bytes of a calibration are one: finite numbers, and no gain of 0."""
    numbers = struct.unpack(record_form(CALIBRATION_RECORD), payload)[2:]
    return all(number - number == 0 for number in numbers) and all(numbers[SQUARES:])


def wires(payload: bytes) -> bool:
    """Whether the bytes of a wiring are one: 25 different channels and 25 different places that there are."""
    channels, places = payload[:SQUARES], payload[SQUARES:]
    return (
        len(set(channels)) == SQUARES
        and len(set(places)) == SQUARES
        and max(channels) < CHANNELS
        and max(places) < PLACES
    )
