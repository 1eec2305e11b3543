"""The side channel: what the emulated pins feel and do, exchanged with the process that emulates the board.

To the other side go b"F" (a scan begins: what do the sensors feel, and which buttons were pressed?) and b"L" with the
length u16 and the bytes that went to the lights. From there comes, in answer, b"F" with 32 counts of 12 bits u16 and a
bit for each pressed button u8, or b"L"; and at any time b"G" with a number u16 of scans, if time passes only as far as
scans are asked for.
"""

import json
import os
import struct

CHANNELS = 32

with open(os.getenv("THERA_EMULATED")) as _file:
    hardware = json.load(_file)

file = open(hardware["side"], "r+b")  # noqa: SIM115 - for as long as the process lives
values = [0] * CHANNELS
granted = 0


def _exactly(size):
    data = b""
    while len(data) < size:
        more = file.read(size - len(data))
        if not more:
            raise SystemExit
        data += more
    return data


def hear():
    """Read one message, and give its first byte."""
    global granted
    kind = _exactly(1)
    if kind == b"G":
        granted += struct.unpack("<H", _exactly(2))[0]
    elif kind == b"F":
        answer = struct.unpack("<32HB", _exactly(65))
        values[:] = answer[:CHANNELS]
        press(answer[CHANNELS])
    return kind


def _ask(kind, content=b""):
    file.write(kind + content)
    while hear() != kind:
        pass


def fetch():
    """A scan begins."""
    global granted
    if hardware["by_request"]:
        granted -= 1
    _ask(b"F")


def lit(data):
    """This went to the lights, which show it when this returns."""
    _ask(b"L", struct.pack("<H", len(data)) + bytes(data))


def press(buttons):
    """Set by the machine: these buttons were pressed."""
