"""KiCad in a Debian of its own, made once and kept in ``build/circuit_boards``: the boards need no KiCad on this
computer, and every computer has the same version of it. Only root can make and enter it. ``make kicad`` makes it, and
``make circuit-boards`` if it is lacking."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

STATE = Path(__file__).resolve().parent.parent / "build" / "circuit_boards"
RELEASE = "trixie"
ROOT = STATE / f"{RELEASE}.root"
_UNFINISHED = STATE / f"{RELEASE}.unfinished"
_RECIPE = STATE / f"{RELEASE}.recipe"
NEEDED_BYTES = 2_000_000_000
"""What it takes while it is made, with the packages it is made of."""
PACKAGES = ("kicad", "kicad-footprints", "kicad-symbols")
_MOUNTS = Path("/proc/self/mounts")
LEFT_OUT = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*", "/usr/share/kicad/demos/*")
SYMBOLS = ROOT / "usr/share/kicad/symbols"
_WORK = "work"
_COMMAND = (
    *("mmdebstrap", "--quiet", "--mode=root", "--format=directory", "--variant=apt"),
    '--aptopt=APT::Install-Recommends "false"',
    *(f"--dpkgopt=path-exclude={path}" for path in LEFT_OUT),
    *(f"--include={','.join(PACKAGES)}", RELEASE),
)


class KicadError(Exception):
    """KiCad cannot run here, or a program of its failed; the message says what to do, or is what the program said."""


def missing() -> str:
    """Why KiCad cannot run here; empty if it can."""
    if os.geteuid() != 0:
        return "only root can enter the Debian that KiCad is in"
    if not ROOT.is_dir() or not _RECIPE.exists() or _RECIPE.read_text("utf-8") != shlex.join(_COMMAND):
        return "make kicad has not made the Debian that KiCad is in"
    return ""


def check_possible() -> None:
    """See that KiCad can run here, or that its Debian can be made.

    :raises KicadError: if not; it says what to do.
    """
    if os.geteuid() != 0:
        raise KicadError("only root can make and enter the Debian that KiCad is in; type the same with sudo before it")
    if not missing():
        return
    if shutil.which("mmdebstrap", path=_environment()["PATH"]) is None:
        raise KicadError("mmdebstrap is not here, which makes the Debian that KiCad is in; Debian has it as a package")
    STATE.mkdir(parents=True, exist_ok=True)
    _remove_root()
    free = shutil.disk_usage(STATE).free
    if free < NEEDED_BYTES:
        raise KicadError(
            f"the Debian that KiCad is in takes up to {NEEDED_BYTES / 1e9:.1f} GB while it is made, and"
            f" {free / 1e9:.1f} GB are free in {STATE}"
        )


def make_root() -> None:
    """Make it, unless it is there. A half-made one counts as none, and is removed by the next call.

    :raises KicadError: if that is not possible here; it says what to do.
    """
    check_possible()
    if not missing():
        return
    print(f"Making a Debian ({RELEASE}) with KiCad, 1.2 GB, which takes a minute or two ...", flush=True)
    status = _made_by_mmdebstrap()
    if status:
        raise KicadError(
            f"mmdebstrap ended with {status} and no Debian with KiCad was made; what it said is above. It"
            f" fetches packages from Debian's servers and needs {NEEDED_BYTES / 1e9:.1f} GB in {STATE}. When both are"
            " there, type the same again"
        )
    _unmount_within(_UNFINISHED)
    _UNFINISHED.rename(ROOT)
    _RECIPE.write_text(shlex.join(_COMMAND), "utf-8")


def _made_by_mmdebstrap() -> int:
    """How it ended. After Ctrl-C, which it hears, too, it unmounts what it has mounted, so its end is awaited."""
    with subprocess.Popen([*_COMMAND, _UNFINISHED], stdin=subprocess.DEVNULL, env=_environment()) as made:
        try:
            return made.wait()
        except KeyboardInterrupt:
            made.wait()
            raise


def _remove_root() -> None:
    """Remove what an earlier recipe made, or what was not finished.

    :raises KicadError: if something is mounted in it that cannot be unmounted.
    """
    _RECIPE.unlink(missing_ok=True)
    for each in (ROOT, _UNFINISHED):
        if each.exists():
            _unmount_within(each)
            shutil.rmtree(each)


def _unmount_within(folder: Path) -> None:
    """Unmount what mmdebstrap left mounted, as it was killed or what it unmounted was in use; the last first."""
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
    """That of this program, with the programs of an administrator, which ``su`` leaves out."""
    return {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}


class KicadFolder:
    """A folder in the root with KiCad's programs at hand, which is there as long as the ``with`` lasts."""

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
        """What a program says on its standard output.

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
    """Make the Debian that KiCad is in; 2 if it cannot be made."""
    try:
        make_root()
    except KicadError as error:
        print(f"KiCad is not there: {error}", file=sys.stderr)
        return 2
    print(f"KiCad is there, in {ROOT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
