"""What root runs to install is what was locked: packages, what builds them, and nothing that an index adds."""

from __future__ import annotations

import getpass
import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.house import ROOT
from tests.thera.install.small_wheel import NEEDED, builder_wheel, needed_sources, needed_wheel, thera_wheel
from thera.install import releases
from thera.install.install_layout import InstallLayout
from thera.install.releases import Wheel
from thera.install.target_system import InstallError, TargetSystem

LOCKED, LATER = "84.0", "99.0"

pytestmark = [pytest.mark.parts, pytest.mark.timeout(300)]


@dataclass(frozen=True, slots=True)
class Asked(TargetSystem):
    """A machine that notes what it runs."""

    ran: list[tuple[str, ...]] = field(default_factory=list)
    without_rights: list[tuple[str, ...]] = field(default_factory=list)

    def run(self, *command: str | Path) -> None:
        self.ran.append(tuple(str(part) for part in command))
        TargetSystem.run(self, *command)

    def run_without_rights(self, home: Path, *command: str | Path) -> None:
        self.without_rights.append(tuple(str(part) for part in command))
        TargetSystem.run_without_rights(self, home, *command)


class Index:
    """A folder that packages are taken from, in which the one that is needed comes as sources."""

    def __init__(self, folder: Path) -> None:
        self.files, self.told = folder / "index", folder / "told"
        elsewhere = folder / "elsewhere"
        for made in (self.files, elsewhere, folder / "root"):
            made.mkdir()
        self._built = needed_wheel(elsewhere)
        self.builder = builder_wheel(self.files, LOCKED, self._built, self.told)
        self.wheel = Wheel(thera_wheel(elsewhere, "1.0", needed_sources(self.files), builder=self.builder))
        self.machine = Asked(InstallLayout(folder / "root"), lambda _line: None, builder=getpass.getuser())

    def offer(self, version: str) -> Path:
        """Have another builder there, too."""
        return builder_wheel(self.files, version, self._built, self.told)

    def make(self) -> releases.Release:
        return releases.make(self.machine, self.wheel, self.files, pins=True)

    @property
    def builders(self) -> list[str]:
        """Which builders were run."""
        return self.told.read_text().split() if self.told.exists() else []


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return Index(tmp_path)


@pytest.mark.slow
def test_sources_are_built_by_what_is_locked_whatever_else_there_is(index: Index) -> None:
    index.offer(LATER)
    release = index.make()
    assert set(index.builders) == {LOCKED}
    assert list(release.folder.glob(f"lib/python3*/site-packages/{NEEDED}.py"))
    pip_checks_every_hash_builds_nothing_apart_and_nothing_as_whoever_installs(index.machine)


def test_a_builder_that_is_not_the_locked_file_is_refused_and_not_run(index: Index, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = builder_wheel(tmp_path / "other", LOCKED, needed_wheel(tmp_path / "other"), index.told.with_name("told"))
    with other.open("ab") as changed:
        changed.write(b"\0")
    shutil.copy(other, index.builder)
    with pytest.raises(InstallError, match="HASH"):
        index.make()
    assert index.builders == []


@pytest.mark.slow
def test_sources_that_no_builder_is_locked_for_are_refused(index: Index, tmp_path: Path) -> None:
    unlocked = Wheel(thera_wheel(tmp_path / "root", "1.0", index.files / f"{NEEDED}-1.0.tar.gz"))
    with pytest.raises(InstallError, match="has no entry for setuptools"):
        releases.make(index.machine, unlocked, index.files, pins=True)
    with pytest.raises(InstallError, match=NEEDED):  # and without pins nothing is built at all
        releases.make(index.machine, unlocked, index.files, pins=False)
    assert index.builders == []


def pip_checks_every_hash_builds_nothing_apart_and_nothing_as_whoever_installs(machine: Asked) -> None:
    calls = [command for command in (*machine.ran, *machine.without_rights) if "pip" in command]
    assert len(calls) == 3
    for call in calls:
        assert "--require-hashes" in call
        assert "--only-binary=:all:" in call or "--no-build-isolation" in call
    assert ["wheel" in call for call in machine.without_rights] == [True]
    for call in machine.ran:  # as whoever installs: no code of a package, no module from the folder of the call
        assert "-I" in call
        assert "install" not in call or "--only-binary=:all:" in call


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")
def test_packages_are_collected_and_built_by_a_user_who_may_read_nothing_of_roots(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    secret.chmod(0o600)
    machine = TargetSystem(InstallLayout(tmp_path))
    with machine.scratch_folder() as scratch:
        home = scratch / "home"
        machine.run_without_rights(home, "/bin/sh", "-c", "id -un > who; id -Gn > groups; pwd > where; umask > mask")
        assert (home / "who").read_text().strip() == machine.builder == "nobody"
        assert len((home / "groups").read_text().split()) == 1
        assert (home / "where").read_text().strip() == str(home)
        for refused in (f"cat {secret}", f"echo > {scratch}/file", "echo > /etc/thera-was-here"):
            with pytest.raises(InstallError, match="Permission denied"):
                machine.run_without_rights(home, "/bin/sh", "-c", refused)
    assert not scratch.exists()


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-pi.txt", "requirements-dev.txt"])
def test_each_lock_names_what_builds(lock: str) -> None:
    assert re.search(rf"^{releases.BUILDER}==", (ROOT / lock).read_text("utf-8"), re.MULTILINE)


def test_make_installs_nothing_without_a_hash_and_lets_pip_fetch_nothing_to_build_with() -> None:
    calls = re.findall(r"\$\(PIP\) (?:install|wheel) .*", (ROOT / "Makefile").read_text("utf-8"))
    assert len(calls) == 7
    for call in calls:
        ours = call.endswith(" .")  # built from this checkout, with what is there
        assert ours or "--require-hashes" in call
        assert any(given in call for given in ("--only-binary=:all:", "--no-build-isolation", "$(BUILT_HERE)"))
