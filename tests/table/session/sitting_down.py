"""Sitting down at a running table, at the table itself: nothing more has to be shown."""

from __future__ import annotations

from engine import Seat
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted, Answer, Caller
from table.session.interfaces import Tokens
from table.session.seating import ClaimSeat

NOBODY: Tokens = frozenset()
PATIENCE = 20.0
AT_THE_TABLE = Caller(hands=True)


def sit(table: TableActor, seat: Seat, name: str = "P") -> Tokens:
    """Take a free seat; the token of it."""
    return _sat(table.submit(NOBODY, table.snapshot(NOBODY).version, ClaimSeat(seat, name), AT_THE_TABLE))


def sit_still(table: TableActor, seat: Seat, name: str = "P") -> Tokens:
    """The same at a table that was not started: all happens in the test's own thread."""
    return _sat(table.runner.answer(NOBODY, table.snapshot(NOBODY).version, ClaimSeat(seat, name), AT_THE_TABLE))


def _sat(answer: Answer) -> Tokens:
    assert isinstance(answer, Accepted), answer
    return frozenset({answer.token or ""})
