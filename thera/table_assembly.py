"""Assembles a table from its board, reader, journal and archive, for a new game or for a recorded one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache, partial

from common.atomic_files import write_whole
from engine import Seat
from hardware.board_backends import is_recorded
from hardware.board_file import BoardFile, describe
from hardware.field_model import FieldModel, Measured
from hardware.geometry import Geometry
from hardware.magnet_force import pair_warning
from perception.weight import WeightReader
from table.errors import CannotPlayError
from table.moves.follower import Follower
from table.moves.idle_board import BoardSurveyor, TouchDetector
from table.runtime.piece_mover import PieceMover
from table.runtime.seat_thinker import JudgeOfPuzzles, ProcessAnswers, SeatThinker
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import Mailbox, TableActor, TableMessage
from table.runtime.table_driver import TableDriver
from table.runtime.two_boards import FittedBoard, TwoBoards
from table.session.board_choice import BoardKind
from table.session.interfaces import EntryStore
from table.session.saved_state import SavedState
from table.settings.configuration import Configuration
from table.settings.options import FIRST_OPTIONS
from table.storage.game_archive import Autosave, GameArchive
from table.storage.journal import Journal, resume, starting_entries
from table.traces import NullJournal, TraceRecorder, head_of
from table.view.led_patterns import lights_of
from thera.boards.board_adjustment import BoardAdjustment, uncalibrated
from thera.boards.open_board import OpenBoard, OpenPair, board_store, boards_folder, load_board_file, open_board
from thera.boards.recorded_games import begin_recording, check_recordable

# ---- The parts that read a board


def make_reader(described: BoardFile) -> Follower:
    """Makes the follower, which turns the frames of a board, and the readings of its scale, into steps."""
    weights = None if described.scale is None else WeightReader(described.scale, described.geometry)
    model = _field_model(described.geometry, described.measured)
    return Follower(model, _polarities(described), weights=weights)


def make_surveyor(described: BoardFile) -> BoardSurveyor:
    """Makes the surveyor, which reads the workers on a board outside a game."""
    return BoardSurveyor(_field_model(described.geometry, described.measured), _polarities(described))


def make_touch_detector(described: BoardFile) -> TouchDetector:
    """Makes the touch detector of a board."""
    return TouchDetector(_field_model(described.geometry, described.measured))


def _polarities(described: BoardFile) -> dict[Seat, int]:
    return {seat: described.polarity(seat.value) for seat in Seat}


@cache
def _field_model(geometry: Geometry, measured: Measured) -> FieldModel:
    return FieldModel(geometry, measured)


# ---- The table


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AssembledTable:
    """A table that is not started yet, its board, its first state, and its finished games, or None if it saves none."""

    table: TableActor
    opened: OpenBoard
    saved: SavedState
    games: GameArchive | None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a table before it is made."""

    fittings: TableFittings = field(default_factory=TableFittings)
    """What others have made for it; the rest is added."""
    judge: JudgeOfPuzzles | None = None
    """Judges puzzles on its board; None: nothing does."""
    mailbox: Mailbox = field(default_factory=Mailbox)
    """Where others leave messages for it."""
    driver: TableDriver[TableMessage] | None = None
    """Gives it its turns; None: a thread of its own. Only such a table plays for seats."""


def assemble_table(
    configuration: Configuration, stack: ExitStack, around: Surroundings | None = None, *, new_game: bool
) -> AssembledTable:
    """Assemble the table of a configuration; ``stack`` closes its parts. ``new_game`` discards the game in the journal
    and frees all seats.

    :raises CannotPlayError: if a part cannot be opened.
    :raises JournalError: if the journal cannot be used.
    """
    around = Surroundings() if around is None else around
    if is_recorded(configuration.board.link):
        return _replayed_table(configuration, stack, around, new_game=new_game)
    board, data = configuration.board, configuration.storage.folder

    def open_named(described: BoardFile | None) -> OpenBoard:
        return open_board(board.link, described, seed=board.seed, data=data, stack=stack)

    return journalled_table(configuration, stack, open_named, around, new_game=new_game)


