"""What the system gives the table: a folder, the correct date, a network, and the right to use the devices."""

from __future__ import annotations

import os
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.attached import usb_serials
from hardware.doctor.computer import PINS_UNIT, TABLE_UNIT, Computer
from hardware.doctor.finding import Finding, not_here, ok, warning, wrong
from hardware.electronics import LightsBy, PiPins

_LOW_BYTES = 500_000_000
_TOO_LOW_BYTES = 50_000_000
"""Free space: traces need some, and a full card loses games."""

_FIX = "give it to the user who runs the table, or choose another folder (--data); is the card write-protected?"

_FIRST_YEAR = 2026
"""No game of Thera is older."""

_CARD = "/usr/lib/thera-card"
"""What a memory card with Thera has (docs/card_image.md), and no other system."""


def data_folder(computer: Computer, _board: BoardFile) -> Finding:
    """The folder where games and boards are stored."""
    what, folder = "data", computer.data
    # Not Path.is_dir, which raises an error for a folder that the user may not list.
    there = next((each for each in (folder, *folder.parents) if os.path.isdir(each)), Path("/"))
    if folder == computer.service_data and computer.has_unit(TABLE_UNIT) and not computer.superuser:
        return _room(computer, there, f"{folder}, which only the service may use")
    if there != folder and not computer.usable(there):
        return wrong(
            what, f"{computer.user} may not create {folder}", _FIX, f"sudo install -d -o {computer.user} {folder}"
        )
    foreign = [file for file in (folder, *_files(folder)) if there == folder and not computer.usable(file)]
    if foreign:
        return wrong(
            what, f"{computer.user} may not write {foreign[0]}", _FIX, f"sudo chown -R {computer.user} {folder}"
        )
    return _room(computer, there, str(folder))


def _room(computer: Computer, there: Path, told: str) -> Finding:
    """Whether there is room where ``there`` is, the folder that is called as ``told``."""
    what, free = "data", computer.free(there)
    space = f"{free // 1_000_000} MB free in {told}"
    if free < _TOO_LOW_BYTES:
        return wrong(what, f"only {space}: the next game may be lost", "free some space", f"du -xh {there} | sort -h")
    if free < _LOW_BYTES:
        return warning(what, f"only {space}", "free some space, especially if you record traces")
    return ok(what, space)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.is_file())
    except OSError:
        return []


def clock(computer: Computer, _board: BoardFile) -> Finding:
    """The clock, which most Pis set from the network. Games do not need it, but saved games have dates."""
    what, now = "clock", computer.now()
    if now.year < _FIRST_YEAR:
        return warning(
            what,
            f"it says {now:%Y-%m-%d}, so saved games get wrong dates; playing is not affected",
            "connect the Pi to the Internet for a minute, or set it by hand",
            "sudo timedatectl set-ntp true",
        )
    answer = (computer.run("timedatectl", "show", "--property=NTPSynchronized", "--value") or "").strip()
    if computer.is_pi and answer == "no" and not computer.there("/run/systemd/timesync/synchronized"):
        return warning(
            what,
            f"it says {now:%Y-%m-%d %H:%M} UTC, not synchronised since the start; playing is not affected",
            "connect the Pi to the Internet for a minute",
            "sudo timedatectl set-ntp true",
        )
    return ok(what, f"it says {now:%Y-%m-%d %H:%M} UTC")


def own_network(computer: Computer, _board: BoardFile) -> Finding:
    """The Wi-Fi of this computer, which the table's own network uses, where one is configured."""
    what = "own Wi-Fi"
    if not computer.there("/etc/thera/network.toml"):
        return not_here(what, "this computer opens no network of its own")
    radios = [
        each for each in computer.matches("/sys/class/rfkill", "*") if computer.text(_of(each.name, "type")) == "wlan"
    ]
    if not radios:
        return not_here(what, "this computer has no Wi-Fi")
    if any(computer.text(_of(each.name, "hard")) == "1" for each in radios):
        return wrong(what, "the Wi-Fi is switched off in hardware", "use the Wi-Fi switch or key of the computer")
    if any(computer.text(_of(each.name, "soft")) == "1" for each in radios):
        if computer.is_pi:
            told = "the Wi-Fi is switched off, as on any Pi until its country is set"
            if computer.there(_CARD):
                return wrong(what, told, "write it in thera.txt on the card, as in country = NL, and start again")
            return wrong(
                what,
                told,
                "set it, with the two-letter code of your country in place of NL",
                "sudo raspi-config nonint do_wifi_country NL",
            )
        return wrong(what, "the Wi-Fi is switched off", "switch it on", "sudo rfkill unblock wlan")
    return ok(what, "the Wi-Fi is switched on")


def _of(radio: str, name: str) -> str:
    return f"/sys/class/rfkill/{radio}/{name}"


def serial_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of serial devices, such as a board with a Pico."""
    # Debian and its derivatives use dialout, others uucp.
    name = "uucp" if "uucp" in _system_groups(computer) and "dialout" not in _system_groups(computer) else "dialout"
    if isinstance(board.electronics.pins, PiPins):
        return not_here(f"group {name}", 'the board is on the Pi\'s own pins (controller = "pi"), not on USB')
    ports = usb_serials(computer)
    if ports and name not in computer.groups and all(computer.usable(port.path) for port in ports):
        return ok(f"group {name}", f"{computer.user} may use the board without being a member")
    return _member(computer, name, "serial devices, such as a board on USB", TABLE_UNIT)


def pin_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of the GPIO pins."""
    return _pins(computer, board, "gpio", "the pins of the Pi")


def spi_group(computer: Computer, board: BoardFile) -> Finding:
    """The group of SPI."""
    return _pins(computer, board, "spi", "the MCP3208 and lights on SPI")


def _pins(computer: Computer, board: BoardFile, name: str, use: str) -> Finding:
    what, pins = f"group {name}", board.electronics.pins
    if not isinstance(pins, PiPins):
        return not_here(what, 'the board has a Pico (controller = "pico"): it uses no pins of this computer')
    if not computer.is_pi:
        return not_here(what, "this is not a Raspberry Pi")
    if pins.lights_by is not LightsBy.SPI:
        return not_here(what, f"lights by {pins.lights_by.upper()} are driven by root, who needs no group")
    return _member(computer, name, use, PINS_UNIT)


def _member(computer: Computer, name: str, use: str, unit: str) -> Finding:
    """Whether the user may use something as a member of a group; where this ``unit`` is installed, that uses it."""
    what = f"group {name}"
    if computer.superuser:
        return ok(what, "you are root, who needs no group")
    if name in computer.groups:
        return ok(what, f"{computer.user} is a member and may use {use}")
    known = _system_groups(computer)
    if name not in known:
        return not_here(what, "this system has no such group")
    if computer.has_unit(unit):
        who = f"{computer.user}, who is not a member, may not, and need not to play"
        return ok(what, f"the service may use {use}; {who}")
    if computer.user in known[name]:
        return wrong(
            what,
            f"{computer.user} became a member after logging in",
            "log out and in again, or restart",
        )
    return wrong(
        what,
        f"{computer.user} is not a member, so may not use {use}",
        "join the group, then log out and in again",
        f"sudo usermod -aG {name} {computer.user}",
    )


def _system_groups(computer: Computer) -> dict[str, frozenset[str]]:
    """The groups of the system, with the members listed for each."""
    found = {}
    for line in (computer.text("/etc/group") or "").splitlines():
        parts = line.split(":")
        if len(parts) == 4:
            found[parts[0]] = frozenset(parts[3].split(","))
    return found
