"""The finished games in their folder: written whole, read again, set aside when broken, taken in and deleted."""

from __future__ import annotations

import errno
import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from common.atomic_files import write_whole
from engine import Game, NotationError, PowerName, Seat
from engine.notation import record_of
from opponent.levels import LevelName
from table.session.saved_state import EndedGame
from table.session.session_events import SaveError
from table.storage.finished_game import game_text, read_game
from table.storage.game_archive import (
    GAME_SIZE,
    MOST_ACTIONS,
    GameArchive,
    KnownGameError,
    NoGameError,
    Tally,
    statistics_of,
)
from tests.house import ROOT
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played

LATER = datetime(2025, 3, 1, 20, 0, 0, tzinfo=UTC)


def archive(folder: Path) -> GameArchive:
    return GameArchive(folder / "games", write_whole, lambda: NOW)


def exported(game: Game, names: tuple[tuple[Seat, str], ...] = ANN_AND_BEN) -> str:
    return game_text(record_of(game), dict(names), NOW, LATER)


def test_a_game_is_named_for_when_it_began_and_kept_with_its_players_and_its_end(tmp_path: Path) -> None:
    games = archive(tmp_path)
    assert games.next_name(()) == NAME
    game = played("hecate", "pan")
    games.save(EndedGame(NAME, game, ANN_AND_BEN), just_now=True)
    assert games.next_name(()) == "20250301T191205Z-2"
    for place in (games, archive(tmp_path)):
        [(name, kept)] = place.games
        assert name == NAME
        assert (kept.began, kept.ended) == (NOW, NOW)
        assert [(player.name, player.powers) for player in kept.players] == [("Ann", ("hecate",)), ("Ben", ("pan",))]
        assert game.outcome is not None
        assert kept.winners == game.outcome.winners
        assert kept.game() == game


def test_the_level_at_which_a_table_played_is_kept_and_goes_with_the_game(tmp_path: Path) -> None:
    games = archive(tmp_path)
    ended = EndedGame(NAME, played(), ANN_AND_BEN[:1], ((Seat.ORANGE, LevelName.CHILD),))
    games.save(ended, just_now=True)
    for place in (games, archive(tmp_path)):
        kept = place.game(NAME)
        assert [(player.name, player.level) for player in kept.players] == [("Ann", None), (None, LevelName.CHILD)]
        assert read_game(kept.text()).levels == {Seat.ORANGE: LevelName.CHILD}


@pytest.mark.parametrize(
    ("levels", "complaint"),
    [({"orange": "wizard"}, "levels: orange: 'wizard'"), ({"white": "child"}, "levels: nobody plays on white")],
)
def test_a_game_with_a_level_that_does_not_fit_is_refused(levels: dict[str, str], complaint: str) -> None:
    given = json.loads(exported(played()))
    with pytest.raises(NotationError, match=complaint):
        read_game(json.dumps({**given, "levels": levels}))


def test_what_ended_while_nobody_looked_has_no_time_of_its_end(tmp_path: Path) -> None:
    games = archive(tmp_path)
    games.save(EndedGame(NAME, played(steps=12), ANN_AND_BEN), just_now=False)
    kept = games.game(NAME)
    assert (kept.began, kept.ended, kept.winners) == (NOW, None, None)
    assert kept.turns > 0


def test_a_game_that_is_kept_again_after_a_power_cut_still_knows_when_it_ended(tmp_path: Path) -> None:
    ended = EndedGame(NAME, played(), ANN_AND_BEN)
    archive(tmp_path).save(ended, just_now=True)
    games = archive(tmp_path)
    games.save(ended, just_now=False)
    assert games.game(NAME).ended == NOW


def test_a_game_that_was_kept_and_went_on_is_kept_once(tmp_path: Path) -> None:
    games = archive(tmp_path)
    for steps in (12, 1000):
        games.save(EndedGame(NAME, played(steps=steps), ANN_AND_BEN), just_now=True)
    assert len(games.games) == 1
    assert games.game(NAME).winners


def test_looking_back_tells_every_action_and_every_secret(tmp_path: Path) -> None:
    games = archive(tmp_path)
    game = played("hecate", "pan", steps=30)
    games.save(EndedGame(NAME, game, ANN_AND_BEN), just_now=True)
    moments = games.positions(NAME)
    assert len(moments) == 31
    assert moments[0].view.workers == ()
    assert [moment.action for moment in moments[1:]] == [ply.action for ply in game.plies]
    assert all(player.hidden == 0 for moment in moments for player in moment.view.players)
    last = moments[-1]
    assert len(last.view.workers) == len(game.state.workers)
    assert [moment.turn for moment in moments] == sorted(moment.turn for moment in moments)


