"""Boards put together for the command line: found by name, described by a file, recorded, and gone through again."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from common.toml_section import FaultyFileError
from engine import Seat
from firmware_bridge.agent import PtyPort
from firmware_bridge.board_search import BoardLocation, ManyBoardsError, OnUsb
from firmware_bridge.link import SerialBoard
from firmware_bridge.link_health import LinkReport
from firmware_bridge.serial_ports import PortError
from hardware.board import Board
from hardware.board_file import BoardFile, describe, parse_board_file, read_board_file
from hardware.board_store import BoardStore, sync_policy
from hardware.field_model import FieldModel, Measured
from hardware.geometry import Geometry
from hardware.replay import ReplayBoard
from hardware.storage_agreement import StoragePolicy, keep_as_stored
from hardware.trace import TraceError, TraceHead, TraceLine, TraceNote, TraceReader
from hardware.trace_recording import TraceRecording
from hardware.virtual import FOUR_SEATS, VirtualBoard
from hardware.virtual_hands import VirtualHands
from table.errors import CannotPlayError
from table.moves.follower import Follower
from table.moves.touch_presence import TouchPresence
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.evolve import evolve
from table.session.journal_entries import Opened
from table.session.saved_state import SavedState
from table.trace.trace_recorder import evening_at_start, happenings, noted, record_board
from table.trace.trace_replay import RecordedOutcome, retrace
from table.trace.transcript import Transcript
from table.view.link_view import LinkView
from table.view.snapshot_builder import lights_of

VIRTUAL = "virtual"
SERIAL = "serial"
SERIAL_ID = "serial:"
"""What the name of a board on USB begins with that is chosen by its unique id."""

REPLAY = "replay:"
"""What the name of a board that is a trace begins with."""

DIFFERENT = 1


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A board, the hands on it if it is a virtual one, what it is made of, the recorded game if it is a trace, and how
    its link stands if it has one."""

    board: Board
    hands: VirtualHands | None
    described: BoardFile
    recorded: RecordedGame | None = None
    link: Callable[[], LinkView] | None = None


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A trace as a board: its file, and the evening with which it begins (an empty one if it is of a board alone)."""

    path: Path
    start: SavedState
    board: ReplayBoard

    def join(self, table: TableActor) -> None:
        """Let what phones did then happen again at this table, at its place among the frames."""

        def hear(line: TraceLine) -> None:
            if isinstance(line.item, TraceNote):
                match parse_note(self.path, line.number, line.item):
                    case TraceEvent() | FieldsMeasured() as told:
                        table.replay(told)
                    case RecordedOutcome(entry, TraceSource.PHONE):
                        table.replay(entry)
                    case _:
                        pass  # what the board brought about, it shall bring about again

        self.board.notes = hear


def is_trace(name: str) -> bool:
    """Whether a board of this name is a trace."""
    return name.startswith(REPLAY)


def load_board_file(path: Path | None) -> BoardFile | None:
    """The board that this file describes; None without a file.

    :raises CannotPlayError: if it describes none.
    """
    try:
        return None if path is None else read_board_file(path)
    except FaultyFileError as error:
        raise CannotPlayError(str(error)) from error


def open_board(name: str, described: BoardFile | None, *, seed: int, data: Path | None, stack: ExitStack) -> OpenBoard:
    """The board of this name. ``stack`` closes what it needs; ``data`` is where a virtual one remembers its pieces. A
    trace knows by itself what its board was made of, unless ``described`` says otherwise.

    :raises CannotPlayError: if there is no such board.
    """
    if is_trace(name):
        path = Path(name.removeprefix(REPLAY))
        trace, recorded = _open_trace(path, stack)
        try:
            start = state_at_start(path, trace.head) if trace.head.notes else evolve(SavedState(), Opened())
        except TraceError as error:
            raise CannotPlayError(str(error)) from error
        board = ReplayBoard(trace)
        stack.callback(board.close)
        return OpenBoard(board, None, described or recorded, RecordedGame(path, start, board))
    made = described or BoardFile()
    if name == VIRTUAL:
        return _open_virtual(made, seed, data, stack)
    if name == SERIAL or name.startswith(SERIAL_ID):
        return _linked(_found(name), None, made, stack, keeping(data))
    try:
        serial_device = stat.S_ISCHR(Path(name).stat().st_mode)
    except OSError:
        serial_device = "/" in name  # it may come later
    if not serial_device:
        raise CannotPlayError(
            f"{name} is not a serial device; a board is one, such as /dev/ttyACM0, or {SERIAL}, or {VIRTUAL}, or"
            f" {REPLAY}FILE"
        )
    return _linked(name, None, made, stack, keeping(data))


def _found(name: str) -> OnUsb:
    """Where the board on USB is looked for: it may come later, but two at once are a question."""
    place = OnUsb(name.removeprefix(SERIAL_ID) if name.startswith(SERIAL_ID) else None)
    try:
        place.find(None)
    except ManyBoardsError as error:
        raise CannotPlayError(str(error)) from error
    except PortError:
        pass  # the link says it as long as it is so
    return place


def keeping(data: Path | None) -> StoragePolicy:
    """How a real board and this machine come to hold the same calibration and wiring; ``data`` is where it is kept."""
    return keep_as_stored if data is None else sync_policy(kept_boards(data), now)


def kept_boards(data: Path) -> BoardStore:
    """What is kept of boards in the data folder."""
    return BoardStore(boards_folder(data))


def boards_folder(data: Path) -> Path:
    """Where in the data folder that is."""
    return data / "boards"


def now() -> str:
    """The time to write down beside what is kept."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _linked(
    place: str | BoardLocation,
    hands: VirtualHands | None,
    made: BoardFile,
    stack: ExitStack,
    policy: StoragePolicy = keep_as_stored,
) -> OpenBoard:
    budget = made.electronics.lights_budget_ma
    board = SerialBoard(place, budget_ma=budget, scan_hz=made.scan_hz, policy=policy)
    stack.callback(board.close)
    return OpenBoard(board, hands, made, link=lambda: link_view(board.report))


