"""Games from elsewhere: marked as such whatever they say, counted only if the host wants it, and bounded."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from common.atomic_files import write_whole
from engine import NotationError, Seat
from engine.notation import record_of
from table.session.saved_state import EndedGame
from table.session.session_events import SaveError
from table.storage.backup import BackupContents, back_up, restore
from table.storage.finished_game import game_text, read_game
from table.storage.game_archive import (
    MOST_ACTIONS,
    MOST_IMPORTED,
    MOST_PLAYERS,
    ArchiveFullError,
    GameArchive,
    NoGameError,
    statistics_of,
)
from table.storage.journal import Journal
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played

GAME = played("hecate", "pan")
OTHER = played("mortal", "mortal")


def archive(folder: Path) -> GameArchive:
    return GameArchive(folder / "games", write_whole, lambda: NOW)


def file_of_a_stranger(**claims: object) -> str:
    """A game from elsewhere that says this of itself."""
    text = game_text(record_of(OTHER), {Seat.BLUE: "Liar", Seat.ORANGE: "Ben"}, NOW, NOW)
    return json.dumps({**json.loads(text), **claims})


def counted(games: GameArchive) -> list[str]:
    """The players of the statistics."""
    return [player.name for player in statistics_of(game for _, game in games.games).players]


@pytest.mark.parametrize(
    "claims", [{}, {"imported": False}, {"counted": True}, {"imported": False, "counted": True}, {"imported": True}]
)
def test_a_game_from_elsewhere_is_marked_whatever_it_says_and_does_not_count(
    tmp_path: Path, claims: dict[str, object]
) -> None:
    games = archive(tmp_path)
    games.save(EndedGame(NAME, GAME, ANN_AND_BEN), just_now=True)
    name = games.import_game(file_of_a_stranger(**claims))
    for place in (games, archive(tmp_path)):
        assert (place.game(name).imported, place.game(name).counted) == (True, False)
        assert (place.game(NAME).imported, place.game(NAME).counted) == (False, True)
        assert sorted(counted(place)) == ["Ann", "Ben"]


def test_the_host_may_count_a_game_from_elsewhere_and_leave_one_out_that_was_played_here(tmp_path: Path) -> None:
    games = archive(tmp_path)
    games.save(EndedGame(NAME, GAME, ANN_AND_BEN), just_now=True)
    name = games.import_game(file_of_a_stranger())
    games.count(name, counted=True)
    assert sorted(counted(games)) == ["Ann", "Ben", "Liar"]
    games.count(NAME, counted=False)
    for place in (games, archive(tmp_path)):
        assert sorted(counted(place)) == ["Ben", "Liar"]
        assert place.game(name).imported
        assert not place.game(NAME).imported
        assert place.game(NAME).game() == GAME
    games.count(name, counted=False)
    assert counted(games) == []
    with pytest.raises(NoGameError):
        games.count("nothing", counted=True)


def test_a_mark_that_cannot_be_written_is_not_shown(tmp_path: Path) -> None:
    games = archive(tmp_path)
    name = games.import_game(file_of_a_stranger())

    def full(_path: Path, _text: str) -> None:
        raise OSError(28, "No space left on device")

    reading = GameArchive(tmp_path / "games", full, lambda: NOW)
    with pytest.raises(SaveError, match="No space left"):
        reading.count(name, counted=True)
    assert not reading.game(name).counted


def test_what_was_kept_before_there_were_marks_was_played_here_and_counts(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    text = game_text(record_of(GAME), dict(ANN_AND_BEN), NOW, NOW)
    assert "imported" not in json.loads(text)
    assert "counted" not in json.loads(text)
    (tmp_path / "games" / f"{NAME}.json").write_text(text, "utf-8")
    kept = archive(tmp_path).game(NAME)
    assert (kept.imported, kept.counted) == (False, True)
    assert kept.text() == text


@pytest.mark.parametrize("mark", ["imported", "counted"])
@pytest.mark.parametrize("value", [None, 1, "true", []])
def test_a_mark_is_true_or_false(mark: str, value: object) -> None:
    with pytest.raises(NotationError, match=f"{mark}: this is either true or false"):
        read_game(file_of_a_stranger(**{mark: value}))


def test_the_marks_outlast_backup_and_restore(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    Journal(old).close()
    new.mkdir()
    games = archive(old)
    name = games.import_game(file_of_a_stranger())
    games.save(EndedGame("20250301T191205Z-9", GAME, ANN_AND_BEN), just_now=True)
    back_up(BackupContents(old), tmp_path / "backup")
    restore(tmp_path / "backup", BackupContents(new))
    Journal(new).close()
    assert archive(new).games == games.games
    assert archive(new).game(name).imported


def test_no_more_than_so_many_are_kept_from_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    kept = replace(read_game(file_of_a_stranger()), imported=True, counted=False)
    for number in range(MOST_IMPORTED - 1):
        began = NOW + timedelta(days=number + 1)
        text = replace(kept, began=began).text()
        (folder / f"{began:%Y%m%dT%H%M%SZ}-1.json").write_text(text, "utf-8")
    games = archive(tmp_path)
    last = games.import_game(file_of_a_stranger())
    with pytest.raises(ArchiveFullError, match="500 games from elsewhere"):
        games.import_game(file_of_a_stranger(began=None))
    games.save(EndedGame("20200301T191205Z-1", GAME, ANN_AND_BEN), just_now=True)
    games.delete([last])
    games.import_game(file_of_a_stranger(began=None))


def test_a_game_in_which_somebody_walks_without_end_is_refused_before_it_is_played(tmp_path: Path) -> None:
    """Hermes may walk to and fro within one turn, and each step is looked ahead from."""
    content = json.loads(file_of_a_stranger())
    content["record"]["setup"]["players"][0]["power"] = "hermes"
    walk = " ".join(["a1-b1", "b1-a1"] * (MOST_ACTIONS // 2))
    content["record"]["turns"] = ["@a1 @c3 @e5 @d4", walk]
    with pytest.raises(NotationError, match=f"{MOST_ACTIONS + 4} actions; allowed are {MOST_ACTIONS}"):
        archive(tmp_path).import_game(json.dumps(content))


def test_as_many_players_as_anybody_reads_are_listed_those_who_played_most(tmp_path: Path) -> None:
    del tmp_path
    kept = read_game(file_of_a_stranger())
    blue, orange = kept.players
    strangers = [
        replace(kept, players=(replace(blue, name=f"Stranger {number}"), orange)) for number in range(MOST_PLAYERS + 5)
    ]
    found = statistics_of([*strangers, kept])
    assert len(found.players) == MOST_PLAYERS
    assert (found.players[0].name, found.players[0].tally.games) == ("Ben", MOST_PLAYERS + 6)
    assert found.others == MOST_PLAYERS + 7 - MOST_PLAYERS
    assert all(player.powers for player in found.players)


def test_a_game_that_ends_does_not_wait_while_the_folder_is_read(tmp_path: Path) -> None:
    """The first look at the games of years takes seconds on a small computer; the table's thread has no time."""
    games = archive(tmp_path)
    games.import_game(file_of_a_stranger(began=None))
    games = archive(tmp_path)
    with games._reading:
        games.save(EndedGame("20240301T191205Z-7", GAME, ANN_AND_BEN), just_now=True)
    assert [name for name, _ in games.games] == [NAME, "20240301T191205Z-7"]
