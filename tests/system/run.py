"""Installs the wheel in a small Debian with its own systemd, as docs/install.md says, and lets happen there what
happens on a shelf: ``python -m tests.system.run``, as root. All that is made lies in ``build/system-test``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.house import ROOT
from tests.system import wheels
from tests.system.container import STATE, Container, SystemTestError, make_root

ADDRESS = "http://127.0.0.1/"
LONGEST_STOP = 3.0
LONGEST_START = 5.0
"""Seconds: what takes longer hangs, also on a busy machine. How long it really took is printed."""
COMES_BACK = 40.0
LATER, NEWER, BROKEN = "9.0.0", "9.0.1", "9.0.2"


class Shelf:
    """The computer on the shelf, with Thera on it."""

    def __init__(self, box: Container) -> None:
        self.box = box
        self.figures: list[str] = []
        self._wheels = wheels.needed("amd64")

    def step(self, what: str) -> None:
        """Say what comes now."""
        print(what, flush=True)

    def measured(self, what: str, seconds: float, longest: float | None = None) -> None:
        """Note how long something took.

        :raises SystemTestError: if that was too long.
        """
        self.figures.append(f"{what}: {seconds:.2f} s")
        if longest is not None and seconds > longest:
            raise SystemTestError(f"{what} took {seconds:.2f} s, which is more than {longest:g} s")

    def bring(self, wheel: Path) -> str:
        """Put a wheel and what it needs onto the computer; how its installation is called there."""
        home = self.box.root / "srv"
        shutil.copy(wheel, home)
        shutil.copytree(self._wheels, home / "wheels", dirs_exist_ok=True)
        return f"/srv/{wheel.name}/thera"

    def install(self, wheel: Path) -> None:
        """Type the command of the documents."""
        began = time.monotonic()
        self.box.run("python3", self.bring(wheel), "install", "--wheels", "/srv/wheels")
        self.measured(f"installing {wheel.name.split('-')[1]}", time.monotonic() - began)
        self.expect_running()

    def install_bundle(self, bundle: Path) -> None:
        """Type the command of the documents for a computer without internet, at a terminal."""
        began = time.monotonic()
        shutil.copy(bundle, self.box.root / "srv")
        typed = f"python3 /srv/{bundle.name} install"
        terminal = ("script", "--quiet", "--return", "--command", typed, "/dev/null")
        printed = self.box.told("env", "LANG=C.UTF-8", "TERM=xterm", *terminal)
        self.measured(f"installing {bundle.name}", time.monotonic() - began)
        self.expect_running()
        self.expect_way_to_the_table(printed.replace("\r", ""))

    def expect_way_to_the_table(self, printed: str) -> None:
        """See that an installation ends with the address, how to see it again, and how to remove Thera. This computer
        is in no network, so there is no code for phones.

        :raises SystemTestError: if not.
        """
        _, installed, rest = printed.partition("Thera is installed and starts with this computer.\n")
        address, _, after = rest.partition("\n")
        code, again, way_out = after.partition("To see the address again: thera address\n")
        shown = self.box.told("thera", "address")
        lacking = {
            "that it is installed": installed,
            "its address": address == shown.partition("\n")[0] == ADDRESS,
            "that no phone can reach it without a network": "No phone can reach it" in code and "\u2588" not in code,
            "how to see the address again": again,
            "how to remove it": way_out.endswith("To remove Thera, but not its games: sudo thera uninstall"),
        }
        missing = [what for what, there in lacking.items() if not there]
        if missing:
            raise SystemTestError(f"the installation does not say {', '.join(missing)} (address: {shown}):\n{printed}")
        self.step(f"It says where the table is: {shown}")

    def play(self, what: str) -> None:
        """Let the players do something."""
        folder = str(STATE / "phones")
        self.box.in_its_network(sys.executable, "-m", "tests.system.player", ADDRESS, folder, what)

    def keep_phones(self, name: str) -> None:
        """Keep what the phones hold and have seen, under a name."""
        shutil.copytree(STATE / "phones", STATE / f"phones-{name}", dirs_exist_ok=True)

    def take_phones(self, name: str) -> None:
        """Go on with the phones that were kept so."""
        shutil.rmtree(STATE / "phones")
        shutil.copytree(STATE / f"phones-{name}", STATE / "phones")

    def shown(self, name: str, unit: str = "thera.service") -> str:
        """A property of a unit."""
        return self.box.told("systemctl", "show", f"--property={name}", "--value", unit)

    def expect_running(self) -> None:
        """See that the service runs, as a user of its own, and says how it stands.

        :raises SystemTestError: if not.
        """
        state = self.shown("ActiveState"), self.shown("SubState")
        if state != ("active", "running"):
            raise SystemTestError(
                f"thera.service is {state}:\n{self.box.told('journalctl', '--unit=thera', '--lines=30')}"
            )
        owner = self.box.told("ps", "-o", "user=", "-p", self.shown("MainPID"))
        if owner != "thera":
            raise SystemTestError(f"the table runs as {owner}")
        if "board" not in self.shown("StatusText"):
            raise SystemTestError(f"its status is {self.shown('StatusText')!r}")

    def until(self, what: str, holds: Callable[[], bool]) -> float:
        """Wait for something; how many seconds it took.

        :raises SystemTestError: if it does not come.
        """
        began = time.monotonic()
        while not holds():
            if time.monotonic() - began > COMES_BACK:
                raise SystemTestError(f"waited in vain until {what}")
            time.sleep(0.05)
        return time.monotonic() - began

    def restarts_after(self, signal: str) -> float:
        """Send a signal to the table and wait until systemd has started it again; how many seconds that took."""
        process = self.shown("MainPID")
        self.box.run("kill", f"-{signal}", process)
        return self.until(
            f"the table is there again after {signal}",
            lambda: self.shown("MainPID") not in (process, "0") and self.shown("ActiveState") == "active",
        )


def survive(shelf: Shelf) -> None:
    """Play, and let happen what happens."""
    shelf.step("A game begins at the page, with hands on the virtual board:")
    shelf.play("begin")
    shelf.step(f"It says: {shelf.shown('StatusText')}")

    shelf.step("The table hangs:")
    shelf.measured("hung until it is there again", shelf.restarts_after("STOP"))
    if "watchdog" not in shelf.box.told("journalctl", "--unit=thera").lower():
        raise SystemTestError("the journal does not tell that the watchdog has bitten")
    shelf.play("go-on")

    shelf.step("The table is killed:")
    shelf.measured("killed until it is there again", shelf.restarts_after("KILL"))
    shelf.play("go-on")

    shelf.step("It is stopped and started:")
    began = time.monotonic()
    shelf.box.run("systemctl", "stop", "thera.socket", "thera.service")
    shelf.measured("stopping", time.monotonic() - began, LONGEST_STOP)
    if shelf.shown("Result") != "success":
        raise SystemTestError(f"it did not stop cleanly: {shelf.shown('Result')}")
    began = time.monotonic()
    shelf.box.run("systemctl", "start", "thera.socket", "thera.service")
    shelf.measured("from start to ready", time.monotonic() - began, LONGEST_START)
    shelf.play("go-on")

    for how, off in (("shut down", shelf.box.power_off), ("the plug is pulled", shelf.box.pull_the_plug)):
        shelf.step(f"The computer is switched off ({how}) and on:")
        off()
        shelf.measured(f"booting after: {how}", shelf.box.boot())
        shelf.expect_running()
        shelf.play("go-on")


BACKUP, CUTTER = "/srv/thera.tar.gz", "/srv/cut_restore.py"
PYTHON = "/opt/thera/current/bin/python"
MARKED = '\n[table]\nname = "{}"\n'


def come_back(shelf: Shelf) -> None:
    """Restore a backup as root, and let the power go at each step of that."""
    box, settings = shelf.box, shelf.box.root / "etc/thera/thera.toml"
    plain = settings.read_text()
    set_name(shelf, plain, "then")
    shelf.step("A backup is made, and the game goes on:")
    box.run("thera", "backup", BACKUP)
    shelf.keep_phones("then")
    shelf.play("go-on")
    shelf.keep_phones("now")
    set_name(shelf, plain, "now")

    shelf.step("The backup is restored:")
    stop(shelf)
    box.run("mkdir", "/srv/kept")
    box.run("cp", "--archive", "--parents", "/var/lib/thera", "/etc/thera", "/srv/kept")
    box.run("thera", "restore", BACKUP, "--with-configuration")
    start_and_play(shelf, "then")

    began = time.monotonic()
    shutil.copy(ROOT / "tests/system/cut_restore.py", box.root / CUTTER.lstrip("/"))
    found = [json.loads(line) for line in box.told(PYTHON, CUTTER, BACKUP).splitlines()]
    shelf.measured(f"{len(found)} power cuts in a restore", time.monotonic() - began)
    decided = next(step for step, (name, _, _) in enumerate(found) if name == "then")
    if len(found) < 20 or any(each != found[0] for each in found[:decided]) or found[0][0] != "now":
        raise SystemTestError(f"before step {decided} something has changed: {found}")
    if any(each != found[-1] for each in found[decided:]) or found[0][1] == found[-1][1] or not found[-1][2]:
        raise SystemTestError(f"from step {decided} on something is as it was: {found}")
    for step, game in ((decided - 1, "now"), (decided, "then"), ((decided + len(found)) // 2, "then")):
        shelf.step(f"The power goes at step {step} of a restore, and the table starts:")
        box.run(PYTHON, CUTTER, BACKUP, str(step))
        start_and_play(shelf, game)
    settings.write_text(plain)


def set_name(shelf: Shelf, plain: str, name: str) -> None:
    """Tell one configuration from another, without touching whose it is."""
    (shelf.box.root / "etc/thera/thera.toml").write_text(plain.replace("\n[table]\n", MARKED.format(name)))


def stop(shelf: Shelf) -> None:
    """Stop the table and its sockets."""
    shelf.box.run("systemctl", "stop", "thera.socket", "thera.service")


def start_and_play(shelf: Shelf, game: str) -> None:
    """Start the table, see that the game is the one of that time, go on with it, and stop."""
    shelf.box.run("systemctl", "start", "thera.socket", "thera.service")
    shelf.expect_running()
    shelf.take_phones(game)
    shelf.play("go-on")
    stop(shelf)


MOMENTS = {
    "its environment is begun": f"{LATER}-*",
    "all that it needs is collected": f"{LATER}-*/files.txt",
    "it is complete": f"{LATER}-*/complete",
}
"""When the power goes in an upgrade: once there is such a file among the releases."""


def cut_an_upgrade(shelf: Shelf, wheel: Path, moment: str, begun: Callable[[], bool]) -> None:
    """Let the power go in an upgrade as soon as it has begun something; then a table starts, with its game."""
    shelf.step(f"The power goes in an upgrade when {moment}, and the computer starts:")
    with shelf.box.running("python3", shelf.bring(wheel), "install", "--wheels", "/srv/wheels"):
        shelf.until(moment, begun)
        shelf.box.pull_the_plug()
    shelf.box.boot()
    shelf.expect_running()
    shelf.play("go-on")


def appears(folder: Path, pattern: str) -> Callable[[], bool]:
    """Whether there is a file of this pattern that is not there now."""
    old = set(folder.glob(pattern))
    return lambda: bool(set(folder.glob(pattern)) - old)


def renew(shelf: Shelf, wheel: Path) -> None:
    """Upgrade, to a version that works and to one that does not."""
    later, folder = wheels.of_another_version(wheel, LATER, STATE), shelf.box.root / "opt/thera"
    for moment, file in MOMENTS.items():
        cut_an_upgrade(shelf, later, moment, appears(folder, file))
    cut_an_upgrade(shelf, later, "it is in use", lambda: os.readlink(folder / "current").startswith(LATER))

    shelf.step("thera update, with a later version in a folder:")
    shelf.bring(wheels.of_another_version(wheel, NEWER, STATE))
    backups = appears(shelf.box.root / "var/backups/thera", "thera-*.tar.gz")
    told = shelf.box.told("thera", "update", "/srv", "--check")
    if f"There is:  Thera {NEWER}" not in told or backups():
        raise SystemTestError(f"it was only to be looked: {told}")
    shelf.box.run("thera", "update", "/srv", "--wheels", "/srv/wheels")
    if not backups():
        raise SystemTestError("no backup was written before the update")
    shelf.expect_running()
    if "Nothing is newer" not in shelf.box.told("thera", "update", "/srv"):
        raise SystemTestError("what is installed was offered again")
    if not shelf.box.told("readlink", "/opt/thera/current").startswith(f"{NEWER}-"):
        raise SystemTestError("the later version is not in use")
    shelf.play("go-on")

    shelf.step("thera update, with a version that does not start:")
    shelf.bring(wheels.of_another_version(wheel, BROKEN, STATE, broken=True))
    ran = shelf.box.run("thera", "update", "/srv", "--wheels", "/srv/wheels", check=False)
    if ran.returncode != 1 or "the previous one is used again" not in ran.stderr or "thera restore" not in ran.stdout:
        raise SystemTestError(f"a version that does not start was installed: {ran.stdout}{ran.stderr}")
    shelf.expect_running()
    shelf.play("go-on")

    shelf.step("It is made right:")
    (shelf.box.root / "etc/systemd/system/thera.service").write_text("broken\n")
    shelf.box.run("thera", "install", "--wheels", "/srv/wheels")
    shelf.expect_running()
    shelf.play("go-on")
    shelf.play("resign")


def vanish(shelf: Shelf) -> None:
    """Remove it, and see what is left."""
    shelf.step("It is removed:")
    shelf.box.run("thera", "uninstall")
    folders = ("/etc", "/opt", "/usr", "/var/lib", "/run")
    left = shelf.box.told("find", *folders, "-name", "thera*", "-o", "-name", "70-thera*").split()
    ours = {path for path in left if not path.startswith(("/var/lib/thera", "/var/lib/systemd", "/run/udev"))}
    if ours:
        raise SystemTestError(f"there is something left: {', '.join(sorted(ours))}")
    if not shelf.box.told("ls", "/var/lib/thera/games"):
        raise SystemTestError("the game is gone")
    if shelf.box.run("id", "thera", check=False).returncode == 0:
        raise SystemTestError("the user is still there")
    shelf.box.run("systemctl", "is-system-running")


def main() -> int:
    """All of it; the exit code."""
    if os.geteuid() != 0:
        print("a container is made and started by root alone: sudo make system-test", file=sys.stderr)
        return 2
    wheel, bundle = wheels.built(), wheels.bundled()
    began = time.monotonic()
    box = Container(make_root())
    shutil.rmtree(STATE / "phones", ignore_errors=True)
    shelf = Shelf(box)
    try:
        with box.on():
            shelf.step(f"Installing {bundle.name} as docs/install.md says:")
            shelf.install_bundle(bundle)
            survive(shelf)
            come_back(shelf)
            renew(shelf, wheel)
            vanish(shelf)
    except (SystemTestError, subprocess.CalledProcessError) as error:
        print(f"WRONG: {error}", file=sys.stderr)
        return 1
    print("All is well.", *shelf.figures, f"all of it: {time.monotonic() - began:.0f} s", sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
