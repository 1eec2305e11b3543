"""Time for an emulated Pico: the computer's, or a time that passes only with requested scans."""

import side
import utime
from utime import *  # noqa: F403 - all that is not done otherwise here

_BY_REQUEST = side.hardware["by_request"]
_now_us = 0
slept_us = 0


def ticks_us():
    """Return microseconds as in MicroPython."""
    return _now_us if _BY_REQUEST else utime.ticks_us()


def ticks_ms():
    """Return milliseconds as in MicroPython."""
    return _now_us // 1000 if _BY_REQUEST else utime.ticks_ms()


def sleep_us(us):
    """Add up short sleeps, to know how long a line has had to settle."""
    global slept_us
    slept_us += us


def passes(ms):
    """Let time pass if it does not pass by itself."""
    global _now_us
    _now_us += 1000 * ms
