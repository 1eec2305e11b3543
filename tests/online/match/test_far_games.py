"""Whole games between tables over a bad link: all end with the same log, nothing that was agreed is lost or doubled."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from common.numbers import seeded
from engine import Game, Player, Seat, Setup
from engine.setup import MORTAL
from online.match.match_entries import OrderedEntry, TableAdmitted, read_entry
from online.match.match_events import EntryAgreed
from tests.engine.playing import EVERY, of_fleece, of_teams, of_three, pair
from tests.online.match.far_tables import FarTable, begin, level, paired, settle
from tests.online.match.faulty_network import BAD, PERFECT, FaultyNetwork

BLUE, ORANGE, WHITE, PURPLE = Seat
LONGEST = 400
"""Turns of tables and faults after which a random game is left."""


def seats(*of_tables: str) -> tuple[frozenset[Seat], ...]:
    """The seats of tables by their first letters: ``seats("bw", "o")``."""
    return tuple(frozenset(seat for seat in Seat if seat[0] in letters) for letters in of_tables)


LAYOUTS = {
    "two": [("b", "o"), ("o", "b"), ("", "b", "o"), ("bo", "")],
    "fleece": [("b", "o"), ("", "b", "o")],
    "three": [("b", "o", "w"), ("bw", "o"), ("w", "bo")],
    "teams": [("bw", "op"), ("b", "o", "w", "p"), ("bp", "o", "w"), ("", "bo", "wp")],
}


def open_setup(kind: str, chance: Random) -> Setup:
    """A random setup of this kind without secrets."""
    while True:
        match kind:
            case "two":
                setup = pair(chance.choice(EVERY), chance.choice(EVERY), chance.randrange(1000))
            case "fleece":
                setup = of_fleece(chance)
            case "three":
                setup = of_three(chance)
            case _:
                setup = of_teams(chance)
        try:
            game = Game.begin(setup)
        except ValueError:
            continue  # these two powers do not play against each other
        if not game.state.cast.has_secrets:
            return setup


def disturb(network: FaultyNetwork, tables: list[FarTable], chance: Random) -> None:
    """One of the troubles that a match has: the power fails at a table, or the network is away for hours."""
    match chance.randrange(3):
        case 0:
            table = chance.choice(tables)
            table.kill_at = table.effects + chance.randrange(1, 12)
        case 1:
            chance.choice(tables).kill()
        case _:
            network.is_cut()


def play(network: FaultyNetwork, tables: list[FarTable], chance: Random, troubles: float) -> None:
    """Play until the game is over, or `LONGEST`."""
    for _ in range(LONGEST):
        if chance.random() < troubles:
            disturb(network, tables, chance)
        acting = [table for table in tables if table.answers(chance)]
        if not acting and chance.random() < 0.03:
            acting = [table for table in tables if table.seats_and_runs() and table.asks_back()][:1]
        if not acting:
            acting = [table for table in tables if table.plays(chance)]
        network.now += chance.randrange(100, 3_000) if not network.cut else chance.randrange(10**6, 10**7)
        network.deliver()
        network.cut = network.cut and chance.random() < 0.5
        for table in tables:
            if table.runner is None and chance.random() < 0.5:
                table.starts()
            table.pass_time()
        if all(table.runner is not None and table.state.game is not None for table in tables) and all(
            table.game.outcome is not None for table in tables
        ):
            return


def check(tables: list[FarTable]) -> None:
    first = tables[0]
    for table in tables:
        assert table.running.side.log.entries == first.running.side.log.entries
        assert table.game == first.game
        assert table.state.tables == first.state.tables
        assert table.troubles() == []
        agreed = [notice for notice in table.notices if isinstance(notice, EntryAgreed)]
        numbers = [notice.number for notice in agreed]
        assert numbers == sorted(set(numbers)), "an entry was told twice"
        assert [notice.entry for notice in agreed] == [entries_of(first)[number - 1] for number in numbers]
        mine = [entry for entry in entries_of(first) if entry.by == table.state.here and wished(entry)]
        if not table.kills:
            assert table.asked == len(mine) + len(table.refused()), "what a table wanted is neither there nor refused"
    proposed = [(entry.by, entry.proposal) for entry in entries_of(first) if entry.proposal]
    assert len(proposed) == len(set(proposed)), "a proposal was ordered twice"


def wished(entry: OrderedEntry) -> bool:
    """Whether people asked for an entry; a table is admitted because it came."""
    return not isinstance(entry.content, TableAdmitted)


def entries_of(table: FarTable) -> list[OrderedEntry]:
    return [read_entry(entry.body) for entry in table.running.side.log.entries]


def whole_game(folder: Path, seed: int) -> int:
    """Play a game of this seed; how many faults there were."""
    chance = seeded(seed)
    kind = chance.choice(list(LAYOUTS))
    layout = chance.choice(LAYOUTS[kind])
    network = FaultyNetwork(seed, PERFECT)
    tables = paired(network, folder, *seats(*layout), seed=seed)
    begin(network, tables, open_setup(kind, chance))
    network.kind = BAD
    play(network, tables, chance, troubles=0.04)
    network.cut = False
    for table in tables:
        table.kill_at = None
        if table.runner is None:
            table.starts()
    settle(network, *tables, until=lambda: level(*tables))
    check(tables)
    return network.faults


@pytest.fixture(autouse=True)
def _memory_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No power fails here, only programs are killed, so nothing needs to wait for the disk itself."""
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.mark.parametrize("seed", range(10))
def test_a_whole_game_over_a_bad_link(tmp_path: Path, seed: int) -> None:
    assert whole_game(tmp_path, seed) > 0


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_hundred_games_with_a_thousand_faults(tmp_path: Path) -> None:
    faults = 0
    for seed in range(100, 200):
        folder = tmp_path / str(seed)
        folder.mkdir()
        faults += whole_game(folder, seed)
    assert faults >= 1_000


def test_tables_that_were_off_for_a_week_go_on(tmp_path: Path) -> None:
    network = FaultyNetwork()
    tables = paired(network, tmp_path, *seats("b", "o"))
    begin(network, tables, Setup((Player(BLUE, MORTAL, 0), Player(ORANGE, MORTAL, 1))))
    chance = seeded(1)
    here, far = tables
    far.kill()
    assert here.plays(chance)
    here.kill()
    network.now += 7 * 24 * 3600 * 1000
    far.starts()
    far.pass_time()
    network.now += 3600 * 1000
    here.starts()
    settle(network, *tables, until=lambda: level(*tables) and here.state.count == 4)
    assert far.plays(chance)
    settle(network, *tables, until=lambda: level(*tables) and here.state.count == 5)
    check(tables)
