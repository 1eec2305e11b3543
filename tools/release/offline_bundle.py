"""Makes one file to install Thera without the internet, for all its processors and Pythons: ``python -m
tools.release.offline_bundle`` after ``make wheel``.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tools.release import package_wheels

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
STARTER = Path(__file__).with_name("install_from_bundle.py")


def assemble(wheel: Path, needed: Iterable[Path], bundle: Path) -> None:
    """Write the bundle of a wheel of Thera and the packages that it needs. Python can start it."""
    named = {path.name: path for path in needed}
    with zipfile.ZipFile(bundle, "w") as archive:  # wheels are compressed already
        archive.write(STARTER, "__main__.py")
        archive.write(wheel, wheel.name)
        for name in sorted(named):
            archive.write(named[name], f"wheels/{name}")


def main() -> int:
    """Make the bundle beside the wheel. Return the exit code."""
    found = sorted(DIST.glob("thera-*.whl"))
    if len(found) != 1:
        print(f"there has to be one wheel in dist/, and there are {len(found)}: make wheel", file=sys.stderr)
        return 1
    needed: list[Path] = []
    for architecture in package_wheels.PLATFORMS:
        for python in package_wheels.PYTHONS:
            folder = ROOT / "build" / "packages" / f"{architecture}-{python}"
            package_wheels.download(architecture, python, folder)
            needed += folder.glob("*.whl")
    bundle = DIST / f"thera-{found[0].name.split('-')[1]}-offline.pyz"
    assemble(found[0], needed, bundle)
    print(f"To install it: sudo python3 {bundle.relative_to(ROOT)} install ({bundle.stat().st_size / 1e6:.1f} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
