"""Which of many like cases with several values each test run plays, as `tests.sampling` does for single values."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

Case = tuple[object, ...]


def some_of(often: int, cases: Iterable[Case]) -> list[object]:
    """All of these cases for `pytest.mark.parametrize`, only one in ``often`` of them not as a slow one."""
    return [
        case if number % often == 0 else pytest.param(*case, marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]
