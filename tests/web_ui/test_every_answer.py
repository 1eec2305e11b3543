"""Every answer that docs/openapi.json tells of is really given, with the kind of content that it tells."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import schemathesis
from flask import Flask
from schemathesis.schemas import BaseSchema
from werkzeug.test import TestResponse

from common.atomic_files import write_whole
from engine.notation import record_of
from table.session.saved_state import EndedGame
from table.storage.autosave import SaveError
from table.storage.finished_game import FinishedGame, game_text
from table.storage.game_archive import ArchivedGame, GameArchive
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.web_ui.degraded_link import VIEW
from tests.web_ui.http_fuzz import Stage
from tests.web_ui.recorded_traffic import HOME
from tests.web_ui.shared_server import OneServer
from web_ui.app import create_app
from web_ui.guard import BODY_LIMIT, CHOICE_LIMIT, RequestSlots
from web_ui.interface import document
from web_ui.packing import StaticFiles
from web_ui.serve import BODY_SIZE, HEADER_SIZE

STREAMS = ("/stream", "/readings", "/board/stream")
BROKEN = "20200101T000000Z-1"
PLACES = {"language": "en", "part": "page", "name": NAME, "filename": "js/phone.js"}
NOTHING = {"language": "xx", "part": "page", "name": "nothing", "filename": "nothing.js", "mark": "nothing"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked and how: ``of`` the table as it is, of one of which nobody has asked anything yet (``new``), that
    lacks all that it can (``bare``), in no network (``alone``), with a link (``linked``), or whose games cannot be read
    (``broken``); ``crowded``: as many wait as may."""

    path: str
    status: int
    who: str = "Ann"
    of: str = "table"
    places: Mapping[str, str] = field(default_factory=lambda: PLACES)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: object = None
    crowded: bool = False


COMMAND = {"version": 0, "command": {"kind": "show_colours", "showing": False}}
FOREIGN_PAGE = {"Origin": "http://elsewhere.example"}
QUESTION = {"asked": "b2-c3", "position": "0000000000000000000000000/1/mortal:b2,d4/limus:d2,b4"}
LINE = {"line": QUESTION["position"]}
LIFT = {"do": "lift", "piece": "blue-1"}


def gets() -> Iterator[Asked]:
    """Every answer to a GET that the page gives."""
    always = ("/", "/j", "/text/{language}/{part}.json", "/powers.json", "/options.json", "/welcome", "/sticker")
    games = ("/games.json", "/statistics.json", "/games/{name}.json")
    looked_up = ("/lights.json", "/book.json", "/manifest.webmanifest")
    files = ("/static/{filename}", "/kept/{mark}/{filename}")
    for path in (*always, *looked_up, *games, *files, "/board"):
        yield Asked(path, 200)
        yield Asked(path, 304)
    for path in (*files,):
        yield from (Asked(path, 200, places={**PLACES, "filename": name}) for name in ("css/base.css", "icon.svg"))
    for path in (*STREAMS, "/join.svg", "/wifi.svg", "/games/{name}.record"):
        yield Asked(path, 200)
    yield Asked("/link.json", 200, of="linked")
    yield Asked("/workshop", 303)
    for path in STREAMS:
        yield Asked(path, 503, crowded=True)
    for path in games:
        yield Asked(path, 429, of="new", crowded=True)
        yield Asked(path, 507, of="broken")
    yield Asked("/games/{name}.record", 507, of="broken")
    yield Asked("/games.json?before=..", 400)
    yield Asked("/?preview=tlh", 404)
    yield Asked("/j?preview=tlh", 404)
    yield Asked("/games/{name}.json", 422, places={"name": BROKEN})
    yield Asked("/sticker", 403, who="Ben")
    yield Asked("/wifi.svg", 404, who="Eve")
    yield Asked("/join.svg", 404, of="alone", headers={"Host": "127.0.0.1"})
    for path in ("/text/{language}/{part}.json", *files, "/games/{name}.json", "/games/{name}.record"):
        yield Asked(path, 404, places=NOTHING)
    for path in ("/link.json", "/welcome", "/sticker", *games, "/games/{name}.record", "/board", "/board/stream"):
        yield Asked(path, 404, of="bare")
    for path in routes("get"):
        yield Asked(path, 421, headers={"Host": "table.example"}, places={**PLACES, "mark": "any"})


