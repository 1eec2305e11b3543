"""Traces: replays one at a table without threads and clock, records one, and describes what happens in one as lines of
text.

A replay uses the same reader and the same session as a game. It repeats what phones did at the same place among the
frames, and compares the entries that the board caused then with those that it causes now. Their order counts and not
their time: a reader that is a frame quicker is not a different one.

The recorder writes what a table reports as lines of a trace, and `replay_items` reads the lines as items to replay. A
transcript is for people who read a trace, and to compare two replays.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Protocol

from common.message import Message
from engine.notation import action_text
from engine.squares import Square, square_name
from hardware.board import (
    Board,
    BoardEvent,
    ButtonPressed,
    Frame,
    Identity,
    Lights,
    LinkChanged,
    LinkState,
    ScaleInUse,
    Weighed,
)
from hardware.field_model import Measured
from hardware.trace import TraceError, TraceHead, TraceItem, TraceNote, TraceReader, TraceRecording
from table.runtime.session_runner import SessionRunner, TableFittings
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.interfaces import AnyLightPlan, BoardReader, LightChooser
from table.session.journal_entries import (
    Acted,
    Entry,
    GameKept,
    GameNamed,
    JournalMended,
    NamesRemembered,
    SeatHandedOver,
    SeatTaken,
    SettingsChosen,
    replay,
)
from table.session.saved_state import SavedState
from table.session.snapshot import AdoptBoard, BoardDifference, BoardView, Offer, TrustGame, TurnBoard
from table.session.table_state import ActionSequence, TableState
from table.storage.entry_format import EntryError, entry_text, parse_entry


@dataclass(frozen=True, slots=True)
class RecordedOutcome:
    """An entry of the trace, and what caused it."""

    entry: Entry
    source: TraceSource


ReplayItem = BoardEvent | RecordedOutcome | TraceEvent | FieldsMeasured
"""An item of a trace, in the order of recording."""


@dataclass(frozen=True, slots=True)
class ReplayedOutcome:
    """An entry, and its time: ms of the board's clock since the first frame of the trace."""

    at: int
    entry: Entry

    def words(self) -> str:
        """``acted b2-c3 at 12.34 s``."""
        return f"{entry_text(self.entry)} at {self.at / 1000:.2f} s"


@dataclass(frozen=True, slots=True)
class TraceDifference:
    """The first difference: the entry that the board caused ``then`` and ``now``, each None if there was none. If both
    are None, ``refused`` is why an act of a phone cannot be repeated now. ``at`` is the time in the trace, in ms."""

    at: int
    then: ReplayedOutcome | None
    now: ReplayedOutcome | None
    refused: str | None = None

    def words(self) -> str:
        """One line for people."""
        if self.refused is not None:
            return f"at {self.at / 1000:.2f} s: what a phone did then cannot be done now: {self.refused}"
        then = "nothing more" if self.then is None else self.then.words()
        now = "nothing more" if self.now is None else self.now.words()
        return f"at {self.at / 1000:.2f} s: then the board brought about {then}; now {now}"


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result of a replay: its length in ms, its number of frames, and the first difference, if there is one."""

    duration: int
    frames: int
    difference: TraceDifference | None


class Listener(Protocol):
    """Gets the events of a replay. Times are in ms since the first frame of the trace."""

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """This entry was caused now."""

    def trusted(self, at: int) -> None:
        """What was read was taken for the position of the game."""

    def state_changed(self, at: int, state: TableState) -> None:
        """The table's state is now this."""


class NoListener:
    """Ignores everything."""

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """Do nothing."""

    def trusted(self, at: int) -> None:
        """Do nothing."""

    def state_changed(self, at: int, state: TableState) -> None:
        """Do nothing."""


class NullBoard(Board):
    """A board without events and lights, for a table that gets its events from a trace or a simulation."""

    def events(self) -> Iterator[BoardEvent]:
        """None."""
        return iter(())

    def show(self, lights: Lights) -> None:
        """Do nothing."""

    @property
    def identity(self) -> Identity | None:
        """None."""
        return None

    def close(self) -> None:
        """Nothing to do."""


