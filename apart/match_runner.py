"""Runs one side of a match: decrypts what comes, lets the side handle it, stores, and then sends.

It has no thread and never waits. Times are ms of a clock that only goes on; ``seconds`` are those of the wall clock.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from apart.ciphers import NONCE_BYTES, UnopenedError, public_signing_key, signature
from apart.deciding_table import DecidingTable
from apart.joined_table import JoinedTable
from apart.match_entries import MatchContent
from apart.match_events import (
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
from apart.match_file import ChannelKept, CountersKept, FileRecord, MatchFile, MatchFileError
from apart.match_limits import LARGEST_MESSAGE, RETRY_MS
from apart.match_link import MatchLink
from apart.match_messages import message_text, read_message
from apart.sealed_channel import (
    RESERVED_AT_ONCE,
    ChannelKeys,
    HeardCounters,
    RepeatedError,
    SealedChannel,
    first_counter,
)
from table.typed_json import MalformedError

log = logging.getLogger(__name__)

Random = Callable[[int], bytes]
"""So many random bytes that nobody can foresee."""
Tell = Callable[[MatchNotice], None]


@dataclass(frozen=True, slots=True, repr=False)
class TableIdentity:
    """What a table is by: the 32 random bytes of its signing key, which it has in all its matches, its source of random
    bytes, and its wall clock, in s since 1970."""

    seed: bytes
    random: Random
    seconds: Callable[[], int]

    def sign(self, text: bytes) -> bytes:
        """The signature of a text by this table."""
        return signature(self.seed, text)

    @property
    def key(self) -> str:
        """The public key by which its signatures are checked."""
        return public_signing_key(self.seed).hex()


class MatchRunner:
    """One side of a match with its file, its channels and its link."""

    def __init__(
        self, side: DecidingTable | JoinedTable, file: MatchFile, link: MatchLink, identity: TableIdentity, tell: Tell
    ) -> None:
        """Go on with a side that was restored from this file; ``tell`` gets what the table has to know."""
        self.side = side
        self.unreadable = 0
        """How many messages came that no table of this match sealed."""
        self.repeated = 0
        """How many messages came again, or too late to know."""
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
        """When `pass_time` has something to do, in ms; None if never."""
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
        """Hear nothing more of a table."""
        channel = self._channels.pop(table, None)
        if channel is not None:
            self._link.ignore(channel.keys.receiving_topic)

    def ask(self, content: MatchContent, now: int) -> None:
        """What the people at this table want to happen.

        :raises MatchFileError: if it cannot be stored; then nothing happened.
        """
        self._handle(EntryAsked(content), now)

    def pass_time(self, now: int) -> None:
        """Send again what is due, and try again what came and could not be stored.

        :raises MatchFileError: if something cannot be stored.
        """
        if self._unstored is not None:
            self._retry_at = now + RETRY_MS
            self._handle(self._unstored, now)
            self._unstored = None
        self._handle(ResendDue(), now)

    def link_restored(self, now: int) -> None:
        """Say at once what was waiting to be sent again: messages can be sent now, and could not be for a while.

        :raises MatchFileError: if something cannot be stored.
        """
        self._handle(LinkRestored(), now)

    def received(self, topic: str, data: bytes, now: int) -> None:
        """Handle a message that came to a topic; nothing that a stranger sends has an effect. What cannot be stored is
        not handled; the last such message is tried again by `pass_time`, and the other table sends it again, too."""
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
        """Tell the table that what another table sent could not be stored."""
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