def link_view(report: LinkReport) -> LinkView:
    """What a link reports, for whoever knows of no boards."""
    who, counters = report.identity, report.counters
    return LinkView(
        state=report.state.value,
        detail=report.detail,
        place=report.place,
        name=None if who is None else who.name,
        unique_id=None if who is None else who.unique_id,
        firmware=None if who is None else who.firmware,
        boots=None if who is None else who.boots,
        protocol=report.protocol,
        revision=report.revision,
        faults=report.faults,
        abilities=report.abilities,
        calibration_stored=report.calibration_stored,
        wiring_stored=report.wiring_stored,
        frames=counters.frames,
        missed=counters.missed,
        broken=counters.crc_errors + counters.overflows + counters.malformed,
        repeated=counters.retransmits,
        reconnects=counters.reconnects,
        board_broken=counters.board_broken,
        board_dropped=counters.board_dropped,
        round_trip_ms=counters.rtt_ms,
    )


def _open_virtual(made: BoardFile, seed: int, data: Path | None, stack: ExitStack) -> OpenBoard:
    memory = None if data is None else data / "virtual-board.json"
    workers = tuple(replace(worker, polarity=made.polarity(worker.seat)) for worker in FOUR_SEATS)
    period = round(1000 / made.scan_hz)
    try:
        virtual = VirtualBoard(
            made.geometry, seed=seed, memory=memory, workers=workers, sensor=made.sensor, scan_period=period
        )
    except OSError as error:
        raise CannotPlayError(f"{data}: cannot keep the simulated board there: {error.strerror or error}") from error
    except ValueError as error:
        raise CannotPlayError(f"the simulated board cannot be as its file says: {error}") from error
    port = stack.enter_context(PtyPort(virtual, fastest_hz=made.scan_hz))
    return _linked(port.path, virtual, made, stack)


