"""Finished games over HTTP: the list, one game to step through, its file, games from elsewhere, and what is refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from common.atomic_files import write_whole
from engine import Seat
from engine.casting.catalogue import CARDS
from engine.notation import record_of
from table.session.archive import CountGame, DeleteGames, ShowGame, StopShowing
from table.session.saved_state import EndedGame
from table.storage.finished_game import game_text
from table.storage.game_archive import GAME_SIZE, GameArchive
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.web_ui.fake_table import SmallTable, lobby
from web_ui.app import create_app


@pytest.fixture
def games(tmp_path: Path) -> GameArchive:
    return GameArchive(tmp_path / "games", write_whole, lambda: NOW)


@pytest.fixture
def table_api() -> SmallTable:
    return SmallTable(replace(lobby((Seat.BLUE, "Ann")), seats_held=(Seat.BLUE,)))


@pytest.fixture
def phone(table_api: SmallTable, games: GameArchive) -> FlaskClient:
    app = create_app(table_api, None, games=games)
    app.testing = True
    return app.test_client()


def send(phone: FlaskClient, content: bytes | str) -> TestResponse:
    return phone.post("/games", data=content, content_type="application/json")


def told(response: TestResponse) -> dict[str, Any]:
    body: dict[str, Any] = response.get_json()
    return body


def test_finished_games_are_listed_the_newest_first_with_what_is_counted(
    phone: FlaskClient, games: GameArchive
) -> None:
    games.save(EndedGame(NAME, played("hecate", "pan"), ANN_AND_BEN), just_now=True)
    games.save(EndedGame("20240101T000000Z-1", played("pan", "atlas", steps=20), ()), just_now=True)
    body = told(phone.get("/games.json"))
    assert [game["game"] for game in body["games"]] == [NAME, "20240101T000000Z-1"]
    first, second = body["games"]
    assert (first["began"], first["ended"]) == ("2025-03-01T19:12:05Z", "2025-03-01T19:12:05Z")
    assert first["players"] == [
        {"seat": "blue", "name": "Ann", "powers": ["hecate"], "team": 0, "level": None},
        {"seat": "orange", "name": "Ben", "powers": ["pan"], "team": 1, "level": None},
    ]
    assert (second["winners"], second["reason"]) == (None, None)
    assert (body["count"], body["before"], body["set_aside"]) == (2, None, [])
    counted = told(phone.get("/statistics.json"))
    assert {player["name"]: player["games"] for player in counted["players"]} == {"Ann": 1, "Ben": 1}
    assert sum(player["wins"] for player in counted["players"]) == 1
    assert {power["power"] for power in counted["powers"]} == {"hecate", "pan"}
    assert counted["others"] == 0


def test_a_game_is_shown_step_by_step_with_its_secrets(phone: FlaskClient, games: GameArchive) -> None:
    game = played("hecate", "pan")
    games.save(EndedGame(NAME, game, ANN_AND_BEN), just_now=True)
    body = told(phone.get(f"/games/{NAME}.json"))
    assert body["game"]["game"] == NAME
    moments = body["moments"]
    assert len(moments) == len(game.plies) + 1
    assert (moments[0]["action"], moments[0]["view"]["workers"]) == (None, [])
    assert all(player["hidden"] == 0 for moment in moments for player in moment["view"]["players"])
    told_squares = [moment["log"][0]["message"]["args"].get("square") for moment in moments[1:5]]
    assert told_squares == [moment["action"]["square"] for moment in moments[1:5]]
    assert moments[-1]["log"][-1]["kind"] == "game_ended"


def test_a_file_that_is_fetched_can_be_brought_back(phone: FlaskClient, games: GameArchive) -> None:
    games.save(EndedGame(NAME, played("hecate", "pan"), ANN_AND_BEN), just_now=True)
    fetched = phone.get(f"/games/{NAME}.record")
    assert fetched.headers["Content-Disposition"] == f'attachment; filename="thera-{NAME}.json"'
    again = send(phone, fetched.data)
    assert (again.status_code, told(again)["message"]) == (409, {"key": "games.known", "args": {"game": NAME}})
    games.delete([NAME])
    again = send(phone, fetched.data)
    assert (again.status_code, told(again)) == (201, {"game": NAME})
    assert phone.get(f"/games/{NAME}.record").data == fetched.data


def test_who_does_not_sit_at_the_table_adds_no_game(
    phone: FlaskClient, table_api: SmallTable, games: GameArchive
) -> None:
    table_api.show(lobby((Seat.BLUE, "Ann")))
    response = send(phone, game_text(record_of(played()), {}))
    assert (response.status_code, told(response)["message"]["key"]) == (403, "games.seats_only")
    assert games.games == ()


GARBAGE = [
    b"",
    b"null",
    b"true",
    b"3",
    b'"game"',
    b"[]",
    b"{}",
    b"{",
    b"\xff\xfe\x00",
    b"\x00",
    b"NaN",
    b'{"version": NaN, "record": {}}',
    b'{"version": 1, "record": null}',
    b'{"version": 1e400, "record": {}}',
    b'{"version": 1, "record": {}, "names": {}}',
    b"[" * 30_000,
    b'{"a":' * 8_000,
    b"9" * 30_000,
    b'{"version": 1, "setup": {"players": []}, "turns": [], "result": null}',
    b'{"version": 1, "setup": {"players": 5}, "turns": {}, "result": 0}',
    b'{"version": 1, "setup": {"players": [1, 2]}, "turns": [], "result": null}',
    game_text({**record_of(played(steps=4)), "turns": ["@" * 60_000]}, {}).encode(),
    game_text({**record_of(played(steps=4)), "turns": ["@a1 " * 12_000]}, {}).encode(),
    game_text({**record_of(played(steps=4)), "x" * 60_000: 1}, {}).encode(),
]


@pytest.mark.parametrize("content", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_refused_in_one_clear_line(phone: FlaskClient, games: GameArchive, content: bytes) -> None:
    response = send(phone, content)
    assert response.status_code == 400
    body = told(response)
    assert body["message"]["key"] == "games.no_game"
    assert body["message"]["args"]["detail"]
    assert "\n" not in body["error"]
    assert len(body["error"]) < 500
    assert games.games == ()


def test_a_record_with_any_part_exchanged_is_a_game_or_refused(table_api: SmallTable, games: GameArchive) -> None:
    """Every value of a record in turn becomes something else; nothing else than a clear no may come of it."""
    pages = cycle([create_app(table_api, None, games=games).test_client() for _ in range(200)])
    chance = random.Random(7)  # noqa: S311 - for a test
    text = game_text(record_of(played("hecate", "pan", steps=14)), dict(ANN_AND_BEN), NOW, NOW)
    others: list[object] = [
        None,
        True,
        -1,
        0,
        3,
        10**30,
        1.5,
        "",
        "a1",
        "blue",
        "pan",
        "a1-b2",
        [],
        {},
        [[]],
        {"seat": "blue"},
        "é" * 99,
    ]
    statuses = set[int]()
    for path in paths(json.loads(text)):
        for other in chance.sample(others, 5):
            content = json.loads(text)
            part = content
            for key in path[:-1]:
                part = part[key]
            part[path[-1]] = other
            response = send(next(pages), json.dumps(content))
            statuses.add(response.status_code)
            assert response.status_code in (201, 400, 409), (path, other, response.data)
    assert 400 in statuses


def paths(value: object, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, each in inner for path in [(*at, key), *paths(each, (*at, key))]]


def test_what_is_too_large_or_of_another_kind_is_refused(phone: FlaskClient) -> None:
    response = send(phone, b" " * (GAME_SIZE + 1))
    assert response.status_code == 413
    assert phone.post("/games", data=b"{}", content_type="text/plain").status_code == 415
    headers = {"Origin": "http://elsewhere.example"}
    assert phone.post("/games", data=b"{}", content_type="application/json", headers=headers).status_code == 403


def test_a_long_game_is_not_too_large(phone: FlaskClient) -> None:
    content = json.loads(game_text(record_of(played("mortal", "mortal")), {}))
    padded = json.dumps(content, indent=200)
    assert 17_000 < len(padded) < GAME_SIZE
    assert send(phone, padded).status_code == 201


@pytest.mark.parametrize("name", ["nothing", "..%2f..%2fjournal", "%00", "a" * 300, "20250301T191205Z-9"])
@pytest.mark.parametrize("kind", ["json", "record"])
def test_a_game_that_is_not_there_is_404(phone: FlaskClient, name: str, kind: str) -> None:
    assert phone.get(f"/games/{name}.{kind}").status_code == 404


def test_a_game_that_cannot_be_played_again_says_so(phone: FlaskClient, tmp_path: Path) -> None:
    content = json.loads(game_text(record_of(played(steps=12)), {}, datetime(2024, 1, 1, tzinfo=UTC)))
    content["record"]["turns"][1] = "a1-e5"
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / f"{NAME}.json").write_text(json.dumps(content), "utf-8")
    assert [game["game"] for game in told(phone.get("/games.json"))["games"]] == [NAME]
    response = phone.get(f"/games/{NAME}.json")
    assert response.status_code == 422
    assert b"cannot be played again" in response.data


def test_a_full_disk_is_reported(table_api: SmallTable, tmp_path: Path) -> None:
    def full(_path: Path, _text: str) -> None:
        raise OSError(28, "No space left on device")

    phone = create_app(table_api, None, games=GameArchive(tmp_path, full)).test_client()
    response = send(phone, game_text(record_of(played(steps=8)), {}))
    assert (response.status_code, told(response)["message"]["key"]) == (507, "games.not_kept")


def test_a_table_that_stores_no_games_has_none_of_these_pages(app: Flask) -> None:
    phone = app.test_client()
    assert phone.get("/games.json").status_code == 404
    assert send(phone, b"{}").status_code == 404


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"kind": "show_game", "game": NAME, "ply": 3}, ShowGame(NAME, 3)),
        ({"kind": "stop_showing"}, StopShowing()),
        ({"kind": "delete_games", "games": [NAME]}, DeleteGames((NAME,))),
        ({"kind": "count_game", "game": NAME, "counted": True}, CountGame(NAME, counted=True)),
    ],
)
def test_what_a_phone_asks_about_finished_games_reaches_the_table(
    phone: FlaskClient, table_api: SmallTable, said: dict[str, object], meant: object
) -> None:
    assert phone.post("/command", json={"version": 1, "command": said}).status_code == 200
    assert table_api.command() == meant


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"kind": "show_game", "game": NAME}, "command: Object missing required field `ply`"),
        ({"kind": "show_game", "game": 3, "ply": 0}, "command.game: Expected `str`, got `int`"),
        ({"kind": "show_game", "game": NAME, "ply": -1}, "command.ply: Expected `int` >= 0"),
        ({"kind": "delete_games", "games": NAME}, "command.games: Expected `array`, got `str`"),
        (
            {"kind": "delete_games", "games": ["a"] * 101},
            "command.games: Expected `array` of length <= 100",
        ),
        ({"kind": "count_game", "game": NAME}, "command: Object missing required field `counted`"),
        (
            {"kind": "offer_powers", "powers": ["pan"] * (len(CARDS) + 1)},
            f"command.powers: Expected `array` of length <= {len(CARDS)}",
        ),
    ],
)
def test_what_does_not_fit_is_reported(phone: FlaskClient, said: dict[str, object], why: str) -> None:
    response = phone.post("/command", json={"version": 1, "command": said})
    assert response.status_code == 400
    assert why in told(response)["error"]
