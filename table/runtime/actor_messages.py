"""What lands in the inbox of the table's thread, besides frames."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from calibration.open_procedure import ProcedureReport
from hardware.board import ButtonPressed, LinkChanged
from table.runtime.trace_events import FieldsMeasured, TraceEvent
from table.session.callers import Caller
from table.session.commands import Command
from table.session.journal_entries import Entry
from table.session.table_api import Answer, Tokens


@dataclass(frozen=True, slots=True)
class Submitted:
    """A phone asks the table to carry out a command; ``caller`` is whoever has it."""

    tokens: Tokens
    version: int
    command: Command
    caller: Caller
    answer: Future[Answer]


@dataclass(frozen=True, slots=True)
class Listening:
    """A phone begins or ends to listen."""

    tokens: Tokens
    joined: bool


@dataclass(frozen=True, slots=True)
class ToldAgain:
    """What a phone or the workshop brought about when a trace was recorded happens again."""

    what: Entry | TraceEvent | FieldsMeasured


@dataclass(frozen=True, slots=True)
class Reported:
    """Something that the workshop had to wait for is done."""

    report: ProcedureReport


@dataclass(frozen=True, slots=True)
class SignAsked:
    """Somebody wants to know whether the table's thread goes on: it is to call this."""

    give: Callable[[], None]


class Stop:
    """The last letter."""


class BoardEnded:
    """No more events will come from the board."""


Letter = Submitted | Listening | ToldAgain | Reported | SignAsked | ButtonPressed | LinkChanged | BoardEnded | Stop
