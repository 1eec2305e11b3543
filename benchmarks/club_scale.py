"""What a club costs, with a real Mosquitto: bytes of a turn, memory of a table at the broker, turns a second, how late
the page is, and how soon all is well again after the broker was killed. The figures of docs/scale.md come from here.

Tables are simulated: each has a connection with a last will and a retained report, as a real one has, and publishes the
reports of a recorded game. Those that a club hears use the program's own connection (`broker.broker_connection`), one
thread each; those that only fill the broker are clients of paho-mqtt in one thread.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import resource
import select
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from broker.broker_access import BrokerAccess
from broker.broker_connection import BrokerConnection
from broker.broker_message import BrokerMessage
from club.club_tables import MOST_TABLES
from club.table_report import TableReport, report_of
from common.numbers import seeded
from engine import Game, Player, Seat, Setup
from engine.seats import PUBLIC
from home_automation.public_state import public_state, state_messages
from home_automation.table_topics import OFFLINE, ONLINE, TableTopics
from table.session.snapshot import Phase, Snapshot
from table.settings.table_settings import TableSettings
from table.view.snapshot_builder import log_of
from tests.broker.mosquitto import RunningMosquitto
from tests.house import ROOT
from tests.web_ui.fake_table import CAST, lobby

OPEN = re.compile(r"Thera is open at (http://[^\s,]+?)/?[,\s]")
KEEP_ALIVE = 3600
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")


def recorded_turns(seed: int = 3) -> list[Snapshot]:
    """What onlookers see after each turn of a game of random moves without powers."""
    chance = seeded("club", seed)
    game = Game.begin(Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1))))
    found, turn = [], 0
    while game.outcome is None:
        game = game.play(chance.choice(game.legal_actions()))
        if game.turn != turn:
            turn = game.turn
            found.append(_seen(game))
    return found


def _seen(game: Game) -> Snapshot:
    view = game.view(PUBLIC)
    seated = replace(lobby(*CAST), settings=TableSettings(name="Table 1"))
    return replace(
        seated, phase=Phase.PLAYING, game=view, prompt=view.prompt, log=log_of(game, PUBLIC), version=game.turn
    )


def packet_bytes(message: BrokerMessage) -> int:
    """The bytes of a PUBLISH of MQTT 5 at QoS 1, and of its answer."""
    rest = 2 + len(message.topic.encode()) + 2 + 1 + (5 if message.expires else 0) + len(message.payload)
    return 1 + (1 if rest < 128 else 2 if rest < 16384 else 3) + rest + 4


def say_what_a_turn_costs(turns: Sequence[Snapshot]) -> list[TableReport]:
    """Print the messages and bytes of a turn."""
    topics = TableTopics("0123456789abcdef")
    reports = [report_of(each) for each in turns]
    club = [
        packet_bytes(BrokerMessage(f"thera/{topics.identity}/club", each.payload, retain=True, expires=86400))
        for each in reports
    ]
    house = [
        packet_bytes(message)
        for each in turns
        for message in state_messages(public_state(each), topics)
        if message.topic == topics.turn
    ]
    print(f"a game of {len(turns)} turns; a turn is 2 messages (one for the house, one for a club)")
    print(
        f"bytes of a turn, with the broker's answers: club {club[0]} at first, {statistics.mean(club):.0f} on average,"
        f" {club[-1]} at last; house {statistics.mean(house):.0f}"
    )
    return reports


@dataclass(frozen=True)
class Used:
    """What a process has used: memory in bytes, processor time in seconds."""

    memory: int
    seconds: float

    @classmethod
    def by(cls, pid: int) -> Used:
        """The process with this number."""
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return cls(pages * PAGE_SIZE, (int(fields[11]) + int(fields[12])) / TICKS)


class ManyTables:
    """Tables that are clients of paho-mqtt, all in one thread."""

    def __init__(self, port: int, reports: Sequence[TableReport]) -> None:
        self._port = port
        self._reports = reports
        self._clients: list[Client] = []
        self._by_file: dict[int, Client] = {}
        self._poll = select.epoll()
        self._writing: set[Client] = set()
        self.answered = 0

    def grow(self, count: int) -> None:
        """Have so many tables connected, each with its last will, its status and a report."""
        first = len(self._clients)
        for number in range(first, count):
            identity = f"{number:016x}"
            client = Client(CallbackAPIVersion.VERSION2, client_id=f"thera-{identity}", protocol=MQTTv5)
            client.max_inflight_messages = 0
            client.will_set(f"thera/{identity}/status", OFFLINE, 1, retain=True)
            client.on_publish = self._on_publish
            client.connect("127.0.0.1", self._port, KEEP_ALIVE)
            self._clients.append(client)
            self._writing.add(client)
            opened = client.socket()
            if opened is not None:
                self._by_file[opened.fileno()] = client
                self._poll.register(opened.fileno(), select.EPOLLIN)
            self.turn(10)
        self.settle(lambda: all(each.is_connected() for each in self._clients[first:]))
        before, expected = self.answered, 2 * (count - first)
        for number in range(first, count):
            self._clients[number].publish(f"thera/{number:016x}/status", ONLINE, 1, retain=True)
            self.publish(number, number)
        self.settle(lambda: self.answered - before >= expected)

    def publish(self, number: int, turn: int) -> None:
        """Have a table publish the report of a turn."""
        report = self._reports[turn % len(self._reports)]
        self._writing.add(self._clients[number])
        self._clients[number].publish(f"thera/{number:016x}/club", report.payload, 1, retain=True)

    def _on_publish(self, *_: object) -> None:
        self.answered += 1

    def turn(self, most: int = 1000, seconds: float = 0.0) -> None:
        """Send what waits, and read what has come."""
        for opened, _ in self._poll.poll(seconds, most):
            self._by_file[opened].loop_read()
        for client in [each for each in self._writing if each.want_write()]:
            client.loop_write()
        self._writing = {each for each in self._writing if each.want_write()}

    def settle(self, so: Callable[[], bool]) -> None:
        """Go on until that is so.

        :raises TimeoutError: if it is not after a minute.
        """
        limit = time.monotonic() + 60
        while not so():
            if time.monotonic() > limit:
                raise TimeoutError("the broker does not answer")
            self.turn(1000, 0.05)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._clients)


def say_what_a_broker_holds(port: int, pid: int, reports: Sequence[TableReport], most: int) -> None:
    """Print memory and processor time of the broker with more and more tables."""
    tables = ManyTables(port, reports)
    empty = Used.by(pid)
    print(f"the broker without a table: {empty.memory / 1e6:.1f} MB")
    for count in (100, 1000, most):
        began = time.monotonic()
        tables.grow(count)
        used = Used.by(pid)
        each = (used.memory - empty.memory) / count / 1e3
        print(
            f"{count} tables: {used.memory / 1e6:.1f} MB, {each:.1f} kB a table (connection, will, status, report);"
            f" connected and told within {time.monotonic() - began:.1f} s"
        )
    before, answered, began, sent = Used.by(pid), tables.answered, time.monotonic(), 0
    while time.monotonic() - began < 10:
        for _ in range(200):
            tables.publish(sent % tables.count, sent)
            sent += 1
        tables.turn()
        if sent - (tables.answered - answered) > 2000:
            tables.turn(1000, 0.01)
    tables.settle(lambda: tables.answered - answered >= sent)
    seconds, used = time.monotonic() - began, Used.by(pid)
    print(
        f"{sent / seconds:.0f} reports a second confirmed with nobody listening; the broker used"
        f" {1e6 * (used.seconds - before.seconds) / sent:.0f} µs of a processor for each"
    )


@dataclass
class Page:
    """A page that listens, and when it heard of each turn of each table."""

    address: str
    heard: dict[tuple[str, int], float] = field(default_factory=dict)
    online: int = 0
    bytes: int = 0
    events: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def listen(self) -> None:
        """Read the stream until it ends."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60)
        connection.request("GET", "/stream")
        there: dict[str, bool] = {}
        for line in connection.getresponse():
            if not line.startswith(b"data: {"):
                continue
            now = time.monotonic()
            told = json.loads(line.removeprefix(b"data: "))
            with self.changed:
                self.bytes += len(line)
                self.events += 1
                for table in told["tables"]:
                    self.heard.setdefault((table["identity"], table["report"]["count"]), now)
                    there[table["identity"]] = table["online"]
                self.online = list(there.values()).count(True) if told["broker"]["state"] == "connected" else 0
                self.changed.notify_all()

    def wait(self, online: int, seconds: float = 120) -> None:
        """Wait until it shows so many tables that are there.

        :raises TimeoutError: if it does not.
        """
        with self.changed:
            if not self.changed.wait_for(lambda: self.online == online, seconds):
                raise TimeoutError(f"the page shows {self.online} tables, not {online}")