class NullJournal:
    """Stores nothing: the entries of a replay are in the trace already, and a simulated game is not stored."""

    count = 0

    def append(self, *entries: Entry) -> None:
        """Do nothing."""

    def replace_all(self, *entries: Entry) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Nothing to do."""


def replay_trace(  # noqa: PLR0913 - the parts of a table
    start: SavedState,
    items: Iterable[ReplayItem],
    reader: BoardReader,
    lights: LightChooser,
    listener: Listener | None = None,
    *,
    size: int = 5,
) -> ReplayResult:
    """Replay a trace of a board of ``size`` squares a side, from the state at its start to its end, or to the first
    difference, after which the trace is of another game.
    """
    return _Replay(start, reader, lights, listener or NoListener(), size).through(items)


class _Replay:
    """One replay, which is also the recorder of its table."""

    def __init__(
        self, start: SavedState, reader: BoardReader, lights: LightChooser, listener: Listener, size: int
    ) -> None:
        def shown(state: TableState) -> AnyLightPlan:
            listener.state_changed(self._at, state)
            return lights(state)

        self._listener = listener
        self._then: deque[ReplayedOutcome] = deque()
        self._now: deque[ReplayedOutcome] = deque()
        self._start: int | None = None
        self._at = 0
        self._frames = 0
        self._table = SessionRunner(
            NullBoard(), reader, shown, NullJournal(), start, TableFittings(size=size, recorder=self)
        )

    def through(self, items: Iterable[ReplayItem]) -> ReplayResult:
        """Replay these items to the end or the first difference."""
        self._table.begin()
        difference = None
        for item in items:
            difference = self._after(item)
            if difference is not None:
                break
        return ReplayResult(self._at, self._frames, difference or self._unequal())

    def event_received(self, event: BoardEvent) -> None:
        """Follow the time; a board that restarted counts from zero again."""
        if isinstance(event, Frame):
            self._frames += 1
            before = self._at
            if self._start is None or event.at < before + self._start:
                self._start = event.at - before
            self._at = event.at - self._start

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Note an entry that was caused now."""
        self._listener.entry_written(self._at, entry, source)
        if source is TraceSource.BOARD:
            self._now.append(ReplayedOutcome(self._at, entry))

    def trusted(self) -> None:
        """Pass it on."""
        self._listener.trusted(self._at)

    def renewed(self) -> None:
        """Do nothing."""

    def measured(self, fields: Measured) -> None:
        """Do nothing."""

    def _after(self, item: ReplayItem) -> TraceDifference | None:
        """Replay one item. Return the first difference, if there is one."""
        match item:
            case RecordedOutcome(entry, TraceSource.BOARD):
                self._then.append(ReplayedOutcome(self._at, entry))
            case RecordedOutcome(entry, TraceSource.PHONE):
                return self._unequal() or self._by_phone(lambda: self._table.replay_entry(entry))
            case TraceEvent.TRUSTED:
                return self._unequal() or self._by_phone(self._table.trust)
            case TraceEvent.RENEWED:
                return self._unequal() or self._by_phone(self._table.renew)
            case FieldsMeasured(fields):
                return self._unequal() or self._by_phone(lambda: self._table.read_by(fields))
            case Frame() | Weighed() | ScaleInUse() | ButtonPressed() | LinkChanged():
                self._table.handle_event(item)
        while self._then and self._now:
            if self._then[0].entry != self._now[0].entry:
                return self._unequal()
            self._then.popleft()
            self._now.popleft()
        return None

    def _by_phone(self, do: Callable[[], None]) -> TraceDifference | None:
        try:
            do()
        except ValueError as error:  # includes the errors of the engine
            return TraceDifference(self._at, None, None, str(error))
        return None

    def _unequal(self) -> TraceDifference | None:
        """Return the first entry that differs; called when the numbers of entries must be equal."""
        if not self._then and not self._now:
            return None
        return TraceDifference(self._at, next(iter(self._then), None), next(iter(self._now), None))


