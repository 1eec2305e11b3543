"""Sitting down at a running table: a seat is asked for on a phone, and the button on the rim proves who asks."""

from __future__ import annotations

from collections.abc import Callable

from engine import Seat
from hardware.board import Button, ButtonPressed
from table.commands import ClaimSeat
from table.door import Accepted, Tokens
from table.runtime import Table
from tests.table.quiet_board import QuietBoard

NOBODY: Tokens = frozenset()
PATIENCE = 20.0
DONE = ButtonPressed(0, Button.DONE)


def sit(table: Table, press: Callable[[], None], seat: Seat, name: str) -> Tokens:
    """Take a free seat; the token of it. ``press`` presses the button."""
    answer = table.submit(NOBODY, table.snapshot(NOBODY).version, ClaimSeat(seat, name))
    assert isinstance(answer, Accepted), answer
    tokens = frozenset({answer.token or ""})
    press()
    version = -1
    while True:
        seen = table.wait(tokens, version, PATIENCE)
        assert seen is not None, f"nobody sits on {seat}"
        if seat in seen.seats_held:
            return tokens
        version = seen.version


def sit_at(table: Table, board: QuietBoard, seat: Seat, name: str = "P") -> Tokens:
    """The same at a table that was started over such a board."""
    return sit(table, lambda: board.coming.put(DONE), seat, name)


def sit_still(table: Table, seat: Seat, name: str = "P") -> Tokens:
    """The same at a table that was not started: all happens in the test's own thread."""
    answer = table.answer(NOBODY, table.snapshot(NOBODY).version, ClaimSeat(seat, name))
    assert isinstance(answer, Accepted), answer
    table.deal_with(DONE)
    return frozenset({answer.token or ""})
