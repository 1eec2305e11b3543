"""A bundle installs from what it holds; that it really installs is shown by ``make system-test``."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.release.offline_bundle import assemble

TELLS = """
import pathlib, sys
where = pathlib.Path(sys.argv[sys.argv.index("--wheels") + 1])
print(*sys.argv[1:-1], *sorted(path.name for path in where.iterdir()))
sys.exit(5)
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle of a wheel that only tells how it was started, and of two packages, one of them needed twice."""
    wheel = tmp_path / "thera-1.2.3-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("thera/__main__.py", TELLS)
    needed = [
        tmp_path / "for_one" / "flask.whl",
        tmp_path / "for_one" / "msgspec.whl",
        tmp_path / "other" / "flask.whl",
    ]
    for path in needed:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"a package")
    made = tmp_path / "thera-1.2.3-offline.pyz"
    assemble(wheel, needed, made)
    return made


def started(bundle: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, bundle, *arguments], check=False, capture_output=True, text=True)


def test_it_installs_the_wheel_with_the_packages_beside_it(bundle: Path) -> None:
    came = started(bundle, "install", "--root", "/elsewhere")
    assert came.stdout == "install --root /elsewhere --wheels flask.whl msgspec.whl\n"
    assert came.returncode == 5, "the installer's own exit code"


@pytest.mark.parametrize(("arguments", "code"), [((), 2), (("upgrade",), 2), (("--help",), 0)])
def test_anything_else_says_what_to_type(bundle: Path, arguments: tuple[str, ...], code: int) -> None:
    came = started(bundle, *arguments)
    assert came.returncode == code
    assert f"sudo python3 {bundle} install" in came.stderr


def test_a_package_that_several_computers_need_is_in_it_once(bundle: Path) -> None:
    names = zipfile.ZipFile(bundle).namelist()
    assert sorted(names) == ["__main__.py", "thera-1.2.3-py3-none-any.whl", "wheels/flask.whl", "wheels/msgspec.whl"]
