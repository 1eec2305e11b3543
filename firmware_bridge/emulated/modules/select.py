"""Polling on an emulated Pico, whose time may pass only with requested scans."""

import time

import side
import uselect
from uselect import *  # noqa: F403 - all that is not done otherwise here

_IDLE_MS = 50
"""A firmware that scans looks at its buttons more often. One that waits for longer waits for its host: if time passed
meanwhile, no requested scan would come of it, and its clock would depend on how busy this computer is."""


class _Poll:
    def __init__(self):
        self._real = uselect.poll()
        self._both = uselect.poll()
        self._both.register(side.file, uselect.POLLIN)

    def register(self, stream, events):
        self._real.register(stream, events)
        self._both.register(stream, events)

    def poll(self, wait_ms=-1):
        if wait_ms == 0 or not side.hardware["by_request"]:
            return self._real.poll(wait_ms)
        ready = self._real.poll(0)
        if ready:
            return ready
        if not side.passing and (side.granted <= 0 or wait_ms > _IDLE_MS):
            for stream, _ in self._both.poll(wait_ms):
                if stream is side.file:
                    side.hear()
            return self._real.poll(0)
        time.passes(wait_ms)
        return ready


def poll():
    """As in MicroPython."""
    return _Poll()
