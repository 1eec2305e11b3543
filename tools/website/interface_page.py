"""Makes a page of the HTTP interface in ``docs/openapi.json``: every address, every command, and all their types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict

REFERENCE = "#/components/schemas/"

Schema = TypedDict(
    "Schema",
    {
        "$ref": str,
        "type": str,
        "description": str,
        "enum": list[str],
        "anyOf": list["Schema"],
        "items": "Schema",
        "properties": dict[str, "Schema"],
        "required": list[str],
        "additionalProperties": "Schema | bool",
        "default": object,
        "minimum": float,
        "maximum": float,
    },
    total=False,
)


class Content(TypedDict, total=False):
    """The content of a body of one kind."""

    schema: Schema


class Body(TypedDict, total=False):
    """A request or an answer, by the kind of its content."""

    description: str
    content: dict[str, Content]


class Operation(TypedDict, total=False):
    """One method of an address."""

    summary: str
    requestBody: Body
    responses: dict[str, Body]


class Components(TypedDict):
    """The parts that operations refer to."""

    schemas: dict[str, Schema]


class OpenApi(TypedDict):
    """The parts of an OpenAPI document for the page."""

    paths: dict[str, dict[str, Operation]]
    components: Components


def interface_page(document: OpenApi) -> str:
    """Return the page in Markdown, from its second heading on; a type is linked wherever it is named."""
    schemas = document["components"]["schemas"]
    return "\n".join(
        [
            "\n## Addresses\n",
            *(line for path, methods in document["paths"].items() for line in _address(path, methods)),
            "\n## Commands\n",
            "What `POST /command` takes as its `command`.\n",
            "| `kind` | what it does | type |",
            "|---|---|---|",
            *_commands(schemas),
            "\n## Types\n",
            *(line for name in sorted(schemas) for line in _type(name, schemas[name])),
            "",
        ]
    )


def shape(schema: Schema) -> str:
    """Return the allowed values in a few words; a named type as a link to it.

    :raises ValueError: for a schema that says neither.
    """
    match schema:
        case {"$ref": str(target)}:
            name = target.removeprefix(REFERENCE)
            return f"[{name}](#{name.lower()})"
        case {"anyOf": list(choices)}:
            return " or ".join(dict.fromkeys(map(shape, choices)))
        case {"enum": list(values)}:
            return _listed(values)
        case {"type": "array"}:
            return f"list of {shape(schema['items'])}" if "items" in schema else "list"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"object of {shape(values)}"
        case {"type": str(kind)}:
            return kind + _bounds(schema)
        case _ if not schema:
            return "anything"
    raise ValueError(f"no shape for {schema}")


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f", {low:g} to {high:g}"
    return f", {low:g} or more" if low is not None else ""


def _listed(values: Iterable[object]) -> str:
    return ", ".join(f"`{value}`" for value in values)


def _sentence(text: str) -> str:
    """Return a docstring as one line of Markdown that fits into a cell."""
    return " ".join(re.sub(r"``([^`]+)``", r"`\1`", text).split()).replace("|", "\\|").replace("<", "\\<")


def _address(path: str, methods: Mapping[str, Operation]) -> Iterator[str]:
    for method, operation in methods.items():
        yield f"### {method.upper()} {path}\n"
        yield f"{_sentence(operation['summary'])}\n"
        if "requestBody" in operation:
            yield f"It takes {_bodies(operation['requestBody'])}.\n"
        yield "| status | what it means | answer |"
        yield "|---|---|---|"
        for status, answer in sorted(operation["responses"].items()):
            yield f"| {status} | {_sentence(answer['description'])} | {_bodies(answer)} |"
        yield ""


def _bodies(body: Body) -> str:
    """Return the kinds of content of a body; the type for JSON."""
    found = [
        shape(content["schema"]) if kind == "application/json" and "schema" in content else f"`{kind}`"
        for kind, content in body.get("content", {}).items()
    ]
    return " or ".join(found)


def _commands(schemas: Mapping[str, Schema]) -> Iterator[str]:
    for choice in schemas["RequestForm"]["properties"]["command"]["anyOf"]:
        schema = schemas[choice["$ref"].removeprefix(REFERENCE)]
        (kind,) = schema["properties"]["kind"]["enum"]
        yield f"| `{kind}` | {_sentence(schema['description'])} | {shape(choice)} |"


def _type(name: str, schema: Schema) -> Iterator[str]:
    yield f"### {name}\n"
    if "description" in schema:
        yield f"{_sentence(schema['description'])}\n"
    if "properties" not in schema:
        yield f"One of: {shape(schema)}.\n"
        return
    if schema["properties"]:
        yield "| field | what it holds |"
        yield "|---|---|"
        for field, value in schema["properties"].items():
            needed = "" if field in schema.get("required", []) else "; may be left out"
            said = f": {_sentence(value['description'])}" if "description" in value else ""
            yield f"| `{field}` | {shape(value)}{said}{needed} |"
        yield ""
