"""Watching USB for a board that may come or not: nobody else's device is taken, and what is wrong is said."""

from __future__ import annotations

import os
import pty
import select
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.message import Message
from firmware_bridge.agent import PtyPort
from firmware_bridge.board_search import PortVisit
from firmware_bridge.link import SerialBoard
from firmware_bridge.messages import Hello, OtherVersion
from firmware_bridge.serial_ports import PortError, UsbPort
from firmware_bridge.usb_watch import ASKED_TIMES, UsbWatch
from hardware.device import DeviceFault
from tests.hardware.board_contract import ready
from tests.hardware.fake_device import FakeDevice

NAME = "fake board"
"""That of a `FakeDevice`."""


def hello(name: str = NAME, faults: DeviceFault = DeviceFault.NONE, unique_id: str = "e660") -> Hello:
    return Hello(1, 25, 25, 12, name, unique_id, "0.1.0", faults=faults)


class Desk:
    """Devices that are plugged in as files, and what each answers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.answers: dict[str, Hello | OtherVersion | PortError | None] = {}
        self.numbers: dict[str, str] = {}
        self.asked: list[str] = []
        self.watch = UsbWatch(NAME, ports=self.ports, ask=self.ask, terminals=lambda: tuple(self.answers))

    def ports(self) -> tuple[UsbPort, ...]:
        return tuple(UsbPort(path, self.numbers.get(path, "")) for path in self.answers)

    def ask(self, path: str) -> Hello | OtherVersion | None:
        self.asked.append(path)
        answer = self.answers[path]
        if isinstance(answer, PortError):
            raise answer
        return answer

    def plug_in(self, name: str, answer: Hello | OtherVersion | PortError | None, number: str = "") -> str:
        path = self._folder / name
        path.unlink(missing_ok=True)
        path.touch()
        self.answers[str(path)], self.numbers[str(path)] = answer, number
        return str(path)

    def refusal(self, known: str | None = None) -> str:
        with pytest.raises(PortError) as refused:
            self.watch.find(known)
        return str(refused.value)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_nothing_plugged_in_is_no_trouble(desk: Desk) -> None:
    assert not desk.watch.attached()
    assert desk.refusal() == "no board on USB: plug it in"
    assert desk.watch.troubles == ()


def test_the_board_that_answers_is_found(desk: Desk) -> None:
    path = desk.plug_in("ttyACM0", hello())
    assert desk.watch.attached()
    assert desk.watch.find(None) == path
    assert desk.watch.troubles == ()


def test_a_device_that_never_answers_is_named_with_what_to_type_and_asked_no_more(desk: Desk) -> None:
    path = desk.plug_in("ttyACM0", None)
    for _ in range(ASKED_TIMES + 4):
        said = desk.refusal()
    assert said.startswith(f"{path} does not answer as a board, so it is left alone")
    assert said.endswith(f"thera board flash --board {path}")
    assert desk.watch.troubles == (Message("boards.no_board", (("port", path),)),)
    assert desk.asked == [path] * ASKED_TIMES


def test_a_device_that_is_plugged_in_again_is_asked_again(desk: Desk) -> None:
    desk.plug_in("ttyACM0", None)
    for _ in range(ASKED_TIMES):
        desk.refusal()
    before = desk.watch.stamp()
    path = desk.plug_in("ttyACM0", hello())
    assert desk.watch.stamp() != before
    assert desk.watch.find(None) == path


def test_a_board_is_found_beside_a_device_that_is_none(desk: Desk) -> None:
    desk.plug_in("ttyACM0", None)
    path = desk.plug_in("ttyACM1", hello())
    assert desk.watch.find(None) == path


def test_two_boards_of_one_name_are_told_apart_with_how_to_choose(desk: Desk) -> None:
    first = desk.plug_in("ttyACM0", hello(unique_id="one"))
    second = desk.plug_in("ttyACM1", hello(unique_id="two"))
    said = desk.refusal()
    assert "2 boards are attached" in said
    assert "--board serial:one" in said
    several, *each = desk.watch.troubles
    assert several == Message("boards.several", (("count", "2"),))
    assert [(dict(one.args)["given"], dict(one.args)["port"]) for one in each] == [("one", first), ("two", second)]


def test_each_of_two_devices_has_a_trouble_of_its_own(desk: Desk) -> None:
    other = desk.plug_in("ttyACM0", hello("Small board"))
    silent = desk.plug_in("ttyACM1", None)
    desk.refusal()
    assert desk.watch.troubles == (
        Message("boards.other_board", (("port", other), ("detail", "Small board"), ("allowed", NAME))),
        Message("boards.no_answer_yet", (("port", silent),)),
    )


def test_a_device_that_may_not_be_opened_is_named_and_tried_again(desk: Desk) -> None:
    path = desk.plug_in("ttyACM0", PortError("it cannot be opened; sudo usermod -aG dialout $USER"))
    for _ in range(ASKED_TIMES + 1):
        assert "usermod -aG dialout" in desk.refusal()
    desk.answers[path] = hello()
    assert desk.watch.find(None) == path
    assert desk.watch.troubles == ()


def test_the_board_of_another_board_file_is_not_read_by_this_one(desk: Desk) -> None:
    path = desk.plug_in("ttyACM0", hello("Small board"))
    said = desk.refusal()
    assert said.startswith(f"{path} is the board 'Small board', and this table is made for 'fake board'")
    assert "--board-file FILE" in said
    desk.refusal()
    assert desk.asked == [path]


@pytest.mark.parametrize("answer", [OtherVersion(9, 0), hello("Thera", DeviceFault.CONFIGURATION)])
def test_a_board_that_the_link_refuses_itself_is_left_to_it(desk: Desk, answer: Hello | OtherVersion) -> None:
    path = desk.plug_in("ttyACM0", answer)
    assert desk.watch.find(None) == path


def test_the_board_that_was_there_before_is_taken_without_a_question(desk: Desk) -> None:
    path = desk.plug_in("ttyACM0", None, "E660")
    assert desk.watch.find("e660") == path
    assert desk.asked == []


@pytest.fixture
def stranger() -> Iterator[tuple[int, str]]:
    """A serial device with a program of its own, which reads what comes: its end of the line, and its path."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def written_to(end: int) -> bytes:
    """All that was written to a device so far."""
    said = b""
    while select.select([end], [], [], 0)[0]:
        said += os.read(end, 4096)
    return said


def test_a_stranger_hears_three_questions_and_nothing_more_while_the_board_beside_it_is_played(
    stranger: tuple[int, str],
) -> None:
    end, path = stranger

    def ask(where: str) -> Hello | OtherVersion | None:
        with PortVisit(where) as visit:
            return visit.greet(0.05 if where == path else 5.0)

    here = [path]
    watch = UsbWatch(NAME, ports=lambda: tuple(map(UsbPort, here)), ask=ask, terminals=lambda: tuple(here))
    for _ in range(ASKED_TIMES):
        with pytest.raises(PortError):
            watch.find(None)
    assert 0 < len(written_to(end)) < 200
    with PtyPort(FakeDevice("id-1")) as port:
        here.append(port.path)
        with SerialBoard(watch) as board:
            ready(board.events())
    assert written_to(end) == b""
