"""Files that are to a Pico's boot ROM what MicroPython's are: a program whose binary info tells what it is and where
its filesystem lies. The real one is too large to keep here."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from firmware_bridge.firmware_image import Uf2Image, write_uf2

FLASH = 0x10000000
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
ABSOLUTE = 0xE48BFF57
"""The family of the first block of a file for an RP2350."""


@dataclass(frozen=True, slots=True)
class PicoKind:
    """A board that MicroPython is made for: the place of its filesystem, as its mpconfigboard.h has it."""

    board: str
    family: int
    storage: int
    size: int


PICO = PicoKind("pico", RP2040, FLASH + 0xA0000, 1408 * 1024)
PICO_W = PicoKind("pico_w", RP2040, FLASH + 0x12C000, 848 * 1024)
PICO_2 = PicoKind("pico2", RP2350, FLASH + 0x100000, 3072 * 1024)
PICO_2_W = PicoKind("pico2_w", RP2350, FLASH + 0x180000, 2560 * 1024)
KINDS = (PICO, PICO_W, PICO_2, PICO_2_W)


def program(kind: PicoKind, *, name: str = "MicroPython", version: str = "v1.25.0", filesystem: bool = True) -> bytes:
    """The bytes of the program in the flash."""
    texts = {0x02031C86: name, 0x11A9BC3A: version, 0xB63CFFBB: kind.board}
    base, mark = 0x400, 0x1D4
    pool, entries = bytearray(), []
    for key, text in texts.items():
        entries.append(struct.pack("<HHIII", 6, 0x5052, key, 0, 0)[:16])
        pool += text.encode() + b"\0"
    if filesystem:
        entries.append(struct.pack("<HHIII", 7, 0x504D, 0, kind.storage, kind.size) + bytes(8))
    table_at = FLASH + base
    entries_at = table_at + 4 * len(entries)
    pool_at = entries_at + sum(map(len, entries))
    table, written, at, text_at = bytearray(), bytearray(), entries_at, pool_at
    lengths = [len(text) + 1 for text in texts.values()]
    for number, entry in enumerate(entries):
        table += struct.pack("<I", at)
        if number < len(texts):
            written += entry[:8] + struct.pack("<I", text_at) + entry[12:]
            text_at += lengths[number]
        else:
            written += entry
        at += len(entry)
    head = bytearray(base)
    struct.pack_into("<5I", head, mark, 0x7188EBF2, table_at, entries_at, 0, 0xE71AA390)
    return bytes(head + table + written + pool)


def micropython_file(kind: PicoKind, **options: object) -> bytes:
    """The bytes of a download."""
    image = Uf2Image((), kind.family).with_data(FLASH, program(kind, **options))  # type: ignore[arg-type]  # as given
    if kind.family == RP2350:
        first = Uf2Image((), ABSOLUTE).with_data(FLASH + 0xFFFF00, b"\xef" * 256)
        image = Uf2Image((*first.blocks, *image.blocks), kind.family)
    return write_uf2(image)
