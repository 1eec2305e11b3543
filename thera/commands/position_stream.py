"""Takes positions from a stream: one a line, or JSON over several lines as programs print it for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""A text in JSON, whose brackets do not count; JSON allows no line break in one. One that is not closed is found, too,
so that a line is gone through once, however many quotes are in it."""


def written_positions(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The positions in these lines, each as soon as it is complete; blank lines are left out.

    A line that begins with ``{`` begins a position in JSON. It ends where its brackets are closed, and at the latest
    before the next line that begins with ``{``: what was not closed is then given as it is.
    """
    begun: list[bytes] = []
    open_brackets = 0
    for line in lines:
        if begun and line.startswith(b"{"):
            yield b"".join(begun)
            begun, open_brackets = [], 0
        if not begun and not line.lstrip().startswith(b"{"):
            if line.strip():
                yield line
            continue
        begun.append(line)
        open_brackets += _nesting(line)
        if open_brackets <= 0:
            yield b"".join(begun)
            begun, open_brackets = [], 0
    if begun:
        yield b"".join(begun)


def _nesting(line: bytes) -> int:
    """How many more brackets a line opens than it closes."""
    plain = _TEXT.sub(b"", line)
    return sum(plain.count(each) for each in (b"{", b"[")) - sum(plain.count(each) for each in (b"}", b"]"))
