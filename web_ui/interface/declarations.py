"""Writes the forms of the HTTP interface as TypeScript declarations, with which the scripts of the page are checked."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping

from web_ui.forms.basic_forms import Json

LONGEST_UNION = 24
"""The most values of a word that is declared value by value. One with more, such as a square or a power, is any string:
scripts compose such words."""

HEADER = """\
// Written by `python -m web_ui.interface` from the forms of docs/openapi.json. Do not edit.

declare namespace Api {
"""

_PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations(document: Mapping[str, Json], header: str = HEADER) -> str:
    """Return a namespace, which the ``header`` opens, with a type for each named form of an OpenAPI document.

    :raises ValueError: if a form is one that this module cannot write.
    """
    schemas = _mapping(_mapping(document["components"])["schemas"])
    return header + "\n".join(_declaration(name, _mapping(schema)) for name, schema in schemas.items()) + "}\n"


def _declaration(name: str, schema: Mapping[str, Json]) -> str:
    about = schema.get("description")
    comment = "" if about is None else f"/** {about} */\n"
    return textwrap.indent(f"{comment}type {name} = {_type(schema)};\n", "  ")


def _type(schema: Mapping[str, Json]) -> str:
    match schema:
        case {"$ref": str(reference)}:
            return reference.rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value)
        case {"enum": list(values)}:
            return "string" if len(values) > LONGEST_UNION else _union(json.dumps(value) for value in values)
        case {"oneOf": list(forms)} | {"anyOf": list(forms)}:
            return _union(_type(_mapping(form)) for form in forms)
        case {"type": list(types)}:
            return _union(_type({"type": each}) for each in types)
        case {"type": "array"}:
            return f"Array<{_type(_mapping(schema.get('items', {})))}>"
        case {"type": "object", "properties": properties}:
            return _object(_mapping(properties), schema.get("required", []))
        case {"type": "object", "additionalProperties": Mapping() as values}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(kind)} if kind in _PRIMITIVES:
            return _PRIMITIVES[kind]
        case {"type": _} | {"allOf": _}:
            raise ValueError(f"there is no TypeScript for {json.dumps(schema)}")
        case _:
            return "unknown"


def _union(types: Iterator[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def _object(properties: Mapping[str, Json], required: Json) -> str:
    names = required if isinstance(required, list) else []
    fields = "".join(
        f"{name}{'' if name in names else '?'}: {_type(_mapping(schema))};\n" for name, schema in properties.items()
    )
    return "{\n" + textwrap.indent(fields, "  ") + "}"


def _mapping(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{json.dumps(value)} is no object")
    return value
