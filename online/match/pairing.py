"""Pairs two tables: one shows a code, the other sends its keys sealed by the code, and is answered the same way.

The code alone decrypts no later message: both tables draw exchange keys for this one channel, so a code that is learned
later is worthless. Each code is for one table.

The code is a commitment to the keys of the table that shows it: their hash, made before anything is sent. So somebody
in the middle who knows the code cannot answer for that table, nor choose keys to fit the words that people compare.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from common.json_reader import JsonReader
from online.match.ciphers import UnopenedError, derived_key, public_exchange_key, public_signing_key
from online.match.match_entries import KeyText, MatchName, Seats, TableNumber, TableTitle
from online.match.pairing_code import SECRET_BYTES, PairingCode
from online.match.sealed_channel import AgreedSecret, ChannelKeys, TextSeal
from table.typed_json import MalformedError, read_text

LONGEST_SAID: Final = 1_000
"""Bytes of a request or an answer."""

Said = TypeVar("Said", "PairingRequest", "PairingAnswer")


class PairingRequest(Struct, frozen=True):
    """The request of a table to join: its name, and its public keys for signatures and for the exchange."""

    name: TableTitle
    key: KeyText
    exchange: KeyText


class PairingAnswer(Struct, frozen=True):
    """The answer of the table that opened the match: the match, the other table's number in it, its own name and its
    public keys."""

    match: MatchName
    table: TableNumber
    name: TableTitle
    key: KeyText
    exchange: KeyText


_REQUEST: Final = JsonReader(PairingRequest)
_ANSWER: Final = JsonReader(PairingAnswer)


def committed_code(exchange: bytes, signing: bytes) -> PairingCode:
    """The code of the table with these public keys. It reveals nothing about them, and fits no others."""
    return PairingCode(hashlib.sha256(b"thera code" + exchange + signing).digest()[:SECRET_BYTES])


@dataclass(frozen=True, slots=True)
class MeetingTopics:
    """The topics on which tables with a code meet."""

    request: str
    answer: str

    @classmethod
    def of(cls, code: PairingCode) -> MeetingTopics:
        """The topics of a code; they reveal nothing about it."""
        request, answer = (derived_key(code.secret, f"{way} topic")[:16].hex() for way in ("request", "answer"))
        return cls(request, answer)


class SentRequest(Struct, frozen=True):
    """A request and its text."""

    request: PairingRequest
    text: bytes


class Invitation(Struct, frozen=True):
    """An invitation of one table to these seats: the code, and the private exchange key that it commits to, in
    hexadecimal digits."""

    code: MatchName
    seats: Seats
    exchange: KeyText

    @classmethod
    def new(cls, seats: Seats, exchange: bytes, seed: bytes) -> Invitation:
        """An invitation by the table whose signing key has this seed; ``exchange`` are 32 fresh random bytes."""
        code = committed_code(public_exchange_key(exchange), public_signing_key(seed))
        return cls(code.secret.hex(), seats, exchange.hex())

    def __repr__(self) -> str:
        return f"<invitation to {', '.join(self.seats) or 'no seat'}>"

    @property
    def pairing_code(self) -> PairingCode:
        """The code to show."""
        return PairingCode(bytes.fromhex(self.code))

    def read(self, data: bytes) -> SentRequest:
        """The request of a table that has the code.

        :raises UnopenedError: if it cannot be read.
        """
        found = _request_seal(self.pairing_code).opened(data)
        if len(found.text) > LONGEST_SAID:
            raise UnopenedError(f"a request has {LONGEST_SAID} bytes at most, not {len(found.text)}")
        request = _read(_REQUEST, found.text)
        if not found.is_from(bytes.fromhex(request.key)):
            raise UnopenedError("this request is not signed by the table that it names")
        return SentRequest(request, found.text)

    def answered(self, sent: SentRequest, match: str, table: int, name: str, seed: bytes) -> OpenedChannel:
        """The channel to a table that becomes number ``table``, with the text of the answer."""
        private = bytes.fromhex(self.exchange)
        answer = PairingAnswer(match, table, name, public_signing_key(seed).hex(), public_exchange_key(private).hex())
        text = msgspec.json.encode(answer)
        other, code = sent.request, self.pairing_code.secret
        secret = AgreedSecret.between(private, bytes.fromhex(other.exchange), code, sent.text, text)
        return OpenedChannel(secret.channel(table, other.name, other.key, deciding=True), text)

    def sealed_answer(self, sent: SentRequest, text: bytes, seed: bytes, nonce: bytes) -> bytes:
        """The encrypted answer, which only the table with this request can open."""
        return _answer_seal(self.pairing_code, sent.text).sealed(seed, 0, text, nonce)


@dataclass(frozen=True, slots=True)
class OpenedChannel:
    """The channel of a pairing, and the text of its answer."""

    keys: ChannelKeys
    text: bytes


@dataclass(frozen=True, slots=True)
class JoinedMatch:
    """What a table knows after it was admitted: the match, its number there, and the channel to the deciding table."""

    match: str
    here: int
    keys: ChannelKeys


@dataclass(frozen=True, slots=True, repr=False)
class JoinAttempt:
    """The pairing of a table that wants to join under this name: the code, the seed of its signing key, and 32 random
    bytes for the exchange. A repeated request is the same."""

    code: PairingCode
    name: str
    seed: bytes
    exchange: bytes

    @property
    def text(self) -> bytes:
        """The request."""
        key, exchange = public_signing_key(self.seed), public_exchange_key(self.exchange)
        return msgspec.json.encode(PairingRequest(self.name, key.hex(), exchange.hex()))

    def sealed_request(self, nonce: bytes) -> bytes:
        """The encrypted request."""
        return _request_seal(self.code).sealed(self.seed, 0, self.text, nonce)

    def read(self, data: bytes) -> JoinedMatch:
        """The match that the answer admits to.

        :raises UnopenedError: if this is no answer to this request.
        """
        found = _answer_seal(self.code, self.text).opened(data)
        answer = _read(_ANSWER, found.text)
        if not found.is_from(bytes.fromhex(answer.key)):
            raise UnopenedError("this answer is not signed by the table that it names")
        public = bytes.fromhex(answer.exchange)
        if committed_code(public, bytes.fromhex(answer.key)) != self.code:
            raise UnopenedError("this answer is not of the table that showed the code")
        secret = AgreedSecret.between(self.exchange, public, self.code.secret, self.text, found.text)
        return JoinedMatch(answer.match, answer.table, secret.channel(0, answer.name, answer.key, deciding=False))


def _request_seal(code: PairingCode) -> TextSeal:
    return TextSeal(derived_key(code.secret, "request"), b"request")


def _answer_seal(code: PairingCode, request: bytes) -> TextSeal:
    return TextSeal(derived_key(code.secret, "answer"), b"answer" + hashlib.sha256(request).digest())


def _read(reader: JsonReader[Said], text: bytes) -> Said:
    try:
        return read_text(reader, text.decode())
    except (MalformedError, UnicodeDecodeError) as error:
        raise UnopenedError(f"this cannot be read: {error}") from error