def posts() -> Iterator[Asked]:
    """Every answer to a POST that the page gives."""
    game = json.loads(game_text(record_of(played(steps=12)), {}, NOW))
    yield Asked("/command", 200, body=COMMAND)
    yield Asked("/command", 409, body={"version": 0, "command": {"kind": "undo_step"}})
    yield Asked("/command", 422, body={"version": 0, "command": {"kind": "show_game", "game": "none", "ply": 0}})
    yield Asked("/command", 403, who="Ben", body={"version": 0, "command": {"kind": "watch_corner", "watching": True}})
    yield Asked("/games", 201, body=game)
    yield Asked("/games", 409, body=json.loads(game_text(record_of(played("hecate", "pan")), dict(ANN_AND_BEN), NOW)))
    yield Asked("/games", 403, who="Eve", body=game)
    yield Asked("/games", 404, of="bare", body=game)
    yield Asked("/games", 507, of="broken", body=game)
    yield Asked("/board/hands", 200, body=LIFT)
    yield Asked("/board/hands", 422, body={"do": "lift", "piece": "none"})
    yield Asked("/board/hands", 404, of="bare", body=LIFT)
    yield Asked("/judge", 200, body=QUESTION)
    yield Asked("/judge", 422, body={"asked": "b2"})
    yield Asked("/position", 200, body=LINE)
    yield Asked("/position", 422, body={"line": None})
    for path, body in (
        ("/judge", QUESTION),
        ("/position", LINE),
        ("/command", COMMAND),
        ("/games", game),
        ("/board/hands", LIFT),
    ):
        yield Asked(path, 429, body=body, crowded=True)
        yield Asked(path, 403, body=body, headers=FOREIGN_PAGE)
        yield Asked(path, 400, body=[])
        yield Asked(path, 413, body="x" * (BODY_SIZE - 100))
        yield Asked(path, 415, headers={"Content-Type": "text/plain"})
        yield Asked(path, 421, body=body, headers={"Host": "table.example"})
        yield Asked(path, 431, body=body, headers={"Accept-Language": "x," * CHOICE_LIMIT})


def routes(method: str) -> list[str]:
    """The documented paths with this method."""
    paths: Any = document()["paths"]
    return [path for path, methods in paths.items() if method in methods]


class BrokenGames(GameArchive):
    """A folder that no disk gives."""

    @property
    def games(self) -> tuple[tuple[str, FinishedGame], ...]:
        raise SaveError("games: cannot read the finished games: Input/output error")

    def listed(self, before: str | None = None) -> ArchivedGame:
        raise SaveError(f"games: cannot read the finished games before {before}: Input/output error")

    def game(self, name: str) -> FinishedGame:
        raise SaveError(f"games: cannot read {name}: Input/output error")

    def import_game(self, text: str) -> str:
        raise SaveError(f"games: cannot keep {len(text)} bytes: Input/output error")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    folder = tmp_path_factory.mktemp("table")
    stage = Stage(folder)
    stage.put("lobby")
    stage.games.save(EndedGame(NAME, played("hecate", "pan"), ANN_AND_BEN), just_now=True)
    broken = json.loads(game_text(record_of(played(steps=12)), {}, NOW))
    broken["record"]["turns"][1] = "a1-e5"
    (folder / "games" / f"{BROKEN}.json").write_text(json.dumps(broken), "utf-8")
    return stage


def app_of(stage: Stage, of: str) -> Flask:
    """The page of the table that is asked."""
    match of:
        case "bare":
            return create_app(stage.table, None)
        case "broken":
            return create_app(stage.table, None, games=BrokenGames(Path("nowhere"), write_whole))
        case "new":
            return create_app(stage.table, stage.hands, games=stage.games)
        case "alone":
            return create_app(stage.table, None, join_url=lambda: None)
        case "linked":
            return create_app(stage.table, None, link=lambda: VIEW)
        case _:
            return stage.app


