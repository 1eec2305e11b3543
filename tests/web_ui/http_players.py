"""A table with a virtual board as it is played at, and people who speak with it over HTTP, each from an address of
their own."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from common.atomic_files import write_whole
from firmware_bridge.agent import PtyPort
from firmware_bridge.link import SerialBoard
from hardware.board_file import BoardFile
from hardware.virtual.virtual_device import VirtualDevice
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.storage.game_archive import GameArchive
from table.storage.journal import Journal, resume
from table.view.led_patterns import lights_of
from thera.table_assembly import make_reader, make_touch_detector
from web_ui.app import create_app
from web_ui.serve import listen, serve

PATIENCE = 60.0
Shown = Any


@dataclass
class Party:
    """A running table, where it is, and the board and the games that it has."""

    table: TableActor
    address: str
    board: VirtualDevice
    games: GameArchive


@contextmanager
def party(folder: Path) -> Iterator[Party]:
    """A table over a virtual board, a wire and a disk, on a real server."""
    board = VirtualDevice(seed=3)
    described = BoardFile(geometry=board.geometry)
    games = GameArchive(folder / "games", write_whole)
    with PtyPort(board) as port, SerialBoard(port.path) as link, Journal(folder) as journal:
        reader, watches = make_reader(described), make_touch_detector(described)
        table = TableActor(link, reader, lights_of, journal, resume(journal), TableFittings(touches=watches))
        listener = listen("127.0.0.1", 0)[0]
        serve(create_app(table, board, games=games), listener)
        table.start()
        yield Party(table, f"http://127.0.0.1:{listener.getsockname()[1]}", board, games)
        table.close()
        assert table.failure is None


@dataclass
class Person:
    """Somebody with a browser at an address, and its cookies."""

    address: str
    name: str
    own: str
    cookies: dict[str, str] = field(default_factory=dict)

    def asks(self, method: str, path: str, body: object = None) -> tuple[int, Shown]:
        """The status and the JSON of an answer."""
        with self._connected() as connection:
            headers = {"Content-Type": "application/json", "Cookie": self._cookie}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            self._given(answer.headers)
            content = answer.read()
        told = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status, json.loads(content) if told else None

    def commands(self, kind: str, **more: object) -> int:
        """The status of the answer to a command about what is shown now."""
        return self.asks("POST", "/command", {"version": self.sees()["version"], "command": {"kind": kind, **more}})[0]

    def does(self, kind: str, **more: object) -> None:
        """Give a command that is carried out, also if somebody else changes something meanwhile."""
        for _ in range(20):
            status = self.commands(kind, **more)
            if status != http.client.CONFLICT:
                assert status == http.client.OK, (self.name, kind, more, status)
                return
        raise AssertionError(f"{kind} was stale again and again")

    def hands(self, do: str, **more: object) -> int:
        """The status of the answer to what hands would do at the board."""
        return self.asks("POST", "/board/hands", {"do": do, **more})[0]

    def sees(self) -> Shown:
        """What the phone shows now, as it comes with the answer to a command about a state long gone."""
        told = self.asks("POST", "/command", {"version": 0, "command": {"kind": "undo_step"}})[1]
        return told["snapshot"]

    def until(self, holds: Callable[[Shown], bool], path: str = "/stream") -> Shown:
        """The first state of which this holds."""
        with self._connected() as connection:
            connection.request("GET", path, headers={"Cookie": self._cookie})
            with closing(connection.getresponse()) as stream:
                for line in stream:
                    if line.startswith(b"data: {") and holds(state := json.loads(line[6:])):
                        return state
        raise AssertionError(f"{self.name} waited in vain")

    @contextmanager
    def board_open(self) -> Iterator[None]:
        """The page of the virtual board is open."""
        assert self.asks("GET", "/board")[0] == http.client.OK
        with self._connected() as connection:
            connection.request("GET", "/board/stream", headers={"Cookie": self._cookie})
            with closing(connection.getresponse()) as stream:
                next(line for line in stream if line.startswith(b"data: {"))
                yield

    @contextmanager
    def listening(self) -> Iterator[None]:
        """The phone's page is open: its seats are there."""
        with self._connected() as connection:
            connection.request("GET", "/stream", headers={"Cookie": self._cookie})
            line = connection.sock
            with closing(connection.getresponse()) as stream:
                next(line for line in stream if line.startswith(b"data: {"))
                reading = threading.Thread(target=self._read_on, args=(stream,), daemon=True)
                reading.start()
                try:
                    yield
                finally:
                    with suppress(OSError):  # the table may have gone first
                        line.shutdown(socket.SHUT_RDWR)
                    reading.join(PATIENCE)

    @staticmethod
    def _read_on(stream: http.client.HTTPResponse) -> None:
        try:
            for _ in stream:
                pass
        except (OSError, http.client.HTTPException):
            return  # the page was closed

    @contextmanager
    def _connected(self) -> Iterator[http.client.HTTPConnection]:
        where = urlsplit(self.address).netloc
        with closing(http.client.HTTPConnection(where, timeout=PATIENCE, source_address=(self.own, 0))) as connection:
            yield connection

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _given(self, headers: Message) -> None:
        for each in headers.get_all("Set-Cookie", []):
            name, _, value = each.partition(";")[0].partition("=")
            self.cookies[name] = value
