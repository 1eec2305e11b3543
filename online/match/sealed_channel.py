"""A channel between two tables of a match. Nobody else can read its messages, add to them or repeat them.

A value: sealing and opening give the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final

from msgspec import Meta, Struct

from online.match.ciphers import (
    NONCE_BYTES,
    SIGNATURE_BYTES,
    TAG_BYTES,
    UnopenedError,
    decrypted,
    derived_key,
    encrypted,
    is_signed,
    shared_secret,
    signature,
)
from online.match.match_entries import KeyText, MatchName, TableNumber, TableTitle
from online.match.match_limits import LARGEST_MESSAGE
from online.match.pairing_code import words_of

# ---- sealed text
#
# How a text between two tables is sealed: signed, padded to one of three sizes, encrypted.
# A sealed text is a byte for the form, a nonce, and the encrypted rest: counter, length, signature, text, zeros. Who
# passes it on sees one of three lengths and nothing else of it.


_FORM: Final = b"\x01"
_SIZES: Final = (1024, 4096, LARGEST_MESSAGE)
"""Bytes of a sealed text. Nearly every turn fits the smallest."""
_COUNTER, _LENGTH = 8, 4
_HEAD: Final = _COUNTER + _LENGTH + SIGNATURE_BYTES
_AROUND: Final = len(_FORM) + NONCE_BYTES + TAG_BYTES
LONGEST_TEXT: Final = LARGEST_MESSAGE - _AROUND - _HEAD
"""Bytes of a text that can be sealed."""


@dataclass(frozen=True, slots=True)
class UnsealedText:
    """A text that was sealed with the right key, with its counter and a signature not yet checked."""

    counter: int
    text: bytes
    signed: bytes
    bound: bytes

    def is_from(self, key: bytes) -> bool:
        """Whether the owner of a public key signed it."""
        return is_signed(key, _to_sign(self.counter, self.text, self.bound), self.signed)


@dataclass(frozen=True, slots=True, repr=False)
class TextSeal:
    """A key for one purpose. A sealed text opens only with the same ``bound``."""

    key: bytes
    bound: bytes

    def sealed(self, seed: bytes, counter: int, text: bytes, nonce: bytes) -> bytes:
        """Seal a text and its counter, signed by the signing key of ``seed``; ``nonce`` must be fresh random bytes.

        :raises ValueError: if it is too long.
        """
        size = next((size for size in _SIZES if len(text) <= size - _AROUND - _HEAD), None)
        if size is None:
            raise ValueError(f"a message has {LONGEST_TEXT} bytes at most, not {len(text)}")
        signed = signature(seed, _to_sign(counter, text, self.bound))
        head = counter.to_bytes(_COUNTER, "big") + len(text).to_bytes(_LENGTH, "big") + signed
        padded = (head + text).ljust(size - _AROUND, b"\0")
        return _FORM + nonce + encrypted(self.key, nonce, padded, self.bound)

    def opened(self, data: bytes) -> UnsealedText:
        """Open a sealed text.

        :raises UnopenedError: if it was not sealed with this key and ``bound``, or was changed.
        """
        if len(data) not in _SIZES or data[:1] != _FORM:
            raise UnopenedError(f"a message of {len(data)} bytes is none of this form")
        nonce, sealed = data[1 : 1 + NONCE_BYTES], data[1 + NONCE_BYTES :]
        padded = decrypted(self.key, nonce, sealed, self.bound)
        counter = int.from_bytes(padded[:_COUNTER], "big")
        length = int.from_bytes(padded[_COUNTER : _COUNTER + _LENGTH], "big")
        text = padded[_HEAD : _HEAD + length]
        return UnsealedText(counter, text, padded[_COUNTER + _LENGTH : _HEAD], self.bound)


def _to_sign(counter: int, text: bytes, bound: bytes) -> bytes:
    return b"thera message 1 " + len(bound).to_bytes(4, "big") + bound + counter.to_bytes(_COUNTER, "big") + text


# ---- sealed channel


RESERVED_AT_ONCE: Final = 1_024
"""The number of counters that are stored as used before the first one is."""
_WINDOW: Final = 1_024
"""The most counters by which a message may be late."""
_TICKS: Final = 2**20
HIGHEST_COUNTER: Final = 2**53 - 1
"""Reached by no table's clock before the year 2200."""


