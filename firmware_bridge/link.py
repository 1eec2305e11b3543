"""A board at the end of a serial line: a Pico on USB, or any agent on a pseudo-terminal."""

from __future__ import annotations

import contextlib
import select
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import serial

from firmware_bridge.conversation import Conversation
from firmware_bridge.event_queue import EventQueue
from firmware_bridge.timings import Timings
from firmware_bridge.wake import Wake
from hardware.board import ALL_DARK, Board, BoardEvent, Counters, Identity, Lights, LinkChanged, LinkState
from hardware.current import DEFAULT_BUDGET_MA, limit

# A vanished port shows as any of the three, by which call met it first.
_PORT_ERRORS = (serial.SerialException, OSError, termios.error)
_READ_SIZE = 4096
_BAUD = 115200  # USB ignores it


class SerialBoard(Board):
    """The board at ``path``, searched for until ``close``: found when it is plugged in, found again after a loss.

    One thread of its own opens the port, talks and reads. ``budget_ma`` is what the lights may draw; ``scan_hz`` how
    many frames a second are asked for. ``events`` is for one reader: each event is given once, from the first on, and
    a slow reader misses frames but never a press or a link change. A frame's ``at`` and ``number`` begin anew
    whenever the link has become ready. Raises ValueError for a budget below what dark lights draw.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        budget_ma: float = DEFAULT_BUDGET_MA,
        scan_hz: int = 50,
        timings: Timings | None = None,
        frames_kept: int = 50,
    ) -> None:
        self._path = str(path)
        self._budget_ma = budget_ma
        self._lights = limit(ALL_DARK, budget_ma)
        self._timings = timings or Timings()
        self._conversation = Conversation(self._timings, budget_ma=int(budget_ma), scan_hz=scan_hz)
        self._queue = EventQueue(frames_kept)
        self._said: LinkChanged | None = None
        self._closing = threading.Event()
        self._wake = Wake()
        self._thread = threading.Thread(target=self._run, name=f"board link {self._path}", daemon=True)
        self._thread.start()

    def events(self) -> Iterator[BoardEvent]:
        """Frames, presses and link changes as they come; ends after ``close``."""
        while (event := self._queue.get()) is not None:
            yield event

    def show(self, lights: Lights) -> None:
        """Show these lights, dimmed to the budget, as soon as the board is there; the latest wins.

        Raises ValueError for a channel outside 0 to 255.
        """
        self._lights = limit(lights, self._budget_ma)
        self._wake.set()

    @property
    def identity(self) -> Identity | None:
        """Who the board is, once it has said so; kept while it is lost."""
        return self._conversation.identity

    @property
    def counters(self) -> Counters:
        """What the link has seen until now."""
        return self._conversation.counters

    def close(self) -> None:
        """Darken, wait for the board to say so (half a second at most), close the port, end ``events``."""
        self._closing.set()
        self._wake.set()
        self._thread.join(self._timings.write + 2 * self._timings.farewell)
        self._queue.close()

    def _run(self) -> None:
        back_off = self._timings.first_back_off
        self._say(LinkState.SEARCH, f"looking for a board at {self._path}")
        try:
            while not self._closing.is_set():
                try:
                    port = self._open()
                except _PORT_ERRORS as error:
                    self._say(LinkState.SEARCH, f"no board at {self._path}: {error}")
                else:
                    before = self._conversation.counters.frames
                    self._say(LinkState.OPEN, f"{self._path} is open")
                    try:
                        self._talk(port)
                    except _PORT_ERRORS as error:
                        self._say(LinkState.LOST, str(error))
                    finally:
                        _close(port)
                    if self._conversation.counters.frames > before:
                        back_off = self._timings.first_back_off
                self._rest(back_off)
                back_off = min(2 * back_off, self._timings.longest_back_off)
                if self._said is not None and self._said.state is LinkState.LOST:
                    self._say(LinkState.SEARCH, f"looking for a board at {self._path}")
        finally:
            self._queue.close()
            self._wake.close()

    def _open(self) -> serial.Serial:
        return serial.Serial(self._path, _BAUD, timeout=0, write_timeout=self._timings.write, exclusive=True)

    def _talk(self, port: serial.Serial) -> None:
        """Until the board is darkened after ``close``; raises one of the port's errors when the link is lost."""
        conversation = self._conversation
        now = time.monotonic()
        conversation.begin(now)
        farewell_ends: float | None = None
        descriptor = port.fileno()
        try:
            while True:
                if farewell_ends is None and self._closing.is_set():
                    conversation.farewell(now)
                    farewell_ends = now + self._timings.farewell
                if farewell_ends is None:
                    conversation.show(self._lights)
                elif conversation.dark or now >= farewell_ends:
                    return
                conversation.tick(now)
                port.write(conversation.take_output())
                self._pass_on()
                due = conversation.due() if farewell_ends is None else min(conversation.due(), farewell_ends)
                ready, _, _ = select.select([descriptor, self._wake.fileno()], [], [], max(0.0, due - time.monotonic()))
                self._wake.clear()
                now = time.monotonic()
                if descriptor in ready:
                    conversation.receive(port.read(_READ_SIZE), now)
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        for event in self._conversation.take_events():
            if isinstance(event, LinkChanged):
                self._said = event
            self._queue.put(event)

    def _say(self, state: LinkState, detail: str) -> None:
        event = LinkChanged(state, detail)
        if event != self._said:
            self._said = event
            self._queue.put(event)

    def _rest(self, seconds: float) -> None:
        ends = time.monotonic() + seconds
        while not self._closing.is_set() and (left := ends - time.monotonic()) > 0:
            select.select([self._wake.fileno()], [], [], left)
            self._wake.clear()


def _close(port: serial.Serial) -> None:
    # A driver may else wait long for a peer that takes nothing. A port that is gone has only its descriptor to close.
    with contextlib.suppress(*_PORT_ERRORS):
        port.reset_output_buffer()
    port.close()
