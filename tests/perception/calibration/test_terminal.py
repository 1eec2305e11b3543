"""The workshop in a terminal: what is typed, what is written, and whole procedures at a board behind its link."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from common.message import Message
from firmware_bridge.agent import PtyPort
from hardware.board import Button, ButtonPressed, Frame, LinkChanged, LinkState, Weighed
from hardware.board_file import BoardFile, read_board_file
from hardware.board_store import BoardStore
from hardware.calibration import Calibration
from hardware.hand_actions import Lift, Put, PutInBox, Stack
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from hardware.wiring import Wiring
from perception.calibration.calibrate import CalibrationProcedure, progress_text
from perception.calibration.monitor import Converting, Monitor, line, screen
from perception.calibration.procedure import (
    BoardSetting,
    LightMeaning,
    LitSquare,
    NamedSquare,
    ProcedureAnswer,
    ProcedureState,
    name_of,
)
from perception.calibration.terminal import TerminalOutput, answer_in
from tests.house import ROOT
from tests.perception.calibration.calibrated_board import QUICK, Workbench, calibrate, data_sheet, empty, place
from tests.perception.calibration.weighed_plate import WeighedPlate, plain_scale
from thera.cli import main
from thera.exit_codes import ExitCode

SQUARES = tuple(range(25))


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("\n", ProcedureAnswer.NEXT),
        ("S\n", ProcedureAnswer.SKIP),
        (" u ", ProcedureAnswer.UNDO),
        ("a", ProcedureAnswer.AGAIN),
        ("q", ProcedureAnswer.STOP),
        ("C3\n", NamedSquare(12)),
        ("f1", None),
        ("what?", None),
    ],
)
def test_a_typed_line_is_an_answer(typed: str, means: ProcedureAnswer | NamedSquare | None) -> None:
    assert answer_in(typed) == means


def view(key: str, done: int = 0, notes: tuple[str, ...] = ()) -> ProcedureState:
    lit = (LitSquare(0, LightMeaning.TARGET),)
    said = tuple(map(Message, notes))
    return ProcedureState(
        "place",
        lit,
        Message(key),
        done,
        35,
        answers=frozenset({ProcedureAnswer.NEXT, ProcedureAnswer.STOP}),
        notes=said,
    )


def test_only_what_is_new_is_written() -> None:
    written: list[str] = []
    told = TerminalOutput(lambda message: message.key, written.append)
    for each in (view("one"), view("one"), view("two", 1, ("note",)), view("three", 2, ("note",))):
        told.show(each)
    assert written == [
        "[0/35] one",
        "      (Enter: yes, go on, q: stop)",
        "[1/35] two",
        "  - note",
        "[2/35] three",
    ]


# -- the monitor


def frames(count: int, every: int = 20, shake: float = 0.0) -> list[Frame]:
    rest = [0.0] * 21
    return [
        Frame(every * number, number, (6.5, -1.25, 0.3, 44.0 + shake * (number % 2), *rest), frozenset({3}))
        for number in range(1, count + 1)
    ]


def watched(*events: Frame | LinkChanged | ButtonPressed) -> Monitor:
    monitor = Monitor(SQUARES)
    for event in events:
        monitor = monitor.after(event)
    return monitor


def test_the_monitor_shows_the_board_as_it_lies() -> None:
    monitor = watched(LinkChanged(LinkState.READY, "Mine"), *frames(30), ButtonPressed(700, Button.DONE))
    lines = screen(monitor, coloured=False)
    assert lines[:2] == ("board ready: Mine", "50.0 frames a second, 0 missed")
    ranks = [text for text in lines if re.match(r"  [1-5] ", text)]
    assert [text.split()[0] for text in ranks] == ["5", "4", "3", "2", "1"]
    assert ranks[-1].split()[1:] == ["6.50", "-1.25", "0.30", "44.00!", "0.00"]
    assert lines[-1] == "last button: done"


def test_the_monitor_shows_the_loads_and_where_a_piece_has_come() -> None:
    plate = WeighedPlate(tuple(cell.counts_per_gram for cell in plain_scale().cells))
    monitor = Monitor(SQUARES, scale=plate.scale).after(frames(1)[0])
    assert "scale: nothing has come yet" in screen(monitor, coloured=False)
    for number in range(200):
        if number == 100:
            plate.put(12.0, 8)
        monitor = monitor.after(Weighed(12 * number, number, plate.loads()))
    lines = screen(monitor, coloured=False)
    assert next(each for each in lines if each.startswith("scale: ")).endswith("= 612.00 g")
    assert "since the start +12.00 g, its centre 135 mm east and 45 mm north of a1" in lines
    assert "loads 152.59 155.63 151.19 152.59 g" in line(monitor)


def test_the_monitor_distinguishes_poles_by_colour() -> None:
    rank = next(text for text in screen(watched(*frames(3)), coloured=True) if text.startswith("  1 "))
    assert "\x1b[31;1m   6.50 \x1b[0m" in rank
    assert "\x1b[34;1m  -1.25 \x1b[0m" in rank
    assert "\x1b[7;31;1m  44.00!\x1b[0m" in rank


def test_the_monitor_marks_noise_and_counts_what_was_missed() -> None:
    noisy = [*frames(20, shake=3.0)]
    monitor = watched(*noisy[:10], *noisy[15:])
    assert monitor.missed == 5
    assert monitor.noisy == frozenset({3})
    assert "d1=47.000!~" in line(watched(*noisy)) or "d1=44.000!~" in line(watched(*noisy))


def test_a_small_board_is_shown_small() -> None:
    squares = tuple(square for square in SQUARES if max(square % 5, square // 5) < 4)
    ranks = [
        text for text in screen(Monitor(squares).after(frames(1)[0]), coloured=False) if re.match(r"  [1-5] ", text)
    ]
    assert len(ranks) == 4


def test_the_monitor_says_that_no_frame_has_come() -> None:
    assert screen(watched(LinkChanged(LinkState.SEARCH)), coloured=True)[-1] == "no frame has come yet"


def test_the_monitor_shows_counts_volts_and_where_each_sensor_is_connected() -> None:
    sensors = tuple((7 * square + 3) % 32 for square in SQUARES)
    converting = Converting(Calibration.nominal(40.0), 3.3, Wiring(sensors, SQUARES))
    monitor = watched(*frames(3))
    lines = screen(monitor, converting, coloured=False)
    at = next(number for number, text in enumerate(lines) if text.startswith("  1 "))
    assert lines[at].split()[1:5] == ["6.50", "A:C3", "-1.25", "A:C10"]
    # 2048 counts are no field; 6.5 mT are 260 counts more, and 4096 counts are the reference of 3.3 V.
    assert lines[at + 1].split()[:4] == ["2308", "1.859", "1998", "1.610"]
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 24
    assert " a1=6.500,2308,1.859V,A:C3 " in line(monitor, converting)
    assert "A:C17" not in line(monitor, converting)
    assert f"{name_of(2)}=0.300,2060,1.660V,B:C1" in line(monitor, converting)


def test_the_monitor_shows_counts_of_a_board_that_cannot_say_how_it_is_wired() -> None:
    converting = Converting(Calibration.nominal(40.0), 3.3)
    assert " a1=6.500,2308,1.859V b1=" in line(watched(*frames(3)), converting)


def test_the_monitor_gives_lines_to_a_pipe_until_it_is_interrupted() -> None:
    command = [sys.executable, "-m", "thera.cli", "board", "monitor", "--board", "virtual"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for text in process.stdout:
            if " ready " in text and re.search(r" a1=-?\d\.\d{3},\d{4},1\.\d{3}V,A:C0 ", text):
                break
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_the_monitor_ends_quietly_when_nobody_reads_on() -> None:
    command = [sys.executable, "-m", "thera.cli", "board", "monitor", "--board", "virtual"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == ExitCode.OUTPUT_CLOSED
        assert process.stderr.read() == ""


def test_the_monitor_fills_a_terminal_until_q() -> None:
    head, tail = pty.openpty()
    command = [sys.executable, "-m", "thera.cli", "board", "monitor", "--board", "virtual"]
    with subprocess.Popen(command, cwd=ROOT, stdin=tail, stdout=tail) as process:
        os.close(tail)
        seen = b""
        while b"frames a second" not in seen:
            seen += os.read(head, 4096)
        os.write(head, b"q")
        while True:
            try:
                if not os.read(head, 4096):
                    break
            except OSError:
                break  # the terminal is gone with the process
        assert process.wait(20) == 0
    os.close(head)


# -- at a board


class Typing:
    """A person at the keyboard, who types a line when told to."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._changed = threading.Condition()

    def type(self, text: str) -> None:
        with self._changed:
            self._lines.append(text)
            self._changed.notify()

    def __iter__(self) -> Typing:
        return self

    def __next__(self) -> str:
        with self._changed:
            self._changed.wait_for(lambda: self._lines)
            text = self._lines.pop(0)
        if text == "the end":
            raise StopIteration
        return text + "\n"


