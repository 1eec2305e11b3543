"""Sums that are the same on every Python, random numbers from a seed, the kind of checksum of what is sent and stored,
and a check for whole numbers.

The sums are the same to the last bit on every Python. Since 3.12 the built-in one adds floats more exactly than before;
a trace with a reading at a threshold could then replay differently than it was recorded.

>>> from binascii import crc_hqx
>>> hex(crc_hqx(b"123456789", CRC16_START))
'0x29b1'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeGuard

CRC16_START = 0xFFFF
"""What `binascii.crc_hqx` begins with, for the checksum of all that goes over the wire or is stored on a board:
CRC-16/CCITT-FALSE (polynomial 0x1021, not reflected, no final change)."""


def total(values: Iterable[float]) -> float:
    """The sum of the values, added one after another.

    >>> total([0.1] * 10)
    0.9999999999999999
    """
    added = 0.0
    for value in values:
        added += value
    return added


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """The sum of the products of two rows, added one after another; what the longer row has more counts for nothing.

    >>> dot([0.1] * 10, [1.0] * 10)
    0.9999999999999999
    """
    added = 0.0
    for one, other in zip(first, second):  # noqa: B905 - the longer row ends with the shorter one
        added += one * other
    return added


def seeded(*parts: str | int) -> Random:
    """A random generator for one purpose; the same parts give the same numbers."""
    return Random(" ".join(map(str, parts)))  # noqa: S311 - nothing here is a secret


def is_whole(value: object, lowest: int, highest: int) -> TypeGuard[int]:
    """Whether a value from a file or a message is a whole number within these bounds. True and False are not numbers,
    and 2.0 is not whole.

    >>> is_whole(3, 0, 3), is_whole(4, 0, 3), is_whole(True, 0, 3), is_whole(2.0, 0, 3)
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest
