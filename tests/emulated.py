"""An emulated computer with a kernel and a small Debian of its own, for tests of what no container has.

The Debian is made of this machine's own packages, once, and is started with its kernel in an emulator that needs no
rights and no help of the processor. Nothing that happens in it is kept.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.firmware.get_micropython import SOURCES, this_release
from tests.house import ROOT

LEFT_OUT = ("/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/man/*")
FOR_THE_DISK = ("ext4", "virtio_blk", "virtio_pci")
"""Modules without which the kernel cannot read its disk."""
SYSTEM_BYTES, PROJECT_BYTES = 2 << 30, 96 << 20
"""The size of the disks; only what is on them takes room here."""
MEMORY_MB = 1024
ADMINISTRATORS = ":/usr/sbin:/sbin"
"""Where programs are that a user who is not root may lack."""
PASSED = "ended with 0"
"""What the computer says last if all went well."""

TAIL = 30
"""So many lines of the kernel's are told when a test fails."""


def can_be() -> bool:
    """Whether there can be one on this machine; programs are found then, whoever asks."""
    os.environ["PATH"] += ADMINISTRATORS
    return os.uname().machine == "x86_64" and bool(this_release())


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer that is made in ``build/<name>`` of these ``packages`` of Debian, without some drivers (their folders
    in the kernel's), by further commands while its files are put together (``hooks``), and started with so many
    ``processors`` and these ``options`` of the kernel. The disk of the system is ``/dev/vda``, that of the project
    ``/dev/vdb``."""

    name: str
    packages: tuple[str, ...]
    drivers_left_out: tuple[str, ...]
    hooks: tuple[str, ...]
    options: str
    processors: int = 2

    @property
    def state(self) -> Path:
        """Where all that is made of it lies."""
        return ROOT / "build" / self.name

    @property
    def console(self) -> Path:
        """What its kernel said."""
        return self.state / "console.log"

    def recipe(self) -> list[str]:
        """How the system is made, but for the folder."""
        hooks = [
            ("essential", 'mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"'),
            ("essential", 'echo MODULES=list >"$1/etc/initramfs-tools/conf.d/disk"'),
            (
                "essential",
                f'printf "%s\\n" {" ".join(FOR_THE_DISK)} >"$1/usr/share/initramfs-tools/modules.d/disk"',
            ),
            *(("customize", hook) for hook in self.hooks),
        ]
        excluded = [*LEFT_OUT, *(f"/lib/modules/*/kernel/drivers/{name}/*" for name in self.drivers_left_out)]
        return [
            "mmdebstrap",
            "--quiet",
            "--mode=root",
            "--format=directory",
            "--variant=essential",
            f"--include={','.join(self.packages)}",
            *(f"--dpkgopt=path-exclude={path}" for path in excluded),
            *(f"--{when}-hook={command}" for when, command in hooks),
            this_release(),
        ]

    def make_system(self) -> None:
        """The kernel, what it starts with, and the disk of the system, unless they are there already; raises
        CalledProcessError if that fails."""
        made = self.state / "recipe"
        text = shlex.join(self.recipe())
        if made.exists() and made.read_text() == text:
            return
        print("Making a small Debian for the emulated computer, which takes a minute or two ...", flush=True)
        self.state.mkdir(parents=True, exist_ok=True)
        as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        made.unlink(missing_ok=True)
        root = self.state / "root"
        subprocess.run([*as_root, "rm", "-rf", root], check=True)
        sources = [path for path in SOURCES if path.exists()]
        subprocess.run([*as_root, *self.recipe(), root, *sources], check=True)
        for name in ("vmlinuz", "initrd.img"):
            shutil.copyfile(root / name, self.state / name)
        make_disk(root, self.state / "system.img", SYSTEM_BYTES, as_root)
        subprocess.run([*as_root, "rm", "-rf", root], check=True)
        made.write_text(text)

    def make_project(self, files: Iterable[Path], folders: Iterable[tuple[Path, str]]) -> None:
        """The disk of the project: files of this checkout, and folders from elsewhere under names of their own."""
        stage = self.state / "project"
        shutil.rmtree(stage, ignore_errors=True)
        for path in files:
            target = stage / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        for folder, name in folders:
            shutil.copytree(folder, stage / name, ignore=shutil.ignore_patterns("__pycache__"))
        make_disk(stage, self.state / "project.img", PROJECT_BYTES, [])

    def try_out(self, what: str, passed: str, patience: float, began: float) -> int:
        """Start it as `run` does and say how ``what`` went, or in words of its own that it ``passed``; the exit code.
        To make the computer was begun at ``began`` of the clock that only goes forward."""
        ready = time.monotonic()
        well = self.run(patience)
        seconds = f"{time.monotonic() - ready:.0f} s, and {ready - began:.0f} s to make the computer"
        if well:
            print(f"PASSED: {passed}, in {seconds}")
            return 0
        print(f"FAILED: {what}, after {seconds}; what the kernel said last ({self.console}):")
        print(*self.console.read_text(errors="replace").splitlines()[-TAIL:], sep="\n")
        return 1

    def run(self, patience: float) -> bool:
        """Start it, pass on what it says on its second serial line, and wait for as many seconds at most until it is
        off; whether it said that all went well."""
        emulator = ["qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", str(self.processors)]
        emulator += ["-m", str(MEMORY_MB), "-nodefaults", "-display", "none", "-no-reboot"]
        emulator += ["-serial", f"file:{self.console}", "-serial", "stdio"]
        emulator += ["-kernel", str(self.state / "vmlinuz"), "-initrd", str(self.state / "initrd.img")]
        emulator += ["-append", f"console=ttyS0 root=/dev/vda {self.options} panic=-1", "-snapshot"]
        for name in ("system", "project"):
            emulator += ["-drive", f"file={self.state / name}.img,format=raw,if=virtio"]
        told = ["timeout", "--foreground", f"{patience:.0f}", *emulator]
        last = ""
        with subprocess.Popen(
            told, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace"
        ) as ran:
            assert ran.stdout is not None
            for line in ran.stdout:
                last = line.rstrip()
                print(f"  {last}", flush=True)
        return last == PASSED


def make_disk(folder: Path, image: Path, size: int, as_root: list[str]) -> None:
    """A disk with the files of a folder."""
    image.unlink(missing_ok=True)
    with image.open("wb") as empty:
        empty.truncate(size)
    subprocess.run([*as_root, "mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", folder, image], check=True)
