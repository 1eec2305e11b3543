"""One file for a Pico has MicroPython as it was downloaded, and the firmware and the settings where MicroPython looks
for its files."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path
from random import Random

import pytest

from firmware_bridge.emulated.pico import find_engine
from firmware_bridge.firmware_image import (
    BLOCK_SIZE,
    FIRMWARE,
    FirmwareImageError,
    Uf2Error,
    configuration,
    find_download,
    firmware_files,
    firmware_uf2,
    littlefs_image,
    read_micropython,
    read_uf2,
    write_uf2,
)
from hardware.board_file import BoardFile
from tests.firmware.board_code import NEEDS_MICROPYTHON
from tests.firmware_bridge.micropython_uf2 import KINDS, PICO, PICO_2, PicoKind, micropython_file
from thera.cli import main

READ_AND_WRITE = """
import sys, vfs
class Flash:
    def __init__(self, content): self.content = bytearray(content)
    def readblocks(self, block, buffer, offset=0):
        at = block * 4096 + offset
        buffer[:] = self.content[at : at + len(buffer)]
    def writeblocks(self, block, buffer, offset=0):
        at = block * 4096 + offset
        assert all(self.content[at + n] == 255 for n in range(len(buffer))), "written without being erased"
        self.content[at : at + len(buffer)] = buffer
    def ioctl(self, what, block):
        if what == 4: return len(self.content) // 4096
        if what == 5: return 4096
        if what == 6:
            self.content[block * 4096 : block * 4096 + 4096] = b"\\xff" * 4096
            return 0
with open(sys.argv[1], "rb") as file: flash = Flash(file.read())
fs = vfs.VfsLfs2(flash, progsize=256)
vfs.mount(fs, "/flash")
import os
for name in sorted(os.listdir("/flash")):
    with open("/flash/" + name, "rb") as file: print(name, len(file.read()))
for number in range(40):
    with open("/flash/calibration.%d" % (number % 2), "wb") as file: file.write(bytes([number]) * 300)
