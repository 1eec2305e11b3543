"""A running judge: a table without board and seats that invites the others, sets up their game and orders its entries.

It has no thread and never waits. It finds its next action by comparing the match with the plan, so a restart loses
nothing.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from types import TracebackType
from typing import Final, TextIO

from common.atomic_files import make_folder, write_whole
from engine import Game
from online.match.broker_topics import BrokerTopics
from online.match.match_entries import GameSetUp, OrderedEntry, StepsTaken, TableDeparted
from online.match.match_events import EntryAgreed, LogsDiffer, LogSetBack, MatchNotice, MessagesDropped, ProposalRefused
from online.match.match_file import MatchFile, MatchFileError
from online.match.match_limits import TABLES_AT_MOST
from online.match.match_state import MatchState
from online.match.running_match import MatchMeans, MatchStorage, RunningMatch
from table.errors import CannotPlayError
from table.session.match_part import MatchCodeView, MatchTableView
from table.typed_json import MalformedError
from thera.judge.judge_plan import JudgePlan, plan_text, read_plan
from thera.startup_message import qr_code

# ---- Files in the data folder


PLAN_FILE: Final = "judge-plan.json"
_LOCK_FILE: Final = "judge-lock"


class JudgeStorage:
    """The data folder of a judge, which one program uses at a time: a context manager."""

    def __init__(self, folder: Path) -> None:
        """Take the folder.

        :raises CannotPlayError: if it cannot be written, or another judge uses it.
        """
        self.matches = MatchStorage(folder)
        self._plan = folder / PLAN_FILE
        lock = folder / _LOCK_FILE
        try:
            make_folder(folder)
            self._lock = lock.open("a", encoding="ascii")
        except OSError as error:
            raise CannotPlayError(f"{error.filename or folder}: {error.strerror or error}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._lock.close()
            raise CannotPlayError(
                f"{folder}: in use by another judge; stop it first, or use another folder with --data"
            ) from error

    def __enter__(self) -> JudgeStorage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()

    def plan(self) -> JudgePlan | None:
        """The plan of the current match, or None.

        :raises CannotPlayError: if the file cannot be read.
        """
        try:
            return read_plan(self._plan.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, MalformedError, UnicodeDecodeError) as error:
            raise CannotPlayError(f"{self._plan}: {error}; move this file away to begin anew") from error

    def store(self, plan: JudgePlan) -> None:
        """Store the plan.

        :raises CannotPlayError: if it cannot be written.
        """
        try:
            write_whole(self._plan, plan_text(plan))
        except OSError as error:
            raise CannotPlayError(f"{self._plan}: {error.strerror or error}") from error

    def match_file(self) -> MatchFile:
        """Open the stored file of the match, or a new one.

        :raises MatchFileError: if it cannot be read or written.
        :raises CannotPlayError: if there are several.
        """
        paths = self.matches.paths()
        if len(paths) > 1:
            raise CannotPlayError(f"{paths[0].parent}: {len(paths)} matches; a judge has one, so move the others away")
        return MatchFile(paths[0]) if paths else self.matches.new_file()

    def clear(self, file: MatchFile) -> None:
        """Remove a match that is over, and its plan."""
        self.matches.remove(file)
        self._plan.unlink(missing_ok=True)


# ---- Messages
#
# What a judge prints: codes for the tables, who came, and how far the game is. It prints nothing that a player may
# not know.


class JudgeMessages:
    """Prints what happens in a match, with ``write`` (a line or several). ``stream`` is where that goes: it decides
    whether codes are drawn."""

    def __init__(self, write: Callable[[str], None], stream: TextIO) -> None:
        self.introduced: set[int] = set()
        """The numbers of the tables whose arrival was printed."""
        self._write, self._stream = write, stream
        self._codes: set[tuple[str, ...]] = set()

    def code(self, label: str, code: MatchCodeView) -> None:
        """Print a code for a table, once."""
        if code.words in self._codes:
            return
        self._codes.add(code.words)
        drawn = qr_code(code.scanned, self._stream)
        lines = ["", f'For {label} ({_and(code.seats)}), on its page under "Play with another table":']
        lines += [] if drawn is None else [drawn]
        self._write("\n".join((*lines, f"  {'-'.join(code.words)}")))

    def joined(self, label: str, table: MatchTableView) -> None:
        """Print that a table has joined."""
        self.introduced.add(table.number)
        self._write(
            f"{label} is the table {table.title!r}, with {_and(table.seats)}."
            f" If its page shows {' '.join(table.words)!r}, nobody is between you."
        )

    def goes_on(self, state: MatchState) -> None:
        """Print how far the match is after a start."""
        if state.game is not None:
            self.turn(state)

    def began(self, state: MatchState) -> None:
        """Print that a game began."""
        if state.game is not None:
            players = (f"{player.seat} ({'+'.join(player.powers)})" for player in state.game.setup.players)
            self._write(f"All tables are here, and the game begins: {', '.join(players)}.")

    def took_steps(self, state: MatchState, steps: str) -> None:
        """Print ordered steps, unless they are secret."""
        game = state.game
        if game is None:
            return
        seat = game.plies[-1].seat
        told = "" if game.state.cast.has_secrets else f": {steps}"
        self._write(f"Entry {state.count}: {seat} has played{told}")
        if game.outcome is not None:
            self.turn(state)

    def turn(self, state: MatchState) -> None:
        """Print whose turn it is, or who has won."""
        game = state.game
        if game is None:
            return
        if game.outcome is None:
            self._write(f"The game goes on: {game.to_act} is to act.")
        else:
            self._write(
                f"The game is over: {_and(game.outcome.winners)} won. The match is closed once all tables have left it,"
                " or with: thera judge --close"
            )

    def departed(self, title: str, *, revoked: bool) -> None:
        """Print that a table has left."""
        self._write(f"{title} {'was taken out of' if revoked else 'has left'} the match.")

    def stranger(self) -> None:
        """Print that a used code was tried."""
        self._write("A second table came with a code that another one has used. It is not admitted.")

    def closing(self) -> None:
        """Print that the match is over and the tables are informed."""
        self._write("The match is closed; the tables are told.")

    def closed(self) -> None:
        """Print that all is done."""
        self._write("All is done; nothing of the match is stored any more.")

    def not_told(self, titles: Sequence[str]) -> None:
        """Print that these tables did not answer."""
        self._write(f"Not waited for any longer: {_and(titles) or 'none'}.")

    def trouble(self, line: str) -> None:
        """Print a problem, or a refused wish."""
        self._write(line)


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)


# ---- The judge


RETRY_SECONDS: Final = 2.0
"""Seconds before storing is tried again."""
JUDGE_TITLE: Final = "Judge"
"""The name of a judge at the tables."""


class RunningJudge:
    """The judge of one match. ``clock`` is monotonic, in seconds; all calls come from one thread."""

    def __init__(
        self, storage: JudgeStorage, plan: JudgePlan, link: BrokerTopics, clock: Callable[[], float], say: JudgeMessages
    ) -> None:
        """Open the match of this plan, or continue the stored one.

        :raises CannotPlayError: if the stored match is not one that this judge decides.
        :raises MatchFileError: if its file can be neither read nor written.
        """
        self.done = False
        self._storage, self._plan, self._clock, self._say = storage, plan, clock, say
        self._retry_at = 0.0
        self._strangers = 0
        self._full = False
        self._match: RunningMatch | None = None
        file = storage.match_file()
        means = MatchMeans(link, storage.matches.identity())
        if file.records:
            self._match = RunningMatch.resumed(file, means, self._tell)
        else:
            self._match = RunningMatch.opened(file, means, self._tell, JUDGE_TITLE, frozenset())
        if not self._match.decides or not self._match.state.judged:
            raise CannotPlayError(f"{file.path}: in this match the program is a player, and no judge")
        link.report_to(self._received, self._link_restored)
        for table in self._guests():
            say.joined(plan.label_of(table.seats), table)
        say.goes_on(self._match.state)

    @property
    def game(self) -> Game:
        """The game, with all its secrets.

        :raises ValueError: if there is none yet.
        """
        if self._running.state.game is None:
            raise ValueError("no game has begun")
        return self._running.state.game

    @property
    def due(self) -> float:
        """When `pass_time` is due, in seconds; ``inf`` if it waits for a message."""
        if self._retry_at:
            return self._retry_at
        due = self._running.due
        return inf if due is None else due / 1000

    def pass_time(self) -> None:
        """Do all that is due."""
        self._retry_at = 0.0
        try:
            self._running.pass_time(self._now)
            self._do_what_lacks()
        except MatchFileError as error:
            self._say.trouble(str(error))
            self._retry_at = self._clock() + RETRY_SECONDS

    def close_match(self) -> None:
        """Close the match and inform the tables. A second call no longer waits for tables that do not answer."""
        if self._running.state.closed:
            self._say.not_told([self._running.state.tables[number].name for number in self._running.behind])
            self._finish()
            return
        self._close()

    def revoke(self, label: str) -> None:
        """Take the seats of the table with this label away; another one can come for them.

        :raises CannotPlayError: if no such table is in the match.
        """
        there = {self._plan.label_of(table.seats): table for table in self._guests()}
        if label not in there:
            raise CannotPlayError(
                f"--revoke: {label!r} is not in the match; those that are: {', '.join(there) or 'none yet'}"
            )
        self._running.ask(TableDeparted(there[label].number, revoked=True), self._now)

    def stop(self) -> None:
        """Close the program's part; the match continues at the next start."""
        if not self.done:
            self._running.file.close()

    # ---- what happens by itself ----

    @property
    def _running(self) -> RunningMatch:
        if self._match is None:
            raise RuntimeError("the match is not open yet")
        return self._match

    @property
    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _guests(self) -> list[MatchTableView]:
        """The tables in the match."""
        return [table for table in self._running.tables if table.seats and not table.gone]

    def _link_restored(self) -> None:
        try:
            self._running.link_restored(self._now)
        except MatchFileError as error:
            self._say.trouble(str(error))

    def _received(self, topic: str, data: bytes) -> None:
        self._running.received(topic, data, self._now)
        if self._running.strangers > self._strangers:
            self._strangers = self._running.strangers
            self._say.stranger()
        self.pass_time()

    def _do_what_lacks(self) -> None:
        match = self._running
        if match.state.closed:
            if match.told:
                self._finish()
            return
        if match.state.began and not self._guests():
            self._close()
            return
        if match.state.game is None or match.state.game.outcome is None:
            self._invite()
        if not match.state.began and not match.invited:
            match.ask(GameSetUp(self._plan.setup), self._now)

    def _invite(self) -> None:
        """Make a code for each absent table of the plan, and print all unused codes."""
        match = self._running
        for planned in self._plan.tables:
            taken = {seat for seat in planned.seats if match.state.holder(seat) is not None}
            free = frozenset(planned.seats) - taken - set(match.invited)
            if free and self._may_invite:
                match.invite(free)
        for code in match.codes:
            self._say.code(self._plan.label_of(code.seats), code)

    @property
    def _may_invite(self) -> bool:
        """Whether the match may admit another table; if not, print that once."""
        state, codes = self._running.state, self._running.codes
        may = len(state.tables) + len(codes) < TABLES_AT_MOST
        if not may and not self._full:
            self._say.trouble(
                f"A match has {TABLES_AT_MOST} tables at most, those that left included: no other can come"
            )
        self._full = not may
        return may

    def _close(self) -> None:
        self._say.closing()
        self._running.leave(self._now)
        if self._running.told:
            self._finish()

    def _finish(self) -> None:
        if not self.done:
            self.done = True
            self._running.stop()
            self._storage.clear(self._running.file)
            self._say.closed()

    # ---- what the match says ----

    def _tell(self, notice: MatchNotice) -> None:
        match notice:
            case EntryAgreed(_, entry) if self._match is not None:
                self._ordered(entry, self._match.state)
            case LogsDiffer(table, number):
                name = self._title(table)
                self._say.trouble(f"{name} has another entry {number} than this judge, and plays no further")
            case LogSetBack(table, here, there):
                self._say.trouble(
                    f"{self._title(table)} has {there} entries, this judge {here}: its data folder was set back, so"
                    " close the match and open another one"
                )
            case MessagesDropped(table):
                self._say.trouble(f"{self._title(table)} sends too much; what is beyond that is not read")
            case ProposalRefused(_, _, why):
                self._say.trouble(why)
            case _:
                pass

    def _ordered(self, entry: OrderedEntry, state: MatchState) -> None:
        match entry.content:
            case TableDeparted(table, revoked):
                self._say.departed(state.tables[table].name, revoked=revoked)
            case GameSetUp():
                self._say.began(state)
            case StepsTaken(steps):
                self._say.took_steps(state, steps)
            case _:
                pass
        for guest in self._guests():
            if guest.number not in self._say.introduced:
                self._say.joined(self._plan.label_of(guest.seats), guest)

    def _title(self, table: int) -> str:
        return self._running.state.tables[table].name
