"""Thousands of games at one table in one process: what it takes of memory, descriptors and the disk as it grows old.

`make long-life` runs it. The table is a real one, with its journal and its kept games on the disk; its board is quiet,
and a phone that speaks for both players makes random legal steps, so that a game takes milliseconds.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from common.atomic_files import write_whole
from engine import Game
from engine.seats import Seat
from hardware.board import Lights
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.lobby import BeginGame, Rematch
from table.session.rematch import RematchKind
from table.session.snapshot import Phase
from table.session.turns import Act, ConfirmTurn
from table.storage.game_archive import Autosave, GameArchive
from table.storage.journal import FILE_NAME, Journal, resume
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader
from tests.table.session.sitting_down import sit_still

PAGE = os.sysconf("SC_PAGE_SIZE")
SHORT_GAMES = 4000
"""Steps; whoever plays at random comes to an end long before."""


class DarkBoard(QuietBoard):
    """One that does not even remember its lights."""

    def show(self, lights: Lights) -> None:
        """Forget them."""


class ForgetfulReader(ScriptedReader):
    """One that remembers no game."""

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        """Forget it."""


@dataclass(frozen=True, slots=True)
class Age:
    """What a table takes after so many games; ``memory`` and ``journal`` in kB, ``written`` in kB since the start."""

    games: int
    steps: int
    memory: int
    descriptors: int
    threads: int
    journal: int
    written: int


def grow_old(folder: Path, games: int, every: int, chance: random.Random) -> Iterator[Age]:
    """Play so many games at a table that keeps everything in this folder; its age after each ``every`` of them."""
    journal = Journal(folder)
    fittings = TableFittings(autosave=Autosave(GameArchive(folder / "games", write_whole)))
    table = TableActor(DarkBoard(), ForgetfulReader(), PlyCountLights, journal, resume(journal), fittings)
    table.runner.begin()
    both = sit_still(table, Seat.BLUE, "Ann") | sit_still(table, Seat.ORANGE, "Ben")
    before, steps = written(), 0
    for number in range(1, games + 1):
        ask(table, both, BeginGame())
        steps += play(table, both, chance)
        ask(table, both, Rematch(RematchKind.LOBBY))
        if number % every == 0:
            gc.collect()
            size = sum(path.stat().st_size for path in folder.glob(f"{FILE_NAME}*"))
            descriptors = len(os.listdir("/proc/self/fd"))
            threads = threading.active_count()
            yield Age(number, steps, memory(), descriptors, threads, size // 1024, (written() - before) // 1024)
    journal.close()


def play(table: TableActor, both: Tokens, chance: random.Random) -> int:
    """Play a game to its end; how many steps it had."""
    for steps in range(SHORT_GAMES):
        seen = table.snapshot(both)
        if seen.phase is Phase.OVER:
            return steps
        assert seen.game is not None
        if seen.confirming is not None:
            ask(table, both, ConfirmTurn())
        else:
            ask(table, both, Act(chance.choice(seen.game.options)))
    raise AssertionError(f"a game without an end after {SHORT_GAMES} steps")


def ask(table: TableActor, both: Tokens, command: Command) -> None:
    answer = table.runner.answer(both, table.snapshot(both).version, command)
    assert isinstance(answer, Accepted), (command, answer)


def memory() -> int:
    """Of this process, in kB: what it has in memory now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE // 1024


def written() -> int:
    """Bytes that this process has had written to the disk, as the kernel counts them."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


def main() -> int:
    """Print how the table grows old."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the table keeps its things (default: a new folder)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        print(" games    steps     memory  descriptors  threads    journal       written")
        begun = time.monotonic()
        chance = random.Random(given.seed)  # noqa: S311 - repeatable chance, no secret
        for age in grow_old(Path(folder), given.games, max(1, given.games // 10), chance):
            print(
                f"{age.games:>6} {age.steps:>8} {age.memory:>7} kB {age.descriptors:>12} {age.threads:>8}"
                f" {age.journal:>7} kB {age.written / age.games:>7.0f} kB/game"
            )
        print(f"{given.games / (time.monotonic() - begun):.1f} games a second")
    return 0


if __name__ == "__main__":
    sys.exit(main())