with open("/flash/main.py", "ab") as file: file.write(b"more")
vfs.umount("/flash")
vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/flash")
with open("/flash/calibration.1", "rb") as file: assert file.read() == bytes([39]) * 300
with open("/flash/main.py", "rb") as file: assert file.read()[-4:] == b"more"
print("written")
"""


@NEEDS_MICROPYTHON
def test_micropython_reads_the_files_and_writes_beside_them(tmp_path: Path) -> None:
    chance = Random(7)  # noqa: S311 - some bytes
    sizes = (0, 1, 300, 4095, 4096, 4097, 4096 + 4092, 4096 + 4093, 50_000)
    files = {f"file{size}": chance.randbytes(size) for size in sizes} | {"main.py": b"print(1)\n"}
    image = tmp_path / "image"
    image.write_bytes(littlefs_image(files, 352).ljust(352 * BLOCK_SIZE, b"\xff"))
    run = subprocess.run(
        [find_engine(), "-X", "heapsize=8M", "-c", READ_AND_WRITE, image],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    told = [f"{name} {len(content)}" for name, content in sorted(files.items())]
    assert run.stdout.splitlines() == [*told, "written"], run.stderr


def test_files_that_do_not_fit_are_refused() -> None:
    with pytest.raises(FirmwareImageError, match="the files have 12288 bytes, and its filesystem holds 16384"):
        littlefs_image({"a": bytes(3 * BLOCK_SIZE)}, 4)


def test_the_file_to_flash_has_no_free_blocks() -> None:
    files = firmware_files(BoardFile())
    stored = sum(map(len, files.values()))
    assert len(littlefs_image(files, PICO_2.size // BLOCK_SIZE)) < stored + (2 * len(files) + 10) * BLOCK_SIZE


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.board)
def test_the_files_are_where_each_pico_looks_for_them(kind: PicoKind) -> None:
    download = micropython_file(kind)
    found = read_micropython(download)
    assert (found.version, found.board, found.address, found.size) == ((1, 25, 0), kind.board, kind.storage, kind.size)
    whole = firmware_uf2(found, BoardFile())
    made, given = read_uf2(whole), read_uf2(download)
    assert made.family == kind.family
    assert made.blocks[: len(given.blocks)] == given.blocks
    image = littlefs_image(firmware_files(BoardFile()), kind.size // BLOCK_SIZE)
    assert made.read(kind.storage, len(image)) == image
    numbered = [struct.unpack_from("<8I", whole, start) for start in range(0, len(whole), 512)]
    ours = [(number, total) for *_, number, total, family in numbered if family == kind.family]
    assert ours == [(number, len(ours)) for number in range(len(ours))]


def test_it_has_the_firmware_and_the_settings_of_the_board() -> None:
    files = firmware_files(BoardFile())
    assert files["board.json"].decode() == configuration(BoardFile())
    assert {name for name in files if name.endswith(".py")} == {path.name for path in FIRMWARE.glob("*.py")}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "this is not MicroPython for a Pico: a UF2 file has blocks of 512 bytes, and this has 0 bytes"),
        (bytes(512), "its block 0 is not a UF2 block"),
        (micropython_file(PicoKind("other", 0x12345678, 0, 0)), "not for the chip of a Pico"),
        (micropython_file(PICO, name="blink"), "this is a program for a Pico, but not MicroPython"),
        (micropython_file(PICO, filesystem=False), "this is a program for a Pico, but not MicroPython"),
        (micropython_file(PICO, version="v1.19.1"), "this is MicroPython 1.19.1, and 1.22 or newer is needed"),
    ],
)
def test_another_file_is_refused(content: bytes, told: str) -> None:
    with pytest.raises(FirmwareImageError, match=told):
        read_micropython(content)


def test_a_file_with_the_firmware_gets_it_not_twice() -> None:
    whole = firmware_uf2(read_micropython(micropython_file(PICO)), BoardFile())
    with pytest.raises(FirmwareImageError, match="take MicroPython as it was downloaded"):
        firmware_uf2(read_micropython(whole), BoardFile())


def test_what_overlaps_is_an_error() -> None:
    with pytest.raises(Uf2Error, match="it has something at 0x10000000 already"):
        read_uf2(micropython_file(PICO_2)).with_data(0x10000000, b"x")


def test_a_file_that_is_read_is_written_as_it_was() -> None:
    for kind in KINDS:
        assert write_uf2(read_uf2(micropython_file(kind))) == micropython_file(kind)


def test_the_newest_download_is_taken(tmp_path: Path) -> None:
    with pytest.raises(FirmwareImageError, match="no MicroPython in"):
        find_download((tmp_path,))
    for version in ("20240602-v1.23.0", "20250415-v1.25.0", "20241129-v1.24.1"):
        (tmp_path / f"RPI_PICO-{version}.uf2").touch()
    assert find_download((tmp_path / "none", tmp_path)).name == "RPI_PICO-20250415-v1.25.0.uf2"
    (tmp_path / "RPI_PICO2_W-20250415-v1.25.0.uf2").touch()
    with pytest.raises(FirmwareImageError, match="for RPI_PICO and RPI_PICO2_W; say which"):
        find_download((tmp_path,))


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    download, made = tmp_path / "micropython.uf2", tmp_path / "thera.uf2"
    download.write_bytes(micropython_file(PICO))
    assert main(["board", "firmware", "--uf2", str(made), "--micropython", str(download)]) == 0
    assert "MicroPython 1.25.0 for pico (RP2040) and the firmware for 'Thera board'" in capsys.readouterr().out
    assert made.read_bytes() == firmware_uf2(read_micropython(download.read_bytes()), BoardFile())
    download.write_bytes(b"no")
    assert main(["board", "firmware", "--uf2", str(made), "--micropython", str(download)]) != 0
    assert "this is not MicroPython for a Pico" in capsys.readouterr().err
