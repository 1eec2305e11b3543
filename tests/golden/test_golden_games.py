"""Recorded games replay strictly: each step legal, each position at the start of a turn as it was, the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.notation import parse_action
from tests.golden.record import GAMES, HERE, new_game, told

RECORDS = sorted((HERE / "games").glob("*.txt"))


def test_every_golden_game_is_there() -> None:
    assert {record.stem for record in RECORDS} == {"_".join(powers) for powers in GAMES}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_recorded_game_replays(record: Path) -> None:
    powers, *lines = record.read_text("utf-8").splitlines()
    game = new_game(*powers.split())
    due = ""
    for line in lines:
        if line[0] in "=>":
            assert line == due, f"after {len(game.plies)} steps"
            due = ""
            continue
        assert due == "", "a position is missing"
        seat, text = line.split()
        assert game.to_act == seat, f"step {len(game.plies) + 1}"
        game = game.play(parse_action(text))
        due = told(game)
    assert due == ""
    assert game.outcome is not None
