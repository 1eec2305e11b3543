"""Installs the wheel in a small Debian for the processor of a Pi, which is emulated, and starts the table there:
``python -m tests.system.arm64``, as root. It proves that the packages are to be had and that the program runs there; of
pins and of the kernel of a Pi it proves nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.system import wheels
from tests.system.container import PATH, STATE, SystemTestError, make_root, remove

ARCHITECTURE = "arm64"
HANDLER = Path("/proc/sys/fs/binfmt_misc")
RULE = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
PATIENCE = 300.0


def emulate() -> None:
    """Let the kernel run programs for the other processor through the emulator."""
    if not (HANDLER / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", HANDLER], check=True)
    if not (HANDLER / "qemu-aarch64").exists():
        (HANDLER / "register").write_text(RULE.read_text().strip())


def inside(root: Path, *command: str) -> str:
    """Run a command there; what it prints.

    :raises SystemTestError: if it fails.
    """
    entered = ["chroot", str(root), "env", "-i", f"PATH={PATH}", "HOME=/root", *command]
    ran = subprocess.run(entered, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if ran.returncode != 0:
        raise SystemTestError(f"{' '.join(command)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout.strip()


def start_table(root: Path) -> str:
    """Start a table there and wait until it is open; what it says first."""
    command = ["chroot", str(root), "env", "-i", f"PATH={PATH}", "HOME=/root", "thera", "play", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as table:
        assert table.stdout is not None
        said = table.stdout.readline().strip()
        table.terminate()
        table.communicate(timeout=PATIENCE)
    if "Thera is open" not in said or table.returncode != 0:
        raise SystemTestError(f"the table said {said!r} and ended with {table.returncode}")
    return said


def main() -> int:
    """All of it; the exit code."""
    if os.geteuid() != 0:
        print("such a system is made by root alone: sudo make arm64-test", file=sys.stderr)
        return 2
    began = time.monotonic()
    wheel, needed = wheels.built(), wheels.needed(ARCHITECTURE)
    emulate()
    root = STATE / "arm64-machine"
    remove(root)
    subprocess.run(["cp", "--archive", "--reflink=auto", make_root(ARCHITECTURE), root], check=True)
    made = time.monotonic()
    try:
        shutil.copy(wheel, root / "srv")
        shutil.copytree(needed, root / "srv/wheels")
        print(inside(root, "python3", "-c", "import platform, sys; print(platform.machine(), sys.version.split()[0])"))
        folder = ("--root", "/system", "--wheels", "/srv/wheels")
        for name in ("etc", "run", "var/lib"):
            (root / "system" / name).mkdir(parents=True)
        inside(root, "python3", f"/srv/{wheel.name}/systemd", "install", *folder)
        installed = time.monotonic()
        (root / "usr/local/bin/thera").symlink_to("/system/opt/thera/current/bin/thera")
        print(inside(root, "thera", "rules", "count", "--help").splitlines()[0])
        print(start_table(root))
    except SystemTestError as error:
        print(f"WRONG: {error}", file=sys.stderr)
        return 1
    now = time.monotonic()
    print(f"made in {made - began:.0f} s, installed in {installed - made:.0f} s, started in {now - installed:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
