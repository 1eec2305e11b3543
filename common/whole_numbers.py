"""One check for whole numbers that come from a file or a message."""

from __future__ import annotations

from typing import TypeGuard


def is_whole(value: object, lowest: int, highest: int) -> TypeGuard[int]:
    """Whether a value is a whole number within these bounds. True and False are not numbers, and 2.0 is not whole.

    >>> is_whole(3, 0, 3), is_whole(4, 0, 3), is_whole(True, 0, 3), is_whole(2.0, 0, 3)
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest
