"""What a table takes at most, of memory and threads: 3,000 games are kept, a long one is played, all 80 places for
pages are taken, many ask for the games at once, and then the host looks at what the board measures. The limits in
`systemd/units/thera.service` come from here.

``make full-table`` runs it. The table is a process of its own, as ``thera play`` starts it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from common.atomic_files import write_whole
from engine.seats import Seat
from table.runtime.table_actor import TableActor
from table.session.lobby import BeginGame
from table.session.saved_state import EndedGame
from table.session.turns import Act, ConfirmTurn
from table.storage.game_archive import GameArchive
from table.storage.journal import Journal, resume
from tests.house import ROOT
from tests.table.runtime.long_life import DarkBoard, ForgetfulReader, ask
from tests.table.runtime.quiet_board import PlyCountLights
from tests.table.session.sitting_down import sit_still
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, played
from web_ui.callers import SEAT_COOKIE
from web_ui.streams import EACH, MOST

AT_ONCE = 12
"""So many ask for something else at the same time; the table has 16 threads for that."""
STEPS = 400
"""So many actions the game that goes on has at most: nobody wins it, until nothing else is left to do."""
READINGS = 300
"""So many lines of what the board measures are read."""


def furnish(folder: Path, games: int) -> str:
    """A folder as a table of many years has it, with a long game that goes on; the cookie of both players' phone."""
    archive = GameArchive(folder / "games", write_whole)
    archive.save(EndedGame(NAME, played("hecate", "pan"), ANN_AND_BEN), just_now=True)
    [one] = (folder / "games").glob(f"{NAME}*")
    for number in range(2, games + 1):
        shutil.copy(one, one.with_name(one.name.replace(NAME, f"{NAME[:-1]}{number}")))
    chance = random.Random(1)  # noqa: S311 - repeatable chance, no secret
    journal = Journal(folder)
    table = TableActor(DarkBoard(), ForgetfulReader(), PlyCountLights, journal, resume(journal))
    table.runner.begin()
    both = sit_still(table, Seat.BLUE, "Ann") | sit_still(table, Seat.ORANGE, "Ben")
    ask(table, both, BeginGame())
    for _ in range(STEPS):
        seen, game = table.snapshot(both), table.runner.state.saved.game
        assert game is not None
        if seen.confirming is not None:
            ask(table, both, ConfirmTurn())
            continue
        options = [action for action in game.legal_actions() if game.play(action).outcome is None]
        if not options:
            break
        ask(table, both, Act(chance.choice(options)))
    journal.close()
    return f"{SEAT_COOKIE}={'.'.join(both)}"


def status(process: int, name: str) -> int:
    """A number of /proc/PID/status: kB, or a count."""
    text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)
    assert found is not None
    return int(found[1])


def post(port: int, cookie: str, command: dict[str, object]) -> None:
    """Let the phone with this cookie give a command about what nobody has asked for yet."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    connection.request("POST", "/command", json.dumps({"version": 0, "command": command}), headers)
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    answer.read()
    connection.close()


def got(port: int, path: str) -> int:
    """How many bytes a page has."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("GET", path)
    length = len(connection.getresponse().read())
    connection.close()
    return length


def main() -> int:
    """Print what it takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3, help="so often the games are asked for")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as where, ExitStack() as closing:
        folder = Path(where)
        cookie = furnish(folder, given.games)
        play = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--data", where]
        table = closing.enter_context(subprocess.Popen(play, cwd=ROOT, stdout=subprocess.PIPE, text=True))
        closing.callback(table.terminate)
        assert table.stdout is not None
        port = next(urlsplit(line.split()[-1]).port for line in table.stdout if "open at" in line)
        assert port is not None

        def tell(when: str) -> None:
            now, most, threads = (status(table.pid, name) for name in ("VmRSS", "VmHWM", "Threads"))
            print(
                f"{when:<34} {now / 1024:>6.0f} MB now, {most / 1024:>6.0f} MB at most, {threads:>4} threads",
                flush=True,
            )

        tell("begun")
        for number in range(MOST):
            phone = http.client.HTTPConnection(
                "127.0.0.1", port, timeout=300, source_address=(f"127.0.1.{1 + number // EACH}", 0)
            )
            closing.callback(phone.close)
            phone.request("GET", "/stream")
            assert phone.getresponse().status == 200
        tell(f"{MOST} streams")
        with ThreadPoolExecutor(AT_ONCE) as many:
            for _ in range(given.rounds):
                sizes = set(
                    many.map(lambda path: got(port, path), ["/games.json", "/", "/powers.json"] * (AT_ONCE // 3))
                )
        tell(f"{given.games} games, by {AT_ONCE} at once")
        post(port, cookie, {"kind": "open_workshop", "task": "monitor", "anew": False})
        readings = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        closing.callback(readings.close)
        readings.request("GET", "/readings")
        told = readings.getresponse()
        for _ in range(READINGS):
            told.readline()
        tell("what the board measures")
        print("bytes of pages:", *sorted(sizes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
