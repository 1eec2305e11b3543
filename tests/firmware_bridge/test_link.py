"""The serial board on real pseudo-terminals: plugged in late, pulled out, put back, shouted at, started again."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_bridge.agent import Agent, PtyPort
from firmware_bridge.board_search import PortVisit, who_is_at
from firmware_bridge.codec import Decoder, WireFrame, encode
from firmware_bridge.link import SerialBoard
from firmware_bridge.link_health import Timings
from firmware_bridge.messages import Hello, Kind, Leave, Leaving, Scan, from_frame, to_frame
from firmware_bridge.serial_ports import PortError, open_port
from hardware.board import ALL_DARK, Board, BoardEvent, Colour, Lights, LinkChanged, LinkState
from hardware.calibration import Calibration
from hardware.device import DeviceFault
from hardware.lights import current, limit
from tests.hardware.board_contract import next_frame, one_lit, ready, until
from tests.hardware.fake_device import ZERO, FakeDevice

HASTY = Timings(first_back_off=0.01, longest_back_off=0.05, silence=0.6, ping_after=0.1)


@dataclass(frozen=True, slots=True)
class Wire:
    """A pseudo-terminal: our end, and the path of the other."""

    master: int
    path: str


@pytest.fixture
def wire() -> Iterator[Wire]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield Wire(master, os.ttyname(slave))
    os.close(slave)
    os.close(master)


def state(events: Iterator[BoardEvent], wanted: LinkState) -> LinkChanged:
    """The next change to that state."""
    event = until(events, lambda event: isinstance(event, LinkChanged) and event.state is wanted)
    assert isinstance(event, LinkChanged)
    return event


def test_the_states_on_the_way_to_ready() -> None:
    with PtyPort(FakeDevice()) as port, SerialBoard(port.path) as board:
        events = board.events()
        passed = [next(events) for _ in range(5)]
        assert [change.state for change in passed if isinstance(change, LinkChanged)] == [
            LinkState.SEARCH,
            LinkState.OPEN,
            LinkState.HELLO,
            LinkState.SYNC,
            LinkState.READY,
        ]


def test_waits_for_a_board_that_is_plugged_in_later(tmp_path: Path) -> None:
    link = tmp_path / "board"
    with SerialBoard(link, timings=HASTY) as board:
        events = board.events()
        assert "looking for" in state(events, LinkState.SEARCH).detail
        assert "no board at" in state(events, LinkState.SEARCH).detail
        with PtyPort(FakeDevice(), link=link):
            ready(events)
            next_frame(events)
            board.close()


class ComesMeanwhile:
    """A place where a board comes just after nobody was found there."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.found = 0

    def find(self, known: str | None) -> str:  # noqa: ARG002 - whoever is there
        self.found += 1
        if self.found == 1:
            raise PortError("nobody there")
        return self._path

    def stamp(self) -> object:
        return self.found


def test_a_board_that_comes_while_it_is_looked_for_is_not_waited_for() -> None:
    an_hour = Timings(first_back_off=3600.0, longest_back_off=3600.0)
    with PtyPort(FakeDevice()) as port, SerialBoard(ComesMeanwhile(port.path), timings=an_hour) as board:
        ready(board.events())
        board.close()


def test_pulled_out_and_put_back_it_goes_on_with_the_same_lights(tmp_path: Path) -> None:
    link = tmp_path / "board"
    device = FakeDevice()
    with SerialBoard(link, timings=HASTY) as board:
        events = board.events()
        with PtyPort(device, link=link):
            ready(events)
            board.show(one_lit(6))
            device.wait_for_lights(one_lit(6))
        state(events, LinkState.LOST)
        board.show(one_lit(8))  # the player goes on meanwhile
        again = FakeDevice(boots=2)
        with PtyPort(again, link=link):
            ready(events)
            next_frame(events)
            again.wait_for_lights(one_lit(8))
            assert isinstance(board, SerialBoard)
            assert board.counters.reconnects == 1
            assert board.identity == again.identity
            board.close()


