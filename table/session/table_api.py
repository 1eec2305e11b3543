"""The interface between the web page and the table: snapshots out, commands in."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from calibration.procedure_view import LiveReadings
from common.message import Message
from engine.seats import Seat
from table.session.callers import UNKNOWN_CALLER, Caller
from table.session.commands import Command
from table.session.snapshot import Snapshot

Tokens = frozenset[str]
"""The seat tokens that one phone holds; empty for a spectator."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command was carried out and is durable; ``version`` is the table's now, ``token`` new for a claimed seat."""

    version: int
    seat: Seat | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Stale:
    """The command was based on an older state; ``version`` is the table's now."""

    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The command is not allowed; ``forbidden`` if another phone might give it (not its seat, not the host)."""

    message: Message
    forbidden: bool = False


Answer = Accepted | Stale | Refused


class TableApi(Protocol):
    """A running table as the page uses it. Every method may be called from any thread."""

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """The table as the phone with these seat tokens may see it."""

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""

    @property
    def readings(self) -> LiveReadings:
        """The present readings of the board, while a phone shows them in the workshop."""

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """The first readings with a version other than ``version``; None after ``timeout`` seconds or at the end."""

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Ask the table to carry out a command of this caller; returns when it is durable or refused."""

    def listening(self, tokens: Tokens) -> AbstractContextManager[None]:
        """Marks the phone's seats as connected while the context is open."""

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down; streams end then."""
