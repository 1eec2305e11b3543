"""The page about the wire is true: its golden vectors are the bytes that go over it."""

from __future__ import annotations

import re
from pathlib import Path

from common.checksum import crc16
from firmware_bridge.codec import Decoder, encode
from firmware_bridge.kinds import Kind
from firmware_bridge.messages import from_frame, to_frame
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
    assert f"0x{crc16(b'123456789'):04X}" in PAGE


def test_every_kind_is_in_the_table() -> None:
    rows = re.findall(r"^\| (0x[0-9A-F]{2}) \|", PAGE, flags=re.MULTILINE)
    assert sorted(int(row, 16) for row in rows) == sorted(Kind)
