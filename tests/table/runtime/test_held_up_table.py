"""A table whose thread is held up, as by a card that writes slowly: what hands did meanwhile is read afterwards."""

from __future__ import annotations

import pytest

from hardware.board import Frame
from hardware.hand_actions import Lift, Put, Tap
from table.runtime.table_actor import Mailbox
from table.session.turns import ConfirmTurn
from tests.table.runtime.virtual_table import VirtualTable

HELD_UP_MS = 700
B3, C3 = 11, 12
MOVES = "blue-1"
PLACED = {MOVES: 6, "blue-2": 18, "orange-1": 8, "orange-2": 16}


def held_up(table: VirtualTable, ms: int) -> None:
    """So much time of the board passes before the table handles anything of it."""
    mailbox, until = Mailbox(), table.device.now + ms
    while table.device.now < until:
        event = next(table._events)
        assert isinstance(event, Frame)
        mailbox.put(event)
    for message in mailbox.drain():
        assert isinstance(message, Frame)
        table.table.runner.handle_event(message)


@pytest.mark.parametrize("later", range(0, 1000, 100))
def test_a_touch_while_the_table_is_held_up_builds(later: int) -> None:
    table = VirtualTable(seed=later, moves_pieces=False)
    table.begin()
    for piece, square in PLACED.items():
        table.hands(Lift(piece), Put(piece, square))
        if table.saved.confirming is not None:
            table.does(ConfirmTurn())
    table.hands(Lift(MOVES), Put(MOVES, B3))
    table.device.enqueue(Tap(MOVES, C3))
    table.rest(later + 20)
    held_up(table, HELD_UP_MS)
    while not table.device.idle:
        table.rest(20)
    table.rest(600)
    assert table.saved.confirming is not None, table.seen.board.message
    assert table.seen.game is not None
    assert table.seen.game.levels[C3] == 1
