"""Many phones with many pages each, and phones that are slow, asleep or gone."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.web_ui.browser import closing_phones, phone
from tests.web_ui.event_stream import events
from tests.web_ui.fake_table import SmallTable, playing
from web_ui.languages import catalogue
from web_ui.streams import EACH, MOST

PHONES, TABS = 10, 5
WELCOME = catalogue("en")["lobby.title"]


def newest(stream: Iterator[tuple[str, str, str]], version: int) -> dict[str, object]:
    """The state of this version, once it comes."""
    for event, number, data in stream:
        if event == "state" and int(number) == version:
            told: dict[str, object] = json.loads(data)
            return told
    raise AssertionError(f"the stream ended before version {version}")


def test_ten_phones_with_five_pages_each_hear_everything_and_are_answered(address: str, table_api: SmallTable) -> None:
    streams = [events(address, "/stream", phone_address(number // TABS)) for number in range(PHONES * TABS)]
    for stream in streams:
        assert next(stream)[0] == "state"
    for _ in range(3):
        table_api.show(playing())
        for stream in streams:
            assert newest(stream, table_api.current.version)["phase"] == "playing"
    assert status(address, "GET / HTTP/1.1") == 200
    assert status(address, "GET /static/js/phone.js HTTP/1.1") == 200
    body = json.dumps({"version": table_api.current.version, "command": {"kind": "undo_step"}})
    posted = f"POST /command HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    assert status(address, posted, body) == 200


def test_who_comes_when_too_many_pages_are_open_is_asked_to_come_again(address: str, table_api: SmallTable) -> None:
    with ExitStack() as open_pages:
        streams = [
            open_pages.enter_context(closing(listening(address, phone_address(number // TABS))))
            for number in range(MOST)
        ]
        assert table_api.listened(MOST)
        assert status(address, "GET /stream HTTP/1.1") == 503
        assert status(address, "GET / HTTP/1.1") == 200
        streams[0].close()
        assert table_api.listened(MOST - 1)
        with closing(admitted(address)):
            assert table_api.listened(MOST)


def test_one_phone_cannot_take_the_places_of_all(address: str, table_api: SmallTable) -> None:
    with ExitStack() as open_pages:
        for _ in range(EACH):
            open_pages.enter_context(closing(listening(address, phone_address(1))))
        assert table_api.listened(EACH)
        assert status(address, "GET /stream HTTP/1.1", phone=phone_address(1)) == 503
        with closing(listening(address, phone_address(2))):
            assert table_api.listened(EACH + 1)


def test_a_slow_phone_gets_the_newest_state_and_not_all_that_were_between(address: str, table_api: SmallTable) -> None:
    table_api.show(playing())
    with closing(listening(address)) as slow, closing(listening(address)) as quick:
        assert table_api.listened(2)
        heard = quick.makefile("rb")
        size = len(json.dumps(json.loads(data_of(heard, table_api.current.version))))
        changes = 4_000_000 // size
        for _ in range(changes):
            table_api.show(playing())
            data_of(heard, table_api.current.version)
        late = slow.makefile("rb")
        taken = 0
        while True:
            line = late.readline()
            taken += len(line)
            if line == f"id: {table_api.current.version}\n".encode():
                break
        assert taken < 1_000_000, "states that were old already were kept for a phone that did not ask for them"


def test_five_pages_of_one_phone_all_show_the_table(chrome: Browser, address: str, table_api: SmallTable) -> None:
    complaints: list[str] = []
    first = phone(chrome, complaints)
    pages = [first, *(first.context.new_page() for _ in range(TABS - 1))]
    for page in pages:
        page.set_default_timeout(15_000)
        page.goto(address)
        expect(page.get_by_role("heading", name=WELCOME)).to_be_visible()
    table_api.show(playing())
    for page in pages:
        expect(page.get_by_role("button", name="Undo")).to_be_visible()
    for number, page in enumerate(pages):
        page.get_by_role("button", name="Undo").first.click()
        table_api.command(number)
    first.context.close()
    assert complaints == []


def test_a_phone_of_a_test_that_fails_does_not_stay_open(chrome: Browser, address: str, table_api: SmallTable) -> None:
    open_before = len(chrome.contexts)

    def fails() -> None:
        phone(chrome, []).goto(address)
        raise AssertionError("as tests do")

    with pytest.raises(AssertionError, match="as tests do"), closing_phones(chrome):
        fails()
    assert table_api.listened(0)
    assert len(chrome.contexts) == open_before


def test_a_page_that_nobody_sees_asks_for_nothing_and_shows_the_truth_when_it_is_seen(
    screen: Page, table_api: SmallTable
) -> None:
    assert table_api.listened(1)
    seen(screen, visible=False)
    assert table_api.listened(0)
    table_api.show(playing())
    expect(screen.get_by_role("heading", name=WELCOME)).to_be_visible()
    seen(screen, visible=True)
    assert table_api.listened(1)
    expect(screen.get_by_role("button", name="Undo")).to_be_visible()


def test_a_stream_that_is_opened_and_never_read_gives_its_place_back(app: Flask) -> None:
    for _ in range(2 * MOST):
        app.test_client().get("/stream").close()
    assert app.test_client().get("/stream").status_code == 200


def seen(page: Page, *, visible: bool) -> None:
    """Let the browser say that the page can be seen, or no longer."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        not visible,
    )


def phone_address(number: int) -> str:
    """The address of one of many phones."""
    return f"127.0.0.{2 + number}"


def listening(address: str, phone: str = "127.0.0.1") -> socket.socket:
    """A phone that has asked for the stream; it takes little at a time."""
    where = urlsplit(address)
    connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 * 1024)
    connection.settimeout(20)
    connection.bind((phone, 0))
    connection.connect((where.hostname, where.port))
    connection.sendall(f"GET /stream HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
    return connection


def admitted(address: str) -> socket.socket:
    """A phone that asks for the stream until it gets it: a place is free a moment after its stream has ended."""
    while b" 503 " in (connection := listening(address)).recv(64):
        connection.close()
    return connection


def data_of(heard: Iterator[bytes], version: int) -> bytes:
    """The data of the event with this version."""
    for line in heard:
        if line == f"id: {version}\n".encode():
            return next(heard).removeprefix(b"data: ")
    raise AssertionError("the stream ended")


def status(address: str, request: str, body: str = "", phone: str = "127.0.0.1") -> int:
    """What a request is answered with."""
    where = urlsplit(address)
    with socket.create_connection((where.hostname, where.port), timeout=20, source_address=(phone, 0)) as connection:
        connection.sendall(f"{request}\r\nHost: {where.netloc}\r\nConnection: close\r\n\r\n{body}".encode())
        return int(connection.makefile("rb").readline().split()[1])
