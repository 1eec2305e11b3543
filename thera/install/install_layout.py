"""Where everything of an installed Thera is."""

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
"""Where the files of `systemd/units` go on every machine."""

NETWORK_PLACED = {
    NETWORK_SERVICE: f"etc/systemd/system/{NETWORK_SERVICE}",
    "thera-dnsmasq.conf": "etc/NetworkManager/dnsmasq-shared.d/thera.conf",
}
"""Where those go that belong to the table's own network, on a machine that can open one."""


@dataclass(frozen=True, slots=True)
class InstallLayout:
    """The places below ``root``, which is / on a system that runs."""

    root: Path = Path("/")

    @property
    def releases(self) -> Path:
        """The folder with an environment for each version that is kept, and with `CURRENT`, which leads to one."""
        return self.root / "opt/thera"

    @property
    def command(self) -> Path:
        """``thera``, for whoever types it."""
        return self.root / "usr/local/bin/thera"

    @property
    def settings(self) -> Path:
        """The folder of the configuration."""
        return self.root / "etc/thera"

    @property
    def configuration(self) -> Path:
        """The configuration."""
        return self.settings / "thera.toml"

    @property
    def state(self) -> tuple[Path, Path]:
        """What is kept: the games with what boards are found to be, and what the pins as a board store."""
        return self.root / "var/lib/thera", self.root / "var/lib/thera-board"

    def placed(self) -> dict[str, Path]:
        """Where the files of `systemd/units` go on every machine."""
        return {name: self.root / place for name, place in PLACED.items()}

    @property
    def network_settings(self) -> Path:
        """The name and the password of the table's own network."""
        return self.settings / "network.toml"

    @property
    def network_profile(self) -> Path:
        """The same network as NetworkManager is to open it."""
        return self.root / "etc/NetworkManager/system-connections/thera.nmconnection"

    def network_placed(self) -> dict[str, Path]:
        """Where the files of `systemd/units` go that belong to that network."""
        return {name: self.root / place for name, place in NETWORK_PLACED.items()}
