"""A new littlefs filesystem with some files in it, as MicroPython for the Pico mounts it: the bytes that are used.

The format is that of littlefs' own specification, version 2.0 (SPEC.md of github.com/littlefs-project/littlefs). A
directory is a log in two blocks, of which the one with the higher revision counts; this one has a single commit, the
same in both. Each file has blocks of its own, a list in which block n points to the blocks n - 1, n - 2, n - 4 and so
on before it, as far as 2 divides n.

This is written here since it is little: the library for it (littlefs-python) is compiled and has no wheel for a 32-bit
Raspberry Pi OS, and MicroPython could read but not write what it made.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

BLOCK_SIZE = 4096
"""What the flash of a Pico erases at once."""

PROGRAM_SIZE = 256
"""What it writes at once; commits are padded to it."""

_VERSION = 0x00020000
_LONGEST_NAME, _LARGEST_FILE, _LARGEST_ATTRIBUTE = 255, 0x7FFFFFFF, 1022
_CREATE, _SUPERBLOCK, _REGULAR, _INLINE, _LIST, _CHECKSUM = 0x401, 0x0FF, 0x001, 0x201, 0x202, 0x500
_NO_ID = 0x3FF
_LARGEST_TAG = 0x3FE
_ERASED = b"\xff"


def littlefs_image(files: Mapping[str, bytes], blocks: int) -> bytes:
    """The bytes of the blocks that are used, of a filesystem of so many blocks with these files in its only directory.

    :raises ValueError: if they do not fit, or one has no name that fits.
    """
    stored, entries = bytearray(), []
    for name, content in sorted(files.items(), key=lambda item: item[0].encode()):
        first = 2 + len(stored) // BLOCK_SIZE
        stored += _listed(content, first)
        last = 1 + len(stored) // BLOCK_SIZE
        entries.append((name.encode(), last, len(content)))
    image = _directory(2, entries, blocks) + _directory(1, entries, blocks) + bytes(stored)
    if len(image) > blocks * BLOCK_SIZE:
        raise ValueError(f"the files take {len(image)} bytes, and there are {blocks * BLOCK_SIZE}")
    return image


def _listed(content: bytes, first: int) -> bytes:
    """The blocks of a file, numbered from ``first``."""
    found, number, at = bytearray(), 0, 0
    while at < len(content) or number == 0:
        pointers = [] if number == 0 else [1 << power for power in range((number & -number).bit_length())]
        head = b"".join(struct.pack("<I", first + number - back) for back in pointers)
        part = content[at : at + BLOCK_SIZE - len(head)]
        found += (head + part).ljust(BLOCK_SIZE, _ERASED)
        at, number = at + len(part), number + 1
    return bytes(found)


def _directory(revision: int, entries: list[tuple[bytes, int, int]], blocks: int) -> bytes:
    """A block with the superblock and the files, each by its name, the last of its blocks, and its length."""
    limits = (_VERSION, BLOCK_SIZE, blocks, _LONGEST_NAME, _LARGEST_FILE, _LARGEST_ATTRIBUTE)
    tags = [(_CREATE, 0, b""), (_SUPERBLOCK, 0, b"littlefs"), (_INLINE, 0, struct.pack("<6I", *limits))]
    for number, (name, last, length) in enumerate(entries, 1):
        if not 0 < len(name) <= _LONGEST_NAME:
            raise ValueError(f"a file has a name of 1 to {_LONGEST_NAME} bytes, not of {len(name)}")
        tags += [(_CREATE, number, b""), (_REGULAR, number, name), (_LIST, number, struct.pack("<2I", last, length))]
    log, before = bytearray(struct.pack("<I", revision)), 0xFFFFFFFF
    for kind, number, data in tags:
        tag = kind << 20 | number << 10 | len(data)
        log += struct.pack(">I", tag ^ before) + data
        before = tag
    end = -(-(len(log) + 8) // PROGRAM_SIZE) * PROGRAM_SIZE
    if end > BLOCK_SIZE:
        raise ValueError(f"{len(entries)} files are more than one directory holds")
    tag = _CHECKSUM << 20 | _NO_ID << 10 | min(end - len(log) - 4, _LARGEST_TAG)
    log += struct.pack(">I", tag ^ before)
    log += struct.pack("<I", ~zlib.crc32(log) & 0xFFFFFFFF)
    return bytes(log).ljust(BLOCK_SIZE, _ERASED)
