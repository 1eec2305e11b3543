"""Measures ten phones at a table whose board never rests: the age of their states, the memory of the table, and whether
one of them was ever forgotten.

The table is a separate process (`tools.benchmarks.busy_table`); the phones are threads of this one that read their
streams. For each event at the board and each phone it measures the time until the phone has that event or a newer one.
The figures mean little on a machine that is busy with other things: see the printed load.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tools.benchmarks.busy_table import EVENT

FORGOTTEN_MS = 1500
"""The ms after which a lost wake-up shows: the stream makes up for it when it would report no news, after two
seconds."""
TARGET_MS, TARGET_MB = 250, 80
STEPS = ("b2", "d4", "b4", "d2")
"""The squares of the two players' workers."""
BEATS_AT_END = 2
"""The number of reports without news after which a stream is over."""


@dataclass
class Phone:
    """A phone, or a page of one, and its events: the number of each, its time, and its arrival."""

    address: str
    cookie: str = ""
    own: str = "127.0.0.1"
    """The phone's own address: the table limits the pages of each."""
    heard: list[tuple[int, float, float]] = field(default_factory=list)

    def command(self, **command: object) -> dict[str, Any]:
        """Give a command about the newest state. Return the answer's snapshot.

        :raises RuntimeError: if it is refused.
        """
        for _ in range(20):
            status, answer = self._post({"version": self.snapshot()["version"], "command": command})
            if status == 200:
                read: dict[str, Any] = answer["snapshot"]
                return read
            if status != 409:
                raise RuntimeError(f"{command}: {answer}")
        raise RuntimeError(f"{command}: the table never stood still")

    @contextmanager
    def opens_the_board(self) -> Iterator[None]:
        """Open the page of the virtual board before all others: its hands are this phone's while all seats are free."""
        with closing(http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60)) as connection:
            connection.request("GET", "/board")
            response = connection.getresponse()
            self.cookie = response.headers["Set-Cookie"].partition(";")[0]
            response.read()
            connection.request("GET", "/board/stream", headers={"Cookie": self.cookie})
            next(line for line in connection.getresponse() if line.startswith(b"data: {"))
            yield

    def snapshot(self) -> dict[str, Any]:
        """Return the state of the table."""
        with closing(
            http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60, source_address=(self.own, 0))
        ) as connection:
            connection.request("GET", "/stream", headers={"Cookie": self.cookie})
            line = next(line for line in connection.getresponse() if line.startswith(b"data: {"))
        read: dict[str, Any] = json.loads(line[6:])
        return read

    def listen(self, opened: threading.Semaphore) -> None:
        """Read the stream until the events are over."""
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60, source_address=(self.own, 0))
        connection.request("GET", "/stream", headers={"Cookie": self.cookie})
        beats = 0
        waiting = True
        for line in connection.getresponse():
            if line.startswith(b"event: beat"):
                beats = beats + 1 if self.heard else 0
                if beats == BEATS_AT_END:
                    break
            if not line.startswith(b"data: {"):
                continue
            came = time.monotonic()
            beats = 0
            if waiting:
                opened.release()
                waiting = False
            message = json.loads(line[6:])["board"]["message"]
            if message is not None and message["key"] == EVENT:
                args = message["args"]
                self.heard.append((int(args["number"]), float(args["at"]), came))
        connection.close()

    def _post(self, body: object, path: str = "/command") -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=60, source_address=(self.own, 0))
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        cookie = response.headers.get("Set-Cookie")
        if cookie is not None:
            self.cookie = cookie.partition(";")[0]
        answer: dict[str, Any] = json.loads(response.read())
        connection.close()
        return response.status, answer


@dataclass(frozen=True, slots=True)
class LoadFigures:
    """The results. ``ages`` are the ms until each page showed each event or a newer one. ``last`` is the number of the
    event that each page showed in the end, ``made`` the number of the last event."""

    ages: tuple[float, ...]
    last: tuple[int, ...]
    made: int
    received: int
    memory_mb: float
    peak_mb: float

    def age(self, share: float) -> float:
        """Return the age below which this share of all stays."""
        ordered = sorted(self.ages)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def forgotten(self) -> int:
        """The number of ages so long that a phone must have been forgotten."""
        return sum(age > FORGOTTEN_MS for age in self.ages)


