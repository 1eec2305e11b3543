"""Lets a table without a network open its own, and a phone find the game in it, in an emulated computer: ``python -m
tests.network.run``.

Debian's kernel has simulated radios (``mac80211_hwsim``) that few machines have loaded, so this has a computer of its
own (`tests.emulated`), with its own systemd and NetworkManager; the wheel is installed there by its own installer, but
for pip. `tests.network.guest` is what runs in it. All that is made lies in ``build/network-test``.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import time

from tests.emulated import Computer, can_be
from tests.house import ROOMS, files
from tests.system import wheels
from tests.system.container import SystemTestError
from tools.release import package_wheels

UNIT = """\
[Unit]
After=NetworkManager.service
[Service]
Type=exec
ExecStartPre=mount -o ro /dev/vdb /mnt
ExecStart=sh /mnt/tests/network/start.sh
[Install]
WantedBy=multi-user.target
"""
SYSTEM = ("dbus", "kmod", "linux-image-amd64", "mount", "procps", "python3", "python3-venv", "systemd-sysv", "udev")
NETWORK = (
    "busybox",
    "dnsmasq-base",
    "iproute2",
    "iw",
    "network-manager",
    "nftables",
    "wireless-regdb",
    "wpasupplicant",
)
NOT_STARTED = (
    *("dpkg-db-backup.timer", "e2scrub_all.timer", "fstrim.timer", "proc-sys-fs-binfmt_misc.automount"),
    *("serial-getty@ttyS0.service", "systemd-binfmt.service", "systemd-logind.service", "systemd-pstore.service"),
    *("systemd-udev-trigger.service", "systemd-update-utmp.service"),
)
"""What takes long to start in an emulator and is not needed here; the radios come later and tell of themselves."""
COMPUTER = Computer(
    "network-test",
    packages=(*SYSTEM, *NETWORK),
    drivers_left_out=("gpu", "infiniband", "media", "net/ethernet", "scsi", "staging"),
    hooks=(
        f'printf %s {shlex.quote(UNIT)} >"$1/etc/systemd/system/test.service"',
        'chroot "$1" systemctl enable test.service',
        f'chroot "$1" systemctl mask {" ".join(NOT_STARTED)}',
    ),
    options="rw",
    processors=1,
)
PLATFORM = tuple(f"--platform={name}" for name in package_wheels.PLATFORMS["amd64"])
PATIENCE = 3600.0
"""Seconds; most of it is waiting, and an emulated computer is slow."""


def python() -> str:
    """The version of this Debian's Python, which the emulated one has, too."""
    asked = ["/usr/bin/python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


PASSED = "a phone found the game in the table's own network, which then gave way to a router"


def main() -> int:
    """Do it all; the exit code."""
    if not can_be():
        print("The test of the own network is for Debian on x86_64: its computer is made of this machine's packages")
        return 2
    began = time.monotonic()
    try:
        wheel, needed = wheels.built(), wheels.needed("amd64", python())
        COMPUTER.make_system()
        program, bring = COMPUTER.state / "program", COMPUTER.state / "wheel"
        for folder in (program, bring):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        shutil.copy(wheel, bring)
        pip = (sys.executable, "-m", "pip", "--quiet", "install", "--no-index", "--target", program)
        versions = ("--only-binary=:all:", "--implementation=cp", f"--python-version={python()}", *PLATFORM)
        subprocess.run([*pip, *versions, "--find-links", needed, wheel], check=True)
        mine = files(*ROOMS, "tests/*.py", "tests/network", "tests/system")
        COMPUTER.make_project(mine, [(bring, "wheel"), (program, "program")])
    except (SystemTestError, subprocess.CalledProcessError) as error:
        print(f"FAILED: the emulated computer cannot be made: {error}")
        return 1
    return COMPUTER.try_out("the table's own network", PASSED, PATIENCE, began)


if __name__ == "__main__":
    sys.exit(main())
