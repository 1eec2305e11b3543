"""The table put together: its board, reader, journal and archive, for a new game or for a recorded one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from common.atomic_files import write_whole
from hardware.board_backends import is_recorded
from hardware.board_file import BoardFile, describe
from hardware.magnet_force import pair_warning
from table.errors import CannotPlayError
from table.runtime.piece_mover import PieceMover
from table.runtime.seat_thinker import ProcessAnswers, SeatThinker
from table.runtime.table_actor import TableActor, TableMessage
from table.runtime.table_driver import TableDriver
from table.runtime.two_boards import FittedBoard, TwoBoards
from table.session.board_choice import BoardKind
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
from thera.boards.board_reader import make_reader, make_surveyor, make_touch_detector
from thera.boards.open_board import OpenBoard, board_store, boards_folder, load_board_file, open_board
from thera.boards.recorded_games import begin_recording, check_recordable

log = logging.getLogger(__name__)


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
    board, data = configuration.board, configuration.keeping.folder

    def open_named(described: BoardFile | None) -> OpenBoard:
        return open_board(board.link, described, seed=board.seed, data=data, stack=stack)

    return journalled_table(configuration, stack, open_named, new_game=new_game)


def journalled_table(
    configuration: Configuration,
    stack: ExitStack,
    open_this: Callable[[BoardFile | None], OpenBoard],
    *,
    new_game: bool = False,
    driver: TableDriver[TableMessage] | None = None,
) -> AssembledTable:
    """The table that continues the game in its journal, at the board that ``open_this`` opens, given its board file
    (None: it has none). ``driver`` gives it its turns (None: a thread of its own; only such a table plays for seats).
    Else as `assemble_table`."""
    board, storage = configuration.board, configuration.keeping
    first = configuration.table.settings
    journal = stack.enter_context(Journal(storage.folder))
    opened = open_this(load_board_file(board.file))
    pushed = pair_warning(opened.described.geometry, opened.described.grip)
    if pushed:
        log.warning("%s", pushed)
    if storage.record is not None:
        check_recordable(storage.record)
    saved = resume(journal, new_table=new_game, size=opened.described.geometry.size, first=first, options=FIRST_OPTIONS)
    if opened.pair is not None and saved.under_way:
        opened.pair.board.use(saved.board or BoardKind.VIRTUAL)
        opened = opened.pair.opened
    table = make_table(opened, journal, saved, driver)
    games = GameArchive(storage.folder / "games", write_whole)
    table.autosave = Autosave(games)
    if driver is None:  # without threads, as in a browser's tab, nobody could wait for a process
        table.seat_thinker = SeatThinker(ProcessAnswers())
    if opened.pair is None:
        table.fit(_fitted(opened, configuration))
    else:
        # The file describes the real board: what is measured on the virtual one has no place there.
        unwritten = replace(configuration, board=replace(configuration.board, file=None))
        known = {BoardKind.REAL: configuration, BoardKind.VIRTUAL: unwritten}
        each = {kind: _fitted(board, known[kind]) for kind, board in opened.pair.each.items()}
        table.two_boards = TwoBoards(opened.pair.board, each)
        table.fit(table.two_boards.fitted)
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
    opened: OpenBoard,
    journal: EntryStore,
    saved: SavedState,
    driver: TableDriver[TableMessage] | None = None,
) -> TableActor:
    """A table for this board, with its reader and its lights; it closes the board and the journal. ``driver`` gives
    the table its turns (None: a thread of its own)."""
    size = opened.described.geometry.size
    return TableActor(
        opened.board,
        make_reader(opened.described),
        lights_of,
        journal,
        saved,
        size=size,
        touches=make_touch_detector(opened.described),
        surveyor=make_surveyor(opened.described),
        driver=driver,
    )


def _fitted(opened: OpenBoard, configuration: Configuration) -> FittedBoard:
    """What the table has for this board. People move and clear a real one, and may play at it uncalibrated."""
    adjustment, measured = _adjustment(opened, configuration), opened.described.measured
    if opened.hands is not None:
        mover = PieceMover(opened.hands, opened.described.geometry.size)
        return FittedBoard(adjustment, mover, opened.hands.clear, measured=measured)
    if opened.adjustable is not None:
        return FittedBoard(adjustment, warnings=partial(uncalibrated, opened.adjustable), measured=measured)
    return FittedBoard(adjustment, measured=measured)


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
