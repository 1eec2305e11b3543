"""Server-sent events: whole states, one after another, until the table closes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import ServiceUnavailable

from hardware.virtual_hands import BoardPicture, VirtualHands
from table.session.table_api import TableApi, Tokens
from web_ui.callers import BrowserId, HandsAtBoard
from web_ui.forms.board_forms import readings_form
from web_ui.forms.snapshot_forms import snapshot_form
from web_ui.forms.virtual_board_forms import virtual_board_form
from web_ui.guard import RequestSlots

MOST = 80
"""The most open streams, each with a thread of the server: enough for ten phones with five pages each, and some
others. Further ones are refused, so that there are always threads for everything else."""
EACH = 20
"""The most of them for one address, so that no phone takes the place of all others."""
BEAT_SECONDS = 2.0
"""How often a stream without news says that it is alive. A phone that has heard nothing for three beats reconnects."""


class StreamSource(Protocol):
    """What a stream sends: the state now, and the next one."""

    def now(self) -> tuple[int, Struct]:
        """The present version and its state."""

    def after(self, version: int, timeout: float) -> tuple[int, Struct] | None:
        """The first state with another version; None if none came within ``timeout`` seconds."""

    def open(self) -> AbstractContextManager[None]:
        """A context that is open while a phone listens."""


class OpenUntilClosed(Protocol):
    """What streams tell of: they end when it closes (`table.session.table_api.TableApi`)."""

    @property
    def closed(self) -> bool:
        """Whether it has closed."""


class Snapshots:
    """The table's snapshots, for the phone with these tokens."""

    def __init__(self, table: TableApi, tokens: Tokens) -> None:
        self._table = table
        self._tokens = tokens

    def now(self) -> tuple[int, Struct]:
        """The present snapshot."""
        snapshot = self._table.snapshot(self._tokens)
        return snapshot.version, snapshot_form(snapshot)

    def after(self, version: int, timeout: float) -> tuple[int, Struct] | None:
        """The first snapshot with another version."""
        snapshot = self._table.wait(self._tokens, version, timeout)
        return None if snapshot is None else (snapshot.version, snapshot_form(snapshot))

    def open(self) -> AbstractContextManager[None]:
        """Marks the phone's seats as connected."""
        return self._table.listening(self._tokens)


class VirtualBoardStates:
    """The virtual board as it changes, for one browser, and whether this browser may move the hands."""

    def __init__(self, hands: VirtualHands, theirs: HandsAtBoard, browser: BrowserId) -> None:
        self._hands = hands
        self._theirs = theirs
        self._browser = browser
        self._may_act = False

    def now(self) -> tuple[int, Struct]:
        """The present board."""
        return self._state_of(self._hands.look())

    def after(self, version: int, timeout: float) -> tuple[int, Struct] | None:
        """The board when it has changed, or when the right to move the hands has."""
        board = self._hands.wait(version, timeout)
        same = board.version == version and self._theirs.are_of(self._browser) == self._may_act
        return None if same else self._state_of(board)

    def open(self) -> AbstractContextManager[None]:
        """Count the browser among those that have the page open."""
        return self._theirs.openers.listening(self._browser.opener)

    def _state_of(self, board: BoardPicture) -> tuple[int, Struct]:
        self._may_act = self._theirs.are_of(self._browser)
        return board.version, virtual_board_form(board, may_act=self._may_act)


class Measured:
    """What the board measures, while the workshop shows it."""

    def __init__(self, table: TableApi) -> None:
        self._table = table

    def now(self) -> tuple[int, Struct]:
        """The present readings."""
        readings = self._table.readings
        return readings.version, readings_form(readings)

    def after(self, version: int, timeout: float) -> tuple[int, Struct] | None:
        """The first readings with another version."""
        readings = self._table.wait_readings(version, timeout)
        return None if readings is None else (readings.version, readings_form(readings))

    def open(self) -> AbstractContextManager[None]:
        """An empty context: nothing depends on who listens."""
        return nullcontext()


class Streams:
    """The open streams of a table. Safe from any thread."""

    def __init__(self, table: OpenUntilClosed, patience: float = BEAT_SECONDS) -> None:
        """A stream waits ``patience`` seconds for news. One with less than `BEAT_SECONDS` then sends an empty text, and
        is to be asked again: for a server that has no thread for each stream."""
        self._table = table
        self._patience = patience
        self._open = RequestSlots(EACH, MOST)

    def respond(self, source: StreamSource) -> Response:
        """The response that sends ``event: state`` for each new version of ``source``, and ends when the table closes.

        :raises ServiceUnavailable: if too many are open, at all or for the address that asks.
        """
        who = request.remote_addr or ""
        if not self._open.enter(who):
            raise ServiceUnavailable("too many pages are open; close some of them")
        response = Response(
            _events(self._table, source, self._patience),
            mimetype="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        response.call_on_close(lambda: self._open.leave(who))  # also if nobody reads a single event of it
        return response


def _events(table: OpenUntilClosed, source: StreamSource, patience: float) -> Iterator[str]:
    with source.open():
        version, state = source.now()
        yield _state_event(version, state)
        spoken = time.monotonic()
        while not table.closed:
            news = source.after(version, patience)
            if news is None and patience < BEAT_SECONDS and time.monotonic() - spoken < BEAT_SECONDS:
                yield ""
                continue
            spoken = time.monotonic()
            if news is None:
                # An event, since a browser hides the usual keep-alive comment from scripts, and the phone's watchdog
                # must hear it. The comment before it is for people who read the stream with other tools.
                yield ": still here\nevent: beat\ndata: -\n\n"
                continue
            version, state = news
            yield _state_event(version, state)


def _state_event(version: int, state: Struct) -> str:
    return f"event: state\nid: {version}\ndata: {msgspec.json.encode(state).decode()}\n\n"
