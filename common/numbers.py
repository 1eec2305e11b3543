"""Sums that are equal on every Python, random numbers from a seed, a checksum's start, and a check for whole numbers.

The sums are equal to the last bit on every Python. Since 3.12 the built-in `sum` adds floats more exactly, so a trace
with a reading at a threshold could replay differently from its recording.

>>> from binascii import crc_hqx
>>> hex(crc_hqx(b"123456789", CRC16_START))
'0x29b1'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeGuard

CRC16_START = 0xFFFF
"""The start value of `binascii.crc_hqx` for the checksum of everything on the wire or stored on a board:
CRC-16/CCITT-FALSE (polynomial 0x1021, not reflected, no final XOR)."""


def total(values: Iterable[float]) -> float:
    """Add the values one after another.

    >>> total([0.1] * 10)
    0.9999999999999999
    """
    added = 0.0
    for value in values:
        added += value
    return added


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """Add the products of two rows one after another; surplus values of the longer row are ignored.

    >>> dot([0.1] * 10, [1.0] * 10)
    0.9999999999999999
    """
    added = 0.0
    for one, other in zip(first, second):  # noqa: B905 - the longer row ends with the shorter one
        added += one * other
    return added


def seeded(*parts: str | int) -> Random:
    """Make a random generator for one purpose; the same parts give the same numbers."""
    return Random(" ".join(map(str, parts)))  # noqa: S311 - nothing here is a secret


def is_whole(value: object, lowest: int, highest: int) -> TypeGuard[int]:
    """Whether a value from a file or a message is a whole number within these bounds. True and False are not numbers,
    and 2.0 is not whole.

    >>> is_whole(3, 0, 3), is_whole(4, 0, 3), is_whole(True, 0, 3), is_whole(2.0, 0, 3)
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest
