"""Recorded games replay strictly: each step legal, each position at the start of a turn as it was, the same end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.notation import record_of, replay
from engine.powers import POWERS
from tests.golden.record import GAMES, setups

RECORDS = sorted(GAMES.glob("*.json"))


def test_every_golden_game_is_there() -> None:
    assert {record.stem for record in RECORDS} == {name for name, _ in setups()}
    assert len(RECORDS) >= 40


def test_every_power_is_in_a_golden_game() -> None:
    played = {power for _, setup in setups() for player in setup.players for power in (*player.powers, setup.fleece)}
    assert {power.name for power in POWERS} <= played
    assert {len(setup.players) for _, setup in setups()} == {2, 3, 4}
    assert {setup.profile.size for _, setup in setups()} == {4, 5}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_recorded_game_replays(record: Path) -> None:
    recorded = json.loads(record.read_text("utf-8"))
    game = replay(recorded)
    assert game.setup == dict(setups())[record.stem]
    assert game.outcome is not None
    assert record_of(game, with_positions=True) == recorded
