"""Frames of a board at which nothing happens: they take time from the player whose clock runs, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.notation.action_form import parse_action
from engine.seats import Seat
from hardware.board import LinkChanged, LinkState
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import TraceSource
from table.session.answers import Accepted
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.journal_entries import Entry, TimeUsed, TurnConfirmed
from table.session.lobby import BeginGame, ChooseOptions
from table.session.turns import Act, ConfirmTurn
from table.settings.options import ClockRule, GameOptions
from table.storage.journal import Journal, resume
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, QuietRecorder, ScriptedReader, blank_frame
from tests.table.session.sitting_down import sit_still

FIRST_TURN = ("b2-c3", "c3+b3")


class WrittenEntries(QuietRecorder):
    """Notes the entries in the journal."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def entry_written(self, entry: Entry, source: TraceSource) -> None:  # noqa: ARG002 - whatever caused it
        self.entries.append(entry)


class TimedTable:
    """Ann and Ben have placed their workers, and it is Ann's turn. Frames come every 20 ms."""

    def __init__(self, journal: Journal) -> None:
        self.written = WrittenEntries()
        self.table = TableActor(
            QuietBoard(),
            ScriptedReader(),
            PlyCountLights,
            journal,
            resume(journal),
            TableFittings(recorder=self.written),
        )
        self.table.runner.begin()
        self.table.runner.handle_event(LinkChanged(LinkState.READY))
        self.ann, self.ben = sit_still(self.table, Seat.BLUE), sit_still(self.table, Seat.ORANGE)
        self.ask(self.ann, ChooseOptions(GameOptions(clock=ClockRule(1, 2))), BeginGame())
        for phone, squares in ((self.ann, ("@b2", "@d4")), (self.ben, ("@b4", "@d2"))):
            self.ask(phone, *(Act(parse_action(each)) for each in squares), ConfirmTurn())

    def ask(self, phone: Tokens, *commands: Command) -> None:
        for command in commands:
            answer = self.table.runner.answer(phone, self.table.snapshot(phone).version, command)
            assert isinstance(answer, Accepted), answer

    def frames(self, first: int, last: int) -> None:
        for number in range(first, last + 1):
            self.table.runner.handle_event(blank_frame(number))


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[TimedTable]:
    with Journal(tmp_path) as journal:
        yield TimedTable(journal)


def test_frames_in_which_nothing_happens_leave_the_state_as_it_is(timed: TimedTable) -> None:
    before = timed.table.runner.state
    timed.frames(1, 100)
    assert timed.table.runner.state is before


def test_their_time_counts_for_the_player_who_was_to_act_then(timed: TimedTable) -> None:
    timed.frames(1, 51)
    timed.ask(timed.ann, *(Act(parse_action(step)) for step in FIRST_TURN))
    timed.frames(52, 61)
    timed.ask(timed.ann, ConfirmTurn())
    timed.frames(62, 71)
    timed.ask(timed.ben, *(Act(parse_action(step)) for step in ("b4-c4", "c4+b4")), ConfirmTurn())
    ends = [entry for entry in timed.written.entries if isinstance(entry, TimeUsed | TurnConfirmed)]
    assert ends[-4:] == [TimeUsed(Seat.BLUE, 1200), TurnConfirmed(), TimeUsed(Seat.ORANGE, 200), TurnConfirmed()]