def test_close_while_the_board_is_out_just_ends(tmp_path: Path) -> None:
    link = tmp_path / "board"
    with SerialBoard(link, timings=HASTY) as board:
        events = board.events()
        with PtyPort(FakeDevice(), link=link):
            ready(events)
        state(events, LinkState.LOST)
        board.close()
        assert list(events) == []


class SlowLamps(FakeDevice):
    """Its lamps take a second to go out, and nothing else is done meanwhile, as on a computer that is busy."""

    def show(self, lights: Lights) -> None:
        if self.shown[-1] == one_lit(6):
            threading.Event().wait(1.0)
        super().show(lights)


def test_close_waits_for_a_board_that_takes_its_time_to_darken() -> None:
    device = SlowLamps()
    with PtyPort(device) as port, SerialBoard(port.path) as board:
        events = board.events()
        ready(events)
        board.show(one_lit(6))
        device.wait_for_lights(one_lit(6))
        board.close()
        assert device.shown[-1] == ALL_DARK
        assert list(events) == []


def test_close_gives_a_board_up_that_says_nothing_any_more() -> None:
    over = threading.Event()

    class Hung(FakeDevice):
        def show(self, lights: Lights) -> None:
            if self.shown[-1] == one_lit(6):
                over.wait(60)
            super().show(lights)

    device = Hung()
    with PtyPort(device) as port, SerialBoard(port.path, timings=HASTY) as board:
        events = board.events()
        ready(events)
        board.show(one_lit(6))
        device.wait_for_lights(one_lit(6))
        board.close()
        over.set()
        assert list(events) == []


def test_close_gives_a_board_up_that_speaks_on_and_never_darkens(wire: Wire) -> None:
    """Its readings come, but what it is told is lost on the way."""
    over = threading.Event()

    def speak_on() -> None:
        for number in count(10_000):
            if over.wait(0.02):
                return
            os.write(wire.master, encode(to_frame(Scan(20 * number, number, ZERO), 0)))

    speaker = threading.Thread(target=speak_on, daemon=True)
    with SerialBoard(wire.path, timings=replace(HASTY, shutdown=1.0)) as board:
        events = board.events()
        device = FakeDevice()
        with Agent(device, wire.master):
            ready(events)
            board.show(one_lit(6))
            device.wait_for_lights(one_lit(6))
            device.wait_for_scans(5)  # the answer is on its way, too
        speaker.start()
        board.close()
        over.set()
        speaker.join()
        assert list(events) == []


def test_a_board_that_restarts_on_an_open_line_is_sent_everything_again(wire: Wire) -> None:
    with SerialBoard(wire.path, timings=HASTY) as board:
        events = board.events()
        with Agent(FakeDevice(boots=1), wire.master):
            ready(events)
            board.show(one_lit(6))
        again = FakeDevice(boots=2)
        with Agent(again, wire.master):
            assert "restarted" in state(events, LinkState.SYNC).detail
            ready(events)
            again.wait_for_lights(one_lit(6))
            board.close()


def write_between(line: int, garbage: bytes) -> None:
    """Write to a line that a board writes to as well, which does not wait: as soon as there is room."""
    while True:
        select.select([], [line], [])
        try:
            os.write(line, garbage)
        except BlockingIOError:
            continue  # the board was quicker
        return


def test_garbage_before_and_between_frames_is_counted_and_passed_over(wire: Wire) -> None:
    with SerialBoard(wire.path, timings=HASTY) as board:
        assert isinstance(board, SerialBoard)
        events = board.events()
        state(events, LinkState.HELLO)
        os.write(wire.master, b'Traceback (most recent call last):\r\n  File "main.py"\r\n>>> ' + os.urandom(600))
        with Agent(FakeDevice(), wire.master):
            ready(events)
            for _ in range(5):
                next_frame(events)
                write_between(wire.master, b"\0MPY: soft reboot\r\n\0")
            next_frame(events)
            counters = board.counters
            assert counters.crc_errors + counters.malformed + counters.overflows >= 5
            assert counters.reconnects == 0
            board.close()


