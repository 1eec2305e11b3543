"""What the settings of a card become in its system, and what its report tells, in files of a folder."""

from __future__ import annotations

import configparser
import stat
from pathlib import Path

import pytest

from thera.install import network_profile
from thera.install.network_profile import NetworkCredentials
from tools.release.card_image.on_card import card_report, card_setup
from tools.release.card_image.on_card.card_settings import CardSettings, CardUser, HomeWifi, SettingsRead

OWN = network_profile.SETTINGS.format(name="Thera", password="kamo-tezi-runa-pilo")  # noqa: S106 - an example


def profile(root: Path) -> configparser.ConfigParser:
    read = configparser.ConfigParser(interpolation=None)
    read.read_string((root / card_setup.HOME_PROFILE).read_text("utf-8"))
    return read


def test_the_file_that_people_write_wins_over_imager_and_leaves_the_rest_to_it() -> None:
    read = card_setup.read_all(
        {
            "thera.txt": b"name = hall\n",
            "rpi-preseed.toml": b'[system]\nhostname = "imager"\n[wlan]\nssid = "home"\ncountry = "NL"\n',
            "firstrun.sh": b"/usr/lib/raspberrypi-sys-mods/imager_custom set_wlan other",
        }
    )
    assert read == SettingsRead(CardSettings(host="hall", wifi=HomeWifi("home"), country="NL"))


def test_files_for_cloud_init_are_told_to_be_in_vain() -> None:
    (problem,) = card_setup.read_all({"user-data": b"#cloud-config\n"}).problems
    assert problem.startswith("user-data is for systems with cloud-init, and this card has none: use ")


def test_only_files_that_hold_settings_are_read(tmp_path: Path) -> None:
    for name in ("thera.txt", "cmdline.txt", "firstrun.sh", card_setup.REPORT):
        (tmp_path / name).write_bytes(b"x")
    assert sorted(card_setup.contents(tmp_path)) == ["firstrun.sh", "thera.txt"]


def test_a_card_without_settings_is_called_thera_and_knows_no_wifi(tmp_path: Path) -> None:
    card_setup.place_files(CardSettings(), tmp_path)
    assert (tmp_path / "etc/hostname").read_text() == "thera\n"
    assert "127.0.1.1 thera\n" in (tmp_path / "etc/hosts").read_text()
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
    assert files == ["etc/hostname", "etc/hosts", "etc/localtime", "etc/timezone"]


def test_the_table_goes_by_the_time_zone_that_is_set_and_else_by_utc(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    for settings, zone in ((CardSettings(time_zone="Europe/Warsaw"), "Europe/Warsaw"), (CardSettings(), "Etc/UTC")):
        card_setup.place_files(settings, tmp_path)
        assert (tmp_path / "etc/localtime").readlink() == Path(f"/usr/share/zoneinfo/{zone}")
        assert (tmp_path / "etc/timezone").read_text() == f"{zone}\n"


@pytest.mark.parametrize("name", ["Our home", "5;6", "#hash", "Löwe", " edge ", "65;66;"])
def test_a_wifi_of_any_name_is_that_network_to_networkmanager(tmp_path: Path, name: str) -> None:
    card_setup.place_files(CardSettings(wifi=HomeWifi(name, hidden=True)), tmp_path)
    wifi = profile(tmp_path)["wifi"]
    assert bytes(int(byte) for byte in wifi["ssid"].rstrip(";").split(";")).decode() == name
    assert wifi["hidden"] == "true"
    assert "wifi-security" not in profile(tmp_path)


def test_a_password_keeps_its_signs_and_is_read_by_root_alone(tmp_path: Path) -> None:
    card_setup.place_files(CardSettings(wifi=HomeWifi("home", " a\\b;c#d=")), tmp_path)
    assert profile(tmp_path)["wifi-security"]["psk"] == "\\sa\\\\b;c#d="
    assert stat.S_IMODE((tmp_path / card_setup.HOME_PROFILE).stat().st_mode) == 0o600


def test_a_wifi_that_is_no_longer_set_is_forgotten(tmp_path: Path) -> None:
    card_setup.place_files(CardSettings(wifi=HomeWifi("home")), tmp_path)
    card_setup.place_files(CardSettings(), tmp_path)
    assert not (tmp_path / card_setup.HOME_PROFILE).exists()


@pytest.mark.parametrize(
    ("settings", "after"),
    [
        (CardSettings(), NetworkCredentials("Thera", "kamo-tezi-runa-pilo")),
        (CardSettings(own_name="Hall"), NetworkCredentials("Hall", "kamo-tezi-runa-pilo")),
        (CardSettings(own_password="new-password"), NetworkCredentials("Thera", "new-password")),  # noqa: S106 - an example
    ],
)
def test_the_tables_own_wifi_is_set_as_its_installer_reads_it(
    tmp_path: Path, settings: CardSettings, after: NetworkCredentials
) -> None:
    path = tmp_path / card_setup.OWN_SETTINGS
    path.parent.mkdir(parents=True)
    path.write_text(OWN)
    card_setup.place_files(settings, tmp_path)
    assert network_profile.read(path) == after


def test_nobody_logs_in_by_a_password_who_was_not_allowed_to(tmp_path: Path) -> None:
    card_setup.place_files(CardSettings(user=CardUser("anna", "$y$a$b$c")), tmp_path)
    rules = (tmp_path / "etc/ssh/sshd_config.d/thera-card.conf").read_text()
    assert "PasswordAuthentication no\n" in rules
    assert "PermitRootLogin no\n" in rules


def test_the_report_tells_what_was_wrong_and_what_is_in_use_but_no_password_from_home() -> None:
    read = card_setup.read_all({"thera.txt": b"name = hall\nwifi = home\nwifi_password = secret-word\ncountry = X\n"})
    report = card_report.text(read, OWN, forgetful=False)
    assert "- thera.txt, line 4: country is “X”" in report
    assert "- The page is at http://hall.local/" in report
    assert "- Wi-Fi: home, with a password" in report
    assert "- The table's own Wi-Fi: Thera, password kamo-tezi-runa-pilo" in report
    assert "secret-word" not in report


def test_the_report_of_a_card_that_cannot_keep_games_begins_with_that() -> None:
    report = card_report.text(SettingsRead(), None, forgetful=True)
    assert "Not used:\n- The part of this card for games and settings cannot be read or written." in report
    assert "Nothing was wrong" not in report
