"""Reads positions from a stream: one a line, or JSON over several lines as programs print it for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""A text in JSON, whose brackets do not count; JSON allows no line break in one. It also matches an unclosed text, so
that a line is scanned once, however many quotes it has."""


def written_positions(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the positions in these lines, each as soon as it is complete, without blank lines.

    A line that begins with ``{`` begins a position in JSON. It ends where its brackets are closed, and at the latest
    before the next line that begins with ``{``: an unclosed one is then yielded as it is.
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
    """Return the number of brackets that a line opens, less those that it closes."""
    plain = _TEXT.sub(b"", line)
    return sum(plain.count(each) for each in (b"{", b"[")) - sum(plain.count(each) for each in (b"}", b"]"))