@pytest.mark.parametrize(("major", "minor"), [(2, 3), (0, 9)])
def test_another_major_version_is_refused_and_taken_once_it_is_changed(wire: Wire, major: int, minor: int) -> None:
    def answer_as_another_version() -> None:
        decoder = Decoder()
        while not (frames := decoder.feed(os.read(wire.master, 4096))):
            pass
        payload = bytes((major, minor)) + b" of another age"
        os.write(wire.master, encode(WireFrame(major, Kind.HELLO, frames[0].seq, payload)))

    peer = threading.Thread(target=answer_as_another_version)
    peer.start()
    with SerialBoard(wire.path, timings=Timings(refused_every=0.05)) as board:
        events = board.events()
        refused = state(events, LinkState.REFUSED)
        assert f"protocol {major}.{minor}" in refused.detail
        assert "update the older of the two" in refused.detail
        assert board.identity is None
        peer.join()
        with Agent(FakeDevice(), wire.master):
            ready(events)
            board.close()


def test_a_peer_that_takes_nothing_is_lost_and_taken_when_it_reads_again(wire: Wire) -> None:
    impatient = Timings(hello_every=0.0005, write=0.05, first_back_off=0.01, longest_back_off=0.05)
    with SerialBoard(wire.path, timings=impatient) as board:
        events = board.events()
        assert "timeout" in state(events, LinkState.LOST).detail.lower()
        with Agent(FakeDevice(), wire.master):
            ready(events)
            board.close()


def test_a_board_that_stops_in_the_middle_and_goes_on_is_ready_again(wire: Wire) -> None:
    class Stopping(FakeDevice):
        going = threading.Event()

        def scan(self) -> tuple[int, ...]:
            self.going.wait(30)
            return super().scan()

    device = Stopping()
    device.going.set()
    with Agent(device, wire.master), SerialBoard(wire.path, timings=HASTY) as board:
        events = board.events()
        ready(events)
        device.going.clear()
        state(events, LinkState.LOST)
        device.going.set()
        ready(events)
        board.close()


class SlowDevice(FakeDevice):
    """Needs longer for each answer than the host first waits."""

    def __init__(self) -> None:
        super().__init__()
        self._values = Calibration.nominal()

    @property
    def calibration(self) -> Calibration:
        threading.Event().wait(0.06)
        return self._values

    @calibration.setter
    def calibration(self, values: Calibration) -> None:
        self._values = values


def test_a_slow_board_is_asked_again_and_not_lost() -> None:
    with PtyPort(SlowDevice()) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        events = board.events()
        ready(events)
        next_frame(events)
        assert board.counters.retransmits >= 1
        assert board.counters.reconnects == 0


def test_a_mute_board_keeps_being_asked_and_close_does_not_wait_for_it(wire: Wire) -> None:
    with SerialBoard(wire.path, timings=Timings(hello_every=0.01)) as board:
        decoder = Decoder()
        asked: list[WireFrame] = []
        while len(asked) < 3:
            assert select.select([wire.master], [], [], 30)[0]
            asked += decoder.feed(os.read(wire.master, 4096))
        assert {frame.kind for frame in asked} == {Kind.HELLO_REQUEST}
        board.close()


def test_a_board_that_falls_silent_is_lost(wire: Wire) -> None:
    with SerialBoard(wire.path, timings=HASTY) as board:
        events = board.events()
        with Agent(FakeDevice(), wire.master):
            ready(events)
        state(events, LinkState.LOST)
        with Agent(FakeDevice(), wire.master):
            ready(events)
            board.close()


def test_two_programs_cannot_share_one_board() -> None:
    with PtyPort(FakeDevice()) as port, SerialBoard(port.path) as first:
        ready(first.events())
        with SerialBoard(port.path, timings=HASTY) as second:
            events = second.events()
            state(events, LinkState.SEARCH)
            assert "another program has" in state(events, LinkState.SEARCH).detail
            first.close()
            ready(events)


def test_nobody_reads_the_events_and_the_lights_still_follow() -> None:
    device = FakeDevice()
    with PtyPort(device) as port, SerialBoard(port.path, max_frames=3) as board:
        board.show(one_lit(5))
        device.wait_for_lights(one_lit(5))
        device.wait_for_scans(20)
        board.show(ALL_DARK)
        device.wait_for_lights(ALL_DARK)


