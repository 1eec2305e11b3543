"""Replays a recorded trace as a board, with the events at their recorded pace."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator

from hardware.board import ALL_DARK, Board, BoardEvent, Frame, Identity, Lights, LinkChanged, LinkState
from hardware.lights import DEFAULT_BUDGET_MA, limit
from hardware.trace import TraceError, TraceLine, TraceNote

_log = logging.getLogger(__name__)

LONGEST_PAUSE = 5000
"""A longer pause between two frames, in ms, means that the clock of the board was restarted."""


def _ignore(_what: Lights | TraceLine) -> None:
    """Do nothing."""


class ReplayBoard(Board):
    """Replays the events of a trace, then reports that the link is lost; it stays open until ``close``.

    The lights go to ``lamps``, and the notes of the trace to ``notes``, in the order of the events and in the thread
    that reads them.
    """

    def __init__(
        self,
        lines: Iterable[TraceLine],
        lamps: Callable[[Lights], None] = _ignore,
        notes: Callable[[TraceLine], None] = _ignore,
    ) -> None:
        self._lines = lines
        self._lamps = lamps
        self.notes = notes
        self._identity: Identity | None = None
        self._closing = threading.Event()

    def events(self) -> Iterator[BoardEvent]:
        """Generate the events of the board, with the recorded time between frames."""
        why = "the trace ends here"
        try:
            yield from self._paced()
        except TraceError as error:
            _log.error("%s", error)
            why = str(error)
        if not self._closing.is_set():
            yield LinkChanged(LinkState.LOST, why)
        self._closing.wait()

    def _paced(self) -> Iterator[BoardEvent]:
        began, before = 0.0, -LONGEST_PAUSE
        for line in self._lines:
            match line.item:
                case Identity():
                    self._identity = line.item
                    continue
                case TraceNote():
                    self.notes(line)
                    continue
                case Frame(at=at):
                    if not 0 <= at - before < LONGEST_PAUSE:
                        began = time.monotonic() - at / 1000
                    before = at
                    self._closing.wait(max(0.0, began + at / 1000 - time.monotonic()))
                case _:
                    pass
            if self._closing.is_set():
                return
            yield line.item

    def show(self, lights: Lights) -> None:
        """Show these lights, dimmed to the budget.

        :raises ValueError: for a channel outside 0 to 255.
        """
        if not self._closing.is_set():
            self._lamps(limit(lights, DEFAULT_BUDGET_MA))

    @property
    def identity(self) -> Identity | None:
        """The recorded identity, once the replay has reached it."""
        return self._identity

    def close(self) -> None:
        """Turn the lights off, and end ``events``. Safe to call again."""
        if not self._closing.is_set():
            self._closing.set()
            self._lamps(ALL_DARK)
