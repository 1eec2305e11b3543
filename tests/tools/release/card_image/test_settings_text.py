"""What people write into ``thera.txt``: what is used of it, and what they are told about the rest."""

from __future__ import annotations

import pytest

from tests.house import ROOT
from tools.release.card_image.on_card.card_settings import CardSettings, CardUser, HomeWifi, SettingsRead
from tools.release.card_image.on_card.settings_text import read_text

TEMPLATE = ROOT / "tools/release/card_image/files/thera.txt"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJfRg anna@laptop"

COMPLETE = f"""\
# a line of the template
name = table-7
wifi = Zum Löwen = 5 GHz
wifi_password = pass#word "with" signs\\
wifi_hidden = Yes
country = nl
time_zone = europe/amsterdam

own_wifi = Our table
own_wifi_password = kamo-tezi-runa
ssh_key = {KEY}
ssh_key = {KEY}2
"""


def problems(*lines: str) -> tuple[str, ...]:
    return read_text("\n".join(lines).encode()).problems


def test_every_setting_is_read_as_it_is_written() -> None:
    assert read_text(COMPLETE.encode()) == SettingsRead(
        CardSettings(
            host="table-7",
            wifi=HomeWifi("Zum Löwen = 5 GHz", 'pass#word "with" signs\\', hidden=True),
            country="NL",
            time_zone="Europe/Amsterdam",
            own_name="Our table",
            own_password="kamo-tezi-runa",  # noqa: S106 - an example
            user=CardUser("pi", keys=(KEY, f"{KEY}2")),
        )
    )


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_an_editor_of_windows_or_of_a_mac_changes_nothing(line_end: str) -> None:
    as_saved = b"\xef\xbb\xbf" + COMPLETE.replace("\n", line_end).encode()
    assert read_text(as_saved) == read_text(COMPLETE.encode())


def test_the_file_on_a_new_card_sets_nothing_and_each_of_its_examples_is_a_setting() -> None:
    template = TEMPLATE.read_text("utf-8")
    assert read_text(template.encode()) == SettingsRead()
    examples = "\n".join(line.removeprefix("#") for line in template.splitlines() if not line.startswith("# "))
    read = read_text(examples.replace("AAAA... anna", "AAAA anna").encode())
    assert read.problems == ()
    assert None not in (read.settings.host, read.settings.wifi, read.settings.country, read.settings.own_password)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "country = Netherlands",
            "country is “Netherlands”, which is not allowed; it must be the two letters of a country",
        ),
        ("country = UK", "country is “UK”, which is not allowed; it must be the two letters of a country, such as NL"),
        ("country = XX", "the two letters of a country"),
        ("time_zone = CET+1", "time_zone is “CET+1”, which is not allowed; it must be a time zone, such as Europe/"),
        ('name = "thera"', "name stands in quotes; write it without them"),
        ("wifi = “Our home”", "wifi stands in quotes; write it without them"),
        ("name = our_table", "name is “our_table”, which is not allowed; it must be 1 to 63 letters a to z, digits"),
        ("name =", "name is “”, which is not allowed"),
        ("wifi = " + "é" * 17, "it must be 1 to 32 characters, of which those beyond ASCII count for more"),
        ("own_wifi_password = short", "it must be 10 to 63 letters"),
        ("wifi_hidden = true", "it must be yes or no"),
        ("ssh_key = id_ed25519.pub", "it must be a whole line of a file such as id_ed25519.pub"),
        (
            "wifi-password = secret-word",
            "there is no wifi-password; perhaps wifi_password is meant; there are name, wifi,",
        ),
        ("colour = blue", "there is no colour; there are name, wifi,"),
        ("name thera", "“name thera” is no setting; one is a name, = and a value"),
    ],
)
def test_a_wrong_line_is_told_with_its_number_and_what_is_allowed(line: str, told: str) -> None:
    (sentence,) = problems("# the first line", "", line)
    assert sentence.startswith("thera.txt, line 3: ")
    assert told in sentence
    assert sentence.endswith(".")


def test_a_wrong_line_takes_nothing_from_the_others() -> None:
    read = read_text(b"country = Holland\nname = hall\n")
    assert (read.settings, len(read.problems)) == (CardSettings(host="hall"), 1)


def test_a_password_is_never_repeated_in_what_is_told() -> None:
    for name in ("wifi_password", "own_wifi_password"):
        (sentence, *_) = problems("wifi = home", f"{name} = geheim")
        assert "geheim" not in sentence
        assert f"{name} has a value that is not allowed" in sentence


def test_the_first_of_two_lines_for_one_thing_is_used() -> None:
    read = read_text(b"name = hall\nname = kitchen\n")
    assert read.settings.host == "hall"
    assert read.problems == ("thera.txt, line 2: name is there a second time; the first one is used.",)


def test_a_password_without_a_network_is_told() -> None:
    assert problems("wifi_password = long enough") == (
        "thera.txt: wifi_password says nothing without wifi, the name of a network.",
    )


def test_a_wrong_password_does_not_make_an_open_network_of_it() -> None:
    read = read_text(b"wifi = home\nwifi_password = short\n")
    assert read.settings.wifi is None
    assert read.problems[1:] == ("thera.txt: wifi is not used, because its password is wrong.",)


@pytest.mark.parametrize("content", [COMPLETE.encode("utf-16"), b"\xff\xfe\x00", COMPLETE.encode("latin-1")])
def test_another_encoding_is_told(content: bytes) -> None:
    assert read_text(content) == SettingsRead(
        problems=("thera.txt is not text in UTF-8: save it as UTF-8; nothing in it was used.",)
    )


def test_no_content_makes_the_reader_fail() -> None:
    for content in (b"", b"\0" * 600, b"=", b"= =\n#", bytes(range(128)), b"name = " + b"a" * 100_000):
        assert isinstance(read_text(content), SettingsRead)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Amsterdam", "Europe/Amsterdam"),
        ("america/new_york", "America/New_York"),
        ("New York", "America/New_York"),
        ("utc", "UTC"),
        ("Etc/UTC", "Etc/UTC"),
    ],
)
def test_the_city_of_a_time_zone_is_enough(written: str, meant: str) -> None:
    assert read_text(f"time_zone = {written}".encode()) == SettingsRead(CardSettings(time_zone=meant))
