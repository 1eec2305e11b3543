"""Where the project lies and which files belong to it, for the tests that look at the project itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "apart",
    "broker",
    "calibration",
    "club",
    "common",
    "engine",
    "firmware_bridge",
    "hardware",
    "home_automation",
    "opponent",
    "perception",
    "simulator",
    "systemd",
    "table",
    "thera",
    "web_ui",
)


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
