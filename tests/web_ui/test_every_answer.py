"""Every answer that docs/openapi.json tells of is really given, with the kind of content that it tells."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import schemathesis
from flask import Flask
from schemathesis.schemas import BaseSchema
from werkzeug.test import TestResponse

from common.atomic_files import write_whole
from common.mqtt.broker import BrokerStatus
from engine.notation import record_of
from engine.seats import Seat
from table.session.match_part import MatchCodeView, MatchView
from table.session.saved_state import EndedGame
from table.session.session_events import SaveError
from table.storage.finished_game import FinishedGame, game_text
from table.storage.game_archive import ArchivedGame, GameArchive
from table.storage.game_review import VERSION, StoredReview, mark_of
from tests.engine.cases import game_at
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.web_ui.degraded_link import VIEW
from tests.web_ui.fake_hints import FakeHints
from tests.web_ui.fake_puzzles import fake_puzzles
from tests.web_ui.fake_reviewer import FakeReviewer
from tests.web_ui.fake_table import SmallTable, lobby
from tests.web_ui.http_fuzz import Stage
from tests.web_ui.recorded_traffic import HOME
from tests.web_ui.shared_server import OneServer
from tests.web_ui.test_web_hints import POSITION, own_turn, to_confirm
from web_ui.app import create_app
from web_ui.guard import BODY_LIMIT, CHOICE_LIMIT, RequestSlots
from web_ui.interface import document
from web_ui.packing import static_files
from web_ui.serve import BODY_SIZE, HEADER_SIZE

STREAMS = ("/stream", "/readings", "/board/stream")
BROKEN = "20200101T000000Z-1"
PLACES = {"language": "en", "part": "page", "name": NAME, "filename": "js/phone.js", "number": "1"}
NOTHING = {
    "language": "xx",
    "part": "page",
    "name": "nothing",
    "filename": "nothing.js",
    "mark": "nothing",
    "number": "9",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked and how: ``of`` the table as it is, of one of which nobody has asked anything yet (``new``), that
    lacks all that it can (``bare``), in no network (``alone``), with a link and a broker (``linked``), whose games
    cannot be read (``broken``), without a game (``lobby``), with a turn to take (``turn``) or to confirm (``made``),
    or with reviews (``reviewed``), or with puzzles, in the lobby (``puzzles``) or while somebody plays (``played``);
    ``crowded``: as many wait as may."""

    path: str
    status: int
    who: str = "Ann"
    of: str = "table"
    places: Mapping[str, str] = field(default_factory=lambda: PLACES)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: object = None
    crowded: bool = False


CODE = MatchCodeView((Seat.ORANGE,), ("lusab", "babad"), "THERA:LUSAB-BABAD")
MATCH = MatchView(0, (), (CODE,), joining=False, trouble=None, offered=False, refused=None, able=True)
COMMAND = {"version": 0, "command": {"kind": "show_colours", "showing": False}}
FOREIGN_PAGE = {"Origin": "http://elsewhere.example"}
QUESTION = {"asked": "b2-c3", "position": "0000000000000000000000000/1/mortal:b2,d4/limus:d2,b4"}
LINE = {"line": QUESTION["position"]}
STRENGTH = {"strength": "best"}
REVIEW = "/games/{name}/review.json"
STEPS = {"steps": ["b2-b3"]}
ATTEMPT, SOLUTION = "/puzzles/{number}", "/puzzles/{number}/solution.json"
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
    yield Asked("/match-code.svg", 200, of="lobby")
    yield Asked("/match-code.svg?of=other", 404, of="lobby")
    yield Asked("/link.json", 200, of="linked")
    yield Asked("/broker.json", 200, of="linked")
    yield Asked("/broker.json", 403, of="linked", who="Ben")
    yield Asked("/broker.json", 404, of="bare")
    yield Asked("/workers.json", 200, of="lobby")
    yield Asked("/workers.json", 422)
    yield Asked("/workers.json", 429, crowded=True)
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
    yield Asked(REVIEW, 200)
    yield Asked(REVIEW, 200, of="reviewed")
    yield Asked(REVIEW, 304, of="reviewed")
    yield Asked(REVIEW, 429, of="reviewed", crowded=True)
    yield Asked(REVIEW, 422, of="reviewed", places={"name": BROKEN})
    yield Asked(REVIEW, 404, of="reviewed", places=NOTHING)
    yield Asked(REVIEW, 507, of="broken")
    for path in ("/puzzles.json", SOLUTION):
        yield Asked(path, 200, of="puzzles")
        yield Asked(path, 429, of="puzzles", crowded=True)
    yield Asked("/puzzles.json", 404, of="bare")
    yield Asked(SOLUTION, 404, of="puzzles", places=NOTHING)
    yield Asked(SOLUTION, 200, of="played")
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
    yield Asked("/hint", 200, of="turn", body=STRENGTH)
    yield Asked("/hint", 403, of="made", body=STRENGTH)
    yield Asked("/guard", 200, of="made", body={})
    yield Asked("/hint", 422, of="watched", body=STRENGTH)
    yield Asked("/guard", 422, of="turn", body={})
    ask = "/games/{name}/review"
    yield Asked(ask, 200, of="reviewed")
    yield Asked(ask, 429, of="reviewed", crowded=True)
    yield Asked(ask, 404, places=NOTHING)
    yield Asked(ask, 507, of="broken")
    yield Asked(ask, 403, headers=FOREIGN_PAGE)
    yield Asked(ask, 415, headers={"Content-Type": "text/plain"})
    yield Asked(ask, 421, headers={"Host": "table.example"})
    yield Asked(ATTEMPT, 200, of="puzzles", body=STEPS)
    yield Asked(ATTEMPT, 404, of="puzzles", body=STEPS, places=NOTHING)
    yield Asked(ATTEMPT, 200, of="played", body=STEPS)
    yield Asked(ATTEMPT, 422, of="puzzles", body={"steps": ["b2-e5"]})
    asked: tuple[tuple[str, object, str], ...] = (
        (ATTEMPT, STEPS, "puzzles"),
        ("/judge", QUESTION, "table"),
        ("/position", LINE, "table"),
        ("/command", COMMAND, "table"),
        ("/games", game, "table"),
        ("/board/hands", LIFT, "table"),
        ("/hint", STRENGTH, "turn"),
        ("/guard", {}, "made"),
    )
    for path, body, of in asked:
        yield Asked(path, 429, of=of, body=body, crowded=True)
        yield Asked(path, 403, body=body, headers=FOREIGN_PAGE)
        yield Asked(path, 400, body=[])
        yield Asked(path, 413, body="x" * (BODY_SIZE - 100))
        yield Asked(path, 415, headers={"Content-Type": "text/plain"})
        yield Asked(path, 421, body=body, headers={"Host": "table.example"})
        yield Asked(path, 431, body=body, headers={"Accept-Language": "x," * CHOICE_LIMIT})


