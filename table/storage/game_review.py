"""Reviews of finished games: their files, and the interface by which a page asks for them.

A review is a file beside the games, so that it is computed once. A mark says which record it is of. A review that
cannot be read, or is of another record, is ignored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from common.json_reader import JsonReader
from common.message import Message
from engine import Game, NotationError
from engine.errors import IllegalAction
from engine.notation import parse_turn
from engine.seats import Seat
from table.session.game_history import HistoryPosition, history_of
from table.storage.finished_game import FinishedGame

VERSION: Final = 1
FOLDER: Final = "reviews"
"""Their folder within the folder of the games."""


class StoredTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn: the number of actions before it, the games of a thousand that each team would have won from there, the
    number of these that the turn lost, a better turn in notation, which may be empty, and what makes that one good.
    Reviews of earlier programs have no reasons."""

    ply: int
    turn: int
    seat: Seat
    shares: tuple[int, ...]
    loss: int
    better: str
    reason: Message | None = None


class StoredReview(Struct, frozen=True, forbid_unknown_fields=True):
    """A review: the mark of its game, and its turns."""

    version: int
    mark: str
    turns: tuple[StoredTurn, ...]


_READER: Final = JsonReader(StoredReview)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """A review that does not exist: it is being computed (``done`` of ``turns``), waits, or was not requested.
    ``paused``: a game is under way, and the review goes on after that."""

    asked: bool = False
    done: int = 0
    turns: int = 0
    paused: bool = False
    failed: bool = False


class TooManyReviews(Exception):
    """The queue of reviews is full."""


class Reviewer(Protocol):
    """Computes reviews. Safe from any thread."""

    def review_of(self, name: str) -> StoredReview | ReviewProgress:
        """Return the review of a game, or its progress.

        :raises NoGameError: if there is no such game.
        """

    def ask(self, name: str) -> None:
        """Request the review of a game, unless it exists.

        :raises NoGameError: if there is no such game.
        :raises TooManyReviews: if too many wait.
        """


class ReviewStore:
    """The reviews in the folder of the games. Safe from any thread."""

    def __init__(self, games: Path, write: Callable[[Path, str], None]) -> None:
        """``write`` writes a text to a file whole or not at all, and raises OSError."""
        self._folder = games / FOLDER
        self._write = write

    def load(self, name: str, game: FinishedGame) -> StoredReview | None:
        """Return the review of a game; None if there is none of this record."""
        try:
            found = _READER.decode(self._path(name).read_bytes())
        except (OSError, msgspec.MsgspecError):
            return None
        return found if (found.version, found.mark) == (VERSION, mark_of(game)) else None

    def save(self, name: str, review: StoredReview) -> None:
        """Store the review of a game.

        :raises OSError: if it cannot be written.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._write(self._path(name), msgspec.json.encode(review).decode() + "\n")

    def forget(self, name: str) -> None:
        """Delete the review of a game, if there is one."""
        with suppress(OSError):  # what is left of it is of no game
            self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"


def mark_of(game: FinishedGame) -> str:
    """Return the mark that distinguishes the record of a game from others."""
    record = game.record
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:24]


def better_positions(game: Game, turn: StoredTurn) -> tuple[HistoryPosition, ...]:
    """Return the positions of the better turn than this one of a game; none if today's rules do not allow it, since a
    program with other rules wrote it."""
    if turn.ply >= len(game.plies):
        return ()
    after = Game.at(game.plies[turn.ply].before)
    try:
        for action in parse_turn(turn.better):
            after = after.play(action)
    except (NotationError, IllegalAction):
        return ()
    return history_of(after)[1:]
