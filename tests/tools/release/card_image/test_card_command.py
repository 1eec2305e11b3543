"""What is said before a card is made, and what the scripts of its packages know of this computer."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.house import ROOT
from tools.release.card_image import debian_root
from tools.release.card_image.debian_root import DebianRoot

ABSENT = "/nonexistent/the base.img"


@pytest.mark.parametrize(
    "command",
    [["make", "card-image", f"BASE={ABSENT}"], [sys.executable, "-m", "tools.release.card_image", "--base", ABSENT]],
)
def test_a_base_that_is_not_there_is_named_before_anything_is_made(command: list[str]) -> None:
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # as if typed
    ran = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=60, env=alone)
    assert ran.returncode == 2
    assert f"No image is made: there is no file {ABSENT}" in ran.stderr
    assert ran.stdout == ""


def test_the_scripts_of_packages_get_no_folder_that_only_this_computer_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "script.sh"
    script.write_text('echo "${TMPDIR:-none}"\n')
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "elsewhere"))
    for name in ("_CONFIGURE", "_MAKE_INITRD"):
        monkeypatch.setattr(debian_root, name, script)
    monkeypatch.setattr(debian_root, "emulated", nullcontext)
    monkeypatch.setattr(DebianRoot, "fetch", lambda _: ["true"])
    monkeypatch.setattr(debian_root, "ENTERED", ())
    DebianRoot(tmp_path).make(tmp_path / "log.txt", lambda _: None)
    assert (tmp_path / "log.txt").read_text() == "none\nnone\n"