DOCUMENT: Any = document()


def routes(method: str) -> list[str]:
    """The documented paths with this method."""
    paths = DOCUMENT["paths"]
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


def reviewed(games: GameArchive, most: int) -> FakeReviewer:
    """What has a review of the game that can be read and of the one that cannot, and takes so many more questions."""
    reviewer = FakeReviewer(games, most)
    mark = mark_of(games.game(NAME))
    reviewer.found = dict.fromkeys((NAME, BROKEN), StoredReview(VERSION, mark, ()))
    return reviewer


def app_of(stage: Stage, of: str, *, crowded: bool) -> Flask:
    """The page of the table that is asked."""
    match of:
        case "bare":
            return create_app(stage.table, None)
        case "broken":
            broken = BrokenGames(Path("nowhere"), write_whole)
            return create_app(stage.table, None, games=broken, reviews=FakeReviewer(broken))
        case "new":
            return create_app(stage.table, stage.hands, games=stage.games)
        case "alone":
            return create_app(stage.table, None, join_url=lambda: None)
        case "lobby":
            return create_app(SmallTable(replace(lobby(), match=MATCH)), None)
        case "reviewed":
            return create_app(
                stage.table, None, games=stage.games, reviews=reviewed(stage.games, most=0 if crowded else 2)
            )
        case "turn":
            return create_app(SmallTable(own_turn()), None, hints=FakeHints(busy=crowded))
        case "watched":
            return create_app(SmallTable(replace(own_turn(), seats_held=())), None, hints=FakeHints())
        case "made":
            return create_app(
                SmallTable(to_confirm(game_at(POSITION, "b2-b3 b3+c3"))), None, hints=FakeHints(busy=crowded)
            )
        case "puzzles" | "played":
            table = SmallTable(lobby() if of == "puzzles" else own_turn())
            return create_app(table, None, puzzles=fake_puzzles(table))
        case "linked":
            return create_app(stage.table, None, link=lambda: VIEW, broker=BrokerStatus)
        case _:
            return stage.app


def answer_to(stage: Stage, asked: Asked, method: str) -> TestResponse:
    guest = next(guest for guest in stage.guests if guest.name == asked.who)
    guest.client.application = app_of(stage, asked.of, crowded=asked.crowded)
    phone = guest.client
    mark = static_files(Path(stage.app.root_path) / "static").now().mark
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
    return schemathesis.openapi.from_dict(DOCUMENT)


def told_of(path: str, method: str, status: int) -> Mapping[str, Any]:
    """What the document says of an answer."""
    paths = DOCUMENT["paths"]
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
            with closing(connection), closing(http.client.HTTPResponse(connection.sock)) as answer:
                answer.begin()
                assert answer.status == status, (method, path)
                check_content(answer.headers["Content-Type"], told_of(path, method, status), (method, path, status))


def test_every_answer_that_is_documented_is_given_above() -> None:
    paths = DOCUMENT["paths"]
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
