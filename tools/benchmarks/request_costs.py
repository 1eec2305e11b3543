"""Measures the worst cost of each kind of request, and the wait of others while one address asks without end. The table
is a separate process, as ``thera play`` starts it on the virtual board, with the games of years in its archive. One
phone sends each request one after another; then 32 connections of one address ask without end while a friend with
another address opens the page again and again. Prints a table for docs/security.md.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing import Event, Process
from multiprocessing.synchronize import Event as EventType
from pathlib import Path
from urllib.parse import urlsplit

from engine import Game, Player, PowerName, Seat, Setup
from engine.actions import Move, Resign
from engine.notation import record_of
from hardware.virtual_hands import REACH
from table.storage.finished_game import game_text
from table.storage.game_archive import MOST_ACTIONS
from tests.table.storage.many_games import put_games, records
from tools.benchmarks.first_view import ADDRESS
from tools.benchmarks.idle_table import memory, processor
from tools.benchmarks.phones_load import Phone
from web_ui.guard import BODY_LIMIT

FRIEND, CROWD = "127.0.0.2", "127.0.0.66"
STRANGERS = tuple(f"127.0.0.{number}" for number in range(66, 74))
"""The numbers of addresses that ask the judge without end while a friend asks it, too."""
CONNECTIONS = 32
DIFFERENT_GAMES = 60
JUDGED = ("/position", "/judge")
DEAREST = "0000000000000000000000000/1/terpsichore+achilles:e2,a1/limus+hera:d4,b2/?gods_per_player=2"
"""The position that takes the judge longest of some 35,000 that were put together at random, as phones may."""


@dataclass(frozen=True, slots=True)
class TimedRequest:
    """A request: a GET, or a POST of ``body``; ``cookie`` belongs to a player. With ``others`` each request has another
    path."""

    name: str
    path: str
    body: str | None = None
    cookie: str = ""
    times: int = 30
    others: tuple[str, ...] = ()

    @property
    def next_path(self) -> str:
        """The path to ask for now."""
        return self.others[next(_ASKED) % len(self.others)] if self.others else self.path


_ASKED = count()


@dataclass(frozen=True, slots=True)
class Cost:
    """The result of a request: its status, its ms (median and worst), the processor ms of each, and the ms that a
    friend waited meanwhile (p99)."""

    status: str
    median: float
    worst: float
    busy: float
    friend: float


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """Return the status of an answer, the ms until it was complete, and its body, which is empty for a stream."""

    status: int
    took: float
    body: bytes


def ask(address: str, request: TimedRequest, own: str) -> TimedAnswer:
    """Ask on a connection of its own."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60, source_address=(own, 0))
    with closing(connection):
        connection.connect()
        # Closed by a reset: a closed connection would block its port for a minute, and an address has 28,000 of them.
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        headers = {"Cookie": request.cookie, "Accept-Encoding": "gzip"}
        if request.body is None:
            connection.request("GET", request.next_path, headers=headers)
        else:
            connection.request("POST", request.next_path, request.body, {**headers, "Content-Type": "application/json"})
        answer = connection.getresponse()
        body = b""
        if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            while answer.readline().strip():  # the first event, whole
                pass
        else:
            body = answer.read()
    return TimedAnswer(answer.status, 1000 * (time.monotonic() - begun), body)


