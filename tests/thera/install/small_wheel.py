"""Wheels that are made in a moment: of Thera with its real units but a small program, of what that needs, and of what
builds that where it comes as sources."""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

from tests.house import ROOT

NEEDED = "thera_needs_this"

PROGRAM = """
import sys

def main():
    if sys.argv[1] == "completions":
        print(f"# completes thera in {sys.argv[2]}")
        return 0
    command, file = sys.argv[1:3], sys.argv[3]
    import thera_needs_this
    if command != ["config", "check"] or open(file).read() == "# wrong\\n":
        print(f"{file}: this is wrong")
        return 2
    print(f"{file} has no errors")
"""


BACKEND = """
import base64, pathlib

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    pathlib.Path({told!r}).open("a").write({name!r} + "\\n")
    pathlib.Path(wheel_directory, {file!r}).write_bytes(base64.b64decode({content!r}))
    return {file!r}
"""
"""A program that builds: tells in a file that it was run, and gives the wheel that it has in it."""


def needed_sources(folder: Path) -> Path:
    """The sources of the one package that it needs."""
    path = folder / f"{NEEDED}-1.0.tar.gz"
    files = {
        "pyproject.toml": '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n',
        "PKG-INFO": f"Metadata-Version: 2.1\nName: {NEEDED}\nVersion: 1.0\n",
    }
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"{NEEDED}-1.0/{name}")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return path


def builder_wheel(folder: Path, version: str, built: Path, told: Path) -> Path:
    """A wheel of what builds those sources, to what ``built`` is; each time that it is run it writes its version into
    the file ``told``."""
    content = base64.b64encode(built.read_bytes()).decode()
    program = BACKEND.format(told=str(told), name=version, file=built.name, content=content)
    return _wheel(folder, "setuptools", version, {"setuptools/__init__.py": "", "setuptools/build_meta.py": program})


def needed_wheel(folder: Path) -> Path:
    """The wheel of the one package that it needs."""
    return _wheel(folder, NEEDED, "1.0", {f"{NEEDED}.py": ""})


def thera_wheel(
    folder: Path, version: str, needed: Path, *, configuration: str = "# all defaults\n", builder: Path | None = None
) -> Path:
    """A wheel of Thera, whose lock for the pins names what builds, too."""
    lock = _locked(NEEDED, "1.0", needed)
    lock_pins = f"{lock}    # for pins\n"
    if builder is not None:
        lock_pins += _locked("setuptools", builder.name.split("-")[1], builder)
    data = f"thera-{version}.data/data/share/thera"
    files = {
        "thera/__init__.py": "",
        "thera/cli.py": PROGRAM,
        "table/settings/thera.toml": configuration,
        f"{data}/requirements.txt": lock,
        f"{data}/requirements-pi.txt": lock_pins,
        f"thera-{version}.dist-info/entry_points.txt": "[console_scripts]\nthera = thera.cli:main\n",
    }
    files |= {f"systemd/units/{path.name}": path.read_text("utf-8") for path in (ROOT / "systemd/units").iterdir()}
    return _wheel(folder, "thera", version, files)


def _locked(name: str, version: str, file: Path) -> str:
    return f"{name}=={version} \\\n    --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


def _wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> Path:
    info = f"{name}-{version}.dist-info"
    whole = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},sha256={_digest(text)},{len(text.encode())}\n" for path, text in whole.items())
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for member, text in {**whole, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            archive.writestr(member, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
