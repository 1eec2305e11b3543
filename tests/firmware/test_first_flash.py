"""A new Pico in BOOTSEL gets MicroPython and the firmware as one file, and the command waits until the board answers.
The drive is a folder here, and what the Pico does once it has the file is done by an emulated one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge import flash
from firmware_bridge.emulated.pico import EmulatedPico
from firmware_bridge.firmware_image import firmware_uf2, read_micropython
from firmware_bridge.flash import BootselDrive, FlashError, bootsel_drives
from firmware_bridge.serial_ports import UsbPort
from hardware.board_file import BoardFile
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware_bridge.micropython_uf2 import PICO, PICO_2, micropython_file
from tests.hardware.fake_device import FakeDevice
from thera.cli import main

INFO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"


def a_drive(folder: Path, info: str = INFO) -> Path:
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(info, "ascii")
    return folder


def mounted(tmp_path: Path, *folders: Path) -> Path:
    """What the kernel says is mounted."""
    mounts = tmp_path / "mounts"
    lines = [
        f"/dev/sd{number} {str(folder).replace(' ', chr(92) + '040')} vfat rw 0 0"
        for number, folder in enumerate(folders)
    ]
    mounts.write_text("\n".join(["proc /proc proc rw 0 0", *lines, ""]), "utf-8")
    return mounts


def test_a_pico_in_bootsel_is_known_by_what_its_drive_says(tmp_path: Path) -> None:
    drive, stick = a_drive(tmp_path / "RPI RP2"), tmp_path / "stick"
    stick.mkdir()
    new = a_drive(tmp_path / "RP2350", "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n")
    other = a_drive(tmp_path / "feather", "Model: Another\nBoard-ID: SAMD51\n")
    assert bootsel_drives(mounted(tmp_path, stick, drive, other, new)) == (
        BootselDrive(drive, "RP2040"),
        BootselDrive(new, "RP2350"),
    )
    assert bootsel_drives(tmp_path / "nothing") == ()


def test_two_of_them_or_one_that_is_not_mounted_are_said(tmp_path: Path) -> None:
    none = tmp_path / "none"
    both = mounted(tmp_path, a_drive(tmp_path / "one"), a_drive(tmp_path / "two"))
    with pytest.raises(FlashError, match="there are several Picos in BOOTSEL"):
        flash.find_bootsel(both, none)
    labels = tmp_path / "labels"
    labels.mkdir()
    (labels / "RPI-RP2").touch()
    with pytest.raises(FlashError, match=r"its drive is not mounted: udisksctl mount -b .*RPI-RP2"):
        flash.find_bootsel(mounted(tmp_path), labels)
    assert flash.find_bootsel(mounted(tmp_path), none) is None


def test_micropython_for_another_chip_is_refused(tmp_path: Path) -> None:
    drive = BootselDrive(a_drive(tmp_path / "drive"), "RP2040")
    with pytest.raises(FlashError, match=r"MicroPython 1.25.0 for pico2 \(RP2350\) does not run on the RP2040"):
        flash.first_flash(drive, read_micropython(micropython_file(PICO_2)), BoardFile(), print)
    assert not (drive.folder / "firmware.uf2").exists()


def taking(drive: Path, then: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something happen once the drive has its file."""
    copy = flash.copy_to

    def copied(where: BootselDrive, content: bytes) -> None:
        copy(where, content)
        assert where.folder == drive
        then()

    monkeypatch.setattr(flash, "copy_to", copied)


@NEEDS_MICROPYTHON
def test_a_new_pico_gets_all_of_it_and_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drive, download = a_drive(tmp_path / "RPI-RP2"), tmp_path / "micropython.uf2"
    download.write_bytes(micropython_file(PICO))
    ports, started = list[UsbPort](), threading.Event()
    with EmulatedPico(FakeDevice()) as pico:

        def starts() -> None:
            ports.append(UsbPort(pico.path))
            started.set()

        taking(drive, starts, monkeypatch)
        monkeypatch.setattr(flash, "picos", lambda: tuple(ports))
        monkeypatch.setattr(flash.find_bootsel, "__defaults__", (mounted(tmp_path, drive), tmp_path / "none"))
        assert main(["board", "flash", "--micropython", str(download)]) == 0
    assert started.is_set()
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{drive}: copying MicroPython 1.25.0 for pico (RP2040) and the firmware for 'Thera board' ..."
    assert told[1].startswith(f"{pico.path}: firmware ")
    assert "runs on 'Thera board'" in told[1]
    whole = firmware_uf2(read_micropython(download.read_bytes()), BoardFile())
    assert (drive / "firmware.uf2").read_bytes() == whole


def test_a_board_that_does_not_answer_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = BootselDrive(a_drive(tmp_path / "drive"), "RP2040")
    monkeypatch.setattr(flash, "picos", tuple)
    monkeypatch.setattr(flash, "STARTS_WITHIN", 0.0)
    with pytest.raises(FlashError, match="no board answers: unplug it and plug it in"):
        flash.first_flash(drive, read_micropython(micropython_file(PICO)), BoardFile(), print)
