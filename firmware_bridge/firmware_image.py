"""Makes one file to flash: MicroPython as downloaded, with the firmware and a board's settings in its filesystem. The
parts are the whole file, the firmware's configuration, the littlefs filesystem, and the UF2 format.

MicroPython's file gives the place of its filesystem in the "binary info" that Raspberry Pi's SDK puts into every
program (structure.h of pico-binary-info): a list of entries near the start of the flash, one of them for a block
device. So the place is correct for a Pico, a Pico W, a Pico 2 and a Pico 2 W, and any other file is refused.
"""

from __future__ import annotations

import json
import re
import struct
from binascii import crc_hqx
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from littlefs import LittleFS, LittleFSError

from common.numbers import CRC16_START
from hardware.board_file import BoardFile
from hardware.electronics import PicoPins
from hardware.sensor_layout import RING_SENSORS

# ---- The whole file


OLDEST_MICROPYTHON = (1, 22)

DOWNLOADS = "RPI_PICO*.uf2"
"""The names of MicroPython's files for a Pico, such as RPI_PICO-20250415-v1.25.0.uf2."""

_FLASH = 0x10000000
_SEARCHED = 4096
"""The first bytes of a program, after its boot code, in which the marks of the list are."""
_BEGIN, _FINISH = 0x7188EBF2, 0xE71AA390
_TEXT, _BLOCK_DEVICE = 6, 7
_PROGRAM, _VERSION, _BOARD = 0x02031C86, 0x11A9BC3A, 0xB63CFFBB
_LONGEST_TEXT = 64
_DOWNLOADED = re.compile(r"(RPI_PICO2?(?:_W)?)-.*v([\d.]+)\.uf2")


class FirmwareImageError(ValueError):
    """A file for the chip cannot be made; one plain sentence gives the reason."""


@dataclass(frozen=True, slots=True)
class MicroPythonUf2:
    """MicroPython for a Pico: its version, its board and chip, and the place of its filesystem."""

    image: Uf2Image
    version: tuple[int, ...]
    board: str
    address: int
    size: int

    @property
    def words(self) -> str:
        """A short description of the file."""
        return f"MicroPython {'.'.join(map(str, self.version))} for {self.board} ({self.image.chip})"


def read_micropython(content: bytes) -> MicroPythonUf2:
    """Read what MicroPython's file contains.

    :raises FirmwareImageError: if it is another file, or an old one.
    """
    try:
        image = read_uf2(content)
    except Uf2Error as error:
        raise FirmwareImageError(f"this is not MicroPython for a Pico: {error}") from error
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
    """Return the files that a Pico needs for this board, by their names.

    :raises NoFirmwareError: if there is no firmware for this board.
    """
    files = {path.name: path.read_bytes() for path in FIRMWARE.glob("*.py")}
    return files | {CONFIGURATION_FILE: configuration(board).encode()}


