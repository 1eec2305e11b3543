"""A channel between two tables of a match: nobody else reads what goes through it, adds to it, or repeats any of it.

A value: sealing and opening give the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final

from msgspec import Meta, Struct

from apart.ciphers import UnopenedError, derived_key, shared_secret
from apart.match_entries import KeyText, MatchName, TableNumber, TableTitle
from apart.pairing_code import words_of
from apart.sealed_text import TextSeal

RESERVED_AT_ONCE: Final = 1_024
"""Counters that are written down as used before the first of them is."""
_WINDOW: Final = 1_024
"""How many counters back a late message may be."""
_TICKS: Final = 2**20
HIGHEST_COUNTER: Final = 2**53 - 1
"""Reached by no table's clock before the year 2200."""


class RepeatedError(Exception):
    """A message that came before, or is so late that it may have."""


class ChannelKeys(Struct, frozen=True):
    """What a table stores of its channel to another table: its number and name, the key that checks its signatures, the
    keys and topics of both ways, and two words that both tables show."""

    table: TableNumber
    name: TableTitle
    key: KeyText
    sending: KeyText
    receiving: KeyText
    sending_topic: MatchName
    receiving_topic: MatchName
    words: Annotated[tuple[str, ...], Meta(max_length=2)]

    def __repr__(self) -> str:
        return f"<channel to table {self.table}, {self.name!r}>"


@dataclass(frozen=True, slots=True)
class HeardCounters:
    """The counters of the messages that came: the highest one, and as bits those of the window below it."""

    highest: int = 0
    seen: int = 0

    def with_counter(self, counter: int) -> HeardCounters:
        """The counters with another one.

        :raises RepeatedError: if it came before, or is older than the window.
        """
        if counter > self.highest:
            shifted = self.seen << min(counter - self.highest, _WINDOW) | 1
            return HeardCounters(counter, shifted & (1 << _WINDOW) - 1)
        bit = 1 << self.highest - counter
        if self.highest - counter >= _WINDOW or self.seen & bit:
            raise RepeatedError(f"message {counter} came before")
        return replace(self, seen=self.seen | bit)

    @classmethod
    def up_to(cls, highest: int) -> HeardCounters:
        """After a restart: whatever is not above the highest one that was stored counts as heard."""
        return cls(highest, (1 << _WINDOW) - 1)


@dataclass(frozen=True, slots=True)
class SealedChannel:
    """A channel as it stands: its keys, this table's signing key, the next counter, and those that came."""

    keys: ChannelKeys
    seed: bytes
    counter: int
    heard: HeardCounters

    def sealed(self, text: bytes, nonce: bytes) -> tuple[SealedChannel, bytes]:
        """The text as it is sent; ``nonce`` are fresh random bytes."""
        data = _seal(self.keys.sending, self.keys.sending_topic).sealed(self.seed, self.counter, text, nonce)
        return replace(self, counter=self.counter + 1), data

    def opened(self, data: bytes) -> tuple[SealedChannel, bytes]:
        """The text that came.

        :raises UnopenedError: if the other table did not send it here, or it was changed.
        :raises RepeatedError: if it came before.
        """
        found = _seal(self.keys.receiving, self.keys.receiving_topic).opened(data)
        if not found.is_from(bytes.fromhex(self.keys.key)):
            raise UnopenedError("this is not signed by the other table")
        if found.counter > HIGHEST_COUNTER:
            raise UnopenedError(f"a counter is {HIGHEST_COUNTER} at most, not {found.counter}")
        return replace(self, heard=self.heard.with_counter(found.counter)), found.text


def _seal(key: str, topic: str) -> TextSeal:
    return TextSeal(bytes.fromhex(key), bytes.fromhex(topic))


def first_counter(reserved: int, seconds: int) -> int:
    """The counter to begin with after a start: above all that may have been used, by what was stored and, if the disk
    was set back since, by the clock (in s since 1970)."""
    return max(reserved, seconds * _TICKS, 1)


@dataclass(frozen=True, slots=True)
class AgreedSecret:
    """What two tables know after their pairing, and nobody else."""

    base: bytes

    @classmethod
    def between(cls, private: bytes, public: bytes, code: bytes, *said: bytes) -> AgreedSecret:
        """The secret from the own private and the other's public exchange key, bound to the code and to all that was
        ``said``.

        :raises UnopenedError: if the public key is none.
        """
        return cls(derived_key(shared_secret(private, public), "channel", code, *said))

    def channel(self, table: int, name: str, key: str, *, deciding: bool) -> ChannelKeys:
        """The channel to the other table, which has this number, name and public signing key; ``deciding``: as the
        table has it that decides."""
        down, up = self._key("down"), self._key("up")
        down_topic, up_topic = self._key("down topic")[:32], self._key("up topic")[:32]
        sending, receiving = (down, up) if deciding else (up, down)
        sending_topic, receiving_topic = (down_topic, up_topic) if deciding else (up_topic, down_topic)
        words = words_of(derived_key(self.base, "words")[:4])
        return ChannelKeys(table, name, key, sending, receiving, sending_topic, receiving_topic, words)

    def _key(self, purpose: str) -> str:
        return derived_key(self.base, purpose).hex()
