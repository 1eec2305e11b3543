"""One line says how the table stands, with the names of those who sit there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from calibration.procedure_view import Task, WorkshopView
from common.message import Message
from engine import Seat
from engine.notation.action_form import parse_action
from hardware.board import LinkState
from table.runtime.table_actor import TableActor
from table.session.commands import Act, BeginGame
from table.session.snapshot import Phase, Snapshot
from table.session.table_api import Accepted
from table.storage.journal import Journal
from table.storage.startup import resume
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader
from tests.table.session.sitting_down import sit
from thera.service.status_line import status_line

NOBODY = frozenset[str]()
OUTSIDE = "no board found yet; no pages open"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Snapshot]]:
    """The table as everybody sees it: empty, with two who sit there, with a worker to place, and so on."""
    folder, board = tmp_path_factory.mktemp("evening"), QuietBoard()
    journal = Journal(folder)
    table = TableActor(board, ScriptedReader(), PlyCountLights, journal, resume(journal, new_table=False))
    table.start()
    seen = [table.snapshot(NOBODY)]
    ann = sit(table, Seat.BLUE, "Ann")
    sit(table, Seat.ORANGE, "Bo")
    seen.append(table.snapshot(NOBODY))
    for command in (BeginGame(), Act(parse_action("@b2")), Act(parse_action("@b4"))):
        assert isinstance(table.submit(ann, table.snapshot(NOBODY).version, command), Accepted)
        seen.append(table.snapshot(NOBODY))
    yield seen
    table.close()


def test_it_says_whose_turn_it_is(evening: list[Snapshot]) -> None:
    empty, sitting, begun, *_, confirming = evening
    assert status_line(empty, 0) == f"nobody at the table; {OUTSIDE}"
    assert status_line(sitting, 1) == "Ann and Bo at the table, no game yet; no board found yet; 1 page open"
    assert status_line(begun, 2) == "Ann's turn, Bo waits; no board found yet; 2 pages open"
    assert status_line(confirming, 0) == f"Ann's turn, Bo waits; {OUTSIDE}"


def test_it_says_when_the_game_is_over_and_when_the_workshop_is_open(evening: list[Snapshot]) -> None:
    begun = evening[2]
    assert status_line(replace(begun, phase=Phase.OVER), 0) == f"the game of Ann and Bo is over; {OUTSIDE}"
    assert status_line(replace(evening[1], phase=Phase.DRAFT), 0) == f"Ann and Bo choose powers; {OUTSIDE}"
    workshop = WorkshopView(Task.MONITOR, "look", Message("monitor.look"))
    assert status_line(replace(begun, workshop=workshop), 0) == f"the board is in the workshop; {OUTSIDE}"


@pytest.mark.parametrize("link", LinkState)
def test_it_says_how_the_board_stands(evening: list[Snapshot], link: LinkState) -> None:
    seen = replace(evening[0], board=replace(evening[0].board, link=link.value))
    assert "; board " in status_line(seen, 0) or link is LinkState.SEARCH
