"""What two tables of a match say to each other, once it is decrypted. The tag of a class is its ``say`` in JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from apart.match_entries import KeyText, MatchContent, Number, SignatureText
from apart.match_limits import ENTRIES_AT_ONCE
from apart.match_log import ChainedEntry
from table.typed_json import read_text


class TaggedMessage(Struct, frozen=True, tag_field="say"):
    """A message that JSON names by its ``say``."""


class Propose(TaggedMessage, frozen=True, tag="propose"):
    """A table asks for an entry after entry number ``after`` and no later one. ``proposal`` rises, and is the same when
    the message is sent again. ``signed`` is the table's signature of it, in this place."""

    proposal: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    after: Number
    content: MatchContent
    signed: SignatureText


class Declined(TaggedMessage, frozen=True, tag="declined"):
    """The table that decides will not order this proposal: a `apart.match_state.Bar`, and a plain line."""

    proposal: Number
    bar: Annotated[str, Meta(max_length=40)]
    why: Annotated[str, Meta(max_length=500)]


class Have(TaggedMessage, frozen=True, tag="have"):
    """So many entries are on the disk here, with this digest: an acknowledgement, and a question for those that
    follow. With ``answer`` the other table says at once what it has."""

    count: Number
    digest: KeyText
    answer: bool


class Entries(TaggedMessage, frozen=True, tag="entries"):
    """Entries in their order, and how many there are in all."""

    entries: Annotated[tuple[ChainedEntry, ...], Meta(max_length=ENTRIES_AT_ONCE)]
    count: Number


class DiffersAt(TaggedMessage, frozen=True, tag="differs_at"):
    """The logs differ at an entry: its digest at the table that says this, and the one that it was told. Both stop."""

    number: Number
    here: KeyText
    there: KeyText


MatchMessage = Propose | Declined | Have | Entries | DiffersAt

_DECODER: msgspec.json.Decoder[MatchMessage] = msgspec.json.Decoder(MatchMessage)


def message_text(message: MatchMessage) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(message)


def read_message(text: bytes) -> MatchMessage:
    """The message in a text.

    :raises MalformedError: if it is none.
    """
    return read_text(_DECODER, text.decode("utf-8", "replace"))
