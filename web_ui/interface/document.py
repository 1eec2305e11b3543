"""The document: every route, with its request, its answers, and the schemas of the types that declare them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from importlib.metadata import version
from typing import Final

import msgspec

from common.mqtt.broker import BrokerStatus
from engine.casting.catalogue import CARDS
from table.storage.game_archive import GAME_SIZE, MOST_IMPORTED, NAME, PAGE
from table.view.link_view import LinkView
from web_ui.callers import OPENER_COOKIE, SEAT_COOKIE
from web_ui.forms.archive_forms import GamesForm, ReplayForm, ReviewForm, StatisticsForm
from web_ui.forms.basic_forms import ErrorAnswer, Json
from web_ui.forms.board_forms import ReadingsForm
from web_ui.forms.command_forms import RequestForm
from web_ui.forms.judge_forms import JudgementForm, PositionAskedForm, PositionForm, QuestionAskedForm, WorkersForm
from web_ui.forms.puzzle_forms import (
    GuardAskedForm,
    GuardForm,
    HintAskedForm,
    HintForm,
    PuzzleAskedForm,
    PuzzleForm,
    PuzzlesForm,
    PuzzleSolutionForm,
)
from web_ui.forms.reference_forms import BookForm, CardsForm, ChoicesForm, LightsForm
from web_ui.forms.snapshot_forms import CommandAnswer
from web_ui.forms.virtual_board_forms import AnyGesture, GestureAnswer
from web_ui.game_pages import IMPORTS_A_MINUTE
from web_ui.guard import BODY_LIMIT, CHOICE_LIMIT, CHOICES, CLAIMS_A_MINUTE
from web_ui.languages import PARTS, PREVIEW
from web_ui.packing import TYPES
from web_ui.serve import BODY_SIZE, HEADER_SIZE

# ---- Shapes of requests and answers


Shape = Mapping[str, Json]
"""The form of a JSON value, as in JSON Schema."""

TEXT: Shape = {"type": "string"}


def named(name: str) -> Shape:
    """Return a reference to a form of the document by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


NO_MORE: Final[Mapping[str, Json]] = {}

JSON: Final = "application/json"
STREAM: Final = "text/event-stream"
PLAIN_TEXT: Final = "text/plain"

MET_ALWAYS: Final[Mapping[str, str]] = {
    "400": "The request is not valid HTTP.",
    "413": f"More than {BODY_SIZE} bytes.",
    "421": "The table does not answer to this host name.",
    "431": f"More than {HEADER_SIZE} bytes of headers, or more than {CHOICE_LIMIT} of {', '.join(CHOICES)}.",
    "501": "The body is sent in a way that is not known.",
}
"""The errors of every request; all except the wrong name come before the page sees the request."""

MET_BY_POSTS: Final[Mapping[str, str]] = {
    "400": "What was sent cannot be understood; the line says where.",
    "403": "This phone may not give it: it needs another seat, or the host; or the page is a foreign one.",
    "413": f"More than {BODY_LIMIT} bytes; for a game more than {GAME_SIZE}.",
    "415": "Not JSON.",
    "421": MET_ALWAYS["421"],
    "431": MET_ALWAYS["431"],
}
"""The errors of every POST."""


def posted() -> dict[str, Json]:
    """Return the errors of a POST: the page's as JSON, those of the server before it as text."""
    bodies = {status: {JSON: named("ErrorAnswer")} for status in MET_BY_POSTS}
    for status in ("400", "413", "431"):
        bodies[status][PLAIN_TEXT] = TEXT
    return {**always(), **{status: one_of_bodies(MET_BY_POSTS[status], content) for status, content in bodies.items()}}


def post_of(about: str, body: Shape) -> dict[str, Json]:
    """Return a POST with this body, without its answers."""
    return {"summary": about, "requestBody": {"required": True, "content": {JSON: {"schema": body}}}}


def get_of(about: str, responses: Mapping[str, Json]) -> dict[str, Json]:
    """Return a GET with these answers, and those of every request."""
    return {"summary": about, "responses": {**always(), **responses}}


def or_known(about: str, shape: Shape, content: str = JSON) -> dict[str, Json]:
    """Return the answers of a body, or of one that the browser already has."""
    return {"200": body_of(about, shape, content), "304": {"description": "The browser has it already."}}


