"""What all threads may read of a running table: its newest state, and what the board measures."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

from calibration.procedure_view import LiveReadings
from common.threads import ComputedOnce
from engine.seats import Seat
from table.session.saved_state import token_mark
from table.session.snapshot import Snapshot, TurnedAwayView
from table.session.table_api import Tokens
from table.session.table_state import TableState
from table.settings.configuration import Configured, Wifi
from table.settings.page_addresses import OwnNetwork
from table.view.puzzle_view import present_at_board
from table.view.snapshot_builder import DarkReasons, claim_views, clock_view, dark_reasons

UNCONFIGURED = Configured()


def marks_of(tokens: Tokens) -> frozenset[str]:
    """The marks by which the table knows these seat tokens."""
    return frozenset(token_mark(token) for token in tokens)


_PhoneRights = tuple[tuple[Seat, ...], tuple[str, ...], TurnedAwayView | None]
"""The seats that a phone holds, the codes of its claims, and the seat that it did not get."""


class Publication:
    """A published table state; a snapshot is built once for all phones that may see the same, though a stream and the
    answer to a command ask for it at the same moment."""

    def __init__(
        self, state: TableState, before: Publication | None = None, configured: Configured = UNCONFIGURED
    ) -> None:
        self.state = state
        self._configured = configured
        game = state.at_board.saved.game
        self.dark: ComputedOnce[DarkReasons] = ComputedOnce(lambda: dark_reasons(game))
        """Why squares are dark in this position; it takes longest of all, and many states have the same position."""
        if before is not None and before.state.at_board.saved.game is game:
            self.dark = before.dark
        self._since = time.monotonic()
        self._lock = threading.Lock()
        self._built: dict[_PhoneRights, ComputedOnce[Snapshot]] = {}

    def snapshot(self, marks: frozenset[str]) -> Snapshot:
        """The snapshot for a phone with seat tokens of these marks."""
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
        """Phones with the same seats and the same claims see the same."""
        claiming = tuple(claim.code for claim in self.state.claims if claim.mark in marks)
        away = [TurnedAwayView(each.seat, each.why) for each in self.state.turned_away if each.mark in marks]
        return self.state.saved.seating.held(marks), claiming, away[-1] if away else None


def _wifi(configured: Configured) -> Wifi | OwnNetwork | None:
    """The network for phones: the table's own while it is open, else the one for guests."""
    own = configured.own_network
    return own if own is not None and own.is_open() else configured.configuration.wifi


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
