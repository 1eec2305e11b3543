"""Reads ``thera.txt``, the settings that people write on the boot partition of a card: a name and a value on each
line."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from tools.release.card_image.on_card import card_settings
from tools.release.card_image.on_card.card_settings import (
    CardSettings,
    CardUser,
    HomeWifi,
    SettingsRead,
    WrongValueError,
)

FILE = "thera.txt"
_SECRET = ("wifi_password", "own_wifi_password")
"""The settings whose values are never printed, even if they are wrong."""


def _yes(value: str) -> str:
    if value.lower() not in ("yes", "no"):
        raise WrongValueError("yes or no")
    return value.lower()


_CHECKED: dict[str, Callable[[str], str]] = {
    "name": card_settings.host,
    "wifi": card_settings.wifi_name,
    "wifi_password": card_settings.wifi_password,
    "wifi_hidden": _yes,
    "country": card_settings.country,
    "time_zone": card_settings.time_zone,
    "own_wifi": card_settings.own_name,
    "own_wifi_password": card_settings.own_password,
    "ssh_key": card_settings.ssh_key,
}
_REPEATED = "ssh_key"
_QUOTES = ('""', "''", "“”", "„“", "”“", "«»")
"""The quotes that may surround a value by mistake; some editors turn straight ones into curly ones."""
_SHOWN = 40
_LIKE = 0.7
"""The least similarity, from 0 to 1, of a name to the known name that it stands for."""


def read_text(content: bytes) -> SettingsRead:
    """Return the settings in the content of such a file, as any editor leaves it. Wrong ones are left out and
    reported."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return SettingsRead(problems=(f"{FILE} is not text in UTF-8: save it as UTF-8; nothing in it was used.",))
    found: dict[str, list[str]] = {}
    problems: list[str] = []
    locked = False
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        name, _, value = (part.strip() for part in stripped.partition("="))
        try:
            used = _value(stripped, name, value, found)
        except WrongValueError as error:
            problems.append(f"{FILE}, line {number}: {error}.")
            if name == "wifi_password" and name not in found:
                locked = True
        else:
            found.setdefault(name, []).append(used)
    if locked and found.pop("wifi", []):  # without its password it would be taken for an open one
        problems.append(f"{FILE}: wifi is not used, because its password is wrong.")
    elif "wifi" not in found:
        alone = [name for name in ("wifi_password", "wifi_hidden") if name in found]
        problems += [f"{FILE}: {name} says nothing without wifi, the name of a network." for name in alone]
    return SettingsRead(_settings(found), tuple(problems))


def _value(line: str, name: str, value: str, found: dict[str, list[str]]) -> str:
    """Return the value of a line in the form for use.

    :raises WrongValueError: if it is wrong; the message is a whole sentence except for its end.
    """
    if "=" not in line:
        raise WrongValueError(f"“{_short(line)}” is no setting; one is a name, = and a value, such as name = thera")
    if name not in _CHECKED:
        near = difflib.get_close_matches(name, _CHECKED, 1, _LIKE)
        meant = f"perhaps {near[0]} is meant; " if near else ""
        raise WrongValueError(f"there is no {_short(name)}; {meant}there are {', '.join(_CHECKED)}")
    if len(value) > 1 and value[0] + value[-1] in _QUOTES:
        raise WrongValueError(f"{name} stands in quotes; write it without them")
    if name in found and name != _REPEATED:
        raise WrongValueError(f"{name} is there a second time; the first one is used")
    try:
        return _CHECKED[name](value)
    except WrongValueError as error:
        given = "has a value that" if name in _SECRET else f"is “{_short(value)}”, which"
        raise WrongValueError(f"{name} {given} is not allowed; it must be {error}") from error


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _settings(found: dict[str, list[str]]) -> CardSettings:
    def only(name: str) -> str | None:
        return found[name][0] if name in found else None

    wifi = only("wifi")
    return CardSettings(
        host=only("name"),
        wifi=None if wifi is None else HomeWifi(wifi, only("wifi_password"), only("wifi_hidden") == "yes"),
        country=only("country"),
        time_zone=only("time_zone"),
        own_name=only("own_wifi"),
        own_password=only("own_wifi_password"),
        user=CardUser(keys=tuple(found[_REPEATED])) if _REPEATED in found else None,
    )
