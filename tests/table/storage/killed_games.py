"""Plays one whole game on a table that is killed at each write of its journal in turn, or at every so-many-th: the one
argument. Run by `test_kill.py`.

For each write there are two deaths, right before and right after it, each in a process of its own that kills itself
with SIGKILL. After each a new process opens the same folder and plays the game on to its end. What the processes saw is
printed as one JSON line for each death. This module starts no thread, so that it may fork.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from msgspec.structs import replace

from engine import PUBLIC, Action, Build, Game, Move, Seat
from engine.notation.action_form import action_text
from engine.setup import PowerName
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted
from table.session.command import Command
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.journal_entries import Entry, SeatTaken, replay
from table.session.lobby import BeginGame, ChooseOptions
from table.session.saved_state import SavedState, token_mark
from table.session.seating import ClaimSeat
from table.session.snapshot import Phase
from table.session.turns import Act, ConfirmTurn, UndoStep
from table.settings.options import GameOptions
from table.storage.entry_format import entry_text
from table.storage.journal import Journal, resume
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader
from tests.table.session.sitting_down import AT_THE_TABLE

MEMORY = Path("/dev/shm")  # noqa: S108 - a folder made by tempfile is in it
"""A death by signal takes nothing from a file system in memory either, and thousands of syncs cost nothing there."""

UNDO_EVERY = 5
"""Each so-many-th step is taken back once, so that undo is among the writes."""


@dataclass(frozen=True)
class Death:
    """What came of one death: how many entries were on the disk when the last accepted answer came, the entries that
    the next process found (marks left out), whether all seats whose tokens were given out were still held, and the
    actions of the game as that process played it to its end."""

    write: int
    after: bool
    told: int
    kept: tuple[str, ...]
    seats_kept: bool
    game: tuple[str, ...]


class MortalJournal(Journal):
    """Kills its process right before or right after a write."""

    def __init__(self, folder: Path, write: int, *, after: bool) -> None:
        super().__init__(folder)
        self._write, self._after = write, after

    def append(self, *entries: Entry) -> None:
        self._write -= 1
        if self._write == 0 and not self._after:
            os.kill(os.getpid(), signal.SIGKILL)
        super().append(*entries)
        if self._write == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def next_command(saved: SavedState, undone: int) -> Command | None:
    """What the script has the players do next; None when the game is over."""
    seating = saved.seating
    if seating.at(Seat.BLUE) is None:
        return ClaimSeat(Seat.BLUE, "Ann")
    if seating.at(Seat.ORANGE) is None:
        return ClaimSeat(Seat.ORANGE, "Ben")
    if saved.phase is Phase.LOBBY:
        return BeginGame() if saved.options.powers else ChooseOptions(GameOptions(powers=True))
    if saved.draft is not None:
        match saved.draft.stage.value:
            case "offer":
                return OfferPowers((PowerName("demeter"), PowerName("artemis")))
            case "choose":
                return ChoosePower(PowerName("artemis"))
            case _:
                return NameStartPlayer(Seat.ORANGE)
    game = saved.game
    if game is None or saved.phase is Phase.OVER:
        return None
    plies = len(game.plies)
    if plies % UNDO_EVERY == 0 and plies > max(saved.standing, undone):
        return UndoStep()
    if saved.confirming is not None:
        return ConfirmTurn()
    return Act(climbing(game))


def climbing(game: Game) -> Action:
    """A step of players who only want to go up, so that the game is short."""
    levels, legal, plies = game.view(PUBLIC).levels, game.legal_actions(), len(game.plies)
    moves = [action for action in legal if isinstance(action, Move)]
    if moves:
        return max(moves, key=lambda move: (levels[move.to], -levels[move.worker], (7 * move.to + plies) % 11))
    builds = [action for action in legal if isinstance(action, Build)]
    if builds:
        return max(builds, key=lambda build: (levels[build.on] % 3, (7 * build.on + plies) % 13))
    return legal[(7 * plies) % len(legal)]


def play_out(table: TableActor, journal: Journal, tokens: set[str], say: int) -> SavedState:
    """Play the script's game to its end through its interface. After each accepted answer, say on the file ``say`` how
    many entries are on the disk, and the token that was given out."""
    undone = 0
    while (command := next_command(table.runner.state.saved, undone)) is not None:
        game = table.runner.state.saved.game
        if isinstance(command, UndoStep) and game is not None:
            undone = len(game.plies)
        answer = table.submit(frozenset(tokens), table.snapshot(frozenset()).version, command, AT_THE_TABLE)
        if not isinstance(answer, Accepted):
            raise TypeError(f"{command} was not accepted: {answer}")
        if answer.token is not None:
            tokens.add(answer.token)
        os.write(say, f"{json.dumps([journal.count, answer.token])}\n".encode())
    return table.runner.state.saved


def live(folder: Path, tokens: set[str], say: int, journal: Journal) -> SavedState:
    """One life of a table: open, play to the end, close."""
    seated = replay(journal.entries).seating
    orphaned = len(seated.held(frozenset(map(token_mark, tokens)))) < len(seated.players)
    table = TableActor(QuietBoard(), ScriptedReader(), PlyCountLights, journal, resume(journal, new_table=orphaned))
    table.start()
    saved = play_out(table, journal, tokens, say)
    table.close()
    if not table.wait_closed(10) or table.failure is not None:
        raise RuntimeError(f"the table over {folder} did not close: {table.failure}")
    return saved


def die(folder: Path, write: int, *, after: bool) -> tuple[int, set[str], bool]:
    """Let a child play until its death: the entries told, the tokens given out, and whether it was killed."""
    hear, say = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hear)
        live(folder, set(), say, MortalJournal(folder, write, after=after))
        os._exit(0)
    os.close(say)
    with os.fdopen(hear) as heard:
        told = [json.loads(line) for line in heard]
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if not killed and status != 0:
        raise RuntimeError(f"the table that was to be killed at write {write} failed by itself")
    return (told[-1][0] if told else 0), {token for _, token in told if token}, killed


def go_on(folder: Path, tokens: set[str]) -> tuple[str, ...]:
    """Let another child play the game in this folder to its end: its actions."""
    child = os.fork()
    if child == 0:
        with open(os.devnull, "wb") as nowhere:
            saved = live(folder, set(tokens), nowhere.fileno(), Journal(folder))
        (folder / "game.json").write_text(json.dumps(actions(saved)))
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        raise RuntimeError(f"the game in {folder} did not go on")
    return tuple(json.loads((folder / "game.json").read_text()))


def actions(saved: SavedState) -> tuple[str, ...]:
    """The actions of a state's game."""
    return () if saved.game is None else tuple(action_text(ply.action) for ply in saved.game.plies)


