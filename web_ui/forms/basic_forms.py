"""What all answers are made of: messages, names of squares and powers, and the type of JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from common.message import Message
from engine.squares import SQUARE_COUNT, Square, square_name

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

KnownPower = Annotated[str, Meta(extra_json_schema={"$ref": "#/components/schemas/Power"})]
NAMES: Final = tuple(square_name(Square(number)) for number in range(SQUARE_COUNT))
"""The names of the squares by their numbers."""


class AnswerForm(Struct, frozen=True, forbid_unknown_fields=True):
    """An object in an answer: it has all of its fields and no others."""


class MessageForm(AnswerForm, frozen=True):
    """A key of the catalogue, and its arguments."""

    key: str
    args: dict[str, str]


def message_form(message: Message) -> MessageForm:
    """A message for a phone to put into words."""
    return MessageForm(message.key, dict(message.args))


def message_or_null(message: Message | None) -> MessageForm | None:
    """A message, if there is one."""
    return None if message is None else message_form(message)


def name_or_null(number: int | None) -> str | None:
    """The name of a square, if there is one."""
    return None if number is None else NAMES[number]


class ErrorAnswer(AnswerForm, frozen=True):
    """What is wrong, in one line."""

    error: str
    message: MessageForm | UnsetType = UNSET
