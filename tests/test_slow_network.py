"""The slow network of the benchmarks is slow, and loses nothing however many phones come one after another."""

from __future__ import annotations

import gc
import http.client
import threading
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from tools.benchmarks.first_view import NetworkPace, slow_network

CONTENT = bytes(range(256)) * 200


class Pages(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(CONTENT)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server has it
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - our own server
        return bytes(answer.read())


def test_all_that_many_ask_for_at_once_comes_whole(site: str) -> None:
    with slow_network(site, NetworkPace(1e9, 0.001)) as address, ThreadPoolExecutor(8) as phones:
        assert list(phones.map(get, [address] * 80)) == [CONTENT] * 80


def test_an_answer_takes_its_round_trips_and_the_time_of_its_bytes(site: str) -> None:
    pace = NetworkPace(len(CONTENT) / 0.2, 0.05)
    with slow_network(site, pace) as address:
        began = time.monotonic()
        get(address)
    assert time.monotonic() - began >= 2 * pace.round_trip + 0.2


def test_a_network_that_goes_leaves_no_connection_open(site: str) -> None:
    with slow_network(site, NetworkPace(1e9, 0.001)) as address:
        phone = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        phone.request("GET", "/")
        assert phone.getresponse().read() == CONTENT
    with closing(phone):
        assert phone.sock.recv(1) == b""
    gc.collect()  # a connection that nobody closed is an error here