def measure(address: str, process: int, request: TimedRequest, seconds: float) -> Cost:
    """Send it alone, and then in a crowd."""
    before = processor(process)
    alone = [ask(address, request, CROWD) for _ in range(request.times)]
    busy = 1000 * (processor(process) - before) / request.times
    waited = sorted(in_a_crowd(address, request, seconds))
    friend = waited[min(len(waited) - 1, int(0.99 * len(waited)))]
    times = sorted(each.took for each in alone)
    statuses = " or ".join(str(status) for status in sorted({each.status for each in alone}))
    return Cost(statuses, times[len(times) // 2], times[-1], busy, friend)


def in_a_crowd(address: str, request: TimedRequest, seconds: float) -> list[float]:
    """Return the ms that a friend waited for the page each time, while many connections of one address ask."""
    page = TimedRequest("the page", "/")
    return [each.took for each in friend_behind(address, request, (CROWD,) * CONNECTIONS, page, seconds)]


def friend_behind(
    address: str, request: TimedRequest, crowd: tuple[str, ...], wanted: TimedRequest, seconds: float
) -> list[TimedAnswer]:
    """Return the answers to a friend who asks again and again, while a connection of each of these addresses asks
    without end."""
    begun, over = Event(), Event()
    asking = Process(target=ask_without_end, args=(address, request, crowd, begun, over))
    asking.start()
    begun.wait()
    answers, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        answers.append(ask(address, wanted, FRIEND))
        time.sleep(0.02)
    over.set()
    asking.join()
    return answers


def ask_without_end(
    address: str, request: TimedRequest, addresses: tuple[str, ...], begun: EventType, over: EventType
) -> None:
    """Ask by a connection of each of these addresses until it is over."""

    def without_end(own: str) -> None:
        while not over.is_set():
            ask(address, request, own)
            begun.set()

    crowd = [threading.Thread(target=without_end, args=(own,)) for own in addresses]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()


def walk_without_end() -> str:
    """Return the file of the longest game that can be imported: Hermes walks and walks, and each step looks ahead for
    him."""
    chance = random.Random(1)  # noqa: S311 - repeatable chance, no secret
    players = (Player(Seat.BLUE, PowerName("hermes"), 0), Player(Seat.ORANGE, PowerName("aphrodite"), 1))
    game = Game.begin(Setup(players))
    while len(game.plies) < MOST_ACTIONS - 1:
        legal = game.legal_actions()
        game = game.play(chance.choice([each for each in legal if isinstance(each, Move)] or legal))
    game = game.after(Resign(game.to_act or Seat.BLUE))
    return game_text(record_of(game), {})


def requests(phone: Phone, names: tuple[str, ...], longest: str) -> Iterator[TimedRequest]:
    """Return the most expensive request of each kind."""
    command = partial(json.dumps, separators=(",", ":"))
    yield TimedRequest("the page", "/")
    yield TimedRequest("a script", "/static/js/phone.js")
    yield TimedRequest("texts", "/text/en/page.json")
    yield TimedRequest("all powers", "/powers.json")
    yield TimedRequest("a QR code", "/join.svg")
    yield TimedRequest("the link", "/link.json")
    yield TimedRequest("a stream, opened", "/stream", cookie=phone.cookie)
    yield TimedRequest("the list of games", "/games.json")
    yield TimedRequest("what is counted", "/statistics.json")
    yield TimedRequest("the book", "/book.json")
    yield TimedRequest("the broker", "/broker.json", cookie=phone.cookie)
    yield TimedRequest("the code of a match", "/match-code.svg", cookie=phone.cookie)
    yield TimedRequest("a game to step through", f"/games/{names[0]}.json")
    other_games = tuple(f"/games/{name}.json" for name in names)
    yield TimedRequest("another game to step through each time", other_games[0], others=other_games)
    yield TimedRequest("a review, as far as it is", f"/games/{names[0]}/review.json")
    yield TimedRequest("a review, asked for", f"/games/{names[0]}/review", "{}", phone.cookie)
    yield TimedRequest("the puzzles", "/puzzles.json")
    yield TimedRequest("a puzzle", "/puzzles/1", command({"steps": []}))
    puzzles = tuple(f"/puzzles/{number}/solution.json" for number in range(551, 801))  # the longest ones
    yield TimedRequest("the solution of another puzzle each time", puzzles[0], others=puzzles)
    yield TimedRequest("a hint", "/hint", command({"strength": "best"}), phone.cookie)
    yield TimedRequest("a warning before a turn", "/guard", command({}), phone.cookie)
    yield TimedRequest("the longest game to step through", f"/games/{longest}.json")
    yield TimedRequest("the file of a game", f"/games/{longest}.record")
    nested = '{"version":0,"command":' + "[" * (BODY_LIMIT - 100)
    yield TimedRequest("a command that is none", "/command", nested)
    settings = {"name": "", "language": None, "brightness": 60, "greeted": True}
    change = {"version": 0, "command": {"kind": "choose_settings", "settings": settings}}
    yield TimedRequest("a command that is stored", "/command", command(change), phone.cookie)
    yield TimedRequest("a game from elsewhere", "/games", walk_without_end(), phone.cookie, times=5)
    yield TimedRequest("a position", "/position", command({"line": DEAREST}))
    yield TimedRequest("a question to the judge", "/judge", command({"asked": "d3", "position": DEAREST}))
    far = {"do": "lay_phone", "x": REACH, "y": -REACH}
    yield TimedRequest("a gesture", "/board/hands", command(far), phone.cookie, times=1)


@contextmanager
def full_table(games: int) -> Iterator[tuple[str, int, Phone, tuple[str, ...]]]:
    """Run a table with this number of games and one player. Return its address, its process, the phone of the player,
    and the names of the games, the newest first."""
    with tempfile.TemporaryDirectory() as folder:
        names = tuple(put_games(Path(folder) / "games", games, records(DIFFERENT_GAMES)))
        command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603 - our own command
            try:
                address = next(found[0] for line in running.stdout or () if (found := ADDRESS.search(line)))
                phone = Phone(address)
                with phone.opens_the_board():
                    phone.command(kind="claim_seat", seat="blue", name="Ann")
                yield address, running.pid, phone, names
            finally:
                running.terminate()


def print_questions(address: str, request: TimedRequest, seconds: float) -> None:
    """Print the wait of a friend for an answer of the judge, by the number of addresses that ask the judge without
    end."""
    for crowd in (0, 2, len(STRANGERS)):
        answers = (
            friend_behind(address, request, STRANGERS[:crowd], request, seconds)
            if crowd
            else [ask(address, request, FRIEND) for _ in range(request.times)]
        )
        times = sorted(each.took for each in answers)
        refused = sum(each.status != 200 for each in answers)
        middle, last = times[len(times) // 2], times[min(len(times) - 1, int(0.99 * len(times)))]
        print(
            f"{request.name} of a friend, {crowd} addresses ask: {len(answers)} asked, {refused} refused, "
            f"median {middle:.0f} ms, p99 {last:.0f} ms",
            flush=True,
        )


def main() -> int:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=3000, help="games in the archive (default: 3000)")
    asked.add_argument("--seconds", type=float, default=4, help="so long the crowd asks each time (default: 4)")
    asked.add_argument("--only", default="", metavar="WORDS", help="only the requests with these words in their names")
    given = asked.parse_args()
    with full_table(given.games) as (address, process, phone, names):
        before = memory(process)
        first = ask(address, TimedRequest("the first look", "/games.json"), FRIEND).took
        taken_in = ask(
            address, TimedRequest("a game from elsewhere", "/games", walk_without_end(), phone.cookie), FRIEND
        )
        longest = json.loads(taken_in.body)["game"]
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; {given.games} games")
        print(f"the first look at the games, which reads all files: {first:.0f} ms\n")
        print(f"| request | answer | median, ms | worst, ms | processor, ms | friend behind {CONNECTIONS}, p99 ms |")
        print("|---|---|---|---|---|---|")
        chosen = [each for each in requests(phone, names, longest) if given.only in each.name]
        for request in chosen:
            cost = measure(address, process, request, given.seconds)
            figures = f"{cost.median:.1f} | {cost.worst:.1f} | {cost.busy:.1f} | {cost.friend:.0f}"
            print(f"| {request.name} | {cost.status} | {figures} |", flush=True)
        for request in chosen:
            if request.path in JUDGED:
                print_questions(address, request, given.seconds)
        print(f"\nmemory of the table: {before:.0f} MB at the start, {memory(process):.0f} MB in the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())
