"""In place of the firmware's console, where there is no standard input: the wire by way of JavaScript."""

import binascii

import js

_wire = js.wire
_SLICE_MS = 1


class Console:
    def __init__(self):
        self._unsent = b"\0"

    def give_back(self):
        pass

    def read(self, wait_ms):
        while True:
            data = _wire.read()
            if data is None:
                return None
            if data or wait_ms <= 0:
                return binascii.unhexlify(data)
            _wire.wait(_SLICE_MS)
            wait_ms -= _SLICE_MS

    def write(self, data=None):
        if data is not None:
            self._unsent = data
        if self._unsent:
            written = _wire.write(binascii.hexlify(self._unsent).decode())
            self._unsent = self._unsent[written:]
        return not self._unsent
