"""KiCad in a Debian of its own, made once and kept in ``build/circuit_boards``: the boards need no KiCad on this
computer, and every computer has the same version of it. Only root can make and enter it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

STATE = Path(__file__).resolve().parent.parent / "build" / "circuit_boards"
RELEASE = "trixie"
ROOT = STATE / f"{RELEASE}.root"
_RECIPE = STATE / f"{RELEASE}.recipe"
PACKAGES = ("kicad", "kicad-footprints", "kicad-symbols")
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
    """A program of KiCad failed; the message is what it said."""


def missing() -> str:
    """Why KiCad cannot run here; empty if it can."""
    if os.geteuid() != 0:
        return "only root can enter the Debian that KiCad is in"
    if not _RECIPE.exists() or _RECIPE.read_text("utf-8") != shlex.join(_COMMAND):
        return "make circuit-boards has not made the Debian that KiCad is in"
    return ""


def make_root() -> None:
    """Make it, unless it is there.

    :raises KicadError: if that is not possible here.
    """
    if not missing():
        return
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        raise KicadError("a Debian with KiCad is made by root, with mmdebstrap")
    print(f"Making a Debian ({RELEASE}) with KiCad, 1.2 GB, which takes a minute or two ...", flush=True)
    STATE.mkdir(parents=True, exist_ok=True)
    _RECIPE.unlink(missing_ok=True)
    if ROOT.exists():
        shutil.rmtree(ROOT)
    subprocess.run([*_COMMAND, ROOT], check=True, stdin=subprocess.DEVNULL)
    _RECIPE.write_text(shlex.join(_COMMAND), "utf-8")


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
            ["chroot", str(ROOT), *environment, "sh", "-c", script], check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise KicadError(f"{shlex.join(command)}: {done.stdout.strip()}\n{done.stderr.strip()}".strip())
        return done.stdout
