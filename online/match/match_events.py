"""The inputs of one side of a match, and its effects: store a record, send a message, tell the table.

Effects are carried out in order. A record is on the disk before a later message is sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from online.match.match_entries import Bar, MatchContent, Number, OrderedEntry, TableNumber
from online.match.match_log import ChainedEntry
from online.match.match_messages import MatchMessage

# ---- what comes ----


@dataclass(frozen=True, slots=True)
class MessageHeard:
    """A decrypted message, verified to be from another table."""

    table: int
    message: MatchMessage


@dataclass(frozen=True, slots=True)
class EntryAsked:
    """The people at this table want an entry."""

    content: MatchContent


@dataclass(frozen=True, slots=True)
class ResendDue:
    """Something may be due to be sent again."""


@dataclass(frozen=True, slots=True)
class LinkRestored:
    """The connection is ready, for the first time or again."""


MatchEvent = MessageHeard | EntryAsked | ResendDue | LinkRestored


# ---- what is stored: each type is its form in JSON ----


class TaggedRecord(Struct, frozen=True, tag_field="kept"):
    """A record; the file of a match names its type by ``kept``."""


class EntryKept(TaggedRecord, frozen=True, tag="entry"):
    """An entry that was ordered."""

    entry: ChainedEntry


class ProposalKept(TaggedRecord, frozen=True, tag="proposal"):
    """This table proposes this after entry ``after``, instead of any earlier proposal."""

    proposal: Number
    after: Number
    content: MatchContent


class ProposalDropped(TaggedRecord, frozen=True, tag="proposal_dropped"):
    """This table withdrew its proposal."""

    proposal: Number


class TableTold(TaggedRecord, frozen=True, tag="told"):
    """A table confirmed the entry that closes the match. It may have forgotten the match since."""

    table: TableNumber


KeptRecord = EntryKept | ProposalKept | ProposalDropped | TableTold


# ---- what the table is told ----


@dataclass(frozen=True, slots=True)
class EntryAgreed:
    """An entry is in the log here. The table hears of it once, also if the program stops before: at the start the log
    reports its stored entries again."""

    number: int
    entry: OrderedEntry


@dataclass(frozen=True, slots=True)
class ProposalRefused:
    """A wish of the people at this table was refused."""

    content: MatchContent
    bar: Bar
    why: str


@dataclass(frozen=True, slots=True)
class LogsDiffer:
    """The logs of this and another table differ at an entry with these digests. The match with that table is over."""

    table: int
    number: int
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class LogSetBack:
    """Another table has ``there`` entries, and the deciding table only ``here``: its disk was set back. The match with
    that table is over."""

    table: int
    here: int
    there: int


@dataclass(frozen=True, slots=True)
class OrderRejected:
    """The deciding table ordered an entry that the rules do not allow, or that is not signed. Nothing more is
    played."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class MessagesDropped:
    """A table exceeds its allowance; further messages are not read."""

    table: int


@dataclass(frozen=True, slots=True)
class MessageNotStored:
    """A message of another table could not be stored, and has no effect yet; ``why`` is the reason, without a path. It
    is tried again."""

    why: str


MatchNotice = (
    EntryAgreed | ProposalRefused | LogsDiffer | LogSetBack | OrderRejected | MessagesDropped | MessageNotStored
)


# ---- what is to be done ----


@dataclass(frozen=True, slots=True)
class Keep:
    """Store a record before the next effect."""

    record: KeptRecord


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Send a message to a table."""

    table: int
    message: MatchMessage


@dataclass(frozen=True, slots=True)
class TellTable:
    """Tell this table's program."""

    notice: MatchNotice


MatchEffect = Keep | SendMessage | TellTable
