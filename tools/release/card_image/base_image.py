"""The base of a card: the Debian that is made here, or the image of another system for the Pi, such as Raspberry Pi OS
Lite."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SECTOR = 512
NEEDED = {
    "usr/sbin/NetworkManager": "network-manager",
    "usr/sbin/avahi-daemon": "avahi-daemon",
    "usr/sbin/dnsmasq": "dnsmasq-base",
    "usr/sbin/e2fsck": "e2fsprogs",
    "usr/sbin/iw": "iw",
    "usr/sbin/resize2fs": "e2fsprogs",
    "usr/sbin/sfdisk": "fdisk",
    "usr/sbin/sshd": "openssh-server",
}
"""The programs that a card needs, and Debian's package of each."""


class BaseImageError(Exception):
    """An image cannot be the base of a card; the message says why."""


@dataclass(frozen=True, slots=True)
class BaseSystem:
    """A system that Thera can be installed in: its files, those of its boot partition, and its identity."""

    root: Path
    boot: Path
    identity: str

    @property
    def python(self) -> str:
        """The version of its Python, such as 3.13.

        :raises BaseImageError: if there is none that Thera runs on.
        """
        found = [re.fullmatch(r"python3\.(\d+)", path.name) for path in (self.root / "usr/bin").glob("python3.*")]
        minors = [int(each[1]) for each in found if each]
        if not minors or max(minors) < 11:
            raise BaseImageError("the base has no Python 3.11 or newer, which Thera needs")
        return f"3.{max(minors)}"

    def check(self) -> None:
        """Check that it has all that a card needs.

        :raises BaseImageError: if not, with the packages that are missing.
        """
        if not (self.root / "lib/ld-linux-aarch64.so.1").exists():
            raise BaseImageError("the base is no 64-bit system for the Pi (arm64)")
        missing = sorted({package for path, package in NEEDED.items() if not (self.root / path).exists()})
        if missing:
            raise BaseImageError(f"the base lacks packages that a card needs: {' '.join(missing)}")
        if not (self.boot / "config.txt").is_file() or not (self.boot / "cmdline.txt").is_file():
            raise BaseImageError("the boot partition of the base has no config.txt and cmdline.txt")


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of an image, in bytes, with its type in a table of the kind that a Pi starts from."""

    start: int
    size: int
    kind: str


def partitions(image: Path) -> list[Partition]:
    """Return the partitions of an image.

    :raises BaseImageError: if it has no table of them.
    """
    ran = subprocess.run(["sfdisk", "--json", image], check=False, capture_output=True, text=True)
    if ran.returncode != 0:
        raise BaseImageError(f"{image.name} has no table of partitions: {ran.stderr.strip()}")
    table = json.loads(ran.stdout)["partitiontable"]
    return [
        Partition(each["start"] * SECTOR, each["size"] * SECTOR, str(each["type"]))
        for each in table.get("partitions", [])
    ]


def see_file(image: Path) -> None:
    """Check that there is a file, before anything is made for it.

    :raises BaseImageError: if not.
    """
    if not image.is_file():
        raise BaseImageError(f"there is no file {image}; the base is an image, .img or .img.xz")


def unpack(image: Path, folder: Path, say: Callable[[str], None] = print) -> BaseSystem:
    """Take the files out of an image, ``.img`` or ``.img.xz``, unless they are there from the last time.

    :raises BaseImageError: if it cannot be a base.
    """
    see_file(image)
    stat = image.stat()
    identity = f"{image.name} {stat.st_size} {stat.st_mtime_ns}"
    name = hashlib.sha256(identity.encode()).hexdigest()[:16]
    base = BaseSystem(folder / f"base-{name}", folder / f"base-{name}-boot", identity)
    if not base.boot.exists():
        say(f"Taking the files out of {image.name} ...")
        _take_out(image, base, folder)
    base.check()
    return base


def _take_out(image: Path, base: BaseSystem, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    raw = image
    if image.suffix == ".xz":
        raw = folder / "base.img"
        with lzma.open(image) as packed, raw.open("wb") as file:
            shutil.copyfileobj(packed, file, 1 << 20)
    found = partitions(raw)
    fat = next((each for each in found if each.kind in ("b", "c", "e")), None)
    linux = next((each for each in found if each.kind == "83"), None)
    if fat is None or linux is None:
        raise BaseImageError(f"{image.name} has no FAT partition beside one of Linux, as images for the Pi have")
    shutil.rmtree(base.root, ignore_errors=True)
    base.root.mkdir()
    copied = ["debugfs", "-R", f"rdump / {base.root}", f"{raw}?offset={linux.start}"]
    subprocess.run(copied, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    draft = base.boot.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()
    subprocess.run(["mcopy", "-s", "-Q", "-i", f"{raw}@@{fat.start}", "::*", draft], check=True)
    if raw != image:
        raw.unlink()
    draft.rename(base.boot)
