"""The side channel of the emulated pins to the process that emulates the board.

It sends b"F" (a scan begins: which counts, and which pressed buttons?), b"W" with the ms u16 since the newest scan
(what do the load cells measure?) and b"L" with the length u16 and the bytes for the lights. The answers are b"F" with
32 counts of 12 bits u16, a bit for each pressed button u8 and, if there is a ring of sensors, its 24 counts i16; b"W"
with four counts i32; and b"L". At any time it receives b"G" with a number u16 of scans, if time passes only with
requested scans, or b"T" if it is to pass from now on as fast as it can.
"""

import json
import os
import struct

CHANNELS = 32

with open(os.getenv("THERA_EMULATED")) as _file:
    hardware = json.load(_file)

file = open(hardware["side"], "r+b")  # noqa: SIM115 - for as long as the process lives
values = [0] * CHANNELS
weights = [0] * 4
further = [0] * (0 if hardware["ring_mt"] is None else 24)
granted = 0
passing = False
_scanned_us = 0


def _exactly(size):
    data = b""
    while len(data) < size:
        more = file.read(size - len(data))
        if not more:
            raise SystemExit
        data += more
    return data


def hear():
    """Read one message, and return its first byte."""
    global granted, passing
    kind = _exactly(1)
    if kind == b"G":
        granted += struct.unpack("<H", _exactly(2))[0]
    elif kind == b"T":
        passing = True
    elif kind == b"F":
        answer = struct.unpack("<32HB" + len(further) * "h", _exactly(65 + 2 * len(further)))
        values[:] = answer[:CHANNELS]
        further[:] = answer[CHANNELS + 1 :]
        press(answer[CHANNELS])
    elif kind == b"W":
        weights[:] = struct.unpack("<4i", _exactly(16))
    return kind


def _ask(kind, content=b""):
    file.write(kind + content)
    while hear() != kind:
        pass


def fetch(now_us):
    """Begin a scan at this time."""
    global granted, _scanned_us
    _scanned_us = now_us
    if hardware["by_request"]:
        granted -= 1
    _ask(b"F")


def weigh(at_us):
    """Return what the load cells measure at this time, in counts."""
    _ask(b"W", struct.pack("<H", min(max(0, (at_us - _scanned_us) // 1000), 0xFFFF)))
    return weights


def lit(data):
    """Send the bytes for the lights; they are shown when this returns."""
    _ask(b"L", struct.pack("<H", len(data)) + bytes(data))


def press(buttons):
    """Note pressed buttons; the machine module replaces this."""
