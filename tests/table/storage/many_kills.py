"""Whole games on real tables that are killed at random moments: ``python -m tests.table.storage.many_kills --kills N``.

Each game is played over HTTP at a `thera play` process, first undisturbed, then with so many kills (SIGKILL): while the
process starts, between two commands, or while it carries one out. What was accepted has to be there at the next start,
and the last state, the kept game and the seats have to be those of the undisturbed game. Players decide by what they
are shown alone, so that they can go on wherever a kill has left them.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from table.storage.journal import FILE_NAME, Journal
from tests.house import ROOT

PATIENCE = 60.0
GODS = ("apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan", "prometheus")
SEATS = (("blue", "Ann"), ("orange", "Ben"))
STARTING, UNDO_EVERY = 0.15, 7
"""What part of the kills hits a table that is starting, and how often a step is taken back."""
START_SECONDS, COMMAND_SECONDS = 2.0, 0.04
"""Within which time after its beginning such a kill comes."""
COMMANDS = 70
"""So many a game has, about."""

Shown = dict[str, Any]


class DeadError(Exception):
    """The table has been killed."""


@dataclass
class Phone:
    """One phone for both players; ``cookies`` are what it keeps, ``undone`` where it has taken a step back already."""

    cookies: dict[str, str] = field(default_factory=dict)
    undone: set[int] = field(default_factory=set)

    @property
    def cookie(self) -> str:
        """The cookies as they are sent."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def given(self, headers: Message) -> None:
        """Keep what comes with an answer."""
        for each in headers.get_all("Set-Cookie", []):
            name, _, value = each.partition(";")[0].partition("=")
            self.cookies[name] = value


@dataclass
class Life:
    """One run of a table. It is killed with the command after ``fuse`` others (None: never)."""

    process: subprocess.Popen[str]
    address: str
    chance: random.Random
    fuse: int | None

    def shown(self, phone: Phone) -> Shown:
        """What the phone shows."""
        connection = self._connection()
        try:
            connection.request("GET", "/stream", headers={"Cookie": phone.cookie})
            with closing(connection.getresponse()) as stream:
                while line := stream.readline():
                    if line.startswith(b"data:"):
                        found: Shown = json.loads(line.removeprefix(b"data:"))
                        return found
        except (OSError, http.client.HTTPException) as error:
            raise DeadError from error
        finally:
            connection.close()
        raise DeadError

    def ask(self, phone: Phone, version: int, command: Shown) -> tuple[int, Shown]:
        """Have a command carried out; the status and what is shown then."""
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse < 0:
                threading.Timer(self.chance.random() * COMMAND_SECONDS, self.process.kill).start()
        return self._post("/command", phone, {"version": version, "command": command})

    @contextmanager
    def board_open(self, phone: Phone) -> Iterator[None]:
        """The phone has the page of the virtual board open, and so its hands while nobody sits."""
        connection = self._connection()
        try:
            connection.request("GET", "/board", headers={"Cookie": phone.cookie})
            with closing(connection.getresponse()) as answer:
                phone.given(answer.headers)
                answer.read()
            connection.request("GET", "/board/stream", headers={"Cookie": phone.cookie})
            with closing(connection.getresponse()) as stream:
                while not (line := stream.readline()).startswith(b"data:"):
                    if not line:
                        raise DeadError
                yield
        except (OSError, http.client.HTTPException) as error:
            raise DeadError from error
        finally:
            connection.close()

    def take(self, phone: Phone, version: int, seat: str, name: str) -> None:
        """Take a seat. It is not killed with that: a token that never came would be of a seat that nobody has."""
        self._post(
            "/command", phone, {"version": version, "command": {"kind": "claim_seat", "seat": seat, "name": name}}
        )

    def stop(self) -> None:
        """Let it end by itself; raises DeadError if a kill was quicker."""
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(PATIENCE) != 0:
            raise DeadError

    def _post(self, path: str, phone: Phone, body: Shown) -> tuple[int, Shown]:
        connection = self._connection()
        told = {"Content-Type": "application/json", "Origin": self.address, "Cookie": phone.cookie}
        try:
            connection.request("POST", path, json.dumps(body), told)
            with closing(connection.getresponse()) as answer:
                phone.given(answer.headers)
                content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise DeadError from error
        finally:
            connection.close()
        found = json.loads(content) if content else {}
        return answer.status, found.get("snapshot", found)

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE)


@contextmanager
def living(folder: Path, chance: random.Random, *, mortal: bool, fuse: int | None) -> Iterator[Life]:
    """A table over this folder. One that is ``mortal`` is killed while it starts, if it does not start too quickly.

    Raises DeadError when it is dead before it is open.
    """
    command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--data", str(folder)]
    with (folder.parent / f"{folder.name}.log").open("a") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True)
        killer = threading.Timer(chance.random() * START_SECONDS if mortal else PATIENCE, process.kill)
        killer.start()
        try:
            assert process.stdout is not None
            address = ""
            for line in process.stdout:
                found = re.search(r"Thera is open at (http://[^/\s]+)", line)
                address = found[1] if found else address
                if "Ctrl-C" in line:
                    killer.cancel()  # a seat whose token is lost with the table would be nobody's
                    break
            else:
                if process.wait(PATIENCE) != -signal.SIGKILL:
                    raise RuntimeError(f"{folder}: the table did not start; its log is beside it")
                raise DeadError
            yield Life(process, address, chance, fuse)
        finally:
            killer.cancel()
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def decide(shown: Shown, phone: Phone, gods: list[str]) -> Shown | None:
    """What the players do next, by what is shown; None when the game is over."""
    count = len(shown["log"])
    match shown["phase"]:
        case "lobby":
            if not shown["options"]["powers"] or shown["options"]["mode"] != "full":
                return {"kind": "choose_options", "options": {"powers": True}}
            return {"kind": "begin_game"}
        case "draft":
            return drafted(shown["draft"], gods)
        case "over":
            return None
    if count % UNDO_EVERY == 0 and count not in phone.undone and shown["can_undo"]:
        phone.undone.add(count)
        return {"kind": "undo_step"}
    if shown["confirming"] is not None:
        return {"kind": "confirm_turn"}
    return {"kind": "act", "action": climbing(shown["game"], count)}


