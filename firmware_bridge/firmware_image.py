"""One file to flash: MicroPython as a maker downloads it, with the firmware and a board's settings in its filesystem.

MicroPython's own file says where its filesystem is, in the "binary info" that Raspberry Pi's SDK puts into every
program (structure.h of pico-binary-info): a list of entries near the start of the flash, one of them for a block
device. So the place is right for a Pico, a Pico W, a Pico 2 and a Pico 2 W, and any other file is refused.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.firmware_config import CONFIGURATION_FILE, FIRMWARE, configuration
from firmware_bridge.littlefs_image import BLOCK_SIZE, littlefs_image
from firmware_bridge.uf2 import Uf2Error, Uf2Image, read_uf2, write_uf2
from hardware.board_file import BoardFile

OLDEST_MICROPYTHON = (1, 22)

DOWNLOADS = "RPI_PICO*.uf2"
"""The names of MicroPython's files for a Pico, such as RPI_PICO-20250415-v1.25.0.uf2."""

_FLASH = 0x10000000
_SEARCHED = 4096
"""The marks of the list are in the first bytes of a program, behind its boot code."""
_BEGIN, _FINISH = 0x7188EBF2, 0xE71AA390
_TEXT, _BLOCK_DEVICE = 6, 7
_PROGRAM, _VERSION, _BOARD = 0x02031C86, 0x11A9BC3A, 0xB63CFFBB
_LONGEST_TEXT = 64
_DOWNLOADED = re.compile(r"(RPI_PICO2?(?:_W)?)-.*v([\d.]+)\.uf2")


class FirmwareImageError(ValueError):
    """A file for the chip cannot be made; one plain sentence says why."""


@dataclass(frozen=True, slots=True)
class MicroPythonUf2:
    """MicroPython for a Pico: its version, the board and the chip that it is for, and where its filesystem is."""

    image: Uf2Image
    version: tuple[int, ...]
    board: str
    address: int
    size: int

    @property
    def words(self) -> str:
        """What it is, in words."""
        return f"MicroPython {'.'.join(map(str, self.version))} for {self.board} ({self.image.chip})"


def read_micropython(content: bytes) -> MicroPythonUf2:
    """What is in the bytes of MicroPython's file.

    :raises FirmwareImageError: if it is another file, or too old.
    """
    try:
        image = read_uf2(content)
    except Uf2Error as error:
        raise FirmwareImageError(f"this is no MicroPython for a Pico: {error}") from error
    texts, device = {}, None
    for kind, entry in _entries(image):
        if kind == _TEXT:
            key, at = struct.unpack_from("<II", entry)
            texts[key] = _text(image, at)
        elif kind == _BLOCK_DEVICE:
            _, start, size = struct.unpack_from("<3I", entry)
            device = start, size
    if texts.get(_PROGRAM) != "MicroPython" or device is None:
        raise FirmwareImageError("this is a program for a Pico, but not MicroPython")
    version = tuple(int(part) for part in re.findall(r"\d+", texts.get(_VERSION, ""))[:3])
    if version < OLDEST_MICROPYTHON:
        have, need = (".".join(map(str, each)) for each in (version, OLDEST_MICROPYTHON))
        raise FirmwareImageError(f"this is MicroPython {have}, and {need} or newer is needed")
    return MicroPythonUf2(image, version, texts.get(_BOARD, "an unnamed board"), *device)


def firmware_files(board: BoardFile) -> dict[str, bytes]:
    """The files that a Pico needs for this board, by their names.

    :raises NoPicoError: if the board has none.
    """
    files = {path.name: path.read_bytes() for path in FIRMWARE.glob("*.py")}
    return files | {CONFIGURATION_FILE: configuration(board).encode()}


def firmware_uf2(micropython: MicroPythonUf2, board: BoardFile) -> bytes:
    """The bytes of a UF2 file with MicroPython, the firmware and the settings of this board. It replaces whatever the
    Pico has stored.

    :raises NoPicoError: if the board has no Pico.
    :raises FirmwareImageError: if MicroPython's file has files in it already.
    """
    content = littlefs_image(firmware_files(board), micropython.size // BLOCK_SIZE)
    try:
        return write_uf2(micropython.image.with_data(micropython.address, content))
    except Uf2Error as error:
        raise FirmwareImageError("this file has a filesystem already: take MicroPython as it was downloaded") from error


def find_download(folders: tuple[Path, ...]) -> Path:
    """The newest of MicroPython's files for a Pico in these folders.

    :raises FirmwareImageError: if there is none, or if they are for several boards.
    """
    found = [(name, path) for folder in folders for path in folder.glob(DOWNLOADS) if (name := _name(path))]
    boards = sorted({board for (board, _), _ in found})
    if not found:
        where = " or ".join(map(str, folders))
        raise FirmwareImageError(
            f"no MicroPython in {where}: download the .uf2 for your Pico from https://micropython.org/download/"
            " (RPI_PICO, RPI_PICO_W, RPI_PICO2 or RPI_PICO2_W), or say where it is: --micropython FILE"
        )
    if len(boards) > 1:
        raise FirmwareImageError(f"there is MicroPython for {' and '.join(boards)}; say which: --micropython FILE")
    return max(found)[1]


def _name(path: Path) -> tuple[str, tuple[int, ...]] | None:
    """The board and the version in the name of a download."""
    found = _DOWNLOADED.fullmatch(path.name)
    return found and (found[1], tuple(int(part) for part in found[2].split(".") if part))


def _entries(image: Uf2Image) -> Iterator[tuple[int, bytes]]:
    """The kind of each entry of the binary info and what follows it."""
    start = image.read(_FLASH, _SEARCHED)
    at = start.find(struct.pack("<I", _BEGIN))
    if not 0 <= at <= len(start) - 20:
        return
    _, first, last, _, finish = struct.unpack_from("<5I", start, at)
    if finish != _FINISH:
        return
    table = image.read(first, max(0, last - first))
    for (at,) in struct.iter_unpack("<I", table[: len(table) // 4 * 4]):
        entry = image.read(at, 20)
        if len(entry) == 20:
            yield struct.unpack_from("<H", entry)[0], entry[4:]


def _text(image: Uf2Image, at: int) -> str:
    return image.read(at, _LONGEST_TEXT).split(b"\0")[0].decode("ascii", "replace")
