"""A club from messages and commands to its state and its file; and from the file after it was killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from common.mqtt.broker import BrokerMessage, BrokerState, BrokerStatus
from engine.seats import Seat
from online.club.club_store import CLUB_FILE, ClubStore, ClubStoreError
from online.club.running_club import (
    MOST_COMING,
    BeginTournament,
    ClubCommand,
    ClubState,
    EnterPlayers,
    EnterResult,
    PairRound,
    RunningClub,
    StaleTournament,
)
from online.club.tournament import TournamentRefused
from online.club.tournament_entries import PairingSystem, ResultSource
from tests.house import ROOT
from tests.online.club.club_messages import ONE, OTHER, finished, reported, status, watched
from tests.table.storage.small_disk import mounted

PATIENCE = 20.0
MARKS = count()


def connected() -> BrokerStatus:
    return BrokerStatus(BrokerState.CONNECTED)


SWISS = BeginTournament("Friday", PairingSystem.SWISS, 3)


@contextmanager
def club_in(folder: Path) -> Iterator[RunningClub]:
    store, lots = ClubStore(folder), count()
    club = RunningClub(store, connected, lot=lambda: next(lots))
    club.start()
    try:
        yield club
    finally:
        club.close()
        store.close()


def until(club: RunningClub, wanted: Callable[[ClubState], bool]) -> ClubState:
    """The first state that is so; waits for it."""
    state = club.state
    while not wanted(state):
        news = club.wait(state.version, PATIENCE)
        assert news is not None, "nothing new comes"
        state = news
    return state


def tell(club: RunningClub, *messages: BrokerMessage) -> ClubState:
    """Messages one after another, each handled before the next; ends with the report of a table of its own."""
    for message in messages:
        club.hear(message)
        mark = f"mark {next(MARKS)}"
        club.hear(reported("ffffffffffffffff", watched(mark)))
        until(club, partial(_is_marked, mark))
    return club.state


def _is_marked(mark: str, state: ClubState) -> bool:
    return _marked(state) == mark


def _marked(state: ClubState) -> str:
    table = state.tables.tables.get("ffffffffffffffff")
    return "" if table is None else table.report.name


def do(club: RunningClub, *commands: ClubCommand) -> ClubState:
    for command in commands:
        club.submit(club.state.edition, command)
    return club.state


def test_a_result_comes_from_the_table_at_which_two_play(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        do(club, SWISS, EnterPlayers(("Ann", "Bo")), PairRound())
        state = tell(club, status(), reported(), finished(ONE, "g1", "bo", "ANN", loser=Seat.BLUE))
        assert state.tournament is not None
        (game,) = state.tournament.rounds[0].games
        assert (game.winner, game.source) == ("Ann", ResultSource.TABLE)
        (listed,) = state.results
        assert [(each.name, each.won) for each in listed.players] == [("bo", False), ("ANN", True)]
        assert listed.place == "Table 1"


def test_the_same_game_counts_once_however_often_it_is_told(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        game = finished(ONE, "g1", "Ann", "Bo")
        assert len(tell(club, reported(), game, game, game).results) == 1
        assert len(tell(club, finished(ONE, "g2", "Ann", "Bo"), finished(ONE, "g2", "Ann", "Bo")).results) == 2


def test_a_game_that_was_over_before_the_table_was_heard_of_does_not_count(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        state = tell(club, finished(ONE, "old", "Ann", "Bo", retain=True), status(), reported())
        assert state.results == ()
        assert len(tell(club, finished(ONE, "new", "Ann", "Bo")).results) == 1


def test_a_game_that_ended_while_the_club_was_away_counts(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        tell(club, reported())
    with club_in(tmp_path) as club:
        assert len(tell(club, finished(ONE, "g1", "Ann", "Bo", retain=True), reported()).results) == 1


def test_a_game_of_a_table_that_tells_nothing_of_itself_does_not_count(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        state = tell(club, finished(OTHER, "g1", "Ann", "Bo"))
        assert state.results == ()
        assert OTHER in state.tables.complaints


def test_broken_messages_change_nothing_and_are_named(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        before = tell(club, reported()).tables.tables[ONE]
        state = tell(
            club,
            BrokerMessage(f"thera/{ONE}/club", b"\x00" * 100, retain=True),
            BrokerMessage(f"thera/{ONE}/club/game", b'{"name": "../x", "text": ""}'),
            BrokerMessage("thera/../../etc/club", b"{}"),
            BrokerMessage("thera/0123/status", b"online"),
        )
        assert state.tables.tables[ONE] == before
        assert "name" in state.tables.complaints[ONE]
        assert set(state.tables.complaints) == {ONE}
        broken = tell(club, BrokerMessage(f"thera/{ONE}/club/game", b'{"name": "g9", "text": "{}"}'))
        assert broken.results == ()


def test_what_is_asked_about_an_older_edition_is_not_done(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        do(club, SWISS, EnterPlayers(("Ann", "Bo")))
        with pytest.raises(StaleTournament):
            club.submit(0, PairRound())
        with pytest.raises(TournamentRefused):
            do(club, EnterPlayers(("Cleo", "ann")))
        assert club.state.tournament is not None
        assert len(club.state.tournament.entrants) == 2, "all names or none"


def test_a_new_tournament_begins_with_no_games_and_the_files_stay(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        assert len(tell(club, reported(), finished(ONE, "g1", "Ann", "Bo")).results) == 1
        assert do(club, SWISS).results == ()
        assert club.games() == ()
        assert len(tell(club, finished(ONE, "g2", "Ann", "Bo")).results) == 1
        assert [each.name for each in club.games()] == ["g2"]
    with sqlite3.connect(tmp_path / CLUB_FILE) as database:
        assert database.execute("SELECT name FROM games ORDER BY number").fetchall() == [("g1",), ("g2",)]
    database.close()


def test_everything_is_as_it_was_after_a_start_anew(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        do(club, SWISS, EnterPlayers(("Ann", "Bo", "Cleo")), PairRound(), EnterResult(0, 0, "Ann"))
        state = tell(club, reported(), finished(ONE, "g1", "Bo", "Cleo"))
        club.admit("mark")
    with club_in(tmp_path) as again:
        assert (again.state.tournament, again.state.results) == (state.tournament, state.results)
        assert again.state.edition == state.edition
        assert again.is_organiser("mark")
        assert not again.is_organiser("other")


KILLED = """
    import os, signal, sys
    from itertools import count
    from pathlib import Path
    from common.mqtt.broker import BrokerState, BrokerStatus
    from online.club.running_club import EnterPlayers, BeginTournament
    from online.club.club_store import ClubStore
    from online.club.running_club import RunningClub
    from online.club.tournament_entries import PairingSystem

    lots = count()
    connected = BrokerStatus(BrokerState.CONNECTED)
    club = RunningClub(ClubStore(Path(sys.argv[1])), lambda: connected, lot=lambda: next(lots))
    club.submit(club.state.edition, BeginTournament("Friday", PairingSystem.SWISS, 3))
    for number in range(int(sys.argv[2])):
        club.submit(club.state.edition, EnterPlayers((f"P{number}",)))
        print(number, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("players", [0, 1, 7])
def test_what_was_answered_is_there_after_a_kill(tmp_path: Path, players: int) -> None:
    program = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path), str(players)]
    ran = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert ran.stdout.split() == [str(number) for number in range(players)]
    with club_in(tmp_path) as club:
        assert club.state.tournament is not None
        assert [each.name for each in club.state.tournament.entrants] == [f"P{number}" for number in range(players)]


