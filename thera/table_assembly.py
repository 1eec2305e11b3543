"""The table put together: its board, reader, journal and archive, for a new game or for a recorded one."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

from common.atomic_files import write_whole
from hardware.board_backends import is_recorded
from hardware.board_file import describe
from table.errors import CannotPlayError
from table.runtime.piece_mover import PieceMover
from table.runtime.table_actor import TableActor
from table.runtime.workshop_mode import BoardAdjuster
from table.session.interfaces import EntryStore
from table.session.saved_state import SavedState
from table.settings.configuration import Configuration
from table.settings.game_options import FIRST_OPTIONS
from table.storage.autosave import Autosave
from table.storage.game_archive import GameArchive
from table.storage.journal import Journal
from table.storage.startup import resume, starting_entries
from table.trace.trace_recorder import TraceRecorder, head_of
from table.trace.trace_replay import NullJournal
from table.view.led_patterns import lights_of
from thera.boards.board_adjustment import BoardAdjustment, uncalibrated
from thera.boards.board_reader import make_reader, make_touch_detector
from thera.boards.open_board import OpenBoard, board_store, boards_folder, load_board_file, open_board
from thera.boards.recorded_games import begin_recording, check_recordable


@dataclass(frozen=True, slots=True)
class AssembledTable:
    """A table that is not started yet, its board, the state it begins with, and its finished games (None: it saves
    none)."""

    table: TableActor
    opened: OpenBoard
    saved: SavedState
    games: GameArchive | None


def assemble_table(configuration: Configuration, stack: ExitStack, *, new_game: bool) -> AssembledTable:
    """The table of this configuration; ``stack`` closes what it opens. ``new_game`` discards the game in the journal
    and frees all seats.

    :raises CannotPlayError: if a part cannot be opened.
    :raises JournalError: if the journal cannot be used.
    """
    if is_recorded(configuration.board.link):
        return _replayed_table(configuration, stack, new_game=new_game)
    return _journalled_table(configuration, stack, new_game=new_game)


def _journalled_table(configuration: Configuration, stack: ExitStack, *, new_game: bool) -> AssembledTable:
    """The table that continues the game in its journal."""
    board, storage = configuration.board, configuration.keeping
    first = configuration.table.settings
    journal = stack.enter_context(Journal(storage.folder))
    described = load_board_file(board.file)
    opened = open_board(board.link, described, seed=board.seed, data=storage.folder, stack=stack)
    if storage.record is not None:
        check_recordable(storage.record)
    saved = resume(journal, new_table=new_game, size=opened.described.geometry.size, first=first, options=FIRST_OPTIONS)
    table = make_table(opened, journal, saved, _adjustment(opened, configuration))
    games = GameArchive(storage.folder / "games", write_whole)
    table.autosave = Autosave(games)
    if opened.hands is not None:
        table.clear_board = opened.hands.clear
        table.piece_mover = PieceMover(opened.hands, opened.described.geometry.size)
    elif opened.adjustable is not None:
        table.board_warnings = partial(uncalibrated, opened.adjustable)
    if storage.record is not None:
        entries = (
            *journal.entries,
            *starting_entries(journal.entries, new_table=new_game, first=first, options=FIRST_OPTIONS),
        )
        recording = begin_recording(storage.record, head_of(describe(opened.described), entries), stack)
        table.recorder = TraceRecorder(recording.put, lambda: opened.board.identity)
    return AssembledTable(table, opened, saved, games)


def _replayed_table(configuration: Configuration, stack: ExitStack, *, new_game: bool) -> AssembledTable:
    """The table of a recorded game. It saves nothing: the game in the journal is another one."""
    board = configuration.board
    if configuration.keeping.record is not None or new_game:
        raise CannotPlayError(f"--record and --new do not go with --board {board.link}: its game is recorded")
    described = load_board_file(board.file)
    opened = open_board(board.link, described, seed=board.seed, data=None, stack=stack)
    saved = SavedState() if opened.recorded is None else opened.recorded.start
    table = make_table(opened, NullJournal(), saved)
    if opened.recorded is not None:
        opened.recorded.join(table)
    return AssembledTable(table, opened, saved, None)


def make_table(
    opened: OpenBoard, journal: EntryStore, saved: SavedState, adjuster: BoardAdjuster | None = None
) -> TableActor:
    """A table for this board, with its reader and its lights; it closes the board and the journal. ``adjuster``
    calibrates the board."""
    size = opened.described.geometry.size
    reader, touches = make_reader(opened.described), make_touch_detector(opened.described)
    return TableActor(opened.board, reader, lights_of, journal, saved, size=size, adjuster=adjuster, touches=touches)


def _adjustment(opened: OpenBoard, configuration: Configuration) -> BoardAdjustment | None:
    """Calibrates and tests this board; None if that is not possible. A simulated board forgets what is stored on it
    when it closes, so nothing of it is stored here but the progress of a calibration."""
    if opened.adjustable is None:
        return None
    data = configuration.keeping.folder
    return BoardAdjustment(
        opened.adjustable,
        opened.described,
        boards=board_store(data) if opened.hands is None else None,
        begun=boards_folder(data),
        board_file=configuration.board.file,
    )
