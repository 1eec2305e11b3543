"""The firmware gets onto a Pico: the real mpremote, onto a flash that real MicroPython writes. Only the console between
them is a stand-in (`firmware_bridge/emulated/modules/start.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge import flash as flashing
from firmware_bridge.board_search import PortVisit
from firmware_bridge.emulated.pico import EmulatedHardware, EmulatedPico
from firmware_bridge.firmware_image import FIRMWARE, configuration, firmware_version
from firmware_bridge.flash import FlashError, PicoConsole, find_pico, flash, why_not
from firmware_bridge.link import SerialBoard
from firmware_bridge.messages import Hello
from firmware_bridge.serial_ports import UsbPort
from hardware.board_file import BoardFile
from hardware.electronics import Electronics, PiPins
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.hardware.board_contract import next_frame
from tests.hardware.fake_device import FakeDevice
from thera.cli import main

HERE = "linux"
"""What MicroPython for this computer says it runs on."""
OURS = PicoConsole("rp2", (1, 25, 0), program=True, firmware="1.0.0", name="Thera board", straps=0)
BOARD = BoardFile()


@contextmanager
def a_pico(folder: Path, *, revision: int = 0) -> Iterator[EmulatedPico]:
    """One whose flash is this folder."""
    with EmulatedPico(FakeDevice(), flash=folder, hardware=EmulatedHardware(Electronics(revision=revision))) as pico:
        yield pico


def put(port: str, board: BoardFile = BOARD, *, force_new: bool = False) -> list[str]:
    """What is said while the firmware is put there."""
    told: list[str] = []
    flash(port, board, told.append, force_new=force_new, platform=HERE)
    return told


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@NEEDS_MICROPYTHON
def test_a_new_pico_gets_the_firmware_and_plays(tmp_path: Path) -> None:
    with a_pico(tmp_path) as pico:
        told = put(pico.path)
        assert "no program" in told[0]
        assert f"firmware {firmware_version()} runs on 'Thera board'" in told[-1]
        copied = files(tmp_path)
        assert copied["board.json"].decode() == configuration(BOARD)
        assert {name: copied[name] for name in copied if name.endswith(".py")} == files(FIRMWARE)
        with SerialBoard(pico.path) as board:
            assert next_frame(board.events())


@NEEDS_MICROPYTHON
def test_a_board_that_runs_is_asked_to_leave_and_still_has_what_it_stored(tmp_path: Path) -> None:
    with a_pico(tmp_path) as pico:
        put(pico.path)
        (tmp_path / "calibration.0").write_bytes(b"kept")
        (tmp_path / "drivers.py").write_text("old")
        told = put(pico.path)
        assert "asking it to leave" in told[0]
        assert f"with firmware {firmware_version()} for 'Thera board'" in told[1]
        assert files(tmp_path)["calibration.0"] == b"kept"
        assert (tmp_path / "drivers.py").read_bytes() == (FIRMWARE / "drivers.py").read_bytes()


@NEEDS_MICROPYTHON
def test_another_board_is_refused_and_goes_on_as_it_is(tmp_path: Path) -> None:
    other = replace(BOARD, name="The board of the club")
    with a_pico(tmp_path) as pico:
        put(pico.path)
        before = files(tmp_path)["board.json"]
        with pytest.raises(FlashError, match="it is the board 'Thera board'"):
            put(pico.path, other)
        assert files(tmp_path)["board.json"] == before
        with PortVisit(pico.path) as visit:
            hello = visit.greet(30)
        assert isinstance(hello, Hello)
        assert hello.name == "Thera board"
        assert f"runs on '{other.name}'" in put(pico.path, other, force_new=True)[-1]


@NEEDS_MICROPYTHON
def test_wrong_straps_are_refused_whatever_is_forced(tmp_path: Path) -> None:
    with a_pico(tmp_path, revision=3) as pico, pytest.raises(FlashError, match="straps say revision 3"):
        put(pico.path, force_new=True)
    assert files(tmp_path) == {}


@NEEDS_MICROPYTHON
def test_another_program_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print('a lamp')")
    with a_pico(tmp_path) as pico:
        with pytest.raises(FlashError, match="another program"):
            put(pico.path)
        assert (tmp_path / "main.py").read_text() == "print('a lamp')"
        assert "another program" in put(pico.path, force_new=True)[0]


@NEEDS_MICROPYTHON
def test_a_flash_that_was_cut_short_can_be_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cable is pulled after a few files: what starts the firmware is not there yet."""
    with a_pico(tmp_path) as pico:
        put(pico.path)
        whole = flashing._mpremote

        def cut(port: str, words: list[str]) -> str:
            return whole(port, words[: words.index("+", 20)] if "reset" in words else words)

        monkeypatch.setattr(flashing, "_mpremote", cut)
        monkeypatch.setattr(flashing, "STARTS_WITHIN", 0.0)
        with pytest.raises(FlashError, match="unplug the board"):
            put(pico.path)
        assert "main.py" not in files(tmp_path)
        monkeypatch.undo()
        assert "runs on" in put(pico.path)[-1]


