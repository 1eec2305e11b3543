"""Tables that take part in a club, and a club, started as programs, as tests use them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.common.mqtt.mosquitto import RunningMosquitto
from tests.house import ROOT
from tests.thera.test_cli import running
from tests.web_ui.event_stream import events
from tests.web_ui.http_table import HttpPhone

OPEN = re.compile(r"Thera is open at (http://[^\s,]+?)/?[,\s]")
WORDS = re.compile(r"on the page: (.+)")


def configured(folder: Path, port: int, more: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "thera.toml"
    text = f'[mqtt]\nhost = "127.0.0.1"\nport = {port}\nclub = true\n[table]\nname = "{more}"\n'
    file.write_text(text, "utf-8")
    return file


@contextmanager
def table_called(name: str, broker: RunningMosquitto, folder: Path) -> Iterator[str]:
    """A table of this name that takes part; its address. It is killed in the end."""
    file = configured(folder / name, broker.port, name)
    with running(folder / name / "data", "--config", str(file), "--board", "virtual") as (_, address, _):
        yield address.rstrip("/")


@dataclass
class Club:
    """A running club: its process, its address, and the words for the organiser."""

    process: subprocess.Popen[str]
    address: str
    words: str
    cookie: str = ""

    def sees(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What a page knows once this is so; it takes what it is told part by part."""
        known: dict[str, Any] = {}
        tables: dict[str, Any] = {}
        for kind, _, data in events(self.address, "/stream"):
            if kind != "state":
                continue
            told = json.loads(data)
            tables |= {each["identity"]: each for each in told["tables"]}
            known |= {**told, "tables": {key: tables[key] for key in told["identities"]}}
            if wanted(known):
                return known
        raise AssertionError("the stream has ended")

    def posts(self, path: str, body: object) -> None:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        with closing(HTTPConnection(urlsplit(self.address).netloc, timeout=20)) as connection:
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            given = answer.getheader("Set-Cookie")
        assert answer.status == HTTPStatus.OK
        self.cookie = given.split(";")[0] if given else self.cookie

    def organises(self, *commands: dict[str, object]) -> None:
        """Somebody types the words, and does this."""
        self.posts("/organiser", {"words": self.words})
        for command in commands:
            edition = self.sees(lambda _: True)["edition"]
            self.posts("/command", {"edition": edition, "command": command})


@contextmanager
def club_with(broker: RunningMosquitto, folder: Path) -> Iterator[Club]:
    """A club that hears this broker. It is killed in the end."""
    file = configured(folder / "club", broker.port)
    command = [sys.executable, "-m", "thera.cli", "club", "--config", str(file), "--host", "127.0.0.1", "--port", "0"]
    data = ["--data", str(folder / "club" / "data")]
    with subprocess.Popen(
        [*command, *data], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            printed = ""
            while "Ctrl-C" not in printed:
                line = process.stdout.readline()
                assert line, (printed, process.stderr.read() if process.stderr else "")
                printed += line
            address, words = OPEN.search(printed), WORDS.search(printed)
            assert address is not None, printed
            assert words is not None, printed
            yield Club(process, address[1], words[1])
        finally:
            process.kill()


def sit_down(address: str, blue: str, orange: str) -> HttpPhone:
    """One phone for both players, in a game without powers whose workers stand."""
    phone = HttpPhone(address)
    phone.does("claim_seat", seat="blue", name=blue)
    phone.does("claim_seat", seat="orange", name=orange)
    phone.does("choose_options", options={"powers": False})
    phone.does("begin_game")
    for squares in (("b2", "d4"), ("b4", "d2")):
        for square in squares:
            phone.does("act", action={"kind": "place", "square": square})
        phone.does("confirm_turn")
    return phone


def play_a_turn(phone: HttpPhone) -> None:
    phone.does("act", action={"kind": "move", "worker": "b2", "square": "b3"})
    phone.does("act", action={"kind": "build", "worker": "b3", "square": "c3", "piece": "block"})
    phone.does("confirm_turn")


def named(state: dict[str, Any]) -> dict[str, Any]:
    """The tables that are there, by name."""
    return {each["report"]["name"]: each["report"] for each in state["tables"].values() if each["online"]}