def journalled_table(
    configuration: Configuration,
    stack: ExitStack,
    open_this: Callable[[BoardFile | None], OpenBoard],
    around: Surroundings | None = None,
    *,
    new_game: bool = False,
) -> AssembledTable:
    """Assemble a table that continues the game in its journal, at the board that ``open_this`` opens with its board
    file or None. Otherwise as `assemble_table`."""
    board, storage = configuration.board, configuration.storage
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
    around = Surroundings() if around is None else around
    games = GameArchive(storage.folder / "games", write_whole)
    fittings = replace(
        around.fittings,
        autosave=Autosave(games),
        fitted=_fitted(opened, configuration) if opened.pair is None else FittedBoard(),
        two_boards=None if opened.pair is None else _two_boards(opened.pair, configuration),
    )
    if around.driver is None:  # without threads, as in a browser's tab, nobody could wait for a process
        thinker = SeatThinker(ProcessAnswers(), judge=around.judge, wake=around.mailbox.wake)
        fittings = replace(fittings, thinker=thinker)
    if storage.record is not None:
        entries = (
            *journal.entries,
            *starting_entries(journal.entries, new_table=new_game, first=first, options=FIRST_OPTIONS),
        )
        recording = begin_recording(storage.record, head_of(describe(opened.described), entries), stack)
        fittings = replace(fittings, recorder=TraceRecorder(recording.put, lambda: opened.board.identity))
    table = make_table(opened, journal, saved, replace(around, fittings=fittings))
    return AssembledTable(table, opened, saved, games)


def _two_boards(pair: OpenPair, configuration: Configuration) -> TwoBoards:
    """Both boards with their parts. The board file describes the real one: measurements of the virtual one have no
    place in it."""
    unwritten = replace(configuration, board=replace(configuration.board, file=None))
    known = {BoardKind.REAL: configuration, BoardKind.VIRTUAL: unwritten}
    return TwoBoards(pair.board, {kind: _fitted(board, known[kind]) for kind, board in pair.each.items()})


def _replayed_table(
    configuration: Configuration, stack: ExitStack, around: Surroundings, *, new_game: bool
) -> AssembledTable:
    """Assemble the table of a recorded game. It saves nothing: the journal holds another game."""
    board = configuration.board
    if configuration.storage.record is not None or new_game:
        raise CannotPlayError(f"--record and --new do not go with --board {board.link}: its game is recorded")
    described = load_board_file(board.file)
    opened = open_board(board.link, described, seed=board.seed, data=None, stack=stack)
    saved = SavedState() if opened.recorded is None else opened.recorded.start
    table = make_table(opened, NullJournal(), saved, around)
    if opened.recorded is not None:
        opened.recorded.join(table)
    return AssembledTable(table, opened, saved, None)


def make_table(
    opened: OpenBoard, journal: EntryStore, saved: SavedState, around: Surroundings | None = None
) -> TableActor:
    """Make a table for a board, with its reader, lights, touch detector and surveyor. It closes the board and the
    journal."""
    around = Surroundings() if around is None else around
    fittings = replace(
        around.fittings,
        size=opened.described.geometry.size,
        touches=make_touch_detector(opened.described),
        surveyor=make_surveyor(opened.described),
    )
    reader = make_reader(opened.described)
    return TableActor(
        opened.board, reader, lights_of, journal, saved, fittings, driver=around.driver, mailbox=around.mailbox
    )


def _fitted(opened: OpenBoard, configuration: Configuration) -> FittedBoard:
    """The parts of the table for a board. People move and clear a real one, and may play at it uncalibrated."""
    described = opened.described
    fitted = FittedBoard(
        _adjustment(opened, configuration), measured=described.measured, weighs=described.scale is not None
    )
    if opened.hands is not None:
        mover = PieceMover(opened.hands, described.geometry.size)
        return replace(fitted, piece_mover=mover, clear=opened.hands.clear)
    if opened.adjustable is not None:
        return replace(fitted, warnings=partial(uncalibrated, opened.adjustable))
    return fitted


def _adjustment(opened: OpenBoard, configuration: Configuration) -> BoardAdjustment | None:
    """The part that calibrates and tests a board, or None if that is impossible. A simulated board forgets its
    calibration when it closes, so only the progress of a calibration is stored here."""
    if opened.adjustable is None:
        return None
    data = configuration.storage.folder
    return BoardAdjustment(
        opened.adjustable,
        opened.described,
        boards=board_store(data) if opened.hands is None else None,
        begun=boards_folder(data),
        board_file=configuration.board.file,
    )
