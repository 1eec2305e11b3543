"""The door between the web page and the table: snapshots out, commands in. The page knows the table by this alone."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from calibration.procedure_view import LiveReadings
from common.message import Message
from engine.seats import Seat
from table.session.callers import SOMEBODY, Caller
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
    """The phone spoke about an older state; ``version`` is the table's now."""

    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The command is not allowed; ``forbidden`` if it is not for this phone to ask (not its seat, not the host)."""

    message: Message
    forbidden: bool = False


Answer = Accepted | Stale | Refused


class TableApi(Protocol):
    """What a running table offers to the page. Every call is safe from any thread."""

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """The table as the phone with these seat tokens may see it."""

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""

    @property
    def readings(self) -> LiveReadings:
        """What the board measures now, if somebody looks at it in the workshop."""

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """The first readings with a version other than ``version``; None after ``timeout`` seconds or at the end."""

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = SOMEBODY) -> Answer:
        """Ask the table to carry out a command of this caller; returns when it is durable or refused."""

    def listening(self, tokens: Tokens) -> AbstractContextManager[None]:
        """Marks the phone's seats as connected while the context is open."""

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down; streams end then."""
