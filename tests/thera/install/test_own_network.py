"""The table's own network on a machine: what is put there, what stays, and where there is none."""

from __future__ import annotations

import configparser
import getpass
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.house import ROOT
from tests.thera.install.small_wheel import needed_wheel, thera_wheel
from thera.install import network_profile as own_network
from thera.install.install_layout import NETWORK_SERVICE, InstallLayout
from thera.install.network_profile import PROGRAMS
from thera.install.releases import Wheel
from thera.install.target_system import InstallError, TargetSystem

pytestmark = pytest.mark.skipif(shutil.which("systemctl") is None, reason="no systemctl on this machine")


class Place:
    """A folder that stands for a system with NetworkManager, and a wheel."""

    def __init__(self, folder: Path) -> None:
        self.said: list[str] = []
        self.machine = TargetSystem(InstallLayout(folder / "root"), self.said.append, builder=getpass.getuser())
        for program in PROGRAMS:
            path = folder / "root" / program
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        self.wheel = Wheel(thera_wheel(folder, "1.0", needed_wheel(folder)))

    @property
    def layout(self) -> InstallLayout:
        return self.machine.layout

    def install(self, wheel: Wheel | None = None) -> bool:
        """Put the network there; whether its service is new."""
        fresh = own_network.place(self.machine, wheel or self.wheel)
        own_network.start(self.machine, fresh=fresh)
        return fresh

    @property
    def enabled(self) -> bool:
        """Whether the service starts with the system."""
        return (self.layout.root / "etc/systemd/system/multi-user.target.wants" / NETWORK_SERVICE).is_symlink()

    def profile(self) -> dict[str, dict[str, str]]:
        """What NetworkManager is told."""
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(self.layout.network_profile.read_text("utf-8"))
        return {section: dict(parser[section]) for section in parser.sections()}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_the_profile_is_a_network_of_its_own_with_the_password_of_the_settings(place: Place) -> None:
    assert place.install()
    named = own_network.read(place.layout.network_settings)
    profile = place.profile()
    assert named.name == "Thera"
    assert re.fullmatch(r"([a-z]{4}-){3}[a-z]{4}", named.password)
    assert (profile["wifi"]["mode"], profile["wifi"]["ssid"]) == ("ap", named.name)
    security = profile["wifi-security"]
    assert (security["key-mgmt"], security["proto"], security["psk"]) == ("wpa-psk", "rsn", named.password)
    assert (profile["ipv4"]["method"], profile["ipv4"]["address1"]) == ("shared", "10.41.0.1/24")
    assert profile["connection"]["autoconnect"] == "false"
    assert any(named.name in line and named.password in line for line in place.said)
    modes = {
        path.name: path.stat().st_mode & 0o777 for path in (place.layout.network_profile, place.layout.network_settings)
    }
    assert modes == {"thera.nmconnection": 0o600, "network.toml": 0o640}


def test_each_table_has_a_password_of_its_own() -> None:
    assert len({own_network.fresh_password() for _ in range(100)}) == 100


def test_an_upgrade_keeps_the_password_and_a_service_that_was_switched_off(place: Place) -> None:
    place.install()
    before = own_network.read(place.layout.network_settings)
    place.machine.systemctl("disable", NETWORK_SERVICE)
    assert not place.install()
    assert own_network.read(place.layout.network_settings) == before
    assert not place.enabled


def test_what_the_owner_wrote_is_what_networkmanager_gets(place: Place) -> None:
    place.install()
    place.layout.network_settings.write_text('name = "Our table 2"\npassword = "sea.white_cobalt"\n', "utf-8")
    place.install()
    assert place.profile()["wifi"]["ssid"] == "Our table 2"
    assert place.profile()["wifi-security"]["psk"] == "sea.white_cobalt"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "Thera"\n', "password must be 10 to 63"),
        ('name = "Thera"\npassword = "too short"\n', "password must be 10 to 63"),
        ('name = "Thera;"\npassword = "long-enough-for-it"\n', "name must be 1 to 32"),
        ('name = " Thera"\npassword = "long-enough-for-it"\n', "name must be 1 to 32"),
        ("name = \n", "cannot be read"),
    ],
)
def test_a_name_or_password_that_no_profile_can_hold_is_reported(place: Place, text: str, told: str) -> None:
    place.layout.network_settings.parent.mkdir(parents=True)
    place.layout.network_settings.write_text(text, "utf-8")
    with pytest.raises(InstallError, match=rf"network\.toml.*{told}"):
        place.install()
    assert not place.layout.network_profile.exists()


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_machine_that_lacks_something_is_left_as_it_is_and_told(place: Place, program: str) -> None:
    (place.layout.root / program).unlink()
    assert not place.install()
    assert not place.enabled
    assert not place.layout.network_settings.exists()
    (line,) = place.said
    assert f"sudo apt-get install {PROGRAMS[program]};" in line


def test_a_version_before_this_one_takes_it_away_again(place: Place, tmp_path: Path) -> None:
    place.install()
    older = tmp_path / "thera-0.9-py3-none-any.whl"
    with zipfile.ZipFile(place.wheel.path) as now, zipfile.ZipFile(older, "w") as made:
        for name in now.namelist():
            if not name.endswith(NETWORK_SERVICE):
                made.writestr(name, now.read(name))
    assert not place.install(Wheel(older))
    assert not place.enabled
    left = [*place.layout.network_placed().values(), place.layout.network_profile]
    assert [path for path in left if path.exists()] == []
    assert own_network.read(place.layout.network_settings).name == "Thera"


def test_every_name_in_the_network_leads_to_the_machine() -> None:
    text = (ROOT / "systemd/units/thera-dnsmasq.conf").read_text("utf-8")
    assert f"address=/#/{own_network.ADDRESS}\n" in text
