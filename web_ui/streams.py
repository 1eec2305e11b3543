"""Server-sent events: states of one or several kinds, one after another, until the table closes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from enum import StrEnum
from typing import Final, Protocol

import msgspec
from flask import Response, request
from msgspec import Struct
from werkzeug.exceptions import ServiceUnavailable

from hardware.virtual_hands import BoardPicture
from table.session.interfaces import TableApi, Tokens
from web_ui.callers import BrowserId, HandsAtBoard
from web_ui.forms.board_forms import readings_form
from web_ui.forms.snapshot_forms import snapshot_form
from web_ui.forms.virtual_board_forms import virtual_board_form
from web_ui.guard import RequestSlots

MOST = 80
"""The most open streams, each with a thread of the server: enough for ten phones with five pages each, and some more.
Further ones are refused, so that threads for everything else remain."""
EACH = 20
"""The most streams of one address, so that no phone takes all places."""
BEAT_SECONDS = 2.0
"""The seconds after which a stream without news says that it is alive. A phone that has heard nothing for three beats
reconnects."""


UNHELD: Final = {
    "Cache-Control": "no-store, no-transform",
    "Content-Encoding": "identity",
    "X-Accel-Buffering": "no",
}
"""Headers that make proxies pass on each event at once, without compression, which would wait for more. nginx 1.22 and
Caddy 2.6 compress even an answer that must not be changed, but none that has an encoding."""


class StreamEventKind(StrEnum):
    """The kinds of events of a stream: the table or the club, the virtual board, the board's readings."""

    STATE = "state"
    BOARD = "board"
    READINGS = "readings"


Wake = Callable[[], None]
"""Called when there may be news, from any thread; it returns at once."""


class StreamSource(Protocol):
    """The source of a stream: the present state, and the next one."""

    def now(self) -> tuple[int, Struct]:
        """Return the present version and its state."""

    def after(self, version: int) -> tuple[int, Struct] | None:
        """Return the present state, if it has another version."""

    def open(self, wake: Wake) -> AbstractContextManager[None]:
        """Return a context for the time while a phone listens; ``wake`` is called whenever there may be news."""


class OpenUntilClosed(Protocol):
    """The subject of streams, which end when it closes (`table.session.interfaces.TableApi`)."""

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

    def after(self, version: int) -> tuple[int, Struct] | None:
        """Return the present snapshot, if it has changed."""
        snapshot = self._table.wait(self._tokens, version, 0.0)
        return None if snapshot is None else (snapshot.version, snapshot_form(snapshot))

    @contextmanager
    def open(self, wake: Wake) -> Iterator[None]:
        """Mark the phone's seats as connected."""
        with self._table.telling(wake), self._table.listening(self._tokens):
            yield


class VirtualBoardStates:
    """The virtual board as it changes, for one browser, and whether this browser may move the hands."""

    def __init__(self, theirs: HandsAtBoard, browser: BrowserId) -> None:
        self._hands = theirs.hands
        self._theirs = theirs
        self._browser = browser
        self._may_act = False

    def now(self) -> tuple[int, Struct]:
        """The present board."""
        return self._state_of(self._hands.look())

    def after(self, version: int) -> tuple[int, Struct] | None:
        """Return the board if it or the right to move the hands has changed."""
        board = self._hands.look()
        same = board.version == version and self._theirs.are_of(self._browser) == self._may_act
        return None if same else self._state_of(board)

    @contextmanager
    def open(self, wake: Wake) -> Iterator[None]:
        """Count the browser among those that have the page open."""
        with self._hands.telling(wake), self._theirs.openers.listening(self._browser.opener):
            yield

    def _state_of(self, board: BoardPicture) -> tuple[int, Struct]:
        self._may_act = self._theirs.are_of(self._browser)
        return board.version, virtual_board_form(board, may_act=self._may_act)


class Measured:
    """The board's readings, while the workshop shows them."""

    def __init__(self, table: TableApi) -> None:
        self._table = table

    def now(self) -> tuple[int, Struct]:
        """The present readings."""
        readings = self._table.readings
        return readings.version, readings_form(readings)

    def after(self, version: int) -> tuple[int, Struct] | None:
        """Return the present readings, if they have changed."""
        readings = self._table.readings
        return None if readings.version == version else (readings.version, readings_form(readings))

    def open(self, wake: Wake) -> AbstractContextManager[None]:
        """Nothing depends on who listens."""
        return self._table.telling(wake)


class Streams:
    """The open streams of a table. Safe from any thread."""

    def __init__(self, table: OpenUntilClosed, patience: float = BEAT_SECONDS) -> None:
        """A stream waits ``patience`` seconds for news. If that is less than `BEAT_SECONDS`, it then sends an empty
        text, and has to be asked again: for a server without a thread for each stream."""
        self._table = table
        self._patience = patience
        self._open = RequestSlots(EACH, MOST)

    def respond(self, sources: Mapping[StreamEventKind, StreamSource]) -> Response:
        """Return the response that sends an event of its kind for each new version of a source, and ends when the table
        closes.

        :raises ServiceUnavailable: if too many are open, at all or for the address that asks.
        """
        who = request.remote_addr or ""
        if not self._open.enter(who):
            raise ServiceUnavailable("too many pages are open; close some of them")
        response = Response(
            _events(self._table, sources, self._patience),
            mimetype="text/event-stream",
            headers=UNHELD,
        )
        response.call_on_close(lambda: self._open.leave(who))  # also if nobody reads a single event of it
        return response


def _events(table: OpenUntilClosed, sources: Mapping[StreamEventKind, StreamSource], patience: float) -> Iterator[str]:
    with ExitStack() as listening:
        news = threading.Event()
        for source in sources.values():
            listening.enter_context(source.open(news.set))
        told = {kind: source.now() for kind, source in sources.items()}
        versions = {kind: version for kind, (version, _) in told.items()}
        yield "".join(_event(kind, *state) for kind, state in told.items())
        spoken = time.monotonic()
        while not table.closed:
            news.wait(min(patience, max(0.0, spoken + BEAT_SECONDS - time.monotonic())))
            news.clear()
            fresh = False
            for kind, source in sources.items():
                state = source.after(versions[kind])
                if state is not None:
                    versions[kind], fresh = state[0], True
                    yield _event(kind, *state)
            if fresh:
                spoken = time.monotonic()
            elif time.monotonic() - spoken >= BEAT_SECONDS and not table.closed:
                # An event, since a browser hides the usual keep-alive comment from scripts, and the phone's watchdog
                # must hear it. The comment before it is for people who read the stream with other tools.
                yield ": still here\nevent: beat\ndata: -\n\n"
                spoken = time.monotonic()
            elif patience < BEAT_SECONDS:
                yield ""


def _event(kind: StreamEventKind, version: int, state: Struct) -> str:
    return f"event: {kind}\nid: {version}\ndata: {msgspec.json.encode(state).decode()}\n\n"
