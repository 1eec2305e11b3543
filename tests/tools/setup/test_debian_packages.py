"""What is missing is found out at once, and asked for once; the programs of Debian are stand-ins here, the real ones
are used by ``make newcomer-test``.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.house import ROOT

TOOLS = ("bash", "cat", "dirname", "env", "grep", "mktemp", "paste", "printf", "rm", "sed", "sh", "sleep", "true")
NOTHING_INSTALLED = "exit 1"
ALL_INSTALLED = "printf installed"
NEEDED_BY_TESTS = {"chromium", "gcc", "nodejs", "npm", "python3", "python3-venv"}


class Computer:
    """A computer with some programs and no others, and what was done on it."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.done = folder / "done"
        (folder / "tools").symlink_to(ROOT / "tools")
        self.folder = folder
        for tool in TOOLS:
            found = subprocess.run(["which", tool], check=True, capture_output=True, text=True).stdout.strip()
            (self.programs / tool).symlink_to(found)

    def has(self, name: str, script: str) -> None:
        """Let there be a program."""
        program = self.programs / name
        program.write_text(f"#!{self.programs / 'bash'}\n{script}\n")
        program.chmod(0o755)

    def note(self, name: str, code: int = 0, prints: str = "") -> None:
        """Let there be a program that writes down how it was called."""
        self.has(name, f'echo "{name} $*" >>"{self.done}"; printf "%s\\n" "{prints}"; exit {code}')

    def types(self, *command: str) -> subprocess.CompletedProcess[str]:
        """What comes of a command."""
        return subprocess.run(
            command, cwd=self.folder, env={"PATH": str(self.programs)}, check=False, capture_output=True, text=True
        )

    @property
    def calls(self) -> list[str]:
        """What was done."""
        return self.done.read_text().splitlines() if self.done.exists() else []


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    made = Computer(tmp_path)
    made.has("id", "echo 1000")
    made.has("dpkg-query", NOTHING_INSTALLED)
    made.note("apt-get")
    return made


def test_without_sudo_all_that_is_missing_stands_in_one_line(computer: Computer) -> None:
    came = computer.types("tools/setup/debian_packages.sh", "test")
    (line,) = [line for line in came.stderr.splitlines() if "apt-get install" in line]
    assert line.strip().startswith("su -c 'apt-get update; apt-get install ")
    assert set(line.strip(" '").split()) >= NEEDED_BY_TESTS
    assert came.returncode == 1
    assert computer.calls == []


def test_a_sudo_that_would_ask_for_a_password_is_not_asked(computer: Computer) -> None:
    computer.note("sudo", code=1)
    came = computer.types("tools/setup/debian_packages.sh", "run")
    assert (
        "sudo sh -c 'apt-get update; apt-get install --yes --no-install-recommends python3 python3-venv'" in came.stderr
    )
    assert came.returncode == 1
    assert computer.calls == ["sudo -n true"]


def test_a_sudo_without_questions_installs_all_at_once(computer: Computer) -> None:
    computer.has("sudo", 'shift; exec "$@"')
    came = computer.types("tools/setup/debian_packages.sh", "run")
    assert came.returncode == 0, came.stderr
    assert [call.split()[-1] for call in computer.calls] == ["update", "DPkg::Lock::Timeout=300"]
    assert "python3 python3-venv" in computer.calls[1]


def test_a_source_that_cannot_be_read_is_no_reason_to_stop(computer: Computer) -> None:
    computer.has("sudo", 'shift; exec "$@"')
    computer.has("apt-get", f'echo "$*" >>"{computer.done}"; case "$*" in *update*) exit 100;; esac')
    assert computer.types("tools/setup/debian_packages.sh", "run").returncode == 0
    assert len(computer.calls) == 2


def test_what_is_there_is_not_asked_for(computer: Computer) -> None:
    computer.has("dpkg-query", ALL_INSTALLED)
    came = computer.types("tools/setup/debian_packages.sh", "run", "test", "system")
    assert (came.returncode, came.stdout, came.stderr, computer.calls) == (0, "", "", [])


