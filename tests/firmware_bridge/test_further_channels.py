"""Hosts and boards with and without sensors outside the squares, of this version and of earlier ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.agent import BoardService
from firmware_bridge.codec import Decoder, WireFrame, encode
from firmware_bridge.messages import Configure, Hello, Kind, Scan, from_frame, to_frame
from hardware.board import SQUARE_COUNT, Frame, LinkChanged, LinkState
from hardware.geometry import Geometry
from hardware.sensor_layout import Axis, PlacedSensor
from tests.firmware.board_code import firmware_module
from tests.firmware.test_same_service import Board
from tests.firmware_bridge.line import HELLO, greeted, in_step
from tests.hardware.fake_device import ZERO, FakeDevice

FURTHER = Geometry(further=(PlacedSensor(-34.5, 90.0, 0.0, (Axis.EAST, Axis.DOWN), 80.0),)).further_channels
WITH_FURTHER = replace(HELLO, further=2)
VALUES = (16384, -32768)


def of_1_1(message: Hello | Scan) -> WireFrame:
    """The frame of a board of 1.1: without what 1.2 and 1.3 have added at the end."""
    if isinstance(message, Scan):
        return to_frame(message, 0)
    frame = to_frame(replace(message, minor=1), 0)
    return replace(frame, payload=frame.payload[:-2])


def the_frame(events: list[object]) -> Frame:
    (frame,) = [event for event in events if isinstance(event, Frame) and event.number == 2]
    return frame


def test_a_host_reads_the_further_channels_of_its_board_file() -> None:
    host = in_step(WITH_FURTHER, FURTHER)
    host.hears(Scan(30, 2, ZERO, further=VALUES))
    frame = the_frame([*host.events])
    assert frame.fields[SQUARE_COUNT:] == (40.0, -80.0)
    assert frame.clipped == {26}


def test_a_host_without_them_reads_the_25_and_says_so() -> None:
    host = in_step(WITH_FURTHER)
    host.hears(Scan(30, 2, ZERO, further=VALUES))
    assert len(the_frame([*host.events]).fields) == SQUARE_COUNT
    (ready,) = [event for event in host.events if isinstance(event, LinkChanged) and event.state is LinkState.READY]
    assert "2 values of further sensors, which its board file has not, are left out" in ready.detail


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_board_with_other_channels_than_its_board_file_is_refused(count: int) -> None:
    host = greeted(replace(HELLO, further=count), further=FURTHER)
    assert host.state() is LinkState.REFUSED
    told = host.events[-1]
    assert isinstance(told, LinkChanged)
    assert told.detail == f"the board 'board' sends {count} values of further sensors; its board file has 2"


def test_an_old_board_plays_with_a_host_of_today() -> None:
    host = in_step(from_old(HELLO))
    host.hears_frame(of_1_1(Scan(30, 2, ZERO)))
    assert len(the_frame([*host.events]).fields) == SQUARE_COUNT


def from_old(hello: Hello) -> Hello:
    """What a host makes of the hello of a board of 1.1."""
    found = from_frame(of_1_1(hello))
    assert isinstance(found, Hello)
    assert (found.minor, found.further) == (1, 0)
    return found


def test_an_old_board_is_refused_where_the_board_file_has_further_sensors() -> None:
    assert greeted(from_old(HELLO), further=FURTHER).state() is LinkState.REFUSED


def test_an_old_host_finds_the_25_counts_where_they_were() -> None:
    """What 1.2 has added comes after all that a host of 1.1 reads, and such a host ignores it."""
    plain, more = (to_frame(Scan(30, 2, ZERO, further=values), 7).payload for values in ((), VALUES))
    assert (more[: len(plain)], len(plain)) == (plain, 4 + 2 + 50 + 1)
    plain, more = (to_frame(hello, 7).payload for hello in (HELLO, WITH_FURTHER))
    assert more[:-2] == plain[:-2]


def test_a_scan_of_the_squares_alone_fills_a_packet_of_usb() -> None:
    """A board that writes to a host that does not read would wait for room for any more."""
    assert len(encode(to_frame(Scan(30, 2, ZERO), 7))) == 64


def test_a_scan_without_its_further_channels_is_no_reading() -> None:
    host = in_step(WITH_FURTHER, FURTHER)
    host.hears(Scan(30, 2, ZERO, further=VALUES[:1]))
    assert not [event for event in host.events if isinstance(event, Frame) and event.number == 2]
    assert host.conversation.counters.malformed == 1


def test_the_firmware_sends_what_the_pattern_of_all_boards_sends() -> None:
    device = FakeDevice()
    device.calibration = device.calibration.with_further(FURTHER)
    device.counts = (*ZERO, *VALUES)
    pattern = BoardService(device, 0.0, budget_ma=300, fastest_hz=50, silence=3.0)
    firmware = firmware_module("service").Service(Board(device), 0)
    scans = []
    for service, second in ((pattern, 1.0), (firmware, 1000)):
        decoder, frames = Decoder(), list[WireFrame]()
        service.receive(b"\0" + encode(to_frame(Configure(50), 1)), 0)
        for step in range(4):
            service.tick(step * 0.02 * second if second == 1.0 else step * 20)
            while (output := service.next_output()) is not None:
                frames += decoder.feed(bytes(output))
        hello = from_frame(frames[0])
        assert isinstance(hello, Hello)
        assert (hello.minor, hello.further) == (3, 2)
        scans.append({frame.payload[6:] for frame in frames if frame.kind == Kind.SCAN})
    assert scans[0] == scans[1]
    (payload,) = scans[0]
    assert payload.endswith(b"\x02\x00\x40\x00\x80")
