"""Traces: opens one as a board that replays a recorded game, and begins a new one."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from common.toml_section import FaultyFileError
from hardware.board_file import BoardFile, parse_board_file
from hardware.replay import ReplayBoard
from hardware.trace import TraceError, TraceHead, TraceLine, TraceNote, TraceReader, TraceRecording
from table.errors import CannotPlayError
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.journal_entries import Opened, evolve
from table.session.saved_state import SavedState
from table.traces import RecordedOutcome, parse_note, state_at_start
from thera.boards.open_board import BoardRequest, OpenBoard


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """The game in a trace: its file, and the state it begins with, which is empty if the trace is of a board alone."""

    path: Path
    start: SavedState
    board: ReplayBoard

    def join(self, table: TableActor) -> None:
        """Repeat at this table what phones did, each act at its place among the frames."""

        def repeat(line: TraceLine) -> None:
            if isinstance(line.item, TraceNote):
                match parse_note(self.path, line.number, line.item):
                    case TraceEvent() | FieldsMeasured() as event:
                        table.replay(event)
                    case RecordedOutcome(entry, TraceSource.PHONE):
                        table.replay(entry)
                    case _:
                        pass  # the board caused it then, and causes it again now

        self.board.notes = repeat


def open_recorded(request: BoardRequest) -> OpenBoard:
    """Open a trace as a board. The trace describes its board, unless the request has a board file.

    :raises CannotPlayError: if the file is no trace.
    """
    path = Path(request.argument)
    trace, recorded = open_trace(path, request.stack)
    try:
        start = state_at_start(path, trace.head) if trace.head.notes else evolve(SavedState(), Opened())
    except TraceError as error:
        raise CannotPlayError(str(error)) from error
    board = ReplayBoard(trace)
    request.stack.callback(board.close)
    described = request.described or recorded
    check_channels(path, described, recorded)
    return OpenBoard(board, None, described, RecordedGame(path, start, board))


def open_trace(path: Path, stack: ExitStack) -> tuple[TraceReader, BoardFile]:
    """Open a trace to read, and describe the board it was recorded at; ``stack`` closes it. Its frames have the
    channels of that board.

    :raises CannotPlayError: if the file is no trace.
    """
    try:
        trace = stack.enter_context(TraceReader(path))
        board = parse_board_file(trace.head.board_file, f"{path}: its board file")
    except (TraceError, FaultyFileError) as error:
        raise CannotPlayError(str(error)) from error
    trace.channels = board.geometry.channel_count
    return trace, board


def check_channels(path: Path, described: BoardFile, recorded: BoardFile) -> None:
    """Check that a trace can be read with this board file.

    :raises CannotPlayError: if its frames have channels of other further sensors.
    """
    if described.geometry.further != recorded.geometry.further:
        raise CannotPlayError(
            f"{path}: it was recorded at a board with other [[further_sensors]] than those of the board file"
        )


def check_recordable(path: Path) -> None:
    """Check that a trace can be written here. An existing file is never overwritten.

    :raises CannotPlayError: if it cannot.
    """
    if path.exists():
        raise CannotPlayError(f"{path} already exists; record into another file")
    if not os.access(path.parent, os.W_OK):
        raise CannotPlayError(f"{path}: cannot record there: the folder is missing or not writable")


def begin_recording(path: Path, head: TraceHead, stack: ExitStack) -> TraceRecording:
    """Begin a trace; ``stack`` closes it.

    :raises CannotPlayError: if the file cannot be created.
    """
    try:
        recording = TraceRecording(path, head)
    except OSError as error:
        raise CannotPlayError(f"{path}: cannot record there: {error.strerror or error}") from error
    stack.callback(recording.close)
    return recording