@contextmanager
def club_page(port: int, folder: Path) -> Iterator[tuple[str, int]]:
    """The address of a club that hears this broker, and the number of its process."""
    file = folder / "club.toml"
    file.write_text(f'[mqtt]\nhost = "127.0.0.1"\nport = {port}\n', "utf-8")
    command = [sys.executable, "-m", "thera.cli", "club", "--config", str(file), "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", str(folder / "club")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        found = next(filter(None, map(OPEN.search, process.stdout or ())))
        try:
            yield found[1], process.pid
        finally:
            process.terminate()


class ClubTableClient:
    """A table as a club hears it, over the program's own connection."""

    def __init__(self, port: int, number: int, reports: Sequence[TableReport]) -> None:
        self.identity = f"{number:016x}"
        self._reports = reports
        self._name = f"Table {number}"
        self._played = 0
        topics = TableTopics(self.identity)
        self.connection = BrokerConnection(
            BrokerAccess("127.0.0.1", port, f"thera-{self.identity}", session_seconds=3600),
            birth=BrokerMessage(topics.status, ONLINE, retain=True),
            will=BrokerMessage(topics.status, OFFLINE, retain=True),
        )
        self.connection.start()

    def play(self) -> tuple[str, int]:
        """Publish the next turn; the table and the number of the turn, by which a page knows it."""
        self._played += 1
        turn = self._reports[self._played % len(self._reports)]
        content = {**json.loads(turn.payload), "name": self._name, "count": self._played}
        payload = json.dumps(content, separators=(",", ":")).encode()
        self.connection.publish(BrokerMessage(f"thera/{self.identity}/club", payload, retain=True))
        return self.identity, self._played


def say_how_late_a_page_is(
    broker: RunningMosquitto, folder: Path, reports: Sequence[TableReport], turns: int, pages: int
) -> None:
    """Print how late the page of a club is with so many tables, and how soon all is well after a broker was killed."""
    count = MOST_TABLES
    with ExitStack() as stack:
        address, pid = stack.enter_context(club_page(broker.port, folder))
        tables = [ClubTableClient(broker.port, number, reports) for number in range(count)]
        for table in tables:
            stack.callback(table.connection.close)
            table.play()
        shown = [Page(address) for _ in range(pages)]
        for each in shown:
            threading.Thread(target=each.listen, daemon=True).start()
        for each in shown:
            each.wait(count)
        before, began = Used.by(pid), time.monotonic()
        sent: dict[tuple[str, int], float] = {}
        chance = seeded("tables of a club")
        for number in range(turns):
            now = time.monotonic()
            sent[chance.choice(tables).play()] = now
            pause = began + (number + 1) / 20 - time.monotonic()
            if pause > 0:
                time.sleep(pause)
        time.sleep(2)
        late = sorted(page.heard[turn] - at for page in shown for turn, at in sent.items() if turn in page.heard)
        used = Used.by(pid)
        missed = len(sent) * pages - len(late)
        print(
            f"{count} tables, {turns} turns at 20 a second, {pages} pages: entry to page median"
            f" {1000 * statistics.median(late):.1f} ms, p99 {1000 * late[int(len(late) * 0.99)]:.1f} ms,"
            f" at most {1000 * late[-1]:.1f} ms; {missed} turns were replaced by a newer one before a page had them"
        )
        told = sum(page.bytes for page in shown) / sum(page.events for page in shown)
        print(
            f"the club: {used.memory / 1e6:.0f} MB, {1000 * (used.seconds - before.seconds) / turns:.1f} ms of a"
            f" processor for a turn with {pages} pages; {told:.0f} bytes an event"
        )
        broker.kill()
        shown[0].wait(0)
        began = time.monotonic()
        broker.start()
        shown[0].wait(count)
        print(
            f"after a restart of the broker, which forgot everything, all {count} are there within"
            f" {time.monotonic() - began:.1f} s"
        )


def main() -> None:
    """Measure all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=5000, help="how many tables fill the broker (default: 5000)")
    parser.add_argument("--turns", type=int, default=1000, help="how many turns a page is told of (default: 1000)")
    parser.add_argument("--pages", type=int, default=4, help="how many pages listen (default: 4)")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    reports = say_what_a_turn_costs(recorded_turns())
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        broker = RunningMosquitto(folder, log="information")
        broker.start()
        try:
            say_what_a_broker_holds(broker.port, broker.pid, reports, given.tables)
        finally:
            broker.kill()
        broker.start()
        try:
            say_how_late_a_page_is(broker, folder, reports, given.turns, given.pages)
        finally:
            broker.kill()


if __name__ == "__main__":
    main()
