"""Installing, upgrading, making right and removing, in a folder that stands for a system: all that is files."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from table.settings.configuration_file import read_configuration
from tests.house import ROOT, files
from tests.thera.install.small_wheel import NEEDED, builder_wheel, needed_wheel, thera_wheel
from thera.install import releases
from thera.install.install_layout import InstallLayout
from thera.install.installation import install, uninstall, uses_pins
from thera.install.network_profile import PROGRAMS
from thera.install.releases import Wheel
from thera.install.target_system import InstallError, TargetSystem

pytestmark = [
    pytest.mark.parts,
    pytest.mark.skipif(shutil.which("systemctl") is None, reason="no systemctl on this machine"),
    pytest.mark.timeout(300),
]


class Place:
    """A folder that stands for a system, with wheels to install from."""

    def __init__(self, folder: Path) -> None:
        self.root, self.wheels = folder / "root", folder / "wheels"
        self.machine = TargetSystem(InstallLayout(self.root), lambda _line: None, builder=getpass.getuser())

    @property
    def settings(self) -> Path:
        """The configuration."""
        return self.root / "etc/thera/thera.toml"

    def furnish(self) -> None:
        """Make what any system has, what a network of its own takes, and a board on USB."""
        device = self.root / "sys/bus/usb/devices/1-1"
        for folder in (self.wheels, device, *(self.root / name for name in ("etc", "run", "var/lib/thera"))):
            folder.mkdir(parents=True)
        (device / "idVendor").write_text("2e8a\n")
        for program in PROGRAMS:
            (self.root / program).parent.mkdir(parents=True, exist_ok=True)
            (self.root / program).touch()
        (self.root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
        (self.root / "etc/group").write_text("root:x:0:\ndialout:x:20:\n")
        builder_wheel(self.wheels, "84.0", needed_wheel(self.wheels), folder / "built")

    def wheel(self, version: str, more: str = "") -> Path:
        """A wheel of this version, whose configuration has more in it than today's."""
        (needed,) = self.wheels.glob(f"{NEEDED}-*.whl")
        fresh = (ROOT / "table/settings/thera.toml").read_text("utf-8") + more
        (builder,) = self.wheels.glob("setuptools-*.whl")
        return thera_wheel(self.wheels, version, needed, configuration=fresh, builder=builder)

    def install(self, version: str, more: str = "") -> None:
        """Install this version."""
        install(self.machine, Wheel(self.wheel(version, more)), self.wheels)

    @property
    def kept(self) -> set[str]:
        """The environments that are there."""
        return {path.name for path in (self.root / "opt/thera").iterdir() if not path.is_symlink()}

    @property
    def in_use(self) -> str:
        """The one in use."""
        return (self.root / "opt/thera/current").readlink().name

    def files(self) -> set[str]:
        """All files and links, without what is in the environments."""
        found = (path.relative_to(self.root) for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        return {str(path) for path in found if path.parts[:2] != ("opt", "thera")}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A system on which it was installed once."""
    made = Place(tmp_path_factory.mktemp("system"))
    made.furnish()
    made.install("1.0")
    return made


def test_all_files_are_where_the_system_looks_for_them(place: Place) -> None:
    units = ROOT / "systemd" / "units"
    placed = place.machine.layout.placed() | place.machine.layout.network_placed()
    assert set(placed) == {path.name for path in units.iterdir()}
    assert {name: path.read_text("utf-8") for name, path in placed.items()} == {
        path.name: path.read_text("utf-8") for path in units.iterdir()
    }
    for link, unit in {
        "etc/systemd/system/multi-user.target.wants/thera.service": "thera.service",
        "etc/systemd/system/multi-user.target.wants/thera-network.service": "thera-network.service",
        "etc/systemd/system/sockets.target.wants/thera.socket": "thera.socket",
    }.items():
        assert (place.root / link).readlink().name == unit
    assert not (place.root / "etc/systemd/system/multi-user.target.wants/thera-board.service").is_symlink()
    assert (place.root / "usr/local/bin/thera").readlink() == Path("/opt/thera/current/bin/thera")
    for shell, path in place.machine.layout.completions().items():
        assert path.read_text("utf-8") == f"# completes thera in {shell}\n"
    assert place.machine.layout.manual.readlink() == Path("/opt/thera/current/share/man/man1/thera.1")


def test_the_user_is_made(place: Place) -> None:
    users = (place.root / "etc/passwd").read_text("utf-8")
    assert [line.split(":")[5] for line in users.splitlines() if line.startswith("thera:")] == ["/var/lib/thera"]


def test_the_environment_has_the_program_with_all_that_it_needs(place: Place) -> None:
    release = releases.current(place.machine)
    assert release is not None
    assert release.wheel.version == "1.0"
    command = [str(release.thera), "config", "check", str(place.settings)]
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # not the checkout's modules
    checked = subprocess.run(command, check=True, capture_output=True, text=True, env=own)
    assert checked.stdout.endswith("has no errors\n")


def test_the_table_plays_at_whatever_board_is_plugged_in_and_not_only_at_the_one_of_today(place: Place) -> None:
    assert read_configuration(place.settings).configuration.board.link == "auto"


@pytest.mark.slow
def test_what_is_there_is_upgraded_made_right_and_removed(place: Place, tmp_path: Path) -> None:
    shutil.copytree(place.root, tmp_path / "root", symlinks=True)
    shutil.copytree(place.wheels, tmp_path / "wheels")
    place = Place(tmp_path)
    place.settings.write_text("# mine\n")
    place.install("1.1", "# and a new one\n")
    assert (place.in_use, place.kept) == ("1.1-2", {"1.0-1", "1.1-2"})
    assert place.settings.read_text() == "# mine\n"
    assert place.settings.with_name("thera.toml.new").read_text().endswith("# and a new one\n")

    (place.root / "etc/systemd/system/thera.service").write_text("broken")
    (place.root / "opt/thera/1.1-9").mkdir()  # the plug was pulled while an environment was made
    place.settings.write_text("# mine\n[board]\nfile = '/etc/thera/board.toml'\n")
    (place.root / "etc/thera/board.toml").write_text('[electronics]\ncontroller = "pi"\n')
    place.install("1.1", "# and a new one\n")
    assert (place.in_use, place.kept) == ("1.1-3", {"1.1-2", "1.1-3"})
    assert "[Service]" in (place.root / "etc/systemd/system/thera.service").read_text()
    assert (place.root / "etc/systemd/system/multi-user.target.wants/thera-board.service").is_symlink()
    assert "for pins" in (place.root / "opt/thera/current/requirements.txt").read_text()

    place.settings.write_text("# wrong\n")
    with pytest.raises(InstallError, match="this is wrong"):
        place.install("1.2")
    assert (place.in_use, place.kept) == ("1.1-3", {"1.1-3"})

    uninstall(place.machine, games=False)
    left = {name for name in place.files() if "thera" in name}
    kept = ("thera.toml", "thera.toml.new", "board.toml", "network.toml")
    assert left == {f"var/lib/thera/settings/{name}" for name in kept}
    assert not (place.root / "opt/thera").exists()
    assert "thera" not in (place.root / "etc/passwd").read_text()

    uninstall(place.machine, games=True)
    assert not (place.root / "var/lib/thera").exists()


@pytest.mark.parametrize(
    ("python", "pins", "fetched"),
    [
        ((3, 11), False, set()),
        ((3, 11), True, {"gcc", "libc6-dev", "python3-dev"}),
        ((3, 13), True, {"gcc", "libc6-dev", "python3-dev", "python3-lgpio"}),
    ],
)
def test_the_library_of_the_pins_is_the_systems_where_there_is_no_other(
    python: tuple[int, int],
    pins: bool,  # noqa: FBT001 - a row of the table
    fetched: set[str],
) -> None:
    machine = TargetSystem(python=python)
    assert set(machine.packages(pins=pins)) == fetched
    assert machine.lgpio_of_the_system == (python == (3, 13))


@pytest.mark.parametrize(
    ("settings", "board", "pins"),
    [
        (None, None, False),
        ("", 'controller = "pi"', False),
        ("[board]\nfile = '/etc/thera/mine.toml'", 'controller = "pi"', True),
        ("[board]\nfile = '/etc/thera/mine.toml'", 'controller = "pico"', False),
        ("[board]\nfile = '/etc/thera/mine.toml'", None, "mine.toml cannot be read"),
        ("[board", None, "thera.toml cannot be read"),
    ],
)
def test_the_settings_say_whether_the_board_is_one_of_the_pins(
    tmp_path: Path,
    settings: str | None,
    board: str | None,
    pins: bool | str,  # noqa: FBT001 - a row of the table
) -> None:
    folder = tmp_path / "etc/thera"
    folder.mkdir(parents=True)
    if settings is not None:
        (folder / "thera.toml").write_text(settings)
    if board is not None:
        (folder / "mine.toml").write_text(f"[electronics]\n{board}\n")
    machine = TargetSystem(InstallLayout(tmp_path))
    if isinstance(pins, bool):
        assert uses_pins(machine) == pins
    else:
        with pytest.raises(InstallError, match=pins):
            uses_pins(machine)


@pytest.mark.slow
def test_a_wheel_that_is_not_the_one_that_was_looked_at_is_refused(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.furnish()
    wheel = place.wheel("1.0")
    with (place.wheels / f"{NEEDED}-1.0-py3-none-any.whl").open("ab") as changed:
        changed.write(b"\0")
    with pytest.raises(InstallError, match="HASH"):
        install(place.machine, Wheel(wheel), place.wheels)
    assert place.kept == set()


def test_it_is_started_straight_from_the_wheel(tmp_path: Path) -> None:
    wheel = tmp_path / "thera-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in (*files("thera/*.py"), *files("common/*.py")):
            archive.write(path, path.relative_to(ROOT))
    command = [sys.executable, f"{wheel}/thera", "install", "--root", str(tmp_path)]
    ran = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert f"thera: {wheel} is not a complete wheel of Thera" in ran.stderr
