"""Stores values on the board: settings that the host made from the board file (``board.json``, installed with the
firmware), and small values that survive a power cut."""

import json
import os
import struct

from codec import crc16
from protocol import CALIBRATION_RECORD, record_form

_HEAD = "<2sI"
_HEAD_SIZE = 6
_MARK = b"TS"

FORMAT = 1


class Store:
    """``size`` bytes with a ``name``, in two files that are written in turn: a power cut during a write leaves the
    other file. ``broken``: a value is stored, but cannot be read."""

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
        """Store a value; raises OSError if that fails. Flash wears out, so an unchanged value is not written."""
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


def load_settings() -> dict | None:
    """Read the settings; None if there are none, or none that this firmware understands."""
    try:
        with open("board.json") as file:
            settings = json.load(file)
        return settings if settings["format"] == FORMAT else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def default_calibration(settings: dict) -> bytes:
    """Return the calibration of a board that was never calibrated, by the data sheet of its sensors."""
    offsets, gains = [settings["zero"]] * 25, [settings["counts_per_mt"]] * 25
    full_scale = (1 << settings["bits"]) - 1
    return struct.pack(record_form(CALIBRATION_RECORD), full_scale, settings["margin"], *offsets, *gains)


def default_wiring(settings: dict) -> bytes:
    """Return the wiring of the board file: 25 channels and 25 places."""
    return bytes(settings["sensors"] + settings["lights"])


NO_SETTINGS: dict = {
    "name": "",
    "revision": 0,
    "samples": 1,
    "bits": 12,
    "budget_ma": 25,
    "silence_ms": 3000,
    "zero": 2048,
    "counts_per_mt": 37.24,
    "margin": 8,
    "sensors": list(range(25)),
    "lights": list(range(25)),
}
"""The settings of a board without any, which drives no pin."""
