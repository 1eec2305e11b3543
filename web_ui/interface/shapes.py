"""How the forms of JSON values are written down, as JSON Schema has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from engine.catalogue import CARDS
from engine.seats import Seat
from engine.squares import square_name, squares
from web_ui.encode import Json

Shape = Mapping[str, Json]

TRUTH: Shape = {"type": "boolean"}
TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer", "minimum": 0}
NUMBER: Shape = {"type": "number"}


def word(words: type[StrEnum] | Iterable[str]) -> Shape:
    """One of these words."""
    return {"type": "string", "enum": [str(each) for each in words]}


def listed(each: Shape) -> Shape:
    """A list of such values."""
    return {"type": "array", "items": each}


def or_null(shape: Shape) -> Shape:
    """Such a value or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def by_square(each: Shape) -> Shape:
    """An object with such a value for each of some squares."""
    return {"type": "object", "propertyNames": SQUARE, "additionalProperties": each}


def by_name(each: Shape) -> Shape:
    """An object with such values by names."""
    return {"type": "object", "additionalProperties": each}


def told(about: str, /, **fields: Shape) -> Shape:
    """An object that the table sends: all of these fields and no others."""
    return {**asked(about, **fields), "additionalProperties": False}


def asked(about: str, /, **fields: Shape) -> Shape:
    """An object that a phone sends: with these fields; others are ignored."""
    return {"type": "object", "description": about, "properties": fields, "required": list(fields)}


def named(name: str) -> Shape:
    """A form by its name among those of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def one_of(kinds: Mapping[str, Shape]) -> Shape:
    """One of several objects, told apart by their field ``kind``."""
    return {"oneOf": [kind_of(kind, shape) for kind, shape in kinds.items()]}


def kind_of(kind: str, shape: Shape, field: str = "kind") -> Shape:
    """An object that says of which kind it is."""
    properties, required = shape.get("properties"), shape.get("required")
    if not isinstance(properties, Mapping) or not isinstance(required, list):
        raise TypeError(f"{kind} is no object")
    return {**shape, "properties": {field: {"const": kind}, **properties}, "required": [field, *required]}


SQUARE, SEAT, POWER = named("Square"), named("Seat"), named("Power")

SCHEMAS: Mapping[str, Shape] = {
    "Square": word(square_name(each) for each in squares(5)),
    "Seat": word(Seat),
    "Power": word(card.power for card in CARDS),
}
"""What all else is made of."""
