"""The code by which two tables find and recognise each other: nine words that can be said, typed and scanned.

It holds 128 unpredictable bits (`online.match.pairing.committed_code`), so it cannot be guessed, not even by the broker
on messages that it stored. The words are proquints (D. S. Wilkerson, "A Proposal for Proquints", 2009): five letters
for 16 bits, consonants and vowels by turns, the same in every language. The last word is a checksum of the others, so a
misheard word is noticed at once.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Final

SECRET_BYTES: Final = 16
WORDS: Final = 9

_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"
_SHAPES: Final = ((_CONSONANTS, 4), (_VOWELS, 2), (_CONSONANTS, 4), (_VOWELS, 2), (_CONSONANTS, 4))
"""The letters of each place, and the bits that a letter stands for."""
_SCHEME: Final = "THERA:"


class PairingCodeError(ValueError):
    """A text that is not a code; the message names the wrong word, or what is missing."""


@dataclass(frozen=True, slots=True, repr=False)
class PairingCode:
    """A pairing code: 16 bytes."""

    secret: bytes

    def __post_init__(self) -> None:
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a pairing code has {SECRET_BYTES} bytes, not {len(self.secret)}")

    @property
    def words(self) -> tuple[str, ...]:
        """Its words."""
        return words_of(self.secret + _check(self.secret))

    @property
    def scanned(self) -> str:
        """The text of its QR code, in characters that keep it small."""
        return _SCHEME + "-".join(self.words).upper()


def words_of(data: bytes) -> tuple[str, ...]:
    """Give a word for each two bytes.

    >>> words_of(bytes((127, 0, 0, 1)))
    ('lusab', 'babad')
    """
    return tuple(_word(int.from_bytes(data[at : at + 2], "big")) for at in range(0, len(data), 2))


def read_pairing_code(text: str) -> PairingCode:
    """Read a code that somebody typed or scanned, in either case, with spaces or hyphens between the words.

    :raises PairingCodeError: if it is not a code.
    """
    words = re.findall(r"[^\s\-]+", text.strip().upper().removeprefix(_SCHEME).lower())
    if len(words) != WORDS:
        raise PairingCodeError(f"a pairing code has {WORDS} words, not {len(words)}")
    data = b"".join(_bytes(number, word) for number, word in enumerate(words, start=1))
    secret = data[:SECRET_BYTES]
    if data[SECRET_BYTES:] != _check(secret):
        raise PairingCodeError("one of the words is another one: the last word does not fit the others")
    return PairingCode(secret)


def _word(number: int) -> str:
    letters = []
    for alphabet, bits in reversed(_SHAPES):
        letters.append(alphabet[number % 2**bits])
        number >>= bits
    return "".join(reversed(letters))


def _bytes(place: int, word: str) -> bytes:
    number = 0
    fits = len(word) == len(_SHAPES) and all(
        letter in alphabet for letter, (alphabet, _) in zip(word, _SHAPES, strict=True)
    )
    if not fits:
        raise PairingCodeError(f"word {place}, {word[:20]!r}, is none: a word has five letters, such as 'lusab'")
    for letter, (alphabet, bits) in zip(word, _SHAPES, strict=True):
        number = number << bits | alphabet.index(letter)
    return number.to_bytes(2, "big")


def _check(secret: bytes) -> bytes:
    return hashlib.sha256(b"thera pairing code 1 " + secret).digest()[:2]
