"""Which of many like cases each test run plays: `make test` a sample of them, `make matrix` the others."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def one_in(often: int, cases: Iterable[object], first: int = 0) -> list[object]:
    """All of these cases for `pytest.mark.parametrize`, only one in ``often`` of them not as a slow one.

    >>> [hasattr(case, "marks") for case in one_in(2, "abc")]
    [False, True, False]
    """
    return [
        case if (number + first) % often == 0 else pytest.param(case, marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]


def some_of(often: int, cases: Iterable[tuple[object, ...]]) -> list[object]:
    """The same for cases with a value for each of several names."""
    return [
        case if number % often == 0 else pytest.param(*case, marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]
