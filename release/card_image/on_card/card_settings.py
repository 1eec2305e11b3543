"""What can be set for a card before it is first used, and which values are allowed."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

USUAL_USER = "pi"
"""Who logs in over SSH where nobody is named."""

_HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_COUNTRY = re.compile(r"[A-Z]{2}")
_OWN_NAME = re.compile(r"[A-Za-z0-9._-]([A-Za-z0-9 ._-]{0,30}[A-Za-z0-9._-])?")
_OWN_PASSWORD = re.compile(r"[A-Za-z0-9._-]{10,63}")
_PASSPHRASE = re.compile(r"[ -~]{8,63}|[0-9a-fA-F]{64}")
_KEY = re.compile(r"(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp\d{3}|sk-[a-z0-9@.-]+) [A-Za-z0-9+/]+=* ?[ -~]*")
_USER = re.compile(r"[a-z_][a-z0-9_-]{0,30}")
_HASH = re.compile(r"\$[0-9a-z]+\$[A-Za-z0-9./$=,]+")
_TAKEN_USERS = ("root", "thera")
MOST_NAME_BYTES = 32
"""So long may the name of a Wi-Fi be, in bytes of UTF-8 (IEEE 802.11)."""


class WrongValueError(Exception):
    """A value is not allowed; the message says what is, and begins after "must be"."""


@dataclass(frozen=True, slots=True)
class HomeWifi:
    """A Wi-Fi that the table joins; an open one has no password. ``password`` is a passphrase or 64 hexadecimal
    digits."""

    name: str
    password: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class CardUser:
    """Somebody who may log in: by keys, or by the password that a hash for crypt(3) was made of."""

    name: str = USUAL_USER
    password_hash: str | None = None
    keys: tuple[str, ...] = ()
    by_password: bool = False
    """Whether the password opens SSH, too, and not only the keyboard."""


@dataclass(frozen=True, slots=True)
class CardSettings:
    """What somebody has set; None where nothing is said."""

    host: str | None = None
    wifi: HomeWifi | None = None
    country: str | None = None
    own_name: str | None = None
    own_password: str | None = None
    user: CardUser | None = None

    def over(self, other: CardSettings) -> CardSettings:
        """These settings, and where they say nothing, the others."""
        chosen = {
            each.name: getattr(other, each.name) if getattr(self, each.name) is None else getattr(self, each.name)
            for each in fields(self)
        }
        return CardSettings(**chosen)


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """What was read from a file, and a sentence for each thing in it that was not used."""

    settings: CardSettings = CardSettings()
    problems: tuple[str, ...] = ()


def host(value: str) -> str:
    """The name of the computer, in small letters; ``.local`` after it is left out.

    :raises WrongValueError: if it is none.
    """
    name = value.lower().removesuffix(".local")
    return _matching(_HOST, name, "1 to 63 letters a to z, digits and hyphens, with no hyphen at either end")


def wifi_name(value: str) -> str:
    """The name of a Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    if not 1 <= len(value.encode()) <= MOST_NAME_BYTES or not value.isprintable():
        raise WrongValueError(f"1 to {MOST_NAME_BYTES} characters, of which those beyond ASCII count for more than one")
    return value


def wifi_password(value: str) -> str:
    """The password of a Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    return _matching(_PASSPHRASE, value, "8 to 63 letters, digits and signs of ASCII, or 64 hexadecimal digits")


def country(value: str) -> str:
    """A country, whose rules say which channels are allowed (ISO 3166-1).

    :raises WrongValueError: if it is none.
    """
    return _matching(_COUNTRY, value.upper(), "the two letters of a country, such as NL")


def own_name(value: str) -> str:
    """The name of the table's own Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    return _matching(_OWN_NAME, value, "1 to 32 letters a to z, digits, spaces, and . _ -")


def own_password(value: str) -> str:
    """The password of the table's own Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    return _matching(_OWN_PASSWORD, value, "10 to 63 letters a to z, digits, and . _ -")


def ssh_key(value: str) -> str:
    """A public key.

    :raises WrongValueError: if it is none.
    """
    return _matching(_KEY, value, "a whole line of a file such as id_ed25519.pub, which begins with ssh-ed25519")


def user_name(value: str) -> str:
    """The name of a user that the system does not have yet.

    :raises WrongValueError: if it is none.
    """
    if value in _TAKEN_USERS:
        raise WrongValueError(f"another name than {' and '.join(_TAKEN_USERS)}, which the system uses itself")
    return _matching(_USER, value, "1 to 31 letters a to z, digits, _ and -, with a letter first")


def password_hash(value: str) -> str:
    """A password as Imager writes it, in the form of crypt(3).

    :raises WrongValueError: if it is none.
    """
    return _matching(_HASH, value, "encrypted, as Raspberry Pi Imager writes it")


def _matching(pattern: re.Pattern[str], value: str, allowed: str) -> str:
    if pattern.fullmatch(value) is None:
        raise WrongValueError(allowed)
    return value