def drafted(draft: Shown, gods: list[str]) -> Shown:
    match draft["stage"]:
        case "offer":
            return {"kind": "offer_powers", "powers": gods}
        case "choose":
            return {"kind": "choose_power", "power": gods[1], "seat": draft["to_act"]}
        case _:
            return {"kind": "name_start_player", "seat": "orange"}


def climbing(game: Shown, count: int) -> Shown:
    """A step of players who want to go up, so that the game is short, and who leave out some of what they need not do:
    Hermes may walk for ever."""
    options: list[Shown] = game["options"]
    enough = next((option for option in options if option["kind"] == "done"), None)
    if enough is not None and count % 3 == 0:
        return enough
    order = {id(option): (7 * place + count) % 11 for place, option in enumerate(options)}
    levels = game["levels"]
    for kind, high in (("move", 4), ("build", 3)):
        fitting = [option for option in options if option["kind"] == kind]
        if fitting:
            return max(fitting, key=lambda option: (levels[option["square"]] % high, order[id(option)]))
    return options[(7 * count) % len(options)]


def what_counts(shown: Shown) -> tuple[object, ...]:
    """What must be the same after a kill."""
    names = tuple((seat["seat"], seat["name"]) for seat in shown["seats"])
    told = json.dumps([shown["log"], shown["options"], shown["draft"] and shown["draft"]["stage"]], sort_keys=True)
    return shown["phase"], names, shown["confirming"], told


def sit(life: Life, phone: Phone) -> Shown:
    """See to it that both sit there."""
    for seat, name in SEATS:
        shown = life.shown(phone)
        until = time.monotonic() + PATIENCE
        while seat not in shown["seats_held"]:
            if time.monotonic() > until:
                raise RuntimeError(f"nobody sits on {seat}")
            with life.board_open(phone):
                life.take(phone, shown["version"], seat, name)
            shown = life.shown(phone)
    return shown


def live(life: Life, phone: Phone, gods: list[str], known: list[tuple[object, ...]]) -> Shown:
    """Play on to the end. ``known`` has what was accepted last, and is empty while that is not certain."""
    shown = sit(life, phone)
    if known and what_counts(shown) != known[0]:
        raise RuntimeError(f"after a kill there is {what_counts(shown)}, and was {known[0]}")
    while (command := decide(shown, phone, gods)) is not None:
        known[:] = []
        status, shown = life.ask(phone, shown["version"], command)
        if status == 409:
            continue
        if status != 200:
            raise RuntimeError(f"{command} was answered by {status}: {shown}")
        known[:] = [what_counts(shown)]
    return shown


def ended(folder: Path, shown: Shown) -> tuple[object, ...]:
    """What there is at the end: the state, and the one game that is kept. The folder has nobody's leftovers."""
    [game] = (folder / "games").iterdir()
    kept = json.loads(game.read_text())
    with Journal(folder) as journal:
        if journal.mended is not None or list(folder.glob(f"{FILE_NAME}.*")):
            raise RuntimeError(f"{folder}: the journal was damaged")
    return what_counts(shown), kept["names"], json.dumps(kept["record"], sort_keys=True)


def played(folder: Path, gods: list[str], chance: random.Random, kills: int) -> tuple[tuple[object, ...], int]:
    """What came of a game that is killed so often, and how often it was."""
    folder.mkdir()
    phone, known, killed = Phone(), list[tuple[object, ...]](), 0
    while True:
        starting = killed < kills and chance.random() < STARTING
        fuse = chance.randrange(max(1, 2 * COMMANDS // kills)) if killed < kills else None
        try:
            with living(folder, chance, mortal=starting, fuse=fuse) as life:
                shown = live(life, phone, gods, known)
                life.stop()
            return ended(folder, shown), killed
        except DeadError:
            killed += 1


def main() -> int:
    """Play, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="at least; as many more as the kills need")
    parser.add_argument("--kills", type=int, default=1000, help="of all games together")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    total, number, began = 0, 0, time.monotonic()
    each = -(-asked.kills // asked.games)
    while number < asked.games or total < asked.kills:
        chance = random.Random(f"{asked.seed}-{number}")  # noqa: S311 - repeatable chance, no secret
        gods = chance.sample(GODS, 2)
        with tempfile.TemporaryDirectory() as home:
            wanted, _ = played(Path(home) / "undisturbed", gods, chance, 0)
            found, killed = played(Path(home) / "killed", gods, chance, each)
        if found != wanted:
            print(f"game {number}: {found}\nand not {wanted}")
            return 1
        total, number = total + killed, number + 1
        print(f"game {number} ({' and '.join(gods)}): {killed} kills, the same end", flush=True)
    print(f"{number} games, {total} kills, {time.monotonic() - began:.0f} s: each ended as the undisturbed one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
