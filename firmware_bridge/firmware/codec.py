"""Encodes and decodes frames on a byte stream: bytes in, frames out, and back (docs/protocol.md, "Frames")."""

from array import array

from protocol import BUFFER_CAP, MAX_PAYLOAD, VERSION

_HEADER = 3
_CHECKSUM = 2
_FULL_BLOCK = 255


def _crc_table() -> array:
    table = array("H", bytes(512))
    for first in range(256):
        crc = first << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table[first] = crc & 0xFFFF
    return table


_CRC = _crc_table()


def crc16(data: bytes | memoryview) -> int:
    """Compute the CRC-16/CCITT-FALSE; for b"123456789" it is 0x29B1."""
    table = _CRC
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 8 & 0xFF00) ^ table[crc >> 8 ^ byte]
    return crc


def encode(kind: int, seq: int, payload: bytes) -> bytearray:
    """Return the bytes of a frame for the wire, with the final zero. A payload has at most MAX_PAYLOAD bytes, so the
    body has no run of 254 bytes without a zero, and COBS needs no full block."""
    body = bytearray(_HEADER + len(payload) + _CHECKSUM)
    body[0] = VERSION
    body[1] = kind
    body[2] = seq
    body[_HEADER:-_CHECKSUM] = payload
    crc = crc16(memoryview(body)[:-_CHECKSUM])
    body[-2] = crc & 0xFF
    body[-1] = crc >> 8
    stuffed = bytearray(len(body) + 2)
    start = 0
    at = 1
    for byte in body:
        if byte:
            stuffed[at] = byte
        else:
            stuffed[start] = at - start
            start = at
        at += 1
    stuffed[start] = at - start
    return stuffed


def _cobs_decode(data: memoryview) -> bytearray | None:
    """Decode a COBS block; None if it is not one."""
    decoded = bytearray(len(data))
    size = 0
    position = 0
    end = len(data)
    while position < end:
        length = data[position]
        after = position + length
        if length == 0 or after > end:
            return None
        decoded[size : size + length - 1] = data[position + 1 : after]
        size += length - 1
        position = after
        if length != _FULL_BLOCK and position < end:
            decoded[size] = 0
            size += 1
    return decoded[:size]


class Decoder:
    """Finds the frames in a stream of bytes. Other bytes are counted in ``errors`` and dropped."""

    def __init__(self) -> None:
        self.errors = 0
        self._buffer = bytearray(BUFFER_CAP)
        self._size = 0

    def feed(self, data: bytes | bytearray) -> list:
        """Return the good frames that these bytes complete, in order, each as (version, kind, seq, payload)."""
        frames = []
        for byte in data:
            if byte:
                # A frame that is too long is counted once, at its zero.
                if self._size < BUFFER_CAP:
                    self._buffer[self._size] = byte
                self._size += 1
            elif self._size:
                frame = self._frame() if self._size <= BUFFER_CAP else None
                self._size = 0
                if frame is None:
                    self.errors += 1
                else:
                    frames.append(frame)
        return frames

    def _frame(self) -> tuple | None:
        raw = _cobs_decode(memoryview(self._buffer)[: self._size])
        if raw is None or not _HEADER + _CHECKSUM <= len(raw) <= _HEADER + MAX_PAYLOAD + _CHECKSUM:
            return None
        if crc16(memoryview(raw)[:-_CHECKSUM]) != raw[-2] | raw[-1] << 8:
            return None
        return raw[0], raw[1], raw[2], bytes(raw[_HEADER:-_CHECKSUM])
