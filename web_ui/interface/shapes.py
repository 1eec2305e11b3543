"""How the forms of JSON values are written down, as JSON Schema has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from engine.casting.catalogue import CARDS
from web_ui.forms.basic_forms import Json

Shape = Mapping[str, Json]

TRUTH: Shape = {"type": "boolean"}
TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer", "minimum": 0}


def word(words: type[StrEnum] | Iterable[str]) -> Shape:
    """One of these words."""
    return {"type": "string", "enum": [str(each) for each in words]}


def listed(each: Shape) -> Shape:
    """A list of such values."""
    return {"type": "array", "items": each}


def by_name(each: Shape) -> Shape:
    """An object with such values by names."""
    return {"type": "object", "additionalProperties": each}


def told(about: str, /, **fields: Shape) -> Shape:
    """An object of an answer: all of these fields and no others."""
    required: Json = list(fields)
    rest: Shape = {"properties": fields, "required": required, "additionalProperties": False}
    return {"type": "object", "description": about, **rest}


def named(name: str) -> Shape:
    """A form by its name among those of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


POWER = named("Power")

SCHEMAS: Mapping[str, Shape] = {"Power": word(card.power for card in CARDS)}
"""The powers, to which many forms refer."""
