"""Wheels that are made in a moment: of Thera with its real units but a small program, and of what that needs."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

from tests.house import ROOT

NEEDED = "thera_needs_this"

PROGRAM = """
import sys

def main():
    command, file = sys.argv[1:3], sys.argv[3]
    import thera_needs_this
    if command != ["config", "check"] or open(file).read() == "# wrong\\n":
        print(f"{file}: this is wrong")
        return 2
    print(f"{file} is right")
"""


def needed_wheel(folder: Path) -> Path:
    """The wheel of the one package that it needs."""
    return _wheel(folder, NEEDED, "1.0", {f"{NEEDED}.py": ""})


def thera_wheel(folder: Path, version: str, needed: Path, *, configuration: str = "# all defaults\n") -> Path:
    """A wheel of Thera."""
    digest = hashlib.sha256(needed.read_bytes()).hexdigest()
    data = f"thera-{version}.data/data/share/thera"
    files = {
        "table/__init__.py": "",
        "table/cli.py": PROGRAM,
        "table/thera.toml": configuration,
        f"{data}/requirements.txt": f"{NEEDED}==1.0 \\\n    --hash=sha256:{digest}\n",
        f"{data}/requirements-pi.txt": f"{NEEDED}==1.0 \\\n    --hash=sha256:{digest}\n    # for pins\n",
        f"thera-{version}.dist-info/entry_points.txt": "[console_scripts]\nthera = table.cli:main\n",
    }
    files |= {f"systemd/units/{path.name}": path.read_text("utf-8") for path in (ROOT / "systemd/units").iterdir()}
    return _wheel(folder, "thera", version, files)


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
