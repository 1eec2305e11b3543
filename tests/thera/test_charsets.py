"""The command line in terminals that cannot show every letter: no command ends in a traceback, and none prints glyphs
that cannot be shown."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.seats import Seat
from table.session.journal_entries import Opened, SeatTaken
from table.session.saved_state import token_mark
from table.storage.journal import Journal
from tests.house import ROOT
from tests.sampling import one_in
from thera.exit_codes import ExitCode

NAME = "Zoë Łukasz 渡辺"


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a terminal tells the programs that are started in it."""

    name: str
    settings: dict[str, str]

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a program in it."""
        kept = ("PATH", "HOME")
        return {name: os.environ[name] for name in kept if name in os.environ} | self.settings


TERMINALS = [
    Terminal("C", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    Terminal("latin-1", {"LANG": "en_US.ISO-8859-1", "PYTHONIOENCODING": "iso-8859-1", "PYTHONUTF8": "0"}),
    Terminal("strict ascii", {"PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"}),
    Terminal("cp437", {"PYTHONIOENCODING": "cp437"}),
]

COMMANDS = [
    ["--help"],
    ["play", "--help"],
    ["board", "describe"],
    ["board", "wiring"],
    ["board", "template", "{folder}/template.svg"],
    ["board", "record", "{folder}/trace", "--board", "virtual", "--seconds", "0.1"],
    ["board", "status", "--board", "{folder}/none"],
    ["config", "show"],
    ["config", "check", "{folder}/thera.toml"],
    ["doctor", "--data", "{folder}"],
    ["doctor", "--data", "{folder}", "--json"],
    ["rules", "turns", "{folder}/thera.toml"],
    ["rules", "perft", "{folder}", "1"],
    ["rules", "replay", "{folder}/thera.toml"],
    ["simulate", "--games", "1", "--turns", "1"],
    ["backup", "{folder}/backup.tar.gz", "--data", "{folder}/data"],
    ["restore", "{folder}/thera.toml", "--data", "{folder}/data"],
    ["board", "replay", "{folder}/thera.toml"],
    ["board", "serve", "--link", "{folder}/board"],
    ["board", "flash", "--board", "{folder}/none"],
    ["install", "--root", "{folder}"],
]


def ran(command: list[str], folder: Path, terminal: Terminal) -> subprocess.CompletedProcess[bytes]:
    (folder / "thera.toml").write_text(f'[table]\nlanguage = "{NAME}"\n', "utf-8")
    words = [word.format(folder=folder) for word in command]
    return subprocess.run(
        [sys.executable, "-m", "thera.cli", *words],
        cwd=ROOT,
        env=terminal.environment,
        check=False,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize(
    "terminal",
    [TERMINALS[0], pytest.param(TERMINALS[1], marks=pytest.mark.slow)],
    ids=lambda terminal: terminal.name,
)
@pytest.mark.parametrize("command", one_in(3, COMMANDS), ids=" ".join)
def test_no_command_ends_in_a_traceback(command: list[str], terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / NAME
    folder.mkdir()
    done = ran(command, folder, terminal)
    assert b"Traceback" not in done.stderr, done.stderr.decode(errors="replace")
    assert done.returncode in (0, 1, 2)


def seated(folder: Path) -> None:
    """A table at which somebody sits whose name few charsets have."""
    with Journal(folder) as journal:
        journal.append(Opened(), SeatTaken(Seat.BLUE, NAME, token_mark("token")))


@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
def test_a_table_starts_where_neither_its_code_nor_a_name_can_be_shown(terminal: Terminal, tmp_path: Path) -> None:
    seated(tmp_path)
    play = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    ours, theirs = pty.openpty()
    with (
        os.fdopen(ours, "rb", buffering=0) as shown,
        subprocess.Popen(play, cwd=ROOT, env=terminal.environment, stdout=theirs, stderr=subprocess.PIPE) as table,
    ):
        os.close(theirs)
        try:
            printed = b""
            while b"Ctrl-C" not in printed:
                printed += shown.read(4096)
            table.send_signal(signal.SIGTERM)
            _, told = table.communicate()
        finally:
            table.kill()
    assert (table.returncode, told) == (0, b"")
    assert b"Continuing with Zo" in printed
    has_blocks = terminal.name == "cp437"
    assert (b"\x1b[97;40m" in printed) == has_blocks
    assert (b"scan the code" in printed) == has_blocks


@pytest.mark.parametrize("command", one_in(3, COMMANDS, 1), ids=" ".join)
def test_who_reads_no_more_is_no_error(command: list[str], tmp_path: Path) -> None:
    """As in ``thera ... | head -0``: the other end of the pipe is closed before anything is printed."""
    folder = tmp_path / "data"
    folder.mkdir()
    reader, writer = os.pipe()
    os.close(reader)
    try:
        words = [word.format(folder=folder) for word in command]
        (folder / "thera.toml").write_text("")
        done = subprocess.run(
            [sys.executable, "-m", "thera.cli", *words], cwd=ROOT, check=False, stdout=writer, stderr=subprocess.PIPE
        )
    finally:
        os.close(writer)
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr
    assert done.returncode in (
        0,
        1,
        2,
        ExitCode.OUTPUT_CLOSED,
    )  # 0: nothing to print


def test_without_an_output_at_all_a_command_does_its_work(tmp_path: Path) -> None:
    closed = ["bash", "-c", 'exec "$@" >&-', "-", sys.executable, "-m", "thera.cli", "board", "template"]
    done = subprocess.run([*closed, str(tmp_path / "a.svg")], cwd=ROOT, check=False, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "a.svg").exists()
