"""Whatever bytes come, the reader never fails and finds the next good frame."""

from __future__ import annotations

from binascii import crc_hqx

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from common.numbers import CRC16_START
from firmware_bridge.codec import (
    BUFFER_CAP,
    MAX_PAYLOAD,
    CobsError,
    Decoder,
    WireFrame,
    cobs_decode,
    cobs_encode,
    encode,
)

octets = st.integers(0, 255)
frames = st.builds(WireFrame, octets, octets, octets, st.binary(max_size=MAX_PAYLOAD))

# Pairs worked out by hand from the definition of COBS.
COBS_PAIRS = [
    ("", "01"),
    ("00", "0101"),
    ("0000", "010101"),
    ("00110033", "010211" + "0233"),
    ("11223344", "0511223344"),
    ("11000000", "0211010101"),
    (bytes(range(1, 255)).hex(), "ff" + bytes(range(1, 255)).hex()),
    (bytes(range(255)).hex(), "01ff" + bytes(range(1, 255)).hex()),
    (bytes(range(1, 256)).hex(), "ff" + bytes(range(1, 255)).hex() + "02ff"),
    ((bytes(range(2, 256)) + b"\0").hex(), "ff" + bytes(range(2, 256)).hex() + "0101"),
    ((bytes(range(3, 256)) + b"\0\1").hex(), "fe" + bytes(range(3, 256)).hex() + "0201"),
]


def test_the_checksum_is_ccitt_false() -> None:
    assert crc_hqx(b"123456789", CRC16_START) == 0x29B1
    assert crc_hqx(b"", CRC16_START) == 0xFFFF


@pytest.mark.parametrize(("plain", "stuffed"), COBS_PAIRS)
def test_stuffing(plain: str, stuffed: str) -> None:
    assert cobs_encode(bytes.fromhex(plain)).hex() == stuffed
    assert cobs_decode(bytes.fromhex(stuffed)).hex() == plain


@given(st.binary(max_size=1000))
def test_stuffed_bytes_hold_no_zero_and_come_back(data: bytes) -> None:
    stuffed = cobs_encode(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + 1 + len(data) // 254
    assert cobs_decode(stuffed) == data


@pytest.mark.parametrize("broken", ["00", "0500", "ff01", "03110033"])
def test_what_is_not_stuffed_is_refused(broken: str) -> None:
    with pytest.raises(CobsError):
        cobs_decode(bytes.fromhex(broken))


@given(st.lists(frames))
def test_frames_come_back_in_order(sent: list[WireFrame]) -> None:
    assert Decoder().feed(b"".join(encode(frame) for frame in sent)) == sent


@given(st.binary(max_size=2000), frames)
@example(b"Traceback (most recent call last):\r\n", WireFrame(1, 2, 3))
@example(b"\x01" * (BUFFER_CAP + 1), WireFrame(1, 2, 3))
def test_after_anything_the_next_good_frame_is_found(noise: bytes, frame: WireFrame) -> None:
    assert Decoder().feed(noise + b"\0" + encode(frame))[-1] == frame


@given(st.lists(st.one_of(st.binary(max_size=80), frames.map(encode))), st.data())
def test_how_the_bytes_are_cut_makes_no_difference(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    whole, pieces = Decoder(), Decoder()
    expected = whole.feed(stream)
    found = [
        frame
        for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)
        for frame in pieces.feed(stream[start:end])
    ]
    assert found == expected
    assert (pieces.crc_errors, pieces.overflows, pieces.malformed) == (
        whole.crc_errors,
        whole.overflows,
        whole.malformed,
    )


@given(frames, st.data())
def test_a_flipped_bit_is_noticed(frame: WireFrame, data: st.DataObject) -> None:
    raw = bytearray(cobs_decode(encode(frame)[:-1]))
    bit = data.draw(st.integers(0, 8 * len(raw) - 1))
    raw[bit // 8] ^= 1 << bit % 8
    decoder = Decoder()
    assert decoder.feed(cobs_encode(bytes(raw)) + b"\0") == []
    assert decoder.crc_errors == 1


def test_a_wrong_checksum_is_counted() -> None:
    wire = bytearray(encode(WireFrame(1, 0x10, 5, b"\x11\x22\x33")))
    wire[5] ^= 0x40
    decoder = Decoder()
    assert decoder.feed(bytes(wire)) == []
    assert (decoder.crc_errors, decoder.overflows, decoder.malformed) == (1, 0, 0)


def test_a_block_that_is_too_short_is_malformed() -> None:
    decoder = Decoder()
    assert decoder.feed(cobs_encode(b"\1\2\3\4") + b"\0") == []
    assert decoder.malformed == 1


def test_a_stream_without_an_end_is_dropped_up_to_the_next_zero() -> None:
    decoder = Decoder()
    frame = WireFrame(1, 6, 9, b"ping")
    assert decoder.feed(b"x" * 10_000) == []
    assert decoder.overflows == 1
    assert decoder.feed(b"x\0" + encode(frame)) == [frame]
    assert decoder.overflows == 1


def test_a_stream_opened_again_begins_with_nothing_left_over() -> None:
    decoder = Decoder()
    frame = WireFrame(1, 6, 9, b"ping")
    decoder.feed(b"half a fra")
    decoder.reset()
    assert decoder.feed(encode(frame)) == [frame]


def test_too_long_a_payload_is_refused() -> None:
    with pytest.raises(ValueError, match="240"):
        encode(WireFrame(1, 2, 3, bytes(MAX_PAYLOAD + 1)))