def firmware_uf2(micropython: MicroPythonUf2, board: BoardFile) -> bytes:
    """Return a UF2 file with MicroPython, the firmware and the settings of this board. It replaces all that the Pico
    stores.

    :raises NoFirmwareError: if there is no firmware for this board.
    :raises FirmwareImageError: if MicroPython's file already contains files, or its filesystem is too small.
    """
    content = littlefs_image(firmware_files(board), micropython.size // BLOCK_SIZE)
    try:
        return write_uf2(micropython.image.with_data(micropython.address, content))
    except Uf2Error as error:
        raise FirmwareImageError("this file has a filesystem already: take MicroPython as it was downloaded") from error


def find_download(folders: tuple[Path, ...]) -> Path:
    """Return the newest of MicroPython's files for a Pico in these folders.

    :raises FirmwareImageError: if there is none, or files for several boards.
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
    """Return the board and the version in the name of a download."""
    found = _DOWNLOADED.fullmatch(path.name)
    return found and (found[1], tuple(int(part) for part in found[2].split(".") if part))


def _entries(image: Uf2Image) -> Iterator[tuple[int, bytes]]:
    """Generate the kind of each entry of the binary info and the bytes after it."""
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


# ---- The configuration


FIRMWARE = Path(__file__).parent / "firmware"
"""The folder of the firmware's files, which MicroPython runs."""

CONFIGURATION_FILE = "board.json"
FORMAT = 1
SILENCE_MS = 3000


class NoFirmwareError(ValueError):
    """A board file for whose board there is no firmware: it has no Pico, or sensors that no firmware reads."""


def configuration(board: BoardFile, silence_ms: int = SILENCE_MS) -> str:
    """Return the text of ``board.json`` for this board. After ``silence_ms`` without a message the board stops
    scanning.

    :raises NoFirmwareError: if it has another controller, sensors outside its squares that are not of a ring, or a
        scale without pins.
    """
    inside = board.electronics
    pins = inside.pins
    if not isinstance(pins, PicoPins):
        raise NoFirmwareError(f'the board {board.name!r} has no Pico: its [electronics] say controller = "pi"')
    if len(board.geometry.further) > (0 if board.ring is None else RING_SENSORS):
        raise NoFirmwareError(
            f"the board {board.name!r} has [[further_sensors]], and the firmware reads only those of a [ring]: leave"
            " them out"
        )
    chip, weighs = pins.spi, None
    if board.scale is not None:
        if pins.scale is None:
            raise NoFirmwareError(f"the board {board.name!r} has a scale, but no pins for it")
        weighs = {"clock": pins.scale.clock, "outputs": pins.scale.outputs, "rate": board.scale.rate}
    settings = {
        "format": FORMAT,
        "name": board.name,
        "revision": inside.revision,
        "samples": inside.samples,
        "budget_ma": inside.lights_budget_ma,
        "silence_ms": silence_ms,
        "bits": board.sensor.adc_bits,
        "zero": (board.sensor.full_scale + 1) / 2,
        "counts_per_mt": board.sensor.counts_per_millitesla,
        "margin": board.calibration.margin,
        "sensors": inside.wiring.sensors,
        "lights": inside.wiring.lights,
        **({} if weighs is None else {"scale": weighs}),
        **({} if board.ring is None else {"ring": {"pins": pins.ring, "range_mt": round(board.ring.range)}}),
        "pins": {
            "select": pins.select,
            "enable": pins.enable,
            "outputs": pins.outputs,
            "spi": chip
            and {
                "clock": chip.clock,
                "mosi": chip.mosi,
                "miso": chip.miso,
                "chip": chip.chip,
                "channels": chip.channels,
            },
            "lights": pins.lights,
            "done": pins.done,
            "undo": pins.undo,
            "straps": pins.straps,
        },
    }
    return json.dumps(settings, indent=1, ensure_ascii=False) + "\n"


def stored_record(value: bytes) -> bytes:
    """Return a file of the firmware's ``store.py`` with this value: a mark, a sequence number, the value, and a
    checksum of all of it."""
    record = b"TS" + (1).to_bytes(4, "little") + value
    return record + crc_hqx(record, CRC16_START).to_bytes(2, "little")


def firmware_version() -> str:
    """Read the version of the firmware in ``FIRMWARE``."""
    text = (FIRMWARE / "version.py").read_text("utf-8")
    return text.partition('VERSION = "')[2].partition('"')[0]


# ---- The littlefs filesystem


BLOCK_SIZE = 4096
"""The bytes that the flash of a Pico erases at once."""

PROGRAM_SIZE = 256
"""The bytes that it writes at once."""

_DISK_VERSION = 0x00020000
"""Version 2.0 of the format, which every littlefs 2 reads and writes; MicroPython's may be older than the library's."""

_POINTERS = 8
"""The bytes in each block of a file, on average at most, that point to the blocks before it."""

_SPARE_BLOCKS = 8
"""Blocks for the directory, which may take more than its first two."""


def littlefs_image(files: Mapping[str, bytes], blocks: int) -> bytes:
    """Return a filesystem of ``blocks`` blocks with these files in its only directory, without the free blocks at its
    end.

    :raises FirmwareImageError: if the files do not fit.
    """
    # littlefs begins anywhere in its blocks. In few of them the files lie together at the start, and the file to flash
    # is short.
    few = _SPARE_BLOCKS + sum(len(content) // (BLOCK_SIZE - _POINTERS) + 1 for content in files.values())
    disk = LittleFS(
        block_size=BLOCK_SIZE,
        block_count=min(few, blocks),
        read_size=PROGRAM_SIZE,
        prog_size=PROGRAM_SIZE,
        cache_size=4 * PROGRAM_SIZE,
        disk_version=_DISK_VERSION,
        mount=False,
    )
    try:
        disk.format()
        disk.mount()
        for name, content in sorted(files.items()):
            with disk.open(name, "wb") as file:
                file.write(content)
        disk.fs_grow(blocks)
        disk.unmount()
    except LittleFSError as error:
        if error.code != LittleFSError.Error.LFS_ERR_NOSPC:
            raise
        taken, room = sum(map(len, files.values())), blocks * BLOCK_SIZE
        raise FirmwareImageError(f"the files have {taken} bytes, and its filesystem holds {room}") from error
    used = len(disk.context.buffer.rstrip(_ERASED))
    return bytes(disk.context.buffer[: -(-used // BLOCK_SIZE) * BLOCK_SIZE])


# ---- The UF2 format
#
# The file format for the program of a Pico in BOOTSEL: blocks of 512 bytes, each with up to 256 bytes for an address of
# the flash (https://github.com/microsoft/uf2). The blocks for one kind of chip (a family) are numbered, and each has
# their count. A file for an RP2350 begins with a block of another family, which works around a fault of that chip; it
# is not changed.


BLOCK = 512
PAYLOAD = 256
"""The bytes of a page of flash, and of the data of a block that a Pico's boot ROM accepts."""

_HEAD = struct.Struct("<8I")
_START, _SECOND, _END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_END_AT = BLOCK - 4
_ERASED = b"\xff"
_NOT_FOR_FLASH, _HAS_FAMILY = 0x0001, 0x2000

FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350", 0xE48BFF5A: "RP2350"}
"""The chips of a Pico and of a Pico 2, which has two kinds of processors."""


class Uf2Error(ValueError):
    """Bytes that are not a UF2 file for a Pico; the message names the fault."""


@dataclass(frozen=True, slots=True)
class Uf2Block:
    """Data for an address, of one family."""

    address: int
    data: bytes
    family: int


@dataclass(frozen=True, slots=True)
class Uf2Image:
    """The blocks of a file, in its order; ``family`` is the family of the chip."""

    blocks: tuple[Uf2Block, ...]
    family: int

    @property
    def chip(self) -> str:
        """The name of the chip."""
        return FAMILIES[self.family]

    def with_data(self, address: int, data: bytes) -> Uf2Image:
        """Return the image with these bytes added at an address.

        :raises Uf2Error: if the file has something there already.
        """
        taken = {block.address for block in self.blocks if block.family == self.family}
        added = []
        for start in range(0, len(data), PAYLOAD):
            if address + start in taken:
                raise Uf2Error(f"it has something at {address + start:#x} already")
            added.append(Uf2Block(address + start, data[start : start + PAYLOAD].ljust(PAYLOAD, _ERASED), self.family))
        return replace(self, blocks=(*self.blocks, *added))

    def read(self, address: int, count: int) -> bytes:
        """Return the bytes at an address; fewer where the file has none."""
        found = bytearray()
        by_address = {block.address: block.data for block in self.blocks if block.family == self.family}
        while len(found) < count:
            at = address + len(found)
            page = at - at % PAYLOAD
            rest = by_address.get(page, b"")[at - page :]
            if not rest:
                break
            found += rest
        return bytes(found[:count])


def read_uf2(content: bytes) -> Uf2Image:
    """Read an image from the bytes of a file.

    :raises Uf2Error: if it is not an image for the chip of a Pico.
    """
    if not content or len(content) % BLOCK:
        raise Uf2Error(f"a UF2 file has blocks of {BLOCK} bytes, and this has {len(content)} bytes")
    blocks = []
    for start in range(0, len(content), BLOCK):
        first, second, flags, address, size, _, _, family = _HEAD.unpack_from(content, start)
        (end,) = struct.unpack_from("<I", content, start + _END_AT)
        if (first, second, end) != (_START, _SECOND, _END):
            raise Uf2Error(f"its block {start // BLOCK} is not a UF2 block")
        if flags & _NOT_FOR_FLASH:
            continue
        if not flags & _HAS_FAMILY or size != PAYLOAD:
            raise Uf2Error(f"its block {start // BLOCK} is not for a Pico")
        data = content[start + _HEAD.size : start + _HEAD.size + size]
        blocks.append(Uf2Block(address, data, family))
    families = Counter(block.family for block in blocks if block.family in FAMILIES)
    if len(families) != 1:
        raise Uf2Error("it is not for the chip of a Pico, RP2040 or RP2350")
    return Uf2Image(tuple(blocks), next(iter(families)))


def write_uf2(image: Uf2Image) -> bytes:
    """Return the bytes of a file with this image."""
    totals = Counter(block.family for block in image.blocks)
    numbers: Counter[int] = Counter()
    written = bytearray()
    for block in image.blocks:
        number, total = numbers[block.family], totals[block.family]
        numbers[block.family] += 1
        head = _HEAD.pack(_START, _SECOND, _HAS_FAMILY, block.address, len(block.data), number, total, block.family)
        written += (head + block.data).ljust(_END_AT, b"\x00") + struct.pack("<I", _END)
    return bytes(written)
