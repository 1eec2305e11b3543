"""Installs Thera on a system that is run by systemd, for good; upgrades it; makes it right again."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from pathlib import Path

from thera.install import network_profile as own_network
from thera.install import releases
from thera.install.install_layout import PINS_SERVICE, SERVICE, SOCKET, USER
from thera.install.release_wheel import Wheel
from thera.install.releases import Release
from thera.install.target_system import InstallError, TargetSystem, lead, write_file

LINES_OF_LOG = "20"
_LINK = re.compile(r'^#link = "virtual"$', re.MULTILINE)


def install(machine: TargetSystem, wheel: Wheel, wheels: Path | None = None) -> None:
    """Install this wheel, or put it in the place of the version that is there, or make that right. What it needs comes
    from the folder ``wheels`` if one is given. Games and settings stay; if the new version does not start, the one
    before is used again.

    :raises InstallError: if it cannot be.
    """
    machine.check()
    os.umask(0o022)  # the table reads its program as a user of its own, whatever the umask of sudo
    pins = uses_pins(machine)
    machine.need(*machine.packages(pins=pins))
    before = releases.current(machine)
    machine.say(f"Installing Thera {wheel.version} ...")
    release = releases.make(machine, wheel, wheels, pins=pins)
    try:
        _place_files(machine, wheel)
        _configure(machine, wheel, before)
        fresh_network = own_network.place(machine, wheel)
        machine.run(release.thera, "config", "check", machine.layout.configuration)
    except BaseException:
        releases.keep(machine, before)
        raise
    releases.use(machine, release)
    lead(machine.layout.command, "/opt/thera/current/bin/thera")
    _enable(machine, pins=pins)
    if machine.runs:
        _start(machine, release, before, pins=pins)
    own_network.start(machine, fresh=fresh_network)
    releases.keep(machine, release, before)
    machine.say("Thera is installed and starts with this computer. How it stands: systemctl status thera")


def uses_pins(machine: TargetSystem) -> bool:
    """Whether the board is one of the Pi's own pins, as the board file says that the settings name.

    :raises InstallError: if a file is named that cannot be read, or the settings cannot.
    """
    if not machine.layout.configuration.exists():
        return False
    file = _table(_read(machine.layout.configuration), "board").get("file")
    if not isinstance(file, str):
        return False
    return _table(_read(machine.layout.root / file.lstrip("/")), "electronics").get("controller") == "pi"


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InstallError(f"{path} cannot be read: {error}") from error


def _table(read: dict[str, object], name: str) -> dict[str, object]:
    found = read.get(name)
    return found if isinstance(found, dict) else {}


def _place_files(machine: TargetSystem, wheel: Wheel) -> None:
    changed = {name for name, path in machine.layout.placed().items() if write_file(path, wheel.unit(name))}
    root = () if machine.runs else (f"--root={machine.layout.root}",)
    machine.run("systemd-sysusers", *root, machine.layout.placed()["thera.sysusers"].name)
    if not machine.runs:
        return
    machine.run("systemd-tmpfiles", "--create", machine.layout.placed()["thera.tmpfiles"].name)
    machine.systemctl("daemon-reload")
    if "70-thera.rules" in changed:
        machine.renew_devices()


def _configure(machine: TargetSystem, wheel: Wheel, before: Release | None) -> None:
    """Give a new system its configuration; beside one that is there put the new one, if there is news in it."""
    path, fresh = machine.layout.configuration, wheel.configuration()
    given_up = kept_settings(machine)
    if not path.exists() and given_up.is_dir():
        shutil.copytree(given_up, machine.layout.settings, dirs_exist_ok=True)
        machine.say(f"The settings of before are used again: {path}")
    if path.exists():
        if before is not None and before.wheel.configuration() != fresh:
            write_file(path.with_name(f"{path.name}.new"), fresh)
            machine.say(f"There are new settings: {path}.new; yours stay as they are.")
    else:
        write_file(path, _LINK.sub('link = "serial"', fresh) if machine.has_pico() else fresh)
    if machine.runs:  # it may hold the password of a network for guests
        shutil.chown(path, "root", USER)
        os.chmod(path, 0o640)


def kept_settings(machine: TargetSystem) -> Path:
    """Where the settings are kept when Thera is removed and the games stay."""
    return machine.layout.state[0] / "settings"


def _enable(machine: TargetSystem, *, pins: bool) -> None:
    machine.systemctl("enable", SOCKET, SERVICE)
    machine.systemctl("enable" if pins else "disable", PINS_SERVICE)


def _start(machine: TargetSystem, release: Release, before: Release | None, *, pins: bool) -> None:
    """Start what was installed; if it does not, what was there before.

    :raises InstallError: if it does not start.
    """
    try:
        machine.systemctl("restart" if pins else "stop", PINS_SERVICE)
        _restart(machine)
    except InstallError as error:
        told = f"{error}\nWhy: journalctl --unit=thera --lines={LINES_OF_LOG}"
        if before is None or before.folder == release.folder:
            raise InstallError(f"Thera is installed, but does not start. {told}") from error
        _place_files(machine, before.wheel)
        own_network.place(machine, before.wheel)
        releases.use(machine, before)
        _restart(machine)
        raise InstallError(f"The new version does not start, and the one before is used again. {told}") from error


def _restart(machine: TargetSystem) -> None:
    machine.systemctl("stop", SOCKET, SERVICE)
    machine.systemctl("reset-failed", "thera*")  # what failed before counts no more
    machine.systemctl("start", SOCKET, SERVICE)
