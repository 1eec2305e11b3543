"""Installs Thera as a service on a system with systemd, upgrades, repairs and removes it."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

from common.listening import EVERY_IPV4, EVERYWHERE
from thera.install import network_profile as own_network
from thera.install import releases
from thera.install.install_layout import MANUAL_PAGE, PINS_SERVICE, SERVICE, SOCKET, USER
from thera.install.releases import Release, Wheel
from thera.install.target_system import InstallError, TargetSystem, remove, replace_link, write_file
from thera.network.running_table import free_port, holder_of, is_free

# ---- The ports of the page


_LISTEN = re.compile(r":(\d+) \(Stream\)")


@dataclass(frozen=True, slots=True)
class PagePorts:
    """The free ports, and the holder of each of the others."""

    free: tuple[int, ...]
    taken: dict[int, str]

    def unit_text(self) -> str:
        """The settings that make the socket unit listen on the free ones alone."""
        lines = "".join(f"ListenStream={each}:{port}\n" for port in self.free for each in (EVERY_IPV4, "[::]"))
        return f"# Written by thera install, since other ports were taken.\n[Socket]\nListenStream=\n{lines}"


def wanted_ports(shown: str) -> tuple[int, ...]:
    """Return the ports of a socket unit, from the output of ``systemctl show --property=Listen``.

    >>> wanted_ports("Listen=0.0.0.0:80 (Stream)\\nListen=[::]:80 (Stream)\\nListen=0.0.0.0:8080 (Stream)\\n")
    (80, 8080)
    """
    return tuple(dict.fromkeys(int(port) for port in _LISTEN.findall(shown)))


def page_ports(wanted: tuple[int, ...]) -> PagePorts:
    """Return the wanted ports that are free, or another free one if none is."""
    taken = {port: holder_of(port) for port in wanted if not is_free(EVERYWHERE, port)}
    free = tuple(port for port in wanted if port not in taken)
    if not free and (other := free_port(EVERYWHERE)) is not None:
        free = (other,)
    return PagePorts(free, taken)


# ---- Installing and removing


LOG_LINES = "20"


def install(machine: TargetSystem, wheel: Wheel, wheels: Path | None = None) -> None:
    """Install this wheel: for the first time, over another version, or again as a repair. Its packages come from the
    folder ``wheels`` if one is given. Games and settings stay; if the new version does not start, the previous one is
    used again.

    :raises InstallError: if it fails.
    """
    machine.check()
    os.umask(0o022)  # the service runs as its own user, and must be able to read the files whatever the umask of sudo
    pins = uses_pins(machine)
    machine.install_missing(*machine.packages(pins=pins))
    before = releases.current(machine)
    machine.say(f"Installing Thera {wheel.version} ...")
    put_in_use(machine, releases.make(machine, wheel, wheels, pins=pins), before, pins=pins)


def put_in_use(machine: TargetSystem, release: Release, before: Release | None, *, pins: bool) -> None:
    """Install all but the environment of a version, which exists, over the one ``before``.

    :raises InstallError: if it fails; if the version does not start, the one before is used again.
    """
    wheel = release.wheel
    try:
        _place_files(machine, wheel)
        _configure(machine, wheel, before)
        fresh_network = own_network.place(machine, wheel)
        machine.run(release.thera, "config", "check", machine.layout.configuration)
    except BaseException:
        releases.remove_others(machine, before)
        raise
    releases.use(machine, release)
    replace_link(machine.layout.command, "/opt/thera/current/bin/thera")
    _enable(machine, pins=pins)
    if machine.runs:
        _start(machine, release, before, pins=pins)
    own_network.start(machine, fresh=fresh_network)
    for shell, path in machine.layout.completions().items():
        write_file(path, machine.output(release.thera, "completions", shell))
    replace_link(machine.layout.manual, f"/opt/thera/current/{MANUAL_PAGE}")
    releases.remove_others(machine, release, before)
    machine.say("Thera is installed and starts with this computer.")
    if machine.runs:
        machine.show(release.thera, "address")
    machine.say(
        "To see the address again: thera address\n"
        "To see its state: systemctl status thera\n"
        "To remove Thera, but not its games: sudo thera uninstall"
    )


def uses_pins(machine: TargetSystem) -> bool:
    """Whether the configured board file says that the board is on the pins of the Pi.

    :raises InstallError: if the configuration or the board file cannot be read.
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
        machine.reload_device_rules()


def _configure(machine: TargetSystem, wheel: Wheel, before: Release | None) -> None:
    """Write the configuration of a new system. If one exists, write the new template beside it, if that has changed."""
    path, fresh = machine.layout.configuration, wheel.configuration()
    retained = retained_settings(machine)
    if not path.exists() and retained.is_dir():
        shutil.copytree(retained, machine.layout.settings, dirs_exist_ok=True)
        machine.say(f"The earlier settings are used again: {path}")
    if path.exists():
        if before is not None and before.wheel.configuration() != fresh:
            write_file(path.with_name(f"{path.name}.new"), fresh)
            machine.say(f"New settings are available: {path}.new; yours are unchanged.")
    else:
        write_file(path, fresh)
    if machine.runs:  # it may contain the password of a guest network
        shutil.chown(path, "root", USER)
        os.chmod(path, 0o640)


def retained_settings(machine: TargetSystem) -> Path:
    """Return where the settings stay when Thera is removed without its games."""
    return machine.layout.state[0] / "settings"


def _enable(machine: TargetSystem, *, pins: bool) -> None:
    machine.systemctl("enable", SOCKET, SERVICE)
    machine.systemctl("enable" if pins else "disable", PINS_SERVICE)


def _start(machine: TargetSystem, release: Release, before: Release | None, *, pins: bool) -> None:
    """Start what was installed; if that fails, go back to the previous version.

    :raises InstallError: if the new version does not start.
    """
    try:
        machine.systemctl("restart" if pins else "stop", PINS_SERVICE)
        _restart(machine)
    except InstallError as error:
        reason = f"{error}\nWhy: journalctl --unit=thera --lines={LOG_LINES}"
        if before is None or before.folder == release.folder:
            raise InstallError(f"Thera is installed, but does not start. {reason}") from error
        _place_files(machine, before.wheel)
        own_network.place(machine, before.wheel)
        releases.use(machine, before)
        _restart(machine)
        raise InstallError(f"The new version does not start; the previous one is used again. {reason}") from error


def _restart(machine: TargetSystem) -> None:
    machine.systemctl("stop", SOCKET, SERVICE)
    machine.systemctl("reset-failed", "thera*")  # earlier failures must not stop this start
    _free_ports(machine)
    machine.systemctl("start", SOCKET, SERVICE)


def _free_ports(machine: TargetSystem) -> None:
    """Leave out the ports of the page that another program holds, and print which."""
    remove(machine.layout.ports)
    machine.systemctl("daemon-reload")
    found = page_ports(wanted_ports(machine.output("systemctl", "show", "--property=Listen", SOCKET)))
    instead = " and ".join(map(str, found.free))
    for port, holder in found.taken.items():
        machine.say(f"Port {port} is taken by {holder}. The page is at port {instead} instead.")
    if found.taken:
        write_file(machine.layout.ports, found.unit_text())
        machine.systemctl("daemon-reload")


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
    shell_files = (*layout.completions().values(), layout.manual)
    for path in (*layout.placed().values(), layout.ports, *shell_files, layout.command):
        remove(path)
    if layout.ports.parent.is_dir() and not any(layout.ports.parent.iterdir()):
        layout.ports.parent.rmdir()
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
