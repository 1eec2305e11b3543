"""How two tables pair: one shows a code, the other one sends its keys sealed by it, and is answered the same way.

The code alone reads nothing of what follows: both draw exchange keys for this one channel, so who learns a code later
has nothing. One code is for one table.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from apart.ciphers import UnopenedError, derived_key, public_exchange_key, public_signing_key
from apart.match_entries import KeyText, MatchName, Seats, TableNumber, TableTitle
from apart.pairing_code import PairingCode
from apart.sealed_channel import AgreedSecret, ChannelKeys
from apart.sealed_text import TextSeal
from table.typed_json import MalformedError, read_text

LONGEST_SAID: Final = 1_000
"""Bytes of a request or an answer."""

Said = TypeVar("Said", "PairingRequest", "PairingAnswer")


class PairingRequest(Struct, frozen=True):
    """What a table says that wants to join: its name, and its public keys for signatures and for the exchange."""

    name: TableTitle
    key: KeyText
    exchange: KeyText


class PairingAnswer(Struct, frozen=True):
    """What the table that opened the match answers: which match, which number the other table has in it, its own name
    and its public keys."""

    match: MatchName
    table: TableNumber
    name: TableTitle
    key: KeyText
    exchange: KeyText


@dataclass(frozen=True, slots=True)
class MeetingTopics:
    """The topics on which tables with a code meet."""

    request: str
    answer: str

    @classmethod
    def of(cls, code: PairingCode) -> MeetingTopics:
        """Those of a code; they tell nothing about it."""
        request, answer = (derived_key(code.secret, f"{way} topic")[:16].hex() for way in ("request", "answer"))
        return cls(request, answer)


class SentRequest(Struct, frozen=True):
    """A request as it was read, with its text."""

    request: PairingRequest
    text: bytes


class Invitation(Struct, frozen=True):
    """An invitation of one table to these seats: the code, and the private exchange key for it, in hexadecimal
    digits."""

    code: MatchName
    seats: Seats
    exchange: KeyText

    def __repr__(self) -> str:
        return f"<invitation to {', '.join(self.seats) or 'no seat'}>"

    @property
    def pairing_code(self) -> PairingCode:
        """The code to show."""
        return PairingCode(bytes.fromhex(self.code))

    def read(self, data: bytes) -> SentRequest:
        """The request of a table that has the code.

        :raises UnopenedError: if it is none.
        """
        found = _request_seal(self.pairing_code).opened(data)
        if len(found.text) > LONGEST_SAID:
            raise UnopenedError(f"a request has {LONGEST_SAID} bytes at most, not {len(found.text)}")
        request = _read(PairingRequest, found.text)
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
        """The answer as it is sent: it opens for the table with this request only."""
        return _answer_seal(self.pairing_code, sent.text).sealed(seed, 0, text, nonce)


@dataclass(frozen=True, slots=True)
class OpenedChannel:
    """The channel of a pairing, and the text of its answer."""

    keys: ChannelKeys
    text: bytes


@dataclass(frozen=True, slots=True)
class JoinedMatch:
    """What a table knows once it was admitted: the match, its own number there, and the channel to the table that
    decides."""

    match: str
    here: int
    keys: ChannelKeys


@dataclass(frozen=True, slots=True, repr=False)
class JoinAttempt:
    """The pairing of a table that wants to join under this name: the code that it was told, the seed of its signing
    key, and 32 random bytes for the exchange. The request is the same whenever it is sent."""

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
        """The request as it is sent."""
        return _request_seal(self.code).sealed(self.seed, 0, self.text, nonce)

    def read(self, data: bytes) -> JoinedMatch:
        """The match that the answer admits to.

        :raises UnopenedError: if this is no answer to this request.
        """
        found = _answer_seal(self.code, self.text).opened(data)
        answer = _read(PairingAnswer, found.text)
        if not found.is_from(bytes.fromhex(answer.key)):
            raise UnopenedError("this answer is not signed by the table that it names")
        public = bytes.fromhex(answer.exchange)
        secret = AgreedSecret.between(self.exchange, public, self.code.secret, self.text, found.text)
        return JoinedMatch(answer.match, answer.table, secret.channel(0, answer.name, answer.key, deciding=False))


def _request_seal(code: PairingCode) -> TextSeal:
    return TextSeal(derived_key(code.secret, "request"), b"request")


def _answer_seal(code: PairingCode, request: bytes) -> TextSeal:
    return TextSeal(derived_key(code.secret, "answer"), b"answer" + hashlib.sha256(request).digest())


def _read(form: type[Said], text: bytes) -> Said:
    try:
        return read_text(msgspec.json.Decoder(form), text.decode())
    except (MalformedError, UnicodeDecodeError) as error:
        raise UnopenedError(f"this cannot be read: {error}") from error
