"""Runs one side of a match: decrypts messages, lets the side handle them, stores records, and then sends.

It has no thread and never waits. It is apart from `running_match`, which also knows the game at this table. Times are
ms of a monotonic clock; ``seconds`` are the wall clock's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.seats import Seat
from online.match.ciphers import NONCE_BYTES, UnopenedError, public_signing_key, signature
from online.match.deciding_table import DecidingTable
from online.match.joined_table import JoinedTable
from online.match.match_entries import DECIDING, BarredError, MatchContent, MatchOpened, in_order
from online.match.match_events import (
    EntryAsked,
    Keep,
    LinkRestored,
    MatchEffect,
    MatchEvent,
    MatchNotice,
    MessageHeard,
    MessageNotStored,
    ResendDue,
    SendMessage,
    TellTable,
)
from online.match.match_file import ChannelKept, CountersKept, FileRecord, MatchBegun, MatchFile, MatchFileError
from online.match.match_limits import LARGEST_MESSAGE, RETRY_MS, TABLES_AT_MOST
from online.match.match_log import DifferenceError, ForgedEntryError, MatchKeys
from online.match.match_messages import message_text, read_message
from online.match.pairing import JoinedMatch
from online.match.sealed_channel import (
    RESERVED_AT_ONCE,
    ChannelKeys,
    HeardCounters,
    RepeatedError,
    SealedChannel,
    first_counter,
)
from table.typed_json import MalformedError

# ---- match link
#
# What the tables of a match need of the messages between them: a topic, and bytes.


class MatchLink(Protocol):
    """Sends messages to topics, and subscribes to topics. The thread that owns the match passes received messages to
    `MatchRunner.received`. A message may be lost, doubled, late, or overtake an earlier one."""

    def send(self, topic: str, data: bytes) -> None:
        """Send bytes to a topic. It never waits: bytes that cannot be sent now may be dropped."""

    def listen(self, topic: str) -> None:
        """Receive the messages of a topic from now on. Calling it again is harmless."""

    def ignore(self, topic: str) -> None:
        """Stop receiving the messages of a topic."""


# ---- match runner


log = logging.getLogger(__name__)

Random = Callable[[int], bytes]
"""Unpredictable random bytes, ``count`` of them."""
Tell = Callable[[MatchNotice], None]


@dataclass(frozen=True, slots=True, repr=False)
class TableIdentity:
    """The identity of a table in all its matches: the 32 random bytes of its signing key, its source of random bytes,
    and its wall clock in s since 1970."""

    seed: bytes
    random: Random
    seconds: Callable[[], int]

    def sign(self, text: bytes) -> bytes:
        """Sign a text."""
        return signature(self.seed, text)

    @property
    def key(self) -> str:
        """The public key that checks its signatures."""
        return public_signing_key(self.seed).hex()


class MatchRunner:
    """One side of a match with its file, its channels and its link."""

    def __init__(
        self, side: DecidingTable | JoinedTable, file: MatchFile, link: MatchLink, identity: TableIdentity, tell: Tell
    ) -> None:
        """Continue a side that was restored from this file; ``tell`` gets the notices for the table."""
        self.side = side
        self.unreadable = 0
        """The number of messages that no table of this match sealed."""
        self.repeated = 0
        """The number of messages that came twice, or too late to tell."""
        self._file, self._link, self._identity, self._tell = file, link, identity, tell
        self._channels: dict[int, SealedChannel] = {}
        self._reserved: dict[int, int] = {}
        self._unstored: MessageHeard | None = None
        self._retry_at = 0
        for record in file.records:
            if isinstance(record, ChannelKept):
                self.open_channel(record.keys)

    @property
    def due(self) -> int | None:
        """When `pass_time` is due, in ms; None if nothing is."""
        return self.side.due if self._unstored is None else self._retry_at

    @property
    def channels(self) -> tuple[ChannelKeys, ...]:
        """The channels to the other tables."""
        return tuple(channel.keys for channel in self._channels.values())

    def open_channel(self, keys: ChannelKeys) -> None:
        """Use a channel that is in the file."""
        kept = [each for each in self._file.records if isinstance(each, CountersKept) and each.table == keys.table]
        reserved = max((each.reserved for each in kept), default=0)
        heard = max((each.heard for each in kept), default=0)
        counter = first_counter(reserved, self._identity.seconds())
        self._channels[keys.table] = SealedChannel(keys, self._identity.seed, counter, HeardCounters.up_to(heard))
        self._reserved[keys.table] = 0
        self._link.listen(keys.receiving_topic)

    def close_channel(self, table: int) -> None:
        """Stop listening to a table."""
        channel = self._channels.pop(table, None)
        if channel is not None:
            self._link.ignore(channel.keys.receiving_topic)

    def ask(self, content: MatchContent, now: int) -> None:
        """Propose an entry for the people at this table.

        :raises MatchFileError: if it cannot be stored; then nothing has changed.
        """
        self._handle(EntryAsked(content), now)

    def pass_time(self, now: int) -> None:
        """Repeat messages that are due, and handle again a message that could not be stored.

        :raises MatchFileError: if something cannot be stored.
        """
        if self._unstored is not None:
            self._retry_at = now + RETRY_MS
            self._handle(self._unstored, now)
            self._unstored = None
        self._handle(ResendDue(), now)

    def link_restored(self, now: int) -> None:
        """Repeat all waiting messages at once, since the connection is back.

        :raises MatchFileError: if something cannot be stored.
        """
        self._handle(LinkRestored(), now)

    def received(self, topic: str, data: bytes, now: int) -> None:
        """Handle a message from a topic. A stranger's message has no effect. A message that cannot be stored is not
        handled: `pass_time` tries the last one again, and the other table repeats it."""
        table = next((number for number, each in self._channels.items() if each.keys.receiving_topic == topic), None)
        if table is None or len(data) > LARGEST_MESSAGE:
            self.unreadable += 1
            return
        channel = self._channels[table]
        try:
            opened, text = channel.opened(data)
            message = read_message(text)
        except RepeatedError:
            self.repeated += 1
            return
        except (UnopenedError, MalformedError) as error:
            self.unreadable += 1
            log.info("match %s, table %s: a message was dropped: %s", self.side.log.match, table, error)
            return
        self._channels[table] = opened
        heard = MessageHeard(table, message)
        try:
            self._handle(heard, now)
        except MatchFileError as error:
            self._unstored, self._retry_at = heard, now + RETRY_MS
            self.not_stored(error)

    def not_stored(self, error: MatchFileError) -> None:
        """Tell the table that another table's message could not be stored."""
        log.warning("match %s: %s", self.side.log.match, error)
        self._tell(MessageNotStored(error.reason))

    def _handle(self, event: MatchEvent, now: int) -> None:
        side, effects = self.side.handle(event, now)
        records: list[FileRecord] = [effect.record for effect in effects if isinstance(effect, Keep)]
        targets = {effect.table for effect in effects if isinstance(effect, SendMessage)}
        reserving = {
            table: self._channels[table].counter + RESERVED_AT_ONCE
            for table in targets & self._channels.keys()
            if self._channels[table].counter + len(effects) >= self._reserved[table]
        }
        noted = self._channels.keys() if records else reserving.keys()
        for table in noted:
            reserved = reserving.get(table, self._reserved[table])
            records.append(CountersKept(table, reserved, self._channels[table].heard.highest))
        if records:
            self._file.append(*records)
        self._reserved |= reserving
        self.side = side
        for effect in effects:
            self._carry_out(effect)

    def _carry_out(self, effect: MatchEffect) -> None:
        match effect:
            case SendMessage(table, message) if table in self._channels:
                nonce = self._identity.random(NONCE_BYTES)
                channel, data = self._channels[table].sealed(message_text(message), nonce)
                self._channels[table] = channel
                self._link.send(channel.keys.sending_topic, data)
            case TellTable(notice):
                self._tell(notice)
            case _:
                pass


