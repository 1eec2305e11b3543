"""Tells the house what happens at a running table, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from typing import Final, Protocol

from broker.broker_message import BrokerMessage
from home_automation.home_assistant import HomeAssistant
from home_automation.public_state import PublicState, public_state, state_messages, win_message
from home_automation.table_topics import TableTopics
from table.session.snapshot import Snapshot

EVERY_SECONDS: Final = 1.0
"""The table is looked at no more often than that: so at most one message a second goes to each topic."""
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


class TableAnnouncer:
    """Publishes what is new at a table, from `start` to `close`, and how the ``assistant`` finds it (None: there is
    none). It sees what a phone without a seat sees, and the table does not wait for it."""

    def __init__(
        self, table: WatchedTable, taker: MessageTaker, topics: TableTopics, assistant: HomeAssistant | None
    ) -> None:
        self._table = table
        self._taker = taker
        self._topics = topics
        self._assistant = assistant
        self._told: dict[str, BrokerMessage] = {}
        self._before: PublicState | None = None
        self._closing = threading.Event()

    def start(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, name="announcer", daemon=True).start()

    def close(self) -> None:
        """Publish nothing more. It waits for nothing, and may be called again."""
        self._closing.set()

    def announce(self, snapshot: Snapshot) -> None:
        """Publish what differs from the snapshot before."""
        state = public_state(snapshot)
        kept = list(state_messages(state, self._topics))
        if self._assistant is not None:
            kept.insert(0, self._assistant.discovery(self._topics, snapshot.settings.name))
        for message in kept:
            if self._told.get(message.topic) != message and self._publish(message):
                self._told[message.topic] = message
        won = win_message(self._before, state, self._topics)
        if won is not None:
            self._publish(won)
        self._before = state

    def _publish(self, message: BrokerMessage) -> bool:
        taken = self._taker.publish(message)
        if not taken:
            log.warning("too many messages wait for the broker, so one on %s is not sent", message.topic)
        return taken

    def _run(self) -> None:
        snapshot = self._table.snapshot(_NOBODY)
        while not self._table.closed:
            self.announce(snapshot)
            if self._closing.wait(EVERY_SECONDS):
                return
            news = None
            while news is None and not self._table.closed:
                news = self._table.wait(_NOBODY, snapshot.version, _WAIT_SECONDS)
            snapshot = news or snapshot
