"""A family round a running table: its journal on a disk, a real web server in front of it, and a phone for each of them
that speaks with it over HTTP."""

from __future__ import annotations

import http.client
import json
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engine.seats import Seat
from hardware.virtual.virtual_device import VirtualDevice
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.two_boards import FittedBoard
from table.storage.journal import Journal, resume
from table.view.led_patterns import lights_of
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.table.session.sitting_down import sit
from tests.web_ui.shared_server import OneServer
from web_ui.app import create_app
from web_ui.callers import SEAT_COOKIE

PATIENCE = 20.0
BEATS = 8
"""So many signs of life without news mean that no news will come."""
SEATS = {"Ann": "blue", "Ben": "orange", "Cleo": "white", "Dan": "purple"}

Body = dict[str, Any]


@dataclass
class HttpPhone:
    """A phone that keeps its cookie. ``seen`` is the newest snapshot that its open page was told."""

    address: str
    name: str = ""
    cookie: str = ""

    def post(self, command: object, version: int | None = None) -> tuple[int, Body]:
        """Give a command about the newest state or that of a version: the status of the answer, and the answer."""
        saw = self.state()["version"] if version is None else version
        with self._asked("POST", "/command", {"version": saw, "command": command}) as answer:
            told: Body = json.loads(answer.read())
            given = answer.headers["Set-Cookie"]
            self.cookie = given.split(";")[0] if given else self.cookie
            return answer.status, told

    def does(self, kind: str, **fields: object) -> Body:
        """Give a command that is carried out; the snapshot that comes with the answer."""
        status, told = self.post({"kind": kind, **fields})
        assert status == 200, (kind, fields, told)
        snapshot: Body = told["snapshot"]
        return snapshot

    def state(self) -> Body:
        """The newest snapshot."""
        with self.page() as told:
            return next(told)

    @contextmanager
    def page(self) -> Iterator[Iterator[Body]]:
        """An open page of this phone: the snapshots that it is told."""
        with self._asked("GET", "/stream") as answer:
            yield _told(answer)

    @contextmanager
    def _asked(self, method: str, path: str, body: object = None) -> Iterator[http.client.HTTPResponse]:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # gone at once
        try:
            with connection.getresponse() as answer:
                yield answer
        finally:
            connection.close()


def _told(lines: Iterable[bytes]) -> Iterator[Body]:
    """The snapshots of a stream; it fails if nothing but signs of life has come for long."""
    beats = 0
    for line in lines:
        if line.startswith(b"data: {"):
            beats = 0
            yield json.loads(line.removeprefix(b"data: "))
        beats += line.startswith(b"event: beat")
        assert beats < BEATS, "nothing new is told"


class Family:
    """A running table, and its players. Its page shows the ``wood`` of a virtual board, which the table does not
    read."""

    def __init__(self, folder: Path, server: OneServer) -> None:
        self.now = 0.0
        self.wood = VirtualDevice(patience=0)
        self.board = QuietBoard()
        journal = Journal(folder)
        self.table = TableActor(
            self.board,
            ScriptedReader(),
            lights_of,
            journal,
            resume(journal),
            TableFittings(clock=lambda: self.now, fitted=FittedBoard(clear=self.wood.clear)),
        )
        self.address = server.address
        server.put(create_app(self.table, self.wood))
        self.table.start()

    def sit_down(self, count: int) -> list[HttpPhone]:
        """So many sit down one after another, each with a phone."""
        return [
            HttpPhone(self.address, name, f"{SEAT_COOKIE}={self.seat_token(name)}") for name in tuple(SEATS)[:count]
        ]

    def seat_token(self, name: str) -> str:
        """Somebody takes their seat, at the table itself: the token of it."""
        (token,) = sit(self.table, Seat(SEATS[name]), name)
        return token

    def let_pass(self, seconds: float) -> None:
        """Let time pass, and let the table see that it has."""
        self.now += seconds
        self.table.call_soon(lambda: None)


@contextmanager
def family(folder: Path, server: OneServer) -> Iterator[Family]:
    """A family whose table is closed in the end."""
    opened = Family(folder, server)
    try:
        yield opened
    finally:
        opened.table.close()
        assert opened.table.wait_closed(PATIENCE)