# ---- match start
#
# How a side of a match begins: a table opens one, joins one, or finds one on its disk.


MATCH_BYTES = 16
"""Random bytes in the name of a match."""


@dataclass(frozen=True, slots=True)
class MatchParts:
    """The parts that a side of a match needs: its file, its link, the table's identity, and the receiver of its
    notices."""

    file: MatchFile
    link: MatchLink
    identity: TableIdentity
    tell: Tell


def open_match(parts: MatchParts, name: str, seats: frozenset[Seat]) -> MatchRunner:
    """Open a match that this table decides, in a new file. The table plays these seats; without seats it is a judge.

    :raises MatchFileError: if it cannot be stored.
    """
    match = parts.identity.random(MATCH_BYTES).hex()
    parts.file.append(MatchBegun(match, DECIDING))
    runner = resume_match(parts)
    runner.ask(MatchOpened(match, name, parts.identity.key, in_order(seats)), 0)
    return runner


def join_match(parts: MatchParts, joined: JoinedMatch) -> MatchRunner:
    """Join a match that admitted this table, in a new file.

    :raises MatchFileError: if it cannot be stored.
    """
    parts.file.append(MatchBegun(joined.match, joined.here), ChannelKept(joined.keys))
    return resume_match(parts)


def resume_match(parts: MatchParts) -> MatchRunner:
    """Resume the match of a file.

    :raises MatchFileError: if the file holds no match, or its entries do not follow from each other.
    """
    file = parts.file
    begun = file.records[0] if file.records else None
    if not isinstance(begun, MatchBegun) or begun.here >= TABLES_AT_MOST:
        raise MatchFileError(f"{file.path}: this is the file of no match")
    try:
        side = _restored(file, begun, parts.identity)
    except (BarredError, DifferenceError, ForgedEntryError) as error:
        raise MatchFileError(f"{file.path}: its entries cannot be: {error}") from error
    return MatchRunner(side, file, parts.link, parts.identity, parts.tell)


def _restored(file: MatchFile, begun: MatchBegun, identity: TableIdentity) -> DecidingTable | JoinedTable:
    if begun.here == DECIDING:
        keys = MatchKeys(identity.key, identity.key, identity.sign)
        return DecidingTable.restored(begun.match, keys, file.kept())
    key = next((each.keys.key for each in file.records if isinstance(each, ChannelKept)), None)
    if key is None:
        raise MatchFileError(f"{file.path}: there is no channel to the table that decides")
    keys = MatchKeys(key, identity.key, identity.sign)
    return JoinedTable.restored(begun.here, begun.match, keys, file.kept())
