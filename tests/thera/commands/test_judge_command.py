"""``thera judge`` where it cannot be started."""

from __future__ import annotations

from pathlib import Path

from online.match.match_file import MatchBegun
from tests.thera.test_cli import refused
from thera.judge.judge_plan import JudgeOptions, judge_plan
from thera.judge.running_judge import PLAN_FILE, JudgeStorage

SEATS = ("--seats", "home: blue; away: orange")


def test_without_a_broker_it_says_where_to_name_one(tmp_path: Path) -> None:
    file = tmp_path / "thera.toml"
    file.write_text("", "utf-8")
    assert "[mqtt] host" in refused("judge", "--config", str(file), *SEATS)


def test_a_wrong_power_is_answered_with_those_there_are(at_broker: str) -> None:
    told = refused("judge", "--config", at_broker, *SEATS, "--powers", "apolo,pan")
    assert "unknown power 'apolo'; known are mortal, apollo" in told


def test_without_a_match_it_says_how_to_ask_for_one(at_broker: str) -> None:
    assert "no match is stored here: say who plays, such as --seats" in refused("judge", "--config", at_broker)
    assert "--powers needs --seats" in refused("judge", "--config", at_broker, "--powers", "apollo,pan")


def test_a_table_that_is_not_there_cannot_be_revoked(at_broker: str) -> None:
    told = refused("judge", "--config", at_broker, *SEATS, "--revoke", "away")
    assert "'away' is not in the match; those that are: none yet" in told


def test_a_folder_in_use_is_named(at_broker: str, tmp_path: Path) -> None:
    with JudgeStorage(tmp_path / "judge"):
        assert "in use by another judge" in refused("judge", "--config", at_broker, *SEATS)


def test_a_damaged_match_is_named_and_no_other_one_is_opened(at_broker: str, tmp_path: Path) -> None:
    with JudgeStorage(tmp_path / "judge") as storage:
        storage.store(judge_plan(JudgeOptions(SEATS[1]), 0))
        file = storage.match_file()
        file.append(MatchBegun("0" * 32, 0), MatchBegun("0" * 32, 0))
        file.close()
    whole = file.path.read_text("ascii")
    file.path.write_text(f"x{whole}", "ascii")
    assert f"{file.path.name}: line 1 is damaged" in refused("judge", "--config", at_broker)
    assert len(list(file.path.parent.iterdir())) == 1


def test_a_damaged_plan_is_named(at_broker: str, tmp_path: Path) -> None:
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / PLAN_FILE).write_text("{", "utf-8")
    assert PLAN_FILE in refused("judge", "--config", at_broker)
