"""The start of a bundle: ``sudo python3 thera-VERSION-offline.pyz install`` installs from the bundle's content."""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path


def main(bundle: Path, arguments: list[str]) -> int:
    """Unpack the bundle and let the wheel in it install itself. Return the exit code."""
    if arguments[:1] != ["install"]:
        print(f"To install Thera without internet: sudo python3 {bundle} install", file=sys.stderr)
        return 0 if arguments[:1] in (["--help"], ["-h"]) else 2
    with tempfile.TemporaryDirectory() as unpacked:
        with zipfile.ZipFile(bundle) as archive:
            archive.extractall(unpacked)
        (wheel,) = Path(unpacked).glob("thera-*.whl")
        installer = [sys.executable, f"{wheel}/thera", *arguments]
        return subprocess.run([*installer, "--wheels", f"{unpacked}/wheels"], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[0]), sys.argv[1:]))
