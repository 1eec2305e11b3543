"""Every command in a block of the documents is run: here, by a named test or target, or by a person for a reason."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hardware.board_file import BoardFile, describe
from tests.document_links import FENCE
from tests.house import ROOT, files
from tests.journeys.started_table import table_started
from thera.cli import main

SHELL = re.compile(r"^```(?:sh)?\n((?:.*\n)*?)```$|(?<=\n\n)((?: {4,}.*\n)+)", re.MULTILINE)
"""A block of commands: fenced without a language, or indented."""

RUN_HERE = {
    "thera board describe > my-board.toml": 'name = "Thera board"',
    "thera board describe my-board.toml": 'name = "Thera board"',
    "thera board template plate.pdf": "",
    "thera board template plate.svg --board-file my-board.toml": "",
    "thera board template face.dxf --sheet face --board-file my-board.toml": "",
    "thera board template carrier.dxf --sheet carrier --board-file my-board.toml": "",
    "thera board template carrier.dxf --sheet rank-carrier --board-file my-board.toml": "",
    "thera board wiring --board-file my-board.toml": "The strip",
    "thera board status": "ready",
    "thera config check": "has no errors",
    "thera config show": 'link = "virtual"',
    "thera rules perft 0000000000000000000000000/1/mortal:b2,d4/mortal:d2,b4 2": '"turns":',
    "thera rules why 0000000000000000000000000/1/mortal:b2,d4/mortal:d2,b4 b2-b4": '"legal":false',
    'thera rules why 0000000000000000000000000/1/mortal:b2,d4/limus:d2,b4 "b2-c2 c2"': "stands",
    'thera rules why "0000000000000000000000000/1/mortal:b2,d4/limus:d2,b4 b2-c2" c2': "stands",
}
"""Commands that end by themselves and succeed, with a part of what they print, here or into the file that they name."""

TABLES_HERE = {
    "thera play --board-file my-board.toml",
    "thera play --config my.toml",
    "thera play --record game.trace.gz",
}
"""Commands that open a table until they are stopped."""

CURL_HERE = {
    "curl -N http://192.168.1.20:8080/stream": 'data: {"version"',
    "curl -b jar -c jar -H 'Content-Type: application/json' http://192.168.1.20:8080/command"
    ' -d \'{"version": 4294967301, "command": {"kind": "claim_seat", "seat": "blue", "name": "Ann"}}\'': '"snapshot"',
}
"""What asks a running table, with a part of the answer; its address is that of the table of the test."""

MAKE_RUN = {
    "make run": "thera play",
    'make run ARGS="--board serial --board-file my-board.toml"': "thera play --board serial --board-file my-board.toml",
}
"""What ``make run`` starts; opening each kind of board is tested in `tests/thera/boards`."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A file that runs a command, and a part of it that shows that it does."""

    file: str
    part: str


SYSTEM = "tests/system/run.py"
COMPLETIONS = "tests/thera/test_completions.py"
TERMINAL = "tests/perception/calibration/test_terminal.py"

OPPONENT = "tests/thera/commands/test_opponent_command.py"

