"""Installs Thera and the card's own files into the root file system of a card."""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from thera.install import installation
from thera.install.install_layout import USER, InstallLayout
from thera.install.releases import Wheel
from thera.install.target_system import TargetSystem
from tools.release import package_wheels
from tools.release.card_image import card_environment
from tools.release.card_image.base_image import BaseSystem
from tools.release.card_image.card_environment import CardEnvironment
from tools.release.card_image.debian_root import ARCHITECTURE

PLACE = "usr/lib/thera-card"
"""The folder of the card's own files."""
SERVICES = ("thera-card-grow.service", "thera-card-settings.service")
MASKED = (
    *("apt-daily-upgrade.timer", "apt-daily.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "man-db.timer"),
    "e2scrub_reap.service",
    *("cloud-init-main.service", "rpi-resize.service", "systemd-firstboot.service", "userconfig.service"),
)
"""Units that write at times of their own choice, and those of the first start of Raspberry Pi OS, which a card does in
another way. A system may lack some of them."""
DISABLED = ("ssh.service", "ssh.socket")
"""The units that stay disabled until a key is there."""
FOLDERS = ("boot/firmware", "card/base", "card/data", "card/root")
FSTAB = "LABEL=THERA /boot/firmware vfat ro,noatime,nofail 0 0\n"
JOURNAL = "# A log that is written all the time wears a card out.\n[Journal]\nStorage=volatile\nRuntimeMaxUse=16M\n"
NAMES = Path("etc/avahi/avahi-daemon.conf")
"""The configuration of the daemon that publishes the table's name in the network. With IPv6 the daemon may take a new
address of its own for a conflict and call itself thera-2 (github.com/avahi/avahi/issues/117), and then nobody finds
thera.local."""
OF_ONE_CARD = (
    *("etc/hostname", "etc/resolv.conf", "etc/thera/network.toml", "var/lib/systemd/random-seed"),
    "etc/NetworkManager/system-connections/thera.nmconnection",
)
"""The files that are unique to each card, so that they are made at the first start."""
_HERE = Path(__file__).parent


def switch(root: Path, verb: str, *units: str) -> None:
    """Enable, disable or mask units of a root by this computer's systemctl. Raises CalledProcessError if that fails."""
    # For a unit that has a script of older days as well, it would run a program of the root, which is for a Pi.
    environment = {**os.environ, "SYSTEMCTL_SKIP_SYSV": "1"}
    subprocess.run(["systemctl", "--quiet", f"--root={root}", verb, *units], check=True, env=environment)


@dataclass(frozen=True, slots=True)
class CardInstallation:
    """An installation of a wheel in a copy of a root; both are kept in a folder."""

    base: BaseSystem
    wheel: Path
    folder: Path

    @property
    def root(self) -> Path:
        """Its files."""
        return self.folder / f"installed-{self._key()}"

    def _key(self) -> str:
        told = hashlib.sha256(self.base.identity.encode())
        told.update(inspect.getsource(card_environment).encode())
        told.update(self.wheel.read_bytes())
        return told.hexdigest()[:16]

    def make(self, say: Callable[[str], None] = print) -> None:
        """Install it, unless it is there. Raises CalledProcessError or InstallError if it fails."""
        if not self.root.exists():
            self._install(say)
        self._furnish()

    def _install(self, say: Callable[[str], None]) -> None:
        for earlier in (*self.folder.glob("installed-*"), self.folder / "unfinished"):
            if earlier.exists():
                shutil.rmtree(earlier)
        say("Installing Thera in a copy of it ...")
        draft, needed = self.folder / "unfinished", self.folder / "packages" / f"{ARCHITECTURE}-{self.base.python}"
        subprocess.run(["cp", "--archive", "--reflink=auto", self.base.root, draft], check=True)
        package_wheels.download(ARCHITECTURE, self.base.python, needed)
        environment = CardEnvironment(draft, self.base.python, ARCHITECTURE)
        release = environment.make(Wheel(self.wheel), needed)
        installation.put_in_use(TargetSystem(InstallLayout(draft), lambda _: None), release, None, pins=False)
        environment.compile(self.folder)
        draft.rename(self.root)

    def _furnish(self) -> None:
        """Place the card's own files in the system."""
        place = self.root / PLACE
        shutil.rmtree(place, ignore_errors=True)
        on_card = place / "tools/release/card_image/on_card"
        on_card.mkdir(parents=True)
        for path in sorted((_HERE / "on_card").glob("*.py")):
            shutil.copyfile(path, on_card / path.name)
        shutil.copyfile(_HERE / "files/start.sh", place / "start")
        (place / "start").chmod(0o755)
        shutil.copyfile(_HERE / "files/grow.sh", place / "grow.sh")
        for name in SERVICES:
            shutil.copyfile(_HERE / "files" / name, self.root / "usr/lib/systemd/system" / name)
        for name in FOLDERS:
            (self.root / name).mkdir(parents=True, exist_ok=True)
        (self.root / "etc/fstab").write_text(FSTAB, "ascii")
        journal = self.root / "etc/systemd/journald.conf.d/thera-card.conf"
        journal.parent.mkdir(parents=True, exist_ok=True)
        journal.write_text(JOURNAL, "ascii")
        names = self.root / NAMES
        names.write_text(re.sub(r"(?m)^#?use-ipv6=.*$", "use-ipv6=no", names.read_text("utf-8")), "utf-8")
        for path in (*(self.root / name for name in OF_ONE_CARD), *(self.root / "etc/ssh").glob("ssh_host_*")):
            path.unlink(missing_ok=True)
        (self.root / "etc/machine-id").write_text("", "ascii")  # an empty one is filled at the first start
        settings = self.root / "etc/thera/thera.toml"
        # As in an installation that runs: it may contain the password of a guest network.
        shutil.chown(settings, 0, self._group())
        settings.chmod(0o640)
        for verb, units in (("enable", SERVICES), ("mask", MASKED), ("disable", DISABLED)):
            switch(self.root, verb, *units)

        # Nothing of the system is older than these, so the first start makes none of its databases again.
        for name in ("etc", "var"):
            (self.root / name / ".updated").touch()

    def _group(self) -> int:
        """Return the number of Thera's group in this system."""
        lines = (self.root / "etc/group").read_text("utf-8").splitlines()
        return next(int(line.split(":")[2]) for line in lines if line.startswith(f"{USER}:"))
