"""The USB line as bytes. It is also MicroPython's console, so Ctrl-C has no meaning while the firmware uses it."""

import select
import sys

import micropython

_READ_SIZE = 64
_PACKET = 64
"""The bytes of a packet of USB, and of the scan of 25 sensors on the wire. One with more fills whole packets."""
_CTRL_C = 3
_NO_CHARACTER = -1


class Console:
    """Reads with a time limit, and writes as much as there is room for."""

    def __init__(self) -> None:
        micropython.kbd_intr(_NO_CHARACTER)
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer
        self._coming = select.poll()
        self._coming.register(sys.stdin, select.POLLIN)
        self._room = select.poll()
        self._room.register(sys.stdout, select.POLLOUT)
        self._unsent = bytearray(1)  # a zero, which ends a partial frame at the host
        self._sent = 0

    def give_back(self) -> None:
        """Restore the usual meaning of Ctrl-C."""
        micropython.kbd_intr(_CTRL_C)

    def read(self, wait_ms: int) -> bytearray | None:
        """Return the bytes that arrive within ``wait_ms``, up to 64; None if the line has ended."""
        found = bytearray()
        ready = self._coming.poll(wait_ms)
        while ready and len(found) < _READ_SIZE:
            # One byte at a time: a longer read would wait for all bytes.
            byte = self._input.read(1)
            if not byte:
                return None if byte == b"" and not found else found
            found += byte
            ready = self._coming.poll(0)
        return found

    def write(self, data: bytearray | None = None) -> bool:
        """Write this after earlier unsent bytes; returns whether there is room for more."""
        if data is not None:
            self._unsent, self._sent = data, 0
        # A write waits until it has room for all that it was given. What fills one packet at most, or whole packets, is
        # written a packet at a time, since packets leave the same room again; anything else a byte at a time.
        most = 1 if len(self._unsent) > _PACKET and len(self._unsent) % _PACKET else _PACKET
        while self._sent < len(self._unsent):
            if not self._room.poll(0):
                return False
            written = self._output.write(self._unsent[self._sent : self._sent + most])
            if not written:
                return False
            self._sent += written
        return True