def without_marks(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The entries as text, without what is by chance."""
    return tuple(entry_text(replace(entry, mark="") if isinstance(entry, SeatTaken) else entry) for entry in entries)


def look(folder: Path, tokens: set[str]) -> tuple[tuple[str, ...], bool]:
    """The entries in a folder, and whether these tokens' seats are all held."""
    with Journal(folder) as journal:
        seating = replay(journal.entries).seating
        return without_marks(journal.entries), len(seating.held(frozenset(map(token_mark, tokens)))) == len(tokens)


def main() -> None:
    """Print the whole game's entries and actions as one line, then a line for each death."""
    every = int(sys.argv[1])
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as home:
        whole = Path(home) / "whole"
        _, tokens, killed = die(whole, 0, after=False)
        if killed:
            raise RuntimeError("the whole game was killed")
        entries, _ = look(whole, tokens)
        print(json.dumps([entries, go_on(whole, tokens)]), flush=True)
        for write in range(1, len(entries) + 1, every):
            for after in (False, True):
                folder = Path(home) / f"{write}-{after}"
                told, tokens, killed = die(folder, write, after=after)
                if not killed:
                    raise RuntimeError(f"write {write} did not kill")
                kept, seats_kept = look(folder, tokens)
                death = Death(write, after, told, kept, seats_kept, go_on(folder, tokens))
                print(json.dumps(asdict(death)), flush=True)


if __name__ == "__main__":
    main()
