"""What may be written to a stream: colours, drawings and progress are for terminals only."""

from __future__ import annotations

import os
import sys
from types import TracebackType
from typing import TextIO

CLEAR_LINE = "\r\x1b[K"


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads this stream on a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colours(stream: TextIO) -> bool:
    """Whether this stream may have colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def has_characters(stream: TextIO, characters: str) -> bool:
    """Whether the encoding of a stream has these characters."""
    try:
        characters.encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True


class ProgressLine:
    """How far a long command is, as one line on the error output, if that is a terminal; gone when it is left."""

    def __init__(self, *, quiet: bool = False) -> None:
        """Nothing is shown if ``quiet``."""
        self._shown = not quiet and sys.stderr is not None and is_terminal(sys.stderr)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Replace what the line says."""
        if self._shown:
            _write(f"{CLEAR_LINE}{text}")

    def clear(self) -> None:
        """Empty the line, so that something else can be written there."""
        if self._shown:
            _write(CLEAR_LINE)


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
