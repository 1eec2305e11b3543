"""What is configured, on the page: all of it for the host, the network for those who sit, nothing for others."""

from __future__ import annotations

import io
import json
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import segno
from flask import Flask
from playwright.sync_api import Page, expect

from engine.seats import Seat
from table.settings.configuration import HIDDEN, KEYS, ON_THE_PAGE, Configured, Wifi
from table.settings.configuration_file import parse_configuration
from tests.thera.test_cli import posted, running
from tests.web_ui.board_page import board_open
from tests.web_ui.fake_table import CAST, SmallTable, lobby
from tests.web_ui.posted import json_of
from web_ui.forms.snapshot_forms import snapshot_form

PHRASE = 'a\\b;c:d"e,f'
FILE = f"[web]\nport = 9000\n[wifi]\nname = 'Guests; all'\npassword = '{PHRASE}'\n"
CONTENT = 'WIFI:T:WPA;S:Guests\\; all;P:a\\\\b\\;c\\:d\\"e,f;;'


def drawn(content: str) -> bytes:
    """The drawing of a code with this in it."""
    drawing = io.BytesIO()
    code = segno.make(content, error="m", micro=False)
    code.save(drawing, kind="svg", scale=8, border=4, dark="#0b2545", light="#ffffff", xmldecl=False)
    return drawing.getvalue()


def shown_to(address: str, cookie: str) -> dict[str, Any]:
    """What a phone with this cookie is shown, as it comes with the answer to a command about a state long gone."""
    body = json.dumps({"version": 0, "command": {"kind": "undo_step"}}).encode()
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    asked = urllib.request.Request(f"{address}command", body, headers)  # noqa: S310 - our own http address
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=10)  # noqa: S310 - as above
    with refused.value as answer:
        found: dict[str, Any] = json.load(answer)["snapshot"]
    return found


def sits(address: str, name: str, seat: str) -> str:
    """The first who opens the page of the board takes a seat; their phone's cookie."""
    with board_open(address) as opener:
        cookie = asks(address, name, seat, opener)
    assert shown_to(address, cookie)["seats_held"] == [seat]
    return cookie


def asks(address: str, name: str, seat: str, cookie: str = "") -> str:
    """Somebody who asks for a seat; their phone's cookie, which is worth nothing to others than the first."""
    command = {"kind": "claim_seat", "seat": seat, "name": name}
    return posted(address, "command", {"version": shown_to(address, "")["version"], "command": command}, cookie)


def let_in(address: str, host: str, name: str, seat: str) -> str:
    """Somebody who asks for a seat, and whom the host lets in; their phone's cookie."""
    cookie = asks(address, name, seat)
    shown = shown_to(address, host)
    command = {"kind": "answer_claim", "code": shown["claims"][0]["code"], "accept": True}
    posted(address, "command", {"version": shown["version"], "command": command}, host)
    return cookie


def code_for(address: str, cookie: str) -> bytes | int:
    """The code of the network that a phone with this cookie gets; the status where it gets none."""
    asked = urllib.request.Request(f"{address}wifi.svg", headers={"Cookie": cookie})  # noqa: S310 - our own http address
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310 - as above
            found: bytes = answer.read()
            return found
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_only_phones_with_a_seat_get_the_password_and_only_the_host_all_values(tmp_path: Path) -> None:
    file = tmp_path / "thera.toml"
    file.write_text(FILE, "utf-8")
    with running(tmp_path / "kept", "--config", str(file)) as (_, address, _):
        host = sits(address, "Ann", "blue")
        player = let_in(address, host, "Bo", "orange")
        waiting = asks(address, "Cleo", "white")
        assert waiting
        for cookie in ("", waiting, "thera_seats=of-my-own-making"):
            shown = shown_to(address, cookie)
            assert (shown["wifi"], shown["configured"]) == (None, None)
            assert "Guests" not in json.dumps(shown)
            assert code_for(address, cookie) == 404
        for cookie in (host, player):
            assert shown_to(address, cookie)["wifi"] == {"name": "Guests; all", "password": PHRASE, "own": False}
            assert code_for(address, cookie) == drawn(CONTENT)
        assert shown_to(address, player)["configured"] is None
        configured = shown_to(address, host)["configured"]
    assert configured["file"] == str(file)
    values = {each["key"]: each for each in configured["values"]}
    assert tuple(values) == KEYS
    assert values["web.port"] == {"key": "web.port", "value": 0, "source": "option", "here": False}
    assert values["wifi.password"] == {"key": "wifi.password", "value": HIDDEN, "source": "file", "here": False}
    assert {key for key, each in values.items() if each["here"]} == ON_THE_PAGE


def test_an_open_network_has_a_code_without_a_password(app: Flask, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.ORANGE,), wifi=Wifi("Guests")))
    assert app.test_client().get("/wifi.svg").data == drawn("WIFI:T:nopass;S:Guests;;")


def test_the_list_of_values_holds_no_password() -> None:
    shown = json_of(snapshot_form(replace(lobby(*CAST), configured=parse_configuration(FILE))))["configured"]
    assert PHRASE not in json.dumps(shown)
    assert json.dumps(PHRASE)[1:-1] not in json.dumps(shown)


def test_a_player_finds_the_network_beside_the_code_to_join(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.ORANGE,), wifi=Wifi("Guests", PHRASE)))
    expect(screen.get_by_role("img", name="Code with the address of this table")).to_be_visible()
    code = screen.get_by_role("img", name="Code with the name and the password of the network")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(screen.get_by_text("Guests", exact=True)).to_be_visible()
    expect(screen.get_by_text(PHRASE, exact=True)).to_be_visible()
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.ORANGE,), wifi=Wifi("Guests")))
    expect(screen.get_by_text("It needs no password.")).to_be_visible()
    table_api.show(lobby(*CAST))
    expect(code).to_have_count(0)


@pytest.mark.parametrize(
    ("configured", "told"),
    [
        (parse_configuration(FILE, Path("/etc/thera/thera.toml")), "This is in the file /etc/thera/thera.toml"),
        (Configured(), "No file was read."),
    ],
)
def test_the_host_sees_every_value_and_where_it_is_changed(
    screen: Page, table_api: SmallTable, configured: Configured, told: str
) -> None:
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.BLUE,), host=True, leader=Seat.BLUE, configured=configured))
    screen.goto(f"{screen.url.split('#')[0]}#settings")
    section = screen.locator("[data-key=configured]")
    expect(section.get_by_text(told)).to_be_hidden()
    section.get_by_role("heading", name="Workshop").click()
    expect(section.get_by_text(told)).to_be_visible()
    expect(section.locator("dt")).to_have_count(len(KEYS))
    port = section.locator("[data-key='web.port']")
    expect(port.get_by_text("9000" if configured.file else "8080", exact=True)).to_be_visible()
    expect(port.get_by_text("from the file" if configured.file else "default", exact=True)).to_be_visible()
    expect(section.locator("[data-key='table.name']")).to_contain_text("not set")
    expect(section.locator("[data-key='table.name']")).to_contain_text("for a new table; change it above")


def test_others_do_not_see_what_is_configured(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.ORANGE,), leader=Seat.BLUE, wifi=Wifi("Guests")))
    screen.goto(f"{screen.url.split('#')[0]}#settings")
    expect(screen.get_by_role("heading", name="Wi-Fi for guests")).to_be_visible()
    expect(screen.get_by_role("heading", name="Configuration")).to_have_count(0)
