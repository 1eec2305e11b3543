"""The Board port: what the table needs of any board, independent of its construction.

A board gives frames (the field at each of its squares) and button presses, and shows lights. A board at the end of a
serial link, real or virtual, and a recorded trace implement this port, and one contract test runs against each of them.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType

from hardware.scale import Scale

SQUARE_COUNT = 25


@dataclass(frozen=True, slots=True)
class Frame:
    """One reading of all sensors. ``at`` is the board's own clock in ms, ``number`` counts frames (a gap means missed
    frames). ``fields`` has a field in mT for each channel, after calibration: the 25 vertical ones of the squares, a1,
    b1, ... e5, then those of further sensors, if the board has any. ``clipped`` has the channels (0 to 24: squares)
    whose sensor was at the end of its range, so that the true field is at least that large.
    """

    at: int
    number: int
    fields: tuple[float, ...]
    clipped: frozenset[int] = frozenset()

    @property
    def of_squares(self) -> Frame:
        """The same frame without the channels of further sensors."""
        if len(self.fields) == SQUARE_COUNT:
            return self
        squares = frozenset(channel for channel in self.clipped if channel < SQUARE_COUNT)
        return Frame(self.at, self.number, self.fields[:SQUARE_COUNT], squares)


@dataclass(frozen=True, slots=True)
class Weighed:
    """One reading of the scale of a board that has one. ``at`` is the board's own clock in ms, ``number`` counts
    readings (a gap means missed ones), and ``loads`` are the loads of its cells in g, in the order of the board file,
    without any zero: what the plate itself weighs is part of them."""

    at: int
    number: int
    loads: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ScaleInUse:
    """From here on the loads of a board that weighs are those of this scale: the one of its board file, with what was
    measured by a calibration of this board. It comes before the board becomes ready, and after each calibration."""

    scale: Scale


class Button(StrEnum):
    """The buttons on the rim."""

    DONE = "done"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A rim button was pressed; ``at`` is the board's clock in ms."""

    at: int
    button: Button


class LinkState(StrEnum):
    """The states of the connection to a board (docs/protocol.md). None is final; a lost board is searched for.

    ``DEGRADED``: frames come, but many are missed, broken or repeated, or no reply comes in good time; it becomes ready
    again without an action.
    """

    SEARCH = "search"
    OPEN = "open"
    HELLO = "hello"
    SYNC = "sync"
    READY = "ready"
    DEGRADED = "degraded"
    LOST = "lost"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The connection to the board changed; ``detail`` is one plain English line for logs and status."""

    state: LinkState
    detail: str = ""


BoardEvent = Frame | Weighed | ScaleInUse | ButtonPressed | LinkChanged


@dataclass(frozen=True, slots=True)
class Colour:
    """One light, each channel 0 to 255."""

    red: int
    green: int
    blue: int


DARK = Colour(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Lights:
    """The colours of the 25 squares, a1, b1, ... e5."""

    colours: tuple[Colour, ...]

    def __post_init__(self) -> None:
        if len(self.colours) != SQUARE_COUNT:
            raise ValueError(f"lights are {SQUARE_COUNT} colours, not {len(self.colours)}")


ALL_DARK = Lights((DARK,) * SQUARE_COUNT)


@dataclass(frozen=True, slots=True)
class Identity:
    """A board's identity: a name to show, its unique id, firmware version, and the number of its boots."""

    name: str
    unique_id: str
    firmware: str
    boots: int


@dataclass(frozen=True, slots=True)
class Counters:
    """What a link has counted since it was made: frames received and missed, broken wire frames (``crc_errors``,
    ``overflows``, ``malformed``), repeated commands, returns of the board, and the mean round trip in ms, which is None
    before the first. ``board_broken`` and ``board_dropped`` are the frames that the board could not read, and the scans
    that it dropped because the host did not read them, by its last report."""

    frames: int = 0
    missed: int = 0
    crc_errors: int = 0
    overflows: int = 0
    malformed: int = 0
    retransmits: int = 0
    reconnects: int = 0
    rtt_ms: float | None = None
    board_broken: int = 0
    board_dropped: int = 0


class BoardRefusedError(OSError):
    """A board refused a request or did not answer; the message says which, with its reason."""


class Board(ABC):
    """A physical or virtual board.

    Implementations must override ``events``, ``show``, ``identity`` and ``close``, and may override ``forward`` if they
    have a thread. A board is a context manager; ``close`` turns the lights off, may be called twice, and ends
    ``events``.
    """

    @abstractmethod
    def events(self) -> Iterator[BoardEvent]:
        """Generate frames, weights, presses and changes of link and scale as they arrive; blocks between them; ends
        after ``close``."""

    def forward(self, receive: Callable[[BoardEvent], None], ended: Callable[[], None]) -> None:
        """Call ``receive`` with each event, and ``ended`` after ``close``: an alternative to ``events`` for a receiver
        that never blocks. Both are called in a thread of the board; this returns at once."""

        def run() -> None:
            try:
                for event in self.events():
                    receive(event)
            finally:
                ended()

        threading.Thread(target=run, name="board events", daemon=True).start()

    @abstractmethod
    def show(self, lights: Lights) -> None:
        """Show these lights until the next call; the latest call wins. Never blocks long, never raises for a lost
        board."""

    @property
    @abstractmethod
    def identity(self) -> Identity | None:
        """The board's identity; None until it has reported it."""

    @abstractmethod
    def close(self) -> None:
        """Turn the lights off, release everything, and end ``events``. Safe to call again."""

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
