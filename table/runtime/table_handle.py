"""Where every other thread comes to the table: what it may read is on the noticeboard, what it asks for goes into the
inbox."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from calibration.procedure_view import LiveReadings
from common.message import Message
from table.runtime.mailbox import CallSoon, CommandSubmitted, Mailbox, PhoneListening, ReplayRequested
from table.runtime.trace_events import FieldsMeasured, TraceEvent
from table.session.callers import UNKNOWN_CALLER, Caller
from table.session.commands import Command
from table.session.journal_entries import Entry
from table.session.refusals import Refusal
from table.session.seating import token_mark
from table.session.snapshot import Snapshot
from table.session.table_api import Answer, Refused, Tokens
from table.session.table_state import TableState
from table.settings.configuration import Configured
from table.view.snapshot_builder import UNCONFIGURED, Publication


class TableHandle:
    """The `table.session.table_api.TableApi` of a table. Every call is safe from any thread."""

    def __init__(self, inbox: Mailbox, notices: Publisher) -> None:
        """In front of the table's thread, which empties ``inbox`` and puts up ``notices``."""
        self._inbox = inbox
        self._notices = notices
        self._counting = threading.Lock()
        self.pages = 0
        """How many pages listen now."""

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down."""
        return self._notices.closed

    def snapshot(self, tokens: Tokens) -> Snapshot:
        """The table as the phone with these seat tokens may see it."""
        return self._notices.snapshot(marks_of(tokens))

    def wait(self, tokens: Tokens, version: int, timeout: float) -> Snapshot | None:
        """The first snapshot with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        return self._notices.wait(marks_of(tokens), version, timeout)

    def configure(self, configured: Configured) -> None:
        """What the owner has configured, for the host to see, and the network for those who sit; before the start."""
        self._notices.configure(configured)

    @property
    def readings(self) -> LiveReadings:
        """What the board measures now, if somebody looks at it in the workshop."""
        return self._notices.readings

    def wait_readings(self, version: int, timeout: float) -> LiveReadings | None:
        """The first readings with a version other than ``version``; None after ``timeout`` seconds or at the end."""
        return self._notices.wait_readings(version, timeout)

    def submit(self, tokens: Tokens, version: int, command: Command, caller: Caller = UNKNOWN_CALLER) -> Answer:
        """Ask the table to carry out a command; returns when it is durable or refused."""
        answer: Future[Answer] = Future()
        self._inbox.put(CommandSubmitted(tokens, version, command, caller, answer))
        if self._notices.closed:  # then nobody may read the inbox any more
            self.refuse_the_rest()
        return answer.result()

    @contextmanager
    def listening(self, tokens: Tokens) -> Iterator[None]:
        """Marks the phone's seats as connected while the context is open."""
        self._count(1)
        self._inbox.put(PhoneListening(tokens, joined=True))
        try:
            yield
        finally:
            self._inbox.put(PhoneListening(tokens, joined=False))
            self._count(-1)

    def call_soon(self, give: Callable[[], None]) -> None:
        """Have the table's thread call this when it comes to it. Returns at once."""
        self._inbox.put(CallSoon(give))

    def replay(self, what: Entry | TraceEvent | FieldsMeasured) -> None:
        """Let happen what a phone or the workshop brought about when a trace was recorded that is now the table's
        board. Returns at once."""
        self._inbox.put(ReplayRequested(what))

    def refuse_the_rest(self) -> None:
        """Tell whoever still waits that the table is closing; for when nobody empties the inbox any more."""
        for letter in self._inbox.drain():
            if isinstance(letter, CommandSubmitted):
                letter.answer.set_result(Refused(Message(Refusal.CLOSING.value)))

    def _count(self, change: int) -> None:
        with self._counting:
            self.pages += change


def marks_of(tokens: Tokens) -> frozenset[str]:
    """The marks by which the table knows these seat tokens."""
    return frozenset(token_mark(token) for token in tokens)


class Publisher:
    """One thread puts up what is new, others look or wait for it."""

    def __init__(self, state: TableState) -> None:
        self._configured = UNCONFIGURED
        self._published = Publication(state)
        self._readings = LiveReadings(0)
        self._news = threading.Condition()
        self.closed = False

    def publish(self, state: TableState) -> None:
        """Put up a state."""
        with self._news:
            self._published = Publication(state, self._published, self._configured)
            self._news.notify_all()

    def configure(self, configured: Configured) -> None:
        """Put up what is configured: all of it for the host, the network for those who sit. Before anybody looks."""
        with self._news:
            self._configured = configured
            self._published = Publication(self._published.state, self._published, configured)

    def publish_readings(self, readings: LiveReadings) -> None:
        """Put up what the board measures."""
        with self._news:
            self._readings = readings
            self._news.notify_all()

    def close(self) -> None:
        """Nothing new will come: whoever waits, waits no more."""
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