def test_a_result_that_cannot_be_stored_waits_until_it_can_be(tmp_path: Path) -> None:
    with mounted(tmp_path) as disk, club_in(disk.folder) as club:
        tell(club, reported())
        disk.fill()
        club.hear(finished(ONE, "g1", "Ann", "Bo"))
        told = until(club, lambda state: state.unwritten is not None).unwritten
        assert told is not None
        assert "disk is full" in told
        assert club.state.results == ()
        disk.free()
        state = until(club, lambda state: len(state.results) == 1)
        assert state.unwritten is None


def test_only_one_club_uses_a_folder_and_only_a_file_of_a_club(tmp_path: Path) -> None:
    with club_in(tmp_path), pytest.raises(ClubStoreError, match="in use"):
        ClubStore(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    with sqlite3.connect(other / CLUB_FILE) as database:
        database.execute("CREATE TABLE something (name TEXT)")
    database.close()
    with pytest.raises(ClubStoreError, match="not the file of a club"):
        ClubStore(other)
    newer = tmp_path / "newer"
    ClubStore(newer).close()
    with sqlite3.connect(newer / CLUB_FILE) as database:
        database.execute("PRAGMA user_version=9")
    database.close()
    with pytest.raises(ClubStoreError, match="format 9"):
        ClubStore(newer)


def test_a_file_whose_entries_cannot_be_read_names_the_first(tmp_path: Path) -> None:
    with club_in(tmp_path) as club:
        do(club, SWISS)
    with sqlite3.connect(tmp_path / CLUB_FILE) as database:
        database.execute("UPDATE entries SET body = '{}'")
    database.close()
    store = ClubStore(tmp_path)
    with pytest.raises(ClubStoreError, match="entry 1"):
        RunningClub(store, connected)
    store.close()


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    ClubStore(tmp_path).close()
    assert os.stat(tmp_path / CLUB_FILE).st_mode & 0o077 == 0


def test_a_flood_is_dropped_and_named_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = ClubStore(tmp_path)
    club = RunningClub(store, connected)
    for number in range(MOST_COMING + 100):
        club.hear(status(f"{number:016x}"))
    assert [record.message for record in caplog.records] == [
        f"too many messages come at once, so some are dropped; one is on thera/{MOST_COMING:016x}/status"
    ]
    club.start()
    until(club, lambda state: len(state.tables.online) == MOST_COMING)
    club.close()
    store.close()
