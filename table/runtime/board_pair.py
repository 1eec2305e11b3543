"""Two boards as one: a real one, which may be plugged in and out, and a virtual one. One of them is in use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from common.message import Message
from common.threads import LossyQueue
from hardware.board import (
    ALL_DARK,
    Board,
    BoardEvent,
    Frame,
    Identity,
    Lights,
    LinkChanged,
    LinkState,
    ScaleInUse,
    Weighed,
)
from table.session.board_choice import BoardKind

FRAMES_WAITING = 50


@dataclass(frozen=True, slots=True)
class BoardInUse:
    """From here on all events come from this board."""

    kind: BoardKind


@dataclass(frozen=True, slots=True)
class RealBoardSeen:
    """The state of the link to the real board, in use or not, and the troubles with it."""

    state: LinkState
    troubles: tuple[Message, ...]


PairNews = BoardInUse | RealBoardSeen


class VirtualPlug(Protocol):
    """Connects the virtual board, so that its link finds it."""

    def plug_in(self) -> None:
        """Connect it."""

    def unplug(self) -> None:
        """Disconnect it, dark."""


def _ignore(_news: PairNews) -> None:
    pass


class BoardPair(Board):
    """Both boards; only the one in use gives events. The real one is always searched for, and stays dark and unread
    while it is not in use. The virtual one is unplugged while it is not in use, and costs nothing.

    ``troubles`` gives the faults of the real board that is plugged in. It is called in that board's thread.
    """

    def __init__(
        self, real: Board, virtual: Board, plug: VirtualPlug, troubles: Callable[[], tuple[Message, ...]]
    ) -> None:
        self._boards = {BoardKind.REAL: real, BoardKind.VIRTUAL: virtual}
        self._plug = plug
        self._troubles = troubles
        self._links = dict.fromkeys(BoardKind, LinkChanged(LinkState.SEARCH))
        self._scales: dict[BoardKind, ScaleInUse] = {}
        self._lock = threading.Lock()
        self._in_use = BoardKind.REAL
        self._receive: Callable[[BoardEvent], None] | None = None
        self._running = len(self._boards)
        self._tell: Callable[[PairNews], None] = _ignore

    @property
    def in_use(self) -> BoardKind:
        """The board in use."""
        return self._in_use

    def report_to(self, tell: Callable[[PairNews], None]) -> None:
        """Report changes of the pair through ``tell`` from now on, between its events. ``tell`` must not block. Call
        this before `forward`."""
        self._tell = tell

    def use(self, kind: BoardKind) -> None:
        """Use this board from now on: the other one goes dark, and its further events are dropped."""
        with self._lock:
            if kind is self._in_use:
                return
            before, self._in_use = self._boards[self._in_use], kind
            self._tell(BoardInUse(kind))
            if self._receive is not None:
                if kind in self._scales:
                    self._receive(self._scales[kind])
                self._receive(self._links[kind])
        before.show(ALL_DARK)
        if kind is BoardKind.VIRTUAL:
            self._plug.plug_in()
        else:
            self._plug.unplug()

    def events(self) -> Iterator[BoardEvent]:
        """The events of the board in use; ends after ``close``."""
        queue = LossyQueue[BoardEvent]((Frame, Weighed), FRAMES_WAITING)
        self.forward(queue.put, queue.close)
        while (event := queue.get()) is not None:
            yield event

    def forward(self, receive: Callable[[BoardEvent], None], ended: Callable[[], None]) -> None:
        """As `Board.forward`, from the threads of both boards, one at a time."""
        self._receive = receive
        for kind, board in self._boards.items():
            board.forward(partial(self._forward, kind), partial(self._end, ended))

    def show(self, lights: Lights) -> None:
        """Show these lights on the board in use."""
        self._boards[self._in_use].show(lights)

    @property
    def identity(self) -> Identity | None:
        """The identity of the board in use."""
        return self._boards[self._in_use].identity

    def close(self) -> None:
        """Close both boards. Safe to call again."""
        for board in self._boards.values():
            board.close()

    def _forward(self, kind: BoardKind, event: BoardEvent) -> None:
        with self._lock:
            if isinstance(event, LinkChanged):
                self._links[kind] = event
                if kind is BoardKind.REAL:
                    self._tell(RealBoardSeen(event.state, self._troubles()))
            elif isinstance(event, ScaleInUse):
                self._scales[kind] = event
            if kind is self._in_use and self._receive is not None:
                self._receive(event)

    def _end(self, ended: Callable[[], None]) -> None:
        with self._lock:
            self._running -= 1
            if self._running:
                return
        ended()