def always() -> dict[str, Json]:
    """Return the errors of every request."""
    return {status: said(about) for status, about in MET_ALWAYS.items()}


def said(about: str) -> Mapping[str, Json]:
    """Return an answer with a line of text."""
    return body_of(about, TEXT, PLAIN_TEXT)


def body_of(about: str, shape: Shape, content: str = JSON) -> Mapping[str, Json]:
    """Return an answer with a body of this shape."""
    return one_of_bodies(about, {content: shape})


def one_of_bodies(about: str, content: Mapping[str, Shape]) -> Mapping[str, Json]:
    """Return an answer with a body of one of these types."""
    return {"description": about, "content": {kind: {"schema": shape} for kind, shape in content.items()}}


def in_path(name: str, shape: Shape) -> Mapping[str, Json]:
    """Return a part of the address."""
    return {"name": name, "in": "path", "required": True, "schema": shape}


def question(about: str, asked: str, answer: tuple[str, str], refused: str) -> Mapping[str, Json]:
    """Return a POST of a question: its body, its answer in words and by its form, and its refusals."""
    told, form = answer
    error = named("ErrorAnswer")
    return {
        **post_of(about, named(asked)),
        "responses": {
            **posted(),
            "200": body_of(told, named(form)),
            "422": body_of(refused, error),
            "429": body_of("Too many ask at once.", error),
        },
    }


# ---- Routes about connections


LINK_PATHS: Final[dict[str, Json]] = {
    "/link.json": {
        "get": get_of(
            "The state of the link to the board.",
            {"200": body_of("The link.", named("LinkView")), "404": said("There is none.")},
        )
    },
    "/broker.json": {
        "get": get_of(
            "How the connection to the MQTT broker stands.",
            {
                "200": body_of("The connection.", named("BrokerStatus")),
                "403": said("This phone is not the host's."),
                "404": said("No broker is configured."),
            },
        )
    },
}


# ---- The document


POWER: Shape = {"type": "string", "enum": [card.power for card in CARDS]}

_ANSWERS: Final = (
    CommandAnswer,
    ErrorAnswer,
    GestureAnswer,
    GamesForm,
    ReplayForm,
    StatisticsForm,
    ReviewForm,
    HintForm,
    GuardForm,
    PuzzlesForm,
    PuzzleForm,
    PuzzleSolutionForm,
    ReadingsForm,
    LinkView,
    BrokerStatus,
    CardsForm,
    ChoicesForm,
    LightsForm,
    BookForm,
    JudgementForm,
    PositionForm,
    WorkersForm,
)


_ENUMERATIONS: Final[Mapping[tuple[str, frozenset[str]], tuple[str, ...]]] = {
    (each.__name__, frozenset(each)): tuple(each) for each in StrEnum.__subclasses__()
}
"""Return the values of each enumeration in their order, by its name and its sorted values."""


def schemas() -> Mapping[str, Shape]:
    """Return the schemas by the names of their types; many of them refer to ``Power``."""
    types: tuple[object, ...] = (
        *(AnyGesture, RequestForm, QuestionAskedForm, PositionAskedForm, HintAskedForm, GuardAskedForm),
        PuzzleAskedForm,
        *_ANSWERS,
    )
    (gesture, *_), found = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {**{name: _in_its_order(name, shape) for name, shape in found.items()}, "Gesture": gesture, "Power": POWER}


def _in_its_order(name: str, shape: Shape) -> Shape:
    """Return the schema of an enumeration with the values in order of declaration, to which its description refers;
    msgspec sorts them."""
    values_of = shape.get("enum")
    if not isinstance(values_of, list):
        return shape
    values = _ENUMERATIONS.get((name, frozenset(map(str, values_of))))
    return shape if values is None else {**shape, "enum": list(values)}


