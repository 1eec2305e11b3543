"""The document: every route, what it is asked with, what it answers, and the schemas of the types that declare it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Final

import msgspec

from engine.casting.catalogue import CARDS
from table.storage.game_archive import GAME_SIZE, MOST_IMPORTED, NAME, PAGE
from table.view.link_view import LinkView
from web_ui.callers import OPENER_COOKIE, SEAT_COOKIE
from web_ui.forms.archive_forms import GamesForm, ReplayForm, StatisticsForm
from web_ui.forms.basic_forms import ErrorAnswer, Json
from web_ui.forms.board_forms import ReadingsForm
from web_ui.forms.book_forms import BookForm
from web_ui.forms.command_forms import RequestForm
from web_ui.forms.judge_forms import JudgementForm, QuestionAskedForm
from web_ui.forms.position_forms import PositionAskedForm, PositionForm
from web_ui.forms.reference_forms import CardsForm, ChoicesForm, LightsForm
from web_ui.forms.snapshot_forms import CommandAnswer
from web_ui.forms.virtual_board_forms import AnyGesture, GestureAnswer
from web_ui.game_pages import IMPORTS_A_MINUTE
from web_ui.guard import BODY_LIMIT, CHOICE_LIMIT, CHOICES, CLAIMS_A_MINUTE
from web_ui.languages import PARTS, PREVIEW
from web_ui.packing import TYPES
from web_ui.serve import BODY_SIZE, HEADER_SIZE

Shape = Mapping[str, Json]
"""The form of a JSON value, as JSON Schema has it."""

TEXT: Shape = {"type": "string"}
POWER: Shape = {"type": "string", "enum": [card.power for card in CARDS]}

_ANSWERS: Final = (
    CommandAnswer,
    ErrorAnswer,
    GestureAnswer,
    GamesForm,
    ReplayForm,
    StatisticsForm,
    ReadingsForm,
    LinkView,
    CardsForm,
    ChoicesForm,
    LightsForm,
    BookForm,
    JudgementForm,
    PositionForm,
)


def named(name: str) -> Shape:
    """A form by its name among those of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def schemas() -> Mapping[str, Shape]:
    """The schemas by the names of their types; ``Power`` is the one to which many of them refer."""
    types: tuple[object, ...] = (AnyGesture, RequestForm, QuestionAskedForm, PositionAskedForm, *_ANSWERS)
    (gesture, *_), found = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {**found, "Gesture": gesture, "Power": POWER}


_NO_MORE: Final[Mapping[str, Json]] = {}

_JSON: Final = "application/json"
_STREAM: Final = "text/event-stream"
_TEXT: Final = "text/plain"

_ALWAYS: Final[Mapping[str, str]] = {
    "400": "The request is not valid HTTP.",
    "413": f"More than {BODY_SIZE} bytes.",
    "421": "The table does not answer to this host name.",
    "431": f"More than {HEADER_SIZE} bytes of headers, or more than {CHOICE_LIMIT} of {', '.join(CHOICES)}.",
    "501": "The body is sent in a way that is not known.",
}
"""What every request may meet; all but the wrong name before the page hears of it."""

_POSTED: Final[Mapping[str, str]] = {
    "400": "What was sent cannot be understood; the line says where.",
    "403": "This phone may not give it: it needs another seat, or the host; or the page is a foreign one.",
    "413": f"More than {BODY_LIMIT} bytes; for a game more than {GAME_SIZE}.",
    "415": "Not JSON.",
    "421": _ALWAYS["421"],
    "431": _ALWAYS["431"],
}
"""What every POST may meet."""


def document() -> dict[str, Json]:
    """The whole document."""
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
    """The document as it stands in ``docs/openapi.json``."""
    return json.dumps(document(), ensure_ascii=False, indent=1) + "\n"


