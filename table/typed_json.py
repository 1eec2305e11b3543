"""Reading JSON by the types that declare its form. An error names the field, what was given, and what is allowed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, inspect

from engine.squares import SQUARE_COUNT

Whole = Annotated[int, Meta(ge=0)]
"""A whole number from 0."""
SquareName = Annotated[str, Meta(pattern="^[a-e][1-5]$", max_length=2, description="a1 to e5")]
"""The name of a square."""
SquareNames = Annotated[tuple[SquareName, ...], Meta(max_length=SQUARE_COUNT)]
"""A list of squares."""

Form = TypeVar("Form")

_ERROR: Final = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.(?P<field>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.+)`")
_SHOWN: Final = 40
"""So many characters of a value are repeated in a message."""


class MalformedError(ValueError):
    """A JSON value that does not have its form; the message names the field and what is allowed there."""


def read(form: type[Form], value: object, name: str = "") -> Form:
    """The JSON value, as ``json.loads`` gives it, as a value of this type. ``name`` is how messages name it.

    :raises MalformedError: if it does not have the form that the type declares.
    """
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        raise MalformedError(_explained(error, form, value, name)) from error
    except UnicodeEncodeError as error:
        raise MalformedError(f"{name or 'the body'} has a text that is not Unicode") from error


def read_text(decoder: msgspec.json.Decoder[Form], text: str) -> Form:
    """The value in a text of JSON.

    :raises MalformedError: if it does not have the form that the decoder's type declares, or is not JSON.
    """
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise MalformedError(f"not JSON: {error}") from error
        if not isinstance(error, msgspec.ValidationError):
            raise MalformedError(str(error)) from error
        raise MalformedError(_explained(error, decoder.type, found, "")) from error


def tag_of(form: type[Struct]) -> str:
    """The word by which JSON names one of several forms: ``tag_of(ClaimSeat) == "claim_seat"``."""
    tag = form.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{form.__name__} has no tag")
    return tag


def shown(value: object) -> str:
    """A JSON value in a message, cut short."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {_short(str(value))}"
        case str():
            return repr(_short(value))
        case list():
            return "a list"
        case _:
            return "an object"


@dataclass(frozen=True, slots=True)
class _Place:
    """A part of a JSON value: its name in messages, the value, and the form that it should have."""

    name: str
    value: object
    form: object

    def inner(self, field: str) -> _Place:
        """A field of an object."""
        value = self.value[field] if isinstance(self.value, Mapping) and field in self.value else None
        return _Place(_joined(self.name, field), value, _field_forms(self.form, self.value).get(field, str))

    def item(self, index: int) -> _Place:
        """An item of a list. It is named as its list; if it is no text where there should be one, the list is."""
        item = self.value[index] if isinstance(self.value, Sequence) else None
        return _Place(self.name, item, get_args(_bare(self.form))[0]) if isinstance(item, str | Mapping) else self

    def wrong_entry(self) -> _Place:
        """The first entry of an object, or item of a set, that does not have the form of all of them."""
        form = get_args(_bare(self.form))[-1]
        if isinstance(self.value, list):
            return next((_Place(self.name, item, form) for item in self.value if not _fits(item, form)), self)
        entries = self.value if isinstance(self.value, Mapping) else {}
        found = (_Place(_joined(self.name, key), each, form) for key, each in entries.items() if not _fits(each, form))
        return next(found, self)

    def wrong_key(self) -> _Place:
        """The first key of an object that is not allowed there."""
        form = get_args(_bare(self.form))[0]
        keys = self.value if isinstance(self.value, Mapping) else {}
        return next((_Place(self.name, key, form) for key in keys if not _fits(key, form)), self)


def _explained(error: msgspec.ValidationError, form: object, value: object, name: str) -> str:
    """A message of msgspec in our words: it says where, the type says what is allowed there."""
    found = _ERROR.fullmatch(str(error))
    what, path, key = (found["what"], found["path"], found["key"]) if found else (str(error), "", None)
    place = _Place(name, value, form)
    for step in _STEP.finditer(path or ""):
        if step["field"] is not None:
            place = place.inner(step["field"])
        else:
            place = place.wrong_entry() if step["index"] == "..." else place.item(int(step["index"]))
    if missing := _MISSING.fullmatch(what):
        return f"{_joined(place.name, missing[1])} is missing"
    if unknown := _UNKNOWN.fullmatch(what):
        known = ", ".join(_field_forms(place.form, place.value))
        return f"{_joined(place.name, unknown[1])} is unknown; there are {known}"
    if error.__cause__ is not None:
        return f"{place.name}: {error.__cause__}" if place.name else str(error.__cause__)
    return _complaint(place.wrong_key() if key else place)