def document() -> dict[str, Json]:
    """Return the whole document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Thera",
            "version": version("thera"),
            "description": "One table, its phones, and its virtual board. docs/http.md says what it means.",
        },
        "paths": _paths(),
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "seats": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": SEAT_COOKIE,
                    "description": "The tokens of the phone's seats; without it a phone only watches.",
                },
                "opener": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": OPENER_COOKIE,
                    "description": "The token of the virtual board's page, for the hands while no seat is taken.",
                },
            },
        },
        "security": [{}, {"seats": []}, {"opener": []}],
    }


def written() -> str:
    """Return the text of ``docs/openapi.json``."""
    return json.dumps(document(), ensure_ascii=False, indent=1) + "\n"


def _paths() -> dict[str, Json]:
    return {
        "/": {"get": _page("The page of a phone.")},
        "/j": {"get": _page("The same, as the QR code has it.")},
        "/workshop": {"get": get_of("A redirect to the workshop.", {"303": {"description": "To the page."}})},
        "/stream": {"get": _listen_to_all()},
        "/readings": {"get": _listen("What the board measures, while the workshop shows it.", "ReadingsForm")},
        "/command": {"post": _command()},
        **LINK_PATHS,
        "/text/{language}/{part}.json": {
            "get": {
                **get_of(
                    "The texts of a language.",
                    {
                        **or_known("They.", {"type": "object", "additionalProperties": TEXT}),
                        "404": said("There are none."),
                    },
                ),
                "parameters": [
                    in_path("language", TEXT),
                    in_path("part", {**TEXT, "description": f"one of {', '.join(PARTS)}"}),
                ],
            }
        },
        "/powers.json": {"get": get_of("The facts about each power.", or_known("It.", named("CardsForm")))},
        "/options.json": {"get": get_of("The values of each rule.", or_known("It.", named("ChoicesForm")))},
        "/lights.json": {
            "get": get_of("What the lights mean, and what they look like.", or_known("It.", named("LightsForm")))
        },
        "/book.json": {
            "get": get_of("The rulings, and which of them explains a reason.", or_known("They.", named("BookForm")))
        },
        "/manifest.webmanifest": {
            "get": get_of(
                "How the page stands on a home screen.",
                or_known("The web app manifest.", {"type": "object"}, "application/manifest+json"),
            )
        },
        "/join.svg": _code("to join", "No phone could reach it: the table is in no network."),
        "/wifi.svg": _code("of the network for guests", "There is none, or this phone has no seat."),
        "/match-code.svg": _code("for another table, by its first word: `of`", "There is none, or not for this phone."),
        "/welcome": {
            "get": get_of(
                "The page to which phones in the table's own network are led.",
                {**or_known("The page.", TEXT, "text/html"), "404": said("The table has none.")},
            )
        },
        "/sticker": {
            "get": get_of(
                "The sticker for the table's own network, for printing.",
                {
                    **or_known("The page.", TEXT, "text/html"),
                    "403": said("This phone is not the host's."),
                    "404": said("The table has none."),
                },
            )
        },
        "/static/{filename}": {
            "get": {
                **get_of("A file of the page.", {**_file(), "404": said("There is no such file.")}),
                "parameters": [in_path("filename", TEXT)],
            }
        },
        "/kept/{mark}/{filename}": {
            "get": {
                **get_of(
                    "A file of the page as the page was served with; it never changes.",
                    {
                        **_file(),
                        "404": said("The table has other files now: reload the page."),
                    },
                ),
                "parameters": [in_path("mark", TEXT), in_path("filename", TEXT)],
            }
        },
        "/games.json": {
            "get": {
                **get_of(
                    f"The finished games, {PAGE} at a time.",
                    {
                        **or_known("The games.", named("GamesForm")),
                        **_TOO_MANY,
                        **_NO_DISK,
                        **_NO_GAMES,
                        "400": said("This is not the name of a game; or as for all requests."),
                    },
                ),
                "parameters": [
                    {
                        "name": "before",
                        "in": "query",
                        "description": "as the page of games before these gave it",
                        "schema": {"type": "string", "pattern": f"^{NAME.pattern}$"},
                    }
                ],
            }
        },
        "/statistics.json": {
            "get": get_of(
                "The statistics of the finished games.",
                {**or_known("It.", named("StatisticsForm")), **_TOO_MANY, **_NO_DISK, **_NO_GAMES},
            )
        },
        "/games/{name}.json": {
            "get": _of_game(
                {
                    **or_known("A game to step through.", named("ReplayForm")),
                    **_TOO_MANY,
                    "422": said("It cannot be replayed."),
                }
            )
        },
        "/games/{name}.record": {"get": _of_game({"200": body_of("The file of a game.", {"type": "object"})})},
        "/games/{name}/review.json": {
            "get": _of_game(
                {
                    **or_known("The review of a game, or how far it is.", named("ReviewForm")),
                    **_TOO_MANY,
                    "422": said("It cannot be replayed."),
                }
            )
        },
        "/games/{name}/review": {"post": _review()},
        "/hint": {
            "post": question(
                "Ask for a hint in the own turn, where the host allows it.",
                "HintAskedForm",
                ("The hint, from what the seat knows.", "HintForm"),
                "This phone has no turn to take now, or there is no hint.",
            )
        },
        "/guard": {
            "post": question(
                "Ask whether the turn that waits to be confirmed loses at once.",
                "GuardAskedForm",
                ("What is against it.", "GuardForm"),
                "No turn of this phone waits to be confirmed.",
            )
        },
        "/puzzles.json": {
            "get": {
                **get_of(
                    "The puzzles, and which is that of the day.",
                    {
                        "200": body_of("They.", named("PuzzlesForm")),
                        "400": said("This is not a date; or as for all requests."),
                        **_NO_PUZZLES,
                        **_TOO_MANY,
                    },
                ),
                "parameters": [
                    {
                        "name": "day",
                        "in": "query",
                        "description": "the date where the phone is; one that is more than a day from the table's does"
                        " not count",
                        "schema": {"type": "string", "format": "date"},
                    }
                ],
            }
        },
        "/puzzles/{number}": {"post": _attempt()},
        "/puzzles/{number}/solution.json": {
            "get": {
                **get_of(
                    "A puzzle to its end, with the best defence.",
                    {
                        "200": body_of("It.", named("PuzzleSolutionForm")),
                        "404": said("There is no such puzzle."),
                        **_TOO_MANY,
                    },
                ),
                "parameters": [in_path("number", _NUMBER)],
            }
        },
        "/judge": {
            "post": question(
                "Ask the judge about the position that stands, or about another one.",
                "QuestionAskedForm",
                ("The answer, as far as this phone may know.", "JudgementForm"),
                "There is no game to ask about, or what was asked cannot be read.",
            )
        },
        "/position": {
            "post": question(
                "Read a position, or take that of the game as everybody knows it.",
                "PositionAskedForm",
                ("The position, with all that its cards remember.", "PositionForm"),
                "It cannot be read or cannot stand, or there is no game; the message says why.",
            )
        },
        "/workers.json": {
            "get": get_of(
                "The workers that stand on the board, while no game is played.",
                {
                    "200": body_of("They.", named("WorkersForm")),
                    **_TOO_MANY,
                    "422": said("A game is played, the board is in the workshop, or there is none."),
                },
            )
        },
        "/games": {"post": _import()},
        "/board": {"get": _page("The page of the virtual board.", _NO_BOARD)},
        "/board/stream": {"get": _listen("The virtual board as it changes.", "BenchForm", _NO_BOARD)},
        "/board/hands": {"post": _gesture()},
    }


def _command() -> Mapping[str, Json]:
    answer = named("CommandAnswer")
    either: Shape = {"anyOf": [answer, named("ErrorAnswer")]}
    return {
        **post_of("Send the table a command.", named("RequestForm")),
        "responses": {
            **posted(),
            "200": body_of("It was carried out and is saved; a claim also sets the cookie.", answer),
            "403": body_of(MET_BY_POSTS["403"], either),
            "409": body_of("The subject of the command has changed; nothing was done.", answer),
            "422": body_of("It is not allowed now; the message says why.", answer),
            "429": body_of(
                f"More than {CLAIMS_A_MINUTE} claims a minute from one address, or too much at once.", either
            ),
        },
    }


def _code(what: str, missing: str) -> dict[str, Json]:
    """Return the answer with a QR code."""
    answers = {"200": body_of("The code.", TEXT, "image/svg+xml"), "404": said(missing)}
    return {"get": get_of(f"The QR code {what}.", answers)}


def _review() -> Mapping[str, Json]:
    error = named("ErrorAnswer")
    return {
        **post_of("Have a finished game reviewed; it takes no content.", {"type": "object"}),
        "parameters": [in_path("name", TEXT)],
        "responses": {
            **posted(),
            "200": body_of("How far it is.", named("ReviewForm")),
            "404": body_of("There is no such game, or the table reviews none.", error),
            "429": body_of("Other games are reviewed first.", error),
            "507": body_of("The disk cannot be read.", error),
        },
    }


def _import() -> Mapping[str, Json]:
    error = named("ErrorAnswer")
    return {
        **post_of("Import a game; players only.", {"type": "object"}),
        "responses": {
            **posted(),
            "201": body_of("It is stored under this name.", {"type": "object", "properties": {"game": TEXT}}),
            "404": body_of("The table archives no games.", error),
            "409": body_of("It is in the archive already.", error),
            "429": body_of(f"More than {IMPORTS_A_MINUTE} a minute for one seat, or too many at once.", error),
            "507": body_of(f"It cannot be stored, or there are {MOST_IMPORTED} imported games already.", error),
        },
    }


def _gesture() -> Mapping[str, Json]:
    return {
        **post_of("Move the hands at the virtual board.", named("Gesture")),
        "responses": {
            **posted(),
            "200": body_of("It was done.", named("GestureAnswer")),
            "403": body_of("This browser may not move the hands; or the page is a foreign one.", named("ErrorAnswer")),
            "404": body_of("The table has no virtual board.", named("ErrorAnswer")),
            "422": body_of("The hands cannot do that.", named("ErrorAnswer")),
            "429": body_of("Too many gestures wait for the hands.", named("ErrorAnswer")),
        },
    }


def _page(about: str, more: Mapping[str, Json] = NO_MORE) -> Mapping[str, Json]:
    preview: Json = {
        "name": PREVIEW,
        "in": "query",
        "description": "a language to show it in, even one that is not complete yet",
        "schema": TEXT,
    }
    responses = {**or_known("The page.", TEXT, "text/html"), "404": said("There is no such language."), **more}
    return {**get_of(about, responses), "parameters": [preview]}


def _file() -> Mapping[str, Json]:
    kinds = {kind.partition(";")[0]: {} if kind == "application/json" else TEXT for kind in TYPES.values()}
    return {**or_known("The file.", TEXT), "200": one_of_bodies("The file.", kinds)}


def _listen(about: str, name: str, more: Mapping[str, Json] = NO_MORE) -> Mapping[str, Json]:
    events = f"Events ``state`` with a {name} as data and its version as id, and ``beat`` when there is nothing new."
    return get_of(about, {"200": body_of(events, TEXT, STREAM), "503": said("Too many are open."), **more})


def _listen_to_all() -> Mapping[str, Json]:
    events = (
        "Events ``state`` with a SnapshotForm as data, if asked for ``board`` with a BenchForm and ``readings`` with a "
        "ReadingsForm, each with its version as id, and ``beat`` when there is nothing new."
    )
    more: Shape = {
        "name": "with",
        "in": "query",
        "required": False,
        "style": "form",
        "explode": False,
        "schema": {"type": "array", "items": {"type": "string", "enum": ["board", "readings"]}},
        "description": "Which events are to come besides; ``board`` only where there is a virtual board.",
    }
    responses = {
        "200": body_of(events, TEXT, STREAM),
        "400": said("No such events come here."),
        "503": said("Too many are open."),
    }
    about = "Snapshots, each complete, as the table changes, and what else is asked for."
    return {**get_of(about, responses), "parameters": [more]}


def _of_game(responses: Mapping[str, Json]) -> Mapping[str, Json]:
    return {
        **get_of("A finished game.", {**responses, **_NO_DISK, "404": said("There is no such game.")}),
        "parameters": [in_path("name", TEXT)],
    }


def _attempt() -> Mapping[str, Json]:
    asked = question(
        "Solve a puzzle: what comes of the player's steps so far.",
        "PuzzleAskedForm",
        ("What stands now, and how the other player answered.", "PuzzleForm"),
        "A step cannot be read, or cannot be done.",
    )
    responses = asked["responses"]
    if not isinstance(responses, Mapping):
        raise TypeError("an operation has its answers by their status")
    error = named("ErrorAnswer")
    more = {"404": body_of("There is no such puzzle.", error)}
    return {**asked, "responses": {**responses, **more}, "parameters": [in_path("number", _NUMBER)]}


_NUMBER: Final[Shape] = {"type": "integer", "minimum": 0}
_NO_PUZZLES: Final = {"404": said("The table gives no puzzles.")}
_TOO_MANY: Final = {"429": said("Too many requests wait for it already.")}
_NO_DISK: Final = {"507": said("The disk cannot be read.")}
_NO_GAMES: Final = {"404": said("The table archives no games.")}
_NO_BOARD: Final = {"404": said("The table has no virtual board.")}
