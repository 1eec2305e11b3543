"""What does not have the form that a type declares is refused by its field, what was given and what is allowed."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct

from table.typed_json import MalformedError, SquareName, SquareNames, Whole, read, read_text, tag_of


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Brush(Struct, frozen=True, tag_field="kind", tag="brush"):
    colour: Colour
    width: Annotated[int, Meta(ge=1, le=9)]


class Ruler(Struct, frozen=True, tag_field="kind", tag="ruler"):
    length: Annotated[float, Meta(ge=-2.5, le=2.5)]


class Desk(Struct, frozen=True, forbid_unknown_fields=True):
    tool: Brush | Ruler
    drawers: dict[SquareName, Whole] = {}
    marks: SquareNames = ()
    open: bool | None = None


BRUSH: dict[str, object] = {"kind": "brush", "colour": "red", "width": 3}


def test_a_value_of_the_form_is_read() -> None:
    found = read(Desk, {"tool": BRUSH, "drawers": {"a1": 2}, "marks": ["e5"], "open": None})
    assert found == Desk(Brush(Colour.RED, 3), {"a1": 2}, ("e5",))
    assert tag_of(Ruler) == "ruler"


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ([], "desk must be a JSON object, not a list"),
        ({}, "desk.tool is missing"),
        ({"tool": BRUSH, "lamp": 1}, "desk.lamp is unknown; there are tool, drawers, marks, open"),
        ({"tool": None}, "desk.tool must be a JSON object, not null"),
        ({"tool": {"kind": "saw"}}, "desk.tool.kind is 'saw'; allowed are brush, ruler"),
        ({"tool": {**BRUSH, "colour": "blue"}}, "desk.tool.colour is 'blue'; allowed are red, green"),
        ({"tool": {**BRUSH, "colour": 7}}, "desk.tool.colour must be a string, not the number 7"),
        ({"tool": {**BRUSH, "width": True}}, "desk.tool.width must be a whole number from 1 to 9, not true"),
        ({"tool": {**BRUSH, "width": 2.5}}, "desk.tool.width must be a whole number from 1 to 9, not the number 2.5"),
        (
            {"tool": {"kind": "ruler", "length": float("nan")}},
            "desk.tool.length must be a number from -2.5 to 2.5, not the number nan",
        ),
        ({"tool": BRUSH, "drawers": {"a1": 1, "b2": -1}}, "desk.drawers.b2 must be a whole number from 0, not the"),
        ({"tool": BRUSH, "drawers": {"z9": 1}}, "desk.drawers is 'z9'; allowed are a1 to e5"),
        ({"tool": BRUSH, "marks": ["a1\n"]}, "desk.marks is 'a1\\n'; allowed are a1 to e5"),
        ({"tool": BRUSH, "marks": [1]}, "desk.marks must be a list of strings, not a list"),
        ({"tool": BRUSH, "marks": ["a1"] * 26}, "desk.marks must be a list of 25 strings at most, not 26"),
        ({"tool": BRUSH, "open": "no"}, "desk.open must be true or false or null, not 'no'"),
        ({"tool": {**BRUSH, "colour": "\ud800"}}, "desk has a text that is not Unicode"),
    ],
)
def test_what_is_wrong_is_named(value: object, complaint: str) -> None:
    with pytest.raises(MalformedError) as refused:
        read(Desk, value, "desk")
    assert str(refused.value).startswith(complaint)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"kind":"saw"}', "kind is 'saw'; allowed are brush"),
        ('{"kind":"brush","colour":"blue","width":1}', "colour is 'blue'; allowed are red, green"),
    ],
    ids=lambda text: text[:20],
)
def test_a_text_is_read_by_a_decoder(text: str, complaint: str) -> None:
    decoder = msgspec.json.Decoder(Brush)
    assert read_text(decoder, '{"kind":"brush","colour":"red","width":1}') == Brush(Colour.RED, 1)
    with pytest.raises(MalformedError, match=complaint):
        read_text(decoder, text)
