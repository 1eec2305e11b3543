"""Time for an emulated Pico: that of the computer, or one that passes as far as scans are asked for."""

import side
import utime
from utime import *  # noqa: F403 - all that is not done otherwise here

_BY_REQUEST = side.hardware["by_request"]
_now_us = 0
slept_us = 0


def ticks_us():
    """As in MicroPython."""
    return _now_us if _BY_REQUEST else utime.ticks_us()


def ticks_ms():
    """As in MicroPython."""
    return _now_us // 1000 if _BY_REQUEST else utime.ticks_ms()


def sleep_us(us):
    """Short sleeps are only added up, to know how long a line has had to settle."""
    global slept_us
    slept_us += us


def passes(ms):
    """Let time pass, where it does not pass automatically."""
    global _now_us
    _now_us += 1000 * ms
