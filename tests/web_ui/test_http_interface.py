"""The HTTP interface is as docs/openapi.json says: every route and every kind of command, what is read and what is
told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from msgspec import Struct
from schemathesis.schemas import BaseSchema

from table.typed_json import MalformedError
from tests.house import ROOT
from tests.web_ui.http_fuzz import PARTS, Stage
from tests.web_ui.posted import read_action, read_command
from tests.web_ui.recorded_traffic import HOME
from web_ui.forms.command_forms import COMMAND_FORMS
from web_ui.forms.game_forms import ACTION_FORMS
from web_ui.forms.virtual_board_forms import GESTURE_FORMS, read_gesture
from web_ui.interface import declarations, document, written

DOCS = ROOT / "docs"
DOCUMENT: Any = document()
EXAMPLES = {"documented": 2, "everywhere": 10, "games": 40}
"""``make http-fuzz`` sends many more."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """What no test here changes: all that is sent to it is refused."""
    return Stage(tmp_path_factory.mktemp("stage"))


@pytest.fixture(scope="module")
def interface() -> BaseSchema:
    return schemathesis.openapi.from_dict(DOCUMENT)


def test_the_document_is_the_one_that_was_written() -> None:
    assert (DOCS / "openapi.json").read_text("utf-8") == written(), "write it again: python -m web_ui.interface"


def test_the_types_of_the_scripts_are_those_of_the_document() -> None:
    types = ROOT / "web_ui" / "types" / "interface.d.ts"
    assert types.read_text("utf-8") == declarations(DOCUMENT), "write them again: python -m web_ui.interface"


def test_a_form_that_no_type_can_say_is_an_error() -> None:
    with pytest.raises(ValueError, match="there is no TypeScript"):
        declarations({"components": {"schemas": {"Odd": {"allOf": []}}}})


def test_every_route_is_documented(stage: Stage) -> None:
    def routes(app: Flask) -> Iterator[tuple[str, str]]:
        for rule in app.url_map.iter_rules():
            for method in (rule.methods or set()) & {"GET", "POST", "PUT", "PATCH", "DELETE"}:
                yield re.sub(r"<(?:path:|int:)?(\w+)>", r"{\1}", rule.rule), method.lower()

    told = DOCUMENT["paths"]
    assert sorted(routes(stage.app)) == sorted((path, method) for path, methods in told.items() for method in methods)


READERS: tuple[tuple[type[Struct], Callable[[object], object]], ...] = (
    *((form, read_command) for form in COMMAND_FORMS),
    *((form, read_action) for form in ACTION_FORMS),
    *((form, read_gesture) for form in GESTURE_FORMS),
)


@pytest.mark.parametrize(("form", "reader"), READERS, ids=[form.__name__ for form, _ in READERS])
def test_what_is_asked_is_read_as_documented(form: type[Struct], reader: Callable[[object], object]) -> None:
    body = example({"$ref": f"#/components/schemas/{form.__name__}"})
    assert isinstance(body, dict)
    reader(body)
    for missing in body:
        with pytest.raises(MalformedError):
            reader({name: value for name, value in body.items() if name != missing})
        with pytest.raises(MalformedError):
            reader({**body, missing: {"no": "such value"}})


def example(shape: Any) -> object:  # noqa: ANN401 - as JSON has it
    """Some value of this form."""
    schemas = DOCUMENT["components"]
    match shape:
        case {"$ref": str(where)}:
            return example(schemas["schemas"][where.rpartition("/")[2]])
        case {"const": value}:
            return value
        case {"enum": [first, *_]}:
            return first
        case {"oneOf": [first, *_]} | {"anyOf": [first, *_]}:
            return example(first)
        case {"propertyNames": names, "additionalProperties": each}:
            return {example({"type": "string", **names}): example(each)}
        case {"type": "object"}:
            needed = shape.get("required", ())
            return {name: example(each) for name, each in shape["properties"].items() if name in needed}
        case {"type": "array"}:
            return [example(shape["items"])]
        case {"type": "boolean"}:
            return True
        case {"type": "string", "pattern": str(pattern)}:
            return "en" if "-" in pattern and "1" not in pattern else "a1"
        case {"type": "string"}:
            return "pan"
        case _:
            return shape.get("minimum", 1)


def test_snapshots_are_as_documented(stage: Stage, interface: BaseSchema) -> None:
    for phase in stage.phases:
        for guest in stage.guests:
            stage.put(phase)
            answer = stage.send(guest, json={"version": 0, "command": {"kind": "rematch", "again": "same"}})
            assert answer.status_code in (403, 409, 422)
            interface["/command"]["POST"].validate_response(answer)


@pytest.mark.parametrize("part", PARTS)
def test_whatever_is_sent_nothing_fails_and_nobody_gets_more_than_their_right(tmp_path: Path, part: str) -> None:
    PARTS[part](Stage(tmp_path), EXAMPLES[part], 1)


BROKEN_BODIES = {
    "nothing": b"",
    "half a JSON object": b'{"version": 1, "command":',
    "bytes that are no text": b"\xff\xfe{\x00}\x00",
    "a mark of the order of bytes": b"\xef\xbb\xbf{}",
    "half a character": b'"\\ud800"',
    "no number": b"NaN",
    "a version without an end": b'{"version": Infinity}',
    "a number of nine thousand digits": b'{"version": ' + b"9" * 9000 + b', "command": {"kind": "undo_step"}}',
    "lists in lists, to the most that is taken": b"[" * 60_000,
    "objects in objects": b'{"a":' * 12_000,
    "commands in commands": b'{"version":1,"command":' * 2_500,
    "setups in setups": b'[{"setup":' * 6_000,
}
"""Bodies over which a careless reader of JSON falls: too deep, too long, or no text at all."""


@pytest.mark.parametrize("body", BROKEN_BODIES.values(), ids=BROKEN_BODIES)
def test_a_broken_body_is_refused_everywhere_and_changes_nothing(stage: Stage, body: bytes) -> None:
    paths = DOCUMENT["paths"]
    before = (stage.state, stage.hands.bench, stage.games.games)
    for path in (path for path, methods in paths.items() if "post" in methods):
        where = path.format_map({"name": "none", "number": 1})
        answer = stage.send(stage.ann, where, data=body, content_type="application/json")
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert answer.get_json()["error"]
    assert (stage.state, stage.hands.bench, stage.games.games) == before


ODD_HEADERS = (
    *(("Origin", value) for value in ("http://[", "http://[::1", "//", "null", "\xff")),
    *(("Host", value) for value in ("http://[", "[::1", "//", "")),
    *(("Cookie", f"thera_seats={value}") for value in ("token-0000", "a" * 4000, "\xff", "...")),
    *(("Cookie", f"thera_language={value}") for value in ("xx", "../en")),
    *(("Accept-Encoding", value) for value in ("gzip;q=nan", "gzip;q=", ";;,")),
    *(("If-None-Match", value) for value in ("*", "W/", 'W/"')),
    *(("Content-Type", f"application/json; charset={value}") for value in ("utf-16", "nothing")),
    ("Content-Encoding", "gzip"),
    ("Range", "bytes=0-0,-1"),
    ("If-Modified-Since", "yesterday"),
)
"""Values over which a careless reader of headers falls."""


@pytest.mark.parametrize(("header", "value"), ODD_HEADERS)
def test_an_odd_header_makes_no_page_fail(stage: Stage, header: str, value: str) -> None:
    before = stage.state
    for path in ("/", "/text/en/page.json", "/games.json", "/static/js/phone.js"):
        assert stage.ann.client.get(path, base_url=HOME, headers={header: value}).status_code < 500, path
    assert stage.send(stage.ann, json={"version": 0, "command": []}, headers={header: value}).status_code < 500
    assert stage.state == before
