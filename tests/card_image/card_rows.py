"""What the owner of a card sees of it when logged in: rows of what was looked at and what was found."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.card_image.emulated_card import CardError, RunningCard

ASK_NETWORK = Path(__file__).with_name("ask_network.py")
"""Asks the network for a name, as a phone does."""
SLOWEST = 6
"""So many of the slowest services are named."""
HOME = "thera-card-home"
"""The profile of the Wi-Fi at home."""


@dataclass(frozen=True, slots=True)
class HomeExpected:
    """What was set: the name of the table, the Wi-Fi at home with its password, and its country if it is a real one."""

    name: str
    wifi: str
    password: str
    country: str | None = None


def row(what: str, found: str) -> None:
    """Print a row."""
    print(f"  {what:<22}{found}", flush=True)


def look_at_start(running: RunningCard) -> None:
    """Where the time of the start went. Waits until all of it is over."""
    running.told("systemctl is-system-running --wait || true")
    row("start", running.told("systemd-analyze time").splitlines()[0])
    slow = running.told(f"systemd-analyze blame --no-pager | grep '\\.service' | head -{SLOWEST}")
    row("slowest services", ", ".join(" ".join(line.split()) for line in slow.splitlines()))
    failed = running.told("systemctl list-units --failed --plain --no-legend").strip()
    _same(running, "failed services", failed or "none", "none")


def look_at_settings(running: RunningCard, expected: HomeExpected) -> None:
    """Whether the settings are those of the system, as its own programs read them.

    :raises CardError: if not.
    """
    _same(running, "name", running.told("hostname").strip(), expected.name)
    for what, key, value in (
        ("Wi-Fi", "802-11-wireless.ssid", expected.wifi),
        ("its password", "802-11-wireless-security.psk", expected.password),
        ("its kind", "802-11-wireless-security.key-mgmt", "wpa-psk"),
        ("joined by itself", "connection.autoconnect", "yes"),
    ):
        told = running.told(f"sudo nmcli --show-secrets --escape no --get-values {key} connection show {HOME}")
        _same(running, what, told.strip(), value)
    if expected.country is not None:
        words = running.told("sudo iw reg get").replace(":", " ").split()
        _same(running, "country", words[words.index("country") + 1], expected.country)
    asked = f"python3 - {shlex.quote(expected.name)}"
    _same(running, "mDNS, its name", running.told(asked, given=ASK_NETWORK.read_bytes()).strip(), "answered")
    asked += " _http._tcp"
    _same(running, "mDNS, its page", running.told(asked, given=ASK_NETWORK.read_bytes()).strip(), "answered")


def look_with_doctor(running: RunningCard) -> None:
    """Whether ``thera doctor`` finds nothing wrong, for the ordinary user who has just logged in and for root.

    :raises CardError: if it does.
    """
    for who, command in (("as pi", "thera doctor"), ("as root", "sudo thera doctor")):
        told = running.told(command)
        row(f"thera doctor, {who}", told.strip().splitlines()[-1])
        lines = told.splitlines()
        for what, found in (("service", "it runs"), ("data", "free in /var/lib/thera")):
            if not any(line.split()[1:2] == [what] and found in line for line in lines):
                raise running.card.wrong(f"thera doctor {who} does not say of the {what}: {found}; but\n{told}")


def update(running: RunningCard, later: Path, version: str) -> None:
    """Update the card to a later wheel, as its owner does, with the packages that are on the card.

    :raises CardError: if the later version is not in use then.
    """
    place = f"/tmp/{later.name}"  # noqa: S108 - of the card
    running.told(f"cat >{place}", given=later.read_bytes())
    told = running.told(f"sudo thera update {place} --wheels /opt/thera/current/wheels")
    row(
        "thera update", ", ".join(line for line in told.splitlines() if line.startswith(("Installed", "There", "Back")))
    )
    look_at_version(running, version)


def look_at_version(running: RunningCard, version: str) -> None:
    """Whether this version is in use.

    :raises CardError: if not.
    """
    _same(running, "thera --version", running.told("thera --version").split()[-1], version)


def look_at_report(report: str, expected: Iterable[str]) -> None:
    """Whether the report on the boot partition says all of this.

    :raises CardError: if not.
    """
    missing = [line for line in expected if line not in report]
    if missing:
        raise CardError(f"the report does not say {missing}, but:\n{report}")
    row("thera-report.txt", "says what is in use, and what is not used and why")


def _same(running: RunningCard, what: str, found: str, expected: str) -> None:
    row(what, found)
    if found != expected:
        raise running.card.wrong(f"{what}: it is {found!r} and not {expected!r}")
