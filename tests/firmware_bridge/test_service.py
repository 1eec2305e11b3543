"""The board's side: answers, keeps its own current limit, drops what the host does not take, rests without a host."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import messages
from firmware_bridge.agent import BoardService
from firmware_bridge.codec import Decoder, WireFrame, encode
from firmware_bridge.messages import (
    ButtonMessage,
    CalibrationMessage,
    CalibrationRequest,
    CalibrationStored,
    Command,
    Configure,
    ConfigureReply,
    Hello,
    HelloRequest,
    Kind,
    Leave,
    LedFrame,
    LedShown,
    Message,
    Nak,
    NakCode,
    OtherVersion,
    Ping,
    Pong,
    Scan,
    StoreCalibration,
    StoreWiring,
    WiringMessage,
    WiringRequest,
    WiringStored,
)
from hardware import calibration, wiring
from hardware.board import ALL_DARK, Button, Colour, Lights
from hardware.device import DeviceFault
from hardware.lights import current, waiting_lights
from tests.hardware.board_contract import one_lit
from tests.hardware.fake_device import FakeDevice

OTHER = calibration.Calibration.nominal(-20.0, 1023)
MIRRORED = wiring.Wiring(tuple(range(24, -1, -1)), tuple(range(24, -1, -1)))
WHITE = Lights((Colour(255, 255, 255),) * 25)


class Board:
    """A service whose host is the test."""

    def __init__(self, *, budget_ma: float = 800) -> None:
        self.now = 50.0
        self.device = FakeDevice()
        self.service = BoardService(self.device, self.now, budget_ma=budget_ma, fastest_hz=50, silence=3.0)
        self.said()

    def said(self) -> list[tuple[Message | OtherVersion, int]]:
        """What it says at this moment."""
        self.service.tick(self.now)
        decoder = Decoder()
        frames: list[WireFrame] = []
        while (output := self.service.next_output()) is not None:
            frames += decoder.feed(output)
        return [(messages.from_frame(frame), frame.seq) for frame in frames]

    def waits(self, seconds: float) -> list[Lights]:
        """What it shows while nobody speaks, each picture once."""
        ends = self.now + seconds
        self.device.shown.clear()
        while self.now < ends:
            assert self.said() == []
            self.now += 0.05
        return self.device.shown

    def asked(self, command: Command, seq: int = 1) -> Message | OtherVersion:
        """The answer to a command, which bears its number."""
        self.service.receive(encode(messages.to_frame(command, seq)), self.now)
        (answer, answered) = self.said()[0]
        assert answered == seq
        return answer


def test_says_hello_when_it_starts_and_when_asked() -> None:
    board = Board()
    answer = board.asked(HelloRequest(), 9)
    assert isinstance(answer, Hello)
    assert answer.identity == board.device.identity
    assert (answer.sensors, answer.lights, answer.adc_bits) == (25, 25, 12)


def test_answers_the_greeting_of_another_major_version() -> None:
    board = Board()
    board.service.receive(encode(WireFrame(2, Kind.HELLO_REQUEST, 5, b"\x02\x00")), board.now)
    ((answer, seq),) = board.said()
    assert isinstance(answer, Hello)
    assert seq == 5


def test_scans_at_the_rate_it_was_told_and_not_before() -> None:
    board = Board()
    board.now += 1.0
    assert board.said() == []
    assert board.asked(Configure(20)) == ConfigureReply(20)
    scans = []
    for _ in range(1000):
        scans += [message for message, _ in board.said() if isinstance(message, Scan)]
        board.now += 0.001
    assert 19 <= len(scans) <= 21
    assert [scan.number for scan in scans] == list(range(1, len(scans) + 1))  # scan 0 went with the reply


def test_promises_no_more_than_it_can() -> None:
    assert Board().asked(Configure(200)) == ConfigureReply(50)


def test_a_stall_is_not_caught_up() -> None:
    board = Board()
    board.asked(Configure(50))
    board.now += 1.0
    assert len(board.said()) == 1
    assert board.said() == []


def test_a_host_that_does_not_read_gets_the_newest_scan_and_every_press() -> None:
    board = Board()
    board.asked(Configure(50))
    for _ in range(10):
        board.now += 0.02
        board.device.press(Button.DONE)
        board.service.tick(board.now)
    said = [message for message, _ in board.said()]
    assert sum(isinstance(message, ButtonMessage) for message in said) == 10
    assert [message.number for message in said if isinstance(message, Scan)] == [10]
    pong = board.asked(Ping(1))
    assert isinstance(pong, Pong)
    assert pong.dropped == 9


def test_a_press_from_before_the_host_came_is_forgotten() -> None:
    board = Board()
    board.device.press(Button.UNDO)
    board.asked(Configure(50))
    board.now += 0.02
    assert not any(isinstance(message, ButtonMessage) for message, _ in board.said())


def test_gives_its_calibration() -> None:
    board = Board()
    answer = board.asked(CalibrationRequest())
    assert isinstance(answer, CalibrationMessage)
    assert answer.values.offsets == board.device.calibration.offsets
    assert answer.values.gains == pytest.approx(board.device.calibration.gains, rel=1e-6)


@pytest.mark.parametrize(("own", "hosts"), [(100, 800), (800, 100)])
def test_keeps_to_the_lower_of_its_own_budget_and_the_hosts(own: float, hosts: int) -> None:
    board = Board(budget_ma=own)
    answer = board.asked(LedFrame(WHITE, hosts))
    drawn = current(board.device.shown[-1])
    assert drawn <= 100
    assert answer == LedShown(math.ceil(drawn), limited=True)


channels = st.integers(0, 255)
any_lights = st.lists(st.builds(Colour, channels, channels, channels), min_size=25, max_size=25).map(
    lambda colours: Lights(tuple(colours))
)


@given(any_lights, st.integers(25, 3000), st.integers(25, 3000))
def test_nothing_that_is_asked_for_draws_more_than_either_budget(lights: Lights, own: int, hosts: int) -> None:
    board = Board(budget_ma=own)
    answer = board.asked(LedFrame(lights, hosts))
    drawn = current(board.device.shown[-1])
    assert drawn <= min(own, hosts)
    assert answer == LedShown(math.ceil(drawn), limited=board.device.shown[-1] != lights)


@given(st.integers(25, 40), st.integers(0, 70_000))
def test_the_waiting_light_keeps_to_the_budget_too(own: int, ms: int) -> None:
    board = Board(budget_ma=own)
    board.now += ms / 1000
    board.said()
    assert max(map(current, board.device.shown)) <= own


def test_lights_within_the_budget_are_shown_as_they_are() -> None:
    board = Board()
    assert board.asked(LedFrame(one_lit(3), 800)) == LedShown(28, limited=False)
    assert board.device.shown[-1] == one_lit(3)


def test_a_budget_that_cannot_be_kept_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="dark lights"):
        Board(budget_ma=10)


def test_refuses_what_it_does_not_know_and_what_makes_no_sense() -> None:
    board = Board()
    board.service.receive(encode(WireFrame(1, 0x04, 7)) + encode(WireFrame(1, Kind.CONFIGURE, 8, b"\0")), board.now)
    assert board.said() == [(Nak(NakCode.UNKNOWN_KIND, 0x04), 7), (Nak(NakCode.MALFORMED, Kind.CONFIGURE), 8)]


@pytest.mark.parametrize(
    "echo",
    [
        messages.to_frame(ConfigureReply(50), 3),
        WireFrame(1, Kind.CALIBRATION, 3, b"cut short"),
        WireFrame(1, Kind.SCAN, 3),
        WireFrame(1, 0xC4, 3, b"of a later version"),
    ],
)
def test_does_not_argue_with_its_own_echo(echo: WireFrame) -> None:
    board = Board()
    board.service.receive(encode(echo), board.now)
    assert board.said() == []


def test_is_quiet_three_seconds_after_the_hosts_last_word_and_shows_that_it_waits() -> None:
    board = Board()
    board.asked(LedFrame(one_lit(3), 800))
    board.asked(Configure(50))
    board.now += 2.9
    assert board.said() != []
    assert board.device.shown[-1] == one_lit(3)
    board.now += 0.2
    assert board.said() == []
    assert board.device.shown[-1] == waiting_lights(0)
    board.now += 0.25
    assert board.said() == []
    assert board.device.shown[-1] == waiting_lights(250)
    assert board.asked(Configure(50)) == ConfigureReply(50)


def test_is_dark_after_a_minute_of_waiting() -> None:
    board = Board()
    board.asked(LedFrame(one_lit(3), 800))
    board.now += 3
    lights = board.waits(62)
    assert lights[-1] == ALL_DARK
    assert lights[-2] == waiting_lights(59_750)
    assert board.service.due() == math.inf


def test_a_board_that_has_just_been_switched_on_waits_likewise() -> None:
    board = Board()
    assert board.device.shown[-1] == waiting_lights(0)
    assert board.waits(62)[-1] == ALL_DARK


def test_a_host_that_has_darkened_the_board_leaves_it_dark() -> None:
    board = Board()
    board.asked(LedFrame(ALL_DARK, 800))
    board.asked(Configure(50))
    board.now += 4
    assert board.said() == []
    assert board.device.shown[-1] == ALL_DARK
    assert board.service.due() == math.inf


def test_the_hosts_lights_end_the_waiting_and_its_questions_do_not() -> None:
    board = Board()
    board.asked(HelloRequest())
    board.now += 0.25
    board.asked(CalibrationRequest())
    assert board.device.shown[-1] == waiting_lights(250)
    board.asked(LedFrame(one_lit(3), 800))
    board.now += 0.25
    board.said()
    assert board.device.shown[-1] == one_lit(3)


def test_stores_the_calibration_that_it_is_given() -> None:
    board = Board()
    assert board.asked(StoreCalibration(OTHER)) == CalibrationStored(OTHER.checksum)
    assert board.asked(CalibrationRequest()) == CalibrationMessage(OTHER, stored=True)


def test_stores_the_wiring_that_it_is_given() -> None:
    board = Board()
    assert board.asked(WiringRequest()) == WiringMessage(wiring.Wiring.straight(), stored=False)
    assert board.asked(StoreWiring(MIRRORED)) == WiringStored(MIRRORED.checksum)
    assert board.asked(WiringRequest()) == WiringMessage(MIRRORED, stored=True)


@pytest.mark.parametrize("store", [StoreCalibration(OTHER), StoreWiring(MIRRORED)])
def test_says_that_it_cannot_store(store: StoreCalibration | StoreWiring) -> None:
    board = Board()
    board.device.full = True
    assert board.asked(store) == Nak(NakCode.CANNOT_STORE, store.KIND)
    assert not board.device.calibration_stored
    assert not board.device.wiring_stored


@pytest.mark.parametrize("store", [StoreCalibration(OTHER), StoreWiring(MIRRORED)])
def test_what_was_to_be_stored_is_refused_if_its_own_checksum_is_wrong(store: StoreCalibration | StoreWiring) -> None:
    board = Board()
    payload = bytearray(store.pack())
    payload[0] ^= 1
    board.service.receive(encode(WireFrame(1, store.KIND, 7, bytes(payload))), board.now)
    assert board.said() == [(Nak(NakCode.BAD_CHECKSUM, store.KIND), 7)]


@pytest.mark.parametrize("fault", [DeviceFault.STRAPS, DeviceFault.CONFIGURATION])
def test_a_board_that_may_not_use_its_pins_says_so_and_makes_no_scan(fault: DeviceFault) -> None:
    board = Board()
    board.device.faults = fault
    hello = board.asked(HelloRequest())
    assert isinstance(hello, Hello)
    assert hello.faults == fault
    assert board.asked(Configure(50)) == ConfigureReply(0)
    board.now += 1.0
    assert board.said() == []


def test_a_board_without_a_console_does_not_leave() -> None:
    assert Board().asked(Leave()) == Nak(NakCode.UNKNOWN_KIND, Kind.LEAVE)


@given(
    st.lists(
        st.binary(max_size=300)
        | st.builds(WireFrame, st.just(1), st.integers(0, 255), st.integers(0, 255), st.binary(max_size=240)).map(
            encode
        )
    )
)
def test_anything_may_come_and_a_ping_is_answered_after_it(pieces: list[bytes]) -> None:
    board = Board()
    for piece in pieces:
        board.service.receive(piece, board.now)
        board.said()
    board.service.receive(b"\0", board.now)
    board.said()
    answer = board.asked(Ping(42))
    assert isinstance(answer, Pong)
    assert answer.echo == 42
