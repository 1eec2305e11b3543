"""The built package is whole: it holds every module and every file that a running table reads, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.document_links import dead_links, inner_links
from tests.house import ROOMS, ROOT, files

pytestmark = pytest.mark.parts


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git knows or would take, so that building leaves nothing behind in the checkout."""
    copy = tmp_path_factory.mktemp("sources")
    for path in files():
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return copy


@pytest.fixture(scope="module")
def unpacked(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the copy without the network and unpacked."""
    dist = tmp_path_factory.mktemp("dist")
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(dist)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(sources)], check=True, cwd=dist)
    (wheel,) = dist.glob("thera-*.whl")
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def test_the_wheel_holds_every_file_of_the_house(sources: Path, unpacked: Path) -> None:
    expected = {
        str(path.relative_to(sources)) for room in ROOMS for path in (sources / room).rglob("*") if path.is_file()
    }
    packed = {
        str(path.relative_to(unpacked))
        for path in unpacked.rglob("*")
        if path.is_file() and not path.relative_to(unpacked).parts[0].endswith((".dist-info", ".data"))
    }
    assert packed == expected


def test_what_else_was_made_stays_when_the_wheel_is_made_again(tmp_path: Path) -> None:
    made = ("thera-0.1.0-card.img", "thera-0.1.0-card.img.xz", "thera-0.1.0-offline.pyz")
    (tmp_path / "dist").mkdir()
    for name in (*made, "thera-0.0.9-py3-none-any.whl"):
        (tmp_path / "dist" / name).touch()
    told = subprocess.run(["make", "--dry-run", "wheel"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    (cleared,) = [line for line in told.splitlines() if line.startswith("rm ") and "dist" in line]
    subprocess.run(["bash", "-c", cleared], cwd=tmp_path, check=True)
    assert sorted(path.name for path in (tmp_path / "dist").iterdir()) == list(made)


def test_what_the_installer_and_the_reader_need_travels_in_the_wheel(sources: Path, unpacked: Path) -> None:
    (shared,) = unpacked.glob("thera-*.data/data/share")
    needed = {"requirements.txt", "requirements-pi.txt"}
    assert {path.name: path.read_bytes() for path in (shared / "thera").iterdir()} == {
        name: (sources / name).read_bytes() for name in needed
    }


def test_all_documents_travel_in_the_wheel_and_lead_to_one_another(sources: Path, unpacked: Path) -> None:
    (installed,) = unpacked.glob("thera-*.data/data/share/doc/thera")
    ours = [path for path in (sources / "docs").rglob("*") if path.is_file()]
    ours += [sources / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md")]
    assert {str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_file()} == {
        str(path.relative_to(sources)) for path in ours
    }
    documents = sorted(installed.rglob("*.md"))
    assert sum(len(list(inner_links(document))) for document in documents) > len(ours)
    assert {document.name: dead for document in documents if (dead := dead_links(document))} == {}


def test_the_unpacked_wheel_runs_far_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    code = "import thera.cli, sys; print(thera.cli.__file__); sys.argv[1:] = ['--help']; thera.cli.main()"
    run = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(unpacked)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.stdout.startswith(str(unpacked)), run.stderr
    assert "play" in run.stdout


def test_the_systemd_package_of_python_is_not_hidden(unpacked: Path, tmp_path: Path) -> None:
    package = tmp_path / "later" / "systemd"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    (package / "daemon.py").write_text("WHOSE = 'python3-systemd'\n", "utf-8")
    for ours in (unpacked, ROOT):
        run = subprocess.run(
            [sys.executable, "-P", "-c", "import systemd.daemon; print(systemd.daemon.WHOSE)"],
            cwd=tmp_path,
            env={"PYTHONPATH": f"{ours}:{tmp_path / 'later'}"},
            check=False,
            capture_output=True,
            text=True,
        )
        assert run.stdout == "python3-systemd\n", run.stderr
