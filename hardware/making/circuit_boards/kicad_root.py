"""Runs KiCad in a separate Debian, which is made once in ``build/circuit_boards``: this computer needs no KiCad, and
every computer has the same version of it. Only root can make and enter it. ``make kicad`` makes it, and so does ``make
circuit-boards`` if it is missing."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

STATE = Path(__file__).resolve().parents[3] / "build" / "circuit_boards"
RELEASE = "trixie"
ROOT = STATE / f"{RELEASE}.root"
_UNFINISHED = STATE / f"{RELEASE}.unfinished"
_RECIPE = STATE / f"{RELEASE}.recipe"
NEEDED_BYTES = 2_000_000_000
"""The space that it takes while it is made, with its packages."""
PACKAGES = ("kicad", "kicad-footprints", "kicad-symbols")
_MOUNTS = Path("/proc/self/mounts")
LEFT_OUT = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/kicad/demos/*")
FOR_KICAD = STATE / "packages"
"""Where ``make kicad`` puts Python packages that run in it."""
SYMBOLS = ROOT / "usr/share/kicad/symbols"
_WORK = "work"
_COMMAND = (
    *("mmdebstrap", "--quiet", "--mode=root", "--format=directory", "--variant=apt"),
    '--aptopt=APT::Install-Recommends "false"',
    *(f"--dpkgopt=path-exclude={path}" for path in LEFT_OUT),
    *(f"--include={','.join(PACKAGES)}", RELEASE),
)


class KicadError(Exception):
    """KiCad cannot run here, or one of its programs failed; the message says what to do, or is the program's output."""


def missing() -> str:
    """Return why KiCad cannot run here; empty if it can."""
    if os.geteuid() != 0:
        return "only root can enter KiCad's Debian"
    if not ROOT.is_dir() or not _RECIPE.exists() or _RECIPE.read_text("utf-8") != shlex.join(_COMMAND):
        return "make kicad has not made KiCad's Debian"
    return ""


def check_possible() -> None:
    """Check that KiCad can run here, or that its Debian can be made.

    :raises KicadError: if neither is possible; the message says what to do.
    """
    if os.geteuid() != 0:
        raise KicadError("only root can make and enter KiCad's Debian; type the same command with sudo")
    if not missing():
        return
    if shutil.which("mmdebstrap", path=_environment()["PATH"]) is None:
        raise KicadError("mmdebstrap is not here, which makes KiCad's Debian; Debian has it as a package")
    STATE.mkdir(parents=True, exist_ok=True)
    _remove_root()
    free = shutil.disk_usage(STATE).free
    if free < NEEDED_BYTES:
        raise KicadError(
            f"KiCad's Debian takes up to {NEEDED_BYTES / 1e9:.1f} GB while it is made, and"
            f" {free / 1e9:.1f} GB are free in {STATE}"
        )


def make_root() -> None:
    """Make the Debian, unless it exists. A half-made one counts as missing, and the next call removes it.

    :raises KicadError: if that is not possible here; the message says what to do.
    """
    check_possible()
    if not missing():
        return
    print(f"Making a Debian ({RELEASE}) with KiCad, 1.2 GB, which takes a minute or two ...", flush=True)
    status = _made_by_mmdebstrap()
    if status:
        raise KicadError(
            f"mmdebstrap ended with {status} and no Debian with KiCad was made; its output is above. It"
            f" fetches packages from Debian's servers and needs {NEEDED_BYTES / 1e9:.1f} GB in {STATE}. When both are"
            " there, type the same again"
        )
    _unmount_within(_UNFINISHED)
    _UNFINISHED.rename(ROOT)
    _RECIPE.write_text(shlex.join(_COMMAND), "utf-8")


def _made_by_mmdebstrap() -> int:
    """Run mmdebstrap and return its exit code. After Ctrl-C it still unmounts its mounts, so this waits."""
    with subprocess.Popen([*_COMMAND, _UNFINISHED], stdin=subprocess.DEVNULL, env=_environment()) as made:
        try:
            return made.wait()
        except KeyboardInterrupt:
            made.wait()
            raise


def _remove_root() -> None:
    """Remove the result of an earlier recipe, or of an unfinished one.

    :raises KicadError: if something is mounted in it that cannot be unmounted.
    """
    _RECIPE.unlink(missing_ok=True)
    for each in (ROOT, _UNFINISHED):
        if each.exists():
            _unmount_within(each)
            shutil.rmtree(each)


def _unmount_within(folder: Path) -> None:
    """Unmount what mmdebstrap left mounted because it was killed or a mount was in use; the last first."""
    places = [Path(line.split()[1].replace(r"\040", " ")) for line in _MOUNTS.read_text("utf-8").splitlines()]
    for place in reversed(places):
        if not place.is_relative_to(folder):
            continue
        done = subprocess.run(
            ["umount", place], check=False, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=_environment()
        )
        if done.returncode:
            raise KicadError(f"{place} is still mounted and cannot be unmounted: {done.stderr.strip()}")


def _environment() -> dict[str, str]:
    """Return this program's environment with the path of an administrator, which ``su`` leaves out."""
    return {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}


class KicadFolder:
    """A folder in the root, with KiCad's programs, which exists within the ``with`` statement."""

    def __init__(self, name: str) -> None:
        (ROOT / _WORK).mkdir(exist_ok=True)
        self.path = Path(mkdtemp(prefix=f"{name}-", dir=ROOT / _WORK))
        self._inside = f"/{_WORK}/{self.path.name}"
        (self.path / "home").mkdir()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.path)

    def run(self, *command: str) -> str:
        """Run a program and return its standard output.

        :raises KicadError: if it fails.
        """
        environment = ("env", "-i", f"HOME={self._inside}/home", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin")
        script = f"cd {shlex.quote(self._inside)} && exec {shlex.join(command)}"
        done = subprocess.run(
            ["chroot", str(ROOT), *environment, "sh", "-c", script],
            check=False,
            capture_output=True,
            text=True,
            env=_environment(),
        )
        if done.returncode:
            raise KicadError(f"{shlex.join(command)}: {done.stdout.strip()}\n{done.stderr.strip()}".strip())
        return done.stdout


def main() -> int:
    """Make KiCad's Debian; returns 2 if it cannot be made."""
    try:
        make_root()
    except KicadError as error:
        print(f"KiCad is not there: {error}", file=sys.stderr)
        return 2
    print(f"KiCad is there, in {ROOT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
