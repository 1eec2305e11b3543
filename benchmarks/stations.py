"""How many files of the project one command and one frame run through, thread by thread.

The command is a POST of ``act`` to a table behind the real web server. Its board sends nothing, so that every call on
the table's thread comes from the command. The frame is one of an idle board in a game: the virtual board behind the
link, with all workers where the game has them. It is counted for a second, with all that is due in it now and then: a
ping, a look at drift. What a frame runs through when nothing else is due is printed, too. Files that run on the board's
own threads are not counted.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from common.atomic_files import write_whole
from engine.notation import parse_action
from engine.seats import Seat
from engine.squares import square
from hardware.board_backends import VIRTUAL
from hardware.hand_actions import Lift, Put
from table.runtime.table_actor import TableActor
from table.session.commands import Act, BeginGame, ClaimSeat, Command, ConfirmTurn
from table.session.table_api import Accepted, Caller, Tokens
from table.storage.autosave import Autosave
from table.storage.game_archive import GameArchive
from table.storage.journal import Journal
from table.storage.startup import resume
from table.view.led_patterns import lights_of
from tests.house import ROOMS, ROOT
from tests.table.runtime.quiet_board import QuietBoard
from thera.boards.board_reader import make_reader
from thera.boards.open_board import open_board
from web_ui.app import create_app
from web_ui.callers import SEAT_COOKIE
from web_ui.serve import listen, serve

TABLE = "table"
"""The name of the table's thread."""
BOARD_THREADS = ("board agent", "MainThread")
"""Threads that stand for the board and for the phone, and not for the table."""
ROUNDS = (("firmware_bridge/conversation.py", "receive"), ("table/runtime/table_actor.py", "_serve"))
"""With which functions the link's thread and the table's begin to deal with what has come."""
READ = ("hardware/calibration.py", "perception/tracking/tracker.py")
"""The files of which each round has one that deals with a frame: counts become fields, fields become magnets."""
AFTERWARDS = 0.3
"""Seconds for the table's thread to finish what it does after an answer."""
PLACED = (("blue-1", "b2"), ("blue-2", "d4"), ("orange-1", "b4"), ("orange-2", "d2"))
PATIENCE = 30.0


class FileCounter:
    """Notes for each thread the files of the project in which a function was called."""

    def __init__(self) -> None:
        self._files: dict[str, set[str]] = defaultdict(set)
        self._rounds: dict[str, list[set[str]]] = defaultdict(list)
        self._on = False

    def install(self) -> None:
        """Watch all threads that begin from now on."""
        threading.setprofile(self._called)

    @contextmanager
    def counting(self) -> Iterator[dict[str, set[str]]]:
        """Count until the end of the context; the files by thread."""
        self._files.clear()
        self._rounds.clear()
        self._on = True
        try:
            yield self._files
        finally:
            self._on = False

    def least(self) -> set[str]:
        """The least files in which a round of each thread with `ROUNDS` deals with a frame. The last round may not have
        been counted to its end."""
        rounds = ([each for each in rounds[:-1] if each.intersection(READ)] for rounds in self._rounds.values())
        return set().union(*(min(each, key=len) for each in rounds if each))

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if not self._on or event != "call":
            return
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and (name := path.relative_to(ROOT)).parts[0] in ROOMS:
            thread = threading.current_thread().name
            self._files[thread].add(str(name))
            if (str(name), frame.f_code.co_name) in ROUNDS:
                self._rounds[thread].append(set())
            if thread in self._rounds:
                self._rounds[thread][-1].add(str(name))


def ask(table: TableActor, tokens: Tokens, command: Command) -> Accepted:
    """Have the table carry out a command of somebody at the table."""
    answer = table.submit(tokens, table.snapshot(tokens).version, command, Caller(hands=True))
    if not isinstance(answer, Accepted):
        raise SystemExit(f"{command}: {answer}")
    return answer


def begin_game(table: TableActor) -> Tokens:
    """Sit two players down and begin a game without powers; the tokens of both."""
    tokens: Tokens = frozenset()
    for seat in (Seat.BLUE, Seat.ORANGE):
        token = ask(table, tokens, ClaimSeat(seat, seat.value)).token
        tokens |= frozenset({token or ""})
    ask(table, tokens, BeginGame())
    return tokens