def _open_trace(path: Path, stack: ExitStack) -> tuple[TraceReader, BoardFile]:
    try:
        trace = stack.enter_context(TraceReader(path))
        return trace, parse_board_file(trace.head.board_file, f"{path}: its board file")
    except (TraceError, FaultyFileError) as error:
        raise CannotPlayError(str(error)) from error


def make_reader(described: BoardFile) -> Follower:
    """What reads the frames of a board."""
    return Follower(
        _field_model(described.geometry, described.measured), {seat: described.polarity(seat.value) for seat in Seat}
    )


def make_presence(described: BoardFile) -> TouchPresence:
    """What notices that somebody is at a board."""
    return TouchPresence(_field_model(described.geometry, described.measured))


@cache
def _field_model(geometry: Geometry, measured: Measured) -> FieldModel:
    return FieldModel(geometry, measured)


def check_recordable(path: Path) -> None:
    """Say that no trace can be begun there.

    :raises CannotPlayError: if so, or if there is something already: no trace is written over another.
    """
    if path.exists():
        raise CannotPlayError(f"{path} is there already; record into another file")
    if not os.access(path.parent, os.W_OK):
        raise CannotPlayError(f"{path}: cannot record there: the folder is missing or may not be written")


def begin_recording(path: Path, head: TraceHead, stack: ExitStack) -> TraceRecording:
    """Begin a trace.

    :raises CannotPlayError: if it cannot be begun.
    """
    try:
        recording = TraceRecording(path, head)
    except OSError as error:
        raise CannotPlayError(f"{path}: cannot record there: {error.strerror or error}") from error
    stack.callback(recording.close)
    return recording


def describe_board(path: Path | None) -> int:
    """Print what a board file comes to; the exit code."""
    print(describe(load_board_file(path) or BoardFile()), end="")  # noqa: T201 - what the command is for
    return 0


def record(path: Path, name: str, board_file: Path | None, *, seconds: float | None, seed: int) -> int:
    """Record a board until SIGINT, SIGTERM or so many seconds have passed; the exit code."""
    with ExitStack() as stack:
        opened = open_board(name, load_board_file(board_file), seed=seed, data=None, stack=stack)
        check_recordable(path)
        recording = begin_recording(path, TraceHead(describe(opened.described)), stack)
        for number in (signal.SIGINT, signal.SIGTERM):
            stack.callback(signal.signal, number, signal.signal(number, signal.default_int_handler))
        if seconds is not None:
            timer = threading.Timer(seconds, opened.board.close)
            timer.daemon = True
            timer.start()
        with contextlib.suppress(KeyboardInterrupt):  # that is how a recording ends
            record_board(opened.board.events(), recording, lambda: opened.board.identity)
        failed = recording.over
    return DIFFERENT if failed else 0


def replay(path: Path, board_file: Path | None) -> int:
    """Go through a trace again and print what comes of it; the exit code, `DIFFERENT` if something else does."""
    with ExitStack() as stack:
        trace, recorded = _open_trace(path, stack)
        described = load_board_file(board_file) or recorded
        teller = Transcript()
        try:
            start = state_at_start(path, trace.head)
            reader, size = make_reader(described), described.geometry.size
            retraced = replay_trace(start, replay_items(path, trace), reader, lights_of, teller, size=size)
        except TraceError as error:
            raise CannotPlayError(str(error)) from error
    for line in teller.lines:
        print(f"{line.at / 1000:9.2f} s  {line.text}")  # noqa: T201 - what the command is for
    if trace.cut is not None:
        print(f"thera: {trace.cut}", file=sys.stderr)  # noqa: T201 - what is wrong with the file
    difference = retraced.difference
    if trace.cut is not None and difference is not None and difference.then is None:
        difference = None  # what came of the last frames is in the part that is lost
    told = f"{retraced.frames} frames in {retraced.duration / 1000:.1f} s"
    verdict = f"the same as then ({told})" if difference is None else f"different: {difference.words()}"
    print(verdict)  # noqa: T201 - what the command is for
    return 0 if difference is None else DIFFERENT
