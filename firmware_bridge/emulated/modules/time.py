"""Time for an emulated Pico: the computer's, or a time that passes only with requested scans."""

import side
import utime
from utime import *  # noqa: F403 - all that is not done otherwise here

_BY_REQUEST = side.hardware["by_request"]
_now_us = 0
slept_us = 0
total_slept_us = 0
watch = None
"""Called with each time that the firmware gets, in microseconds, for parts that act by themselves."""
interrupt_at = None
"""The time that an interrupt gets."""


def ticks_us():
    """Return microseconds as in MicroPython."""
    if interrupt_at is not None:
        return interrupt_at
    now = _now_us if _BY_REQUEST else utime.ticks_us()
    if watch is not None:
        watch(now)
    return now


def ticks_ms():
    """Return milliseconds as in MicroPython."""
    return ticks_us() // 1000 if _BY_REQUEST else utime.ticks_ms()


def sleep_us(us):
    """Add up short sleeps, to know how long a line has had to settle."""
    global slept_us, total_slept_us
    slept_us += us
    total_slept_us += us


def passes(ms):
    """Let time pass if it does not pass by itself."""
    passes_us(1000 * ms)


def passes_us(us):
    """Let microseconds pass if they do not pass by themselves."""
    global _now_us
    _now_us += us
