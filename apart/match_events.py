"""What comes to one side of a match, and what it has done: store this, send that, tell the table.

Effects are carried out in their order, and what is stored is on the disk before anything after it is sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from apart.bars import Bar
from apart.match_entries import MatchContent, Number, OrderedEntry, TableNumber
from apart.match_log import ChainedEntry
from apart.match_messages import MatchMessage

# ---- what comes ----


@dataclass(frozen=True, slots=True)
class MessageHeard:
    """A message of another table, decrypted and checked to be from it."""

    table: int
    message: MatchMessage


@dataclass(frozen=True, slots=True)
class EntryAsked:
    """The people at this table want this to happen."""

    content: MatchContent


@dataclass(frozen=True, slots=True)
class ResendDue:
    """It may be time to send something again."""


@dataclass(frozen=True, slots=True)
class LinkRestored:
    """Messages can be sent again, or can be sent for the first time."""


MatchEvent = MessageHeard | EntryAsked | ResendDue | LinkRestored


# ---- what is stored: each type is its form in JSON ----


class TaggedRecord(Struct, frozen=True, tag_field="kept"):
    """What the file of a match names by its ``kept``."""


class EntryKept(TaggedRecord, frozen=True, tag="entry"):
    """An entry that was ordered."""

    entry: ChainedEntry


class ProposalKept(TaggedRecord, frozen=True, tag="proposal"):
    """This table will propose this to follow entry ``after``, in place of any proposal before."""

    proposal: Number
    after: Number
    content: MatchContent


class ProposalDropped(TaggedRecord, frozen=True, tag="proposal_dropped"):
    """This table proposes that no longer."""

    proposal: Number


class TableTold(TaggedRecord, frozen=True, tag="told"):
    """A table has said that it has the entry that closes the match: it may have forgotten the match since."""

    table: TableNumber


KeptRecord = EntryKept | ProposalKept | ProposalDropped | TableTold


# ---- what the table is told ----


@dataclass(frozen=True, slots=True)
class EntryAgreed:
    """An entry is in the log here. It is told once, also if the program is stopped before anybody heard of it: what
    was stored is told again at the start by the log itself."""

    number: int
    entry: OrderedEntry


@dataclass(frozen=True, slots=True)
class ProposalRefused:
    """What the people at this table wanted does not happen."""

    content: MatchContent
    bar: Bar
    why: str


@dataclass(frozen=True, slots=True)
class LogsDiffer:
    """This log and that of another table differ at an entry, whose digests are these. Nothing more is played with that
    table."""

    table: int
    number: int
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class LogSetBack:
    """Another table has ``there`` entries, more than the ``here`` that the deciding table has: its disk was set back.
    Nothing more is played with that table."""

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
    """A table sends more than it may; what is beyond that is not read."""

    table: int


@dataclass(frozen=True, slots=True)
class MessageNotStored:
    """A message of another table could not be stored, and so has no effect yet; ``why`` is the reason, without a path.
    It is tried again soon, or comes again."""

    why: str


MatchNotice = (
    EntryAgreed | ProposalRefused | LogsDiffer | LogSetBack | OrderRejected | MessagesDropped | MessageNotStored
)


# ---- what is to be done ----


@dataclass(frozen=True, slots=True)
class Keep:
    """Store this; what follows has to wait until it is on the disk."""

    record: KeptRecord


@dataclass(frozen=True, slots=True)
class SendMessage:
    """Send this to a table."""

    table: int
    message: MatchMessage


@dataclass(frozen=True, slots=True)
class TellTable:
    """Tell this to the table's own part of the program."""

    notice: MatchNotice


MatchEffect = Keep | SendMessage | TellTable
