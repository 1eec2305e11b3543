"""Reads the files that Raspberry Pi Imager writes on the boot partition of a card. From 2.0.11 on it writes
``rpi-preseed.toml`` if the image's manifest says so; ``custom.toml`` is the same format from earlier. Imager 1 treats
every other image as Raspberry Pi OS 12 and writes ``firstrun.sh``, a script for that system. Its commands for the name,
the Wi-Fi, the time zone and SSH are read, and nothing is run. Sources: the program's generator of these files,
``src/customization_generator.cpp`` of raspberrypi/rpi-imager, and the reader of Raspberry Pi OS, ``init_config`` of
RPi-Distro/raspberrypi-sys-mods.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.release.card_image.on_card import card_settings
from tools.release.card_image.on_card.card_settings import (
    CardSettings,
    CardUser,
    HomeWifi,
    SettingsRead,
    WrongValueError,
)

TOML_FILES = ("rpi-preseed.toml", "custom.toml")
SCRIPT = "firstrun.sh"
UNREAD = ("user-data", "network-config")
"""The files that Imager writes for cloud-init, which the card does not have."""
SETTER = "/usr/lib/raspberrypi-sys-mods/imager_custom"
USER_SETTER = "/usr/lib/userconf-pi/userconf"
_READ = {
    "system": ("hostname",),
    "user": ("name", "password", "password_encrypted", "groups", "passwordless_sudo"),
    "ssh": ("enabled", "password_authentication", "authorized_keys"),
    "wlan": ("ssid", "password", "password_encrypted", "hidden", "country"),
    "locale": ("timezone",),
}
_USER = "user"


@dataclass(slots=True)
class _Collected:
    """The settings found in a file so far."""

    file: str
    problems: list[str] = field(default_factory=list)

    def checked(self, what: str, check: Callable[[str], str], value: object) -> str | None:
        """Return the value if it is there and allowed; note a problem, without a value that may be secret."""
        if value is None:
            return None
        if not isinstance(value, str):
            self.problems.append(f"{self.file}: {what} must be a text in quotes.")
            return None
        try:
            return check(value)
        except WrongValueError as error:
            self.problems.append(f"{self.file}: {what} is not allowed; it must be {error}.")
            return None


def read_toml(file: str, content: bytes) -> SettingsRead:
    """Return the settings in a TOML file of Imager. Wrong or meaningless ones are left out and reported."""
    try:
        told = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return SettingsRead(problems=(f"{file} cannot be read, so nothing in it was used: {error}.",))
    collected = _Collected(file)
    sections: dict[str, dict[str, object]] = {}
    for name, value in told.items():
        if name == "config_version":
            continue
        if name not in _READ or not isinstance(value, dict):
            collected.problems.append(f"{file}: {name} has no meaning on this card.")
            continue
        sections[name] = value
        unread = [key for key in value if key not in _READ[name]]
        collected.problems += [f"{file}: {name}.{key} has no meaning on this card." for key in unread]
    system, wlan = sections.get("system", {}), sections.get("wlan", {})
    settings = CardSettings(
        host=collected.checked("system.hostname", card_settings.host, system.get("hostname")),
        wifi=_wifi(collected, wlan),
        country=collected.checked("wlan.country", card_settings.country, wlan.get("country")),
        time_zone=collected.checked(
            "locale.timezone", card_settings.time_zone, sections.get("locale", {}).get("timezone")
        ),
        user=_user(collected, sections.get("user", {}), sections.get("ssh", {})),
    )
    return SettingsRead(settings, tuple(collected.problems))


def _wifi(collected: _Collected, wlan: dict[str, object]) -> HomeWifi | None:
    name = collected.checked("wlan.ssid", card_settings.wifi_name, wlan.get("ssid"))
    if name is None:
        return None
    given = wlan.get("password")
    password = collected.checked("wlan.password", card_settings.wifi_password, given)
    if given is not None and password is None:
        return None  # without its password the network would be taken for an open one
    return HomeWifi(name, password, wlan.get("hidden") is True)


def _user(collected: _Collected, user: dict[str, object], ssh: dict[str, object]) -> CardUser | None:
    given = ssh.get("authorized_keys") if ssh.get("enabled") is True else None
    listed = given if isinstance(given, list) else []
    if given is not None and listed is not given:
        collected.problems.append(f"{collected.file}: ssh.authorized_keys must be a list of texts.")
    checked = [
        collected.checked(f"ssh.authorized_keys, number {number}", card_settings.ssh_key, each)
        for number, each in enumerate(listed, 1)
    ]
    keys = tuple(key for key in checked if key is not None)
    name = collected.checked("user.name", card_settings.user_name, user.get("name"))
    hashed = collected.checked("user.password", card_settings.password_hash, user.get("password"))
    if hashed is None and not keys:
        return None
    by_password = hashed is not None and ssh.get("enabled") is True and ssh.get("password_authentication") is True
    return CardUser(name or card_settings.USUAL_USER, hashed, keys, by_password)


def read_script(content: bytes) -> SettingsRead:
    """Return the settings in ``firstrun.sh``. Commands of other kinds are ignored: they belong to another system."""
    collected = _Collected(SCRIPT)
    told: dict[str, list[str]] = {}
    for line in content.decode("utf-8", "replace").splitlines():
        command = line.strip()
        if not command.startswith((f"{SETTER} ", f"{USER_SETTER} ")):
            continue
        try:
            program, *arguments = shlex.split(command)
        except ValueError as error:
            collected.problems.append(f"{SCRIPT}: a command of {command.split()[0]} cannot be read: {error}.")
            continue
        if program == USER_SETTER:
            told[_USER] = arguments
        elif arguments:
            told[arguments[0]] = arguments[1:]
    host, *_ = (*told.get("set_hostname", []), None)
    zone, *_ = (*told.get("set_timezone", []), None)
    network = [each for each in told.get("set_wlan", []) if each != "-h"]
    name, password, country = (*network, None, None, None)[:3]
    wlan: dict[str, object] = {"ssid": name, "hidden": "-h" in told.get("set_wlan", [])}
    if password:
        wlan["password"] = password
    ssh = told.get("enable_ssh", [])
    opened: dict[str, object] = {
        "enabled": "enable_ssh" in told,
        "password_authentication": "-k" not in ssh,
        "authorized_keys": [each for each in ssh if not each.startswith("-")],
    }
    settings = CardSettings(
        host=collected.checked("the name", card_settings.host, host),
        wifi=_wifi(collected, wlan),
        country=collected.checked("the country of the Wi-Fi", card_settings.country, country or None),
        time_zone=collected.checked("the time zone", card_settings.time_zone, zone),
        user=_user(collected, dict(zip(("name", "password"), told.get(_USER, []), strict=False)), opened),
    )
    return SettingsRead(settings, tuple(collected.problems))
