"""A small Debian in a container with a systemd of its own as its first process, that is switched on, off and killed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.house import ROOT

STATE = ROOT / "build" / "system-test"
RELEASE = "trixie"
PACKAGES = ("dbus", "libpam-systemd", "procps", "python3", "python3-venv", "systemd", "systemd-sysv", "udev")
LEFT_OUT = ("/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/man/*")
PATIENCE = 120.0
"""Seconds for what takes two or three."""
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class SystemTestError(Exception):
    """Something is not as it should be; the message says what."""


def make_root(architecture: str | None = None) -> Path:
    """The files of such a Debian, made once, for this machine's processor or another; machines are copies."""
    name = RELEASE if architecture is None else f"{RELEASE}-{architecture}"
    root, recipe = STATE / f"{name}.root", STATE / f"{name}.recipe"
    options = [f"--dpkgopt=path-exclude={path}" for path in LEFT_OUT]
    options += [] if architecture is None else [f"--architectures={architecture}"]
    command = ["mmdebstrap", "--quiet", "--mode=root", "--format=directory", "--variant=minbase", *options]
    command += [f"--include={','.join(PACKAGES)}", RELEASE]
    if recipe.exists() and recipe.read_text() == shlex.join(command):
        return root
    print(f"Making a small Debian ({name}), which takes a few minutes ...", flush=True)
    STATE.mkdir(parents=True, exist_ok=True)
    recipe.unlink(missing_ok=True)
    remove(root)
    subprocess.run([*command, root], check=True, stdin=subprocess.DEVNULL)
    recipe.write_text(shlex.join(command))
    return root


def remove(folder: Path) -> None:
    """Remove the files of a container."""
    if folder.exists():
        shutil.rmtree(folder)


def _is_first(process: int) -> bool:
    """Whether a process is the first one of a container, and not one that only makes it ready."""
    try:
        told = Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return next(line for line in told.splitlines() if line.startswith("NSpid:")).split()[-1] == "1"


class Container:
    """A copy of the files at ``root``, as a computer that can be switched on again and again."""

    def __init__(self, root: Path) -> None:
        self.root = STATE / "machine"
        remove(self.root)
        subprocess.run(["cp", "--archive", "--reflink=auto", root, self.root], check=True)
        (self.root / "etc/hostname").write_text("table\n")
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._first = 0

    def boot(self) -> float:
        """Switch it on, and wait until it has started; how many seconds that took."""
        began = time.monotonic()
        # Without a network but loopback, as a table may be; what is in it is reached through its own namespaces.
        options = ["--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe", "--boot"]
        self._nspawn = subprocess.Popen(
            ["systemd-nspawn", *options, f"--directory={self.root}"],
            env={"PATH": PATH, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            stdin=subprocess.DEVNULL,
            stdout=(STATE / "console.log").open("ab"),
            stderr=subprocess.STDOUT,
        )
        self._first = self._wait_for_first(self._nspawn.pid)
        self._wait_for_systemd()
        return time.monotonic() - began

    def _wait_for_first(self, number: int) -> int:
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            for child in Path(f"/proc/{number}/task/{number}/children").read_text().split():
                if _is_first(int(child)):
                    return int(child)
            time.sleep(0.02)
        raise SystemTestError("the container did not start")

    def _wait_for_systemd(self) -> None:
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            asked = self.run("systemctl", "is-system-running", "--wait", check=False)
            if asked.stdout.strip() in ("running", "degraded"):
                return
            time.sleep(0.05)
        raise SystemTestError(f"systemd did not start: {asked.stdout} {asked.stderr}")

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command in it, as root.

        :raises SystemTestError: if it fails.
        """
        ran = subprocess.run(
            self._entered(*command), check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        if check and ran.returncode != 0:
            raise SystemTestError(f"{shlex.join(command)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
        return ran

    @contextmanager
    def running(self, *command: str) -> Iterator[None]:
        """Run a command in it, as root, while the context is open; by its end the computer has been switched off."""
        nothing = subprocess.DEVNULL
        with subprocess.Popen(self._entered(*command), stdin=nothing, stdout=nothing, stderr=nothing):
            yield

    def _entered(self, *command: str) -> list[str]:
        where = ["nsenter", f"--target={self._first}", "--all", "--root", "--wd"]
        return [*where, "env", "-i", f"PATH={PATH}", *command]

    def told(self, *command: str) -> str:
        """What a command in it prints."""
        return self.run(*command).stdout.strip()

    def in_its_network(self, *command: str) -> None:
        """Run a command of this machine in the network of the container; raises CalledProcessError if it fails."""
        entered = ["nsenter", f"--target={self._first}", "--net", *command]
        subprocess.run(entered, check=True, stdin=subprocess.DEVNULL, cwd=ROOT)

    def power_off(self) -> None:
        """Shut it down in good order."""
        self.run("systemctl", "poweroff", check=False)
        self._wait_until_off()

    def pull_the_plug(self) -> None:
        """Switch it off from one moment to the next."""
        os.kill(self._first, 9)
        self._wait_until_off()

    def _wait_until_off(self) -> None:
        if self._nspawn is not None:
            self._nspawn.wait(PATIENCE)
            self._nspawn = None

    @contextmanager
    def on(self) -> Iterator[None]:
        """Switched on, and off at the end, whatever happens."""
        self.boot()
        try:
            yield
        finally:
            if self._nspawn is not None:
                self.power_off()
