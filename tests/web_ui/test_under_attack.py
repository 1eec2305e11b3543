"""Who means ill in the network at home is refused, and the others are served meanwhile."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from engine.seats import Seat
from tests.web_ui.event_stream import events
from tests.web_ui.fake_table import CAST, SmallTable, lobby, playing
from tests.web_ui.shared_server import OneServer
from web_ui import serve as serving
from web_ui.callers import MOST_TOKENS
from web_ui.guard import CHOICES
from web_ui.serve import BODY_SIZE, CONNECTIONS_EACH, HEADER_SIZE

FRIEND, STRANGER = "127.0.0.2", "127.0.0.66"
HEAD = "Host: 127.0.0.1\r\n"


@contextmanager
def connected(address: str, who: str, takes: int | None = None) -> Iterator[socket.socket]:
    """A connection of somebody to the table; ``takes`` is how many bytes their computer holds of what comes."""
    where = urlsplit(address)
    with socket.socket() as opened:
        if takes is not None:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        opened.settimeout(20)
        opened.bind((who, 0))
        opened.connect((where.hostname, where.port))
        yield opened


def status(address: str, request: str, who: str = STRANGER) -> int:
    """What a request is answered with; it need not be whole."""
    with connected(address, who) as connection:
        connection.sendall(request.encode("latin-1"))
        return int(connection.makefile("rb").readline().split()[1])


def friend_is_served(address: str, table_api: SmallTable) -> None:
    """Somebody else opens the page, plays and sees it."""
    assert status(address, f"GET / HTTP/1.1\r\n{HEAD}\r\n", FRIEND) == 200
    body = json.dumps({"version": table_api.current.version, "command": {"kind": "undo_step"}})
    head = f"{HEAD}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    assert status(address, f"POST /command HTTP/1.1\r\n{head}\r\n{body}", FRIEND) == 200
    stream = events(address, "/stream", FRIEND)
    assert next(stream)[0] == "state"
    table_api.show(playing())
    assert any(number == str(table_api.current.version) for _, number, _ in stream)


def test_a_request_that_comes_in_drips_does_not_keep_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "IDLE_SECONDS", 2)
    server = OneServer()
    with connected(server.address, STRANGER) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Drips: ")
        connection.settimeout(0.2)
        answer = None
        for _ in range(100):  # drips, for twenty seconds at most
            try:
                connection.sendall(b"x")
                answer = connection.recv(1)
            except TimeoutError:
                continue
            except ConnectionError:
                answer = b""
            break
        assert answer == b""


def test_what_is_too_large_is_refused_before_it_is_taken(address: str) -> None:
    head = f"{HEAD}Content-Type: application/json\r\n"
    for size in (BODY_SIZE + 1, 10**9, 10**30):
        assert status(address, f"POST /command HTTP/1.1\r\n{head}Content-Length: {size}\r\n\r\n") == 413
    assert status(address, f"GET / HTTP/1.1\r\n{HEAD}Cookie: {'x' * HEADER_SIZE}\r\n\r\n") == 431
    assert status(address, f"GET /{'x' * HEADER_SIZE} HTTP/1.1\r\n{HEAD}\r\n") == 431


@pytest.mark.parametrize("header", CHOICES)
def test_a_browser_does_not_choose_among_thousands(address: str, header: str) -> None:
    """To weigh eight thousand languages against those of the page took as long as a hundred requests."""
    usual = {"Accept-Language": "nl-BE,nl;q=0.9,fr;q=0.8", "Accept-Encoding": "gzip, br", "If-None-Match": '"x"'}
    assert status(address, f"GET / HTTP/1.1\r\n{HEAD}{header}: {usual[header]}\r\n\r\n") == 200
    assert status(address, f"GET / HTTP/1.1\r\n{HEAD}{header}: {'x,' * 7000}\r\n\r\n") == 431


def test_of_a_cookie_with_a_thousand_tokens_those_of_a_phone_count(address: str, table_api: SmallTable) -> None:
    """Each of them would be hashed for each state that is shown."""
    tokens = [f"token-{number:04}" for number in range(1000)]
    with connected(address, STRANGER) as connection:
        head = f"GET /stream HTTP/1.1\r\n{HEAD}Cookie: thera_seats={'.'.join(tokens)}\r\n\r\n"
        connection.sendall(head.encode())
        assert table_api.heard(set(tokens[-MOST_TOKENS:]))


def test_a_body_without_an_end_is_refused(address: str) -> None:
    head = f"{HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
    chunk = f"{BODY_SIZE:x}\r\n{' ' * BODY_SIZE}\r\n"
    assert status(address, f"POST /command HTTP/1.1\r\n{head}\r\n{chunk}{chunk}") == 413


def test_requests_that_never_end_keep_nobody_waiting(address: str, table_api: SmallTable) -> None:
    with ExitStack() as slow:
        for _ in range(CONNECTIONS_EACH):
            connection = slow.enter_context(connected(address, STRANGER))
            connection.sendall(f"POST /command HTTP/1.1\r\n{HEAD}Content-Length: 100\r\n".encode())
        friend_is_served(address, table_api)


@pytest.mark.parametrize("path", ["/text/en/page.json", "/stream"])
def test_who_asks_for_much_at_once_and_takes_none_of_it_keeps_nobody_waiting(
    address: str, table_api: SmallTable, path: str
) -> None:
    request = f"GET {path} HTTP/1.1\r\n{HEAD}\r\n"
    with ExitStack() as slow:
        for _ in range(CONNECTIONS_EACH):
            connection = slow.enter_context(connected(address, STRANGER, takes=2048))
            connection.sendall(request.encode() * 40)
        friend_is_served(address, table_api)


def test_what_is_asked_before_the_first_answer_came_is_not_answered(address: str) -> None:
    with connected(address, STRANGER) as connection:
        connection.sendall(f"GET / HTTP/1.1\r\n{HEAD}\r\n".encode() * 3)
        answered = connection.makefile("rb").read().decode()
    assert answered.count("HTTP/1.1 200 OK\r\n") == 1
    assert "\r\nConnection: close\r\n" in answered


@pytest.mark.parametrize("opening", ["https", b"\x16", b"\x05\x01\x00", b"\x80\x2e\x01\x00\x02"])
def test_who_speaks_another_protocol_is_hung_up_on_at_once(address: str, opening: str | bytes) -> None:
    """A browser that tries https hears at once that it is not spoken here, and tries http; so do SOCKS and the oldest
    TLS. It would otherwise wait until the connection is idle for too long."""
    with connected(address, FRIEND) as connection:
        if isinstance(opening, bytes):
            connection.sendall(opening)
            assert connection.recv(1) == b""
        else:
            context = ssl.create_default_context()
            with pytest.raises(ssl.SSLError, match="EOF"):
                context.wrap_socket(connection, server_hostname="thera.local")


def test_an_empty_line_before_a_request_is_none(address: str) -> None:
    assert status(address, f"\r\nGET / HTTP/1.1\r\n{HEAD}\r\n") == 200


def test_thousand_connections_of_one_are_hung_up_on_and_the_others_are_served(
    address: str, table_api: SmallTable
) -> None:
    with ExitStack() as many:
        opened = [many.enter_context(connected(address, STRANGER)) for _ in range(1000)]
        for connection in opened[CONNECTIONS_EACH:]:
            assert connection.recv(1) == b"", "a connection too many was kept"
        friend_is_served(address, table_api)
    friend_is_served(address, table_api)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/js/..%5c..%5c..%5capp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/js/phone.js%00.css",
        "/static/js",
        "//etc/passwd",
        "/text/..%2f..%2fapp.py/page.json",
        "/text/en/..%2f..%2fapp.json",
        "/games/..%2f..%2fjournal.sqlite3",
        "/games/%2e%2e/settings.json",
    ],
)
def test_no_path_leads_out_of_the_page(address: str, path: str) -> None:
    refused, doubled_slash_is_mended = {400, 404}, {308}
    assert status(address, f"GET {path} HTTP/1.1\r\n{HEAD}\r\n") in refused | doubled_slash_is_mended


@pytest.mark.parametrize(
    ("request_head", "answer"),
    [
        (f"GET / HTTP/1.1\r\n{HEAD}X-Forwarded-Host: attacker.example\r\nX-Forwarded-Proto: https\r\n", 200),
        ("GET / HTTP/1.1\r\nHost: attacker.example\r\n", 421),
        ("GET / HTTP/1.1\r\nHost: attacker.example\r\nX-Forwarded-Host: thera.local\r\n", 421),
        ("GET / HTTP/1.1\r\nHost: thera.local\r\nHost: attacker.example\r\n", 421),
        (f"POST /command HTTP/1.1\r\n{HEAD}Content-Length: 5\r\nContent-Length: 6\r\n", 400),
        (f"POST /command HTTP/1.1\r\n{HEAD}Content-Length: -1\r\n", 400),
        (f"POST /command HTTP/1.1\r\n{HEAD}Transfer-Encoding: x\r\n", 501),
        (f"GET / HTTP/1.1\r\n{HEAD}Bad Header: x\r\n", 400),
        (f"TRACE / HTTP/1.1\r\n{HEAD}", 405),
    ],
)
def test_no_header_makes_the_table_believe_something_else(address: str, request_head: str, answer: int) -> None:
    assert status(address, f"{request_head}\r\n") == answer


def test_a_made_up_sender_does_not_get_more_tries_for_a_seat(address: str, table_api: SmallTable) -> None:
    """The limit goes by the address of the connection, whatever its headers say."""
    answers = []
    for number in range(20):
        body = json.dumps(
            {"version": table_api.current.version, "command": {"kind": "claim_seat", "seat": "blue", "name": "X"}}
        )
        sender = f"X-Forwarded-For: 10.0.0.{number}\r\nForwarded: for=10.0.0.{number}"
        head = f"{HEAD}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n{sender}"
        answers.append(status(address, f"POST /command HTTP/1.1\r\n{head}\r\n\r\n{body}"))
    assert answers[0] == 200
    assert answers[-1] == 429


def test_a_post_that_is_sent_again_is_refused_once_the_table_has_gone_on(address: str, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), seats_held=(Seat.BLUE,)))
    body = json.dumps({"version": table_api.current.version, "command": {"kind": "begin_game"}})
    post = (
        f"POST /command HTTP/1.1\r\n{HEAD}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    )
    assert status(address, post) == 200
    table_api.show(playing())
    assert status(address, post) == 409
    assert len(table_api.asked) == 1
