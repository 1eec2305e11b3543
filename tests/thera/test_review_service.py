"""Reviews in the background: computed once, kept, stopped while somebody plays, and begun again after a kill."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from common.atomic_files import write_whole
from engine import Seat
from opponent.budget import Allowance
from opponent.process import Advice, Question, StandingQuestion, ThinkingProcess
from opponent.standing import Standing
from table.session.saved_state import EndedGame
from table.storage.game_archive import GameArchive, NoGameError
from table.storage.game_review import ReviewProgress, StoredReview, TooManyReviews
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.web_ui.fake_table import SmallTable, lobby, playing
from thera.review_service import MOST_WAITING, ReviewService

FEW = Allowance(nodes=3, seconds=5.0)
PATIENCE = 60.0


class HastyProcess(ThinkingProcess):
    """Thinks with few nodes, and says when it is asked."""

    def __init__(self, asked: threading.Semaphore) -> None:
        super().__init__()
        self._heard = asked

    def think(self, question: Question, stop: object = None) -> Advice:  # noqa: ARG002 - nobody stops it here
        return super().think(replace(question, allowance=FEW))

    def standing(self, question: StandingQuestion, stop: object = None) -> Standing:  # noqa: ARG002 - as above
        self._heard.release()
        return super().standing(replace(question, allowance=FEW))


@pytest.fixture
def games(tmp_path: Path) -> GameArchive:
    games = GameArchive(tmp_path / "games", write_whole, lambda: NOW)
    games.save(EndedGame(NAME, played(steps=16), ANN_AND_BEN), just_now=True)
    return games


class Reviewing:
    """A service with its table and its processes."""

    def __init__(self, games: GameArchive) -> None:
        self.table = SmallTable(lobby((Seat.BLUE, "Ann")))
        self.asked = threading.Semaphore(0)
        self.processes: list[HastyProcess] = []
        self.service = ReviewService(self.table, games, self._process)
        self.games = games

    def _process(self) -> ThinkingProcess:
        self.processes.append(HastyProcess(self.asked))
        return self.processes[-1]

    def until_reviewed(self, name: str = NAME) -> StoredReview:
        for _ in range(int(PATIENCE * 50)):
            found = self.service.review_of(name)
            if isinstance(found, StoredReview):
                return found
            assert not found.failed
            self.asked.acquire(timeout=0.02)
        raise AssertionError("no review came")

    def until_paused(self) -> ReviewProgress:
        for _ in range(int(PATIENCE * 50)):
            found = self.service.review_of(NAME)
            assert isinstance(found, ReviewProgress)
            if found.paused:
                return found
            self.asked.acquire(timeout=0.02)
        raise AssertionError("the review did not pause")


@contextmanager
def reviewing(games: GameArchive) -> Iterator[Reviewing]:
    parts = Reviewing(games)
    try:
        parts.service.start()
        yield parts
    finally:
        parts.table.close()
        parts.service.close()
        assert all(process.process_id is None for process in parts.processes)


def test_the_last_game_is_reviewed_and_its_review_is_there_after_a_restart(games: GameArchive, tmp_path: Path) -> None:
    with reviewing(games) as parts:
        found = parts.until_reviewed()
    assert [turn.turn for turn in found.turns] == list(range(1, len(found.turns) + 1))
    again = GameArchive(tmp_path / "games", write_whole)
    with reviewing(again) as parts:
        assert parts.service.review_of(NAME) == found
        assert parts.processes == [], "nothing is computed twice"


def test_a_review_waits_while_somebody_plays_and_goes_on_after_that(games: GameArchive) -> None:
    parts = Reviewing(games)
    parts.table.show(playing())
    try:
        parts.service.start()
        assert parts.until_paused().done == 0
        assert parts.processes == [], "no process is there while somebody plays"
        parts.table.show(lobby((Seat.BLUE, "Ann")))
        assert parts.asked.acquire(timeout=PATIENCE)
        parts.table.show(playing())
        paused = parts.until_paused()
        assert paused.done <= paused.turns
        parts.table.show(lobby((Seat.BLUE, "Ann")))
        parts.until_reviewed()
    finally:
        parts.table.close()
        parts.service.close()


def test_a_process_that_is_killed_is_started_again_and_the_review_comes(games: GameArchive) -> None:
    with reviewing(games) as parts:
        assert parts.asked.acquire(timeout=PATIENCE)
        (process,) = parts.processes
        if process.process_id is not None:
            os.kill(process.process_id, signal.SIGKILL)
        parts.until_reviewed()


def test_what_was_not_whole_when_the_table_closed_is_begun_anew(games: GameArchive) -> None:
    with reviewing(games) as parts:
        assert parts.asked.acquire(timeout=PATIENCE)
    with reviewing(games) as parts:
        parts.until_reviewed()


def test_a_review_goes_with_its_game_and_is_of_no_other(games: GameArchive, tmp_path: Path) -> None:
    with reviewing(games) as parts:
        found = parts.until_reviewed()
        games.delete([NAME])
        assert not (tmp_path / "games" / "reviews" / f"{NAME}.json").exists()
        with pytest.raises(NoGameError):
            parts.service.review_of(NAME)
        games.save(EndedGame(NAME, played("pan", "atlas", steps=16), ANN_AND_BEN), just_now=True)
        games.reviews.save(NAME, found)
        assert games.reviews.load(NAME, games.game(NAME)) is None


def test_a_damaged_review_counts_for_nothing(games: GameArchive, tmp_path: Path) -> None:
    folder = tmp_path / "games" / "reviews"
    folder.mkdir()
    (folder / f"{NAME}.json").write_text('{"version": 1, "turns": [')
    with reviewing(games) as parts:
        parts.until_reviewed()


def test_only_so_many_games_wait(games: GameArchive) -> None:
    parts = Reviewing(games)  # not started, so nothing is taken from those that wait
    names = [f"20240101T0000{number:02}Z-1" for number in range(MOST_WAITING + 1)]
    for number, name in enumerate(names):
        games.save(EndedGame(name, played(seed=number, steps=8), ()), just_now=True)
    for name in names[:-1]:
        parts.service.ask(name)
    parts.service.ask(names[0])
    with pytest.raises(TooManyReviews):
        parts.service.ask(names[-1])
