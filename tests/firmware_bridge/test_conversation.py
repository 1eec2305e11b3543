"""The host's side: asks until answered, repeats what is lost, gives up what is dead, begins again after a restart."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.codec import WireFrame
from firmware_bridge.conversation import LinkError
from firmware_bridge.messages import (
    ButtonMessage,
    CalibrationRequest,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    Kind,
    LedFrame,
    LedShown,
    LogMessage,
    Message,
    Nak,
    NakCode,
    OtherVersion,
    Ping,
    Pong,
    ResetCause,
    Scan,
    WiringRequest,
)
from hardware.board import Button, ButtonPressed, Frame, LinkChanged, LinkState
from hardware.lights import waiting_lights
from tests.firmware_bridge.line import CALIBRATION, HELLO, WIRING, Host, Line, greeted, in_step
from tests.hardware.board_contract import one_lit
from tests.hardware.fake_device import ZERO, FakeDevice


def test_asks_every_300_ms_until_answered() -> None:
    host = Host()
    asked = []
    for _ in range(100):
        asked += [host.now for message, _ in host.sent() if message == HelloRequest()]
        host.now += 0.01
    assert asked == pytest.approx([100.0, 100.3, 100.6, 100.9])


def test_takes_a_hello_that_was_not_asked_for() -> None:
    host = Host()
    host.hears(HELLO, 77)
    assert host.state() is LinkState.SYNC


def test_fetches_the_calibration_sends_lights_and_configures_before_it_is_ready() -> None:
    host = greeted()
    host.conversation.show(one_lit(4))
    message, seq = host.sends()
    assert message == CalibrationRequest()
    assert host.sent() == []  # one command at a time
    host.hears(CALIBRATION, seq)
    message, seq = host.sends()
    assert message == WiringRequest()
    host.hears(WIRING, seq)
    message, seq = host.sends()
    assert message == LedFrame(one_lit(4), 800)
    host.hears(LedShown(30), seq)
    message, seq = host.sends()
    assert message == Configure(50)
    host.hears(ConfigureReply(50), seq)
    assert host.state() is LinkState.SYNC
    host.hears(Scan(10, 1, ZERO))
    assert host.state() is LinkState.READY
    assert [type(event) for event in host.events[-2:]] == [LinkChanged, Frame]


def test_counts_become_millitesla_by_the_boards_calibration() -> None:
    host = in_step()
    host.hears(Scan(30, 2, (2048 + 3724, *ZERO[1:24], 4095)))
    frame = host.events[-1]
    assert isinstance(frame, Frame)
    assert frame.fields[0] == pytest.approx(100.0)
    assert frame.fields[1] == 0.0
    assert frame.clipped == frozenset({0, 24})


def test_clock_and_numbers_go_on_where_the_wire_wraps() -> None:
    host = greeted()
    for reply in (CALIBRATION, WIRING, LedShown(25), ConfigureReply(50)):
        _, seq = host.sends()
        host.hears(reply, seq)
    host.hears(Scan(0xFFFFFFF0, 0xFFFF, ZERO))
    host.hears(Scan(4, 2, ZERO))
    frames = [event for event in host.events if isinstance(event, Frame)]
    assert [(frame.at, frame.number) for frame in frames] == [(0xFFFFFFF0, 0xFFFF), (0x100000004, 0x10002)]
    assert host.conversation.counters.missed == 2


def test_a_lost_command_is_sent_again_and_the_link_is_lost_after_five_tries() -> None:
    host = greeted()
    message, seq = host.sends()
    assert message == CalibrationRequest()
    started = host.now
    again: list[float] = []

    def note(repeated: Message | OtherVersion, number: int) -> None:
        assert (repeated, number) == (message, seq)
        again.append(host.now - started)

    with pytest.raises(LinkError, match="CALIBRATION_REQUEST after 5 tries"):
        host.lives(2.0, note)
    assert again == pytest.approx([0.025, 0.075, 0.175, 0.375], abs=0.005)
    assert host.conversation.counters.retransmits == 4


def test_a_late_second_answer_is_no_answer_to_the_next_command() -> None:
    host = greeted()
    _, seq = host.sends()
    host.hears(CALIBRATION, seq)
    _, next_seq = host.sends()
    assert next_seq != seq
    host.hears(LedShown(25), seq)
    assert host.sent() == []  # still waits for the lights


def test_scans_and_presses_may_come_before_the_reply() -> None:
    host = in_step()
    host.conversation.show(one_lit(2))
    host.now += 0.1
    _, seq = host.sends()
    host.hears(Scan(40, 2, ZERO))
    host.hears(ButtonMessage(41, Button.DONE))
    host.hears(LedShown(30), seq)
    assert host.events[-1] == ButtonPressed(41, Button.DONE)
    host.now += 0.1
    assert host.sent() == []


def test_lights_go_out_thirty_times_a_second_at_most_and_the_latest_wins() -> None:
    host = in_step()
    sent = []
    for moment in range(1000):
        host.conversation.show(one_lit(moment % 25))
        for message, seq in host.sent():
            assert isinstance(message, LedFrame)
            sent.append(message.lights)
            host.hears(LedShown(30), seq)
        host.now += 0.001
    assert 25 <= len(sent) <= 31
    host.conversation.show(one_lit(24))
    host.now += 0.05
    message, _ = host.sends()
    assert message == LedFrame(one_lit(24), 800)


def test_pings_when_it_has_been_quiet_for_a_second() -> None:
    host = in_step()
    host.now += 0.99
    assert host.sent() == []
    host.now += 0.02
    message, seq = host.sends()
    assert isinstance(message, Ping)
    host.now += 0.004
    host.hears(Pong(message.echo, HELLO.boots, 5000, 0, 0), seq)
    assert host.sent() == []
    rtt = host.conversation.counters.rtt_ms
    assert rtt is not None
    assert 0 < rtt < 4


def test_three_seconds_of_silence_lose_the_link() -> None:
    host = in_step()
    host.now += 2.99
    host.sent()
    host.now += 0.02
    with pytest.raises(LinkError, match="silent"):
        host.sent()


def test_a_board_that_answers_but_sends_no_reading_is_lost_too() -> None:
    host = in_step()

    def answer(message: Message | OtherVersion, seq: int) -> None:
        assert isinstance(message, Ping)
        host.hears(Pong(message.echo, HELLO.boots, 0, 0, 0), seq)

    with pytest.raises(LinkError, match="no reading"):
        host.lives(4.0, answer)


def test_noise_is_no_sign_of_life() -> None:
    host = in_step()

    def babble(_message: Message | OtherVersion, _seq: int) -> None:
        host.conversation.receive(b"MicroPython v1.27\r\n>>> \0", host.now)

    with pytest.raises(LinkError):
        host.lives(4.0, babble)
    assert host.conversation.counters.malformed + host.conversation.counters.crc_errors > 0


def test_an_echo_of_its_own_words_is_no_sign_of_life() -> None:
    host = greeted()
    host.hears_frame(WireFrame(1, Kind.PING, 0, bytes(4)))
    assert host.conversation.counters.malformed == 1


def test_a_refused_command_loses_the_link() -> None:
    host = greeted()
    _, seq = host.sends()
    with pytest.raises(LinkError, match="refuses CALIBRATION_REQUEST: unknown_kind"):
        host.hears(Nak(NakCode.UNKNOWN_KIND, Kind.CALIBRATION_REQUEST), seq)


def test_another_major_version_is_refused_with_a_readable_line_and_asked_again_slowly() -> None:
    host = Host()
    host.sends()
    asked = 0
    for _ in range(1200):
        host.hears_frame(WireFrame(2, Kind.HELLO, 0, b"\x02\x00 whatever version 2 has"))
        host.now += 0.01
        asked += len(host.sent())
    assert host.state() is LinkState.REFUSED
    refusals = [event for event in host.events if isinstance(event, LinkChanged) and event.state is LinkState.REFUSED]
    assert len(refusals) == 1
    assert "protocol 2.0" in refusals[0].detail
    assert asked <= 3
    host.hears(HELLO)
    assert host.state() is LinkState.SYNC  # the firmware was changed


def test_a_board_of_another_size_is_refused() -> None:
    host = Host()
    host.hears(Hello(1, 36, 36, 12, "large board", "id-2", "0.1.0"))
    assert host.state() is LinkState.REFUSED
    change = host.events[-1]
    assert isinstance(change, LinkChanged)
    assert "36 sensors" in change.detail


def test_a_restart_that_the_board_reports_brings_all_to_it_again() -> None:
    host = in_step()
    host.hears(Hello(8, 25, 25, 12, "board", "id-1", "0.1.0", ResetCause.WATCHDOG))
    assert host.events[-1] == LinkChanged(LinkState.SYNC, "board has restarted (watchdog)")
    message, _ = host.sends()
    assert message == CalibrationRequest()


def test_a_hello_repeated_by_the_same_board_changes_nothing() -> None:
    host = in_step()
    host.hears(HELLO, 200)
    assert host.state() is LinkState.READY


def test_a_restart_is_noticed_by_the_boot_counter_of_a_pong() -> None:
    host = in_step()
    host.now += 1.1
    message, seq = host.sends()
    assert isinstance(message, Ping)
    host.hears(Pong(message.echo, HELLO.boots + 1, 10, 0, 0), seq)
    assert host.state() is LinkState.HELLO
    assert host.sends()[0] == HelloRequest()


def test_a_restart_is_noticed_by_scan_numbers_that_go_back() -> None:
    host = in_step()
    host.hears(Scan(500, 40_000 % 0x8000, ZERO))
    host.hears(Scan(2, 0, ZERO))
    assert host.state() is LinkState.HELLO


def test_what_a_board_logs_cannot_command_the_terminal(caplog: pytest.LogCaptureFixture) -> None:
    host = in_step()
    with caplog.at_level("WARNING"):
        host.hears(LogMessage(30, "mux \x1b[2J silent\n"))
    assert caplog.messages == ["board: mux \N{REPLACEMENT CHARACTER}[2J silent\N{REPLACEMENT CHARACTER}"]


def test_nothing_that_a_board_logs_is_more_than_critical(caplog: pytest.LogCaptureFixture) -> None:
    in_step().hears(LogMessage(255, "noise"))
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]


def test_a_whole_line_stays_in_step() -> None:
    line = Line(FakeDevice())
    line.run(10.0)
    assert line.host.state is LinkState.READY
    assert 490 <= len(line.frames()) <= 510
    assert line.host.counters.missed == 0
    assert line.host.counters.retransmits == 0


def test_after_a_restart_the_lights_shine_again() -> None:
    line = Line(FakeDevice(boots=1))
    line.host.show(one_lit(9))
    line.run(1.0)
    assert line.device.shown[-1] == one_lit(9)
    line.plug_in(FakeDevice(boots=2))
    line.run(1.0)
    assert line.device.shown[-1] == one_lit(9)
    assert line.host.state is LinkState.READY
    assert line.host.counters.reconnects == 1
    hello = line.host.hello
    assert hello is not None
    assert hello.boots == 2


def test_the_board_shows_that_it_waits_when_the_host_is_gone() -> None:
    line = Line(FakeDevice())
    line.host.show(one_lit(9))
    line.run(1.0)
    line.harm = lambda frame: b""  # noqa: ARG005 - nothing arrives, whatever it was
    with pytest.raises(LinkError):
        line.run(10.0)
    line.board.tick(line.now + 3.0)
    assert line.device.shown[-1] == waiting_lights(0)
    assert line.board.next_output() is None


@settings(max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(0, 20))
def test_lights_arrive_over_a_bad_line(random: Random, percent: int) -> None:
    def harm(frame: bytes) -> bytes:
        if random.random() * 100 >= percent:
            return frame
        broken = bytearray(frame)
        broken[random.randrange(len(broken))] ^= 1 << random.randrange(8)
        return bytes(broken) if random.random() < 0.5 else b""

    line = Line(FakeDevice(), harm)
    line.host.show(one_lit(17))
    for _ in range(20):
        try:
            line.run(1.0)
        except LinkError:
            line.host.begin(line.now)
        if line.device.shown[-1] == one_lit(17) and line.frames():
            break
    assert line.device.shown[-1] == one_lit(17)
    assert all(frame.fields == (0.0,) * 25 for frame in line.frames())
