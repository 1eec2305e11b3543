"""Hosts and boards with and without a scale, of this version and of earlier ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.agent import BoardService
from firmware_bridge.codec import Decoder, WireFrame, encode
from firmware_bridge.link_health import report
from firmware_bridge.messages import Configure, Kind, Scan, WeightsMessage, from_frame, to_frame
from hardware.board import Counters, LinkChanged, LinkState, ScaleInUse, Weighed
from hardware.device import ToStore
from hardware.scale import LoadCell, MeasuredScale, PieceMasses, Scale
from tests.firmware.board_code import firmware_module
from tests.firmware.test_same_service import Board
from tests.firmware_bridge.line import HELLO, Host, Line, in_step
from tests.hardware.fake_device import ZERO, FakeDevice

SCALE = Scale((LoadCell(0, 0, 2000.0), LoadCell(180, 0, -1000.0), LoadCell(0, 180, 2000.0), LoadCell(180, 180, 2000.0)))
MEASURED = MeasuredScale((4000.0, -2000.0, 4000.0, 4000.0), 0.02, PieceMasses())
WITH_CELLS = replace(HELLO, cells=4)
COUNTS = (20000, -20000, 3, -4)
LOADS = (10.0, 20.0, 0.002, -0.002)


def weighed(host: Host) -> list[Weighed]:
    return [event for event in host.events if isinstance(event, Weighed)]


def ready_detail(host: Host) -> str:
    (ready,) = [event for event in host.events if isinstance(event, LinkChanged) and event.state is LinkState.READY]
    return ready.detail


def test_counts_become_loads_by_the_cells_of_the_board_file() -> None:
    host = in_step(WITH_CELLS, scale=SCALE)
    host.hears(WeightsMessage(12, 1, COUNTS))
    assert weighed(host) == [Weighed(12, 1, LOADS)]


def test_before_it_is_ready_a_board_that_weighs_says_by_which_scale() -> None:
    for scale, said in ((SCALE, [ScaleInUse(SCALE), LinkState.READY]), (None, [LinkState.READY])):
        host = in_step(WITH_CELLS, scale=scale)
        told = [event.state if isinstance(event, LinkChanged) else event for event in host.events]
        assert [each for each in told if isinstance(each, ScaleInUse) or each is LinkState.READY] == said


def test_what_was_measured_of_a_scale_counts_over_the_board_file() -> None:
    host = in_step(WITH_CELLS, scale=SCALE, policy=lambda _who, _stored: ToStore(scale=MEASURED))
    host.hears(WeightsMessage(12, 1, COUNTS))
    assert weighed(host) == [Weighed(12, 1, (5.0, 10.0, 0.001, -0.001))]
    assert ScaleInUse(SCALE.calibrated_by(MEASURED)) in host.events


def test_a_calibration_counts_from_the_next_reading_on() -> None:
    host = in_step(WITH_CELLS, scale=SCALE)
    host.hears(WeightsMessage(12, 1, COUNTS))
    host.conversation.weigh_by(MEASURED)
    host.hears(WeightsMessage(24, 2, COUNTS))
    assert [each.loads for each in weighed(host)] == [LOADS, (5.0, 10.0, 0.001, -0.001)]
    assert [event.scale for event in host.events if isinstance(event, ScaleInUse)] == [
        SCALE,
        SCALE.calibrated_by(MEASURED),
    ]


def test_a_calibration_that_does_not_fit_the_range_of_the_board_file_is_logged_and_not_used(
    caplog: pytest.LogCaptureFixture,
) -> None:
    impossible = replace(MEASURED, counts_per_gram=(9000.0, -2000.0, 4000.0, 4000.0))
    host = in_step(WITH_CELLS, scale=SCALE, policy=lambda _who, _stored: ToStore(scale=impossible))
    host.hears(WeightsMessage(12, 1, COUNTS))
    assert weighed(host) == [Weighed(12, 1, LOADS)]
    assert "range_g = 1000 is more than cell 1 can report" in caplog.text


def test_times_and_numbers_go_on_when_they_wrap_around() -> None:
    host = in_step(WITH_CELLS, scale=SCALE)
    host.hears(Scan(0xFFFFFFFF, 2, ZERO))
    host.hears(WeightsMessage(0xFFFFFFF0, 0x7000, COUNTS))
    host.hears(WeightsMessage(2, 0xE000, COUNTS))
    host.hears(WeightsMessage(15, 0, COUNTS))
    found = weighed(host)
    assert [each.at for each in found] == [0xFFFFFFF0, 0x100000002, 0x10000000F]
    assert [each.number for each in found] == [0x7000, 0xE000, 0x10000]


@pytest.mark.parametrize("scale", [None, SCALE])
def test_weights_are_asked_for_only_where_the_board_file_has_a_scale(scale: Scale | None) -> None:
    device = FakeDevice()
    device.cells = 4
    line = Line(device, scale=scale)
    for _ in range(20):
        device.weighed.append(COUNTS)
        line.run(0.1)
    found = [event for event in line.events if isinstance(event, Weighed)]
    assert ({each.loads for each in found} == {LOADS}) is (scale is not None)
    assert line.host.counters.malformed == 0


@pytest.mark.parametrize(
    ("cells", "scale", "told"),
    [
        (0, SCALE, "it sends no weights, unlike the [scale] of its board file"),
        (2, SCALE, "it has 2 load cells, unlike the [scale] of its board file"),
        (4, None, "its 4 load cells, which its board file has not, are left out"),
    ],
)
def test_a_board_with_another_scale_than_its_board_file_plays_without(
    cells: int, scale: Scale | None, told: str
) -> None:
    host = in_step(replace(HELLO, cells=cells), scale=scale)
    assert told in ready_detail(host)
    host.hears(WeightsMessage(12, 1, COUNTS))
    assert weighed(host) == []


def test_a_board_of_1_2_plays_with_a_host_whose_board_file_has_a_scale() -> None:
    old = to_frame(replace(HELLO, minor=2), 0)
    hello = from_frame(replace(old, payload=old.payload[:-1]))
    assert hello == replace(HELLO, minor=2)
    assert "it sends no weights" in ready_detail(in_step(replace(HELLO, minor=2), scale=SCALE))


def test_the_report_of_a_link_says_that_a_board_weighs() -> None:
    told = LinkChanged(LinkState.READY)
    assert "weighs with 4 load cells" in report(told, "port", Counters(), WITH_CELLS, None).abilities
    assert not [words for words in report(told, "port", Counters(), HELLO, None).abilities if "weighs" in words]


def test_another_number_of_loads_is_no_reading() -> None:
    host = in_step(WITH_CELLS, scale=SCALE)
    host.hears(WeightsMessage(12, 1, COUNTS[:3]))
    assert weighed(host) == []
    assert host.conversation.counters.malformed == 1


def test_a_scale_that_falls_silent_makes_the_link_degraded_until_it_is_back() -> None:
    device = FakeDevice()
    device.cells = 4
    line = Line(device, scale=SCALE)
    for weighs, state in ((True, LinkState.READY), (False, LinkState.DEGRADED), (True, LinkState.READY)):
        for _ in range(100):
            device.weighed.extend([COUNTS] * weighs)
            line.run(0.02)
        assert line.host.state is state
    (told,) = [event for event in line.events if isinstance(event, LinkChanged) and event.state is LinkState.DEGRADED]
    assert "its scale has sent nothing for 1 s" in told.detail


def test_the_firmware_sends_what_the_pattern_of_all_boards_sends() -> None:
    said = []
    for made, second in ((pattern_service, 1.0), (firmware_service, 1000)):
        device = FakeDevice()
        device.cells = 4
        service = made(device)
        decoder, frames = Decoder(), list[WireFrame]()
        service.receive(b"\0" + encode(to_frame(Configure(50, weights=True), 1)), 0)
        for step in range(4):
            device.weighed.append(COUNTS)
            service.tick(step * 0.02 * second if second == 1.0 else step * 20)
            while (output := service.next_output()) is not None:
                frames += decoder.feed(bytes(output))
        said.append({frame.payload[6:] for frame in frames if frame.kind == Kind.WEIGHTS})
    assert said[0] == said[1]
    (payload,) = said[0]
    assert payload == b"\x04" + b"".join(count.to_bytes(4, "little", signed=True) for count in COUNTS)


def pattern_service(device: FakeDevice) -> BoardService:
    return BoardService(device, 0.0, budget_ma=300, fastest_hz=50, silence=3.0)


def firmware_service(device: FakeDevice) -> BoardService:
    made: BoardService = firmware_module("service").Service(Board(device), 0)
    return made


def test_only_the_newest_weights_wait_for_a_host_that_does_not_read() -> None:
    for service, step in ((pattern_service, 0.02), (firmware_service, 20)):
        device = FakeDevice()
        device.cells = 4
        made = service(device)
        made.receive(b"\0" + encode(to_frame(Configure(50, weights=True), 1)), 0)
        for number in range(1, 41):
            device.weighed.append((number, 0, 0, 0))
            made.tick(number * step)
        decoder = Decoder()
        frames = [frame for output in iter(made.next_output, None) for frame in decoder.feed(bytes(output))]
        found = [message for frame in frames if isinstance(message := from_frame(frame), WeightsMessage)]
        assert [each.counts[0] for each in found][-1] == 40
        assert len(found) == 8
