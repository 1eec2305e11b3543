"""Whole tables play matches over a bad link, with programs that are killed: in the end both have the same games,
nothing that was confirmed is lost or there twice, and nobody is stuck."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.online.match.faulty_network import LinkFault
from tests.online.match.played_matches import MatchFigures, play_matches
from tests.table.storage.killed_games import MEMORY

BOARD_SEED = 100
"""The seeds from here on are played at virtual boards."""


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in memory: programs are killed, but no power fails, so nothing needs to wait for the disk itself."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as place:
        yield Path(place)


@pytest.mark.timeout(600)
def test_games_over_a_bad_link_with_programs_that_are_killed(home: Path) -> None:
    figures = play_matches(home, 0, (1, 1))
    assert figures.games == 2
    assert figures.told > 10
    assert figures.faults[LinkFault.KILLED] > 0


@pytest.mark.timeout(600)
def test_a_game_at_virtual_boards_over_a_bad_link(home: Path) -> None:
    figures = play_matches(home, BOARD_SEED, (1,), board=True)
    assert figures.games == 1
    assert figures.faults.total() > 10


@pytest.mark.timeout(600)
def test_a_seed_gives_the_same_match_again(home: Path) -> None:
    first, again = (play_matches(home / name, 3, (1,)) for name in ("first", "again"))
    assert first == again


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_hundred_games_with_thousands_of_faults(home: Path) -> None:
    total = MatchFigures()
    for seed in (*range(18), BOARD_SEED, BOARD_SEED + 1):
        board = seed >= BOARD_SEED
        option = " --board" if board else ""
        try:
            total.add(play_matches(home / str(seed), seed, (3, 2), board=board))
        except Exception as error:
            error.add_note(f"again: python -m tests.online.match.played_matches --seed {seed}{option}")
            raise
    print(total.line())
    assert total.games == 100
    assert total.faults.total() > 4_000
    assert all(total.faults[fault] > 50 for fault in LinkFault)