def _complaint(place: _Place) -> str:
    name, kind = place.name or "the body", inspect.type_info(place.form)
    words = _words(kind)
    if isinstance(place.value, str) and words is not None:
        return f"{name} is {shown(place.value)}; allowed are {words}"
    if isinstance(place.value, list) and (length := _length(kind, len(place.value))) is not None:
        return f"{name} must be {length}, not {len(place.value)}"
    return f"{name} must be {_described(kind)}, not {shown(place.value)}"


def _length(kind: inspect.Type, found: int) -> str | None:
    """How long a list must be that has another length; None if it is long enough and not too long."""
    match _unwrapped(kind):
        case inspect.VarTupleType(max_length=int(most)) if found > most:
            return f"a list of {most} strings at most"
        case inspect.FrozenSetType(min_length=int(least)) if found < least:
            return f"a list of {least} strings at least"
        case _:
            return None


def _field_forms(form: object, value: object) -> dict[str, object]:
    """The fields of an object by their names in JSON."""
    bare = _bare(form, value)
    if isinstance(bare, type) and issubclass(bare, Struct):
        tag_field = bare.__struct_config__.tag_field
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(bare)}
        return fields if tag_field is None else {tag_field: _tags(form, tag_field), **fields}
    return get_type_hints(bare, include_extras=True) if is_dataclass(bare) else {}


def _bare(form: object, value: object = None) -> object:
    """A form without bounds and null; of several forms the one that an object says that it has."""
    if get_origin(form) is Annotated:
        return _bare(get_args(form)[0], value)
    if get_origin(form) not in (Union, UnionType):
        return form
    members = [member for member in get_args(form) if member not in (NoneType, msgspec.UnsetType)]
    if len(members) > 1 and isinstance(value, Mapping):
        named = (member for member in members if value.get(member.__struct_config__.tag_field) == tag_of(member))
        return next(named, members[0])
    return _bare(members[0], value)


def _tags(form: object, tag_field: str) -> object:
    """The form of the field that says which of several forms an object has."""
    members = get_args(form) if get_origin(form) in (Union, UnionType) else (form,)
    tags = [tag_of(member) for member in members]
    return Annotated[str, Meta(description=", ".join(tags), title=tag_field)]


def _fits(value: object, form: object) -> bool:
    try:
        msgspec.convert(value, form)
    except msgspec.ValidationError:
        return False
    return True


def _unwrapped(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _words(kind: inspect.Type) -> str | None:
    """The texts that are allowed; None if any is."""
    match kind:
        case inspect.EnumType(cls):
            return ", ".join(str(word.value) for word in cls)
        case inspect.Metadata(inspect.StrType(), {"description": str(about)}):
            return about
        case inspect.UnionType(types):
            return next((words for words in map(_words, types) if words is not None), None)
        case _:
            return None


def _described(kind: inspect.Type) -> str:
    """A kind of values in words."""
    match _unwrapped(kind):
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number{_bounds(least, most)}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number{_bounds(least, most)}"
        case inspect.StrType() | inspect.EnumType():
            return "a string"
        case inspect.NoneType():
            return "null"
        case inspect.VarTupleType(item_type=item) | inspect.FrozenSetType(item_type=item):
            return "a list of strings" if _described(item) == "a string" else "a list"
        case inspect.UnionType(types):
            return " or ".join(dict.fromkeys(_described(each) for each in types))
        case _:
            return "a JSON object"


def _bounds(least: float | None, most: float | None) -> str:
    return "".join(f" {word} {bound:.15g}" for word, bound in (("from", least), ("to", most)) if bound is not None)


def _joined(name: str, field: str) -> str:
    return f"{name}.{field}" if name else field


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
