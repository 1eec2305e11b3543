"""Reads JSON by the types that declare its form. An error names the field and what is allowed there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct, inspect

from common.json_reader import Form, JsonReader
from common.message import Message
from engine.squares import SQUARE_COUNT

Whole = Annotated[int, Meta(ge=0)]
"""A whole number from 0."""
SquareName = Annotated[str, Meta(pattern="^[a-e][1-5]$", max_length=2, description="a1 to e5")]
"""The name of a square."""
SquareNames = Annotated[tuple[SquareName, ...], Meta(max_length=SQUARE_COUNT)]
"""A list of squares."""

_ERROR: Final = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_SHOWN: Final = 120
"""The most characters of msgspec's words that a message repeats: they may contain a given value or name."""
_STEP: Final = re.compile(r"\.(?P<field>\w+)|\[(?P<index>\d+|\.\.\.)\]")


class MalformedError(ValueError):
    """A JSON value with the wrong form; the text names the field and what is allowed there. ``said`` is for people,
    where they can type such a value."""

    def __init__(self, text: str, said: Message | None = None) -> None:
        super().__init__(text)
        self.said = said


def read(reader: JsonReader[Form], value: object) -> Form:
    """Return a JSON value, as ``json.loads`` gives it, as a value of the reader's type.

    :raises MalformedError: if it does not have the form that the type declares.
    """
    try:
        return reader.convert(value)
    except msgspec.ValidationError as error:
        raise MalformedError(_explained(error, reader.form, value)) from error
    except UnicodeEncodeError as error:
        raise MalformedError("it has a text that is not Unicode") from error


def read_text(reader: JsonReader[Form], text: str) -> Form:
    """Return the value in a text of JSON.

    :raises MalformedError: if it does not have the form that the reader's type declares, or is not JSON.
    """
    try:
        return reader.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise MalformedError(f"not JSON: {error}") from error
        if not isinstance(error, msgspec.ValidationError):
            raise MalformedError(str(error)) from error
        raise MalformedError(_explained(error, reader.form, found)) from error


def tag_of(form: type[Struct]) -> str:
    """Return the word by which JSON names one of several forms: ``tag_of(ClaimSeat) == "claim_seat"``."""
    tag = form.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{form.__name__} has no tag")
    return tag


def _explained(error: msgspec.ValidationError, form: object, value: object) -> str:
    """Return msgspec's message with the field first, and with the words that are allowed there, which msgspec leaves
    out."""
    found = _ERROR.fullmatch(str(error))
    what, path, key = (found["what"], found["path"] or "", found["key"]) if found else (str(error), "", None)
    kind = inspect.type_info(form)
    for step in _STEP.finditer(path):
        kind = _inner(kind, value, step["field"])
        match value:
            case Mapping():
                value = value.get(step["field"])
            case list() if step["index"].isdigit():
                value = value[int(step["index"])]
            case _:
                value = None
    if key and isinstance(bare := _bare(kind, value), inspect.DictType):
        kind = bare.key_type
    allowed = ", ".join(_fields(_bare(kind, value))) if "unknown field" in what else _words(kind)
    line = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in what[:_SHOWN])
    return f"{path.removeprefix('.') or 'the body'}: {line}{f'; allowed are {allowed}' if allowed else ''}"


def _inner(kind: inspect.Type, value: object, field: str | None) -> inspect.Type:
    """Return the kind of values in a field, or of the entries of a list or an object if ``field`` is None."""
    match _bare(kind, value):
        case inspect.StructType(tag_field=str(tag_field)) if tag_field == field:
            tags = (each.tag for each in _members(kind) if isinstance(each, inspect.StructType))
            return inspect.LiteralType(tuple(tags))
        case inspect.StructType() | inspect.DataclassType() as bare if field is not None:
            return _fields(bare).get(field, inspect.AnyType())
        case inspect.DictType(value_type=item) | inspect.VarTupleType(item_type=item):
            return item
        case inspect.FrozenSetType(item_type=item):
            return item
        case _:
            return inspect.AnyType()


def _fields(kind: inspect.Type) -> dict[str, inspect.Type]:
    """Return the fields of an object by their names in JSON."""
    match kind:
        case inspect.StructType(fields=fields) | inspect.DataclassType(fields=fields):
            return {each.encode_name: each.type for each in fields}
        case _:
            return {}


def _bare(kind: inspect.Type, value: object) -> inspect.Type:
    """Return a kind without its bounds; of several kinds the one that an object's tag names, or else the first one."""
    members = _members(kind)
    named = (
        each
        for each in members
        if isinstance(each, inspect.StructType) and isinstance(value, Mapping) and value.get(each.tag_field) == each.tag
    )
    return next(named, members[0])


def _members(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.Metadata(type=inner):
            return _members(inner)
        case inspect.UnionType(types=types):
            return tuple(inner for each in types if not isinstance(each, inspect.NoneType) for inner in _members(each))
        case _:
            return (kind,)


def _words(kind: inspect.Type) -> str:
    """Return the texts that are allowed; empty if any is."""
    match kind:
        case inspect.EnumType(cls):
            return ", ".join(str(each.value) for each in cls)
        case inspect.LiteralType(values):
            return ", ".join(map(str, values))
        case inspect.Metadata(inspect.StrType(), {"description": str(about)}):
            return about
        case inspect.UnionType(types):
            return next(filter(None, map(_words, types)), "")
        case _:
            return ""
