"""Where the project lies and which files belong to it, for the tests that look at the project itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "common",
    "engine",
    "firmware_bridge",
    "hardware",
    "online",
    "opponent",
    "perception",
    "systemd",
    "table",
    "thera",
    "web_ui",
)
NOT_INSTALLED = "hardware/making"
"""The part of a room that makes a board and its guide, and is not in the wheel."""


def files(*patterns: str) -> list[Path]:
    """The files of the project that git knows or would take, without those that are deleted but not yet committed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return sorted(path for name in set(listed.split("\0")) if name and (path := ROOT / name).is_file())


def installed_modules() -> list[Path]:
    """The Python files that a table consists of."""
    return [
        path for path in files(*(f"{room}/*.py" for room in ROOMS)) if not path.is_relative_to(ROOT / NOT_INSTALLED)
    ]
