"""The decrypted messages between two tables of a match. The tag of a class is its ``say`` in JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from common.json_reader import JsonReader
from online.match.match_entries import KeyText, MatchContent, Number, SignatureText
from online.match.match_limits import ENTRIES_AT_ONCE
from online.match.match_log import ChainedEntry
from table.typed_json import read_text


class TaggedMessage(Struct, frozen=True, tag_field="say"):
    """A message that JSON names by its ``say``."""


class Propose(TaggedMessage, frozen=True, tag="propose"):
    """A table proposes an entry directly after entry ``after``. ``proposal`` rises with each proposal and stays the
    same when the message is repeated. ``signed`` is the table's signature for this place."""

    proposal: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    after: Number
    content: MatchContent
    signed: SignatureText


class Declined(TaggedMessage, frozen=True, tag="declined"):
    """The deciding table refuses a proposal, with its `Bar` and a plain line."""

    proposal: Number
    bar: Annotated[str, Meta(max_length=40)]
    why: Annotated[str, Meta(max_length=500)]


class Have(TaggedMessage, frozen=True, tag="have"):
    """The number of entries on the disk here, with their digest: an acknowledgement, and a request for later entries.
    With ``answer`` the other table reports at once, too."""

    count: Number
    digest: KeyText
    answer: bool


class Entries(TaggedMessage, frozen=True, tag="entries"):
    """Entries in order, and the number of all entries."""

    entries: Annotated[tuple[ChainedEntry, ...], Meta(max_length=ENTRIES_AT_ONCE)]
    count: Number


class DiffersAt(TaggedMessage, frozen=True, tag="differs_at"):
    """The logs differ at an entry: the sender's digest of it, and the digest that it received. Both tables stop."""

    number: Number
    here: KeyText
    there: KeyText


MatchMessage = Propose | Declined | Have | Entries | DiffersAt

_READER = JsonReader[MatchMessage](MatchMessage)


def message_text(message: MatchMessage) -> bytes:
    """A message as JSON."""
    return msgspec.json.encode(message)


def read_message(text: bytes) -> MatchMessage:
    """The message in a text.

    :raises MalformedError: if it is none.
    """
    return read_text(_READER, text.decode("utf-8", "replace"))
