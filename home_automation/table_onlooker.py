"""Sees what happens at a running table as a phone without a seat does, and passes it on, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Protocol

from broker.broker_message import BrokerMessage
from table.session.snapshot import Snapshot

_WAIT_SECONDS: Final = 60.0
_NOBODY: Final = frozenset[str]()

log = logging.getLogger(__name__)


class WatchedTable(Protocol):
    """Gives the newest state of a table (`table.runtime.table_actor.TableActor`)."""

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""

    def snapshot(self, tokens: frozenset[str]) -> Snapshot:
        """The table as a phone with these tokens sees it."""

    def wait(self, tokens: frozenset[str], version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with another version; None after ``timeout`` seconds or at the end."""


class MessageTaker(Protocol):
    """Takes messages for the broker (`broker.broker_connection.BrokerConnection`)."""

    def publish(self, message: BrokerMessage) -> bool:
        """Send a message as soon as that can be done; False if it is not sent, since too many wait."""


class TableOnlooker:
    """Calls ``tell`` with what onlookers see, from `start` to `close`: at first, when it has changed, and now and then
    while nothing happens. The table does not wait for it, and is looked at once in ``pause`` seconds at most."""

    def __init__(self, table: WatchedTable, tell: Callable[[Snapshot], None], pause: float) -> None:
        self._table = table
        self._tell = tell
        self._pause = pause
        self._closing = threading.Event()

    def start(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, name="onlooker", daemon=True).start()

    def close(self) -> None:
        """Tell nothing more. It waits for nothing, and may be called again."""
        self._closing.set()

    def _run(self) -> None:
        snapshot = self._table.snapshot(_NOBODY)
        while not self._table.closed:
            self._tell(snapshot)
            if self._closing.wait(self._pause):
                return
            snapshot = self._table.wait(_NOBODY, snapshot.version, _WAIT_SECONDS) or snapshot


def published(taker: MessageTaker, message: BrokerMessage) -> bool:
    """Whether a message was taken; if not, the log says so."""
    taken = taker.publish(message)
    if not taken:
        log.warning("too many messages wait for the broker, so one on %s is not sent", message.topic)
    return taken
