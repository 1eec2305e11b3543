"""In place of the emulator's time, where sleeping is JavaScript's."""

from utime import *  # noqa: F403 - all that is not done otherwise here

slept_us = 0


def sleep_us(us):
    global slept_us
    slept_us += us
