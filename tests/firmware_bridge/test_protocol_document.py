"""The page about the wire is true: its golden vectors are the bytes that go over it."""

from __future__ import annotations

import re
from binascii import crc_hqx
from pathlib import Path

from common.numbers import CRC16_START
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.firmware import protocol
from firmware_bridge.messages import Kind, from_frame, only_boards_say, to_frame
from tests.firmware_bridge.golden_messages import EXAMPLES

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def vectors() -> list[tuple[str, bytes]]:
    found = re.search(r"```text\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found is not None
    return [
        (name, bytes.fromhex(digits))
        for name, digits in re.findall(r"([a-z-]+):\n((?:  [0-9a-f]+\n)+)", found.group(1))
    ]


def test_the_vectors_are_what_is_sent() -> None:
    assert vectors() == [(golden.name, encode(to_frame(golden.message, golden.seq))) for golden in EXAMPLES]


def test_the_vectors_are_read_as_what_they_mean() -> None:
    for (_, wire), golden in zip(vectors(), EXAMPLES, strict=True):
        (frame,) = Decoder().feed(wire)
        assert (frame.seq, from_frame(frame)) == (golden.seq, golden.message)


def test_the_check_value_is_right() -> None:
    assert f"0x{crc_hqx(b'123456789', CRC16_START):04X}" in PAGE


NUMBERS = {"B": "u8", "H": "u16", "I": "u32", "h": "i16", "i": "i32", "f": "f32", "s": "u8"}


def field_words(field: protocol.Field) -> str:
    """A field as the page has it: its name, its type, and its bounds if it has any."""
    name, form, *bounds = field
    if isinstance(form, tuple):
        return ", ".join(map(field_words, form))
    if form == protocol.CHECKSUM:
        return f"`{name}` u16"
    if form in protocol.LISTS:
        return f"`{name}` {NUMBERS[protocol.LISTS[form]]} list"
    if form in (protocol.TEXT, protocol.REST):
        return f"`{name}` {'text' if form == protocol.TEXT else 'UTF-8 to the end'}"
    words = f"`{name}` {NUMBERS[form[-1]]}{f'[{form[:-1]}]' if form[:-1] else ''}"
    match bounds:
        case []:
            return words
        case [lowest, highest] if lowest == highest:
            return f"{words} = 0x{lowest:08X}"
        case [lowest, highest]:
            return f"{words} ({lowest} to {highest})"
    raise AssertionError(field)


def payload_words(kind: Kind) -> str:
    """The payload of a kind of message as the page has it."""
    fields = protocol.FIELDS[kind]
    words = (f"*since {field[1]}:*" if field in protocol.LATER else f"{field_words(field)}," for field in fields)
    return " ".join(words).removesuffix(",") or "none"


def test_every_message_is_in_the_table_with_its_fields_in_order() -> None:
    rows = re.findall(r"^\| (0x[0-9A-F]{2}) \| ([^|]+) \| (host|board) \| ([^|]+) \|$", PAGE, flags=re.MULTILINE)
    found = sorted((int(number, 16), name.upper(), sender, payload) for number, name, sender, payload in rows)
    assert found == sorted(
        (kind, kind.name.replace("_", " "), "board" if only_boards_say(kind) else "host", payload_words(kind))
        for kind in Kind
    )