# ---- Recording and reading


_MEASURED = "measured"
"""The topic of a note about fields that a calibration has measured."""


def head_of(board_file: str, entries: Iterable[Entry]) -> TraceHead:
    """Return the head of a trace of a table whose journal has these entries when the recording begins."""
    return TraceHead(board_file, tuple(entry_text(anonymous(entry)) for entry in entries))


def anonymous(entry: Entry) -> Entry:
    """Return the entry without names, dates and the mark of a phone, since traces are given to others."""
    match entry:
        case SeatTaken(seat):
            return SeatTaken(seat, "", "")
        case NamesRemembered():
            return NamesRemembered(())
        case SeatHandedOver(seat):
            return SeatHandedOver(seat, "")
        case SettingsChosen(settings):
            return SettingsChosen(replace(settings, name=""))
        case GameNamed():
            return GameNamed("game")
        case GameKept():
            return GameKept("game")
        case JournalMended(kept):
            return JournalMended(kept, "journal")
        case _:
            return entry


class TraceRecorder:
    """Writes all events of a table through ``put`` (`table.runtime.trace_events.Recorder`); ``identity`` identifies its
    board."""

    def __init__(self, put: Callable[[TraceItem], None], identity: Callable[[], Identity | None]) -> None:
        self._put = put
        self._identity = identity

    def event_received(self, event: BoardEvent) -> None:
        """Write an event, and the identity of the board when it becomes ready."""
        if isinstance(event, LinkChanged) and event.state is LinkState.READY:
            identity = self._identity()
            if identity is not None:
                self._put(identity)
        self._put(event)

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Write an entry of the journal."""
        self._put(TraceNote(source.value, entry_text(anonymous(entry))))

    def trusted(self) -> None:
        """Note that a phone said that the workers stand as in the game."""
        self._put(TraceNote(TraceEvent.TRUSTED.value, "null"))

    def renewed(self) -> None:
        """Note that the board comes back from the workshop."""
        self._put(TraceNote(TraceEvent.RENEWED.value, "null"))

    def measured(self, fields: Measured) -> None:
        """Note the fields that the reading uses now."""
        self._put(TraceNote(_MEASURED, json.dumps(fields)))


def record_board(
    events: Iterable[BoardEvent], recording: TraceRecording, identity: Callable[[], Identity | None]
) -> int:
    """Record the events of a board until they or the recording end. Return their number."""
    recorder = TraceRecorder(recording.put, identity)
    count = 0
    for event in events:
        recorder.event_received(event)
        count += 1
        if recording.over:
            break
    return count


def state_at_start(path: Path, head: TraceHead) -> SavedState:
    """Return the state of the table when the recording of a trace began.

    :raises TraceError: if it cannot be read, or if the trace is of a board alone.
    """
    if not head.notes:
        raise TraceError(f"{path}: a trace of a board alone, with no game in it; see thera play --record")
    try:
        return replay(parse_entry(note) for note in head.notes)
    except ValueError as error:  # includes those of entries and of the engine
        raise TraceError(f"{path}:1: what the journal held does not fit together: {error}") from error


def replay_items(path: Path, trace: TraceReader) -> Iterator[ReplayItem]:
    """Return the items of a trace, for `replay_trace`.

    :raises TraceError: if it cannot be read.
    """
    for line in trace:
        match line.item:
            case Identity():
                pass
            case TraceNote():
                yield parse_note(path, line.number, line.item)
            case event:
                yield event


def parse_note(path: Path, number: int, note: TraceNote) -> RecordedOutcome | TraceEvent | FieldsMeasured:
    """Return the item of a note in this line of a trace.

    :raises TraceError: if it cannot be read.
    """
    if note.topic in tuple(TraceEvent):
        return TraceEvent(note.topic)
    if note.topic == _MEASURED:
        return FieldsMeasured(_fields_in(path, number, note.content))
    if note.topic not in tuple(TraceSource):
        raise TraceError(f"{path}:{number}: a note about {note.topic!r} is not known")
    try:
        return RecordedOutcome(parse_entry(note.content), TraceSource(note.topic))
    except EntryError as error:
        raise TraceError(f"{path}:{number}: {error}") from error


def _fields_in(path: Path, number: int, content: str) -> Measured:
    try:
        fields = tuple(None if field is None else float(field) for field in json.loads(content))
    except (ValueError, TypeError) as error:
        raise TraceError(f"{path}:{number}: these are no measured fields: {error}") from error
    if any(field is not None and not 0 < field < inf for field in fields):
        raise TraceError(f"{path}:{number}: measured fields are above 0")
    return fields


# ---- Transcripts


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A line, and its time in ms since the first frame of the trace."""

    at: int
    text: str