def test_of_many_who_ask_at_once_one_plays_the_game_again(tmp_path: Path) -> None:
    games = archive(tmp_path)
    games.save(EndedGame(NAME, played("aphrodite", "artemis"), ANN_AND_BEN), just_now=True)
    start = threading.Barrier(6)

    def look(_: int) -> int:
        start.wait(10)
        return id(games.positions(NAME))

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(look, range(6)))) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"version": 2, "record": {}}',
        b'{"version": 1, "record": {"version": 1}}',
        b'{"version": 1, "record": 7}',
        b"[" * 100_000,
    ],
)
def test_a_broken_file_is_set_aside_and_the_others_are_there(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    archive(tmp_path).save(EndedGame(NAME, played(steps=12), ANN_AND_BEN), just_now=True)
    broken = tmp_path / "games" / "20240101T000000Z-1.json"
    broken.write_bytes(content)
    games = archive(tmp_path)
    assert [name for name, _ in games.games] == [NAME]
    assert games.set_aside == ("20240101T000000Z-1.json.broken",)
    assert "set aside" in caplog.text
    assert broken.with_suffix(".json.broken").read_bytes() == content
    assert archive(tmp_path).set_aside == ()


def test_a_file_cut_short_anywhere_is_set_aside_or_still_a_game(tmp_path: Path) -> None:
    text = exported(played(steps=8))
    for length in range(0, len(text), 7):
        folder = tmp_path / str(length) / "games"
        folder.mkdir(parents=True)
        (folder / f"{NAME}.json").write_text(text[:length], "utf-8")
        games = archive(folder.parent)
        assert len(games.games) + len(games.set_aside) == 1


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("notes.txt", ".hidden.json", "a b.json", "game.json.new"):
        (folder / name).write_text("mine")
    assert archive(tmp_path).games == ()
    assert sorted(path.name for path in folder.iterdir()) == [".hidden.json", "a b.json", "game.json.new", "notes.txt"]


def test_a_game_that_breaks_the_rules_is_listed_and_says_why_it_cannot_be_looked_at(tmp_path: Path) -> None:
    content = json.loads(exported(played(steps=12)))
    content["record"]["turns"][1] = "a1-e5"
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / f"{NAME}.json").write_text(json.dumps(content), "utf-8")
    games = archive(tmp_path)
    assert [name for name, _ in games.games] == [NAME]
    with pytest.raises(SaveError, match="turn 1"):
        games.positions(NAME)


