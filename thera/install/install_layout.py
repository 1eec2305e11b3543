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
"""The paths of the files for the table's own network, on a computer that can open one."""

COMPLETIONS_PLACED = {
    "bash": "usr/local/share/bash-completion/completions/thera",
    "zsh": "usr/local/share/zsh/site-functions/_thera",
    "fish": "usr/local/share/fish/vendor_completions.d/thera.fish",
}
"""The path where each shell looks for the output of ``thera completions``."""
MANUAL_PAGE = "share/man/man1/thera.1"
"""The manual page, in an environment and below /usr/local."""


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
    def ports(self) -> Path:
        """The file that changes the ports of the socket unit if others are taken."""
        return self.root / f"etc/systemd/system/{SOCKET}.d/ports.conf"

    @property
    def manual(self) -> Path:
        """The manual page."""
        return self.root / "usr/local" / MANUAL_PAGE

    def completions(self) -> dict[str, Path]:
        """The paths of the completions of each shell."""
        return {shell: self.root / place for shell, place in COMPLETIONS_PLACED.items()}

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
        """The paths of the files of `systemd/units` for that network."""
        return {name: self.root / place for name, place in NETWORK_PLACED.items()}
