"""The environment of Thera on a card: as its installer makes it, but for another processor and another Python, and
without running a program of that processor."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from thera.install import releases
from thera.install.install_layout import InstallLayout
from thera.install.releases import Release, Wheel
from tools.release import package_wheels

SUITES = {"3.11": "bookworm", "3.13": "trixie"}
"""The release of Debian that has each Python."""
COMPILED = ("usr/lib/python3/dist-packages", "opt/thera")
_COMPILE = (
    'mkdir -p "$2/card" && mount --bind "$1" "$2/card"'
    ' && chroot "$2" "python$3" -m compileall -q -s /card -p / "/card/usr/lib/python$3" '
    + " ".join(f"/card/{path}" for path in COMPILED)
)


class CardRelease(Release):
    """A version in the system of a card. Its command cannot run here, but the one of this checkout is the same."""

    __slots__ = ()

    @property
    def thera(self) -> Path:
        """The command ``thera`` with the same output on this computer."""
        return Path(sys.executable).with_name("thera")


@dataclass(frozen=True, slots=True)
class CardEnvironment:
    """An environment in the system at ``root`` for its ``python``, such as 3.13, and the ``architecture`` of Debian."""

    root: Path
    python: str
    architecture: str

    def make(self, wheel: Wheel, wheels: Path) -> CardRelease:
        """Make it from the wheel and the folder with its packages. Raises CalledProcessError if that fails."""
        place = InstallLayout(self.root).releases
        release = CardRelease(place / f"{wheel.version}-1")
        site = release.folder / f"lib/python{self.python}/site-packages"
        site.mkdir(parents=True)
        packages = sorted(wheels.glob("*.whl"))
        # Debian's own pip, as an environment gets it.
        packages += sorted((self.root / "usr/share/python-wheels").glob("pip-*.whl"))
        self._install(site, [*packages, wheel.path])
        (release.folder / "bin").mkdir()
        for name, target in (
            ("python3", "/usr/bin/python3"),
            ("python", "python3"),
            (f"python{self.python}", "python3"),
        ):
            (release.folder / "bin" / name).symlink_to(target)
        (release.folder / "lib64").symlink_to("lib")
        inside = f"/{release.folder.relative_to(self.root)}"
        for script in sorted((site / "bin").iterdir()):
            _, _, rest = script.read_text("utf-8").partition("\n")
            script.write_text(f"#!{inside}/bin/python\n{rest}", "utf-8")
            shutil.move(script, release.folder / "bin" / script.name)
        (site / "bin").rmdir()
        shutil.move(site / "share", release.folder / "share")
        told = f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {self.python}\n"
        (release.folder / "pyvenv.cfg").write_text(told, "ascii")
        shutil.copyfile(wheel.path, release.folder / wheel.path.name)
        shutil.copytree(wheels, release.folder / "wheels")
        (release.folder / "requirements.txt").write_text(wheel.requirements(pins=False), "utf-8")
        (release.folder / releases.COMPLETE).touch()
        return release

    def _install(self, site: Path, packages: list[Path]) -> None:
        platforms = [f"--platform={name}" for name in package_wheels.PLATFORMS[self.architecture]]
        what = [
            "--no-index",
            "--no-deps",
            "--only-binary=:all:",
            "--implementation=cp",
            f"--python-version={self.python}",
        ]
        where = ["--no-compile", "--target", str(site), *map(str, packages)]
        pip = [sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        subprocess.run([*pip, *platforms, *what, *where], check=True)

    def compile(self, folder: Path) -> None:
        """Compile all modules once, since the table may not write beside them. The same Python for this computer does
        it, which is fetched into the folder. Raises CalledProcessError if that fails."""
        native = folder / f"python-{self.python}"
        if not (native / f"usr/bin/python{self.python}").exists():
            shutil.rmtree(native, ignore_errors=True)
            fetch = ["mmdebstrap", "--quiet", "--mode=root", "--variant=extract", "--format=directory"]
            fetch += ["--include=base-files,python3", SUITES[self.python], str(native)]
            subprocess.run(fetch, check=True, stdin=subprocess.DEVNULL)
        command = ["unshare", "--mount", "sh", "-c", _COMPILE, "sh", str(self.root), str(native), self.python]
        subprocess.run(command, check=True)