def answer_to(stage: Stage, asked: Asked, method: str) -> TestResponse:
    guest = next(guest for guest in stage.guests if guest.name == asked.who)
    guest.client.application = app_of(stage, asked.of)
    phone = guest.client
    mark = StaticFiles(Path(stage.app.root_path) / "static").now().mark
    path = asked.path.format_map({"mark": mark, **asked.places})
    headers = dict(asked.headers)
    if asked.status == 304:
        headers["If-None-Match"] = phone.get(path, base_url=HOME).headers["ETag"]
    if method == "get":
        return phone.get(path, base_url=HOME, headers=headers)
    data = json.dumps(asked.body)
    return phone.post(path, base_url=HOME, data=data, headers={"Content-Type": "application/json", **headers})


@pytest.fixture(scope="module")
def interface() -> BaseSchema:
    return schemathesis.openapi.from_dict(document())


def told_of(path: str, method: str, status: int) -> Mapping[str, Any]:
    """What the document says of an answer."""
    paths: Any = document()["paths"]
    responses: Mapping[str, Any] = paths[path.partition("?")[0]][method]["responses"]
    assert str(status) in responses, f"{method} {path} is answered by {status}, and the document does not tell it"
    told: Mapping[str, Any] = responses[str(status)]
    return told


def check_content(kind: str | None, told: Mapping[str, Any], what: object) -> None:
    """The content is of a kind that is told."""
    kinds = list(told.get("content", ()))
    assert (kind.partition(";")[0] in kinds) if kind else not kinds, (what, kind, kinds)


CASES = [(method, asked) for method, each in (("get", gets()), ("post", posts())) for asked in each]


@pytest.mark.parametrize(
    ("method", "asked"), CASES, ids=[f"{method} {asked.path} {asked.status}" for method, asked in CASES]
)
def test_an_answer_is_as_documented(
    stage: Stage,
    interface: BaseSchema,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    asked: Asked,
) -> None:
    if asked.crowded:
        monkeypatch.setattr(RequestSlots, "enter", lambda *_: False)
    answer = answer_to(stage, asked, method)
    assert answer.status_code == asked.status, answer.text[:300]
    check_content(answer.content_type, told_of(asked.path, method, asked.status), asked)
    if not (asked.path in STREAMS and asked.status == 200):
        interface[asked.path.partition("?")[0]][method.upper()].validate_response(answer)
    answer.close()


SERVED: Mapping[int, Callable[[str, str], str]] = {
    400: lambda method, path: f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nBad Header: x\r\n\r\n",
    413: lambda method, path: f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {BODY_SIZE + 1}\r\n\r\n",
    431: lambda method, path: f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX: {'x' * HEADER_SIZE}\r\n\r\n",
    501: lambda method, path: f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: x\r\n\r\n",
}
"""What the server answers before the page hears of it."""


@pytest.mark.parametrize("status", SERVED)
def test_what_the_server_refuses_is_as_documented(stage: Stage, server: OneServer, status: int) -> None:
    server.put(stage.app)
    where = urlsplit(server.address)
    for method in ("get", "post"):
        for path in routes(method):
            connection = http.client.HTTPConnection(where.netloc, timeout=20)
            connection.connect()
            connection.sock.sendall(SERVED[status](method.upper(), path.format_map({**NOTHING})).encode())
            answer = http.client.HTTPResponse(connection.sock)
            answer.begin()
            assert answer.status == status, (method, path)
            check_content(answer.headers["Content-Type"], told_of(path, method, status), (method, path, status))
            connection.close()


def test_every_answer_that_is_documented_is_given_above() -> None:
    paths: Any = document()["paths"]
    told = {
        (method, path, int(status))
        for path, methods in paths.items()
        for method, operation in methods.items()
        for status in operation["responses"]
    }
    given = {(method, asked.path.partition("?")[0], asked.status) for method, asked in CASES}
    served = {(method, path, status) for status in SERVED for method in ("get", "post") for path in routes(method)}
    assert told == given | served
    assert BODY_LIMIT < BODY_SIZE
