"""`kill -9` at writes of the journal of a whole game: the same game, the same seats, nothing confirmed lost.

A normal run has every sixth write; ``make matrix`` each of them.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.house import ROOT
from tests.table.storage.killed_games import Death

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module", params=[6, pytest.param(1, marks=pytest.mark.slow)])
def every(request: pytest.FixtureRequest) -> int:
    """At every so-many-th write the table is killed."""
    number = request.param
    assert isinstance(number, int)
    return number


@pytest.fixture(scope="module")
def deaths(every: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Death, ...]]:
    """The entries and the actions of the game that nobody killed, and all deaths."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.table.storage.killed_games", str(every)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert ran.returncode == 0, ran.stderr
    first, *rest = ran.stdout.splitlines()
    entries, game = json.loads(first)
    found = (json.loads(line) for line in rest)
    return (
        tuple(entries),
        tuple(game),
        tuple(Death(**{**death, "kept": tuple(death["kept"]), "game": tuple(death["game"])}) for death in found),
    )


Deaths = tuple[tuple[str, ...], tuple[str, ...], tuple[Death, ...]]


def test_writes_of_a_whole_game_were_deaths(deaths: Deaths, every: int) -> None:
    entries, game, died = deaths
    assert [death.write for death in died[::2]] == list(range(1, len(entries) + 1, every))
    assert len(died) == 2 * len(died[::2])
    assert len(game) > 20
    assert '{"entry":"step_undone"}' in entries


def test_what_was_accepted_is_kept(deaths: Deaths) -> None:
    for death in deaths[2]:
        assert len(death.kept) >= death.told, death


def test_what_is_kept_is_the_game_up_to_the_death(deaths: Deaths) -> None:
    entries, _, died = deaths
    for death in died:
        assert death.kept == entries[: death.write if death.after else death.write - 1]


def test_the_players_keep_their_seats(deaths: Deaths) -> None:
    assert all(death.seats_kept for death in deaths[2])


def test_the_game_goes_on_to_the_same_end(deaths: Deaths) -> None:
    _, game, died = deaths
    for death in died:
        assert death.game == game, death.write