RUN_ELSEWHERE = {
    "thera opponent turns positions.txt --nodes 2000 --json": Elsewhere(OPPONENT, '"--nodes"'),
    "thera opponent turns positions.txt --level casual": Elsewhere(OPPONENT, '"--level"'),
    "thera opponent match strong casual --games 10": Elsewhere(OPPONENT, '"match"'),
    "thera opponent puzzles --count 5 --seed 7": Elsewhere(OPPONENT, '"puzzles"'),
    "make test": Elsewhere(".ci/run", "make test"),
    "make lint": Elsewhere(".ci/run", "make lint"),
    "make matrix": Elsewhere("Makefile", "matrix: setup-dev"),
    "thera doctor": Elsewhere("tests/thera/commands/test_doctor_command.py", 'main(["doctor"'),
    "thera doctor --board-file my-board.toml": Elsewhere(
        "tests/thera/commands/test_doctor_command.py", '"--board-file"'
    ),
    "thera completions bash > ~/.local/share/bash-completion/completions/thera": Elsewhere(
        COMPLETIONS, "script('bash')"
    ),
    "thera completions fish > ~/.config/fish/completions/thera.fish": Elsewhere(COMPLETIONS, 'script("fish")'),
    "thera completions zsh > ~/.zfunc/_thera": Elsewhere(COMPLETIONS, 'script("zsh")'),
    "thera board monitor": Elsewhere(TERMINAL, '"monitor"'),
    "thera board try my-pilot.toml --board-file my-board.toml": Elsewhere(
        "tests/thera/commands/test_try_command.py", '"board", "try"'
    ),
    "thera board try my-scale.toml --scale --board-file my-board.toml": Elsewhere(
        "tests/thera/commands/test_try_scale.py", '"--scale", "--board", port.path'
    ),
    "thera board selftest": Elsewhere(TERMINAL, '"board", "selftest"'),
    "thera board selftest --board-file my-board.toml": Elsewhere(TERMINAL, '"selftest"'),
    "thera board calibrate": Elsewhere(TERMINAL, '"board", "calibrate"'),
    "thera board calibrate --scale --board-file my-board.toml": Elsewhere(
        "tests/thera/commands/test_calibrate_scale.py", '"calibrate", "--scale"'
    ),
    "thera board calibrate --board-file my-board.toml": Elsewhere(TERMINAL, '"--board-file"'),
    "thera board flash --board-file my-board.toml": Elsewhere("tests/firmware/test_flash.py", '"board", "flash"'),
    "source .venv/bin/activate": Elsewhere("tests/thera/test_thera_in_terminal.py", "/bin/activate"),
    "make release": Elsewhere("tests/tools/release/test_release_folder.py", "main([])"),
    'sudo "$(command -v thera)" board serve --board-file my-board.toml': Elsewhere(
        "tests/hardware/gpio/test_serve.py", "tests.hardware.gpio.served"
    ),
    "sudo python3 thera-0.1.0-py3-none-any.whl/thera install": Elsewhere(
        SYSTEM, '"python3", self.bring(wheel), "install"'
    ),
    "sudo python3 thera-0.1.0-offline.pyz install": Elsewhere(SYSTEM, 'f"python3 /srv/{bundle.name} install"'),
    "sudo thera update thera-0.2.0-py3-none-any.whl": Elsewhere(SYSTEM, '"thera", "update", "/srv"'),
    "sudo apt install git make": Elsewhere("tests/newcomer/bare_debian.py", '"git", "locales", "make"'),
    "sudo make card-image": Elsewhere("Makefile", "card-image: card-base packages-card wheel"),
    "make demo": Elsewhere("Makefile", "demo-test: packages-test demo"),
    "make circuit-boards": Elsewhere(
        "tests/hardware/making/circuit_boards/test_kicad_boards.py", "make_project_files("
    ),
    'make circuit-boards ARGS="--board-file my-board.toml"': Elsewhere(
        "tests/hardware/making/circuit_boards/test_kicad_boards.py", "parse_board_file("
    ),
    'make printed-parts ARGS="--rank-boards --rubber 1 --board-file my-board.toml"': Elsewhere(
        "tests/hardware/making/printed_parts/test_rank_boards_fit.py", 'main(["--rank-boards"'
    ),
    "make printed-parts": Elsewhere("tests/hardware/making/printed_parts/test_part_set.py", 'main(["--out"'),
    'make printed-parts ARGS="--board-file my-board.toml --face 4 --carrier 3 --rubber 1 --block 30"': Elsewhere(
        "tests/hardware/making/printed_parts/test_part_set.py", '"--rubber", "1", "--block", "30"'
    ),
    "sudo thera uninstall": Elsewhere(SYSTEM, '"thera", "uninstall"'),
    "sudo thera backup thera.tar.gz": Elsewhere(SYSTEM, '"thera", "backup"'),
    "sudo thera restore thera.tar.gz": Elsewhere(SYSTEM, '"thera", "restore"'),
}
"""Commands that a test or a target of its own runs: those that need a person's answers, root, or a board."""

BY_A_PERSON = {
    "sudo make card-image BASE=raspios-lite-arm64.img.xz": "Raspberry Pi OS is downloaded by a person; the tests of"
    " tools/release/card_image take the files out of an image of ours",
    "python3 -m http.server --directory build/demo": "any web server does it; `make demo-test` starts one",
    "git clone ADDRESS thera": "the address is that of whoever publishes it",
    "cd thera": "after the line before",
    "systemctl status thera": "systemd's own; `make system-test` reads the same state by systemctl show",
    "sudo systemctl restart thera": "systemd's own; `make system-test` stops and starts the service",
    "sudo systemctl disable --now thera-network": "systemd's own",
    "sudo raspi-config nonint do_wifi_country NL": "a Raspberry Pi's own",
}
"""Commands that nothing here can run, with the reason."""

ALL = [*RUN_HERE, *TABLES_HERE, *CURL_HERE, *MAKE_RUN, *RUN_ELSEWHERE, *BY_A_PERSON]


def commands(text: str) -> Iterator[str]:
    """The commands in the blocks of a document, each on one line and without its remark."""
    for fenced, indented in SHELL.findall(_without_other_languages(text)):
        for line in (fenced or indented).replace("\\\n", " ").splitlines():
            if command := re.sub(r"\s+# .*", "", " ".join(line.split())):
                yield command