def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path) -> None:
    def full(_path: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    games = GameArchive(tmp_path / "games", full, lambda: NOW)
    with pytest.raises(SaveError, match="No space left on device"):
        games.save(EndedGame(NAME, played(), ANN_AND_BEN), just_now=True)
    with pytest.raises(SaveError, match="No space left on device"):
        games.import_game(exported(played()))
    assert games.games == ()


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("")
    with pytest.raises(SaveError, match="cannot store the game"):
        archive(tmp_path).save(EndedGame(NAME, played(steps=8), ANN_AND_BEN), just_now=True)


def test_games_are_deleted_for_good_and_strangers_are_passed_over(tmp_path: Path) -> None:
    games = archive(tmp_path)
    games.save(EndedGame(NAME, played(), ANN_AND_BEN), just_now=True)
    games.positions(NAME)
    games.delete(["../journal", NAME, NAME])
    assert games.games == archive(tmp_path).games == ()
    for call in (games.game, games.positions):
        with pytest.raises(NoGameError):
            call(NAME)


# Games from elsewhere.


def test_an_exported_game_is_taken_in_once(tmp_path: Path) -> None:
    game = played("hecate", "pan")
    games = archive(tmp_path)
    name = games.import_game(exported(game))
    assert name == NAME
    kept = games.game(name)
    assert (kept.game(), kept.names, kept.ended) == (game, dict(ANN_AND_BEN), LATER)
    with pytest.raises(KnownGameError, match=NAME):
        games.import_game(exported(game))
    assert games.import_game(exported(played(seed=4))) == "20250301T191205Z-2"


def test_a_record_alone_is_a_game_of_which_nothing_else_is_known(tmp_path: Path) -> None:
    games = archive(tmp_path)
    record = record_of(played(), with_positions=True)
    kept = games.game(games.import_game(json.dumps(record)))
    assert (kept.began, kept.ended, kept.names) == (None, None, {})
    assert "positions" not in kept.record


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": 2}, "file: version is 2; known is 1"),
        ({"dice": 1}, "file: unknown key 'dice'"),
        ({"began": "yesterday"}, "began: a time in UTC"),
        ({"ended": 7}, "ended: a time in UTC"),
        ({"names": []}, "names: .* is not an object"),
        ({"names": {"green": "Ann"}}, "green"),
        ({"names": {"white": "Ann"}}, "names: nobody plays on white"),
        ({"names": {"blue": "x" * 25}}, "names: blue: a name has 1 to 24"),
        ({"names": {"blue": "A\x07B"}}, "names: blue: a name has 1 to 24"),
        ({"names": {"blue": None}}, "names: blue"),
        ({"record": {}}, "'version' is missing"),
        ({"record": []}, "record: .* is not an object"),
    ],
)
def test_what_is_no_game_is_told_by_its_part(tmp_path: Path, change: dict[str, object], told: str) -> None:
    text = json.dumps({**json.loads(exported(played(steps=12))), **change})
    with pytest.raises(NotationError, match=told):
        archive(tmp_path).import_game(text)
    assert archive(tmp_path).games == ()


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("turns",), ["@a1"] * (MOST_ACTIONS + 2), "allowed are 1000"),
        (("turns",), [7], "is not a text"),
        (("turns", 1), "a1-e5", "turn 1: step 1, a1-e5, is not legal"),
        (("result",), {"winners": ["blue"], "reason": "win.moved_up", "args": {"square": "a1"}}, "result"),
        (("result",), {"winners": "blue"}, "result"),
        (("result",), [], "result"),
        (("setup", "players"), [], "setup"),
        (("setup", "players"), [{"seat": "blue", "power": "zorro"}] * 2, "zorro"),
        (("setup", "players"), [{"seat": "blue", "power": "pan"}] * 2, "setup"),
        (("setup", "players", 0, "team"), -1, "team"),
        (("setup", "size"), 3, "size is 3"),
        (("setup", "seed"), 1.5, "seed"),
        (("setup", "profile"), {"dice": 1}, "dice"),
        (("setup", "fleece"), "zorro", "zorro"),
    ],
)
def test_a_record_that_breaks_the_rules_is_told_by_its_part(
    tmp_path: Path, path: tuple[str | int, ...], value: object, told: str
) -> None:
    content = json.loads(exported(played(steps=12), names=()))
    part = content["record"]
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(NotationError, match=told):
        archive(tmp_path).import_game(json.dumps(content))


def test_a_game_that_is_too_long_for_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="at most 64 kB"):
        archive(tmp_path).import_game(" " * (GAME_SIZE + 1))


# What is counted.


def test_players_and_gods_are_counted_over_games_that_were_played_to_the_end() -> None:
    def kept(*powers: str, seed: int, names: tuple[tuple[Seat, str], ...], steps: int = 1000) -> str:
        return game_text(record_of(played(*powers, seed=seed, steps=steps)), dict(names))

    first = read_game(kept("pan", "hermes", seed=1, names=ANN_AND_BEN))
    second = read_game(kept("hermes", "mortal", seed=2, names=((Seat.BLUE, "ANN"), (Seat.ORANGE, "Cleo"))))
    given_up = read_game(kept("pan", "atlas", seed=3, names=ANN_AND_BEN, steps=20))
    counted = statistics_of([first, second, given_up])
    tallies = {player.name: player.tally for player in counted.players}
    assert list(tallies) == ["Ann", "Ben", "Cleo"] or list(tallies) == ["Ann", "Cleo", "Ben"]
    assert tallies["Ann"].games == 2
    assert tallies["Ann"].turns == first.turns + second.turns
    assert sum(tally.wins for tally in tallies.values()) == 2
    powers = dict(counted.powers)
    assert powers.keys() == {"pan", "hermes"}
    assert powers[PowerName("hermes")].games == 2
    ann = next(player for player in counted.players if player.name == "Ann")
    assert {power: tally.games for power, tally in ann.powers} == {"pan": 1, "hermes": 1}
    cleo = next(player for player in counted.players if player.name == "Cleo")
    assert [power for power, _ in cleo.powers] == ["mortal"]
    assert Tally().games == 0


def test_the_documented_game_is_one() -> None:
    text = (ROOT / "docs" / "notation.md").read_text("utf-8")
    kept = read_game(text.split("```game\n")[1].split("```")[0])
    assert kept.game().outcome is not None
    assert kept.names == dict(ANN_AND_BEN)
    assert json.loads(game_text(kept.record, kept.names, kept.began, kept.ended))["began"] == "2025-03-01T19:12:05Z"
