"""The mailbox of the table's thread: what phones and the board send it, in order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from calibration.open_procedure import ProcedureReport
from common.threads import LossyQueue
from hardware.board import Board, BoardEvent, ButtonPressed, Frame, LinkChanged
from table.runtime.trace_events import FieldsMeasured, TraceEvent
from table.session.callers import Caller
from table.session.commands import Command
from table.session.journal_entries import Entry
from table.session.table_api import Answer, Tokens

FRAMES_WAITING = 8
"""How many frames may wait for the table's thread: at 50 frames a second, how far it may be behind."""


@dataclass(frozen=True, slots=True)
class CommandSubmitted:
    """A phone asks the table to carry out a command; ``caller`` is whoever has the phone."""

    tokens: Tokens
    version: int
    command: Command
    caller: Caller
    answer: Future[Answer]


@dataclass(frozen=True, slots=True)
class PhoneListening:
    """A phone begins or ends to listen."""

    tokens: Tokens
    joined: bool


@dataclass(frozen=True, slots=True)
class ReplayRequested:
    """What a phone or the workshop did when a trace was recorded is to be done again."""

    item: Entry | TraceEvent | FieldsMeasured


@dataclass(frozen=True, slots=True)
class ProcedureFinished:
    """The result of a procedure was stored, or could not be."""

    report: ProcedureReport


@dataclass(frozen=True, slots=True)
class CallSoon:
    """The table's thread is to call this; the watchdog asks so whether that thread still runs."""

    callback: Callable[[], None]


class BoardEnded:
    """No more events will come from the board."""


class Stop:
    """The table is to stop."""


TableMessage = (
    CommandSubmitted
    | PhoneListening
    | ReplayRequested
    | ProcedureFinished
    | CallSoon
    | Frame
    | ButtonPressed
    | LinkChanged
    | BoardEnded
    | Stop
)


class Mailbox(LossyQueue[TableMessage]):
    """Where all threads leave messages for the table's thread. Of the frames that wait only the newest few stay."""

    def __init__(self) -> None:
        super().__init__(Frame, FRAMES_WAITING)


class BoardFeed:
    """Has a board put each of its events into the mailbox, and at the end that the board has ended."""

    def __init__(self, board: Board, mailbox: Mailbox) -> None:
        self._board = board
        self._mailbox = mailbox
        self.frames = 0
        """How many frames have come."""

    def start(self) -> None:
        """Begin."""
        self._board.forward(self._receive, lambda: self._mailbox.put(BoardEnded()))

    def _receive(self, event: BoardEvent) -> None:
        self.frames += isinstance(event, Frame)
        self._mailbox.put(event)
