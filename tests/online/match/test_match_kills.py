"""A side whose program is killed at any write or message of a game goes on from its disk as if nothing had been."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Player, Seat, Setup
from online.match.match_entries import MatchContent, StepsTaken, TakebackAnswered, TakebackRequested
from tests.online.match.far_tables import FarTable, begin, level, paired, settle
from tests.online.match.faulty_network import FaultyNetwork

SETUP = Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1)))
SHORT_GAME = [(0, "@c3 @c1"), (1, "@a5 @e5"), (0, "c3-c4 c4+c3"), (1, "a5-b5 b5+a5")]


@pytest.fixture(autouse=True)
def _memory_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No power fails here, only programs are killed, so nothing needs to wait for the disk itself."""
    monkeypatch.setattr("os.fsync", lambda _: None)


def all_level(tables: list[FarTable]) -> bool:
    """Whether all have the same log and want nothing more; who was killed starts again."""
    for table in tables:
        if table.runner is None:
            table.starts()
    return level(*tables)


def play_killed(folder: Path, killed: int, effect: int) -> int:
    """Play the game, with this table killed at this effect after it began; how many effects it had in all."""
    network = FaultyNetwork()
    tables = paired(network, folder, frozenset({Seat.BLUE}), frozenset({Seat.ORANGE}))
    begin(network, tables, SETUP)
    victim, count = tables[killed], tables[0].state.count
    begun = victim.effects
    victim.kill_at = begun + effect
    wishes: list[tuple[int, MatchContent]] = [(by, StepsTaken(steps)) for by, steps in SHORT_GAME]
    wishes += [(0, TakebackRequested(count + 4)), (1, TakebackAnswered(count + 4, agreed=True))]
    wishes += [(1, StepsTaken("e5-d5 d5+e5"))]
    for number, (by, content) in enumerate(wishes, start=1):
        while tables[0].state.count < count + number:  # a wish that the kill prevented is wished again
            tables[by].ask(content)
            settle(network, *tables, until=lambda: all_level(tables), most=10**6)
    for table in tables:
        assert table.running.side.log.entries == tables[0].running.side.log.entries
        assert table.game == tables[0].game
        assert table.state.count == count + len(wishes)
        assert table.troubles() == []
    return victim.effects - begun


@pytest.mark.parametrize("killed", [0, 1])
def test_a_table_that_is_killed_anywhere_in_a_game_loses_and_doubles_nothing(tmp_path: Path, killed: int) -> None:
    without = tmp_path / "without"
    without.mkdir()
    effects = play_killed(without, killed, 10**6)
    assert 15 < effects < 100
    for effect in range(1, effects + 1):
        folder = tmp_path / str(effect)
        folder.mkdir()
        play_killed(folder, killed, effect)


def test_a_line_that_a_power_cut_left_unfinished_is_cut_off(tmp_path: Path) -> None:
    network = FaultyNetwork()
    table = FarTable("here", network, tmp_path)
    table.opens(frozenset({Seat.BLUE, Seat.ORANGE}))
    before = table.running.side.log
    table.kill()
    whole = table.path.read_bytes()
    table.path.write_bytes(whole + whole.splitlines(keepends=True)[-1][:-9])
    table.starts()
    assert table.running.side.log == before
    assert table.path.read_bytes() == whole
