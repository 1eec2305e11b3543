"""Traces record everything that a board sent, exactly and in order, in a text file.

Each line is one JSON value. The first identifies the file. A frame is a list: the board's clock in ms, the frame's
number, the fields of its channels in whole thousandths of a mT (25, and those of further sensors) and, if there are
any, the clipped channels. All frames of a trace have the same number of fields. All other items are objects: a reading
of the scale in whole mg, the scale of which the loads are from then on, a press, a change of the link, the board's
identity, and notes by the recorder (a table notes how it read the frames). A file whose name ends with ``.gz`` is
compressed, and equal traces are equal files.

A recording may end within a line after a power failure; the complete lines are read, and ``cut`` says so. Any other
invalid line is an error with its number. `TraceRecording` records a game in a thread, so that the game never waits for
a disk.
"""

from __future__ import annotations

import gzip
import io
import json
import logging
import queue
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from common.json_reader import JsonReader
from common.numbers import is_whole
from hardware.board import (
    SQUARE_COUNT,
    BoardEvent,
    Button,
    ButtonPressed,
    Frame,
    Identity,
    LinkChanged,
    LinkState,
    ScaleInUse,
    Weighed,
)
from hardware.scale import CELL_COUNT, Scale
from hardware.sensor_layout import MOST_FURTHER_SENSORS, THREE_AXES

_log = logging.getLogger(__name__)

_SCALE: Final = JsonReader(Scale)

VERSION = 1
_MICRO = 1000
"""Thousandths of a mT, and of a g."""
_MOST = (1 << 53) - 1
"""The largest whole number that every JSON reader reads exactly."""
_MOST_CHANNELS = SQUARE_COUNT + MOST_FURTHER_SENSORS * len(THREE_AXES)
MOST_WAITING = 10_000
"""The items that may wait for the disk: some three minutes of frames."""
FLUSH_SECONDS = 2.0
"""The most seconds of a recording that a power cut may lose."""
FINISH_SECONDS = 5.0
"""The seconds that `TraceRecording.close` waits for the disk."""


class TraceError(ValueError):
    """A file that is not a trace; the message names the file, the line and the fault."""


@dataclass(frozen=True, slots=True)
class TraceNote:
    """A note by the recorder between two events: ``topic`` is one word, ``content`` a JSON text."""

    topic: str
    content: str


TraceItem = BoardEvent | Identity | TraceNote


@dataclass(frozen=True, slots=True)
class TraceHead:
    """The first line: the board file of the board, and notes on the state at the start, each a JSON text."""

    board_file: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceLine:
    """An item and the number of its line."""

    number: int
    item: TraceItem


def head_text(head: TraceHead) -> str:
    """Return the first line of a trace."""
    notes = [json.loads(note) for note in head.notes]
    return _json({"thera": "trace", "version": VERSION, "board_file": head.board_file, "notes": notes})


def item_text(item: TraceItem) -> str:
    """Return the line of an item.

    :raises ValueError: for a field that is not in whole thousandths of a mT, or a load that is not in whole mg, which
        no board sends.
    """
    match item:
        case Frame(at, number, fields, clipped):
            tail = [sorted(clipped)] if clipped else []
            return _json([at, number, [_micro(field, "field", "mT") for field in fields], *tail])
        case Weighed(at, number, loads):
            return _json({"weighed": [_micro(load, "load", "g") for load in loads], "at": at, "number": number})
        case ScaleInUse(scale):
            return _json({"scale": asdict(scale)})
        case ButtonPressed(at, button):
            return _json({"press": button.value, "at": at})
        case LinkChanged(state, detail):
            return _json({"link": state.value, "detail": detail})
        case Identity():
            return _json({"board": asdict(item)})
        case TraceNote(topic, content):
            return _json({"note": topic, "content": json.loads(content)})


