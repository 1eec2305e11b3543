"""What a table tells whoever keeps a trace of it: all that came from the board, and what came of it, in order."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hardware.board import BoardEvent
from hardware.field_model import Measured
from table.session.journal_entries import Entry, SeatHandedOver, SeatTaken
from table.session.session_events import CommandReceived, EntryReplayed, GameSaved, TableEvent

log = logging.getLogger(__name__)


class TraceSource(StrEnum):
    """Who brought something about: hands and buttons at the board, or a phone."""

    BOARD = "board"
    PHONE = "phone"


def source_of(event: TableEvent, entry: Entry) -> TraceSource:
    """Who brought an entry about. A seat is asked for on a phone, also where hands prove who asks: claims are in no
    trace, so that its frames and presses alone do not bring it about again. Nor do they keep games."""
    by_phone = isinstance(event, CommandReceived | EntryReplayed | GameSaved) or isinstance(
        entry, SeatTaken | SeatHandedOver
    )
    return TraceSource.PHONE if by_phone else TraceSource.BOARD


class TraceEvent(StrEnum):
    """What a phone brings about that is about the reading of the board alone, and no entry: the pieces stand as the
    game has them, whatever is read; or the board comes back from the workshop and is read from nothing."""

    TRUSTED = "trusted"
    RENEWED = "renewed"


@dataclass(frozen=True, slots=True)
class FieldsMeasured:
    """A calibration has measured these fields under a worker, by which the board is read from then on."""

    fields: Measured


class Replayable(Protocol):
    """A table at which what a trace tells can happen again (`table.runtime.table_actor.TableActor`)."""

    def trust(self) -> None:
        """A phone said that the pieces stand as the game has them."""

    def renew(self) -> None:
        """The board comes back from the workshop."""

    def read_by(self, fields: Measured) -> None:
        """These fields under a worker were measured."""

    def replay_entry(self, entry: Entry) -> None:
        """A phone brought this about; raises ValueError if it cannot be done."""


def replay_item(table: Replayable, what: Entry | TraceEvent | FieldsMeasured) -> None:
    """Let happen at a table what a phone or the workshop brought about when a trace of one was recorded. What cannot be
    done is only logged: the trace is looked at, and goes on."""
    try:
        match what:
            case TraceEvent.TRUSTED:
                table.trust()
            case TraceEvent.RENEWED:
                table.renew()
            case FieldsMeasured(fields):
                table.read_by(fields)
            case _:
                table.replay_entry(what)
    except ValueError as error:  # the engine's errors are among these
        log.warning("what a phone did then cannot be done now: %s", error)


class Recorder(Protocol):
    """Keeps a trace. All calls come from the table's thread, in the order in which things happen there."""

    def event_received(self, event: BoardEvent) -> None:
        """The table is about to deal with this event of its board."""

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """This entry is in the journal."""

    def trusted(self) -> None:
        """A phone said that the pieces stand as the game has them, whatever is read."""

    def renewed(self) -> None:
        """The board comes back from the workshop."""

    def measured(self, fields: Measured) -> None:
        """A calibration has measured these fields under a worker."""


class NoRecorder:
    """Keeps nothing."""

    def event_received(self, event: BoardEvent) -> None:
        """Forget it."""

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Forget it."""

    def trusted(self) -> None:
        """Forget it."""

    def renewed(self) -> None:
        """Forget it."""

    def measured(self, fields: Measured) -> None:
        """Forget them."""
