"""One running table on a simulated board: its phones, its time, and what it believes."""

from __future__ import annotations

from random import Random
from types import TracebackType

from engine.seats import Seat
from hardware.board import LinkState
from table.commands import Command, ConfirmTurn
from table.door import Accepted, Refused, Stale, Tokens
from table.journal import Journal
from table.runtime import Table, resume
from table.session import TableState
from table.simulation.bench import Bench
from table.simulation.witness import WatchedBoard, WatchedLights, WatchedReader, Witness

BATCH = 8
"""Scans asked for at a time: not more than the table's inbox holds, so that none is skipped."""
PATIENCE = 60.0
"""Seconds of real time for what takes milliseconds; after that the program hangs."""

NOBODY: Tokens = frozenset()


class TableStopped(Exception):
    """The table ended by itself, or does not answer; the message says why."""


class Sitting:
    """A table over a bench and an empty journal, as a context manager. Time passes for the board only in ``pass_on``,
    and chance comes from ``seed``, so that a game is the same each time it is played."""

    def __init__(self, bench: Bench, journal: Journal, seed: int) -> None:
        self.bench = bench
        self.witness = Witness()
        reader = WatchedReader(bench.reader, self.witness)
        shines = WatchedLights(bench.shines, self.witness)
        self.table = Table(WatchedBoard(bench.board, self.witness), reader, shines, journal, resume(journal))
        chance = Random(f"table {seed}")  # noqa: S311 - chance for play, not for secrets
        self.table.tokens = lambda: f"{chance.getrandbits(128):032x}"
        self.tokens: dict[Seat, str] = {}
        self._asked_for = 0

    def __enter__(self) -> Sitting:
        self.table.start()
        self.pass_on()
        self._settle()
        if self.state.board.link != LinkState.READY.value:
            raise TableStopped(f"the board is {self.state.board.link}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.table.close()

    @property
    def state(self) -> TableState:
        """What the table believes. Nothing is under way while nobody calls."""
        if self.witness.state is None:
            raise TableStopped("the table has not begun")
        return self.witness.state

    def pass_on(self) -> None:
        """Let the board scan a few times and the table read what it sees.

        :raises TableStopped: if it does not.
        """
        self._asked_for += BATCH
        self.bench.scan(BATCH)
        if not self.witness.wait_frames(self._asked_for, PATIENCE):
            raise TableStopped(self.table.failure or f"frames were lost: {self.witness.frames} of {self._asked_for}")
        self._settle()

    def rest(self) -> None:
        """Let the hands finish.

        :raises ValueError: if they could not do what they were asked to.
        """
        while not self.bench.hands.idle:
            self.pass_on()
        self.bench.hands.check()

    def tell(self, seat: Seat, command: Command) -> Refused | None:
        """Give a command on a seat's phone; the refusal if it is not carried out."""
        tokens = frozenset({self.tokens[seat]}) if seat in self.tokens else NOBODY
        version = self.state.version
        while True:
            answer = self.table.submit(tokens, version, command)
            match answer:
                case Accepted(token=token):
                    if token is not None:
                        self.tokens[seat] = token
                    return None
                case Refused():
                    return answer
                case Stale(version=newer):
                    if newer == version:
                        raise TableStopped(f"{command} is stale at the table's own version {version}")
                    version = newer

    def _settle(self) -> None:
        """Wait until the table has dealt with all that came before: it answers in order, be it to a stale phone."""
        answer = self.table.submit(NOBODY, -1, ConfirmTurn())
        if not isinstance(answer, Stale):
            raise TableStopped(self.table.failure or f"the table answers {answer}")
