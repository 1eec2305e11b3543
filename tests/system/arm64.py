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
from tools.release.card_image.debian_root import emulated

ARCHITECTURE = "arm64"
PATIENCE = "300"
"""Seconds for a table to start, emulated."""


def entered(root: Path, *command: str) -> list[str]:
    """How a command is run there, with devices of its own and without a network but loopback."""
    options = ["--quiet", "--register=no", "--keep-unit", "--private-network", "--pipe", f"--directory={root}"]
    return ["systemd-nspawn", *options, "env", f"PATH={PATH}", *command]


def inside(root: Path, *command: str) -> str:
    """Run a command there; what it prints.

    :raises SystemTestError: if it fails.
    """
    ran = subprocess.run(
        entered(root, *command),
        check=False,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={"PATH": PATH},
    )
    if ran.returncode != 0:
        raise SystemTestError(f"{' '.join(command)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout.strip()


def start_table(root: Path) -> str:
    """Start a table there and wait until it is open; what it says first."""
    play = "thera play --port 0 --data /srv/data >/srv/said 2>&1"
    script = f"{play} & until grep -q Ctrl-C /srv/said; do sleep 1; done; kill $!; wait $!"
    inside(root, "timeout", PATIENCE, "sh", "-c", script)
    return (root / "srv/said").read_text("utf-8").splitlines()[0]


def try_it(wheel: Path) -> None:
    """Install the wheel and start a table, and say how long that took.

    :raises SystemTestError: if something fails.
    """
    began = time.monotonic()
    root, needed = STATE / "arm64-machine", wheels.needed(ARCHITECTURE)
    remove(root)
    subprocess.run(["cp", "--archive", "--reflink=auto", make_root(ARCHITECTURE), root], check=True)
    shutil.copy(wheel, root / "srv")
    shutil.copytree(needed, root / "srv/wheels")
    made = time.monotonic()
    print(inside(root, "python3", "-c", "import platform, sys; print(platform.machine(), sys.version.split()[0])"))
    # Its own systemd does not run there, so only the files of the service are put where they belong.
    for name in ("etc", "run", "var/lib"):
        (root / "system" / name).mkdir(parents=True)
    folders = ("--root", "/system", "--wheels", "/srv/wheels")
    inside(root, "python3", f"/srv/{wheel.name}/thera", "install", *folders)
    installed = time.monotonic()
    (root / "usr/local/bin/thera").symlink_to("/system/opt/thera/current/bin/thera")
    print(start_table(root))
    now = time.monotonic()
    print(f"made in {made - began:.0f} s, installed in {installed - made:.0f} s, started in {now - installed:.0f} s")


def main() -> int:
    """All of it; the exit code."""
    if os.geteuid() != 0:
        print("such a system is made by root alone: sudo make arm64-test", file=sys.stderr)
        return 2
    try:
        with emulated():
            try_it(wheels.built())
    except (SystemTestError, subprocess.CalledProcessError) as error:
        print(f"WRONG: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
