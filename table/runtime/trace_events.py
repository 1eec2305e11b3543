"""Reports to the recorder of a trace: all events of the board and their results, in order."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hardware.board import BoardEvent
from hardware.field_model import Measured
from table.session.journal_entries import Entry
from table.session.session_events import TableEvent

log = logging.getLogger(__name__)


class TraceSource(StrEnum):
    """What caused an entry: hands and buttons at the board, a phone, or the table that plays for a seat."""

    BOARD = "board"
    PHONE = "phone"


def source_of(event: TableEvent, entry: Entry) -> TraceSource:
    """Return the cause of an entry. A phone counts as the cause of a seat taken even if a sign at the board proved the
    claim: claims are in no trace, so its frames and presses alone would not cause the entry again. Nor would they save
    games, change the board, or think for a seat: a replay repeats what the table and other tables do as if a phone did
    it."""
    return TraceSource.PHONE if event.by_phone or entry.by_phone else TraceSource.BOARD


class TraceEvent(StrEnum):
    """An act of a phone that concerns the reading of the board alone and has no entry. ``TRUSTED``: the workers stand
    as in the game, whatever the reading. ``RENEWED``: the board comes back from the workshop, and reading starts
    over."""

    TRUSTED = "trusted"
    RENEWED = "renewed"


@dataclass(frozen=True, slots=True)
class FieldsMeasured:
    """A calibration measured these fields under a worker; the reading uses them from then on."""

    fields: Measured


class Replayable(Protocol):
    """A table that can repeat what a trace holds (`table.runtime.session_runner.SessionRunner`)."""

    def trust(self) -> None:
        """Take in that a phone said that the pieces stand as in the game."""

    def renew(self) -> None:
        """Start reading over: the board comes back from the workshop."""

    def read_by(self, fields: Measured) -> None:
        """Use these fields under a worker, which were measured."""

    def replay_entry(self, entry: Entry) -> None:
        """Repeat this entry, which a phone caused; raises ValueError if it cannot be done."""


def replay_item(table: Replayable, item: Entry | TraceEvent | FieldsMeasured) -> None:
    """Repeat at a table what a phone or the workshop did when a trace was recorded. What cannot be done is only logged:
    the trace is shown, and goes on."""
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
        """Record an event of the board that the table is about to handle."""

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Record an entry that is in the journal."""

    def trusted(self) -> None:
        """Record that a phone said that the pieces stand as in the game, whatever the reading."""

    def renewed(self) -> None:
        """Record that the board comes back from the workshop."""

    def measured(self, fields: Measured) -> None:
        """Record the fields under a worker that a calibration has measured."""
