"""A real small file system: full, read-only, and with room again. Where it cannot be mounted, tests skip."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

SIZE = 4 * 1024 * 1024
IMAGE = "disk.img"
SHUT_DOWN, WITHOUT_WRITING = 0x8004587D, 2
"""``EXT4_IOC_SHUTDOWN`` and ``EXT4_GOING_FLAGS_NOLOGFLUSH`` of the kernel's ext4.h."""
OPTIONS = "loop,errors=remount-ro"
"""As Raspberry Pi OS mounts the card."""


class SmallDisk:
    """A mounted ext4 of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"
        self._files = folder / "files"

    def fill(self) -> None:
        """Leave no block free."""
        with self._filler.open("ab", buffering=0) as file:
            for size in (65536, 4096, 1024, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    continue

    def fill_with_files(self) -> None:
        """Leave blocks free, but no file that could be made."""
        self._files.mkdir()
        try:
            for number in count():
                (self._files / str(number)).touch()
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise

    def free(self) -> None:
        """Make room again."""
        self._filler.unlink(missing_ok=True)
        shutil.rmtree(self._files, ignore_errors=True)

    def die(self) -> None:
        """Be gone as a card that is pulled out: nothing can be written or read any more, of what was read before
        neither."""
        opened = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(opened, SHUT_DOWN, struct.pack("I", WITHOUT_WRITING))
        except OSError as error:
            pytest.skip(f"this kernel cannot shut a file system down: {error}")
        finally:
            os.close(opened)

    def make_read_only(self) -> None:
        """As a failing disk is; nothing may be open for writing."""
        subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)

    def fail(self) -> None:
        """Fail as a worn card does while files are open: the kernel takes no more writes."""
        device = subprocess.run(
            ["findmnt", "--noheadings", "--output", "SOURCE", self.folder], check=True, capture_output=True, text=True
        ).stdout.strip()
        trigger = Path("/sys/fs/ext4") / Path(device).name / "trigger_fs_error"
        if not trigger.exists():  # not every kernel has it, and nothing else makes a mounted file system fail at will
            pytest.skip(f"this kernel has no {trigger}")
        trigger.write_text("a test\n")

    def mend(self) -> None:
        """As the start of a computer does it."""
        image = self.folder.with_name(IMAGE)
        subprocess.run(["umount", self.folder], check=True)
        subprocess.run(["fsck.ext4", "-p", "-f", image], check=False, capture_output=True)  # 1: it was mended
        subprocess.run(["mount", "-o", OPTIONS, image, self.folder], check=True)

    def make_writable(self) -> None:
        """After it was mended."""
        subprocess.run(["mount", "-o", "remount,rw", self.folder], check=True)


@contextmanager
def mounted(place: Path) -> Iterator[SmallDisk]:
    """A small disk at a place, until the end of this context."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    image, folder = place / IMAGE, place / "disk"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(SIZE)
    for command in (
        ["mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", str(image)],
        ["mount", "-o", OPTIONS, str(image), str(folder)],
    ):
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            pytest.skip(f"{command[0]} is not there")
        if done.returncode != 0:
            pytest.skip(f"no small file system can be mounted here: {done.stderr.strip()}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", str(folder)], check=True)
