"""Tells a club what onlookers see of a running table, in a thread of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, Protocol

from broker.broker_message import LARGEST_PAYLOAD, BrokerMessage
from club.club_topics import ClubTopic
from club.finished_record import record_to_tell
from club.table_report import LARGEST_REPORT, TableReport, report_of
from home_automation.table_onlooker import MessageTaker, TableOnlooker, WatchedTable, published
from home_automation.table_topics import TableTopics
from table.session.snapshot import Snapshot
from table.storage.autosave import SaveError
from table.storage.finished_game import FinishedGame

OFTEN_SECONDS: Final = 0.25
"""The table is looked at no more often than that, so at most four messages a second tell of it."""
EXPIRES_SECONDS: Final = 24 * 3600.0
"""After so long the broker forgets what a table told that tells nothing any more."""
AGAIN_SECONDS: Final = EXPIRES_SECONDS / 2
"""After so long without news a table tells the same again."""

log = logging.getLogger(__name__)


class GamesToTell(Protocol):
    """The stored games of a table (`table.storage.game_archive.GameArchive`)."""

    def game(self, name: str) -> FinishedGame:
        """The game of this name.

        :raises SaveError: if there is none, or it cannot be read.
        """


class TableReporter:
    """Publishes what onlookers see of a table, and each game that ends there, from `start` to `close`. It sees what a
    phone without a seat sees, and the table does not wait for it."""

    def __init__(
        self,
        table: WatchedTable,
        taker: MessageTaker,
        topics: TableTopics,
        games: GamesToTell,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._onlooker = TableOnlooker(table, self.report, OFTEN_SECONDS)
        self._taker = taker
        self._topics = topics
        self._games = games
        self._clock = clock
        self._told: TableReport | None = None
        self._told_at = 0.0
        self._last_game: str | None = None

    def start(self) -> None:
        """Start the thread."""
        self._onlooker.start()

    def close(self) -> None:
        """Publish nothing more. It waits for nothing, and may be called again."""
        self._onlooker.close()

    def report(self, snapshot: Snapshot) -> None:
        """Publish what is new in a snapshot. A game that was over when the table was started is told by its position,
        and not as one that ended now."""
        report, now = report_of(snapshot), self._clock()
        first = self._told is None
        if report != self._told or now - self._told_at >= AGAIN_SECONDS:
            if not self._publish(ClubTopic.REPORT, report.payload, LARGEST_REPORT):
                return
            self._told, self._told_at = report, now
        ended = None if report.result is None else report.result.game
        if ended is None or ended == self._last_game:
            return
        if first or self._tell_game(ended):
            self._last_game = ended

    def _tell_game(self, name: str) -> bool:
        """Publish a finished game; False if that is to be tried again."""
        try:
            record = record_to_tell(name, self._games.game(name))
        except SaveError as error:
            log.warning("the club is not told of the game %s: %s", name, error)
            return True
        return self._publish(ClubTopic.GAME, record.payload, LARGEST_PAYLOAD)

    def _publish(self, what: ClubTopic, payload: bytes, most: int) -> bool:
        """Whether a message was taken, or is too large to be sent at all."""
        if len(payload) > most:
            log.warning("a message on %s is not sent: it has %d bytes, and may have %d", what, len(payload), most)
            return True
        message = BrokerMessage(what.of(self._topics), payload, retain=True, expires=EXPIRES_SECONDS)
        return published(self._taker, message)
