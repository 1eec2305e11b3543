"""Publishes what happens at a running table, in a separate thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, Protocol

from common.mqtt.broker import BrokerMessage
from online.home.home_assistant import (
    HomeAssistant,
    PublicState,
    TableTopics,
    public_state,
    state_messages,
    win_message,
)
from table.session.snapshot import Snapshot

# ---- table onlooker
#
# Sees what happens at a running table as a phone without a seat does, and passes it on, in a thread of its own.


_WAIT_SECONDS: Final = 60.0
_NOBODY: Final = frozenset[str]()

log = logging.getLogger(__name__)


class WatchedTable(Protocol):
    """Gives the newest state of a table (`table.runtime.table_actor.TableActor`)."""

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""

    def snapshot(self, tokens: frozenset[str]) -> Snapshot:
        """The snapshot for a phone with these tokens."""

    def wait(self, tokens: frozenset[str], version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with another version; None after ``timeout`` seconds or at the end."""


class MessageTaker(Protocol):
    """Takes messages for the broker (`common.mqtt.broker_connection.BrokerConnection`)."""

    def publish(self, message: BrokerMessage) -> bool:
        """Queue a message; False if the queue is full."""


class TableOnlooker:
    """Calls ``tell`` with the snapshot without a seat, from `start` to `close`: at first, after changes, and now and
    then while nothing happens. The table never waits for it. It looks at the table once in ``pause`` seconds at
    most."""

    def __init__(self, table: WatchedTable, tell: Callable[[Snapshot], None], pause: float) -> None:
        self._table = table
        self._tell = tell
        self._pause = pause
        self._closing = threading.Event()

    def start(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, name="onlooker", daemon=True).start()

    def close(self) -> None:
        """Stop. It does not wait, and may be called again."""
        self._closing.set()

    def _run(self) -> None:
        snapshot = self._table.snapshot(_NOBODY)
        while not self._table.closed:
            self._tell(snapshot)
            if self._closing.wait(self._pause):
                return
            snapshot = self._table.wait(_NOBODY, snapshot.version, _WAIT_SECONDS) or snapshot


def published(taker: MessageTaker, message: BrokerMessage) -> bool:
    """Publish a message; if the queue is full, the log says so and it gives False."""
    taken = taker.publish(message)
    if not taken:
        log.warning("too many messages wait for the broker, so one on %s is not sent", message.topic)
    return taken


# ---- table announcer


EVERY_SECONDS: Final = 1.0
"""The pause in seconds between two looks at the table: each topic gets at most one message a second."""


class TableAnnouncer:
    """Publishes the news of a table from `start` to `close`, and the discovery message if there is an ``assistant``. It
    sees the snapshot without a seat. The table never waits for it."""

    def __init__(
        self, table: WatchedTable, taker: MessageTaker, topics: TableTopics, assistant: HomeAssistant | None
    ) -> None:
        self._onlooker = TableOnlooker(table, self.announce, EVERY_SECONDS)
        self._taker = taker
        self._topics = topics
        self._assistant = assistant
        self._told: dict[str, BrokerMessage] = {}
        self._before: PublicState | None = None

    def start(self) -> None:
        """Start the thread."""
        self._onlooker.start()

    def close(self) -> None:
        """Stop. It does not wait, and may be called again."""
        self._onlooker.close()

    def announce(self, snapshot: Snapshot) -> None:
        """Publish the differences from the last snapshot."""
        state = public_state(snapshot)
        kept = list(state_messages(state, self._topics))
        if self._assistant is not None:
            kept.insert(0, self._assistant.discovery(self._topics, snapshot.settings.name))
        for message in kept:
            if self._told.get(message.topic) != message and published(self._taker, message):
                self._told[message.topic] = message
        won = win_message(self._before, state, self._topics)
        if won is not None:
            published(self._taker, won)
        self._before = state
