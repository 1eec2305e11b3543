"""What ``make run`` sets up first is whole or made anew, whatever happens meanwhile. The Makefile and its scripts are
the real ones; the Python that they start is a stand-in, which notes what it is asked for and can be held up.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.house import ROOT

PYTHON = """#!/bin/bash
case "$*" in
  *"-m venv"*) what=venv; mkdir -p "${@: -1}/bin"; cp "$0" "${@: -1}/bin/python" ;;
  *--require-hashes*) what=packages ;;
  *--editable*) what=thera ;;
  *) exit 0 ;;
esac
echo "$what" >>"$DONE"
if [ "$what" = "${HELD_UP:-}" ]; then : >"$GATE"; read -r <"$GATE"; fi
"""
STEPS = ["venv", "packages", "thera"]
PATIENCE = 20


class Checkout:
    """A fresh copy of what sets Thera up."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._stack = stack
        self.folder = folder / "thera"
        shutil.copytree(ROOT / "tools/setup", self.folder / "tools/setup")
        for name in ("Makefile", "requirements.txt", "pyproject.toml"):
            shutil.copy(ROOT / name, self.folder)
        (folder / "python").write_text(PYTHON)
        (folder / "python").chmod(0o755)
        os.mkfifo(folder / "gate")
        (folder / "done").touch()
        self._places = {"DONE": folder / "done", "GATE": folder / "gate", "PYTHON": folder / "python"}

    def make(self, **more: str) -> subprocess.Popen[str]:
        """Type ``make setup``."""
        outer = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        env = {**outer, **{name: str(path) for name, path in self._places.items()}, **more}
        pipe = subprocess.PIPE
        made = subprocess.Popen(
            ["make", "setup"], cwd=self.folder, env=env, stdout=pipe, stderr=pipe, text=True, start_new_session=True
        )
        return self._stack.enter_context(made)

    def wait_at_gate(self) -> None:
        """Wait until a stand-in is held up."""
        self._places["GATE"].read_bytes()

    def open_gate(self) -> None:
        """Let it go on."""
        self._places["GATE"].write_text("\n")

    def done(self) -> list[str]:
        """What the stand-ins were asked for since the last time."""
        found = self._places["DONE"].read_text().split()
        self._places["DONE"].write_text("")
        return found


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Checkout]:
    with ExitStack() as stack:
        yield Checkout(tmp_path, stack)


def test_what_is_set_up_is_not_set_up_again(checkout: Checkout) -> None:
    assert checkout.make().wait(PATIENCE) == 0
    assert checkout.done() == STEPS
    again = checkout.make()
    assert again.communicate(timeout=PATIENCE) == ("", "")
    assert checkout.done() == []


def test_an_environment_of_which_nobody_knows_whether_it_is_whole_is_made_anew(checkout: Checkout) -> None:
    """As one that an earlier version of the Makefile made."""
    assert checkout.make().wait(PATIENCE) == 0
    (checkout.folder / ".venv/made.stamp").unlink()
    checkout.done()
    assert checkout.make().wait(PATIENCE) == 0
    assert checkout.done() == STEPS


@pytest.mark.parametrize("step", STEPS)
def test_what_was_killed_is_made_anew(checkout: Checkout, step: str) -> None:
    killed = checkout.make(HELD_UP=step)
    checkout.wait_at_gate()
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait(PATIENCE)
    checkout.done()
    again = checkout.make()
    assert again.wait(PATIENCE) == 0, again.stderr
    assert checkout.done() == STEPS


def test_what_failed_is_made_anew(checkout: Checkout) -> None:
    """As on a full disk: what pip had written by then may look like a package."""
    assert checkout.make(PYTHON="false").wait(PATIENCE) != 0
    python = checkout.folder.with_name("python")
    python.write_text(PYTHON.replace("*--editable*) what=thera", "*--editable*) exit 1"))
    assert checkout.make().wait(PATIENCE) != 0
    assert checkout.done() == ["venv", "packages"]
    python.write_text(PYTHON)
    assert checkout.make().wait(PATIENCE) == 0
    assert checkout.done() == STEPS


def test_two_at_once_set_up_once(checkout: Checkout) -> None:
    first = checkout.make(HELD_UP="packages")
    checkout.wait_at_gate()
    second = checkout.make()
    assert second.stderr is not None
    assert "waiting for it" in second.stderr.readline()
    checkout.open_gate()
    assert (first.wait(PATIENCE), second.wait(PATIENCE)) == (0, 0)
    assert checkout.done() == STEPS
