"""The table's own network: what phones are answered that ask for the Internet there, the page that they are led to, and
the sticker."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from ipaddress import IPv4Interface
from urllib.parse import urlsplit

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect
from segno.helpers import make_wifi_data

from engine.seats import Seat
from table.runtime.publisher import Publication
from table.session.saved_state import SavedState, SeatedPlayer, Seating
from table.session.table_state import TableState
from table.settings.configuration import Configuration, Configured, Wifi
from table.settings.page_addresses import INTERFACE, OwnNetwork
from tests.web_ui.accessibility import violations
from tests.web_ui.browser import Lend
from tests.web_ui.fake_table import CAST, SmallTable, lobby
from tests.web_ui.layout import unreadable
from tests.web_ui.shared_server import OneServer
from thera.install.network_profile import ADDRESS
from web_ui.app import create_app
from web_ui.languages import catalogue, offered
from web_ui.network_pages import PART, REMEMBERED

HERE = OwnNetwork("Thera", "kamo-tezi-runa-pilo", IPv4Interface("127.0.0.1/8"))
"""A network that is open here."""
ELSEWHERE = replace(HERE, interface=IPv4Interface("192.0.2.1/24"))
"""One that is not."""
PAGE = "http://127.0.0.1:8080/"
APPLE = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
ONLINE = b"NetworkManager is online\n"
OWNED = Configured(own_network=HERE)
HOSTED = replace(lobby(*CAST), seats_held=(Seat.BLUE,), host=True, leader=Seat.BLUE, wifi=HERE, configured=OWNED)

# What is asked by whom, and what the real server answers.
ASKED = (
    ("http://connectivitycheck.gstatic.com/generate_204", 204, b""),
    ("http://www.google.com/gen_204", 204, b""),
    ("http://play.googleapis.com/generate_204", 204, b""),
    ("http://connectivitycheck.platform.hicloud.com/generate_204", 204, b""),
    ("http://connect.rom.miui.com/generate_204", 204, b""),
    ("http://edge-http.microsoft.com/captiveportal/generate_204", 204, b""),
    ("http://captive.apple.com/hotspot-detect.html", 200, APPLE),
    ("http://captive.apple.com/", 200, APPLE),
    ("http://www.apple.com/library/test/success.html", 200, APPLE),
    ("http://www.msftconnecttest.com/connecttest.txt", 200, b"Microsoft Connect Test"),
    ("http://www.msftncsi.com/ncsi.txt", 200, b"Microsoft NCSI"),
    ("http://detectportal.firefox.com/success.txt?ipv4", 200, b"success\n"),
    (
        "http://detectportal.firefox.com/canonical.html",
        200,
        b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    ("http://nmcheck.gnome.org/check_network_status.txt", 200, ONLINE),
    ("http://network-test.debian.org/nm", 200, ONLINE),
    ("http://ping.archlinux.org/nm-check.txt", 200, ONLINE),
    ("http://fedoraproject.org/static/hotspot.txt", 200, b"OK"),
    ("http://connectivity-check.ubuntu.com/", 204, b""),
    ("http://conncheck.opensuse.org/", 200, ONLINE),
    ("http://networkcheck.kde.org/", 200, b"OK\n"),
    ("http://spectrum.s3.amazonaws.com/kindle-wifi/wifistub.html", 200, b"81ce4465-7167-4dcb-835b-dcc9e44c112a"),
)
GENERATE = ASKED[0][0]


def with_network(table_api: SmallTable, network: OwnNetwork | None) -> Flask:
    app = create_app(table_api, None, join_url=lambda: PAGE, own_network=network)
    app.testing = True
    return app


@pytest.fixture
def app(table_api: SmallTable) -> Flask:
    return with_network(table_api, HERE)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(("url", "status", "body"), ASKED)
def test_a_phone_is_led_to_the_game_and_stays_once_it_was_there(
    client: FlaskClient, url: str, status: int, body: bytes
) -> None:
    led = client.get(url)
    assert (led.status_code, led.headers["Location"]) == (302, f"{PAGE}welcome")
    assert client.get("/welcome").status_code == 200
    assert client.get(url).status_code == 302, "who has only seen the link has not found the game"
    assert client.get(PAGE).status_code == 200
    answer = client.get(url)
    assert (answer.status_code, answer.data) == (status, body)
    assert answer.headers["Cache-Control"] == "no-store"


def test_each_phone_is_led_to_the_game(client: FlaskClient) -> None:
    client.get(PAGE, environ_base={"REMOTE_ADDR": "127.0.0.2"})
    answers = [client.get(GENERATE, environ_base={"REMOTE_ADDR": f"127.0.0.{n}"}) for n in (2, 3)]
    assert [answer.status_code for answer in answers] == [204, 302]


def test_the_code_of_the_table_leads_to_the_game_as_well(client: FlaskClient) -> None:
    client.get(f"{PAGE}j")
    assert client.get(GENERATE).status_code == 204


def test_windows_always_finds_where_to_sign_in(client: FlaskClient) -> None:
    for _ in range(2):
        answer = client.get("http://www.msftconnecttest.com/redirect")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"{PAGE}welcome")
        client.get(PAGE)


@pytest.mark.parametrize(
    "url",
    [
        "http://attacker.example/",
        "http://attacker.example/stream",
        "http://captive.apple.com/wifi.svg",
        "http://captive.apple.com/welcome",
        "http://attacker.example/redirect",
        "http://connectivitycheck.gstatic.com/",
        "http://connectivitycheck.gstatic.com/generate_204/",
    ],
)
def test_nothing_else_is_answered_under_a_foreign_name(client: FlaskClient, url: str) -> None:
    client.get(PAGE)
    assert client.get(url).status_code == 421


def test_nothing_can_be_posted_under_a_foreign_name(client: FlaskClient) -> None:
    assert client.post(GENERATE, json={}).status_code == 421


def test_who_is_not_in_the_network_gets_no_answer(client: FlaskClient) -> None:
    assert client.get(GENERATE, environ_base={"REMOTE_ADDR": "192.168.1.7"}).status_code == 421


@pytest.mark.parametrize("network", [ELSEWHERE, None])
def test_a_table_whose_own_network_is_not_open_answers_to_its_own_names_only(
    table_api: SmallTable, network: OwnNetwork | None
) -> None:
    client = with_network(table_api, network).test_client()
    client.get(PAGE)
    assert client.get(GENERATE, environ_base={"REMOTE_ADDR": "192.0.2.7"}).status_code == 421


def test_under_its_own_name_the_table_has_no_such_paths(client: FlaskClient) -> None:
    assert client.get("/generate_204").status_code == 404


def test_no_more_phones_are_remembered_than_the_network_has(client: FlaskClient) -> None:
    phones = [f"127.1.{n // 250}.{n % 250 + 1}" for n in range(REMEMBERED + 1)]
    for address in phones:
        client.get(PAGE, environ_base={"REMOTE_ADDR": address})
    first, *others = [client.get(GENERATE, environ_base={"REMOTE_ADDR": address}).status_code for address in phones]
    assert (first, set(others)) == (302, {204})


def test_a_real_server_leads_a_phone_and_then_lets_it_stay(app: Flask, server: OneServer) -> None:
    server.put(app)

    def ask(host: str, path: str) -> tuple[int, str | None]:
        with closing(http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=20)) as connection:
            connection.request("GET", path, headers={"Host": host})
            with connection.getresponse() as answer:
                answer.read()
                return answer.status, answer.getheader("Location")

    host = "connectivitycheck.gstatic.com"
    assert ask(host, "/generate_204") == (302, f"{PAGE}welcome")
    assert ask(host, "/") == (421, None)
    assert ask("10.41.0.1", "/") == (200, None)
    assert ask(host, "/generate_204") == (204, None)


@pytest.mark.parametrize("language", offered())
def test_the_page_speaks_the_language_of_the_phone(client: FlaskClient, language: str) -> None:
    shown = client.get("/welcome", headers={"Accept-Language": f"{language},en;q=0.5"}).text
    texts = catalogue(language, PART)
    assert f'<html lang="{language}">' in shown
    for key in ("welcome.open", "welcome.data"):
        assert texts[key].replace("'", "&#39;") in shown
    assert f'href="{PAGE}"' in shown


def test_only_the_host_gets_the_sticker(client: FlaskClient, table_api: SmallTable) -> None:
    for shown in (lobby(*CAST), replace(HOSTED, host=False)):
        table_api.show(shown)
        refused = client.get("/sticker")
        assert refused.status_code == 403
        assert HERE.password not in refused.text


def test_the_sticker_has_the_codes_of_the_network_and_of_the_page_in_it(
    client: FlaskClient, table_api: SmallTable
) -> None:
    table_api.show(HOSTED)
    shown = client.get("/sticker").text
    for content in (make_wifi_data(HERE.name, HERE.password, "WPA"), "http://127.0.0.1/"):
        drawn = segno.make(content, error="m", micro=False).svg_inline(
            border=4, dark="#0b2545", light="#ffffff", omitsize=True
        )
        assert drawn.removeprefix("<svg ") in shown
    for text in (HERE.name, HERE.password, "http://127.0.0.1/"):
        assert f"<dd>{text}</dd>" in shown


def test_a_table_without_a_network_of_its_own_has_neither_page(table_api: SmallTable) -> None:
    table_api.show(HOSTED)
    client = with_network(table_api, None).test_client()
    assert [client.get(path).status_code for path in ("/welcome", "/sticker")] == [404, 404]


@pytest.mark.parametrize(
    ("own", "told"),
    [(HERE, HERE), (ELSEWHERE, Wifi("Guests")), (None, Wifi("Guests"))],
)
def test_a_player_is_told_of_the_network_that_is_open(own: OwnNetwork | None, told: object) -> None:
    configured = Configured(Configuration(wifi=Wifi("Guests")), own_network=own)
    mark = "of-ann"
    seating = Seating().with_player(SeatedPlayer(Seat.BLUE, "Ann", mark))
    publication = Publication(TableState.opening(SavedState(seating=seating), 5), None, configured)
    assert publication.snapshot(frozenset({mark})).wifi == told
    assert publication.snapshot(frozenset()).wifi is None


def test_the_installer_and_the_page_mean_the_same_address() -> None:
    assert str(INTERFACE.ip) == ADDRESS


@pytest.fixture
def opened(lend: Lend, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with lend(complaints, 320, 640) as page:
        page.goto(f"{address}/welcome")
        yield page
    assert complaints == []


def test_both_pages_can_be_read_on_small_and_large_screens(opened: Page, address: str, table_api: SmallTable) -> None:
    table_api.show(HOSTED)
    found: list[str] = []
    for path in ("welcome", "sticker"):
        for language in offered():
            opened.context.add_cookies([{"name": "thera_language", "value": language, "url": address}])
            for width in (320, 1024):
                opened.set_viewport_size({"width": width, "height": 700})
                opened.goto(f"{address}/{path}")
                found += [f"{path} {language} {width}: {line}" for line in unreadable(opened)]
        found += violations(opened)
    assert found == []


def test_the_link_is_large(opened: Page) -> None:
    box = opened.get_by_role("link", name="Open the game").bounding_box()
    assert box is not None
    assert (box["width"] > 250, box["height"] > 80) == (True, True)


def test_a_player_finds_the_open_network_and_the_host_the_sticker(screen: Page, table_api: SmallTable) -> None:
    table_api.show(HOSTED)
    expect(screen.get_by_role("heading", name="The table's own Wi-Fi")).to_be_visible()
    expect(screen.get_by_text(HERE.password, exact=True)).to_be_visible()
    expect(screen.get_by_text("turn its mobile data off")).to_be_visible()
    screen.goto(f"{screen.url.split('#')[0]}#settings")
    screen.get_by_role("link", name="Print the sticker").click()
    expect(screen.get_by_role("heading", name="Sticker for the table")).to_be_visible()
    screen.get_by_role("link", name="Back to the settings").click()
    expect(screen.get_by_role("link", name="Print the sticker")).to_be_visible()
