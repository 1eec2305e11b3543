"""The paths of an installed Thera."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

USER = "thera"
SOCKET, SERVICE, PINS_SERVICE = "thera.socket", "thera.service", "thera-board.service"
NETWORK_SERVICE = "thera-network.service"
CURRENT = "current"

PLACED = {
    SERVICE: f"etc/systemd/system/{SERVICE}",
    SOCKET: f"etc/systemd/system/{SOCKET}",
    PINS_SERVICE: f"etc/systemd/system/{PINS_SERVICE}",
    "thera.sysusers": "etc/sysusers.d/thera.conf",
    "thera.tmpfiles": "etc/tmpfiles.d/thera.conf",
    "70-thera.rules": "etc/udev/rules.d/70-thera.rules",
    "thera-avahi.xml": "etc/avahi/services/thera.service",
}
"""Where the files of `systemd/units` go on every computer."""

NETWORK_PLACED = {
    NETWORK_SERVICE: f"etc/systemd/system/{NETWORK_SERVICE}",
    "thera-dnsmasq.conf": "etc/NetworkManager/dnsmasq-shared.d/thera.conf",
}
"""Where the files for the table's own network go, on a computer that can open one."""


@dataclass(frozen=True, slots=True)
class InstallLayout:
    """The paths below ``root``, which is / on a running system."""

    root: Path = Path("/")

    @property
    def releases(self) -> Path:
        """The folder with an environment for each installed version, and the link `CURRENT` to the one in use."""
        return self.root / "opt/thera"

    @property
    def command(self) -> Path:
        """The command ``thera``."""
        return self.root / "usr/local/bin/thera"

    @property
    def settings(self) -> Path:
        """The folder of the configuration."""
        return self.root / "etc/thera"

    @property
    def configuration(self) -> Path:
        """The configuration file."""
        return self.settings / "thera.toml"

    @property
    def state(self) -> tuple[Path, Path]:
        """The data folders: of the table (games, calibrations), and of the board on the pins."""
        return self.root / "var/lib/thera", self.root / "var/lib/thera-board"

    def placed(self) -> dict[str, Path]:
        """Where the files of `systemd/units` go on every computer."""
        return {name: self.root / place for name, place in PLACED.items()}

    @property
    def network_settings(self) -> Path:
        """The name and the password of the table's own network."""
        return self.settings / "network.toml"

    @property
    def network_profile(self) -> Path:
        """The same network as a profile of NetworkManager."""
        return self.root / "etc/NetworkManager/system-connections/thera.nmconnection"

    def network_placed(self) -> dict[str, Path]:
        """Where the files of `systemd/units` for that network go."""
        return {name: self.root / place for name, place in NETWORK_PLACED.items()}
