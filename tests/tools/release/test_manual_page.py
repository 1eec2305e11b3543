"""The manual page says what the commands say, and is shown without warnings."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from thera.command_tree import whole_parser
from tools.release.manual_page import manual_page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("man") / "thera.1"
    page.write_text(manual_page(whole_parser()), "utf-8")
    return page


def test_man_shows_it_without_warnings_with_every_command_option_and_exit_code(page: Path) -> None:
    if shutil.which("man") is None or shutil.which("groff") is None:
        pytest.skip("man or groff is not installed")
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""}
    shown = subprocess.run(
        ["man", "--warnings", "--local-file", str(page)], check=True, capture_output=True, text=True, env=environment
    )
    assert shown.stderr == ""
    text = re.sub(r".\x08", "", shown.stdout)
    for said in ("thera rules perft", "thera board calibrate", "--record FILE", "EXIT STATUS", "NO_COLOR", "130"):
        assert said in text


def test_mandoc_finds_nothing_wrong_with_it(page: Path) -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not installed")
    command = ["mandoc", "-T", "lint", "-W", "warning", str(page)]
    checked = subprocess.run(command, check=False, capture_output=True, text=True)
    assert [line for line in checked.stdout.splitlines() if "missing date" not in line] == []
