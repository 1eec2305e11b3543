"""The parts of all answers: messages, names of squares and powers, and the type of JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from common.message import Message
from engine.squares import SQUARE_COUNT, Square, square_name
from table.session.snapshot import EventKind, LoggedEvent

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

KnownPower = Annotated[str, Meta(extra_json_schema={"$ref": "#/components/schemas/Power"})]
NAMES: Final = tuple(square_name(Square(number)) for number in range(SQUARE_COUNT))
"""The names of the squares by their numbers."""


class AnswerForm(Struct, frozen=True, forbid_unknown_fields=True):
    """An object in an answer: it has all of its fields and no others."""


F = TypeVar("F", bound=AnswerForm)


def form_of(form: type[F], shown: object, **converted: object) -> F:
    """Return the form of a ``shown`` value: fields with another form in JSON are ``converted``, all others are
    copied."""
    same = {name: getattr(shown, name) for name in form.__struct_fields__ if name not in converted}
    return form(**same, **converted)


class MessageForm(AnswerForm, frozen=True):
    """A key of the catalogue, and its arguments."""

    key: str
    args: dict[str, str]


def message_form(message: Message) -> MessageForm:
    """Return a message for a phone to put into words."""
    return MessageForm(message.key, dict(message.args))


class LoggedEventForm(AnswerForm, frozen=True):
    """Something that happened in a game: what it was, and its text."""

    kind: EventKind
    message: MessageForm


def logged_event_form(event: LoggedEvent) -> LoggedEventForm:
    """Return an event of the log."""
    return LoggedEventForm(event.kind, message_form(event.message))


def message_or_null(message: Message | None) -> MessageForm | None:
    """Return a message, if there is one."""
    return None if message is None else message_form(message)


def name_or_null(number: int | None) -> str | None:
    """Return the name of a square, if there is one."""
    return None if number is None else NAMES[number]


class ErrorAnswer(AnswerForm, frozen=True):
    """What is wrong, in one line."""

    error: str
    message: MessageForm | UnsetType = UNSET
