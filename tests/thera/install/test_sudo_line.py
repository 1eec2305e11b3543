"""An ordinary user who runs what needs root hears the exact line to type; reading needs no root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import ROOT
from thera.install.target_system import sudo_line

NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")

needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None, reason="only root becomes another user, with setpriv"
)


def test_arguments_are_quoted_as_they_were_typed() -> None:
    typed = ("/bin/sh", "install", "--wheels", "my packages", "--root", "$HOME")
    assert sudo_line(typed) == "sudo sh install --wheels 'my packages' --root '$HOME'"


def test_a_program_that_sudo_finds_by_its_name_is_named_so(tmp_path: Path) -> None:
    thera = tmp_path / "thera"
    thera.write_text("#!/bin/sh\n")
    thera.chmod(0o755)
    typed = (sys.executable, str(thera), "uninstall", "--games")
    assert sudo_line(typed, str(tmp_path)) == "sudo thera uninstall --games"
    assert sudo_line(typed) == f"sudo {thera} uninstall --games"


def test_a_program_of_the_users_own_path_is_named_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / "python-of-mine"
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    wheel = "dist/thera-0.1.0-py3-none-any.whl/thera"
    assert sudo_line(("python-of-mine", wheel, "install")) == f"sudo {python} {wheel} install"


def as_nobody(*arguments: str, config: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run thera as an ordinary user."""
    environment = {**os.environ, "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"}
    if config is not None:
        environment["THERA_CONFIG"] = str(config)
    command = [*AS_NOBODY, sys.executable, "-m", "thera", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True, timeout=120)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A configuration that only root may read."""
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(folder.stat().st_mode | 0o055)
    file = tmp_path / "thera.toml"
    file.write_text("[log]\nlevel = 'info'\n")
    file.chmod(0o600)
    return file


def with_sudo(*arguments: str) -> str:
    return f"sudo {sys.executable} -m thera {' '.join(arguments)}"


@needs_root
@pytest.mark.parametrize("arguments", [("uninstall", "--games"), ("update", "some.whl")])
def test_an_ordinary_user_is_told_the_line_to_type(arguments: tuple[str, ...]) -> None:
    ran = as_nobody(*arguments)
    assert ran.returncode != 0
    assert f"type: {with_sudo(*arguments)}\n" in ran.stderr


@needs_root
def test_a_backup_that_only_root_can_make_says_how(secret: Path, tmp_path: Path) -> None:
    arguments = ("backup", str(tmp_path / "thera.tar.gz"))
    ran = as_nobody(*arguments, config=secret)
    assert ran.returncode != 0
    assert f"type this instead: {with_sudo(*arguments)}\n" in ran.stderr


@needs_root
def test_the_doctor_needs_no_root_and_says_what_it_did_not_read(secret: Path) -> None:
    ran = as_nobody("doctor", config=secret)
    assert f"so the defaults are used; to use it: {with_sudo('doctor')}\n" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert "Python" in ran.stdout
