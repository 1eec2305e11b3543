"""What a running table publishes for a club, and when."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from common.mqtt.broker import BrokerMessage
from engine.reasons import Reason
from engine.seats import Seat
from engine.state import Outcome
from online.club.table_report import AGAIN_SECONDS, EXPIRES_SECONDS, TableReporter, read_report
from online.home.home_assistant import TableTopics
from table.session.session_events import SaveError
from table.session.snapshot import Phase, Snapshot
from table.storage.finished_game import FinishedGame, read_game
from tests.online.club.club_messages import ONE, finished_text, watched
from tests.web_ui.fake_table import SmallTable


class Published(list[BrokerMessage]):
    """A broker that takes all, or nothing while it is ``full``."""

    full = False

    def publish(self, message: BrokerMessage) -> bool:
        if not self.full:
            self.append(message)
        return not self.full

    @property
    def topics(self) -> list[str]:
        return [each.topic.removeprefix(f"thera/{ONE}/") for each in self]


class Stored:
    """The stored games of a table: any but one that is lost."""

    def game(self, name: str) -> FinishedGame:
        if name == "lost":
            raise SaveError("it cannot be read")
        return read_game(finished_text("Ann", "Bo"))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def over(kept: str | None) -> Snapshot:
    snapshot = watched()
    assert snapshot.game is not None
    ended = replace(snapshot.game, outcome=Outcome((Seat.BLUE,), Reason.of("win.moved_up")))
    return replace(snapshot, phase=Phase.OVER, game=ended, prompt=None, kept=kept)


@pytest.fixture
def published() -> Published:
    return Published()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def reporter(published: Published, clock: Clock) -> TableReporter:
    return TableReporter(SmallTable(watched()), published, TableTopics(ONE), Stored(), clock)


def test_only_what_is_new_is_published_and_the_broker_keeps_it_for_a_day(
    reporter: TableReporter, published: Published
) -> None:
    reporter.report(watched())
    reporter.report(replace(watched(), version=99))
    assert published.topics == ["club"]
    assert (published[0].retain, published[0].expires) == (True, EXPIRES_SECONDS)
    assert read_report(published[0].payload).name == "Table 1"
    reporter.report(watched("Another name"))
    assert published.topics == ["club", "club"]


def test_a_table_at_which_nothing_happens_tells_it_again_before_it_is_forgotten(
    reporter: TableReporter, published: Published, clock: Clock
) -> None:
    reporter.report(watched())
    clock.now = AGAIN_SECONDS - 1
    reporter.report(watched())
    assert published.topics == ["club"]
    clock.now = AGAIN_SECONDS
    reporter.report(watched())
    assert published.topics == ["club", "club"]
    assert AGAIN_SECONDS < EXPIRES_SECONDS


def test_a_game_is_told_once_when_it_is_stored(reporter: TableReporter, published: Published) -> None:
    for snapshot in (watched(), over(None), over("g1"), over("g1")):
        reporter.report(snapshot)
    assert published.topics == ["club", "club", "club", "club/game"]
    told = json.loads(published[-1].payload)
    assert told == {"name": "g1", "text": finished_text("Ann", "Bo")}


def test_a_game_that_was_over_when_the_table_was_started_is_not_told(
    reporter: TableReporter, published: Published
) -> None:
    for snapshot in (over("g1"), over("g1"), watched(), over("g2")):
        reporter.report(snapshot)
    assert [json.loads(each.payload)["name"] for each in published if each.topic.endswith("/game")] == ["g2"]


def test_a_game_that_cannot_be_read_is_named(
    reporter: TableReporter, published: Published, caplog: pytest.LogCaptureFixture
) -> None:
    for snapshot in (watched(), over("lost"), over("lost")):
        reporter.report(snapshot)
    assert "club/game" not in published.topics
    assert [record.message for record in caplog.records] == ["the club is not told of the game lost: it cannot be read"]


def test_what_the_broker_had_no_room_for_is_told_later(reporter: TableReporter, published: Published) -> None:
    reporter.report(watched())
    published.full = True
    reporter.report(over("g1"))
    published.full = False
    reporter.report(over("g1"))
    assert published.topics == ["club", "club", "club/game"]
