"""Whole traces written at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hardware.trace import TraceHead, TraceItem, TraceWriter


def write_trace(path: Path, head: TraceHead, items: Iterable[TraceItem]) -> None:
    """Write a whole trace."""
    with TraceWriter(path, head) as writer:
        for item in items:
            writer.write(item)
