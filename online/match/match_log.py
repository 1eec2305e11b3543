"""The log of a match as a chain. A digest covers its entry and all earlier ones, and the deciding table signs it.

A table signs its proposal together with the digest of its log. So nobody else can make the proposal or move it to
another place, and a table with a different log is noticed at its next proposal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace as replaced

from online.match.ciphers import is_signed
from online.match.match_entries import KeyText, MatchName, OrderedEntry, entry_body, read_entry
from online.match.match_limits import LARGEST_BODY, LONGEST_MATCH
from table.typed_json import MalformedError

Sign = Callable[[bytes], bytes]
"""Signs with the key of this table."""

_START = b"thera match 1 "
_SIGNED = b"thera entry 1 "
_PROPOSED = b"thera proposal 1 "


@dataclass(frozen=True, slots=True)
class MatchKeys:
    """The public keys of the deciding table and of this one, and this one's way to sign."""

    deciding: str
    own: str
    sign: Sign


class ChainedEntry(Struct, frozen=True):
    """An entry in its place: ``number`` from 1, ``body`` as its one text, ``digest`` and ``signature`` in hexadecimal
    digits."""

    number: Annotated[int, Meta(ge=1, le=LONGEST_MATCH + 1)]
    body: Annotated[str, Meta(max_length=LARGEST_BODY)]
    digest: KeyText
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$", description="128 hexadecimal digits")]


class DifferenceError(Exception):
    """Two tables have different entries of this ``number``, with the digests ``here`` and ``there``."""

    def __init__(self, number: int, here: str, there: str) -> None:
        super().__init__(f"entry {number} is another one here ({here}) than there ({there})")
        self.number, self.here, self.there = number, here, there


class LongEntryError(ValueError):
    """An entry that has more characters than a table may send."""


class ForgedEntryError(Exception):
    """An entry that the deciding table did not sign, or that cannot be read."""


@dataclass(frozen=True, slots=True)
class MatchLog:
    """The entries of a match so far."""

    match: MatchName
    entries: tuple[ChainedEntry, ...] = ()

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self.entries)

    @property
    def digest(self) -> str:
        """The digest of all entries."""
        return self.digest_at(self.count)

    def digest_at(self, number: int) -> str:
        """The digest of the first ``number`` entries.

        :raises IndexError: if there are fewer.
        """
        if not 0 <= number <= self.count:
            raise IndexError(f"there are {self.count} entries, not {number}")
        return self.entries[number - 1].digest if number else _hashed(_START + self.match.encode())

    def with_entry(self, entry: ChainedEntry) -> MatchLog:
        """The log with the next entry."""
        if entry.number != self.count + 1:
            raise ValueError(f"entry {entry.number} does not follow entry {self.count}")
        return replace(self, entries=(*self.entries, entry))

    def next_entry(self, ordered: OrderedEntry, sign: Sign) -> ChainedEntry:
        """Sign the next entry.

        :raises LongEntryError: if it is too long.
        """
        body = entry_body(ordered)
        if len(body) > LARGEST_BODY:
            raise LongEntryError(f"an entry has {LARGEST_BODY} characters at most, not {len(body)}")
        digest = self._chained(body)
        return ChainedEntry(self.count + 1, body, digest, sign(_SIGNED + digest.encode()).hex())

    def proposal_text(self, ordered: OrderedEntry) -> bytes:
        """The text that a table signs to propose an entry after this log."""
        return (
            _PROPOSED + self.match.encode() + self.digest.encode() + entry_body(replaced(ordered, signed="")).encode()
        )

    def checked(self, entry: ChainedEntry, key: str) -> OrderedEntry:
        """Read the next entry after checking its digest and signature; ``key`` is the deciding table's.

        :raises DifferenceError: if its digest does not fit its text and this log.
        :raises ForgedEntryError: if the deciding table did not sign it, or it cannot be read.
        """
        expected = self._chained(entry.body)
        if entry.digest != expected:
            raise DifferenceError(entry.number, expected, entry.digest)
        if not is_signed(bytes.fromhex(key), _SIGNED + entry.digest.encode(), bytes.fromhex(entry.signature)):
            raise ForgedEntryError(f"entry {entry.number} has no signature of the table that decides")
        try:
            ordered = read_entry(entry.body)
        except MalformedError as error:
            raise ForgedEntryError(f"entry {entry.number} cannot be read: {error}") from error
        if entry_body(ordered) != entry.body:
            raise ForgedEntryError(f"entry {entry.number} is not written in the one way that it has")
        return ordered

    def _chained(self, body: str) -> str:
        return _hashed(bytes.fromhex(self.digest) + body.encode())


def _hashed(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
