"""The settings of a card before its first use, and their allowed values."""

from __future__ import annotations

import re
import zoneinfo
from dataclasses import dataclass, fields

USUAL_USER = "pi"
"""The user who logs in over SSH if none is named."""

_HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_OWN_NAME = re.compile(r"[A-Za-z0-9._-]([A-Za-z0-9 ._-]{0,30}[A-Za-z0-9._-])?")
_OWN_PASSWORD = re.compile(r"[A-Za-z0-9._-]{10,63}")
_PASSPHRASE = re.compile(r"[ -~]{8,63}|[0-9a-fA-F]{64}")
_KEY = re.compile(r"(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp\d{3}|sk-[a-z0-9@.-]+) [A-Za-z0-9+/]+=* ?[ -~]*")
_USER = re.compile(r"[a-z_][a-z0-9_-]{0,30}")
_HASH = re.compile(r"\$[0-9a-z]+\$[A-Za-z0-9./$=,]+")
_TAKEN_USERS = ("root", "thera")
_CODES = """
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
COUNTRIES = frozenset(re.findall("[A-Z]{2}", _CODES))
"""The countries of ISO 3166-1, as Debian's tzdata has them."""
MOST_NAME_BYTES = 32
"""The most bytes of UTF-8 in the name of a Wi-Fi (IEEE 802.11)."""


class WrongValueError(Exception):
    """A value is not allowed; the message names the allowed ones, and begins after "must be"."""


@dataclass(frozen=True, slots=True)
class HomeWifi:
    """A Wi-Fi that the table joins; an open one has no password. ``password`` is a passphrase or 64 hexadecimal
    digits."""

    name: str
    password: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class CardUser:
    """A user who may log in: by keys, or by the password behind a hash for crypt(3)."""

    name: str = USUAL_USER
    password_hash: str | None = None
    keys: tuple[str, ...] = ()
    by_password: bool = False
    """Whether the password is valid for SSH, too, besides the keyboard."""


@dataclass(frozen=True, slots=True)
class CardSettings:
    """The settings of a card; None for those that are not set."""

    host: str | None = None
    wifi: HomeWifi | None = None
    country: str | None = None
    time_zone: str | None = None
    own_name: str | None = None
    own_password: str | None = None
    user: CardUser | None = None

    def over(self, other: CardSettings) -> CardSettings:
        """Return these settings, completed by the others."""
        chosen = {
            each.name: getattr(other, each.name) if getattr(self, each.name) is None else getattr(self, each.name)
            for each in fields(self)
        }
        return CardSettings(**chosen)


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """The settings read from a file, and a sentence for each part of it that was not used."""

    settings: CardSettings = CardSettings()
    problems: tuple[str, ...] = ()


def host(value: str) -> str:
    """Return the name of the computer, in small letters, without ``.local``.

    :raises WrongValueError: if it is none.
    """
    name = value.lower().removesuffix(".local")
    return _matching(_HOST, name, "1 to 63 letters a to z, digits and hyphens, with no hyphen at either end")


def wifi_name(value: str) -> str:
    """Return the name of a Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    if not 1 <= len(value.encode()) <= MOST_NAME_BYTES or not value.isprintable():
        raise WrongValueError(f"1 to {MOST_NAME_BYTES} characters, of which those beyond ASCII count for more than one")
    return value


def wifi_password(value: str) -> str:
    """Return the password of a Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    return _matching(_PASSPHRASE, value, "8 to 63 letters, digits and signs of ASCII, or 64 hexadecimal digits")


def country(value: str) -> str:
    """Return a country, whose rules say which channels are allowed (ISO 3166-1).

    :raises WrongValueError: if it is none.
    """
    if value.upper() not in COUNTRIES:
        raise WrongValueError("the two letters of a country, such as NL; the United Kingdom is GB")
    return value.upper()


def time_zone(value: str) -> str:
    """Return a time zone that this computer knows, with its usual capitals; its city is enough.

    :raises WrongValueError: if it is none.
    """
    meant = value.replace(" ", "_").casefold()
    zones = [zone for zone in zoneinfo.available_timezones() if "/" in zone or zone == "UTC"]
    found = [zone for zone in zones if zone.casefold() == meant] or sorted(
        (zone for zone in zones if zone.casefold().rpartition("/")[2] == meant), key=len
    )
    if not found:
        raise WrongValueError("a time zone, such as Europe/Amsterdam")
    return found[0]


def own_name(value: str) -> str:
    """Return the name of the table's own Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    return _matching(_OWN_NAME, value, "1 to 32 letters a to z, digits, spaces, and . _ -")


def own_password(value: str) -> str:
    """Return the password of the table's own Wi-Fi.

    :raises WrongValueError: if it is none.
    """
    return _matching(_OWN_PASSWORD, value, "10 to 63 letters a to z, digits, and . _ -")


def ssh_key(value: str) -> str:
    """Return a public key.

    :raises WrongValueError: if it is none.
    """
    return _matching(_KEY, value, "a whole line of a file such as id_ed25519.pub, which begins with ssh-ed25519")


def user_name(value: str) -> str:
    """Return the name of a user that the system does not have yet.

    :raises WrongValueError: if it is none.
    """
    if value in _TAKEN_USERS:
        raise WrongValueError(f"another name than {' and '.join(_TAKEN_USERS)}, which the system uses itself")
    return _matching(_USER, value, "1 to 31 letters a to z, digits, _ and -, with a letter first")


def password_hash(value: str) -> str:
    """Return a password as Imager writes it, in the form of crypt(3).

    :raises WrongValueError: if it is none.
    """
    return _matching(_HASH, value, "encrypted, as Raspberry Pi Imager writes it")


def _matching(pattern: re.Pattern[str], value: str, allowed: str) -> str:
    if pattern.fullmatch(value) is None:
        raise WrongValueError(allowed)
    return value
