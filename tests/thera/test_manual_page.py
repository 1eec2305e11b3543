"""The manual page: what is stored is what the commands say now, and it is shown without warnings."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from thera.command_tree import whole_parser
from thera.commands.manual_page import MANUAL, manual_page


def test_the_manual_page_is_that_of_the_commands() -> None:
    assert MANUAL.read_text("utf-8") == manual_page(whole_parser()), "type: make manual"


def test_man_shows_it_without_warnings_with_every_command_option_and_exit_code() -> None:
    if shutil.which("man") is None or shutil.which("groff") is None:
        pytest.skip("man or groff is not installed")
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MAN_KEEP_FORMATTING": ""}
    shown = subprocess.run(
        ["man", "--warnings", "--local-file", str(MANUAL)], check=True, capture_output=True, text=True, env=environment
    )
    assert shown.stderr == ""
    text = re.sub(r".\x08", "", shown.stdout)
    for said in ("thera rules perft", "thera board calibrate", "--record FILE", "EXIT STATUS", "NO_COLOR", "130"):
        assert said in text


def test_mandoc_finds_nothing_wrong_with_it() -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not installed")
    command = ["mandoc", "-T", "lint", "-W", "warning", str(MANUAL)]
    checked = subprocess.run(command, check=False, capture_output=True, text=True)
    assert [line for line in checked.stdout.splitlines() if "missing date" not in line] == []
