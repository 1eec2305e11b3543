"""Opens the board of a name, and knows the folder where this machine stores results about boards."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from common.toml_section import FaultyFileError
from hardware.board import Board
from hardware.board_backends import BACKENDS, PATH, BoardBackend, find_backend
from hardware.board_file import BoardFile, read_board_file
from hardware.board_store import BoardStore
from hardware.device import AdjustableBoard
from hardware.virtual_hands import VirtualHands
from table.errors import CannotPlayError
from table.runtime.board_pair import BoardPair
from table.session.board_choice import BoardKind
from table.view.link_view import LinkView

if TYPE_CHECKING:  # the backend of recorded games imports this module
    from thera.boards.recorded_games import RecordedGame


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """The board that a backend has to open. ``argument`` is the part of its name after the colon, or the whole name of
    a path. ``described`` is the board file, if one was given. ``seed`` is the chance of a simulated board. ``data`` is
    the folder where a simulated board saves its pieces, and where calibrations of real ones are stored; nothing is
    saved if it is None. ``stack`` closes what the backend opens.
    """

    argument: str
    described: BoardFile | None
    seed: int
    data: Path | None
    stack: ExitStack

    @property
    def board_file(self) -> BoardFile:
        """The description of the board: its file, or else the one of the build guide."""
        return self.described or BoardFile()


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """An open board, its description (``described``), and its other abilities, each None if it lacks them.

    ``hands`` are the hands on a simulated board, ``recorded`` is the game of a trace, and ``link`` gives the state of
    the board's link. ``adjustable`` is the board itself if it stores its calibration and its wiring: then the workshop
    and the terminal can calibrate and test it, and the table warns if a real one was never calibrated. ``pair`` are the
    two boards of which this one is in use.
    """

    board: Board
    hands: VirtualHands | None
    described: BoardFile
    recorded: RecordedGame | None = None
    link: Callable[[], LinkView] | None = None
    adjustable: AdjustableBoard | None = None
    pair: OpenPair | None = None


@dataclass(frozen=True, slots=True)
class OpenPair:
    """Two open boards, the pair that knows which one is in use, and the state of its link."""

    board: BoardPair
    each: Mapping[BoardKind, OpenBoard]
    link: Callable[[], LinkView]

    @property
    def opened(self) -> OpenBoard:
        """Return the pair as one board, described as the one in use now; its hands are those on the virtual one."""
        hands = self.each[BoardKind.VIRTUAL].hands
        return replace(self.each[self.board.in_use], board=self.board, hands=hands, link=self.link, pair=self)


BoardOpener = Callable[[BoardRequest], OpenBoard]
"""Opens the board of a backend; raises CannotPlayError if it cannot."""


def load_board_file(path: Path | None) -> BoardFile | None:
    """Return the board that this file describes; None without a file.

    :raises CannotPlayError: if the file cannot be read, or anything in it is wrong.
    """
    try:
        return None if path is None else read_board_file(path)
    except FaultyFileError as error:
        raise CannotPlayError(str(error)) from error


def open_board(name: str, described: BoardFile | None, *, seed: int, data: Path | None, stack: ExitStack) -> OpenBoard:
    """Open the board of this name; see `BoardRequest` for the rest.

    :raises CannotPlayError: if there is no such board, or it cannot be opened.
    """
    # A path on the command line may be relative to the current folder; one in the configuration may not.
    backend = find_backend(name) or next(each for each in BACKENDS if each.form == PATH)
    opener = load_opener(backend)
    return opener(BoardRequest(backend.argument(name), described, seed, data, stack))


def load_opener(backend: BoardBackend) -> BoardOpener:
    """Return the function that opens the boards of this backend."""
    module, _, function = backend.opener.partition(":")
    return cast("BoardOpener", getattr(importlib.import_module(module), function))


def boards_folder(data: Path) -> Path:
    """Return the folder for boards within the data folder."""
    return data / "boards"


def board_store(data: Path) -> BoardStore:
    """Return the store in that folder."""
    return BoardStore(boards_folder(data))


def timestamp() -> str:
    """Return the time to write beside stored results, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