def test_an_environment_that_is_there_needs_no_python_of_debian(computer: Computer) -> None:
    (computer.folder / ".venv").mkdir()
    (computer.folder / ".venv/made.stamp").touch()
    assert computer.types("tools/setup/debian_packages.sh", "--list", "run").stdout == ""


def test_an_old_python_is_not_taken(computer: Computer) -> None:
    computer.has("python3", "exit 1")
    assert computer.types("tools/setup/suitable_python.sh").returncode == 1
    computer.has("python3.12", "exit 0")
    assert computer.types("tools/setup/suitable_python.sh").stdout == "python3.12\n"


@pytest.mark.parametrize(("code", "wanted"), [(0, ["python3-lgpio"]), (1, [])], ids=["3.13", "3.11"])
def test_from_python_3_13_on_the_pins_need_the_lgpio_of_the_system(
    computer: Computer, code: int, wanted: list[str]
) -> None:
    # The question whether it is older than 3.13 ends with 1 where it is.
    computer.has("python3", f'case "$2" in *"< (3, 13)"*) exit {code};; esac')
    listed = computer.types("tools/setup/debian_packages.sh", "--list", "pi").stdout.split()
    assert [name for name in listed if "lgpio" in name] == wanted


def test_the_environment_for_the_pins_sees_the_lgpio_of_the_system(tmp_path: Path) -> None:
    """The lines of the Makefile, with a Python that says that it is 3.13."""
    (tmp_path / "venv/bin").mkdir(parents=True)
    (tmp_path / "tools/setup").mkdir(parents=True)
    for name in ("venv/bin/python", "tools/setup/quietly.sh"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 0\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "venv/pyvenv.cfg").write_text(
        "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.13.5\n"
    )
    for name in ("requirements.txt", "requirements-pi.txt", "pyproject.toml", "venv/made.stamp", "venv/run.stamp"):
        (tmp_path / name).touch()
    command = ["make", "-f", str(ROOT / "Makefile"), "VENV=venv", "venv/pi.stamp"]
    made = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    seen = (tmp_path / "venv/pyvenv.cfg").read_text()
    assert seen == "home = /usr/bin\ninclude-system-site-packages = true\nversion = 3.13.5\n"
    assert (tmp_path / "venv/pi.stamp").exists()


def test_an_unknown_task_is_named_with_those_that_there_are(computer: Computer) -> None:
    came = computer.types("tools/setup/debian_packages.sh", "tset")
    assert (came.returncode, "tset" in came.stderr, "system" in came.stderr) == (2, True, True)


@pytest.mark.parametrize(
    "printed",
    [
        "Temporary failure resolving 'deb.debian.org'",
        "npm error code EAI_AGAIN",
        "NewConnectionError: Failed to establish a new connection: [Errno -2] Name or service not known",
    ],
)
def test_a_download_without_internet_says_so(computer: Computer, printed: str) -> None:
    computer.note("fetch", code=3, prints=printed)
    came = computer.types("tools/setup/quietly.sh", "Getting it", "fetch")
    assert came.returncode == 3
    assert printed in came.stderr
    assert "There seems to be no internet" in came.stderr


def test_what_goes_well_says_one_line(computer: Computer) -> None:
    computer.note("fetch", prints="a thousand lines")
    came = computer.types("tools/setup/quietly.sh", "Getting it", "fetch")
    assert (came.returncode, came.stdout, came.stderr) == (0, "Getting it ...\n", "")


def test_another_failure_shows_what_was_printed_and_blames_no_network(computer: Computer) -> None:
    computer.note("fetch", code=1, prints="hash mismatch")
    came = computer.types("tools/setup/quietly.sh", "Getting it", "fetch")
    assert "hash mismatch" in came.stderr
    assert "internet" not in came.stderr
