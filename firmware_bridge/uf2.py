"""UF2, the file format that a Pico in BOOTSEL takes as its program: blocks of 512 bytes, each with up to 256 bytes for
an address of the flash (https://github.com/microsoft/uf2).

All blocks of one kind of chip (a family) are numbered, and each says how many there are. A file for an RP2350 begins
with a block of another family, which works around a fault of that chip; it stays as it is.
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass, replace

BLOCK = 512
PAYLOAD = 256
"""The bytes of a page of flash, and of a block's data: what a Pico's boot ROM takes."""

_HEAD = struct.Struct("<8I")
_START, _SECOND, _END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_END_AT = BLOCK - 4
_NOT_FOR_FLASH, _HAS_FAMILY = 0x0001, 0x2000

FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350", 0xE48BFF5A: "RP2350"}
"""The chips of a Pico and of a Pico 2, which has two kinds of processors."""


class Uf2Error(ValueError):
    """Bytes that are no UF2 file for a Pico; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Uf2Block:
    """Data for an address, of one family."""

    address: int
    data: bytes
    family: int


@dataclass(frozen=True, slots=True)
class Uf2Image:
    """The blocks of a file, in its order; ``family`` is that of the chip for which it is."""

    blocks: tuple[Uf2Block, ...]
    family: int

    @property
    def chip(self) -> str:
        """The name of the chip."""
        return FAMILIES[self.family]

    def with_data(self, address: int, data: bytes) -> Uf2Image:
        """With these bytes at an address as well.

        :raises Uf2Error: if the file has something there already.
        """
        taken = {block.address for block in self.blocks if block.family == self.family}
        added = []
        for start in range(0, len(data), PAYLOAD):
            if address + start in taken:
                raise Uf2Error(f"it has something at {address + start:#x} already")
            added.append(Uf2Block(address + start, data[start : start + PAYLOAD].ljust(PAYLOAD, b"\xff"), self.family))
        return replace(self, blocks=(*self.blocks, *added))

    def read(self, address: int, count: int) -> bytes:
        """The bytes at an address; fewer where the file has none."""
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
    """The image in the bytes of a file.

    :raises Uf2Error: if it is none for the chip of a Pico.
    """
    if not content or len(content) % BLOCK:
        raise Uf2Error(f"a UF2 file has blocks of {BLOCK} bytes, and this has {len(content)} bytes")
    blocks = []
    for start in range(0, len(content), BLOCK):
        first, second, flags, address, size, _, _, family = _HEAD.unpack_from(content, start)
        (end,) = struct.unpack_from("<I", content, start + _END_AT)
        if (first, second, end) != (_START, _SECOND, _END):
            raise Uf2Error(f"its block {start // BLOCK} is no UF2 block")
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
    """The bytes of a file with this image."""
    totals = Counter(block.family for block in image.blocks)
    numbers: Counter[int] = Counter()
    written = bytearray()
    for block in image.blocks:
        number, total = numbers[block.family], totals[block.family]
        numbers[block.family] += 1
        head = _HEAD.pack(_START, _SECOND, _HAS_FAMILY, block.address, len(block.data), number, total, block.family)
        written += (head + block.data).ljust(_END_AT, b"\x00") + struct.pack("<I", _END)
    return bytes(written)
