"""The shapes of requests and answers of which the document is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from table.storage.game_archive import GAME_SIZE
from web_ui.forms.basic_forms import Json
from web_ui.guard import BODY_LIMIT, CHOICE_LIMIT, CHOICES
from web_ui.serve import BODY_SIZE, HEADER_SIZE

Shape = Mapping[str, Json]
"""The form of a JSON value, as JSON Schema has it."""

TEXT: Shape = {"type": "string"}


def named(name: str) -> Shape:
    """A form by its name among those of the document."""
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
"""What every request may meet; all but the wrong name before the page hears of it."""

MET_BY_POSTS: Final[Mapping[str, str]] = {
    "400": "What was sent cannot be understood; the line says where.",
    "403": "This phone may not give it: it needs another seat, or the host; or the page is a foreign one.",
    "413": f"More than {BODY_LIMIT} bytes; for a game more than {GAME_SIZE}.",
    "415": "Not JSON.",
    "421": MET_ALWAYS["421"],
    "431": MET_ALWAYS["431"],
}
"""What every POST may meet."""


def posted() -> dict[str, Json]:
    """What a POST may meet: of the page as JSON, of the server before it as text."""
    bodies = {status: {JSON: named("ErrorAnswer")} for status in MET_BY_POSTS}
    for status in ("400", "413", "431"):
        bodies[status][PLAIN_TEXT] = TEXT
    return {**always(), **{status: one_of_bodies(MET_BY_POSTS[status], content) for status, content in bodies.items()}}


def post_of(about: str, body: Shape) -> dict[str, Json]:
    """A POST with this body, without its answers."""
    return {"summary": about, "requestBody": {"required": True, "content": {JSON: {"schema": body}}}}


def get_of(about: str, responses: Mapping[str, Json]) -> dict[str, Json]:
    """A GET with these answers, and those of every request."""
    return {"summary": about, "responses": {**always(), **responses}}


def or_known(about: str, shape: Shape, content: str = JSON) -> dict[str, Json]:
    """A body, or that the browser has it already."""
    return {"200": body_of(about, shape, content), "304": {"description": "The browser has it already."}}


def always() -> dict[str, Json]:
    """What every request may meet."""
    return {status: said(about) for status, about in MET_ALWAYS.items()}


def said(about: str) -> Mapping[str, Json]:
    """A line of text."""
    return body_of(about, TEXT, PLAIN_TEXT)


def body_of(about: str, shape: Shape, content: str = JSON) -> Mapping[str, Json]:
    """An answer with a body of this shape."""
    return one_of_bodies(about, {content: shape})


def one_of_bodies(about: str, content: Mapping[str, Shape]) -> Mapping[str, Json]:
    """An answer with a body of one of these types."""
    return {"description": about, "content": {kind: {"schema": shape} for kind, shape in content.items()}}


def in_path(name: str, shape: Shape) -> Mapping[str, Json]:
    """A part of the address."""
    return {"name": name, "in": "path", "required": True, "schema": shape}


def question(about: str, asked: str, answer: tuple[str, str], refused: str) -> Mapping[str, Json]:
    """A question that is posted: what it asks with, what is answered, in words and by its form, and what refuses it."""
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