def test_a_budget_below_dark_lights_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="dark lights"):
        SerialBoard("/dev/null", budget_ma=24)


def test_a_path_that_is_no_terminal_is_said_plainly(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    with SerialBoard(file, timings=HASTY) as board:
        events = board.events()
        state(events, LinkState.SEARCH)
        assert "no board at" in state(events, LinkState.SEARCH).detail
        board.close()
        assert isinstance(board, Board)


channels = st.integers(0, 255)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.builds(Colour, channels, channels, channels), min_size=25, max_size=25))
def test_no_lights_that_the_host_sends_draw_more_than_its_budget(
    generous: tuple[SerialBoard, FakeDevice], colours: list[Colour]
) -> None:
    board, device = generous
    wanted = Lights(tuple(colours))
    board.show(wanted)
    device.wait_for_lights(limit(wanted, 150))
    assert max(map(current, device.shown)) <= 150
    device.shown[:-1] = []


@pytest.fixture
def generous() -> Iterator[tuple[SerialBoard, FakeDevice]]:
    """A host that may draw 150 mA, and a board that would allow far more."""
    device = FakeDevice()
    timings = Timings(between_lights=0.0)
    with PtyPort(device, budget_ma=5000) as port, SerialBoard(port.path, budget_ma=150, timings=timings) as board:
        assert isinstance(board, SerialBoard)
        ready(board.events())
        yield board, device


def test_the_report_says_all_there_is_to_know() -> None:
    device = FakeDevice()
    device.revision = 3
    device.faults = DeviceFault.CALIBRATION
    with PtyPort(device) as port, SerialBoard(port.path) as board:
        assert isinstance(board, SerialBoard)
        events = board.events()
        ready(events)
        next_frame(events)
        report = board.report
        assert (report.state, report.place, report.identity) == (LinkState.READY, port.path, device.identity)
        assert (report.protocol, report.revision, report.calibration_stored) == ("1.3", 3, False)
        assert "calibration stored on it was broken" in report.faults[0]
        assert "stores its wiring" in report.abilities
        assert report.counters.frames >= 1
        assert report.counters.rtt_ms is not None


def test_what_is_wrong_with_a_path_is_said_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(PortError, match="nothing is plugged in there"):
        open_port(str(tmp_path / "none"), 0.5)


def test_the_program_that_has_the_port_is_named() -> None:
    hold = (
        "import fcntl, os, sys; fcntl.flock(os.open(sys.argv[1], os.O_RDWR), fcntl.LOCK_EX); print(flush=True); input()"
    )
    with PtyPort(FakeDevice()) as port:
        command = [sys.executable, "-c", hold, port.path]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            assert other.stdout is not None
            other.stdout.readline()
            with pytest.raises(PortError, match=f"another program has .* process {other.pid}"):
                open_port(port.path, 0.5)
            other.communicate(b"\n")


def test_a_visit_says_who_is_there() -> None:
    device = FakeDevice()
    with PtyPort(device) as port, PortVisit(port.path) as visit:
        hello = visit.greet(30)
        assert isinstance(hello, Hello)
        assert hello.identity == device.identity
        assert not visit.leave(0.1)  # it has no console


def test_a_board_with_a_console_leaves_on_request(wire: Wire) -> None:
    def answer() -> None:
        decoder = Decoder()
        while not (frames := decoder.feed(os.read(wire.master, 4096))):
            pass
        assert isinstance(from_frame(frames[0]), Leave)
        os.write(wire.master, encode(to_frame(Leaving(), frames[0].seq)))

    peer = threading.Thread(target=answer)
    peer.start()
    with PortVisit(wire.path) as visit:
        assert visit.leave(30)
    peer.join()


def test_nobody_is_at_a_port_that_says_nothing(wire: Wire) -> None:
    with PortVisit(wire.path) as visit:
        assert visit.greet(0.05) is None
    with PtyPort(FakeDevice()) as port, SerialBoard(port.path) as board:
        ready(board.events())
        assert who_is_at(port.path) is None  # another program has it
