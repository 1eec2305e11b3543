"""The games of years over HTTP: told by pages, made once for all, and nobody waits for who asks a lot."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from common.atomic_files import write_whole
from engine import Seat
from engine.notation import record_of
from table.session.game_history import HistoryPosition
from table.session.saved_state import EndedGame
from table.storage.finished_game import game_text
from table.storage.game_archive import MOST_IMPORTED, PAGE, ArchiveFullError, GameArchive
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.table.storage.many_games import put_games, records
from tests.web_ui.fake_table import CAST, SmallTable, lobby
from tests.web_ui.test_under_attack import FRIEND, HEAD, STRANGER, connected, friend_is_served, status
from web_ui.app import create_app
from web_ui.game_pages import IMPORTS_A_MINUTE, REPLAYING
from web_ui.phone_pages import COMMANDS_EACH
from web_ui.serve import CONNECTIONS_EACH

COUNT = 2 * PAGE + 20


class Watched(GameArchive):
    """Tells how often all games were asked for, and can let those wait who want one played again."""

    asked = 0

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, write_whole, lambda: NOW)
        self.playing = threading.Event()
        self.playing.set()
        self.waiting = threading.Semaphore(0)

    @property
    def games(self) -> tuple[tuple[str, Any], ...]:
        self.asked += 1
        return super().games

    def positions(self, name: str) -> tuple[HistoryPosition, ...]:
        self.waiting.release()
        assert self.playing.wait(20)
        return super().positions(name)


@pytest.fixture(scope="module")
def a_game() -> dict[str, Any]:
    [record] = records(1)
    return record


@pytest.fixture
def names(tmp_path: Path, a_game: dict[str, Any]) -> list[str]:
    return put_games(tmp_path / "games", COUNT, [a_game])


@pytest.fixture
def games(tmp_path: Path, names: list[str]) -> Watched:
    assert names
    return Watched(tmp_path / "games")


@pytest.fixture
def table_api() -> Iterator[SmallTable]:
    table_api = SmallTable(replace(lobby(*CAST), seats_held=(Seat.BLUE,), host=True))
    yield table_api
    table_api.close()


@pytest.fixture
def app(table_api: SmallTable, games: GameArchive) -> Flask:
    return create_app(table_api, None, games=games)


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


def test_all_games_are_listed_by_pages_each_once_the_newest_first(phone: FlaskClient, names: list[str]) -> None:
    listed, before, sizes = [], None, []
    while True:
        page = phone.get("/games.json", query_string={} if before is None else {"before": before}).get_json()
        assert page["count"] == COUNT
        sizes.append(len(page["games"]))
        listed += [game["game"] for game in page["games"]]
        before = page["before"]
        if before is None:
            break
    assert listed == names
    assert sizes == [PAGE, PAGE, 20]


def test_a_page_goes_on_where_it_was_though_games_have_come_and_gone(
    phone: FlaskClient, games: GameArchive, names: list[str]
) -> None:
    before = phone.get("/games.json").get_json()["before"]
    games.save(EndedGame("20290301T191205Z-1", played(), ANN_AND_BEN), just_now=True)
    games.delete([before, names[3]])
    page = phone.get("/games.json", query_string={"before": before}).get_json()
    assert [game["game"] for game in page["games"]] == names[PAGE : 2 * PAGE]


@pytest.mark.parametrize("before", ["", "..", "a/b", "x" * 65, "%00", "é"])
def test_what_is_no_name_of_a_game_is_refused(phone: FlaskClient, before: str) -> None:
    assert phone.get("/games.json", query_string={"before": before}).status_code == 400


@pytest.mark.parametrize("path", ["/games.json", "/statistics.json", "/games/{name}.json"])
def test_a_phone_that_has_it_is_told_so_until_the_games_change(
    phone: FlaskClient, games: GameArchive, names: list[str], path: str
) -> None:
    path = path.format(name=names[0])
    first = phone.get(path)
    again = {"If-None-Match": first.headers["ETag"]}
    assert first.headers["Cache-Control"] == "no-cache"
    assert phone.get(path, headers=again).status_code == 304
    games.count(names[0], counted=False)
    assert phone.get(path, headers=again).status_code == 200


def test_what_is_made_of_all_games_is_made_once(phone: FlaskClient, games: Watched) -> None:
    for _ in range(30):
        assert phone.get("/statistics.json").status_code == 200
        assert phone.get("/games.json").status_code == 200
    assert games.asked == 1
    games.save(EndedGame(NAME, played(), ANN_AND_BEN), just_now=True)
    assert phone.get("/statistics.json").get_json() != {}
    assert games.asked == 2


@pytest.mark.parametrize("path", ["/games.json", "/statistics.json", "/games/{name}.json", "/games/{name}.record"])
def test_who_asks_for_games_without_end_keeps_nobody_waiting(
    address: str, table_api: SmallTable, names: list[str], path: str
) -> None:
    request = f"GET {path.format(name=names[0])} HTTP/1.1\r\n{HEAD}\r\n"
    with ExitStack() as many:
        for _ in range(CONNECTIONS_EACH):
            many.enter_context(connected(address, STRANGER)).sendall(request.encode())
        friend_is_served(address, table_api)


def test_no_more_than_a_few_wait_for_games_that_are_played_again(
    address: str, table_api: SmallTable, games: Watched, names: list[str]
) -> None:
    games.playing.clear()
    with ExitStack() as many:
        opened = [many.enter_context(connected(address, STRANGER)) for _ in range(20)]
        for connection, name in zip(opened, names, strict=False):
            connection.sendall(f"GET /games/{name}.json HTTP/1.1\r\n{HEAD}\r\n".encode())
        assert games.waiting.acquire(timeout=20)
        assert status(address, f"GET /games.json HTTP/1.1\r\n{HEAD}\r\n") == 200
        friend_is_served(address, table_api)
        games.playing.set()
        answers = [connection.makefile("rb").readline().split()[1] for connection in opened]
    assert answers.count(b"200") == REPLAYING[0]
    assert answers.count(b"429") == len(opened) - REPLAYING[0]


def test_no_more_than_a_few_commands_of_one_address_wait_for_the_table(address: str, table_api: SmallTable) -> None:
    body = json.dumps({"version": table_api.current.version, "command": {"kind": "undo_step"}})
    head = f"{HEAD}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    command = f"POST /command HTTP/1.1\r\n{head}\r\n{body}"
    table_api.answering.clear()
    with ExitStack() as many:
        waiting = [many.enter_context(connected(address, STRANGER)) for _ in range(COMMANDS_EACH)]
        for number, connection in enumerate(waiting):
            connection.sendall(command.encode())
            table_api.command(number)
        assert status(address, command) == 429
        assert status(address, f"GET / HTTP/1.1\r\n{HEAD}\r\n", FRIEND) == 200
        table_api.answering.set()
        assert {connection.makefile("rb").readline().split()[1] for connection in waiting} == {b"200"}
    assert status(address, command) == 200


def file_of_a_game(number: int) -> str:
    return game_text(record_of(played(steps=12)), {Seat.BLUE: f"Liar {number}"}, NOW)


def test_a_seat_adds_so_many_games_in_a_minute_and_another_one_as_many(
    phone: FlaskClient, table_api: SmallTable, games: GameArchive
) -> None:
    def add(number: int) -> int:
        answer = phone.post("/games", data=file_of_a_game(number), content_type="application/json")
        if answer.status_code == 429:
            assert 1 <= int(answer.headers["Retry-After"]) <= 60
            assert answer.get_json()["message"]["key"] == "games.too_often"
        return answer.status_code

    count = len(games.games)
    assert [add(number) for number in range(IMPORTS_A_MINUTE)] == [201] * IMPORTS_A_MINUTE
    assert [add(number) for number in range(50, 53)] == [429] * 3
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.BLUE, Seat.ORANGE)))
    assert add(99) == 429, "a second seat helps nobody who has used up the first"
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.ORANGE,)))
    assert add(100) == 201
    assert len(games.games) == count + IMPORTS_A_MINUTE + 1
    assert phone.get("/statistics.json").get_json()["others"] == 0
    told = phone.get("/games.json").get_json()["games"]
    assert {(game["imported"], game["counted"]) for game in told} == {(True, False), (False, True)}


def test_a_table_that_has_enough_games_from_elsewhere_says_so(table_api: SmallTable, tmp_path: Path) -> None:
    class Full(GameArchive):
        def import_game(self, text: str) -> str:
            raise ArchiveFullError(f"{MOST_IMPORTED} are here, and {len(text)} bytes are too many")

    phone = create_app(table_api, None, games=Full(tmp_path, write_whole)).test_client()
    answer = phone.post("/games", data=file_of_a_game(1), content_type="application/json")
    assert answer.status_code == 507
    assert answer.get_json()["message"] == {"key": "games.full", "args": {"most": str(MOST_IMPORTED)}}
