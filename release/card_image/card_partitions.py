"""The partitions of a card and the file of the whole image, made of folders without loop devices or mounts."""

from __future__ import annotations

import subprocess
from pathlib import Path

MIB = 1 << 20
BOOT_LABEL, SYSTEM_LABEL, DATA_LABEL = "THERA", "thera-system", "thera-data"
BOOT_MIB, DATA_MIB = 256, 64
SPARE_MIB = 48
"""What the system takes beyond its files."""
JOURNAL_MIB = 8
FIRST_MIB = 4
"""Where the first partition begins, a multiple of what cards erase at once."""
DISK_ID = "54686572"
"""What the table of partitions is called, so that the kernel can be told which of them is the system."""
LARGEST_DATA_BLOCKS = 256 * (1 << 30) // 4096
"""The data partition can grow to 256 GiB without its file system being changed."""
START = "/usr/lib/thera-card/start"
_CONTAINS_ANOTHER_SYSTEM = ("root=", "rootfstype=", "init=", "fsck.", "systemd.", "ds=", "resize")
_FLAGS = ("rw", "ro", "quiet", "splash", "rootwait")


def kernel_options(earlier: str) -> str:
    """The line of ``cmdline.txt`` for a card, from that of its base: what says where and how the system is started is
    replaced, the rest stays.

    >>> kernel_options("console=tty1 root=/dev/mmcblk0p2 rw quiet init=/usr/lib/other/first")
    'console=tty1 root=PARTUUID=54686572-02 rootfstype=ext4 ro rootwait init=/usr/lib/thera-card/start'
    """
    kept = [each for each in earlier.split() if each not in _FLAGS and not each.startswith(_CONTAINS_ANOTHER_SYSTEM)]
    ours = [f"root=PARTUUID={DISK_ID}-02", "rootfstype=ext4", "ro", "rootwait", f"init={START}"]
    return " ".join([*kept, *ours])


def make_boot(folder: Path, partition: Path, more: dict[str, str]) -> None:
    """A FAT partition with the files of a folder, and with texts under their names, which replace files."""
    _empty(partition, BOOT_MIB * MIB)
    made = ["mkfs.vfat", "-F", "32", "-n", BOOT_LABEL, str(partition)]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    copied = sorted(path for path in folder.iterdir() if path.name not in more)
    if copied:
        subprocess.run(["mcopy", "-s", "-Q", "-i", partition, *map(str, copied), "::"], check=True)
    for name, text in more.items():
        subprocess.run(["mcopy", "-Q", "-i", partition, "-", f"::{name}"], check=True, input=text.encode())


def make_system(root: Path, partition: Path) -> None:
    """A partition with all files of a root, which is only ever read: without a journal, and with no room left."""
    used = subprocess.run(["du", "-s", "-B1", root], check=True, capture_output=True, text=True).stdout.split()[0]
    _empty(partition, (int(used) // MIB * 106 // 100 + SPARE_MIB) * MIB)
    _make_ext4(partition, SYSTEM_LABEL, "-O", "^has_journal", "-m", "0", "-d", str(root))


def make_data(partition: Path) -> None:
    """The partition for all that is written, which grows at the first start."""
    _empty(partition, DATA_MIB * MIB)
    _make_ext4(partition, DATA_LABEL, "-m", "0", "-J", f"size={JOURNAL_MIB}", "-E", f"resize={LARGEST_DATA_BLOCKS}")


def assemble(boot: Path, system: Path, data: Path, image: Path) -> None:
    """The image of a card with these partitions."""
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
