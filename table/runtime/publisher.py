"""What all threads may read of a running table: its newest state, and what the board measures."""

from __future__ import annotations

import threading

from calibration.procedure_view import LiveReadings
from table.session.saved_state import token_mark
from table.session.snapshot import Snapshot
from table.session.table_api import Tokens
from table.session.table_state import TableState
from table.settings.configuration import Configured
from table.view.snapshot_builder import UNCONFIGURED, Publication


def marks_of(tokens: Tokens) -> frozenset[str]:
    """The marks by which the table knows these seat tokens."""
    return frozenset(token_mark(token) for token in tokens)


class Publisher:
    """The table's thread publishes what is new; other threads read it or wait for it."""

    def __init__(self, state: TableState) -> None:
        self._configured = UNCONFIGURED
        self._published = Publication(state)
        self._readings = LiveReadings(0)
        self._news = threading.Condition()
        self.closed = False

    def publish(self, state: TableState) -> None:
        """Publish a state."""
        with self._news:
            self._published = Publication(state, self._published, self._configured)
            self._news.notify_all()

    def configure(self, configured: Configured) -> None:
        """Publish what is configured: all of it to the host, the network to phones with a seat. Call it before the
        table starts."""
        with self._news:
            self._configured = configured
            self._published = Publication(self._published.state, self._published, configured)

    def publish_readings(self, readings: LiveReadings) -> None:
        """Publish what the board measures."""
        with self._news:
            self._readings = readings
            self._news.notify_all()

    def close(self) -> None:
        """End all waits: nothing new will come."""
        with self._news:
            self.closed = True
            self._news.notify_all()

    def snapshot(self, marks: frozenset[str]) -> Snapshot:
        """The table as a phone with tokens of these marks may see it."""
        return self._published.snapshot(marks)

    def wait(self, marks: frozenset[str], version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        with self._news:
            self._news.wait_for(lambda: self.closed or self._published.state.version != version, timeout)
            published = self._published
            if self.closed or published.state.version == version:
                return None
        return published.snapshot(marks)

    @property
    def readings(self) -> LiveReadings:
        """What the board measures now."""
        return self._readings

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """The first readings with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        with self._news:
            self._news.wait_for(lambda: self.closed or self._readings.version != version, timeout)
            return None if self.closed or self._readings.version == version else self._readings
