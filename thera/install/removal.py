"""Removes Thera from a system, but not what cannot be installed again."""

from __future__ import annotations

import shutil

from thera.install import network_profile as own_network
from thera.install.install_layout import PINS_SERVICE, SERVICE, SOCKET, USER
from thera.install.installation import retained_settings
from thera.install.target_system import TargetSystem, remove


def uninstall(machine: TargetSystem, *, games: bool) -> None:
    """Remove what `thera.install.installation.install` installed. Games, calibrations and settings stay in their
    folder, unless ``games`` is true.

    :raises InstallError: if it fails.
    """
    machine.check()
    layout = machine.layout
    units = [name for name in (SERVICE, SOCKET, PINS_SERVICE) if layout.placed()[name].exists()]
    if units:
        if machine.runs:
            machine.systemctl("stop", *units)
        machine.systemctl("disable", *units)
    own_network.clear(machine)
    for path in (*layout.placed().values(), layout.command):
        remove(path)
    if machine.runs:
        machine.systemctl("daemon-reload")
        machine.systemctl("reset-failed", "thera*")
        machine.reload_device_rules()
    if games:
        for folder in layout.state:
            remove(folder)
    elif layout.settings.is_dir() and layout.state[0].is_dir():
        remove(retained_settings(machine))
        shutil.copytree(layout.settings, retained_settings(machine))
    remove(layout.settings)
    remove(layout.root / "run/thera")
    if _has_user(machine):
        root = () if machine.runs else ("--prefix", layout.root)
        machine.run("userdel", *root, USER)
    remove(layout.releases)
    left = "" if games or not layout.state[0].is_dir() else f" The games and settings are still in {layout.state[0]}"
    machine.say(f"Thera is removed.{left}")


def _has_user(machine: TargetSystem) -> bool:
    users = machine.layout.root / "etc/passwd"
    return users.is_file() and any(line.startswith(f"{USER}:") for line in users.read_text("utf-8").splitlines())
