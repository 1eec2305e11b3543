"""What the pages say about how to start ``thera`` is true, and each page that starts it says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import ROOT, files
from tests.test_document_commands import commands

PAGES = [path for path in files("*.md", "docs/*.md") if not path.is_relative_to(ROOT / "tests")]
TYPED = "type `source .venv/bin/activate` first, [once in each terminal]("
SECTION = "command_line.md#where-thera-is)"


def in_terminal(typed: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a new shell does with these words, without the environment of the tests."""
    bare = {"PATH": os.defpath, "HOME": str(folder)}
    return subprocess.run(["bash", "-c", typed], cwd=folder, env=bare, check=False, capture_output=True, text=True)


def test_thera_is_there_in_every_folder_once_it_is_activated(tmp_path: Path) -> None:
    assert in_terminal("thera help", tmp_path).returncode == 127
    run = in_terminal(f"source {sys.prefix}/bin/activate && thera help", tmp_path)
    assert run.returncode == 0, run.stderr
    assert "start the table" in run.stdout


def test_what_sudo_is_given_needs_no_environment(tmp_path: Path) -> None:
    """As sudo takes it away; sudo itself would ask for a password."""
    run = in_terminal(f'source {sys.prefix}/bin/activate && env -i "$(command -v thera)" help', tmp_path)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_whose_commands_begin_with_thera_says_how_to_get_it(page: Path) -> None:
    text = page.read_text("utf-8")
    assert ".venv/bin/thera" not in text, "thera alone, as everywhere"
    if page.name == "command_line.md" or not any(line.startswith("thera ") for line in commands(text)):
        return
    assert TYPED in text
    assert text.split(TYPED)[1].split()[0].rstrip(".").endswith(SECTION)
    assert len(list(commands(text.split(TYPED)[0]))) <= 5, "it stands before or after the first block"