@NEEDS_MICROPYTHON
def test_a_firmware_that_fails_at_once_leaves_the_console(tmp_path: Path) -> None:
    with a_pico(tmp_path) as pico:
        put(pico.path)
        (tmp_path / "service.py").write_text("broken(")
        pico.reset()
        assert "runs on" in put(pico.path)[-1]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (OURS, ""),
        (replace(OURS, firmware="", name="", program=False), ""),
        (replace(OURS, firmware="0.9.0"), ""),
        (replace(OURS, platform="esp32"), "not a Pico"),
        (replace(OURS, micropython=(1, 19, 1)), "its MicroPython is 1.19.1"),
        (replace(OURS, straps=5), "straps say revision 5"),
        (replace(OURS, firmware="", name=""), "another program"),
        (replace(OURS, name="Other"), "it is the board 'Other'"),
        (replace(OURS, firmware="99.0.0"), "newer"),
    ],
)
def test_what_is_refused(found: PicoConsole, said: str) -> None:
    refusal = why_not(found, BOARD, force_new=False)
    assert said in refusal
    assert bool(said) == bool(refusal)


@pytest.mark.parametrize(
    "found", [replace(OURS, firmware="99.0.0"), replace(OURS, name="Other"), replace(OURS, firmware="", name="")]
)
def test_what_can_be_forced(found: PicoConsole) -> None:
    assert why_not(found, BOARD, force_new=True) == ""


def test_a_board_with_sensors_that_no_firmware_reads_is_not_flashed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[[further_sensors]]\neast_mm = -40\nnorth_mm = 0\nrange_mt = 80\n")
    assert main(["board", "flash", "--board", "/dev/null", "--board-file", str(file)]) == 2
    assert "has [[further_sensors]], and the firmware reads only those of a [ring]" in capsys.readouterr().err


def test_a_board_of_the_pis_own_pins_has_no_firmware(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.toml"
    file.write_text('[electronics]\ncontroller = "pi"\n')
    assert main(["board", "flash", "--board", "/dev/null", "--board-file", str(file)]) == 2
    assert "has no Pico" in capsys.readouterr().err
    with pytest.raises(ValueError, match="has no Pico"):
        configuration(replace(BOARD, electronics=Electronics(pins=PiPins())))


@pytest.mark.parametrize(
    ("ports", "said"),
    [
        ((), "no Pico is plugged in"),
        (
            (UsbPort("/dev/ttyACM0"), UsbPort("/dev/ttyACM1")),
            "at /dev/ttyACM0 and one without a number at /dev/ttyACM1",
        ),
    ],
)
def test_it_takes_no_pico_that_may_be_another(
    ports: tuple[UsbPort, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "picos", lambda: ports)
    with pytest.raises(FlashError, match=said):
        find_pico()


def test_it_takes_the_only_pico_or_that_of_a_unique_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "picos", lambda: (UsbPort("/dev/ttyACM7"),))
    assert find_pico() == "/dev/ttyACM7"
    monkeypatch.setattr(flashing, "picos", lambda: (UsbPort("/dev/ttyACM0", "E660"), UsbPort("/dev/ttyACM1", "E661")))
    assert find_pico("e661") == "/dev/ttyACM1"
    with pytest.raises(FlashError, match="there is E660 at /dev/ttyACM0 and E661 at /dev/ttyACM1"):
        find_pico("e662")


def test_a_port_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "flash", "--board", "/dev/nowhere"]) == 2
    assert "no board at /dev/nowhere" in capsys.readouterr().err