class Heard(io.StringIO):
    """What is written; whoever waits for a sentence is woken."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()

    def write(self, text: str) -> int:
        with self._changed:
            self._changed.notify_all()
            return super().write(text)

    def wait(self, text: str) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: text in self.getvalue(), 60), f"{text!r} not in {self.getvalue()}"


@contextmanager
def person(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Typing, Heard]]:
    typing, heard = Typing(), Heard()
    monkeypatch.setattr(sys, "stdin", typing)
    monkeypatch.setattr(sys, "stdout", heard)
    yield typing, heard
    typing.type("the end")


def started(*arguments: str) -> tuple[threading.Thread, list[int]]:
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(main(["board", *arguments])), daemon=True)
    thread.start()
    return thread, codes


def test_who_will_not_wait_for_a_board_leaves_quietly() -> None:
    command = [sys.executable, "-m", "thera.cli", "board", "calibrate", "--board", "serial:nobody-has-this-id"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("board: search")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == ExitCode.INTERRUPTED
        assert process.stderr.read().strip() == ""


def test_a_board_is_calibrated_over_its_link_and_after_a_break(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "Mine"  # by hand\n[magnet]\n# the discs\ndiameter_mm = 12.0\n', "utf-8")
    board = VirtualDevice(None, SensorSpread(gain=0.05, offset=5.0), style=QUICK, seed=3)
    board.store_calibration(data_sheet())
    setting = BoardSetting(board.geometry, board.calibration, 44.0, board.wiring)
    bench = Workbench(CalibrationProcedure(setting), board)
    calibrate(bench)
    wanted = bench.procedure.result
    assert wanted is not None
    bench.lift()
    bench.do(PutInBox(bench.worker))
    with PtyPort(board) as port, person(monkeypatch) as (typing, heard):
        data = tmp_path / "data"
        unique_id = board.identity.unique_id
        begun = BoardStore(data / "boards").path(unique_id).with_suffix(".begun.json")
        begun.parent.mkdir(parents=True)
        # The board goes by numbers of single precision: that it is the same is told by those.
        rounded = replace(setting, calibration=Calibration.unpacked(setting.calibration.packed))
        begun.write_text(progress_text(CalibrationProcedure(rounded, done=bench.procedure.done[:-1])), "utf-8")
        thread, codes = started("calibrate", "--board", str(port.path), "--data", str(data), "--board-file", str(own))
        heard.wait("Continuing with 33 earlier placements.")
        heard.wait("Put the worker on the lit square d3, on the ground")
        board.act(Lift("blue-1"))
        board.act(Put("blue-1", 13))
        heard.wait("Store this?")
        typing.type("")
        thread.join()
        assert codes == [0]
        heard.wait("stored on the board")
    assert board.calibration.gains == pytest.approx(wanted.calibration.gains, rel=1e-2)
    kept = BoardStore(data / "boards").read(unique_id)
    assert kept is not None
    assert kept.calibration is not None
    assert kept.calibration.packed == board.calibration.packed
    assert not begun.exists()
    assert "# the discs" in own.read_text("utf-8")
    assert read_board_file(own).measured[1:] == pytest.approx(wanted.measured[1:], rel=0.01)


def test_who_stops_finds_the_placements_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = VirtualDevice(BoardFile().geometry, SensorSpread(offset=5.0), style=QUICK)
    board.store_calibration(data_sheet())
    before = board.calibration
    with PtyPort(board) as port:
        arguments = ("calibrate", "--board", str(port.path), "--data", str(tmp_path))
        with person(monkeypatch) as (typing, heard):
            thread, codes = started(*arguments)
            heard.wait("on two blocks")
            for _ in range(2):
                board.act(Stack(0, dome=False))
            board.act(Lift("blue-1"))
            board.act(Put("blue-1", 0))
            heard.wait("lit square b1")
            typing.type("q")
            thread.join()
            assert codes == [ExitCode.INTERRUPTED]
        board.act(PutInBox("blue-1"))
        with person(monkeypatch) as (typing, heard):
            thread, codes = started(*arguments)
            heard.wait("Continuing with 1 earlier placements.")
            typing.type("q")
            thread.join()
            assert codes == [ExitCode.INTERRUPTED]
    assert board.calibration == before


def test_a_wiring_that_was_found_is_stored_on_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order = (1, 0, *range(2, 25))
    board = VirtualDevice(BoardFile().geometry, style=QUICK, wired=Wiring(tuple(range(25)), order))
    with PtyPort(board) as port, person(monkeypatch) as (typing, heard):
        thread, codes = started("selftest", "--board", str(port.path), "--data", str(tmp_path))
        for colour in ("red", "green", "blue"):
            heard.wait(f"all lights {colour}")
            typing.type("")
        for square in order:
            typing.type(f"{'abcde'[square % 5]}{square // 5 + 1}")
        heard.wait("Put a worker on a1")
        for _ in range(25):
            typing.type("s")
        heard.wait("The lights of a1 and b1 are exchanged.")
        typing.type("")
        thread.join()
        assert codes == [0]
    assert board.wiring.lights == order
    kept = BoardStore(tmp_path / "boards").read(board.identity.unique_id)
    assert kept is not None
    assert kept.wiring == board.wiring


def test_at_a_simulated_board_hands_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("calibrate", "selftest"):
        assert main(["board", command, "--board", "virtual"]) == 2
        assert "--demo" in capsys.readouterr().err
        assert main(["board", command, "--board", "serial", "--demo"]) == 2
        assert "you move the workers" in capsys.readouterr().err


def test_simulated_hands_show_a_calibration_and_a_self_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = ["--board", "virtual", "--board-file", str(tmp_path / "small.toml")]
    (tmp_path / "small.toml").write_text("[squares]\nsize = 4\n", "utf-8")
    assert main(["board", "calibrate", *board, "--demo"]) == 0
    told = capsys.readouterr().out
    assert "The calibration is done." in told
    assert re.search(r"measured_mt = \[6\d\.\d, [45]\.\d+, 1\.\d+, 0\.\d+\]", told)
    assert main(["board", "selftest", *board, "--demo"]) == 0
    assert "All lights and sensors are in the right places." in capsys.readouterr().out


def test_the_bench_places_as_it_is_asked() -> None:
    board = VirtualDevice(None, style=QUICK)
    board.store_calibration(data_sheet())
    bench = Workbench(CalibrationProcedure(BoardSetting(board.geometry, board.calibration, 44.0)), board)
    empty(bench)
    assert place(bench).done == 2