def measure(phones: int, tabs: int, rate: float, seconds: float) -> LoadFigures:
    """Let phones with some pages each listen to a board with ``rate`` events a second for some seconds."""
    with tempfile.TemporaryDirectory() as folder, busy_table(rate, seconds, Path(folder)) as (address, process):
        seated = [Phone(address), Phone(address)]
        with seated[0].opens_the_board():
            seated[0].command(kind="claim_seat", seat="blue", name="blue")
        seated[1].command(kind="claim_seat", seat="orange", name="orange")
        code = seated[0].snapshot()["claims"][0]["code"]
        seated[0].command(kind="answer_claim", code=code, accept=True)
        seated[0].command(kind="choose_options", options={})
        seated[0].command(kind="begin_game")
        pages = [
            Phone(address, seated[number].cookie if number < len(seated) else "", f"127.0.0.{2 + number}")
            for number in range(phones)
            for _ in range(tabs)
        ]
        opened = threading.Semaphore(0)
        threads = [threading.Thread(target=page.listen, args=(opened,)) for page in pages]
        for thread in threads:
            thread.start()
        for _ in threads:
            opened.acquire()
        for number, square in enumerate(STEPS):
            phone = seated[number // 2]
            phone.command(kind="act", action={"kind": "place", "square": square})
            if number % 2:
                phone.command(kind="confirm_turn")
        for thread in threads:
            thread.join()
        made = int(seated[0].snapshot()["board"]["message"]["args"]["number"])
        status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
    memory, peak = (int(re.findall(rf"{name}:\s+(\d+) kB", status)[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    ages = tuple(age for page in pages for age in ages_of(page.heard, 1 / rate))
    last = tuple(page.heard[-1][0] for page in pages)
    return LoadFigures(ages, last, made, sum(len(page.heard) for page in pages), memory, peak)


def ages_of(heard: list[tuple[int, float, float]], apart: float) -> Iterator[float]:
    """Return the ms until a page had each event or a newer one; events are ``apart`` seconds apart, from which follow
    the times of those that the page passed over."""
    before = 0
    for number, at, came in heard:
        for passed in range(before + 1, number + 1):
            yield 1000 * (came - at + apart * (number - passed))
        before = max(before, number)


@contextmanager
def busy_table(rate: float, seconds: float, data: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a table in a separate process. Return its address, and the process."""
    command = [sys.executable, "-m", "tools.benchmarks.busy_table", "--rate", str(rate), "--seconds", str(seconds)]
    with subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own words
        try:
            if process.stdout is None or not (address := process.stdout.readline().strip()):
                raise RuntimeError("the table did not open")
            yield address, process
        finally:
            process.terminate()


def main() -> int:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=10)
    parser.add_argument("--tabs", type=int, default=1, help="pages of each phone that can be seen (default: 1)")
    parser.add_argument("--rate", type=float, default=20, help="events at the board a second (default: 20)")
    parser.add_argument("--seconds", type=float, default=120)
    given = parser.parse_args()
    before = os.getloadavg()[0]
    found = measure(given.phones, given.tabs, given.rate, given.seconds)
    print(f"load of the machine: {before:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores")
    print(f"{given.phones} phones with {given.tabs} pages each, {found.made} events in {given.seconds:g} s")
    print(f"snapshots that came: {found.received} of {found.made * len(found.last)}; older ones were passed over")
    ages = ", ".join(f"p{100 * share:g} {found.age(share):.0f} ms" for share in (0.5, 0.9, 0.99, 1))
    print(f"age of what a phone shows: {ages} (wanted: p99 at most {TARGET_MS} ms)")
    print(
        f"memory of the table: {found.memory_mb:.0f} MB, at most {found.peak_mb:.0f} MB (wanted: below {TARGET_MB} MB)"
    )
    print(f"lost wake-ups: {found.forgotten}")
    late = sum(last != found.made for last in found.last)
    print(f"pages that did not show the last event in the end: {late}")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