def count_command(counter: FileCounter) -> dict[str, set[str]]:
    """The files that a POST of an action runs through, by thread."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        with ExitStack() as opened:
            described = open_board(VIRTUAL, None, seed=7, data=None, stack=opened).described
        journal = stack.enter_context(Journal(Path(folder)))
        table = TableActor(QuietBoard(), make_reader(described), lights_of, journal, resume(journal))
        table.autosave = Autosave(GameArchive(Path(folder) / "games", write_whole))
        listener = listen("127.0.0.1", 0)  # the server has it until the program ends
        table.start()
        stack.callback(table.close)
        tokens = begin_game(table)
        ask(table, tokens, Act(parse_action("@b2")))
        serve(create_app(table, None), listener)
        port, cookie = listener.getsockname()[1], f"{SEAT_COOKIE}={'.'.join(tokens)}"
        send(port, "GET", "/")  # what is built once for all phones
        send(port, "POST", "/command", act_body(0), cookie)  # what is built once for a game: this one is stale
        with counter.counting() as files:
            status = send(port, "POST", "/command", act_body(table.snapshot(tokens).version), cookie)
            time.sleep(AFTERWARDS)
        if status != 200:
            raise SystemExit(f"the command was answered with {status}")
        return dict(files)


def act_body(version: int) -> str:
    """The body of a request to place a worker, of a phone that saw this version."""
    return json.dumps({"version": version, "command": {"kind": "act", "action": {"kind": "place", "square": "d4"}}})


def send(port: int, method: str, path: str, body: str | None = None, cookie: str = "") -> int:
    """Send a request; the status of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, body, {"Cookie": cookie, "Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status not in (200, 404, 409):
        print(text.decode())
    return answer.status


def count_frame(counter: FileCounter, seconds: float) -> dict[str, set[str]]:
    """The files that the frames of an idle board run through in a game, by thread."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        opened = open_board(VIRTUAL, None, seed=7, data=None, stack=stack)
        journal = stack.enter_context(Journal(Path(folder)))
        table = TableActor(opened.board, make_reader(opened.described), lights_of, journal, resume(journal))
        table.start()
        stack.callback(table.close)
        if opened.hands is None:
            raise SystemExit("this board has no hands")
        tokens = begin_game(table)
        time.sleep(2.0)
        for number, (piece, at) in enumerate(PLACED, start=1):
            opened.hands.act(Lift(piece))
            opened.hands.act(Put(piece, square(at)))
            wait_for_pieces(table, tokens, number)
            if number % 2 == 0:
                ask(table, tokens, ConfirmTurn())
        time.sleep(2.0)
        with counter.counting() as files:
            time.sleep(seconds)
        return dict(files)


def wait_for_pieces(table: TableActor, tokens: Tokens, number: int) -> None:
    """Wait until the table has read so many workers on the board."""
    until = time.monotonic() + PATIENCE
    while (game := table.snapshot(tokens).game) is None or len(game.workers) < number:
        if time.monotonic() > until:
            raise SystemExit(f"worker {number} was not read")
        time.sleep(0.05)


def main() -> int:
    """Print the figures, and with ``--files`` the files behind them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long frames of the idle board are counted")
    parser.add_argument("--files", action="store_true", help="name the files, too")
    given = parser.parse_args()
    counter = FileCounter()
    counter.install()
    frame, least = count_frame(counter, given.seconds), counter.least()
    command = count_command(counter)
    web = set().union(*(names for thread, names in command.items() if thread not in (TABLE, *BOARD_THREADS)))
    link = set().union(*(names for thread, names in frame.items() if thread not in (TABLE, *BOARD_THREADS)))
    figures = (
        ("POST act, threads of the web server", web),
        ("POST act, the table's thread", command[TABLE]),
        ("idle frame, threads of the link", link),
        ("idle frame, the table's thread", frame[TABLE]),
        ("idle frame, all of them", link | frame[TABLE]),
        ("idle frame, all of them, when nothing else is due", least),
    )
    for what, names in figures:
        print(f"{what}: {len(names)} files")
        if given.files:
            print("".join(f"    {name}\n" for name in sorted(names)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
