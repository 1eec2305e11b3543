"""What a table reports to the recorder of a trace: all events of the board, and what came of them, in order."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hardware.board import BoardEvent
from hardware.field_model import Measured
from table.session.journal_entries import BoardChanged, Entry, SeatHandedOver, SeatTaken
from table.session.session_events import (
    CommandReceived,
    EntryReplayed,
    GameSaved,
    MatchNews,
    TableActs,
    TableEvent,
    TurnDecided,
)

log = logging.getLogger(__name__)


class TraceSource(StrEnum):
    """What caused an entry: hands and buttons at the board, or a phone, or the table that plays for a seat."""

    BOARD = "board"
    PHONE = "phone"


def source_of(event: TableEvent, entry: Entry) -> TraceSource:
    """What caused an entry. A seat taken counts as a phone's doing even where a sign at the board proved the claim:
    claims are in no trace, so its frames and presses alone would not cause the entry again. Nor would they save
    games, change the board, or think for a seat: what the table does for one is done again as if a phone did it, and
    so is what other tables do."""
    by_phone = isinstance(
        event, CommandReceived | EntryReplayed | GameSaved | TurnDecided | TableActs | MatchNews
    ) or isinstance(entry, SeatTaken | SeatHandedOver | BoardChanged)
    return TraceSource.PHONE if by_phone else TraceSource.BOARD


class TraceEvent(StrEnum):
    """What a phone does that concerns the reading of the board alone and has no entry: ``TRUSTED``, the workers stand
    as the game has them, whatever is read; ``RENEWED``, the board comes back from the workshop and is read from
    nothing."""

    TRUSTED = "trusted"
    RENEWED = "renewed"


@dataclass(frozen=True, slots=True)
class FieldsMeasured:
    """A calibration measured these fields under a worker; the board is read by them from then on."""

    fields: Measured


class Replayable(Protocol):
    """A table that can do again what a trace holds (`table.runtime.session_runner.SessionRunner`)."""

    def trust(self) -> None:
        """A phone said that the pieces stand as the game has them."""

    def renew(self) -> None:
        """The board comes back from the workshop."""

    def read_by(self, fields: Measured) -> None:
        """These fields under a worker were measured."""

    def replay_entry(self, entry: Entry) -> None:
        """A phone caused this entry; raises ValueError if it cannot be done."""


def replay_item(table: Replayable, item: Entry | TraceEvent | FieldsMeasured) -> None:
    """Do again at a table what a phone or the workshop did when a trace was recorded. What cannot be done is only
    logged: the trace is shown, and goes on."""
    try:
        match item:
            case TraceEvent.TRUSTED:
                table.trust()
            case TraceEvent.RENEWED:
                table.renew()
            case FieldsMeasured(fields):
                table.read_by(fields)
            case _:
                table.replay_entry(item)
    except ValueError as error:  # the engine's errors are among these
        log.warning("what a phone did then cannot be done now: %s", error)


class Recorder(Protocol):
    """Records a trace. All calls come from the table's thread, in the order in which things happen there."""

    def event_received(self, event: BoardEvent) -> None:
        """The table is about to handle this event of its board."""

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """This entry is in the journal."""

    def trusted(self) -> None:
        """A phone said that the pieces stand as the game has them, whatever is read."""

    def renewed(self) -> None:
        """The board comes back from the workshop."""

    def measured(self, fields: Measured) -> None:
        """A calibration has measured these fields under a worker."""
