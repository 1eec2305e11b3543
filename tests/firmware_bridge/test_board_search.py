"""Finding the board: the one at a path, the only one on USB, or the one of a unique id; two are a question."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from serial.tools import list_ports

from firmware_bridge.agent import PtyPort
from firmware_bridge.board_search import AtPath, ManyBoardsError, OnUsb, who_is_at
from firmware_bridge.link import SerialBoard
from firmware_bridge.link_health import Timings
from firmware_bridge.messages import Hello
from firmware_bridge.serial_ports import PortError, UsbPort, picos
from hardware.board import LinkState
from tests.firmware_bridge.test_link import state
from tests.hardware.board_contract import ready
from tests.hardware.fake_device import FakeDevice

FIRST = UsbPort("/dev/ttyACM0", "E660AA")
SECOND = UsbPort("/dev/ttyACM1", "E660BB")
PROBE = UsbPort("/dev/ttyACM2", "E660CC")


def says(port: UsbPort) -> Hello:
    return Hello(1, 25, 25, 12, f"board {port.path[-1]}", port.serial_number.lower(), "0.1.0")


def boards_at(*ports: UsbPort) -> Callable[[str], Hello | None]:
    return lambda path: next((says(port) for port in ports if port.path == path), None)


def nobody_is_asked(path: str) -> Hello | None:
    raise AssertionError(f"{path} was asked")


def attached(
    *ports: UsbPort, ask: Callable[[str], Hello | None] = nobody_is_asked, unique_id: str | None = None
) -> OnUsb:
    return OnUsb(unique_id, ports=lambda: ports, ask=ask, names=lambda: ports)


def test_the_only_device_is_taken_without_a_question() -> None:
    assert attached(FIRST).find(None) == FIRST.path


def test_no_device_is_said_plainly() -> None:
    with pytest.raises(PortError, match="no board on USB: plug it in"):
        attached().find(None)


def test_of_two_devices_the_one_that_is_a_board_is_taken() -> None:
    assert attached(PROBE, SECOND, ask=boards_at(SECOND)).find(None) == SECOND.path


def test_two_boards_are_a_question_that_names_both_and_how_to_choose() -> None:
    with pytest.raises(ManyBoardsError) as asked:
        attached(FIRST, SECOND, PROBE, ask=boards_at(FIRST, SECOND)).find(None)
    assert str(asked.value) == (
        "2 boards are attached: board 0 (e660aa) at /dev/ttyACM0 and board 1 (e660bb) at /dev/ttyACM1;"
        " say which: --board serial:e660aa"
    )


def test_devices_that_are_no_boards_do_not_count() -> None:
    with pytest.raises(PortError, match="no board on USB answers"):
        attached(FIRST, PROBE, ask=boards_at()).find(None)


def test_a_unique_id_chooses_by_the_number_on_usb() -> None:
    assert attached(FIRST, SECOND, unique_id="e660bb").find(None) == SECOND.path


def test_a_unique_id_chooses_by_what_the_board_says() -> None:
    unnumbered = UsbPort("/dev/ttyACM3")
    by_hello = attached(
        FIRST, unnumbered, ask=lambda path: says(SECOND) if path == unnumbered.path else None, unique_id="E660BB"
    )
    assert by_hello.find(None) == unnumbered.path


def test_another_board_than_the_one_asked_for_is_named() -> None:
    with pytest.raises(PortError, match=r"unique id feed answers; board 0 \(e660aa\) is at /dev/ttyACM0"):
        attached(FIRST, ask=boards_at(FIRST), unique_id="feed").find(None)


def test_the_board_that_was_there_before_is_meant_though_another_has_come() -> None:
    assert attached(FIRST, SECOND).find("e660bb") == SECOND.path


@dataclass(frozen=True, order=True)
class Listed:
    """A port as pyserial lists it."""

    device: str
    vid: int | None = None
    serial_number: str | None = None


def test_only_devices_of_the_picos_vendor_count_by_their_lasting_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pico, other = tmp_path / "ttyACM0", tmp_path / "ttyACM1"
    for device in (pico, other):
        device.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-MicroPython_Board_in_FS_mode_e660-if00").symlink_to(pico)
    listed = [Listed(str(other), 0x2341, "x"), Listed(str(pico), 0x2E8A, "e660"), Listed("/dev/ttyS0")]
    monkeypatch.setattr(list_ports, "comports", lambda: listed)
    assert picos(by_id) == (UsbPort(str(by_id / "usb-MicroPython_Board_in_FS_mode_e660-if00"), "e660"),)
    assert picos(tmp_path / "nowhere") == (UsbPort(str(pico), "e660"),)


def test_the_link_asks_its_question_and_goes_on_when_one_board_is_taken_away(tmp_path: Path) -> None:
    links = [tmp_path / "first", tmp_path / "second"]

    def there() -> tuple[UsbPort, ...]:
        return tuple(UsbPort(str(link)) for link in links if link.is_symlink())

    place = OnUsb(ports=there, names=there)
    timings = Timings(first_back_off=0.01, longest_back_off=60.0)
    with ExitStack() as stack:
        staying = stack.enter_context(PtyPort(FakeDevice("id-2"), link=links[1]))
        with PtyPort(FakeDevice("id-1"), link=links[0]):
            board = stack.enter_context(SerialBoard(place, timings=timings))
            events = board.events()
            state(events, LinkState.SEARCH)
            assert "2 boards are attached" in state(events, LinkState.SEARCH).detail
        ready(events)
        assert isinstance(board, SerialBoard)
        assert board.report.place == staying.path
        board.close()


def test_a_path_is_worth_another_look_when_another_device_is_there(tmp_path: Path) -> None:
    link = tmp_path / "board"
    place = AtPath(str(link))
    before = place.stamp()
    with PtyPort(FakeDevice(), link=link) as port:
        during = place.stamp()
        assert during not in (before, None)
        assert who_is_at(port.path) is not None
        assert place.stamp() == during
    assert place.stamp() == before
