"""A real table, started as a program at the virtual board, and a real Mosquitto: what the house is told of a game, and
when either of them is killed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from common.atomic_files import write_whole
from common.mqtt.broker import BrokerState, BrokerStatus
from online.home.home_assistant import TableTopics
from table.settings.configuration import MqttSettings
from tests.common.mqtt.mosquitto import Heard, Listener, RunningMosquitto, mosquitto, needs_mosquitto
from tests.house import ROOT
from tests.thera.test_cli import running
from tests.web_ui.fake_table import SmallTable, lobby
from tests.web_ui.http_table import HttpPhone
from thera.house_link import HouseConnection, HouseLink, access_of, identity_of

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
                house.until(lambda each: (each.topic, each.payload) == (topics.turn, b'{"name":"Ann","seat":"blue"}'))


def test_the_rights_that_the_documents_name_are_enough(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    assert "may write to `thera/#` and\n`homeassistant/device/#` and read `homeassistant/status` only" in page
    users, rights, secret = tmp_path / "users", tmp_path / "rights", tmp_path / "secret"
    for user, create in (("thera", ["-c"]), ("house", [])):
        subprocess.run(["mosquitto_passwd", "-b", *create, str(users), user, user[::-1]], check=True)
    own = "topic write thera/#\ntopic write homeassistant/device/#\ntopic read homeassistant/status\n"
    rights.write_text(f"user thera\n{own}user house\ntopic readwrite #\n", "utf-8")
    secret.write_text("areht\n", "utf-8")
    lines = ("allow_anonymous false", f"password_file {users}", f"acl_file {rights}")
    with mosquitto(tmp_path, *lines) as broker, Listener(broker.port, user="house", password="esuoh") as house:  # noqa: S106
        mqtt = MqttSettings("127.0.0.1", broker.port, username="thera", password_file=secret)
        link = HouseLink(HouseConnection(mqtt, tmp_path), SmallTable(lobby()), "http://192.168.1.20:8080/")
        link.start()
        try:
            heard = house.until(lambda each: each.topic.endswith("/board"))
            assert len({each.topic for each in heard}) == 5
            house.send("homeassistant/status", b"online")
            house.until(lambda each: each.topic.endswith("/config"))
            house.until(lambda each: each.topic.endswith("/board"))
            assert link.status == BrokerStatus(BrokerState.CONNECTED)
        finally:
            link.close()
        assert house.payload_on(TableTopics(identity_of(tmp_path, write_whole)).status) == b"offline"


def test_the_service_may_get_the_password_from_systemd(tmp_path: Path) -> None:
    mqtt = MqttSettings("broker.lan", username="thera")
    given = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert access_of(mqtt, "x", environment=given).password_file is None
    (tmp_path / "mqtt.password").write_text("secret\n", "utf-8")
    access = access_of(mqtt, "x", environment=given)
    assert access.password() == "secret"
    assert (access.port, access_of(replace(mqtt, tls=True), "x", environment={}).port) == (1883, 8883)
    assert access_of(replace(mqtt, password_file=tmp_path / "own"), "x", environment=given).password_file == (
        tmp_path / "own"
    )
