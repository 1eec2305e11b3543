"""Encodes and decodes frames on a byte stream, without input or output: bytes in, frames out, and back.

A frame is ``version | kind | seq | payload | crc16``, with the CRC little-endian over all bytes before it. COBS removes
the zeros from it, and one zero ends it. The stream may begin within a frame, and a microcontroller prints tracebacks
into it. After any such bytes the reader recovers at the next zero (docs/protocol.md).
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

from common.numbers import CRC16_START
from firmware_bridge.firmware import protocol

VERSION = protocol.VERSION
MAX_PAYLOAD = protocol.MAX_PAYLOAD
BUFFER_CAP = protocol.BUFFER_CAP
DELIMITER = b"\x00"

_HEADER = 3
_CHECKSUM = 2
_FULL_BLOCK = 255


class CobsError(ValueError):
    """Bytes that are not a COBS block: a zero inside, or a length byte that points past the end."""


@dataclass(frozen=True, slots=True)
class WireFrame:
    """A frame: the major version of the protocol, the kind of message, its number (a reply has the number of its
    command) and the payload."""

    version: int
    kind: int
    seq: int
    payload: bytes = b""


def cobs_encode(data: bytes) -> bytes:
    """Encode bytes without a zero (consistent overhead byte stuffing; Cheshire and Baker, 1999).

    >>> cobs_encode(bytes([0x11, 0x22, 0x00, 0x33])).hex()
    '0311220233'
    """
    encoded = bytearray(1)
    start = 0
    for position, byte in enumerate(data):
        if byte:
            encoded.append(byte)
        full = len(encoded) - start == _FULL_BLOCK
        if not byte or full:
            encoded[start] = len(encoded) - start
            if not byte or position + 1 < len(data):
                start = len(encoded)
                encoded.append(0)
    encoded[start] = len(encoded) - start
    return bytes(encoded)


def cobs_decode(data: bytes) -> bytes:
    """Decode the output of ``cobs_encode``; raises CobsError."""
    decoded = bytearray()
    position = 0
    while position < len(data):
        length = data[position]
        block = data[position + 1 : position + length]
        if length == 0 or len(block) != length - 1 or 0 in block:
            raise CobsError(f"no COBS block at byte {position}")
        decoded += block
        position += length
        if length != _FULL_BLOCK and position < len(data):
            decoded.append(0)
    return bytes(decoded)


def encode(frame: WireFrame) -> bytes:
    """Return the bytes of a frame for the wire, with the final zero; raises ValueError for too long a payload."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload has at most {MAX_PAYLOAD} bytes, not {len(frame.payload)}")
    body = bytes((frame.version, frame.kind, frame.seq)) + frame.payload
    return cobs_encode(body + crc_hqx(body, CRC16_START).to_bytes(_CHECKSUM, "little")) + DELIMITER


class Decoder:
    """Finds the frames in a stream of bytes that comes in pieces of any size. It never raises. Other bytes are counted
    and dropped: ``crc_errors``, ``overflows`` (no zero within ``BUFFER_CAP`` bytes) and ``malformed``."""

    def __init__(self) -> None:
        self.crc_errors = 0
        self.overflows = 0
        self.malformed = 0
        self._buffer = bytearray()
        self._overflowed = False

    @property
    def broken(self) -> int:
        """The number of broken frames."""
        return self.crc_errors + self.overflows + self.malformed

    def reset(self) -> None:
        """Forget a partial frame, for a stream that is opened again; the counters stay."""
        self._buffer.clear()
        self._overflowed = False

    def feed(self, data: bytes) -> list[WireFrame]:
        """Return the good frames that these bytes complete, in order."""
        frames: list[WireFrame] = []
        *ended, rest = data.split(DELIMITER)
        for piece in ended:
            self._take(piece)
            if not self._overflowed and self._buffer:
                frame = self._frame(bytes(self._buffer))
                if frame is not None:
                    frames.append(frame)
            self.reset()
        self._take(rest)
        return frames

    def _take(self, piece: bytes) -> None:
        if self._overflowed:
            return
        self._buffer += piece
        if len(self._buffer) > BUFFER_CAP:
            self.overflows += 1
            self._overflowed = True
            self._buffer.clear()

    def _frame(self, block: bytes) -> WireFrame | None:
        try:
            raw = cobs_decode(block)
        except CobsError:
            self.malformed += 1
            return None
        body, checksum = raw[:-_CHECKSUM], raw[-_CHECKSUM:]
        if not _HEADER <= len(body) <= _HEADER + MAX_PAYLOAD:
            self.malformed += 1
            return None
        if crc_hqx(body, CRC16_START) != int.from_bytes(checksum, "little"):
            self.crc_errors += 1
            return None
        version, kind, seq = body[:_HEADER]
        return WireFrame(version, kind, seq, body[_HEADER:])
