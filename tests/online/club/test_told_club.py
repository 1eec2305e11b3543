"""Real tables, a real Mosquitto and a club, started as programs: games at two tables until the tournament has its
results; and when any of them is killed."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path

from tests.common.mqtt.mosquitto import Listener, mosquitto, needs_mosquitto
from tests.online.club.club_programs import club_with, named, play_a_turn, sit_down, table_called
from tests.thera.test_cli import running

pytestmark = needs_mosquitto


def test_an_evening_at_two_tables(tmp_path: Path) -> None:
    with ExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        club = stack.enter_context(club_with(broker, tmp_path))
        first = stack.enter_context(table_called("First", broker, tmp_path))
        second = stack.enter_context(table_called("Second", broker, tmp_path))
        club.sees(lambda state: set(named(state)) == {"First", "Second"})
        club.organises(
            {"kind": "begin_tournament", "title": "Friday", "system": "round_robin", "rounds": 1},
            {"kind": "enter_players", "names": ["Ann", "Bo", "Cleo", "Dan"]},
            {"kind": "pair_round"},
        )
        paired = club.sees(lambda state: bool(state["tournament"] and state["tournament"]["rounds"]))
        games = paired["tournament"]["rounds"][0]["games"]
        phones = [sit_down(at, game["first"], game["second"]) for at, game in zip((first, second), games, strict=True)]
        for phone in phones:
            play_a_turn(phone)
        shown = club.sees(lambda state: named(state)["First"].get("turn") == "orange")
        assert named(shown)["First"]["turns"][:2] == ["@b2 @d4 @b4 @d2", "b2-b3 +c3"]
        for phone, loser in zip(phones, ("orange", "blue"), strict=True):
            phone.does("act", action={"kind": "resign", "seat": loser})
        over = club.sees(lambda state: all(each.get("winner") for each in state["tournament"]["rounds"][0]["games"]))
        decided = over["tournament"]["rounds"][0]["games"]
        assert [each["winner"] for each in decided] == [games[0]["first"], games[1]["second"]]
        assert {each["source"] for each in decided} == {"table"}
        assert len(over["results"]) == 2


def test_a_club_that_is_killed_finds_the_result_of_meanwhile(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, table_called("First", broker, tmp_path) as table:
        with club_with(broker, tmp_path) as club:
            club.sees(lambda state: "First" in named(state))
            club.organises(
                {"kind": "begin_tournament", "title": "", "system": "swiss", "rounds": 3},
                {"kind": "enter_players", "names": ["Ann", "Bo"]},
                {"kind": "pair_round"},
            )
            cookie = club.cookie
        phone = sit_down(table, "Ann", "Bo")
        play_a_turn(phone)
        phone.does("act", action={"kind": "resign", "seat": "blue"})
        with Listener(broker.port) as hearing:
            hearing.until(lambda each: each.topic.endswith("/club/game") and len(each.payload) > 0)
        with club_with(broker, tmp_path) as again:
            state = again.sees(lambda state: bool(state["results"]))
            assert state["tournament"]["rounds"][0]["games"][0]["winner"] == "Bo"
            again.cookie = cookie
            command = {"kind": "enter_result", "round": 0, "game": 0, "winner": "Ann"}
            again.posts("/command", {"edition": state["edition"], "command": command})


def test_a_table_that_is_killed_is_away_and_a_broker_that_is_killed_is_named(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, club_with(broker, tmp_path) as club:
        with table_called("First", broker, tmp_path):
            club.sees(lambda state: "First" in named(state))
        club.sees(lambda state: bool(state["tables"]) and not named(state))
        broker.kill()
        club.sees(lambda state: state["broker"]["state"] != "connected")
        broker.start()
        club.sees(lambda state: state["broker"]["state"] == "connected" and not named(state))
        with table_called("First", broker, tmp_path):
            club.sees(lambda state: "First" in named(state) and state["broker"]["state"] == "connected")


def test_a_club_ends_on_a_signal_without_a_complaint(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, club_with(broker, tmp_path) as club:
        club.sees(lambda state: state["broker"]["state"] == "connected")
        club.process.send_signal(signal.SIGTERM)
        _, errors = club.process.communicate(timeout=20)
        assert (club.process.returncode, errors) == (0, "")


def test_a_table_that_takes_no_part_tells_a_club_nothing(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, Listener(broker.port) as hearing:
        file = tmp_path / "thera.toml"
        file.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n', "utf-8")
        with running(tmp_path / "data", "--config", str(file), "--board", "virtual") as (_, address, _):
            sit_down(address.rstrip("/"), "Ann", "Bo")
            heard = hearing.until(lambda each: each.topic.endswith("/turn") and b"Ann" in each.payload)
            assert [each.topic for each in heard if "/club" in each.topic] == []
