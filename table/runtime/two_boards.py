"""A table with two boards: decides when it changes to the other one, and has the parts of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf

from common.message import Message
from hardware.board import LinkState
from hardware.field_model import Measured
from table.runtime.board_pair import BoardInUse, BoardPair, PairNews
from table.runtime.piece_mover import PieceMover
from table.runtime.workshop_mode import BoardAdjuster
from table.session.board_choice import PATIENCE, BoardKind, BoardPresence, wanted_board
from table.session.board_reports import BoardStatus
from table.session.saved_state import SavedState
from table.session.snapshot import BoardView
from table.session.table_state import CONNECTED_LINK_STATES, TableState


@dataclass(frozen=True, slots=True)
class FittedBoard:
    """The parts of a table for one board. ``adjuster`` adjusts it in the workshop, or is None. ``piece_mover`` moves
    its pieces as phones play; it is None if people move them. ``clear`` clears the board when a game begins, before any
    phone sees the game, and returns at once; people clear a real board. ``warnings`` are shown before anything is read,
    such as that the board was never calibrated. ``measured`` are the fields under a worker for the reading.
    ``weighs``: the board file has a scale.
    """

    adjuster: BoardAdjuster | None = None
    piece_mover: PieceMover | None = None
    clear: Callable[[], None] = lambda: None
    warnings: Callable[[], tuple[Message, ...]] = tuple
    measured: Measured = ()
    weighs: bool = False

    @property
    def pieces_follow(self) -> bool:
        """Whether pieces move by themselves as the game goes on, unless players want to move all of them by hand."""
        return self.piece_mover is not None and self.piece_mover.follows

    @property
    def moving(self) -> bool:
        """Whether the reading may still be of the board before the pieces moved."""
        return self.piece_mover is not None and self.piece_mover.moving

    def resume(self, saved: SavedState) -> None:
        """Set up the game of the journal, if pieces move by themselves."""
        if self.piece_mover is not None:
            self.piece_mover.resume(saved)

    def follow(self, before: SavedState, after: SavedState) -> None:
        """Move the pieces after a step that no hand did, if they move by themselves."""
        if self.piece_mover is not None:
            self.piece_mover.follow(before, after)

    def view(self, link: LinkState, status: BoardStatus) -> BoardView:
        """Return the board as the table shows it, with this state of its link and of its reading."""
        shown = (status.mode, status.lifted, status.differences, status.message, status.offers)
        found = (status.issue, status.doubtful, status.stray)
        view = BoardView(link.value, *shown, (*self.warnings(), *status.warnings), *found, self.weighs)
        return view if self.piece_mover is None else self.piece_mover.view(view)


class TwoBoards:
    """The two boards of a table. All calls come from the table's thread; times are in seconds."""

    def __init__(self, pair: BoardPair, fitted: Mapping[BoardKind, FittedBoard]) -> None:
        self.pair = pair
        self._fitted = dict(fitted)
        self.presence = BoardPresence(pair.in_use)
        """The state of the boards as the table knows it."""
        self.due = inf
        """When the real board will have been away for too long; ``inf`` if it is there, or the table waits for it."""
        self._away_since: float | None = None

    @property
    def fitted(self) -> FittedBoard:
        """The parts that belong to the board in use."""
        return self._fitted[self.presence.in_use]

    def measured(self, fields: Measured) -> None:
        """Note that a calibration has measured these fields on the board in use."""
        self._fitted[self.presence.in_use] = replace(self.fitted, measured=fields)

    def hear(self, news: PairNews) -> BoardPresence:
        """Take in news of the pair."""
        if isinstance(news, BoardInUse):
            self.presence = replace(self.presence, in_use=news.kind)
        else:
            plugged_in = news.state.value in CONNECTED_LINK_STATES
            self.presence = replace(self.presence, plugged_in=plugged_in, troubles=news.troubles)
        return self.presence

    def follow(self, state: TableState, now: float) -> None:
        """Change to the other board, if the table has to play there now."""
        if self.presence.plugged_in:
            self._away_since = None
        elif self._away_since is None:
            self._away_since = now
        since = now if self._away_since is None else self._away_since
        presence = replace(self.presence, in_use=self.pair.in_use)  # of which the news may not have come yet
        bound = state.saved.under_way or state.workshop is not None
        wanted = wanted_board(presence, bound=bound, away=now - since)
        waits = not bound and wanted is BoardKind.REAL and not presence.plugged_in
        self.due = since + PATIENCE if waits else inf
        self.pair.use(wanted)
