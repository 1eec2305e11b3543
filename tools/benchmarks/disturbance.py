"""Measures whether a table is slower while it thinks: the time from a frame to the lights, the answers to commands, and
memory. A table with its wire, reading, threads, journal and web server is a separate process, with twenty events a
second at its board. Phases alternate: no thinking, and a process that always thinks at the strongest level.
"""

from __future__ import annotations

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine import Seat
from engine.secrets import known_to
from hardware.board_backends import VIRTUAL
from opponent.levels import LEVELS, LevelName
from opponent.process import FEW, Closed, Question, ThinkingProcess
from table.runtime.seat_thinker import question_for
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted, Caller
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.lobby import BeginGame
from table.session.seating import ClaimSeat
from table.session.turns import Act, ConfirmTurn
from table.storage.journal import Journal, resume
from table.view.led_patterns import lights_of
from thera.boards.open_board import open_board
from thera.commands.play_command import SWITCH_SECONDS
from thera.simulator.tested_table import ObservedBoard, ObservedLights, ObservedReader, Observer
from thera.table_assembly import make_reader
from tools.benchmarks.busy_table import BusyReader
from tools.benchmarks.idle_table import memory
from web_ui.app import create_app
from web_ui.serve import listen, serve

RATE = 20.0
FOREVER = 1e6
APART = 0.02
"""Seconds between two commands."""
TARGET_MB = 120
NAMES = {"lights": "frame to lights", "answers": "answer to a POST"}
AT_THE_TABLE = Caller(hands=True)


@dataclass(frozen=True, slots=True)
class Phase:
    """The measurements of one phase: ms from frames to lights and of answers, MB of the process that thinks (0 without
    one) and of the table."""

    lights: list[float]
    answers: list[float]
    thinking: float
    table: float


# -- the table


def serve_table(folder: Path) -> int:
    """Run a table that obeys the lines of its input, and answers each with a line."""
    sys.setswitchinterval(SWITCH_SECONDS)
    observer = Observer()
    with ExitStack() as stack:
        listener = stack.enter_context(listen("127.0.0.1", 0)[0])
        opened = open_board(VIRTUAL, None, seed=7, data=None, stack=stack)
        journal = stack.enter_context(Journal(folder))
        reader = ObservedReader(BusyReader(make_reader(opened.described), RATE, FOREVER), observer)
        board = ObservedBoard(opened.board, observer, lambda event: (event,))
        table = TableActor(board, reader, ObservedLights(lights_of, observer), journal, resume(journal))
        app = create_app(table, opened.hands, link=opened.link)
        table.start()
        serve(app, listener)
        _begin_game(table)
        print(listener.getsockname()[1], flush=True)
        for line in sys.stdin:
            with _thinking(table) if line.strip() == "think" else _resting() as process:
                time.sleep(1)  # a process that has just started is no measure
                observer.waits.clear()
                print(flush=True)
                sys.stdin.readline()
                number = None if process is None else process.process_id
                thinks = 0.0 if number is None else memory(number)
                print(json.dumps([observer.waits, thinks]), flush=True)
        table.close()
    return 0


def _begin_game(table: TableActor) -> None:
    def give(tokens: Tokens, command: Command) -> Tokens:
        answer = table.submit(tokens, table.snapshot(tokens).version, command, AT_THE_TABLE)
        if not isinstance(answer, Accepted):
            raise RuntimeError(f"{command}: {answer}")  # noqa: TRY004 - an answer of another kind is a refusal
        return tokens if answer.token is None else tokens | {answer.token}

    tokens: Tokens = frozenset()
    for seat in (Seat.BLUE, Seat.ORANGE):
        tokens = give(tokens, ClaimSeat(seat, seat.value))
    give(tokens, BeginGame())
    for done in (False, False, True) * 2:
        seen = table.snapshot(tokens).game
        give(tokens, ConfirmTurn() if done or seen is None else Act(seen.options[0]))


