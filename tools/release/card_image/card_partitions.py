"""The partitions of a card, the file of the whole image, and its manifest for Raspberry Pi Imager; made without
loop devices or mounts.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

MIB = 1 << 20
BOOT_LABEL, SYSTEM_LABEL, DATA_LABEL = "THERA", "thera-system", "thera-data"
BOOT_MIB, DATA_MIB = 256, 64
SPARE_MIB = 48
"""The bytes that the system takes beyond its files."""
JOURNAL_MIB = 8
FIRST_MIB = 4
"""The start of the first partition, a multiple of the block that cards erase at once."""
DISK_ID = "54686572"
"""The identifier of the partition table, by which the kernel finds the system's partition."""
LARGEST_DATA_BLOCKS = 256 * (1 << 30) // 4096
"""The data partition can grow to 256 GiB without its file system being changed."""
START = "/usr/lib/thera-card/start"
_CONTAINS_ANOTHER_SYSTEM = ("root=", "rootfstype=", "init=", "fsck.", "systemd.", "ds=", "resize")
_FLAGS = ("rw", "ro", "quiet", "splash", "rootwait")


def kernel_options(earlier: str) -> str:
    """Return the line of ``cmdline.txt`` for a card, from the line of its base: the options about the start of the
    system are replaced, the rest stays.

    >>> kernel_options("console=tty1 root=/dev/mmcblk0p2 rw quiet init=/usr/lib/other/first")
    'console=tty1 root=PARTUUID=54686572-02 rootfstype=ext4 ro rootwait init=/usr/lib/thera-card/start'
    """
    kept = [each for each in earlier.split() if each not in _FLAGS and not each.startswith(_CONTAINS_ANOTHER_SYSTEM)]
    ours = [f"root=PARTUUID={DISK_ID}-02", "rootfstype=ext4", "ro", "rootwait", f"init={START}"]
    return " ".join([*kept, *ours])


def make_boot(folder: Path, partition: Path, more: dict[str, str]) -> None:
    """Make a FAT partition with the files of a folder, and with texts under their names, which replace files."""
    _empty(partition, BOOT_MIB * MIB)
    made = ["mkfs.vfat", "-F", "32", "-n", BOOT_LABEL, str(partition)]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    copied = sorted(path for path in folder.iterdir() if path.name not in more)
    if copied:
        subprocess.run(["mcopy", "-s", "-Q", "-i", partition, *map(str, copied), "::"], check=True)
    for name, text in more.items():
        subprocess.run(["mcopy", "-Q", "-i", partition, "-", f"::{name}"], check=True, input=text.encode())


def make_system(root: Path, partition: Path) -> None:
    """Make a read-only partition with all files of a root: without a journal, and with no room left."""
    used = subprocess.run(["du", "-s", "-B1", root], check=True, capture_output=True, text=True).stdout.split()[0]
    _empty(partition, (int(used) // MIB * 106 // 100 + SPARE_MIB) * MIB)
    _make_ext4(partition, SYSTEM_LABEL, "-O", "^has_journal", "-m", "0", "-d", str(root))


def make_data(partition: Path) -> None:
    """Make the partition for all written data, which grows at the first start."""
    _empty(partition, DATA_MIB * MIB)
    _make_ext4(partition, DATA_LABEL, "-m", "0", "-J", f"size={JOURNAL_MIB}", "-E", f"resize={LARGEST_DATA_BLOCKS}")


def assemble(boot: Path, system: Path, data: Path, image: Path) -> None:
    """Make the image of a card with these partitions."""
    lines = ["label: dos", f"label-id: 0x{DISK_ID}"]
    start = FIRST_MIB
    places = []
    for partition, kind in ((boot, "c, bootable"), (system, "83"), (data, "83")):
        size = -(-partition.stat().st_size // MIB)
        lines.append(f"start={start}MiB, size={size}MiB, type={kind}")
        places.append((partition, start))
        start += size
    _empty(image, start * MIB)
    subprocess.run(["sfdisk", "--quiet", image], check=True, input="\n".join(lines), text=True)
    for partition, place in places:
        copied = ["dd", f"if={partition}", f"of={image}", "bs=1M", f"seek={place}", "conv=notrunc,sparse"]
        subprocess.run([*copied, "status=none"], check=True)


def _empty(path: Path, size: int) -> None:
    path.unlink(missing_ok=True)
    with path.open("wb") as file:
        file.truncate(size)


def _make_ext4(partition: Path, label: str, *options: str) -> None:
    command = ["mke2fs", "-q", "-t", "ext4", "-b", "4096", "-L", label, *options, str(partition)]
    subprocess.run(command, check=True)


# ---- The manifest for Raspberry Pi Imager
#
# It tells Imager how an image can be customised; Imager opens it like a list of systems. Without one, Imager 2 offers
# no customisation for a file, since it cannot know the kind of system in it.
# Source: ``doc/json-schema/os-list-schema.json`` of raspberrypi/rpi-imager.


DEVICES = {
    "Raspberry Pi 5": "pi5-64bit",
    "Raspberry Pi 4": "pi4-64bit",
    "Raspberry Pi 3": "pi3-64bit",
    "Raspberry Pi Zero 2 W": "pi3-64bit",
}
"""The names of the devices in Imager, and the tag of each."""
WITHOUT_A_PI_5 = ("pi3-64bit", "pi4-64bit")
CUSTOMISED_BY = "rpi-preseed"
"""Imager then writes ``rpi-preseed.toml``, which the card reads."""


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """The facts about an image in a manifest: the address of the packed image; its size packed and unpacked, in bytes;
    the SHA-256 of the unpacked one; the day it was made, as in 2026-11-23; the tags of its devices; and the address of
    a picture for it."""

    address: str
    packed_size: int
    size: int
    sha256: str
    day: str
    tags: tuple[str, ...]
    icon: str


def manifest(facts: ImageFacts, version: str) -> str:
    """Return the text of the manifest for an image of this version of Thera."""
    devices = [
        {"name": name, "description": "", "tags": [tag], "capabilities": []}
        for name, tag in DEVICES.items()
        if tag in facts.tags
    ]
    system = {
        "name": f"Thera {version}",
        "description": "The companion for a physical Santorini table",
        "icon": facts.icon,
        "url": facts.address,
        "extract_size": facts.size,
        "extract_sha256": facts.sha256,
        "image_download_size": facts.packed_size,
        "release_date": facts.day,
        "devices": list(facts.tags),
        "init_format": CUSTOMISED_BY,
        "architecture": "armv8",
    }
    return json.dumps({"imager": {"devices": devices}, "os_list": [system]}, indent=2) + "\n"
