"""Tells the house what happens at a running table, in a thread of its own."""

from __future__ import annotations

from typing import Final

from broker.broker_message import BrokerMessage
from home_automation.home_assistant import HomeAssistant
from home_automation.public_state import PublicState, public_state, state_messages, win_message
from home_automation.table_onlooker import MessageTaker, TableOnlooker, WatchedTable, published
from home_automation.table_topics import TableTopics
from table.session.snapshot import Snapshot

EVERY_SECONDS: Final = 1.0
"""The table is looked at no more often than that: so at most one message a second goes to each topic."""


class TableAnnouncer:
    """Publishes what is new at a table, from `start` to `close`, and how the ``assistant`` finds it (None: there is
    none). It sees what a phone without a seat sees, and the table does not wait for it."""

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
        """Publish nothing more. It waits for nothing, and may be called again."""
        self._onlooker.close()

    def announce(self, snapshot: Snapshot) -> None:
        """Publish what differs from the snapshot before."""
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
