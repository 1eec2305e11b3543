"""What Raspberry Pi Imager writes on a card, in the shapes of its versions, and what the card takes from it."""

from __future__ import annotations

import pytest

from tools.release.card_image.on_card.card_settings import CardSettings, CardUser, HomeWifi
from tools.release.card_image.on_card.imager_files import read_script, read_toml

HASH = "$y$jB5$Ab./Cd$efgh"
PSK = "0123456789abcdef" * 4
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJfRg anna@laptop"

PRESEED = f"""\
config_version = 1

[system]
hostname = "hall"

[user]
name = "anna"
password = "{HASH}"
password_encrypted = true
groups = ["sudo"]

[ssh]
enabled = true
password_authentication = false
authorized_keys = [
  "{KEY}",
]

[wlan]
ssid = "Our \\"home\\""
password = "{PSK}"
password_encrypted = true
hidden = false
country = "NL"

[locale]
timezone = "Europe/Amsterdam"
"""

SCRIPT = f"""\
#!/bin/sh

set +e

CURRENT_HOSTNAME=$(cat /etc/hostname | tr -d " \\t\\n\\r")
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_hostname hall
else
   echo hall >/etc/hostname
fi
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom enable_ssh -k '{KEY}'
fi
if [ -f /usr/lib/userconf-pi/userconf ]; then
   /usr/lib/userconf-pi/userconf 'anna' '{HASH}'
fi
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ] && true; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_wlan  -h 'Anna'"'"'s' '{PSK}' 'NL'
else
cat >/etc/wpa_supplicant/wpa_supplicant.conf <<'WPAEOF'
WPAEOF
fi
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_timezone 'Europe/Amsterdam'
else
   rm -f /etc/localtime
fi
rm -f /boot/firstrun.sh
exit 0
"""


def test_the_settings_of_imager_2_are_taken() -> None:
    read = read_toml("rpi-preseed.toml", PRESEED.encode())
    assert read.problems == ()
    assert read.settings == CardSettings(
        host="hall",
        wifi=HomeWifi('Our "home"', PSK),
        country="NL",
        time_zone="Europe/Amsterdam",
        user=CardUser("anna", HASH, (KEY,)),
    )


def test_the_settings_of_imager_1_are_taken_from_its_script() -> None:
    read = read_script(SCRIPT.encode())
    assert read.problems == ()
    assert read.settings == CardSettings(
        host="hall",
        wifi=HomeWifi("Anna's", PSK, hidden=True),
        country="NL",
        time_zone="Europe/Amsterdam",
        user=CardUser("anna", HASH, (KEY,)),
    )


def test_who_may_use_a_password_over_ssh_is_said_by_imager() -> None:
    asked = PRESEED.replace("password_authentication = false", "password_authentication = true")
    user = read_toml("rpi-preseed.toml", asked.encode()).settings.user
    assert user is not None
    assert user.by_password
    off = read_toml("rpi-preseed.toml", asked.replace("enabled = true", "enabled = false").encode()).settings.user
    assert off == CardUser("anna", HASH)


def test_an_open_network_has_no_password() -> None:
    told = b'[wlan]\nssid = "cafe"\nhidden = true\n'
    assert read_toml("custom.toml", told).settings.wifi == HomeWifi("cafe", hidden=True)
    assert read_script(b"/usr/lib/raspberrypi-sys-mods/imager_custom set_wlan cafe '' 'DE'").settings.wifi == HomeWifi(
        "cafe"
    )


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            '[system]\nhostname = "a b"',
            "custom.toml: system.hostname is not allowed; it must be 1 to 63 letters a to z",
        ),
        ("[system]\nhostname = 7", "custom.toml: system.hostname must be a text in quotes."),
        ('[wlan]\nssid = "x"\npassword = "abc"', "custom.toml: wlan.password is not allowed; it must be 8 to 63"),
        ('[wlan]\nssid_hex = "ff"', "custom.toml: wlan.ssid_hex has no meaning on this card."),
        ('[locale]\nkeymap = "de"', "custom.toml: locale.keymap has no meaning on this card."),
        (
            '[locale]\ntimezone = "Europe/Nowhere"',
            "custom.toml: locale.timezone is not allowed; it must be a time zone, such as Europe/Amsterdam.",
        ),
        ("[connect]\nenabled = true", "custom.toml: connect has no meaning on this card."),
        (
            '[user]\nname = "root"\npassword = "$y$a$b"',
            "custom.toml: user.name is not allowed; it must be another name",
        ),
        ('[user]\npassword = "plain"', "custom.toml: user.password is not allowed; it must be encrypted"),
        ("[ssh]\nenabled = true\nauthorized_keys = 3", "custom.toml: ssh.authorized_keys must be a list of texts."),
        ('[ssh]\nenabled = true\nauthorized_keys = ["x"]', "custom.toml: ssh.authorized_keys, number 1 is not allowed"),
        ("hostname = ", "custom.toml cannot be read, so nothing in it was used: "),
    ],
)
def test_what_is_wrong_or_not_used_is_told(told: str, sentence: str) -> None:
    (problem,) = read_toml("custom.toml", told.encode()).problems
    assert problem.startswith(sentence)


def test_a_password_that_is_wrong_is_neither_told_nor_left_out() -> None:
    read = read_toml("custom.toml", b'[wlan]\nssid = "home"\npassword = "geheim"\n')
    assert read.settings.wifi is None
    assert "geheim" not in " ".join(read.problems)


def test_no_file_makes_the_reader_fail() -> None:
    for content in (
        b"\xff\xfe",
        b"\0",
        b"[wlan]\nssid = []",
        b"wlan = 3",
        b"[ssh]\nenabled = true\nauthorized_keys = [1]",
    ):
        assert read_toml("custom.toml", content).problems
    for line in (b"set_wlan", b"set_wlan 'open", b"set_hostname", b"", b"enable_ssh -k x"):
        read_script(b"/usr/lib/raspberrypi-sys-mods/imager_custom " + line)
