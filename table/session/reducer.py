"""The session's reducer: a pure function from a state and an event to the outcome.

It uses no clock, thread, random number or device, so that recorded events replay to the same game. The runner that
calls it (`table.runtime.session_runner`) writes its entries to the journal before it publishes the new state.

Each event carries its own handling, in the module of its subject. This module only dispatches: while a puzzle is on the
board, some events belong to it.
"""

from __future__ import annotations

from table.session.puzzle_play import play_puzzle
from table.session.session_events import EventOutcome, TableEvent
from table.session.table_state import TableState


def handle(state: TableState, event: TableEvent) -> EventOutcome:
    """Return the outcome of an event; raises as `TableEvent.handle` does."""
    if state.puzzle is not None and event.belongs_to_puzzle:
        return play_puzzle(state, state.puzzle, event)
    return event.handle(state)
