"""Publishes to all threads the newest state of a running table, and what its board measures."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

from common.threads import ComputedOnce, News
from engine.seats import Seat
from perception.calibration.procedure import LiveReadings
from table.session.interfaces import Tokens
from table.session.saved_state import token_mark
from table.session.snapshot import Snapshot, TurnedAwayView
from table.session.table_state import TableState
from table.settings.configuration import Configured, Wifi
from table.settings.page_addresses import OwnNetwork
from table.view.snapshot_builder import DarkReasons, claim_views, clock_view, dark_reasons, present_at_board

UNCONFIGURED = Configured()


def marks_of(tokens: Tokens) -> frozenset[str]:
    """Return the marks by which the table knows these seat tokens."""
    return frozenset(token_mark(token) for token in tokens)


_PhoneRights = tuple[tuple[Seat, ...], tuple[str, ...], TurnedAwayView | None]
"""The seats that a phone holds, the codes of its claims, and the seat that it did not get."""


class Publication:
    """A published table state. A snapshot is built once for all phones that may see the same, even if a stream and the
    answer to a command ask for it at the same moment."""

    def __init__(
        self, state: TableState, before: Publication | None = None, configured: Configured = UNCONFIGURED
    ) -> None:
        self.state = state
        self._configured = configured
        game = state.at_board.saved.game
        self.dark: ComputedOnce[DarkReasons] = ComputedOnce(lambda: dark_reasons(game))
        """The reasons for dark squares in this position. They take longest to compute, and many states have the same
        position."""
        if before is not None and before.state.at_board.saved.game is game:
            self.dark = before.dark
        self._since = time.monotonic()
        self._lock = threading.Lock()
        self._built: dict[_PhoneRights, ComputedOnce[Snapshot]] = {}

    def snapshot(self, marks: frozenset[str]) -> Snapshot:
        """Return the snapshot for a phone with seat tokens of these marks."""
        rights = self._rights(marks)
        with self._lock:
            built = self._built.get(rights)
            if built is None:
                built = self._built[rights] = ComputedOnce(lambda: self._build(rights, marks))
        return built.get()

    def _build(self, rights: _PhoneRights, marks: frozenset[str]) -> Snapshot:
        held, _, away = rights
        built = present_at_board(self.state, held, self.dark.get, clock_view(self.state, self._since))
        return replace(
            built,
            claims=claim_views(self.state, held, marks),
            turned_away=away,
            wifi=_wifi(self._configured) if held else None,
            configured=self._configured if built.host else None,
        )

    def _rights(self, marks: frozenset[str]) -> _PhoneRights:
        """Return what decides the snapshot of a phone: its seats and claims."""
        claiming = tuple(claim.code for claim in self.state.claims if claim.mark in marks)
        away = [TurnedAwayView(each.seat, each.why) for each in self.state.turned_away if each.mark in marks]
        return self.state.saved.seating.held(marks), claiming, away[-1] if away else None


def _wifi(configured: Configured) -> Wifi | OwnNetwork | None:
    """The network for phones: the table's own while it is open, else the one for guests."""
    own = configured.own_network
    return own if own is not None and own.is_open() else configured.configuration.wifi


class Publisher:
    """Publishes news from the table's thread; other threads read or await it."""

    def __init__(self, state: TableState, configured: Configured = UNCONFIGURED) -> None:
        """``configured`` is published, too: all of it to the host, only the network to phones with a seat."""
        self._configured = configured
        self._published = Publication(state, None, configured)
        self._readings = LiveReadings(0)
        self._news = News()
        self.closed = False

    def publish(self, state: TableState) -> None:
        """Publish a state."""
        with self._news:
            self._published = Publication(state, self._published, self._configured)
            self._news.notify_all()

    def publish_readings(self, readings: LiveReadings) -> None:
        """Publish what the board measures."""
        with self._news:
            self._readings = readings
            self._news.notify_all()

    def close(self) -> None:
        """End all waits, since nothing new will come."""
        with self._news:
            self.closed = True
            self._news.notify_all()

    def snapshot(self, marks: frozenset[str]) -> Snapshot:
        """Return the table as a phone with tokens of these marks may see it."""
        return self._published.snapshot(marks)

    def telling(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """Call ``wake`` whenever something is published, and at the end, until the context closes."""
        return self._news.telling(wake)

    def wait(self, marks: frozenset[str], version: int, timeout: float) -> Snapshot | None:
        """Wait for the first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the
        end."""
        with self._news:
            self._news.wait_for(lambda: self.closed or self._published.state.version != version, timeout)
            published = self._published
            if self.closed or published.state.version == version:
                return None
        return published.snapshot(marks)

    @property
    def readings(self) -> LiveReadings:
        """Return the board's present measurements."""
        return self._readings

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """Wait for the first readings with a version other than ``version``; None after ``timeout`` seconds or at the
        end."""
        with self._news:
            self._news.wait_for(lambda: self.closed or self._readings.version != version, timeout)
            return None if self.closed or self._readings.version == version else self._readings
