"""Puzzles of a table: that of the day, wrong turns and what refutes them, and the days in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import ClassVar

import pytest

from common.atomic_files import write_whole
from common.message import Message
from engine.errors import SantoriniError
from engine.notation import action_text
from opponent.process import RefutationQuestion, Refuted, ThinkingFailed, ThinkingProcess
from opponent.puzzles import Puzzle, PuzzleVerdict, parse_puzzle
from table.session.interfaces import NoPuzzleError
from table.session.snapshot import Phase
from table.storage.backup import BackupContents, back_up, restore
from table.storage.backup_file import STREAK
from table.storage.journal import Journal
from table.storage.puzzle_streak import PuzzleStreak, PuzzleStreakStore
from tests.engine.cases import line
from tests.web_ui.fake_table import SmallTable, lobby
from thera.puzzle_service import PuzzleJudge, PuzzleService, number_of

MONDAY = date(2026, 11, 23)
DAY = timedelta(days=1)
PUZZLE = parse_puzzle(f"1\t1\t{line('mortal:b2,e5', 'mortal:d2,a5', 'b2:2 b3:3 d2:2 e3:3')}\tb2-b3")


def only_one() -> tuple[Puzzle, ...]:
    return (PUZZLE,)


class Days:
    """The calendar on the wall."""

    def __init__(self) -> None:
        self.today = MONDAY


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def store(tmp_path: Path) -> PuzzleStreakStore:
    return PuzzleStreakStore(tmp_path, write_whole)


def service_at(days: Days, store: PuzzleStreakStore | None) -> PuzzleService:
    return PuzzleService(SmallTable(lobby()), PuzzleJudge(store, today=lambda: days.today, puzzles=only_one))


@pytest.fixture
def service(days: Days, store: PuzzleStreakStore) -> Iterator[PuzzleService]:
    service = service_at(days, store)
    yield service
    service._judge.close()


def solve(service: PuzzleService) -> None:
    assert service.attempt(1, ("b2-b3",)).verdict is PuzzleVerdict.WON


def test_a_wrong_turn_is_answered_with_the_win_that_it_leaves(service: PuzzleService) -> None:
    answer = service.attempt(1, ("e5-e4", "e4+d4"))
    assert (answer.verdict, answer.kept) == (PuzzleVerdict.WRONG, 0)
    assert answer.reason == Message("puzzle.wins", (("seat", "orange"), ("square", "e3")))
    assert [None if step.action is None else action_text(step.action) for step in answer.reply] == ["d2-e3"]
    assert answer.game.outcome is not None


class Lost(ThinkingProcess):
    """A process that ends over each question."""

    def refutation(self, question: RefutationQuestion) -> Refuted:
        raise ThinkingFailed(f"ended over {question.turns} turns")


def test_without_an_answer_in_time_a_wrong_turn_is_still_wrong(days: Days) -> None:
    service = PuzzleService(
        SmallTable(lobby()), PuzzleJudge(None, thinking=Lost, today=lambda: days.today, puzzles=only_one)
    )
    answer = service.attempt(1, ("e5-e4", "e4+d4"))
    assert (answer.verdict, answer.reason, answer.reply) == (PuzzleVerdict.WRONG, Message("puzzle.unclear", ()), ())
    service._judge.close()


def test_the_days_in_a_row_go_on_over_a_restart_and_begin_anew_after_a_day_without(
    service: PuzzleService, days: Days, store: PuzzleStreakStore
) -> None:
    assert (service.overview().is_solved, service.overview().days) == (False, 0)
    solve(service)
    solve(service)
    assert (service.overview().is_solved, service.overview().days) == (True, 1)
    days.today += DAY
    restarted = service_at(days, store)
    assert (restarted.overview().is_solved, restarted.overview().days) == (False, 1)
    solve(restarted)
    assert (restarted.overview().days, restarted.overview().longest) == (2, 2)
    days.today += 2 * DAY
    assert (restarted.overview().days, restarted.overview().longest) == (0, 2)
    solve(restarted)
    assert (restarted.overview().days, restarted.overview().longest) == (1, 2)
    restarted._judge.close()


def test_the_day_of_a_phone_in_another_time_zone_says_which_puzzle_is_todays(
    days: Days, store: PuzzleStreakStore
) -> None:
    puzzles = only_one() * 7
    service = PuzzleService(SmallTable(lobby()), PuzzleJudge(store, today=lambda: days.today, puzzles=lambda: puzzles))
    for away in (-DAY, 0 * DAY, DAY):
        there = service.overview(MONDAY + away)
        assert (there.day, there.today) == (MONDAY + away, number_of(MONDAY + away, 7))
    for wrong in (None, MONDAY + 2 * DAY, MONDAY - 365 * DAY):
        assert service.overview(wrong).day == MONDAY
    tomorrow = service.overview(MONDAY + DAY)
    assert not tomorrow.is_solved
    assert service.attempt(tomorrow.today, ("b2-b3",)).verdict is PuzzleVerdict.WON
    assert service.overview(MONDAY + DAY).is_solved
    assert not service.overview(MONDAY).is_solved
    service._judge.close()


def test_a_clock_that_was_wrong_costs_one_streak_and_a_time_zone_none() -> None:
    streak = PuzzleStreak().solved(MONDAY).solved(MONDAY + DAY)
    assert streak.solved(MONDAY) == streak
    assert streak.solved(MONDAY - 400 * DAY) == PuzzleStreak(MONDAY - 400 * DAY, 1, 2)


def test_a_streak_that_cannot_be_read_begins_anew_and_one_that_cannot_be_written_refuses_nobody(
    service: PuzzleService, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / STREAK).write_text("{")
    assert service.overview().days == 0
    (tmp_path / STREAK).unlink()
    (tmp_path / f"{STREAK}.new").mkdir()
    solve(service)
    assert service.overview().days == 0
    assert "was not stored" in caplog.text


def test_a_backup_has_the_streak(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Journal(folder):
        pass
    store = PuzzleStreakStore(folder, write_whole)
    store.save(PuzzleStreak(MONDAY, 3, 5))
    data = BackupContents(folder)
    back_up(data, tmp_path / "backup")
    store.save(PuzzleStreak())
    restore(tmp_path / "backup", data)
    assert store.load() == PuzzleStreak(MONDAY, 3, 5)


class Noting(ThinkingProcess):
    """A process that finds nothing, and notes how long it may look."""

    seconds: ClassVar[list[float | None]] = []

    def refutation(self, question: RefutationQuestion) -> Refuted:
        self.seconds.append(question.allowance.seconds)
        raise ThinkingFailed("nothing")


def test_while_somebody_plays_puzzles_are_judged_with_less_thought(days: Days) -> None:
    table = SmallTable(lobby())
    service = PuzzleService(table, PuzzleJudge(None, thinking=Noting, today=lambda: days.today, puzzles=only_one))
    for phase in (Phase.LOBBY, Phase.PLAYING):
        table.show(replace(lobby(), phase=phase))
        assert service.attempt(1, ("e5-e4", "e4+d4")).verdict is PuzzleVerdict.WRONG
        solve(service)
        assert len(service.solution(1)) > 1
    idle, playing = Noting.seconds
    assert idle is not None
    assert playing is not None
    assert playing < idle
    service._judge.close()


def test_what_is_no_puzzle_and_no_step_is_refused(service: PuzzleService) -> None:
    for number in (0, 2):
        with pytest.raises(NoPuzzleError):
            service.attempt(number, ())
    for steps in (("b2-e5",), ("nothing",), ("b2-b3", "b3+b2")):
        with pytest.raises(SantoriniError):
            service.attempt(1, steps)


def test_each_puzzle_is_that_of_the_day_once_before_one_comes_again() -> None:
    assert {number_of(MONDAY + number * DAY, 12) for number in range(12)} == set(range(1, 13))
    assert number_of(MONDAY, 1) == 1
