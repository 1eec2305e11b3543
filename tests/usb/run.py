"""Plays a game at a board on real USB whose plug is pulled out, in an emulated computer: ``python -m tests.usb.run``.

Serial gadgets and a USB controller to plug them into are modules of Debian's kernel that few machines have loaded, so a
small Debian is made of this machine's own packages, once, and started with that kernel in an emulator that needs no
rights and no help of the processor. `tests.usb.guest` is what runs in it. All that is made lies in ``build/usb-test``.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import serial

from tests.firmware.get_micropython import SOURCES, this_release
from tests.house import ROOMS, ROOT, files

STATE = ROOT / "build" / "usb-test"
PACKAGES = ("kmod", "linux-image-amd64", "mount", "python3", "udev")
LEFT_OUT = ("/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/man/*")
DRIVERS_LEFT_OUT = ("gpu", "infiniband", "media", "net", "scsi", "staging")
FOR_THE_DISK = ("ext4", "virtio_blk", "virtio_pci")
"""Modules without which the kernel cannot read its disk."""
SYSTEM_BYTES, PROJECT_BYTES = 2 << 30, 64 << 20
"""The size of the disks; only what is on them takes room here."""
MEMORY_MB = 1024
ADMINISTRATORS = ":/usr/sbin:/sbin"
"""Where programs are that a user who is not root may lack."""
PATIENCE = 1800.0
"""Seconds for a game that takes one or two minutes."""
TAIL = 30


def recipe() -> list[str]:
    """How the system is made, but for the folder."""
    hooks = [
        ("essential", 'mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"'),
        ("essential", 'echo MODULES=list >"$1/etc/initramfs-tools/conf.d/disk"'),
        ("essential", f'printf "%s\\n" {" ".join(FOR_THE_DISK)} >"$1/usr/share/initramfs-tools/modules.d/disk"'),
        (
            "customize",
            'printf "#!/bin/sh\\nmount -o ro /dev/vdb /mnt && exec sh /mnt/tests/usb/start.sh\\n" >"$1/start"',
        ),
        ("customize", 'chmod +x "$1/start"'),
    ]
    excluded = [*LEFT_OUT, *(f"/lib/modules/*/kernel/drivers/{name}/*" for name in DRIVERS_LEFT_OUT)]
    return [
        "mmdebstrap",
        "--quiet",
        "--mode=root",
        "--format=directory",
        "--variant=essential",
        f"--include={','.join(PACKAGES)}",
        *(f"--dpkgopt=path-exclude={path}" for path in excluded),
        *(f"--{when}-hook={command}" for when, command in hooks),
        this_release(),
    ]


def make_system() -> None:
    """The kernel, what it starts with, and the disk of the system, unless they are there already; raises
    CalledProcessError if that fails."""
    made = STATE / "recipe"
    text = shlex.join(recipe())
    if made.exists() and made.read_text() == text:
        return
    print("Making a small Debian for the emulated computer, which takes a minute or two ...", flush=True)
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    made.unlink(missing_ok=True)
    root = STATE / "root"
    subprocess.run([*as_root, "rm", "-rf", root], check=True)
    sources = [path for path in SOURCES if path.exists()]
    subprocess.run([*as_root, *recipe(), root, *sources], check=True)
    for name in ("vmlinuz", "initrd.img"):
        shutil.copyfile(root / name, STATE / name)
    make_disk(root, STATE / "system.img", SYSTEM_BYTES, as_root)
    subprocess.run([*as_root, "rm", "-rf", root], check=True)
    made.write_text(text)


def make_disk(folder: Path, image: Path, size: int, as_root: list[str]) -> None:
    """A disk with the files of a folder."""
    image.unlink(missing_ok=True)
    with image.open("wb") as empty:
        empty.truncate(size)
    subprocess.run([*as_root, "mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", folder, image], check=True)


def make_project() -> None:
    """The disk with this checkout, and the one package from outside that a link to a board needs."""
    stage = STATE / "project"
    shutil.rmtree(stage, ignore_errors=True)
    for path in files(*ROOMS, "tests/*.py", "tests/usb"):
        target = stage / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    shutil.copytree(Path(serial.__file__).parent, stage / "serial", ignore=shutil.ignore_patterns("__pycache__"))
    make_disk(stage, STATE / "project.img", PROJECT_BYTES, [])


def play() -> bool:
    """Start the computer and pass on what it says; whether it says that all went well."""
    emulator = ["qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", str(MEMORY_MB)]
    emulator += ["-display", "none", "-monitor", "none", "-nic", "none", "-no-reboot"]
    emulator += ["-serial", f"file:{STATE / 'console.log'}", "-serial", "stdio"]
    emulator += ["-kernel", str(STATE / "vmlinuz"), "-initrd", str(STATE / "initrd.img")]
    emulator += ["-append", "console=ttyS0 root=/dev/vda ro init=/start panic=-1"]
    for name in ("system", "project"):
        emulator += ["-drive", f"file={STATE / name}.img,format=raw,if=virtio,read-only=on"]
    told = ["timeout", "--foreground", f"{PATIENCE:.0f}", *emulator]
    last = ""
    with subprocess.Popen(told, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace") as run:
        assert run.stdout is not None
        for line in run.stdout:
            last = line.rstrip()
            print(f"  {last}", flush=True)
    return last == "ended with 0"


def main() -> int:
    """Do it all; the exit code."""
    if os.uname().machine != "x86_64" or not this_release():
        print("The test with USB is for Debian on x86_64: its emulated computer is made of this machine's packages")
        return 2
    os.environ["PATH"] += ADMINISTRATORS
    STATE.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    try:
        make_system()
        make_project()
    except subprocess.CalledProcessError as error:
        print(f"FAILED: the emulated computer cannot be made: {shlex.join(str(word) for word in error.cmd)}")
        return 1
    ready = time.monotonic()
    passed = play()
    seconds = f"{time.monotonic() - ready:.0f} s, and {ready - began:.0f} s to make the computer"
    if not passed:
        print(
            f"FAILED: the game at a board on USB, after {seconds}; what the kernel said last ({STATE / 'console.log'}):"
        )
        print(*(STATE / "console.log").read_text(errors="replace").splitlines()[-TAIL:], sep="\n")
        return 1
    print(f"PASSED: the game at a board on USB went on after each unplug, in {seconds}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
