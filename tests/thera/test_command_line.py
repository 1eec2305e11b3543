"""The command line as its users meet it: help, examples, errors, versions, pipes and Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import pty
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version

import pytest

from tests.house import ROOT
from tests.typed import typed
from thera.command_parser import CommandParser
from thera.command_tree import parse, whole_parser
from thera.exit_codes import EXIT_MEANINGS, ExitCode


def parsers(parser: CommandParser) -> Iterator[CommandParser]:
    yield parser
    for each in parser.commands.values():
        yield from parsers(each)


ALL = list(parsers(whole_parser()))
COMMANDS = [each for each in ALL if not each.commands]


def test_thera_alone_says_what_it_is_what_to_type_and_what_there_is() -> None:
    done = typed()
    assert (done.returncode, done.stderr) == (0, "")
    assert "Santorini" in done.stdout
    assert "\n  thera play\n" in done.stdout
    assert all(f"\n    {name}" in done.stdout for name in ("play", "doctor", "install", "board"))
    assert typed("board").stdout.startswith("usage: thera board")


@pytest.mark.parametrize("words", [[], ["play"], ["board", "calibrate"]])
def test_help_before_a_command_is_its_help(words: list[str]) -> None:
    assert typed("help", *words).stdout == typed(*words, "--help").stdout != ""


def test_help_on_what_there_is_not_names_what_was_probably_meant() -> None:
    done = typed("help", "paly")
    assert (done.returncode, done.stdout) == (ExitCode.REFUSED, "")
    assert "did you mean play?" in done.stderr


def test_it_says_its_version() -> None:
    done = typed("--version")
    assert (done.returncode, done.stdout) == (0, f"thera {version('thera')}\n")


@pytest.mark.parametrize("parser", ALL, ids=lambda each: each.prog)
def test_every_help_ends_with_examples(parser: CommandParser) -> None:
    assert parser.examples
    assert parser.format_help().endswith(f"      {parser.examples[-1].effect}\n")


@pytest.mark.parametrize("line", [example.line for each in ALL for example in each.examples])
def test_every_example_can_be_typed(line: str) -> None:
    pipeline = [part for part in line.split(" | ") if part.startswith(("thera", "sudo thera"))]
    assert pipeline or line.startswith("sudo systemctl")
    for part in pipeline:
        words = shlex.split(part.partition(" > ")[0].removeprefix("sudo "))
        assert callable(parse(words[1:]).run)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["pley"], "play"),
        (["board", "calibarte"], "calibrate"),
        (["rules", "perf"], "perft"),
        (["play", "--prot", "80"], "--port"),
        (["play", "--prot=80"], "--port"),
        (["board", "flash", "--force"], "--force-new"),
        (["-help"], "--help"),
        (["backup", "--focre"], "--force"),
    ],
)
def test_who_mistypes_reads_what_was_probably_meant(words: list[str], meant: str) -> None:
    done = typed(*words)
    assert (done.returncode, done.stdout) == (ExitCode.REFUSED, "")
    assert f"did you mean {meant}?" in done.stderr.splitlines()[0]
    assert done.stderr.splitlines()[-1].endswith("--help")


def test_an_option_of_one_letter_that_there_is_not_is_named() -> None:
    done = typed("-v")
    assert (done.returncode, done.stderr.splitlines()[0]) == (ExitCode.REFUSED, "thera: there is no option -v")


def test_a_word_like_no_command_gets_the_list_of_commands() -> None:
    told = typed("xylophone").stderr
    assert "did you mean" not in told
    assert "play" in told
    assert "doctor" in told


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (["play", "--port", "eighty"], "0 to 65535"),
        (["play", "--port", "99999999999999999999999"], "0 to 65535"),
        (["play", "--board", "wooden"], "virtual, serial"),
        (["board", "record", "x", "--seconds", "soon"], "above 0"),
        (["simulate", "--players", "7"], "from 2 to 4"),
        (["simulate", "--games", "0"], "from 1 up"),
        (["simulate", "--physics", "none"], "real, ideal"),
        (["rules", "perft", "x", "deep"], "from 1"),
    ],
)
def test_a_wrong_value_gets_what_is_allowed(words: list[str], allowed: str) -> None:
    done = typed(*words)
    assert (done.returncode, done.stdout) == (ExitCode.REFUSED, "")
    assert allowed in done.stderr
    assert "Traceback" not in done.stderr


def test_every_exit_code_is_explained_in_the_documents() -> None:
    assert set(EXIT_MEANINGS) == set(ExitCode)
    document = (ROOT / "docs" / "command_line.md").read_text("utf-8")
    for code, meaning in EXIT_MEANINGS.items():
        assert f"| {int(code)} | {meaning} |" in document


def test_a_closed_pipe_ends_a_command_quietly() -> None:
    script = 'set -o pipefail; "$@" | head -1 >/dev/null'
    command = [sys.executable, "-m", "thera", "rules", "turns", "-"]
    position = b"0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4\n"
    done = subprocess.run(
        ["bash", "-c", script, "-", *command], cwd=ROOT, check=False, capture_output=True, input=position * 200
    )
    assert (done.returncode, done.stderr) == (ExitCode.OUTPUT_CLOSED, b"")


@pytest.mark.parametrize(
    "words",
    [
        ("x" * 100_000,),
        ("play", "--" + "x" * 100_000),
        ("play", "--port", "9" * 100_000),
        ("play", "--board", "x" * 100_000),
        ("backup", "x", "--data", "x" * 100_000),
        ("simulate", "--powers", "x" * 100_000),
        ("rules", "why", "0" * 100_000, "b3"),
        ("rules", "why", "0" * 25 + "/1/mortal:b3,d3/mortal:c2,c4", "x" * 100_000),
        ("completions", "x" * 100_000),
    ],
    ids=lambda words: " ".join(words)[:16],
)
def test_an_error_quotes_only_the_beginning_of_a_long_word(words: tuple[str, ...]) -> None:
    done = typed(*words)
    assert done.returncode in (ExitCode.FAILED, ExitCode.REFUSED)
    assert done.stdout == ""
    assert "..." in done.stderr or "too long" in done.stderr or "that long" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 2000


@pytest.mark.parametrize(
    ("begin", "more"),
    [(b"", b"x"), (b'{"', b"x"), (b'{"', b'\\"'), (b"{", b'"'), (b"{", b"["), (b"0000000000000000000000000/1/", b"x")],
)
def test_an_error_quotes_only_the_beginning_of_a_long_input(begin: bytes, more: bytes) -> None:
    command = [sys.executable, "-m", "thera", "rules", "turns", "-"]
    long = begin + more * (2_000_000 // len(more))
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, input=long)
    assert (done.returncode, done.stderr) == (ExitCode.FAILED, b"")
    assert len(done.stdout) < 2000


def test_ctrl_c_ends_a_simulation_with_all_its_processes_and_no_traceback() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "thera", "simulate", "--games", "1000", "--turns", "1", "--jobs", "2"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal, process:
        shown = b""
        while b"playing 1000 games" not in shown:
            shown += terminal.read(4096)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == ExitCode.INTERRUPTED
        with contextlib.suppress(OSError):  # the terminal is gone with the last process that had it
            while more := terminal.read(4096):
                shown += more
    assert b"Traceback" not in shown


def test_progress_and_results_of_a_simulation_go_different_ways() -> None:
    done = typed("simulate", "--games", "1", "--turns", "1", "--jobs", "1")
    assert done.stderr == ""
    assert "games" in done.stdout
