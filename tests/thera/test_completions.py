"""Completing a command line of ``thera`` with Tab, in the shells that are installed."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.house import ROOT

TYPED = [
    ("thera bac\t", "backup"),
    ("thera board cal\t", "board calibrate"),
    ("thera play --rec\t", "play --record"),
    ("thera rules per\t", "rules perft"),
    ("thera config che\t", "config check"),
    ("thera completions fi\t", "completions fish"),
    ("thera backup thera.ta\t", "backup thera.tar.gz"),
]

PROMPT = "ready>"
SHOWING = f'thera() {{ echo "[[$*]]"; }}\nPS1="{PROMPT}"\n'
"""What makes a shell show the words that ``thera`` would get, and when it waits for a command."""


def script(shell: str) -> str:
    printed = subprocess.run(
        [sys.executable, "-m", "thera", "completions", shell], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert printed.stderr == ""
    return printed.stdout


@contextmanager
def terminal_of(command: list[str], folder: Path) -> Iterator[int]:
    """A shell on a pseudo-terminal, in this folder."""
    ours, theirs = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "ZDOTDIR": str(folder)}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment, start_new_session=True
    ) as process:
        os.close(theirs)
        try:
            seen_until(ours, PROMPT)
            yield ours
        finally:
            process.kill()
            os.close(ours)


def seen_until(terminal: int, awaited: str) -> str:
    """What a terminal shows until it shows this."""
    shown = ""
    while awaited not in shown:
        shown += os.read(terminal, 4096).decode(errors="replace")
    return shown


def completed(terminal: int, typed: str) -> str:
    """The command that a shell runs after these keys; ``thera`` in it prints its words between brackets."""
    os.write(terminal, f"{typed}\n".encode())
    shown = seen_until(terminal, "]]")
    return shown[shown.rindex("[[") + 2 : shown.rindex("]]")].strip()


def test_bash_completes_commands_options_and_files(tmp_path: Path) -> None:
    (tmp_path / "thera.tar.gz").touch()
    (tmp_path / "rc").write_text(f"{script('bash')}\n{SHOWING}")
    with terminal_of(["bash", "--rcfile", "rc", "-i"], tmp_path) as terminal:
        for typed, command in TYPED:
            assert completed(terminal, typed) == command


def test_zsh_completes_commands_options_and_files(tmp_path: Path) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    functions = tmp_path / "functions"
    functions.mkdir()
    (functions / "_thera").write_text(script("zsh"))
    (tmp_path / "thera.tar.gz").touch()
    loading = "fpath=(~/functions $fpath); autoload -Uz compinit; compinit -D -u\n"
    (tmp_path / ".zshrc").write_text(f"{loading}{SHOWING}")
    with terminal_of(["zsh", "-d", "-i"], tmp_path) as terminal:
        for typed, command in TYPED:
            assert completed(terminal, typed) == command


def test_fish_completes_commands_options_and_files(tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    (tmp_path / "thera.fish").write_text(script("fish"))
    (tmp_path / "thera.tar.gz").touch()
    for typed, command in TYPED:
        asked = f"source thera.fish; complete --do-complete '{typed.strip()}'"
        offered = subprocess.run(["fish", "--no-config", "-c", asked], cwd=tmp_path, check=True, capture_output=True)
        words = [line.split(b"\t")[0].decode() for line in offered.stdout.splitlines()]
        assert words == [command.split()[-1]]
