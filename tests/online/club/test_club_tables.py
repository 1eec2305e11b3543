"""What a club knows of tables by their messages: in order, bounded, and what is broken is named."""

from __future__ import annotations

from dataclasses import replace

from engine.seats import Seat
from online.club.running_club import MOST_DROPPED, MOST_HEARD, MOST_TABLES, ClubTables
from online.club.table_report import report_of
from online.home.home_assistant import OFFLINE, ONLINE
from tests.online.club.club_messages import ONE, OTHER, watched

REPORT = report_of(watched()).payload


def named(name: str) -> bytes:
    return report_of(watched(name)).payload


def identity(number: int) -> str:
    return f"{number:016x}"


def test_tables_are_in_the_order_of_their_names_and_those_that_are_away_last() -> None:
    tables = ClubTables().heard_of(ONE, ONLINE).told(ONE, named("b"), 0).told(OTHER, named("a"), 0)
    assert [each.report.name for each in tables.in_order()] == ["b", "a"]
    tables = tables.heard_of(OTHER, ONLINE)
    assert [each.report.name for each in tables.in_order()] == ["a", "b"]
    tables = tables.heard_of(OTHER, OFFLINE)
    assert [(each.report.name, each.online) for each in tables.in_order()] == [("b", True), ("a", False)]


def test_table_two_comes_before_table_ten() -> None:
    tables = ClubTables()
    for number, name in enumerate(("Table 10", "table 2", "2", "Hall", "")):
        tables = tables.told(identity(number), named(name), 0)
    assert [each.report.name for each in tables.in_order()] == ["", "2", "Hall", "table 2", "Table 10"]


def test_how_long_a_turn_lasts_counts_from_its_beginning() -> None:
    waiting = replace(watched(), confirming=Seat.ORANGE)
    tables = ClubTables().told(ONE, REPORT, 10)
    tables = tables.told(ONE, report_of(replace(watched(), version=9)).payload, 20)
    assert tables.tables[ONE].since == 10
    assert tables.told(ONE, report_of(waiting).payload, 30).tables[ONE].since == 30


def test_a_table_that_tells_nothing_any_more_is_gone() -> None:
    assert ClubTables().told(ONE, REPORT, 0).told(ONE, b"", 1).tables == {}


def test_a_broken_message_is_named_and_what_was_known_stays() -> None:
    tables = ClubTables().told(ONE, REPORT, 0).told(ONE, b'{"name": 7}', 1)
    assert tables.tables[ONE].report == report_of(watched())
    assert "phase" in tables.complaints[ONE] or "name" in tables.complaints[ONE]
    assert tables.told(ONE, REPORT, 2).complaints == {}


def test_of_too_many_tables_those_that_are_away_give_way() -> None:
    tables = ClubTables()
    for number in range(MOST_TABLES):
        tables = tables.heard_of(identity(number), ONLINE).told(identity(number), REPORT, 0)
    full = tables.told(OTHER, REPORT, 1)
    assert len(full.tables) == MOST_TABLES
    assert OTHER not in full.tables
    assert "100" in full.complaints[OTHER]
    room = full.heard_of(identity(7), OFFLINE).told(OTHER, REPORT, 2)
    assert OTHER in room.tables
    assert identity(7) not in room.tables


def test_nobody_makes_a_club_remember_without_end() -> None:
    tables = ClubTables()
    for number in range(MOST_HEARD + 50):
        tables = tables.heard_of(identity(number), ONLINE)
    assert len(tables.online) == MOST_HEARD
    assert len(tables.complaints) == MOST_DROPPED
    for number in range(200):
        tables = tables.told(identity(10_000 + number), b"x" * 5000, 0)
    assert len(tables.complaints) == MOST_DROPPED
    assert max(map(len, tables.complaints.values())) <= 200