def _micro(value: float, what: str, unit: str) -> int:
    whole = round(_MICRO * value)
    if whole / _MICRO != value:
        raise ValueError(f"a {what} of {value} {unit} is not a whole number of thousandths")
    return whole


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class TraceWriter:
    """Writes a trace; use as a context manager.

    :raises OSError: from any call, if the file cannot be written.
    """

    def __init__(self, path: Path, head: TraceHead) -> None:
        """Create the file; an existing one is overwritten."""
        self._raw = path.open("wb")
        self._file: io.BufferedWriter | gzip.GzipFile = self._raw
        if path.name.endswith(".gz"):
            # Without a name and a time in it, equal traces are equal files.
            self._file = gzip.GzipFile(filename="", mode="wb", fileobj=self._raw, mtime=0)
        self._line(head_text(head))

    def write(self, item: TraceItem) -> None:
        """Write an item; raises ValueError as `item_text` does."""
        self._line(item_text(item))

    def flush(self) -> None:
        """Write everything to the disk."""
        self._file.flush()
        self._raw.flush()

    def close(self) -> None:
        """Finish the file. Safe to call again."""
        try:
            self._file.close()
        finally:
            self._raw.close()

    def __enter__(self) -> TraceWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _line(self, text: str) -> None:
        self._file.write(f"{text}\n".encode())


class TraceReader:
    """Reads a trace during one iteration; use as a context manager. Afterwards ``cut`` is the line in which the file
    ends too early, if it does. ``channels`` is the number of fields of each frame: that of the first one, unless it is
    set before."""

    def __init__(self, path: Path) -> None:
        """Open the file and read its head.

        :raises TraceError: if it cannot be read or is not a trace.
        """
        self._path = path
        self.cut: str | None = None
        self.channels: int | None = None
        try:
            self._raw = path.open("rb")
        except OSError as error:
            raise TraceError(f"{path}: cannot be read: {error.strerror or error}") from error
        try:
            self._file: io.BufferedReader | gzip.GzipFile = (
                gzip.GzipFile(fileobj=self._raw) if path.name.endswith(".gz") else self._raw
            )
            self.head = self._read_head()
        except BaseException:
            self._raw.close()
            raise

    def __iter__(self) -> Iterator[TraceLine]:
        number = 1
        while line := self._next_line(number + 1):
            number += 1
            try:
                item = _item(line)
                if isinstance(item, Frame):
                    self._check_channels(item)
            except _LineError as error:
                if line.endswith(b"\n"):
                    raise TraceError(f"{self._path}:{number}: {error}") from error
                self._note_cut(number)
                return
            yield TraceLine(number, item)

    def close(self) -> None:
        """Close the file. Safe to call again."""
        self._raw.close()

    def __enter__(self) -> TraceReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check_channels(self, frame: Frame) -> None:
        count = len(frame.fields)
        self.channels = self.channels or count
        if count != self.channels:
            raise _LineError(f"a frame of this board has {self.channels} fields, not {count}")

    def _next_line(self, number: int) -> bytes:
        try:
            return self._file.readline()
        except (EOFError, zlib.error, gzip.BadGzipFile):
            self._note_cut(number)
            return b""
        except OSError as error:
            raise TraceError(f"{self._path}:{number}: cannot be read: {error.strerror or error}") from error

    def _note_cut(self, number: int) -> None:
        self.cut = f"{self._path}:{number}: the recording was cut off here; the part before it was used"

    def _read_head(self) -> TraceHead:
        line = self._next_line(1)
        try:
            found = _object(_parsed(line))
        except _LineError as error:
            raise TraceError(f"{self._path}: is not a trace of Thera ({error})") from error
        if found.get("thera") != "trace":
            raise TraceError(f"{self._path}: is not a trace of Thera")
        if found.get("version") != VERSION:
            raise TraceError(
                f"{self._path}: written by another version of Thera"
                f" (trace {found.get('version')}, this one reads {VERSION})"
            )
        board_file, notes = found.get("board_file"), found.get("notes")
        if not isinstance(board_file, str) or not isinstance(notes, list):
            raise TraceError(f"{self._path}:1: board_file and notes are needed")
        return TraceHead(board_file, tuple(_json(note) for note in notes))


class _LineError(ValueError):
    """An invalid line."""


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _LineError(f"not JSON: {error}") from error


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _LineError("neither a frame nor an object")
    return value


