"""What thinks for the table's seats is killed, starved or stopped in the middle of a game: the game goes on, and the
table answers all the while."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import Build, Move, Seat
from hardware.board import LinkChanged, LinkState
from opponent.budget import Allowance
from opponent.levels import Level, LevelName
from opponent.process import Question
from table.runtime import seat_thinker
from table.runtime.seat_thinker import ProcessAnswers, SeatThinker
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import Mailbox, TableActor
from table.session.answers import Accepted
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.journal_entries import replay
from table.session.lobby import BeginGame, LetTablePlay
from table.session.snapshot import Snapshot
from table.session.turns import Act, AskTakeback, ConfirmTurn
from table.storage.journal import Journal, resume
from table.view.led_patterns import lights_of
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.table.runtime.watched_table import FollowingBoard
from tests.table.session.sitting_down import sit

PATIENCE = 60.0
AN_HOUR = 3600.0
BLUE, ORANGE = Seat.BLUE, Seat.ORANGE
THINKING = "table's seat"


class ThinkingTable:
    """A running table; a person on blue has moved, and a process thinks about orange's first turn for an hour."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal(folder)
        self.folder = folder
        board = QuietBoard()
        self.answers = ProcessAnswers()
        mailbox = Mailbox()
        thinker = SeatThinker(self.answers, pace=0.0, wake=mailbox.wake)
        self.table = TableActor(
            board,
            ScriptedReader(),
            lights_of,
            self.journal,
            resume(self.journal),
            TableFittings(thinker=thinker, fitted=FollowingBoard()),
            mailbox=mailbox,
        )
        self.table.start()
        board.coming.put(LinkChanged(LinkState.READY))
        self.tokens: Tokens = sit(self.table, BLUE)
        self.does(LetTablePlay(ORANGE, LevelName.CHILD), BeginGame())
        for kinds in ((), (Move, Build)):
            while (seen := self.seen).prompt is not None and seen.prompt.seat is BLUE:
                assert seen.game is not None
                step = next(each for each in seen.game.options if not kinds or isinstance(each, kinds))
                self.does(Act(step))
            self.does(ConfirmTurn())
            if not kinds:
                self.until(lambda seen: seen.prompt is not None and seen.prompt.seat is BLUE)
        self.until(lambda seen: seen.table_turn is not None and seen.table_turn.thinks)

    @property
    def seen(self) -> Snapshot:
        return self.table.snapshot(self.tokens)

    @property
    def process(self) -> int:
        number = self.answers.process_id
        assert number is not None
        return number

    def does(self, *commands: Command) -> None:
        for command in commands:
            answer = self.table.submit(self.tokens, self.seen.version, command)
            assert isinstance(answer, Accepted), (command, answer)

    def until(self, is_so: Callable[[Snapshot], bool]) -> Snapshot:
        seen = self.seen
        while not is_so(seen):
            newer = self.table.wait(self.tokens, seen.version, PATIENCE)
            assert newer is not None, seen.table_turn
            seen = newer
        return seen

    def goes_on(self) -> None:
        """Orange has moved and built, and it is blue's turn again."""
        seen = self.until(lambda seen: seen.prompt is not None and seen.prompt.seat is BLUE)
        assert seen.game is not None
        assert sum(seen.game.levels) == 2

    def beats(self) -> None:
        """The table's thread is at work, as the watchdog asks it."""
        beat = threading.Event()
        self.table.call_soon(beat.set)
        assert beat.wait(PATIENCE)


@pytest.fixture
def thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThinkingTable]:
    def long(_level: Level, question: Question) -> Question:
        return replace(question, allowance=Allowance(seconds=AN_HOUR))

    monkeypatch.setattr(seat_thinker, "question_for", long)
    made = ThinkingTable(tmp_path)
    yield made
    made.table.close()
    assert made.table.wait_closed(PATIENCE)


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_killed_by_the_system_it_is_started_anew_and_the_game_goes_on(thinking: ThinkingTable) -> None:
    first = thinking.process
    os.kill(first, signal.SIGKILL)
    thinking.goes_on()
    assert thinking.process != first
    thinking.table.close()
    with Journal(thinking.folder) as journal:
        assert replay(journal.entries).game == thinking.table.runner.state.saved.game


def test_out_of_memory_it_is_started_anew_and_the_game_goes_on(
    thinking: ThinkingTable, capfd: pytest.CaptureFixture[str]
) -> None:
    first = thinking.process
    resource.prlimit(first, resource.RLIMIT_DATA, (1 << 20, resource.prlimit(first, resource.RLIMIT_DATA)[1]))
    thinking.goes_on()
    assert thinking.process != first
    assert "Traceback" not in capfd.readouterr().err


def test_a_process_that_hangs_disturbs_nobody_and_is_replaced(
    thinking: ThinkingTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = thinking.process
    os.kill(hanging, signal.SIGSTOP)
    thinking.beats()
    thinking.does(AskTakeback())
    monkeypatch.setattr(
        seat_thinker, "question_for", lambda _, question: replace(question, allowance=Allowance(seconds=0.1))
    )
    monkeypatch.setattr(seat_thinker, "LATE", 0.1)
    while (prompt := thinking.seen.prompt) is not None and prompt.seat is BLUE:
        seen = thinking.seen.game
        assert seen is not None
        thinking.does(Act(seen.options[0]))
    thinking.does(ConfirmTurn())
    thinking.goes_on()
    assert not is_alive(hanging)


def test_stopping_the_table_while_it_thinks_ends_at_once_and_leaves_nothing(thinking: ThinkingTable) -> None:
    process = thinking.process
    waiting = [each for each in threading.enumerate() if each.name == THINKING]
    assert waiting
    thinking.table.close()
    assert not is_alive(process)
    for each in waiting:
        each.join(PATIENCE)
        assert not each.is_alive()
