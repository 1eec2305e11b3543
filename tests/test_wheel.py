"""The built package is whole: it holds every module and every file that a running table reads or names to somebody, and
nothing else."""

from __future__ import annotations

import ast
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.house import NOT_INSTALLED, ROOMS, ROOT, files
from thera.command_tree import whole_parser
from tools.release.manual_page import manual_page

pytestmark = pytest.mark.parts

BUILT = "9.8.7"

READ_BY_NO_TABLE = (
    "web_ui/types/club.d.ts",
    "web_ui/types/interface.d.ts",
    "web_ui/types/page.d.ts",
)
"""They are for those who change the scripts."""

DOCUMENT = re.compile(r"\bdocs/[\w/]+\.\w+")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git knows or would take, so that building leaves nothing behind in the checkout. It has another
    version than what is installed here."""
    copy = tmp_path_factory.mktemp("sources")
    for path in files():
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    project = copy / "pyproject.toml"
    text = project.read_text("utf-8")
    project.write_text(text.replace(f'version = "{version("thera")}"', f'version = "{BUILT}"', 1), "utf-8")
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


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_packages_hold_every_file_of_the_house_but_what_no_table_reads(sources: Path, unpacked: Path) -> None:
    house = {name for name in files_below(sources) if name.startswith(tuple(f"{room}/" for room in ROOMS))}
    expected = {name for name in house if not name.startswith(f"{NOT_INSTALLED}/")} - set(READ_BY_NO_TABLE)
    assert house >= set(READ_BY_NO_TABLE)
    assert {name for name in files_below(unpacked) if ".dist-info/" not in name and ".data/" not in name} == expected


def shown_texts(path: Path) -> Iterator[str]:
    """The texts of a file of the program that somebody may read at a table: of a module its strings, without docstrings
    and the descriptions of the interface, which stand in docs/openapi.json; any other file as a whole."""
    if path.suffix != ".py":
        yield path.read_text("utf-8")
        return
    waiting: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while waiting:
        match waiting.pop():
            case ast.Expr(ast.Constant()) | ast.Call(ast.Name("Meta")):
                pass
            case ast.Constant(str(text)):
                yield text
            case node:
                waiting += ast.iter_child_nodes(node)


def test_the_documents_that_the_program_names_are_the_only_ones_and_there_is_no_picture(
    sources: Path, unpacked: Path
) -> None:
    kinds = {".1", ".conf", ".py", ".service", ".socket", ".toml"}
    read = [path for room in ROOMS for path in (sources / room).rglob("*") if path.suffix in kinds]
    apart = (sources / NOT_INSTALLED, sources / "web_ui" / "interface")
    named = {
        name
        for path in read
        if not any(path.is_relative_to(folder) for folder in apart)
        for text in shown_texts(path)
        for name in DOCUMENT.findall(text)
    }
    (installed,) = unpacked.glob("thera-*.data/data/share/doc/thera")
    assert files_below(installed) == named
    assert {(sources / name).read_bytes() for name in named} == {(installed / name).read_bytes() for name in named}
    pictures = {name for name in files_below(unpacked) if Path(name).suffix in {".gif", ".png", ".svg"}}
    assert pictures
    assert {name for name in pictures if not name.startswith("web_ui/static/")} == set()


def test_what_else_was_made_stays_when_the_wheel_is_made_again(tmp_path: Path) -> None:
    made = ("thera-0.1.0-card.img", "thera-0.1.0-card.img.xz", "thera-0.1.0-offline.pyz")
    (tmp_path / "dist").mkdir()
    for name in (*made, "thera-0.0.9-py3-none-any.whl"):
        (tmp_path / "dist" / name).touch()
    told = subprocess.run(
        ["make", "--dry-run", "built-wheel"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    (cleared,) = [line for line in told.splitlines() if line.startswith("rm ") and "dist" in line]
    subprocess.run(["bash", "-c", cleared], cwd=tmp_path, check=True)
    assert sorted(path.name for path in (tmp_path / "dist").iterdir()) == list(made)


def test_what_the_installer_and_the_reader_need_travels_in_the_wheel(sources: Path, unpacked: Path) -> None:
    (shared,) = unpacked.glob("thera-*.data/data/share")
    needed = {
        "thera/requirements.txt": "requirements.txt",
        "thera/requirements-pi.txt": "requirements-pi.txt",
    }
    assert {name for name in files_below(shared) if not name.startswith(("doc/", "man/"))} == set(needed)
    for name, source in needed.items():
        assert (shared / name).read_bytes() == (sources / source).read_bytes()
    (license_file,) = unpacked.glob("thera-*.dist-info/licenses/*")
    assert license_file.read_bytes() == (sources / "LICENSE").read_bytes()


def test_the_manual_page_is_made_with_the_wheel_and_names_its_version(unpacked: Path) -> None:
    (page,) = unpacked.glob("thera-*.data/data/share/man/man1/*")
    assert page.name == "thera.1"
    expected = manual_page(whole_parser()).replace(f"thera {version('thera')}", f"thera {BUILT}")
    assert page.read_text("utf-8") == expected


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


WATCHED = """
import sys

own, others = sys.argv[1:3]

def note(event, details):
    path = details[0] if event == "open" else None
    if isinstance(path, str) and path.startswith(own) and not path.startswith(others):
        print("read from the checkout:", path, file=sys.stderr)

sys.addaudithook(note)
import thera.cli
sys.argv[1:] = sys.argv[3:]
sys.exit(thera.cli.main())
"""


def test_a_table_of_the_unpacked_wheel_serves_its_page_and_reads_nothing_of_the_checkout(
    unpacked: Path, tmp_path: Path
) -> None:
    arguments = ["play", "--host", "127.0.0.1", "--port", "0", "--board", "virtual", "--data", str(tmp_path / "data")]
    with subprocess.Popen(
        [sys.executable, "-P", "-c", WATCHED, f"{ROOT}/", f"{sys.prefix}/", *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": str(unpacked)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as table:
        try:
            assert table.stdout is not None
            address = next(
                found[1] for line in table.stdout if (found := re.search(r"open at (http://\S+?)/?$", line.strip()))
            )
            parts = ("", "board", "book.json", "lights.json", "options.json", "powers.json", "puzzles.json")
            for name in (*parts, *(f"static/{name}" for name in files_below(unpacked / "web_ui" / "static"))):
                with urllib.request.urlopen(f"{address}/{name}") as answer:  # noqa: S310 - our own table
                    assert answer.status == 200, name
        finally:
            table.send_signal(signal.SIGTERM)
            _, errors = table.communicate(timeout=20)
    assert errors == ""


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