class Transcript:
    """Collects in ``lines`` the entries, the questions, and each change in the reading of the board
    (`table.traces.Listener`)."""

    def __init__(self) -> None:
        self.lines: list[TranscriptLine] = []
        self._board: BoardView | None = None
        self._choices: tuple[ActionSequence, ...] = ()

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """Add an entry and its cause."""
        self.lines.append(TranscriptLine(at, f"{source}: {entry_words(entry)}"))

    def trusted(self, at: int) -> None:
        """Add that a phone said that the workers stand as in the game."""
        self.lines.append(TranscriptLine(at, f"{TraceSource.PHONE}: trust"))

    def state_changed(self, at: int, state: TableState) -> None:
        """Add the news in a state of the table."""
        before, now = self._board, state.board
        if before is None or before.link != now.link:
            self.lines.append(TranscriptLine(at, f"link: {now.link}"))
        if before is not None and _reading(before) != _reading(now):
            self.lines.append(TranscriptLine(at, reading_words(now)))
        if before is not None and before.warnings != now.warnings:
            warned = "; ".join(_message(each) for each in now.warnings) or "of nothing any more"
            self.lines.append(TranscriptLine(at, f"warns: {warned}"))
        self._board = now
        if state.choices != self._choices:
            self._choices = state.choices
            if state.choices:
                self.lines.append(
                    TranscriptLine(at, f"asks: {' or '.join(_actions(choice) for choice in state.choices)}")
                )


def entry_words(entry: Entry) -> str:
    """Return an entry for people: steps in the engine's notation, all else as in the journal."""
    return _actions(entry.actions) if isinstance(entry, Acted) else entry_text(entry)


def reading_words(board: BoardView) -> str:
    """Return the status of the reading: ``restore: move.not_neighboring; e5 extra orange; offers trust``."""
    parts = [] if board.lifted is None else [f"from {_name(board.lifted)}"]
    if board.message is not None:
        parts.append(_message(board.message))
    parts += [_difference(each) for each in board.differences]
    if board.offers:
        parts.append(f"offers {', '.join(_offer(each) for each in board.offers)}")
    return f"{board.mode}: {'; '.join(parts)}" if parts else board.mode.value


def _reading(board: BoardView) -> BoardView:
    """Return the board without the parts that have their own lines."""
    return replace(board, link="", warnings=(), stray=())


def _actions(actions: ActionSequence) -> str:
    return " ".join(action_text(action) for action in actions)


def _message(message: Message) -> str:
    return " ".join([message.key, *(f"{name}={value}" for name, value in message.args)])


def _difference(difference: BoardDifference) -> str:
    words = [_name(difference.square), difference.kind.value]
    if difference.seat is not None:
        words.append(difference.seat.value)
    if difference.seen is not None or difference.wanted is not None:
        words.append(f"(seen {difference.seen}, wanted {difference.wanted})")
    return " ".join(words)


def _offer(offer: Offer) -> str:
    match offer:
        case TrustGame():
            return "trust"
        case AdoptBoard(workers, heights):
            standing = " ".join(f"{seat} on {_name(square)}" for square, seat in workers)
            built = "".join(f" {_name(square)} {height} high" for square, height in heights)
            return f"adopt ({standing}{built})"
        case TurnBoard(quarters):
            return f"turn {quarters}"


def _name(square: int) -> str:
    return square_name(Square(square))
