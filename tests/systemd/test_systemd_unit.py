"""The service file is one that systemd itself finds nothing wrong with, and it leaves the service few rights."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import ROOT

UNIT = ROOT / "systemd" / "thera.service"
INSTALLED = "/opt/thera/.venv/bin/thera"

ANALYZE = shutil.which("systemd-analyze")
pytestmark = pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze on this machine")


def complaints(text: str, folder: Path) -> list[str]:
    """What ``systemd-analyze verify`` says of a unit with this text, whose program stands where this one runs."""
    unit = folder / "thera.service"
    unit.write_text(text.replace(INSTALLED, sys.executable), "utf-8")
    result = subprocess.run(["systemd-analyze", "verify", str(unit)], check=False, capture_output=True, text=True)
    said = [line for line in result.stderr.splitlines() if "thera.service" in line]
    assert result.returncode == 0 or said, result.stderr
    return said


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    text = UNIT.read_text("utf-8")
    assert text.count(f"ExecStart={INSTALLED} play ") == 1
    assert complaints(text, tmp_path) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("Restart=on-failure", "Restart=sometimes"), ("ProtectSystem=", "ProtectSytem="), (INSTALLED, "/nowhere/thera")],
)
def test_a_fault_would_be_found(right: str, wrong: str, tmp_path: Path) -> None:
    text = UNIT.read_text("utf-8")
    assert right in text
    assert complaints(text.replace(right, wrong), tmp_path)


def test_the_service_has_few_rights(tmp_path: Path) -> None:
    copy = shutil.copy(UNIT, tmp_path)
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=25", str(copy)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert judged.returncode == 0, judged.stdout.splitlines()[-1]
