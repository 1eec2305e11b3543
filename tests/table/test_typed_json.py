"""What does not have the form that a type declares is refused by its field, what was given and what is allowed."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import pytest
from msgspec import Meta, Struct

from common.json_reader import JsonReader
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
    notes: dict[str, bool | int | str | tuple[str, ...]] = {}
    spare: tuple[Ruler | Brush, ...] = ()


DESK = JsonReader(Desk)
BRUSH: dict[str, object] = {"kind": "brush", "colour": "red", "width": 3}


def test_a_value_of_the_form_is_read() -> None:
    found = read(DESK, {"tool": BRUSH, "drawers": {"a1": 2}, "marks": ["e5"], "open": None})
    assert found == Desk(Brush(Colour.RED, 3), {"a1": 2}, ("e5",))
    assert tag_of(Ruler) == "ruler"


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ([], "the body: Expected `object`, got `array`"),
        ({}, "the body: Object missing required field `tool`"),
        (
            {"tool": BRUSH, "lamp": 1},
            "the body: Object contains unknown field `lamp`; allowed are tool, drawers, marks, open, notes, spare",
        ),
        ({"tool": None}, "tool: Expected `object`, got `null`"),
        ({"tool": {"kind": "saw"}}, "tool.kind: Invalid value 'saw'; allowed are brush, ruler"),
        ({"tool": {**BRUSH, "colour": "blue"}}, "tool.colour: Invalid enum value 'blue'; allowed are red, green"),
        ({"tool": {**BRUSH, "colour": 7}}, "tool.colour: Expected `str`, got `int`; allowed are red, green"),
        ({"tool": {**BRUSH, "width": True}}, "tool.width: Expected `int`, got `bool`"),
        ({"tool": {**BRUSH, "width": 10}}, "tool.width: Expected `int` <= 9"),
        ({"tool": {"kind": "ruler", "length": float("nan")}}, "tool.length: Expected `float` >= -2.5"),
        ({"tool": BRUSH, "drawers": {"a1": 1, "b2": -1}}, "drawers[...]: Expected `int` >= 0"),
        (
            {"tool": BRUSH, "drawers": {"z9": 1}},
            "drawers: Expected `str` matching regex '^[a-e][1-5]$'; allowed are a1 to e5",
        ),
        (
            {"tool": BRUSH, "marks": ["z9"]},
            "marks[0]: Expected `str` matching regex '^[a-e][1-5]$'; allowed are a1 to e5",
        ),
        ({"tool": BRUSH, "marks": ["a1\n"]}, "marks[0]: Expected `str` of length <= 2; allowed are a1 to e5"),
        ({"tool": BRUSH, "marks": [1]}, "marks[0]: Expected `str`, got `int`; allowed are a1 to e5"),
        ({"tool": BRUSH, "marks": ["a1"] * 26}, "marks: Expected `array` of length <= 25"),
        ({"tool": BRUSH, "open": "no"}, "open: Expected `bool | null`, got `str`"),
        ({"tool": BRUSH, "notes": {"a": {}}}, "notes[...]: Expected `bool | int | str | array`, got `object`"),
        ({"tool": BRUSH, "notes": {"a": "x", "b": ["x", {}]}}, "notes[...][1]: Expected `str`, got `object`"),
        (
            {"tool": BRUSH, "spare": [BRUSH, {**BRUSH, "colour": "blue"}]},
            "spare[1].colour: Invalid enum value 'blue'; allowed are red, green",
        ),
        ({"tool": {**BRUSH, "colour": "\ud800"}}, "it has a text that is not Unicode"),
    ],
)
def test_what_is_wrong_is_named(value: object, complaint: str) -> None:
    with pytest.raises(MalformedError) as refused:
        read(DESK, value)
    assert str(refused.value) == complaint


@pytest.mark.parametrize("given", ["a\nb\x1b[2J", "x" * 100_000], ids=["unprintable", "long"])
def test_what_is_given_is_repeated_in_a_short_line(given: str) -> None:
    for value in ({"tool": {"kind": given}}, {"tool": {**BRUSH, "colour": given}}, {"tool": BRUSH, given: 1}):
        with pytest.raises(MalformedError) as refused:
            read(DESK, value)
        assert str(refused.value).isprintable()
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"kind":"saw"}', "kind: Invalid value 'saw'; allowed are brush"),
        ('{"kind":"brush","colour":"blue","width":1}', "colour: Invalid enum value 'blue'; allowed are red, green"),
    ],
    ids=lambda text: text[:20],
)
def test_a_text_is_read_as_its_type(text: str, complaint: str) -> None:
    reader = JsonReader(Brush)
    assert read_text(reader, '{"kind":"brush","colour":"red","width":1}') == Brush(Colour.RED, 1)
    with pytest.raises(MalformedError, match=complaint):
        read_text(reader, text)
