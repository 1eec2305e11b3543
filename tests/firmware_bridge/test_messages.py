"""Each message comes back from its payload; what is no message is told apart, never guessed."""

from __future__ import annotations

import struct
from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.numbers import CRC16_START
from firmware_bridge.codec import MAX_PAYLOAD, VERSION, Decoder, WireFrame, encode
from firmware_bridge.messages import (
    CalibrationMessage,
    Configure,
    Hello,
    HelloRequest,
    Kind,
    LogMessage,
    OtherVersion,
    PayloadError,
    ResetCause,
    Scan,
    from_frame,
    to_frame,
)
from hardware.device import UNKNOWN_REVISION, DeviceFault
from tests.firmware_bridge.golden_messages import CALIBRATED, EXAMPLES, Golden

each_example = pytest.mark.parametrize("golden", EXAMPLES, ids=lambda golden: golden.name)
# A log line goes on to the end of its payload, so that nothing can follow it.
each_of_known_length = pytest.mark.parametrize(
    "golden",
    [golden for golden in EXAMPLES if not isinstance(golden.message, LogMessage)],
    ids=lambda golden: golden.name,
)


def test_there_is_an_example_of_every_kind() -> None:
    assert {golden.message.KIND for golden in EXAMPLES} == set(Kind)


@each_example
def test_a_message_comes_back_over_the_wire(golden: Golden) -> None:
    (frame,) = Decoder().feed(encode(to_frame(golden.message, golden.seq)))
    assert frame.seq == golden.seq
    assert from_frame(frame) == golden.message


@each_of_known_length
def test_bytes_that_a_later_version_adds_are_ignored(golden: Golden) -> None:
    frame = to_frame(golden.message, golden.seq)
    longer = WireFrame(frame.version, frame.kind, frame.seq, frame.payload + b"later")
    assert from_frame(longer) == golden.message


# These have grown, so that the payload of earlier versions, which is so long, is one of theirs too.
EARLIER = {
    Kind.HELLO: (12 + 6 + 5 + 6, 12 + 6 + 5 + 6 + 2, 12 + 6 + 5 + 6 + 2 + 1),
    Kind.CONFIGURE: (1,),
    Kind.CALIBRATION: (204,),
    Kind.SCAN: (4 + 2 + 50 + 1,),
}


@each_example
def test_a_payload_that_is_cut_short_is_refused(golden: Golden) -> None:
    frame = to_frame(golden.message, golden.seq)
    needed = 1 if isinstance(golden.message, LogMessage) else len(frame.payload)
    for length in range(needed):
        if length not in EARLIER.get(Kind(frame.kind), ()):
            with pytest.raises(PayloadError):
                from_frame(WireFrame(frame.version, frame.kind, frame.seq, frame.payload[:length]))


def test_a_board_of_version_1_0_stores_nothing_and_finds_no_fault() -> None:
    hello = Hello.unpack(Hello(1, 25, 25, 12, "Thera", "e660", "0.1.0", minor=0).pack()[:-4])
    assert (hello.revision, hello.faults) == (UNKNOWN_REVISION, DeviceFault.NONE)
    assert Hello.unpack(Hello(1, 25, 25, 12, "Thera", "e660", "0.1.0", minor=1, further=9).pack()[:-2]).further == 0
    assert CalibrationMessage.unpack(CALIBRATED.packed) == CalibrationMessage(CALIBRATED, stored=False)


@given(
    st.sampled_from(list(Kind)) | st.integers(0, 255),
    st.binary(max_size=MAX_PAYLOAD),
    st.just(VERSION) | st.integers(0, 255),
)
def test_any_frame_is_a_message_or_a_payload_error(kind: int, payload: bytes, version: int) -> None:
    try:
        message = from_frame(WireFrame(version, kind, 0, payload))
    except PayloadError:
        return
    if not isinstance(message, OtherVersion):
        assert from_frame(to_frame(message, 0)) == message


def with_checksum(data: bytes) -> bytes:
    return data + crc_hqx(data, CRC16_START).to_bytes(2, "little")


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (0x55, b""),
        (Kind.CONFIGURE, b"\x00"),
        (Kind.LED_FRAME, struct.pack("<H", 24) + bytes(75)),
        (Kind.BUTTON, bytes(4) + b"\x00"),
        (Kind.BUTTON, bytes(4) + b"\x03"),
        (Kind.NAK, b"\x09\x01"),
        (Kind.HELLO, bytes(12) + b"\x02\xff\xfe\x00\x00"),
        (Kind.CALIBRATION, struct.pack("<HH50f", 4095, 8, *[1.0] * 49, float("nan"))),
        (Kind.STORE_WIRING, with_checksum(bytes(50))),
        (Kind.STORE_WIRING, with_checksum(bytes((*range(8, 33), *range(25))))),
        (Kind.STORE_CALIBRATION, with_checksum(struct.pack("<HH50f", 4095, 8, *[0.0] * 50))),
        (Kind.LEAVE, b"LAVE"),
        (Kind.CALIBRATION, struct.pack("<HH50f", 4095, 8, *[1.0] * 49, 0.0)),
    ],
)
def test_values_that_mean_nothing_are_refused(kind: int, payload: bytes) -> None:
    with pytest.raises(PayloadError):
        from_frame(WireFrame(VERSION, kind, 0, payload))


def test_of_another_major_version_only_the_greetings_are_read() -> None:
    assert from_frame(WireFrame(2, Kind.HELLO, 0, b"\x02\x05 all else is new")) == OtherVersion(2, 5)
    assert from_frame(WireFrame(2, Kind.HELLO_REQUEST, 0, b"\x02\x05")) == HelloRequest(2, 5)
    with pytest.raises(PayloadError, match="version 2"):
        from_frame(WireFrame(2, Kind.PING, 0, bytes(4)))


def test_a_reset_cause_of_newer_firmware_is_unknown() -> None:
    hello = Hello(1, 25, 25, 12, "", "", "")
    payload = bytearray(hello.pack())
    payload[6] = 200
    read = Hello.unpack(bytes(payload))
    assert read.reset is ResetCause.UNKNOWN


def test_a_long_log_line_is_cut_and_a_cut_character_replaced() -> None:
    read = LogMessage.unpack(LogMessage(40, "é" * 200).pack())
    assert read.text == "é" * 119 + "\N{REPLACEMENT CHARACTER}"


def test_a_value_that_does_not_fit_its_field_is_the_callers_error() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Configure(256).pack()
    with pytest.raises(ValueError, match="does not fit"):
        Scan(0, 0, (40_000,) * 25).pack()
    with pytest.raises(ValueError, match="64 bytes"):
        Hello(1, 25, 25, 12, "n" * 65, "", "").pack()
