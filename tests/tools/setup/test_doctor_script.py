"""What ``make doctor`` says on a computer that lacks programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house import ROOT
from tests.tools.setup.test_debian_packages import NOTHING_INSTALLED, Computer

LOOKED_FOR = re.compile(r'shutil\.which\("([a-z-]+)"\) is None')
"""How a test looks for a program, to be skipped without it."""
INSTALLED = {"curl"}
"""What ``make test`` installs where it is lacking."""
FOR_ROOT = (Path("/sbin"), Path("/usr/sbin"))
"""Where programs are found that an ordinary user's shell does not find."""


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    made = Computer(tmp_path)
    for name, script in (("dpkg-query", NOTHING_INSTALLED), ("df", "echo Avail; echo 9999M")):
        made.has(name, script)
    made.has("id", "echo 0")
    made.has("tail", "while read -r line; do last=$line; done; echo $last")
    made.has("tr", "read -r line; echo ${line//[^0-9]/}")
    return made


def test_each_program_whose_lack_skips_tests_is_named_in_one_place(computer: Computer) -> None:
    needed = {name for path in (ROOT / "tests").rglob("test_*.py") for name in LOOKED_FOR.findall(path.read_text())}
    assert {"fish", "systemctl"} <= needed
    came = computer.types("tools/setup/doctor.sh")
    assert came.returncode == 0, came.stderr
    _, _, skipped = came.stdout.partition("What the tests would skip here:\n")
    lacking = {name for name in needed - INSTALLED if not any((folder / name).exists() for folder in FOR_ROOT)}
    assert lacking <= set(re.findall(r"[a-z-]+", skipped))


def test_a_computer_that_has_them_skips_nothing_for_them(computer: Computer) -> None:
    before = computer.types("tools/setup/doctor.sh").stdout
    for name in ("fish", "zsh"):
        computer.note(name)
    after = computer.types("tools/setup/doctor.sh").stdout
    assert "completing with Tab" in before
    assert "completing with Tab" not in after
