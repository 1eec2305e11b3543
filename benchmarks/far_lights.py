"""How soon the lights of a table show a turn that was confirmed at another one: two `thera play` in processes of their
own, with virtual boards, over a real Mosquitto; and how soon turns pass again after the broker was killed. The figures
of docs/scale.md come from here.

The time begins before the phone sends its confirmation, and ends when the other table's board is told to show other
lights. It includes the request, both journals, both files of the match, and three messages through the broker where
the table that confirms has joined the match, one where it decides.
"""

from __future__ import annotations

import argparse
import os
import queue
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from broker.broker_connection import LASTING_SECONDS
from common.numbers import seeded
from engine.squares import square
from tests.broker.mosquitto import RunningMosquitto
from tests.thera.matches.tables_apart import TableApart, how_far, is_over, newer_than, pair, two_tables

PATIENCE = 180.0

Json = Any


@dataclass(frozen=True)
class Picture:
    """What the lights of a board showed from a time on, in s: the squares that were lit."""

    at: float
    lit: frozenset[int]


class NotedTable(TableApart):
    """A table whose lights are noted."""

    def __init__(self, name: str, folder: Path, broker: int) -> None:
        super().__init__(name, folder, broker)
        pipe = folder / "lights"
        os.mkfifo(pipe)
        self.program = ("benchmarks.noted_lights", str(pipe))
        self._pictures: queue.SimpleQueue[Picture] = queue.SimpleQueue()
        threading.Thread(target=self._note, args=(pipe,), daemon=True).start()

    def _note(self, pipe: Path) -> None:
        with pipe.open(encoding="ascii") as lines:
            for line in lines:
                at, *lit = line.split()
                self._pictures.put(Picture(float(at), frozenset(map(int, lit))))

    def shows(self, squares: frozenset[int], since: float) -> float:
        """Wait until the board is told to light these squares, by a picture after this time; when that was."""
        ends = time.monotonic() + PATIENCE
        while True:
            picture = self._pictures.get(timeout=max(0.0, ends - time.monotonic()))
            if picture.at > since and squares <= picture.lit:
                return picture.at


@dataclass(frozen=True)
class FinishedTurn:
    """A turn that waits to be confirmed at a table: the squares that its worker left and reached are lit at the
    ``other`` one once that shows it."""

    table: NotedTable
    other: NotedTable
    squares: frozenset[int]

    def confirmed(self) -> float:
        """Confirm it; the time in s at which the other table's lights showed it."""
        began = time.monotonic()
        self.table.does("confirm_turn")
        return self.other.shows(self.squares, began)


class Players:
    """The people at both tables, who play on and on."""

    def __init__(self, here: NotedTable, there: NotedTable) -> None:
        self._tables = here, there
        self._chance = seeded("far lights")
        self._moved: frozenset[int] = frozenset()

    def finished_turn(self) -> FinishedTurn:
        """Play up to the next turn with a move that is to be confirmed."""
        while True:
            for table, other in (self._tables, self._tables[::-1]):
                if self._is_to_confirm(table):
                    moved, self._moved = self._moved, frozenset()
                    if moved:
                        return FinishedTurn(table, other, moved)
                    table.does("confirm_turn")
            self._go_on()

    @staticmethod
    def _is_to_confirm(table: NotedTable) -> bool:
        seen = table.now
        return seen["confirming"] in seen["seats_held"] and not (seen["match"] or {}).get("offered")

    def _go_on(self) -> None:
        """Take the next step, or begin the next game, or wait for what happens by itself."""
        if all(map(is_over, self._tables)):
            self._tables[0].does("rematch", again="same")
            for table in self._tables:
                table.until("the next game begins", lambda seen: seen["phase"] == "placing")
        before = [table.now for table in self._tables]
        for table, seen in zip(self._tables, before, strict=True):
            prompt = seen["prompt"] or {}
            mine = prompt.get("seat") in seen["seats_held"] and seen["confirming"] is None
            if seen["phase"] in ("placing", "playing") and mine and seen["game"]["options"]:
                self._act(table, seen)
                return
        seen, waiting = min(zip(before, self._tables, strict=True), key=lambda each: how_far(each[0]))
        waiting.until("something is new", newer_than(seen["version"]))

    def _act(self, table: NotedTable, seen: Json) -> None:
        options = seen["game"]["options"]
        moves = [option for option in options if option["kind"] == "move"]
        action = self._chance.choice(options)
        if moves:  # who stays low plays long
            action = min(moves, key=lambda option: seen["game"]["levels"][option["square"]])
        if moves:
            self._moved = frozenset({int(square(action["worker"])), int(square(action["square"]))})
        table.does("act", action=action)


def said(what: str, seconds: Sequence[float]) -> str:
    """Times as one line."""
    found = sorted(1000 * each for each in seconds)
    late = found[min(len(found) - 1, int(0.99 * len(found)))]
    return (
        f"{what}: median {statistics.median(found):.0f} ms, p99 {late:.0f} ms, at most {found[-1]:.0f} ms"
        f" ({len(found)} turns)"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200, help="how many turns are measured (%(default)s)")
    parser.add_argument(
        "--restarts", type=int, default=10, help="how often the broker is killed (default: %(default)s)"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        broker = RunningMosquitto(folder, log="information")
        broker.start()
        try:
            with two_tables(folder, broker.port, NotedTable) as tables:
                pair(*tables)
                tables[0].does("begin_game")
                measure(Players(*tables), tables, broker, given.turns, given.restarts)
        finally:
            broker.kill()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


def measure(
    players: Players, tables: tuple[NotedTable, NotedTable], broker: RunningMosquitto, turns: int, restarts: int
) -> None:
    """Print how late far lights are, and how soon turns pass after a broker was killed."""
    times: dict[str, list[float]] = {table.name: [] for table in tables}
    for _ in range(turns):
        turn = players.finished_turn()
        began = time.monotonic()
        times[turn.table.name].append(turn.confirmed() - began)
    for table, what in zip(tables, ("the table that decides", "the table that joined"), strict=True):
        print(said(f"confirmed at {what}, to the other table's lights", times[table.name]))
    back = list[float]()
    for _ in range(restarts):
        time.sleep(LASTING_SECONDS + 1)  # else the tables think that the broker is a bad one, and wait longer each time
        turn = players.finished_turn()
        broker.kill()
        broker.start()
        began = time.monotonic()
        back.append(turn.confirmed() - began)
    if back:
        print(said("from the start of a broker that was killed to the next turn at the other table's lights", back))


if __name__ == "__main__":
    main()
