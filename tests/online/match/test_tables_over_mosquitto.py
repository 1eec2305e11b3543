"""Two tables as `thera play` starts them, and a real broker: a whole game, also if programs and broker are killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.common.mqtt.mosquitto import RunningMosquitto, mosquitto, needs_mosquitto
from tests.online.match.tables_apart import TableApart, pair, plays_on, plays_to_the_end, two_tables

pytestmark = needs_mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RunningMosquitto]:
    with mosquitto(tmp_path) as running:
        yield running


@pytest.fixture
def tables(tmp_path: Path, broker: RunningMosquitto) -> Iterator[tuple[TableApart, TableApart]]:
    with two_tables(tmp_path, broker.port) as made:
        pair(*made)
        made[0].does("begin_game")
        yield made


@pytest.mark.parametrize(
    "to_the_win",
    [pytest.param(False, id="to a resignation"), pytest.param(True, id="to the win", marks=pytest.mark.slow)],
)
def test_a_game_with_either_side_and_the_broker_killed_on_the_way(
    tables: tuple[TableApart, TableApart], broker: RunningMosquitto, *, to_the_win: bool
) -> None:
    here, there = tables
    plays_on(here, there, turns=3)
    there.kill()
    there.starts_again()
    plays_on(here, there, turns=2)
    here.kill()
    here.starts_again()
    plays_on(here, there, turns=2)
    broker.kill()
    broker.start()
    plays_to_the_end(here, there, to_the_win=to_the_win)