def _paths() -> dict[str, Json]:
    return {
        "/": {"get": _page("The page of a phone.")},
        "/j": {"get": _page("The same, as the QR code has it.")},
        "/workshop": {"get": _get("A redirect to the workshop.", {"303": {"description": "To the page."}})},
        "/stream": {"get": _listen("Snapshots, each complete, as the table changes.", "SnapshotForm")},
        "/readings": {"get": _listen("What the board measures, while the workshop shows it.", "ReadingsForm")},
        "/command": {"post": _command()},
        "/link.json": {
            "get": _get(
                "The state of the link to the board.",
                {"200": _body("The link.", named("LinkView")), "404": _said("There is none.")},
            )
        },
        "/text/{language}/{part}.json": {
            "get": {
                **_get(
                    "The texts of a language.",
                    {
                        **_or_known("They.", {"type": "object", "additionalProperties": TEXT}),
                        "404": _said("There are none."),
                    },
                ),
                "parameters": [
                    _in_path("language", TEXT),
                    _in_path("part", {**TEXT, "description": f"one of {', '.join(PARTS)}"}),
                ],
            }
        },
        "/powers.json": {"get": _get("The facts about each power.", _or_known("It.", named("CardsForm")))},
        "/options.json": {"get": _get("The values of each rule.", _or_known("It.", named("ChoicesForm")))},
        "/lights.json": {
            "get": _get("What the lights mean, and what they look like.", _or_known("It.", named("LightsForm")))
        },
        "/book.json": {
            "get": _get("The rulings, and which of them explains a reason.", _or_known("They.", named("BookForm")))
        },
        "/manifest.webmanifest": {
            "get": _get(
                "How the page stands on a home screen.",
                _or_known("The web app manifest.", {"type": "object"}, "application/manifest+json"),
            )
        },
        "/join.svg": {
            "get": _get(
                "The QR code to join.",
                {
                    "200": _body("The code.", TEXT, "image/svg+xml"),
                    "404": _said("No phone could reach it: the table is in no network."),
                },
            )
        },
        "/wifi.svg": {
            "get": _get(
                "The QR code of the network for guests.",
                {
                    "200": _body("The code.", TEXT, "image/svg+xml"),
                    "404": _said("There is none, or this phone has no seat."),
                },
            )
        },
        "/welcome": {
            "get": _get(
                "The page to which phones in the table's own network are led.",
                {**_or_known("The page.", TEXT, "text/html"), "404": _said("The table has none.")},
            )
        },
        "/sticker": {
            "get": _get(
                "The sticker for the table's own network, for printing.",
                {
                    **_or_known("The page.", TEXT, "text/html"),
                    "403": _said("This phone is not the host's."),
                    "404": _said("The table has none."),
                },
            )
        },
        "/static/{filename}": {
            "get": {
                **_get("A file of the page.", {**_file(), "404": _said("There is no such file.")}),
                "parameters": [_in_path("filename", TEXT)],
            }
        },
        "/kept/{mark}/{filename}": {
            "get": {
                **_get(
                    "A file of the page as the page was served with; it never changes.",
                    {
                        **_file(),
                        "404": _said("The table has other files now: reload the page."),
                    },
                ),
                "parameters": [_in_path("mark", TEXT), _in_path("filename", TEXT)],
            }
        },
        "/games.json": {
            "get": {
                **_get(
                    f"The finished games, {PAGE} at a time.",
                    {
                        **_or_known("The games.", named("GamesForm")),
                        **_TOO_MANY,
                        **_NO_DISK,
                        **_NO_GAMES,
                        "400": _said("This is not the name of a game; or as for all requests."),
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
            "get": _get(
                "The statistics of the finished games.",
                {**_or_known("It.", named("StatisticsForm")), **_TOO_MANY, **_NO_DISK, **_NO_GAMES},
            )
        },
        "/games/{name}.json": {
            "get": _of_game(
                {
                    **_or_known("A game to step through.", named("ReplayForm")),
                    **_TOO_MANY,
                    "422": _said("It cannot be replayed."),
                }
            )
        },
        "/games/{name}.record": {"get": _of_game({"200": _body("The file of a game.", {"type": "object"})})},
        "/judge": {"post": _judge()},
        "/position": {"post": _position()},
        "/games": {"post": _import()},
        "/board": {"get": _page("The page of the virtual board.", _NO_BOARD)},
        "/board/stream": {"get": _listen("The virtual board as it changes.", "BenchForm", _NO_BOARD)},
        "/board/hands": {"post": _gesture()},
    }


def _command() -> Mapping[str, Json]:
    answer = named("CommandAnswer")
    either: Shape = {"anyOf": [answer, named("ErrorAnswer")]}
    return {
        **_post("Send the table a command.", named("RequestForm")),
        "responses": {
            **_posted(),
            "200": _body("It was carried out and is saved; a claim also sets the cookie.", answer),
            "403": _body(_POSTED["403"], either),
            "409": _body("The subject of the command has changed; nothing was done.", answer),
            "422": _body("It is not allowed now; the message says why.", answer),
            "429": _body(f"More than {CLAIMS_A_MINUTE} claims a minute from one address, or too much at once.", either),
        },
    }


def _judge() -> Mapping[str, Json]:
    error = named("ErrorAnswer")
    return {
        **_post("Ask the judge about the position that stands, or about another one.", named("QuestionAskedForm")),
        "responses": {
            **_posted(),
            "200": _body("The answer, as far as this phone may know.", named("JudgementForm")),
            "422": _body("There is no game to ask about, or what was asked cannot be read.", error),
            "429": _body("Too many ask at once.", error),
        },
    }


def _position() -> Mapping[str, Json]:
    error = named("ErrorAnswer")
    return {
        **_post("Read a position, or take that of the game as everybody knows it.", named("PositionAskedForm")),
        "responses": {
            **_posted(),
            "200": _body("The position, with all that its cards remember.", named("PositionForm")),
            "422": _body("It cannot be read or cannot stand, or there is no game; the message says why.", error),
            "429": _body("Too many ask at once.", error),
        },
    }


def _import() -> Mapping[str, Json]:
    error = named("ErrorAnswer")
    return {
        **_post("Import a game; players only.", {"type": "object"}),
        "responses": {
            **_posted(),
            "201": _body("It is stored under this name.", {"type": "object", "properties": {"game": TEXT}}),
            "404": _body("The table archives no games.", error),
            "409": _body("It is in the archive already.", error),
            "429": _body(f"More than {IMPORTS_A_MINUTE} a minute for one seat, or too many at once.", error),
            "507": _body(f"It cannot be stored, or there are {MOST_IMPORTED} imported games already.", error),
        },
    }


def _gesture() -> Mapping[str, Json]:
    return {
        **_post("Move the hands at the virtual board.", named("Gesture")),
        "responses": {
            **_posted(),
            "200": _body("It was done.", named("GestureAnswer")),
            "403": _body("This browser may not move the hands; or the page is a foreign one.", named("ErrorAnswer")),
            "404": _body("The table has no virtual board.", named("ErrorAnswer")),
            "422": _body("The hands cannot do that.", named("ErrorAnswer")),
            "429": _body("Too many gestures wait for the hands.", named("ErrorAnswer")),
        },
    }


def _posted() -> dict[str, Json]:
    """What a POST may meet: of the page as JSON, of the server before it as text."""
    bodies = {status: {_JSON: named("ErrorAnswer")} for status in _POSTED}
    for status in ("400", "413", "431"):
        bodies[status][_TEXT] = TEXT
    return {**_always(), **{status: _one_of_bodies(_POSTED[status], content) for status, content in bodies.items()}}


def _post(about: str, body: Shape) -> dict[str, Json]:
    return {"summary": about, "requestBody": {"required": True, "content": {_JSON: {"schema": body}}}}


def _get(about: str, responses: Mapping[str, Json]) -> dict[str, Json]:
    return {"summary": about, "responses": {**_always(), **responses}}


def _page(about: str, more: Mapping[str, Json] = _NO_MORE) -> Mapping[str, Json]:
    preview: Json = {
        "name": PREVIEW,
        "in": "query",
        "description": "a language to show it in, even one that is not complete yet",
        "schema": TEXT,
    }
    responses = {**_or_known("The page.", TEXT, "text/html"), "404": _said("There is no such language."), **more}
    return {**_get(about, responses), "parameters": [preview]}


def _file() -> Mapping[str, Json]:
    kinds = {kind.partition(";")[0]: TEXT for kind in TYPES.values()}
    return {**_or_known("The file.", TEXT), "200": _one_of_bodies("The file.", kinds)}


def _or_known(about: str, shape: Shape, content: str = _JSON) -> dict[str, Json]:
    return {"200": _body(about, shape, content), "304": {"description": "The browser has it already."}}


def _listen(about: str, name: str, more: Mapping[str, Json] = _NO_MORE) -> Mapping[str, Json]:
    events = f"Events ``state`` with a {name} as data and its version as id, and ``beat`` when there is nothing new."
    return _get(about, {"200": _body(events, TEXT, _STREAM), "503": _said("Too many are open."), **more})


def _of_game(responses: Mapping[str, Json]) -> Mapping[str, Json]:
    return {
        **_get("A finished game.", {**responses, **_NO_DISK, "404": _said("There is no such game.")}),
        "parameters": [_in_path("name", TEXT)],
    }


def _always() -> dict[str, Json]:
    return {status: _said(about) for status, about in _ALWAYS.items()}


def _said(about: str) -> Mapping[str, Json]:
    return _body(about, TEXT, _TEXT)


def _body(about: str, shape: Shape, content: str = _JSON) -> Mapping[str, Json]:
    return _one_of_bodies(about, {content: shape})


def _one_of_bodies(about: str, content: Mapping[str, Shape]) -> Mapping[str, Json]:
    return {"description": about, "content": {kind: {"schema": shape} for kind, shape in content.items()}}


def _in_path(name: str, shape: Shape) -> Mapping[str, Json]:
    return {"name": name, "in": "path", "required": True, "schema": shape}


_TOO_MANY: Final = {"429": _said("Too many requests wait for it already.")}
_NO_DISK: Final = {"507": _said("The disk cannot be read.")}
_NO_GAMES: Final = {"404": _said("The table archives no games.")}
_NO_BOARD: Final = {"404": _said("The table has no virtual board.")}
