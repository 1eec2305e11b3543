"""Small values that survive a power cut: each in two files, written in turn, so that a power cut while one is written
leaves the other."""

import os
import struct

from codec import crc16

_HEAD = "<2sI"
_HEAD_SIZE = 6
_MARK = b"TS"


class Store:
    """``size`` bytes under a ``name``. ``broken``: something is stored, but nothing of it can be read."""

    def __init__(self, name: str, size: int) -> None:
        self._names = (name + ".0", name + ".1")
        self._size = size
        self._newest = 1
        self._sequence = 0
        self.value = None
        self.broken = False
        found = False
        for slot, file in enumerate(self._names):
            record = _read(file)
            found = found or record is not None
            if record is None or not self._holds(record):
                continue
            sequence = struct.unpack_from(_HEAD, record)[1]
            if sequence > self._sequence:
                self._newest, self._sequence = slot, sequence
                self.value = record[_HEAD_SIZE:-2]
        self.broken = found and self.value is None

    def write(self, value: bytes) -> None:
        """Store this; raises OSError if that fails. A value that is stored already is not written again: flash wears
        out."""
        if value == self.value:
            return
        slot = 1 - self._newest
        record = struct.pack(_HEAD, _MARK, self._sequence + 1) + value
        record += struct.pack("<H", crc16(record))
        with open(self._names[slot], "wb") as file:
            file.write(record)
        if _read(self._names[slot]) != record:
            raise OSError("the flash does not hold what was written")
        self._newest, self._sequence = slot, self._sequence + 1
        self.value, self.broken = bytes(value), False

    def _holds(self, record: bytes) -> bool:
        whole = len(record) == _HEAD_SIZE + self._size + 2 and record[:2] == _MARK
        return whole and crc16(memoryview(record)[:-2]) == record[-2] | record[-1] << 8


def _read(name: str) -> bytes | None:
    try:
        os.stat(name)
    except OSError:
        return None
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError:
        return b""
