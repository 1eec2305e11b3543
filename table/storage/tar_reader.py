"""Reads the plain files of a gzipped tar one after the other, in no more memory than a block, whatever the tar holds.

It reads what backups consist of: one deflate stream (RFC 1951) and ustar headers (POSIX.1-1988) of plain files.
Anything else that a tar may hold, such as links, devices, long names and extended headers, is refused.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import BinaryIO

_BLOCK = 512
_RECORD = 20 * _BLOCK
"""A tar is padded to a multiple of this."""
_INPUT = 1 << 16
_PLAIN, _USTAR = b"0", b"ustar\x0000"


class NotATarError(ValueError):
    """This is no such tar; the message is one line of English."""


class TarReader:
    """The files of a tar whose deflate stream begins at the position of ``file``."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        self._waiting = b""
        self._sum = self._size = 0

    def next(self) -> tuple[str, int] | None:
        """The name and the size of the next file, whose content must be read next; None at the end, when all that
        follows has been checked.

        :raises NotATarError: if there is something else.
        :raises OSError: if it cannot be read.
        """
        block = self._exactly(_BLOCK)
        if not any(block):
            self._check_end()
            return None
        checksum = block[148:156].rstrip(b" \0")
        if block[257:265] != _USTAR or _number(checksum) != sum(block) - sum(block[148:156]) + 8 * ord(" "):
            raise NotATarError("it has something in it that is no file")
        name = _text(block[:100])
        prefix = _text(block[345:500])
        if block[156:157] != _PLAIN:
            raise NotATarError(f"{name[:80]!a} is no plain file")
        return f"{prefix}/{name}" if prefix else name, _number(block[124:136].rstrip(b" \0"))

    def content(self, size: int) -> Iterator[bytes]:
        """The content of the file of this size, in parts.

        :raises NotATarError: if it is cut short.
        :raises OSError: if it cannot be read.
        """
        left = size
        while left:
            part = self._exactly(min(left, _INPUT))
            left -= len(part)
            yield part
        self._exactly(-size % _BLOCK)

    def _exactly(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            part = self._inflated(size - len(found))
            if not part:
                raise NotATarError("it is cut short")
            found += part
        return bytes(found)

    def _inflated(self, most: int) -> bytes:
        """Some of the next bytes, at most so many; none at the end."""
        while not self._inflater.eof:
            given = self._waiting or self._file.read(_INPUT)
            if not given:
                break
            try:
                part = self._inflater.decompress(given, most)
            except zlib.error as error:
                raise NotATarError(f"it cannot be unpacked: {error}") from error
            self._waiting = self._inflater.unconsumed_tail
            if part:
                self._sum, self._size = zlib.crc32(part, self._sum), self._size + len(part)
                return part
        return b""

    def _check_end(self) -> None:
        padding = bytearray()
        while part := self._inflated(_RECORD):
            padding += part
            if len(padding) > _RECORD or any(part):
                raise NotATarError("something stands behind its end")
        tail = self._inflater.unused_data + self._file.read(_INPUT)
        if tail != self._sum.to_bytes(4, "little") + (self._size % 2**32).to_bytes(4, "little"):
            raise NotATarError("it does not end as it should")


def _number(octal: bytes) -> int:
    if not octal or octal.strip(b"01234567"):
        raise NotATarError("a number in it is none")
    return int(octal, 8)


def _text(field: bytes) -> str:
    return field.split(b"\0", maxsplit=1)[0].decode("ascii", "replace")