def _without_other_languages(text: str) -> str:
    return re.sub(r"^```(?!sh$)\w+\n(?:.*\n)*?```$", "", text, flags=re.MULTILINE)


def documented() -> set[str]:
    ours = [path for path in files("*.md", "docs/*.md") if not path.is_relative_to(ROOT / "tests")]
    return {command for path in ours for command in commands(path.read_text("utf-8"))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where commands are typed: with ``thera`` at hand, a board file, and a configuration with the simulated board."""
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "thera"
    script.write_text(
        "#!/bin/sh\n"
        f'case "$1" in play) set -- "$@" --host 127.0.0.1 --port 0 --data "{tmp_path}/data";; esac\n'
        f'exec {shlex.quote(sys.executable)} -m thera.cli "$@"\n',
        "utf-8",
    )
    script.chmod(0o755)
    for name in ("my.toml", "thera.toml"):
        (tmp_path / name).write_text('[board]\nlink = "virtual"\n', "utf-8")
    (tmp_path / "my-board.toml").write_text(describe(BoardFile()), "utf-8")
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "THERA_CONFIG": str(folder / "thera.toml"), "PYTHONPATH": str(ROOT)}


def test_commands_are_found_in_blocks_and_nothing_else_is() -> None:
    text = (
        "Type\n\n```\nmake run   # at once\ncurl -N a \\\n  -d b\n```\n\nor\n\n    thera play\n\n"
        "```toml\nsize = 5\n```\n\n- in a list\n\n      sudo reboot\n\nbut not `make test`.\n"
    )
    assert list(commands(text)) == ["make run", "curl -N a -d b", "thera play", "sudo reboot"]
    assert FENCE.search(text)


def test_every_command_of_the_documents_is_run_by_somebody() -> None:
    assert documented() - set(ALL) == set(), "say in this file where these are run"
    assert set(ALL) - documented() == set(), "no document has these any more"
    assert len(ALL) == len(set(ALL))


@pytest.mark.parametrize("command", [command for command in RUN_HERE if " > " in command])
def test_a_command_fills_the_file_of_the_document(command: str, folder: Path) -> None:
    run = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment(folder), check=False, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert RUN_HERE[command] in (folder / command.split(" > ")[1]).read_text("utf-8")


@pytest.mark.parametrize("command", [command for command in RUN_HERE if " > " not in command])
def test_a_command_does_what_the_document_says(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process: its words are those that a shell would give the program."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("THERA_CONFIG", str(folder / "thera.toml"))
    program, *words = shlex.split(command)
    assert program == "thera"
    assert main(words) == 0
    assert RUN_HERE[command] in capsys.readouterr().out
    if drawn := re.search(r"plate\.\w+", command):
        assert (folder / drawn[0]).stat().st_size > 1000


@pytest.mark.parametrize("command", sorted(TABLES_HERE))
def test_a_command_opens_a_table(command: str, folder: Path) -> None:
    with subprocess.Popen(
        ["bash", "-c", f"exec {command}"], cwd=folder, env=environment(folder), stdout=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout is not None
        opened = any("open at http://" in line for line in table.stdout)
        table.send_signal(signal.SIGTERM)
        table.communicate()
    assert opened
    assert table.returncode == 0
    assert ("--record" in command) == (folder / "game.trace.gz").exists()


def test_a_table_answers_the_requests_of_the_documents(tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("no curl here: install the package curl to send what the documents send")
    with table_started(tmp_path / "data") as address:
        for command, part in CURL_HERE.items():
            typed = command.replace("http://192.168.1.20:8080", address)
            asked = ["bash", "-c", f"exec {typed} --silent --max-time 30"]
            answer = ""
            with subprocess.Popen(asked, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as curl:
                assert curl.stdout is not None
                for line in curl.stdout:
                    answer += line
                    if part in answer and "/stream" in command:
                        curl.kill()  # a stream has no end of its own
            assert part in answer
            if "/command" in command:
                assert "error" not in json.loads(answer)


@pytest.mark.parametrize("command", MAKE_RUN)
def test_make_run_starts_what_the_document_says(command: str) -> None:
    asked = ["make", "--dry-run", *shlex.split(command)[1:]]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    told = subprocess.run(asked, cwd=ROOT, env=alone, check=True, capture_output=True, text=True).stdout
    assert told.splitlines()[-1].strip() == f"exec .venv/bin/{MAKE_RUN[command]}"


@pytest.mark.parametrize("command", RUN_ELSEWHERE)
def test_a_command_is_run_where_this_file_says(command: str) -> None:
    place = RUN_ELSEWHERE[command]
    assert place.part in (ROOT / place.file).read_text("utf-8")
