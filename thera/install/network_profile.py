"""Installs the table's own network on a computer with NetworkManager: its name and password, its profile, its DNS
answers, and the service that opens it if there is no other network. ``python -m thera.install.network_profile``, as
root, installs it again after its name or password has changed; so it is apart from the installation."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from thera.install.install_layout import NETWORK_PLACED, NETWORK_SERVICE, USER
from thera.install.releases import Wheel, wheel_here
from thera.install.target_system import InstallError, TargetSystem, attempt, remove, write_file
from thera.network.network_decision import OWN_UUID

ADDRESS = "10.41.0.1"
"""The address of this computer in the network; the same as in ``table.settings.page_addresses``."""
USUAL_NAME = "Thera"
PROGRAMS = {
    "usr/bin/nmcli": "network-manager",
    "usr/sbin/dnsmasq": "dnsmasq-base",
    "usr/sbin/iw": "iw",
}
"""The required programs, and the Debian package of each."""

_NAME = re.compile(r"[A-Za-z0-9._-]([A-Za-z0-9 ._-]{0,30}[A-Za-z0-9._-])?")
_PASSWORD = re.compile(r"[A-Za-z0-9._-]{10,63}")
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_GROUPS = 4

SETTINGS = """\
# The table's own network, which it opens where there is no other; see docs/own_network.md.
# After a change: sudo thera install, and print a new sticker.
name = "{name}"
password = "{password}"
"""

PROFILE = """\
# Written by thera install from {settings}.
[connection]
id=thera
uuid={uuid}
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={name}

[wifi-security]
key-mgmt=wpa-psk
psk={password}
# WPA2 and nothing older. Management frames stay unprotected (pmf=1): the Wi-Fi of some Pis cannot protect them.
proto=rsn
pairwise=ccmp
group=ccmp
pmf=1

[ipv4]
method=shared
address1={address}/24

[ipv6]
method=disabled
"""


@dataclass(frozen=True, slots=True)
class NetworkCredentials:
    """The network's name and password."""

    name: str
    password: str


def fresh_password() -> str:
    """Return a password that is easy to read out and type, with about fifty random bits: ``kamo-tezi-runa-pilo``."""
    letters = (_CONSONANTS, _VOWELS) * 2
    return "-".join("".join(secrets.choice(kind) for kind in letters) for _ in range(_GROUPS))


def missing_packages(machine: TargetSystem) -> tuple[str, ...]:
    """Return the packages that a computer lacks for its own network."""
    root = machine.layout.root
    return tuple(package for program, package in PROGRAMS.items() if not (root / program).exists())


def place(machine: TargetSystem, wheel: Wheel) -> bool:
    """Install the network, if the computer has the programs and the version has the files. Return whether the service
    is new. An existing name and password stay.

    :raises InstallError: if the file with them is wrong.
    """
    layout = machine.layout
    if not all(wheel.has_unit(name) for name in NETWORK_PLACED):
        clear(machine)
        return False
    if missing := missing_packages(machine):
        machine.say(
            f"The table will not have its own network, because {' '.join(missing)} is not installed. To add it:"
            f" sudo apt-get install {' '.join(missing)}; sudo thera install"
        )
        return False
    if not layout.network_settings.exists():
        write_file(layout.network_settings, SETTINGS.format(name=USUAL_NAME, password=fresh_password()), 0o640)
    if machine.runs:
        shutil.chown(layout.network_settings, "root", USER)
        os.chmod(layout.network_settings, 0o640)
    named = read(layout.network_settings)
    text = PROFILE.format(
        settings="/etc/thera/network.toml", uuid=OWN_UUID, name=named.name, password=named.password, address=ADDRESS
    )
    fresh = not layout.network_placed()[NETWORK_SERVICE].exists()
    changed = {name for name, path in layout.network_placed().items() if write_file(path, wheel.unit(name))}
    if machine.runs and NETWORK_SERVICE in changed:
        machine.systemctl("daemon-reload")
    if write_file(layout.network_profile, text, 0o600):
        machine.reload_networks()
    return fresh


def read(path: Path) -> NetworkCredentials:
    """Read the name and the password in a file.

    :raises InstallError: if they cannot be read, or are not allowed.
    """
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InstallError(f"{path} cannot be read: {error}") from error
    name, password = found.get("name"), found.get("password")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InstallError(f"{path}: name must be 1 to 32 ASCII letters, digits, spaces, and . _ -")
    if not isinstance(password, str) or not _PASSWORD.fullmatch(password):
        raise InstallError(f"{path}: password must be 10 to 63 ASCII letters, digits, and . _ -")
    return NetworkCredentials(name, password)


def start(machine: TargetSystem, *, fresh: bool) -> None:
    """Start and enable the service if it is new; otherwise restart it if it is running. A service that was disabled
    stays disabled.

    :raises InstallError: if it does not start.
    """
    if not machine.layout.network_placed()[NETWORK_SERVICE].exists():
        return
    if fresh:
        machine.systemctl("enable", NETWORK_SERVICE)
    if machine.runs:
        machine.systemctl("start" if fresh else "try-restart", NETWORK_SERVICE)
    named = read(machine.layout.network_settings)
    machine.say(f"Where there is no other network, the table opens its own: {named.name}, password {named.password}")


def clear(machine: TargetSystem) -> None:
    """Remove all of the network except its name and password, which belong to the settings.

    :raises InstallError: if it fails.
    """
    layout = machine.layout
    if layout.network_placed()[NETWORK_SERVICE].exists():
        if machine.runs:
            machine.systemctl("stop", NETWORK_SERVICE)
        machine.systemctl("disable", NETWORK_SERVICE)
    for path in layout.network_placed().values():
        remove(path)
    if layout.network_profile.exists():
        remove(layout.network_profile)
        machine.reload_networks()


def main() -> int:
    """Install it again from the wheel that this environment was made from. Return the exit code."""

    def install() -> None:
        place(TargetSystem(), wheel_here())

    return attempt(install)


if __name__ == "__main__":
    sys.exit(main())
