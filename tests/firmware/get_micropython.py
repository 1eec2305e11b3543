"""Gets MicroPython for this computer, for the tests: ``python -m tests.firmware.get_micropython FOLDER``.

It comes from Debian's own mirror, as this machine has it configured, out of the release after Debian 12, and goes into
a folder of its own with the C library that it needs; the machine's packages stay as they are. The program
``micropython`` beside this Python starts it. Elsewhere than on Debian 12 it says what to do and changes nothing; the
tests are skipped then. Where there is npm, MicroPython's WebAssembly build comes too, and the emulator of a Pico's
chip.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = ("micropython", "libc6", "libffi8", "libmbedcrypto16", "libmbedtls21", "libmbedx509-7")
RELEASE, NEXT_RELEASE = "bookworm", "trixie"
SOURCES = (Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list"))


SECOND_ENGINE = "micropython-wasm"
"""The folder beside this Python's own that holds MicroPython's WebAssembly build."""
SECOND_PACKAGE = "@micropython/micropython-webassembly-pyscript@1.27.0"

EMULATOR = "rp2040js"
"""The folder beside this Python's own that holds the emulator of a Pico's chip."""
EMULATOR_PACKAGE = "rp2040js@1.4.1"


def this_release() -> str:
    """The name of Debian's release on this machine; empty if it is no Debian."""
    found = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    return found.get("VERSION_CODENAME", "") if found.get("ID") in ("debian", "raspbian") else ""


def fetch(folder: Path) -> None:
    """Get the packages and unpack them; raises CalledProcessError if apt or dpkg fail."""
    sources, root = folder / "sources", folder / "root"
    for each in (sources, root, folder / "lists" / "partial", folder / "cache" / "archives" / "partial"):
        each.mkdir(parents=True, exist_ok=True)
    for file in SOURCES:
        if file.exists():
            text = re.sub(rf"\b{RELEASE}\b", NEXT_RELEASE, file.read_text())
            (sources / file.name).with_suffix(".sources" if file.suffix == ".sources" else ".list").write_text(text)
    options = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": sources,
        "Dir::State::lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "APT::Sandbox::User": "root",
        "Acquire::Retries": "3",
    }
    apt = ["apt-get", "--quiet=2", *(word for name, value in options.items() for word in ("-o", f"{name}={value}"))]
    subprocess.run([*apt, "update"], check=True)
    subprocess.run([*apt, "download", *PACKAGES], cwd=folder, check=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
        package.unlink()
    for each in (folder / "lists", folder / "cache"):
        shutil.rmtree(each)


def write_starter(program: Path, root: Path) -> None:
    """A program that starts what was unpacked with its own C library."""
    (loader,) = (root / "usr" / "lib").glob("*-linux-gnu*/ld-linux*.so.*")
    program.write_text(
        f'#!/bin/sh\nexec "{loader}" --library-path "{loader.parent}" "{root}/usr/bin/micropython" "$@"\n'
    )
    program.chmod(0o755)


def fetch_from_npm(name: str, package: str) -> None:
    """Get a package into a folder of this name, where there is npm; raises CalledProcessError if that fails."""
    folder, npm = Path(sys.prefix) / name, shutil.which("npm")
    if npm is not None and not (folder / "node_modules").exists():
        subprocess.run(
            [npm, "install", "--loglevel=error", "--no-audit", "--no-fund", "--prefix", folder, package],
            check=True,
        )


def main(folder: Path) -> int:
    """Do it, if it has not been done; the exit code."""
    fetch_from_npm(SECOND_ENGINE, SECOND_PACKAGE)
    fetch_from_npm(EMULATOR, EMULATOR_PACKAGE)
    program = Path(sys.executable).parent / "micropython"
    if program.exists() or shutil.which("micropython"):
        return 0
    if this_release() != RELEASE:
        print("No MicroPython, so the firmware is not tested; to have it (Debian 13): sudo apt-get install micropython")
        return 0
    print("Getting MicroPython for the tests of the firmware ...", flush=True)
    fetch(folder.resolve())
    write_starter(program, folder.resolve() / "root")
    subprocess.run([program, "-c", "import sys; assert sys.implementation.name == 'micropython'"], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
