"""The few functions that the project uses of libsodium, through PyNaCl. No cryptography is written here.

XChaCha20-Poly1305 encrypts and authenticates texts; its nonces are long enough to be random. Ed25519 signs them. X25519
agrees on keys, and keyed BLAKE2b derives them.
"""

from __future__ import annotations

from typing import Final

from nacl import bindings
from nacl.encoding import RawEncoder
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.hash import blake2b
from nacl.public import Box, PrivateKey, PublicKey
from nacl.signing import SigningKey, VerifyKey

KEY_BYTES: Final = 32
NONCE_BYTES: Final = bindings.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
SIGNATURE_BYTES: Final = 64
TAG_BYTES: Final = bindings.crypto_aead_xchacha20poly1305_ietf_ABYTES


class UnopenedError(Exception):
    """A text that was not encrypted with this key, or was changed on the way."""


def derived_key(key: bytes, purpose: str, *parts: bytes) -> bytes:
    """Derive a key of 32 bytes for one purpose from a secret key of 16 to 64 bytes, bound to a context."""
    data = b"".join(len(part).to_bytes(4, "big") + part for part in (purpose.encode(), *parts))
    return bytes(blake2b(data, digest_size=KEY_BYTES, key=key, person=b"thera.apart", encoder=RawEncoder))


def encrypted(key: bytes, nonce: bytes, text: bytes, bound: bytes) -> bytes:
    """Encrypt a text. It opens only with the same ``bound``, which it does not contain. ``nonce`` must be fresh random
    bytes."""
    sealed: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(text, bound, nonce, key)
    return sealed


def decrypted(key: bytes, nonce: bytes, sealed: bytes, bound: bytes) -> bytes:
    """Decrypt a text.

    :raises UnopenedError: if it was encrypted with another key or another ``bound``, or was changed.
    """
    try:
        text: bytes = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, bound, nonce, key)
    except (CryptoError, ValueError) as error:
        raise UnopenedError("this was not sealed with this key, or was changed") from error
    return text


def signature(seed: bytes, text: bytes) -> bytes:
    """The signature of a text by the signing key that this seed of 32 bytes gives."""
    return bytes(SigningKey(seed).sign(text).signature)


def public_signing_key(seed: bytes) -> bytes:
    """The public key that checks the signatures of this seed's key."""
    return bytes(SigningKey(seed).verify_key)


def is_signed(key: bytes, text: bytes, signed: bytes) -> bool:
    """Whether the owner of a public key signed the text."""
    try:
        VerifyKey(key).verify(text, signed)
    except (BadSignatureError, ValueError):
        return False
    return True


def public_exchange_key(private: bytes) -> bytes:
    """The public part of a private exchange key of 32 random bytes."""
    return bytes(PrivateKey(private).public_key)


def shared_secret(private: bytes, public: bytes) -> bytes:
    """The secret that only the owners of two exchange keys can compute.

    :raises UnopenedError: if the other key would make the secret public.
    """
    try:
        return bytes(Box(PrivateKey(private), PublicKey(public)).shared_key())
    except (CryptoError, ValueError) as error:
        raise UnopenedError("this is no key for an exchange") from error
