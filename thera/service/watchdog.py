"""Reports to systemd that the table is ready, alive as long as each of its loops goes on, and its state in one line."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from common.mqtt.broker import BrokerState, BrokerStatus
from engine.seats import Seat
from table.session.snapshot import Phase, Snapshot

_BOARD = {
    "search": "no board found yet",
    "open": "board found",
    "hello": "board found",
    "sync": "board found",
    "ready": "board good",
    "degraded": "board has a bad connection",
    "lost": "board lost",
    "refused": "board cannot be used",
}
CHECK_SECONDS = 2.5
"""Seconds between two checks without a watchdog of systemd."""
FIRST_SECONDS = 0.05
"""Seconds between two checks until all loops have advanced once."""
CHECKS = 4
"""The checks within the time of the watchdog: a slow loop has three more chances."""


def status_line(snapshot: Snapshot, pages: int, broker: BrokerStatus | None = None) -> str:
    """The public state, the number of open pages, and the state of the broker's connection, if there is one, such as
    "Ann's turn, Bo waits; board good; 3 pages open; broker connected"."""
    open_pages = "1 page open" if pages == 1 else f"{pages or 'no'} pages open"
    parts = (_game(snapshot), _BOARD[snapshot.board.link], open_pages)
    return "; ".join(parts if broker is None else (*parts, _broker(broker)))


def _broker(status: BrokerStatus) -> str:
    state = "not connected" if status.state is BrokerState.CONNECTING else status.state.value
    return f"broker {state}" if status.trouble is None else f"broker {state} ({status.detail})"


def _game(snapshot: Snapshot) -> str:
    if snapshot.workshop is not None:
        return "the board is in the workshop"
    names = {seat.seat: seat.name for seat in snapshot.seats if seat.name is not None}
    everybody = _and(list(names.values()))
    if snapshot.phase is Phase.PUZZLE or snapshot.puzzle is not None:
        return "a puzzle is on the board"
    match snapshot.phase:
        case Phase.LOBBY:
            return f"{everybody} at the table, no game yet" if names else "nobody at the table"
        case Phase.DRAFT:
            return f"{everybody} choose powers"
        case Phase.OVER:
            return f"the game of {everybody} is over"
        case Phase.PLACING | Phase.PLAYING:
            return _turn(names, snapshot.waits_for)


def _turn(names: dict[Seat, str], asked: Seat | None) -> str:
    others = [name for seat, name in names.items() if seat is not asked]
    if asked is None:
        return f"{_and(others)} play"
    turn = f"{names.get(asked, asked.value)}'s turn"
    return f"{turn}, {_and(others)} {'waits' if len(others) == 1 else 'wait'}" if others else turn


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


class NotifiesSystemd(Protocol):
    """Sends reports to systemd (`thera.service.systemd_interface.Notifier`)."""

    watchdog_seconds: float | None

    def ready(self) -> None:
        """Report that the table has started."""

    def status(self, text: str) -> None:
        """Report the state of the table."""

    def watchdog(self) -> None:
        """Report that the table is alive."""


class TableNews(Protocol):
    """Gives the table's newest state (`table.runtime.table_actor.TableActor`)."""

    pages: int

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""

    def snapshot(self, tokens: frozenset[str]) -> Snapshot:
        """The snapshot for a phone with these tokens."""

    def wait(self, tokens: frozenset[str], version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with another version; None after ``timeout`` seconds or at the end."""


class Loop(Protocol):
    """A loop that must go on."""

    name: str

    def advanced(self) -> bool:
        """Whether it has advanced since the last call; False at the first call."""


class PingedLoop:
    """A loop that may be idle, so it is pinged; ``ping`` makes the loop call a function as soon as it can."""

    def __init__(self, name: str, ping: Callable[[Callable[[], None]], None]) -> None:
        self.name = name
        self._ping = ping
        self._waiting = False
        self._answered = threading.Event()

    def advanced(self) -> bool:
        """Whether the loop has answered; it is then pinged again. A loop that hangs is pinged once."""
        answered = self._answered.is_set()
        if answered or not self._waiting:
            self._waiting = True
            self._answered.clear()
            self._ping(self._answered.set)
        return answered


class CountedLoop:
    """A loop that counts what it does; ``count`` gives the number, None while there is nothing to count."""

    def __init__(self, name: str, count: Callable[[], int | None]) -> None:
        self.name = name
        self._count = count
        self._last: int | None = None

    def advanced(self) -> bool:
        """Whether the count has changed, or there is none."""
        before, self._last = self._last, self._count()
        return self._last is None or self._last != before


class Watchdog:
    """Checks the loops of a table in its own thread, until the table closes."""

    def __init__(
        self,
        systemd: NotifiesSystemd,
        news: TableNews,
        loops: tuple[Loop, ...],
        broker: Callable[[], BrokerStatus] | None = None,
    ) -> None:
        """``broker`` says how the connection to the broker stands; None: there is none."""
        self._systemd = systemd
        self._news = news
        self._loops = loops
        self._broker = broker
        self._still = loops
        self._ready = False
        self._reported = ""
        given = systemd.watchdog_seconds
        self._seconds = CHECK_SECONDS if given is None else given / CHECKS

    @property
    def hanging(self) -> tuple[str, ...]:
        """The loops that have not advanced since the last report that all do."""
        return tuple(loop.name for loop in self._still)

    def start(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def check(self) -> None:
        """Check the loops that have not advanced yet. Once all have, report that the table is alive, at first ready."""
        self._still = tuple(loop for loop in self._still if not loop.advanced())
        if self._still:
            return
        self._still = self._loops
        if not self._ready:
            self._ready = True
            self._systemd.ready()
        self._systemd.watchdog()

    def report(self, snapshot: Snapshot) -> None:
        """Report the state of the table, if it has changed."""
        line = status_line(snapshot, self._news.pages, None if self._broker is None else self._broker())
        if line != self._reported:
            self._reported = line
            self._systemd.status(line)

    def _run(self) -> None:
        nobody = frozenset[str]()
        snapshot, due = self._news.snapshot(nobody), time.monotonic()
        while not self._news.closed:
            self.report(snapshot)
            if time.monotonic() >= due:
                self.check()
                due = time.monotonic() + (self._seconds if self._ready else FIRST_SECONDS)
            news = self._news.wait(nobody, snapshot.version, max(0.0, due - time.monotonic()))
            snapshot = news or self._news.snapshot(nobody)