class RepeatedError(Exception):
    """A message that came before, or is too late to tell."""


class ChannelKeys(Struct, frozen=True):
    """A table's channel to another table, as it is stored: the other's number and name, the key that checks its
    signatures, keys and topics in both directions, and two words that both tables show."""

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
    """The counters of received messages: the highest one, and the window below it as bits."""

    highest: int = 0
    seen: int = 0

    def with_counter(self, counter: int) -> HeardCounters:
        """Add a counter.

        :raises RepeatedError: if it came before, or is older than the window.
        """
        if counter > self.highest:
            shifted = self.seen << min(counter - self.highest, _WINDOW) | 1
            return HeardCounters(counter, shifted & (1 << _WINDOW) - 1)
        late = self.highest - counter
        if late >= _WINDOW or self.seen >> late & 1:
            raise RepeatedError(f"message {counter} came before")
        return replace(self, seen=self.seen | 1 << late)

    @classmethod
    def up_to(cls, highest: int) -> HeardCounters:
        """The counters after a restart: all up to the highest stored one count as received."""
        return cls(highest, (1 << _WINDOW) - 1)


@dataclass(frozen=True, slots=True)
class SealedChannel:
    """The state of a channel: its keys, this table's signing key, the next counter, and the received ones."""

    keys: ChannelKeys
    seed: bytes
    counter: int
    heard: HeardCounters

    def sealed(self, text: bytes, nonce: bytes) -> tuple[SealedChannel, bytes]:
        """Seal a text to send; ``nonce`` must be fresh random bytes."""
        data = _seal(self.keys.sending, self.keys.sending_topic).sealed(self.seed, self.counter, text, nonce)
        return replace(self, counter=self.counter + 1), data

    def opened(self, data: bytes) -> tuple[SealedChannel, bytes]:
        """Open a received text.

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
    """The first counter after a start. It is above all used ones, by what was stored and, in case the disk was set
    back, by the clock (s since 1970)."""
    return max(reserved, seconds * _TICKS, 1)


@dataclass(frozen=True, slots=True)
class AgreedSecret:
    """The secrets that only two paired tables share. ``compared`` gives the words that people compare."""

    base: bytes
    compared: bytes

    @classmethod
    def between(cls, private: bytes, public: bytes, code: bytes, request: bytes, answer: bytes) -> AgreedSecret:
        """Derive the secrets from the own private and the other's public exchange key, bound to the code and to all
        messages. The compared words depend on no free text of the answer: with one, a table could try names until two
        channels have the same words.

        :raises UnopenedError: if the public key is invalid.
        """
        shared = shared_secret(private, public)
        return cls(derived_key(shared, "channel", code, request, answer), derived_key(shared, "words", code, request))

    def channel(self, table: int, name: str, key: str, *, deciding: bool) -> ChannelKeys:
        """The channel to the other table, with its number, name and public signing key; ``deciding`` gives the deciding
        table's end."""
        down, up = self._key("down"), self._key("up")
        down_topic, up_topic = self._key("down topic")[:32], self._key("up topic")[:32]
        sending, receiving = (down, up) if deciding else (up, down)
        sending_topic, receiving_topic = (down_topic, up_topic) if deciding else (up_topic, down_topic)
        words = words_of(self.compared[:4])
        return ChannelKeys(table, name, key, sending, receiving, sending_topic, receiving_topic, words)

    def _key(self, purpose: str) -> str:
        return derived_key(self.base, purpose).hex()
