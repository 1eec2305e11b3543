"""Which version there is to update to: the newest by its number, from files that are Thera's."""

from __future__ import annotations

import getpass
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.thera.install.small_wheel import needed_wheel, thera_wheel
from thera.install import newer_version
from thera.install.target_system import InstallError, TargetSystem


def wheel_name(version: str) -> str:
    return f"thera-{version}-py3-none-any.whl"


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """A folder with these files in it."""

    def made(*names: str) -> Path:
        for name in names:
            (tmp_path / name).touch()
        return tmp_path

    return made


def test_the_newest_of_a_folder_is_found_by_number_and_not_by_letter(folder: Callable[..., Path]) -> None:
    source = folder(wheel_name("0.9.0"), wheel_name("0.10.0"), "flask-3.1.0-py3-none-any.whl", "notes.txt")
    found = newer_version.at_path(source)
    assert (found.version, found.file.name) == ("0.10.0", wheel_name("0.10.0"))


def test_a_bundle_counts_like_a_wheel(folder: Callable[..., Path]) -> None:
    source = folder(wheel_name("0.1.0"), "thera-0.2.0-offline.pyz")
    found = newer_version.at_path(source)
    assert found.installer == (sys.executable, str(source / "thera-0.2.0-offline.pyz"), "install")


def test_a_wheel_installs_itself(folder: Callable[..., Path]) -> None:
    source = folder(wheel_name("0.2.0"))
    assert newer_version.at_path(source).installer[1:] == (f"{source / wheel_name('0.2.0')}/thera", "install")


@pytest.mark.parametrize(
    ("there", "installed", "newer"),
    [("0.2.0", "0.1.9", True), ("0.10.0", "0.9.9", True), ("1.0.0", "1.0.0", False), ("0.1.0", "0.2.0", False)],
)
def test_only_a_later_number_is_newer(folder: Callable[..., Path], there: str, installed: str, *, newer: bool) -> None:
    found = newer_version.at_path(folder(wheel_name(there)))
    assert found.is_newer_than(installed) is newer


@pytest.mark.parametrize("names", [(), ("notes.txt",), ("thera-new-py3-none-any.whl",)])
def test_a_folder_without_thera_says_how_its_files_are_called(folder: Callable[..., Path], names: tuple[str]) -> None:
    source = folder(*names)
    with pytest.raises(InstallError, match=rf"{source} has no file of Thera.*thera-VERSION-py3-none-any\.whl"):
        newer_version.at_path(source)


def test_another_file_and_a_missing_one_are_named(folder: Callable[..., Path]) -> None:
    source = folder("notes.txt")
    with pytest.raises(InstallError, match=r"notes\.txt is no file of Thera"):
        newer_version.at_path(source / "notes.txt")
    with pytest.raises(InstallError, match=r"there is no .*nowhere"):
        newer_version.at_path(source / "nowhere")


@pytest.mark.parametrize("source", ["/srv/thera", "thera.whl", "ftp://example.org/"])
def test_what_is_no_address_is_a_path(source: str) -> None:
    assert not newer_version.is_index(source)


def test_where_nothing_is_installed_it_says_so() -> None:
    came = subprocess.run(
        [sys.executable, "-m", "thera.cli", "update", "--check"], check=False, capture_output=True, text=True
    )
    assert (came.returncode, came.stderr) == (
        2,
        "thera: Thera is not installed as a service here, so there is nothing to update\n",
    )


@pytest.fixture
def index(tmp_path: Path) -> Iterator[str]:
    """The address of a package index that has two versions: a web server that lists a folder."""
    offered = tmp_path / "index" / "thera"
    offered.mkdir(parents=True)
    needed = needed_wheel(tmp_path)
    for version in ("0.9.0", "0.10.0"):
        thera_wheel(offered, version, needed)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(offered.parent)))
    serving = Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def test_the_newest_of_an_index_is_brought(index: str) -> None:
    machine = TargetSystem(builder=getpass.getuser())
    with machine.scratch_folder() as scratch:
        found = newer_version.from_index(machine, index, scratch)
        assert (found.version, found.file.is_file()) == ("0.10.0", True)


def test_an_index_without_thera_is_named(index: str) -> None:
    machine, empty = TargetSystem(builder=getpass.getuser()), f"{index}thera/"
    with machine.scratch_folder() as scratch, pytest.raises(InstallError, match=f"^{empty} gave no version of Thera"):
        newer_version.from_index(machine, empty, scratch)
