"""A real table, started as a program at the virtual board, and a real Mosquitto: what the house is told of a game, and
when either of them is killed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from home_automation.table_topics import TableTopics
from table.storage.table_identity import identity_of
from tests.broker.mosquitto import Heard, Listener, RunningMosquitto, mosquitto, needs_mosquitto
from tests.thera.test_cli import running
from tests.web_ui.http_table import HttpPhone

pytestmark = needs_mosquitto


def configuration(folder: Path, port: int) -> Path:
    file = folder / "thera.toml"
    file.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {port}\n', "utf-8")
    return file


@contextmanager
def table_with(broker: RunningMosquitto, folder: Path) -> Iterator[tuple[str, int]]:
    """A table that tells this broker; its address, and the number of its process. It is killed in the end."""
    configured = configuration(folder, broker.port)
    with running(folder / "data", "--config", str(configured), "--board", "virtual") as (process, address, _):
        yield address, process.pid


def topics_in(folder: Path) -> TableTopics:
    def never(path: Path, text: str) -> None:
        raise AssertionError(f"{path} is missing, and would be {text}")

    return TableTopics(identity_of(folder / "data", never))


def in_two_seats(address: str) -> HttpPhone:
    """One phone for both players, in a game without powers whose workers stand."""
    phone = HttpPhone(address)
    phone.does("claim_seat", seat="blue", name="Ann")
    phone.does("claim_seat", seat="orange", name="Bo")
    phone.does("choose_options", options={"powers": False})
    phone.does("begin_game")
    for squares in (("b2", "d4"), ("b4", "d2")):
        for square in squares:
            phone.does("act", action={"kind": "place", "square": square})
        phone.does("confirm_turn")
    return phone


def last_of(heard: list[Heard], topic: str) -> bytes:
    return [each.payload for each in heard if each.topic == topic][-1]


def test_a_game_from_the_first_seat_to_the_win_and_a_table_that_is_killed(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, Listener(broker.port) as house:
        with table_with(broker, tmp_path) as (address, _):
            heard = house.until(lambda each: each.topic.endswith("/board") and each.payload == b"ON")
            topics = topics_in(tmp_path)
            assert last_of(heard, topics.status) == b"online"
            assert last_of(heard, topics.phase) == b"lobby"
            found = [each for each in heard if each.topic.startswith("homeassistant/device/thera_")]
            assert [each.topic for each in found] == [f"homeassistant/device/thera_{topics.identity}/config"]
            phone = in_two_seats(address)
            turn = house.until(lambda each: each.topic == topics.turn and b"Ann" in each.payload)
            assert last_of(turn, topics.turn) == b'{"name":"Ann","seat":"blue"}'
            phone.does("act", action={"kind": "resign", "seat": "blue"})
            ended = house.until(lambda each: each.topic == topics.event)
            won = {"event_type": "won", "names": ["Bo"], "seats": ["orange"], "powers": [None]}
            assert json.loads(ended[-1].payload) == won
            assert last_of(ended, topics.winner) == b'{"names":["Bo"],"seats":["orange"]}'
            assert last_of(ended, topics.phase) == b"over"
        assert house.payload_on(topics.status) == b"offline", "the table was killed"
        with table_with(broker, tmp_path):
            again = house.until(lambda each: each.topic == topics.board and each.payload == b"ON")
            assert last_of(again, topics.status) == b"online"
            assert [each for each in again if each.topic == topics.event] == [], "it was won long ago"
            assert topics_in(tmp_path) == topics
        assert house.payload_on(topics.status) == b"offline"


def test_who_starts_later_or_forgets_is_told_again(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, table_with(broker, tmp_path):
        with Listener(broker.port) as assistant:
            assistant.until(lambda each: each.topic.endswith("/board") and each.payload == b"ON")
            topics = topics_in(tmp_path)
            assistant.send("homeassistant/status", b"online")
            again = assistant.until(lambda each: each.topic == topics.board)
            assert {each.topic for each in again} == {
                *("homeassistant/status", f"homeassistant/device/thera_{topics.identity}/config"),
                *(topics.status, topics.phase, topics.turn, topics.board),
            }
        broker.kill()
        broker.start()
        with Listener(broker.port) as assistant:
            kept = assistant.until(lambda each: each.topic == topics.board)
            assert last_of(kept, topics.status) == b"online"


def test_a_table_plays_as_well_without_its_broker_and_tells_it_where_it_was_left(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker:
        broker.kill()
        with table_with(broker, tmp_path) as (address, _):
            in_two_seats(address)
            broker.start()
            with Listener(broker.port) as house:
                topics = topics_in(tmp_path)
                heard = house.until(lambda each: each.topic == topics.board)
                assert last_of(heard, topics.turn) == b'{"name":"Ann","seat":"blue"}'
