"""Tells systemd that the table is ready and alive, and what it does: alive as long as each of its loops goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from table.session.snapshot import Snapshot
from thera.service.status_line import status_line

LOOK_SECONDS = 2.5
"""How often the loops are looked at where no watchdog asks for it sooner."""
FIRST_SECONDS = 0.05
"""How often they are looked at until all have gone on for the first time."""
LOOKS = 4
"""How often they are looked at within the time of the watchdog: a slow loop has three more chances."""


class NotifiesSystemd(Protocol):
    """Whoever wants to know (`thera.service.notify.Notifier`)."""

    watchdog_seconds: float | None

    def ready(self) -> None:
        """The table does its work now."""

    def status(self, text: str) -> None:
        """What the table does now."""

    def watchdog(self) -> None:
        """The table is alive."""


class News(Protocol):
    """Where the table's newest state is found (`table.runtime.table_actor.TableActor`)."""

    pages: int

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""

    def snapshot(self, tokens: frozenset[str]) -> Snapshot:
        """The table as a phone with these tokens sees it."""

    def wait(self, tokens: frozenset[str], version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with another version; None after ``timeout`` seconds or at the end."""


class Loop(Protocol):
    """A loop that has to go on."""

    name: str

    def advanced(self) -> bool:
        """Whether it has gone on since this was asked last; False when it is asked for the first time."""


class PingedLoop:
    """A loop that may have nothing to do, and so is asked for a sign of life; ``ask`` has the loop call what it is
    given, as soon as the loop comes to it."""

    def __init__(self, name: str, ask: Callable[[Callable[[], None]], None]) -> None:
        self.name = name
        self._ask = ask
        self._waits = False
        self._sign = threading.Event()

    def advanced(self) -> bool:
        """Whether the sign has come; then the next one is asked for. A loop that hangs is asked once."""
        came = self._sign.is_set()
        if came or not self._waits:
            self._waits = True
            self._sign.clear()
            self._ask(self._sign.set)
        return came


class CountedLoop:
    """A loop that goes on by itself and counts; ``count`` is how far it is, None while there is nothing to count."""

    def __init__(self, name: str, count: Callable[[], int | None]) -> None:
        self.name = name
        self._count = count
        self._last: int | None = None

    def advanced(self) -> bool:
        """Whether the count is another, or there is none."""
        before, self._last = self._last, self._count()
        return self._last is None or self._last != before


class Watchdog:
    """Looks after the loops of a table in a thread of its own, until the table closes."""

    def __init__(self, tells: NotifiesSystemd, news: News, loops: tuple[Loop, ...]) -> None:
        self._tells = tells
        self._news = news
        self._loops = loops
        self._still = loops
        self._ready = False
        self._said = ""
        given = tells.watchdog_seconds
        self._seconds = LOOK_SECONDS if given is None else given / LOOKS

    @property
    def hanging(self) -> tuple[str, ...]:
        """The loops that have not gone on since systemd was told last that all do."""
        return tuple(loop.name for loop in self._still)

    def start(self) -> None:
        """Begin to look."""
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def look(self) -> None:
        """Look at the loops that have not gone on yet. Once all have, the table is alive, the first time ready."""
        self._still = tuple(loop for loop in self._still if not loop.advanced())
        if self._still:
            return
        self._still = self._loops
        if not self._ready:
            self._ready = True
            self._tells.ready()
        self._tells.watchdog()

    def tell(self, snapshot: Snapshot) -> None:
        """Tell a person what the table does, if that is something else than before."""
        said = status_line(snapshot, self._news.pages)
        if said != self._said:
            self._said = said
            self._tells.status(said)

    def _run(self) -> None:
        nobody = frozenset[str]()
        snapshot, due = self._news.snapshot(nobody), time.monotonic()
        while not self._news.closed:
            self.tell(snapshot)
            if time.monotonic() >= due:
                self.look()
                due = time.monotonic() + (self._seconds if self._ready else FIRST_SECONDS)
            news = self._news.wait(nobody, snapshot.version, max(0.0, due - time.monotonic()))
            snapshot = news or self._news.snapshot(nobody)
