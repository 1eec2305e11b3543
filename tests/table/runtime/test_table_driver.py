"""A table is the same whoever gives it its turns: a thread, or whoever waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import Seat
from engine.notation.action_form import parse_action
from engine.squares import square_name
from hardware.board import ALL_DARK, BoardEvent, LinkChanged, LinkState
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor, TableMessage
from table.runtime.table_driver import PumpedDriver
from table.session.answers import Accepted, Answer, Refusal, Refused, Stale
from table.session.at_board import StepsRead
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.lobby import BeginGame
from table.session.snapshot import Phase
from table.session.turns import Act, ConfirmTurn
from table.storage.journal import Journal, resume
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader, blank_frame
from tests.table.session.sitting_down import sit

NOBODY = frozenset[str]()


class SilentBoard(QuietBoard):
    """A board that has no thread."""

    def forward(self, receive: Callable[[BoardEvent], None], ended: Callable[[], None]) -> None: ...


class PumpedTable:
    """A table without a thread of its own; ``now`` is its time in seconds."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self.board, self.reader = SilentBoard(), ScriptedReader()
        self.driver = PumpedDriver[TableMessage](lambda: self.now)
        journal = Journal(folder)
        self.table = TableActor(
            self.board,
            self.reader,
            PlyCountLights,
            journal,
            resume(journal),
            TableFittings(clock=lambda: self.now),
            driver=self.driver,
        )
        self.ended = 0
        self.table.start(self._count_end)

    def _count_end(self) -> None:
        self.ended += 1

    def ask(self, tokens: Tokens, command: Command) -> Answer:
        return self.table.submit(tokens, self.table.snapshot(NOBODY).version, command)


@pytest.fixture
def pumped(tmp_path: Path) -> Iterator[PumpedTable]:
    before = threading.active_count()
    made = PumpedTable(tmp_path)
    yield made
    made.table.close()
    assert threading.active_count() == before, "no thread was begun"


def test_commands_are_answered_without_a_thread(pumped: PumpedTable) -> None:
    blue = sit(pumped.table, Seat.BLUE, "Ann") | sit(pumped.table, Seat.ORANGE, "Bo")
    for command in (BeginGame(), Act(parse_action("@b2")), Act(parse_action("@d4")), ConfirmTurn()):
        assert isinstance(pumped.ask(blue, command), Accepted), command
    seen = pumped.table.snapshot(NOBODY).game
    assert seen is not None
    assert {worker.seat for worker in seen.workers} == {Seat.BLUE}
    assert pumped.table.snapshot(blue).prompt is not None, "the next player is asked"
    assert isinstance(pumped.table.submit(blue, 0, ConfirmTurn()), Stale)


def test_what_the_board_sends_is_dealt_with_when_the_table_is_pumped(pumped: PumpedTable) -> None:
    blue = sit(pumped.table, Seat.BLUE, "Ann") | sit(pumped.table, Seat.ORANGE, "Bo")
    pumped.ask(blue, BeginGame())
    pumped.reader.told[7] = (StepsRead((parse_action("@b4"),)),)
    pumped.table.board_feed._receive(LinkChanged(LinkState.READY))
    pumped.table.board_feed._receive(blank_frame(7))
    assert not pumped.reader.fed
    pumped.driver.pump()
    seen = pumped.table.snapshot(NOBODY).game
    assert seen is not None
    assert [(worker.seat, square_name(worker.square)) for worker in seen.workers] == [(Seat.BLUE, "b4")]


def test_what_is_due_happens_at_its_time_without_a_message(pumped: PumpedTable) -> None:
    pumped.table.board_feed._receive(LinkChanged(LinkState.READY))
    pumped.driver.pump()
    shown = len(pumped.board.shown)
    pumped.driver.pump()
    assert len(pumped.board.shown) == shown, "nothing is due yet"
    for _ in range(200):
        pumped.now += 0.05
        pumped.driver.pump()
    assert len(pumped.board.shown) > shown + 10, "the lights that greet a board have moved"
    assert pumped.table.snapshot(NOBODY).phase is Phase.LOBBY


def test_a_table_that_closes_is_dark_refuses_and_says_so_once(pumped: PumpedTable) -> None:
    pumped.table.close()
    assert pumped.board.shown[-1] == ALL_DARK
    assert pumped.board.closed
    assert pumped.table.closed
    answer = pumped.ask(NOBODY, BeginGame())
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.CLOSING.value
    pumped.driver.pump()
    pumped.table.close()
    assert pumped.ended == 1


def test_who_waits_for_a_table_that_was_never_started_is_told(tmp_path: Path) -> None:
    driver = PumpedDriver[TableMessage]()
    with Journal(tmp_path) as journal:
        table = TableActor(QuietBoard(), ScriptedReader(), PlyCountLights, journal, resume(journal), driver=driver)
        with pytest.raises(RuntimeError, match="does not answer"):
            table.submit(NOBODY, 0, BeginGame())


def test_a_fault_of_the_table_reaches_whoever_pumps(pumped: PumpedTable) -> None:
    def fault() -> None:
        raise ValueError("a fault")

    pumped.table.call_soon(fault)
    with pytest.raises(ValueError, match="a fault"):
        pumped.driver.pump()
    assert pumped.table.failure is not None
    assert pumped.ended == 1