@contextmanager
def _thinking(table: TableActor) -> Iterator[ThinkingProcess | None]:
    """Think at the strongest level, one turn after the other."""
    process, game = ThinkingProcess(), table.runner.state.saved.game
    if game is None or game.to_act is None:
        raise RuntimeError("no game is played")
    question = question_for(LEVELS[LevelName.STRONGEST], Question(known_to(game.state, game.to_act), FEW))

    def think() -> None:
        try:
            while True:
                process.think(question)
        except Closed:
            pass

    thread = threading.Thread(target=think)
    thread.start()
    try:
        yield process
    finally:
        process.close()
        thread.join()


@contextmanager
def _resting() -> Iterator[None]:
    yield


# -- who measures it


def measured(running: subprocess.Popen[str], port: int, seconds: float, *, thinks: bool) -> Phase:
    """Measure one phase: send commands to the table, each of which its thread has to answer."""
    assert running.stdin is not None  # noqa: S101 - both are pipes
    assert running.stdout is not None  # noqa: S101 - both are pipes
    running.stdin.write("think\n" if thinks else "rest\n")
    running.stdin.flush()
    running.stdout.readline()
    answers = list(_answers(port, seconds))
    running.stdin.write("\n")
    running.stdin.flush()
    lights, thinking = json.loads(running.stdout.readline())
    return Phase(lights, answers, thinking, memory(running.pid))


def _answers(port: int, seconds: float) -> Iterator[float]:
    body = json.dumps({"version": 0, "command": {"kind": "confirm_turn"}})
    until = time.monotonic() + seconds
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        while time.monotonic() < until:
            begun = time.perf_counter()
            connection.request("POST", "/command", body, {"Content-Type": "application/json"})
            with closing(connection.getresponse()) as answer:
                answer.read()
            yield 1000 * (time.perf_counter() - begun)
            time.sleep(APART)


def _line(name: str, without: Sequence[float], with_it: Sequence[float]) -> str:
    def figures(times: Sequence[float]) -> tuple[float, float]:
        return statistics.median(times), statistics.quantiles(times, n=100)[98]

    (median, most), (median_with, most_with) = figures(without), figures(with_it)
    return (
        f"{name:<18}{len(without):>7}{median:>9.2f}{most:>9.2f}{len(with_it):>9}{median_with:>9.2f}{most_with:>9.2f}"
        f"{median_with / median:>9.2f}{most_with / most:>9.2f}"
    )


def main() -> int:
    """Measure the phases in turn, and print both and their ratios."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=6, help="so often with and without, by turns (default: 6)")
    asked.add_argument("--seconds", type=float, default=5.0, help="so long each time (default: 5)")
    asked.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.serve is not None:
        return serve_table(given.serve)
    command = [sys.executable, "-m", "tools.benchmarks.disturbance", "--serve"]
    with tempfile.TemporaryDirectory() as folder:
        running = subprocess.Popen(  # noqa: S603 - our own command
            [*command, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        with running:
            assert running.stdout is not None  # noqa: S101 - it is a pipe
            port = int(running.stdout.readline())
            phases = [
                (thinks, measured(running, port, given.seconds, thinks=thinks))
                for _ in range(given.rounds)
                for thinks in (False, True)
            ]
    quiet, busy = ([phase for thinks, phase in phases if thinks is wanted] for wanted in (False, True))
    print(f"{'':<18}{'nobody thinks':>25}{'the table thinks':>27}{'ratios':>18}")
    print(f"{'ms':<18}{'number':>7}{'median':>9}{'p99':>9}{'number':>9}{'median':>9}{'p99':>9}{'median':>9}{'p99':>9}")
    for name in ("lights", "answers"):
        parts = [[each for phase in group for each in getattr(phase, name)] for group in (quiet, busy)]
        print(_line(NAMES[name], *parts))
    most, table = max(phase.thinking for phase in busy), max(phase.table for phase in busy)
    print(
        f"memory: the process that thinks {most:.0f} MB at most (wanted: below {TARGET_MB}), the table {table:.0f} MB"
    )
    print(f"without a seat of the table: {max(phase.thinking for phase in quiet):.0f} MB, no process")
    return 0


if __name__ == "__main__":
    sys.exit(main())