def _item(line: bytes) -> TraceItem:
    value = _parsed(line)
    if isinstance(value, list):
        return _frame(value)
    match _object(value):
        case {"weighed": list(loads), "at": at, "number": number} if is_whole(at, 0, _MOST) and is_whole(
            number, 0, _MOST
        ):
            return Weighed(at, number, _loads(loads))
        case {"scale": dict(scale)}:
            return ScaleInUse(_scale(scale))
        case {"press": str(button), "at": int(at)} if button in tuple(Button):
            return ButtonPressed(at, Button(button))
        case {"link": str(state), "detail": str(detail)} if state in tuple(LinkState):
            return LinkChanged(LinkState(state), detail)
        case {"board": {"name": str(name), "unique_id": str(uid), "firmware": str(firmware), "boots": int(boots)}}:
            return Identity(name, uid, firmware, boots)
        case {"note": str(topic), "content": content}:
            return TraceNote(topic, _json(content))
        case other:
            raise _LineError(
                f"no weights, scale, press, link, board or note that are known: {', '.join(other) or 'nothing'}"
            )


def _frame(value: list[object]) -> Frame:
    match value:
        case [at, number, list(fields), *rest] if is_whole(at, 0, _MOST) and is_whole(number, 0, _MOST):
            if not rest:
                return Frame(at, number, _fields(fields))
            match rest:
                case [list(clipped)]:
                    return Frame(at, number, _fields(fields), _channels(clipped, len(fields)))
    raise _LineError("a frame is [ms, number, fields] or [ms, number, fields, clipped channels]")


def _fields(values: list[object]) -> tuple[float, ...]:
    found = tuple(value / _MICRO for value in values if is_whole(value, -_MOST, _MOST))
    if len(found) != len(values) or not SQUARE_COUNT <= len(found) <= _MOST_CHANNELS:
        raise _LineError(f"a frame has {SQUARE_COUNT} fields or more, whole numbers of thousandths of a mT")
    return found


def _loads(values: list[object]) -> tuple[float, ...]:
    found = tuple(value / _MICRO for value in values if is_whole(value, -_MOST, _MOST))
    if len(found) != len(values) or len(found) != CELL_COUNT:
        raise _LineError(f"weights are {CELL_COUNT} whole numbers of mg")
    return found


def _scale(value: dict[str, object]) -> Scale:
    try:
        return _SCALE.convert(value)
    except msgspec.ValidationError as error:
        raise _LineError(f"no scale: {error}") from error


def _channels(values: list[object], count: int) -> frozenset[int]:
    found = frozenset(value for value in values if is_whole(value, 0, count - 1))
    if len(found) != len(values):
        raise _LineError(f"clipped channels are different numbers from 0 to {count - 1}")
    return found


class TraceRecording:
    """A trace that a separate thread writes. If the file can no longer be written, that is logged once and the
    recording ends; the game goes on.

    :raises OSError: if the file cannot be created.
    """

    def __init__(self, path: Path, head: TraceHead) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[TraceItem | None] = queue.SimpleQueue()
        self._writer = TraceWriter(path, head)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether the recording has ended."""
        return self._over.is_set()

    def put(self, item: TraceItem) -> None:
        """Record an item next. Returns at once, and raises nothing."""
        if self._over.is_set():
            return
        if self._waiting.qsize() >= MOST_WAITING:
            self._give_up("the disk is too slow")
            return
        self._waiting.put(item)

    def close(self) -> None:
        """Write the waiting items and finish the file. Safe to call again."""
        self._waiting.put(None)
        self._thread.join(FINISH_SECONDS)

    def _run(self) -> None:
        try:
            with self._writer:
                self._write()
        except OSError as error:
            self._give_up(error.strerror or str(error))
        finally:
            self._over.set()

    def _write(self) -> None:
        flushed = time.monotonic()
        while (item := self._waiting.get()) is not None and not self._over.is_set():
            self._writer.write(item)
            now = time.monotonic()
            if now - flushed >= FLUSH_SECONDS:
                flushed = now
                self._writer.flush()

    def _give_up(self, why: str) -> None:
        if not self._over.is_set():
            self._over.set()
            _log.error("%s: the recording ends here, the game goes on: %s", self._path, why)
