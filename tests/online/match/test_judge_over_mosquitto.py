"""A judge, two tables as `thera play` starts them, and a real broker: whole games, also if the judge is killed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.common.mqtt.mosquitto import RunningMosquitto, mosquitto, needs_mosquitto
from tests.online.match.judge_process import JudgeProcess
from tests.online.match.tables_apart import Json, TableApart, plays_on, plays_to_the_end, same_game, two_tables

pytestmark = needs_mosquitto
SEATS = ("--seats", "home: blue; away: orange")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RunningMosquitto]:
    with mosquitto(tmp_path) as running:
        yield running


@pytest.fixture
def judge(tmp_path: Path, broker: RunningMosquitto) -> Iterator[JudgeProcess]:
    made = JudgeProcess(tmp_path / "judge", broker.port)
    yield made
    made.kill()


@pytest.fixture
def tables(tmp_path: Path, broker: RunningMosquitto) -> Iterator[tuple[TableApart, TableApart]]:
    with two_tables(tmp_path, broker.port) as made:
        yield made


def holds(seat: str, seen: Json) -> bool:
    """Whether a phone has this seat and no other."""
    return bool(seen["seats_held"] == [seat])


def join(judge: JudgeProcess, tables: tuple[TableApart, TableApart]) -> None:
    """Both tables come with their codes; each sees the words that the judge prints about it."""
    codes = judge.codes(2)
    for table, label, seat in zip(tables, ("home", "away"), ("blue", "orange"), strict=True):
        table.does("join_match", code=codes[label])
        said = judge.says(f"{label} is the table {table.name!r}")
        (words,) = re.findall(rf"{label} is the table .*shows '(.+?)'", said)
        seen = table.until("it knows the judge", lambda now: now["match"]["tables"])
        assert words.split() == seen["match"]["tables"][0]["words"]
        table.until("its host has the seat", partial(holds, seat))


@pytest.mark.timeout(500)  # a turn takes two seconds, since pieces are carried; what cards do may make sixty of them
@pytest.mark.parametrize(
    ("powers", "to_the_win"),
    [
        pytest.param("tartarus,moerae", False, id="secret, to a resignation"),
        *(
            pytest.param(powers, True, id=f"{name}, to the win", marks=pytest.mark.slow)
            for powers, name in (
                ("apollo,pan", "open"),
                ("tartarus,moerae", "secret"),
                ("hecate,pan", "secret workers"),
                ("chaos,atlas", "a deck"),
            )
        ),
    ],
)
def test_a_game_with_the_judge_killed_on_the_way(
    judge: JudgeProcess,
    tables: tuple[TableApart, TableApart],
    broker: RunningMosquitto,
    powers: str,
    *,
    to_the_win: bool,
) -> None:
    here, there = tables
    judge.start(*SEATS, "--powers", powers, "--first", "orange")
    join(judge, tables)
    blue, orange = powers.split(",")
    judge.says(f"the game begins: orange ({orange}), blue ({blue})")
    plays_on(here, there, turns=3)
    judge.kill()
    judge.start()
    judge.says("The game goes on")
    plays_on(here, there, turns=2)
    there.kill()
    there.starts_again()
    broker.kill()
    broker.start()
    plays_to_the_end(here, there, to_the_win=to_the_win)
    for table in tables:
        table.does("leave_match")
    judge.says("All is done")
    assert judge.ends() == 0
    assert list((judge.folder / "data" / "matches").iterdir()) == []


def test_a_code_admits_one_table_and_a_closed_match_ends_at_the_next_start(
    judge: JudgeProcess, tables: tuple[TableApart, TableApart]
) -> None:
    here, there = tables
    judge.start(*SEATS)
    code = judge.codes(2)["home"]
    here.does("join_match", code=code)
    judge.says("home is the table 'Oslo'")
    there.does("join_match", code=code)
    judge.says("A second table came with a code that another one has used")
    assert there.now["seats_held"] == ["blue"], "it is where it was"
    there.does("leave_match")
    there.does("join_match", code=judge.codes(2)["away"])
    judge.says("the game begins")
    assert judge.stops() == 0
    judge.start(*SEATS)
    judge.says("The game goes on")
    assert judge.stops() == 0
    judge.start("--seats", "home: blue; away: white")
    judge.says("another match is stored here")
    assert judge.ends() == 2
    judge.start("--close")
    judge.says("All is done")
    assert judge.ends() == 0
    for table in tables:
        table.until("the match is closed", lambda seen: seen["match"]["trouble"]["key"] == "match.closed")


def test_a_table_that_is_revoked_is_replaced(judge: JudgeProcess, tables: tuple[TableApart, TableApart]) -> None:
    judge.start(*SEATS)
    join(judge, tables)
    judge.says("the game begins")
    plays_on(*tables, turns=2)
    judge.stops()
    judge.start("--revoke", "away")
    judge.says("Bergen was taken out of the match")
    (code,) = judge.codes(1).values()
    there = tables[1]
    there.until("it is out", lambda seen: seen["match"]["trouble"])
    there.does("leave_match")
    there.does("join_match", code=code)
    judge.says("away is the table 'Bergen'")
    plays_on(*tables, turns=2)
    same_game(*tables)
