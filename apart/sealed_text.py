"""How a text between two tables is sealed: signed, padded to one of three sizes, encrypted.

A sealed text is a byte for the form, a nonce, and the encrypted rest: counter, length, signature, text, zeros. Who
passes it on sees one of three lengths and nothing else of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from apart.ciphers import (
    NONCE_BYTES,
    SIGNATURE_BYTES,
    TAG_BYTES,
    UnopenedError,
    decrypted,
    encrypted,
    is_signed,
    signature,
)
from apart.match_limits import LARGEST_MESSAGE

_FORM: Final = b"\x01"
_SIZES: Final = (1024, 4096, LARGEST_MESSAGE)
"""Bytes of a sealed text. Nearly every turn is in the smallest."""
_COUNTER, _LENGTH = 8, 4
_HEAD: Final = _COUNTER + _LENGTH + SIGNATURE_BYTES
_AROUND: Final = len(_FORM) + NONCE_BYTES + TAG_BYTES
LONGEST_TEXT: Final = LARGEST_MESSAGE - _AROUND - _HEAD
"""Bytes of a text that can be sealed."""


@dataclass(frozen=True, slots=True)
class UnsealedText:
    """A text that was sealed with the right key, with its counter and a signature that is still to be checked."""

    counter: int
    text: bytes
    signed: bytes
    bound: bytes

    def is_from(self, key: bytes) -> bool:
        """Whether the owner of this public key signed it."""
        return is_signed(key, _to_sign(self.counter, self.text, self.bound), self.signed)


@dataclass(frozen=True, slots=True, repr=False)
class TextSeal:
    """A key for one purpose. What was sealed by it opens only with the same ``bound``."""

    key: bytes
    bound: bytes

    def sealed(self, seed: bytes, counter: int, text: bytes, nonce: bytes) -> bytes:
        """The text with its counter, signed by the signing key of ``seed``; ``nonce`` are fresh random bytes.

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
        """The text in a sealed one.

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
