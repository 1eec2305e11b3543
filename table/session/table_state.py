"""The state of a table: the saved state, and what holds only while the program runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from calibration.procedure_view import WorkshopView
from common.message import Message
from engine.seats import Seat
from engine.squares import Square
from hardware.board import Button, LinkState
from table.session.board_choice import BoardKind, BoardPresence, offered_board
from table.session.chess_clock import ChessClock
from table.session.game_history import ReplayPosition
from table.session.match_part import MatchStatus
from table.session.puzzle_on_board import PuzzleOnBoard
from table.session.saved_state import SavedState
from table.session.seat_claims import Claim, TurnedAway, limited
from table.session.session_events import ActionSequence
from table.session.snapshot import BoardMode, BoardView, Corner, Phase

STARTS_UNIT = 1 << 32
"""Versions of one start of the table lie below those of the next; 2**21 starts stay exact in a browser's numbers."""

CONNECTED_LINK_STATES = (LinkState.READY.value, LinkState.DEGRADED.value)
"""The states of the link in which frames arrive."""

Claims = tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Takeback:
    """A request to take back the last confirmed turn: who asked, who has agreed, and who has refused (None: nobody).
    ``since`` is the version in which it was made."""

    asker: Seat
    agreed: frozenset[Seat]
    since: int
    refused: Seat | None = None


def unread_board() -> BoardView:
    """The reading of the board before the first frame."""
    return BoardView(LinkState.SEARCH.value, BoardMode.FOLLOWING, None, (), None)


@dataclass(frozen=True, slots=True)
class TableState:
    """The saved state, and what holds only while the program runs.

    ``version`` counts everything that a snapshot can show. The version of the last change is noted for each subject of
    commands: ``game_version`` for the game, ``question_version`` for the question, ``recovery_version`` for recovery
    options, ``workshop_version`` for the workshop, ``draft_version`` for the offer of powers.

    ``size`` is the number of squares a side. ``claims`` are the open claims, the oldest first; ``turned_away`` are
    those who did not get a seat and have not asked again. ``touched`` and ``pressed`` are the part of a sign that has
    been done; ``sign`` is the number of the sign that was given last. ``found``: the game was in the journal at the
    start, and no player has resumed it yet. ``corner`` is set while the host looks for the corner a1, ``colours`` while
    the host looks at the colours of seats. ``unkept`` says why a finished game could not be archived (None: all are),
    ``unwritten`` why the journal cannot be written (None: it can). ``showing`` is the position of a finished game on
    the lights. ``host_gone``: the host's phone has been away for so long that any player may become host. ``boards`` is
    what the table knows of its two boards (None: it has one), ``moved``: the game has to be set up on the one in use.
    ``thinks``: the table can play for seats. ``pieces_follow``: the pieces move by themselves. ``hinted`` are the turns
    that a hint on the lights recommends, as far as it tells them and they are not made yet; everybody sees the lights,
    so there are none in a game with secrets. ``puzzle`` is the puzzle on the board (None: there is none), ``judges``:
    there is something that judges puzzles. ``match`` is what is known of a match with other tables, ``not_taken`` why
    they did not take what was offered last (None: they did, or it was changed since).
    """

    saved: SavedState
    version: int
    game_version: int
    question_version: int
    recovery_version: int
    size: int = 5
    board: BoardView = field(default_factory=unread_board)
    connected: frozenset[Seat] = frozenset()
    choices: tuple[ActionSequence, ...] = ()
    workshop: WorkshopView | None = None
    workshop_version: int = 0
    draft_version: int = 0
    takeback: Takeback | None = None
    clock: ChessClock = field(default_factory=ChessClock)
    claims: Claims = ()
    turned_away: tuple[TurnedAway, ...] = ()
    touched: tuple[Square, ...] = ()
    pressed: tuple[Button, ...] = ()
    sign: int = -1
    found: bool = False
    corner: Corner | None = None
    colours: bool = False
    unkept: str | None = None
    showing: ReplayPosition | None = None
    unwritten: str | None = None
    host_gone: bool = False
    boards: BoardPresence | None = None
    moved: bool = False
    thinks: bool = False
    pieces_follow: bool = False
    hinted: tuple[ActionSequence, ...] = ()
    puzzle: PuzzleOnBoard | None = None
    judges: bool = False
    match: MatchStatus = field(default_factory=MatchStatus)
    not_taken: Message | None = None

    @property
    def at_board(self) -> TableState:
        """This state with the puzzle on the board in the place of the game, and without those who ask for seats; the
        same state without a puzzle."""
        if self.puzzle is None:
            return self
        seats = frozenset(player.seat for player in self.puzzle.saved.seating.players)
        return replace(self, saved=self.puzzle.saved, connected=seats, claims=(), turned_away=(), puzzle=None)

    @property
    def running(self) -> Seat | None:
        """The player whose time runs now; None if nobody's does."""
        still = self.workshop is not None or self.unwritten is not None
        away = still or self.board.link not in CONNECTED_LINK_STATES or self.found
        return None if away else self.saved.running_clock

    @property
    def offered_board(self) -> BoardKind | None:
        """The board to which players may take their game; None: to none, or no game is played."""
        if self.boards is None or not self.saved.under_way or self.saved.phase is Phase.OVER:
            return None
        return offered_board(self.boards, setting_up=self.found)

    @classmethod
    def opening(cls, saved: SavedState, size: int = 5) -> TableState:
        """The state at a start of the table. Its versions are greater than those of all earlier starts."""
        version = saved.starts * STARTS_UNIT
        found = saved.game is not None and saved.phase is not Phase.OVER
        return cls(saved, version, version, version, version, size, found=found)

    @property
    def watching(self) -> bool:
        """Whether touched squares have a meaning before a game."""
        return self.is_idle and (bool(self.claims) or self.corner is not None)

    @property
    def signed_by_touch(self) -> bool:
        """Whether touched corners are part of a sign: before a game, unless a puzzle is on the board."""
        return self.is_idle and self.workshop is None

    @property
    def is_idle(self) -> bool:
        """Whether nothing on the board belongs to a game or a puzzle."""
        return self.saved.game is None and self.puzzle is None

    @property
    def signed_by_press(self) -> bool:
        """Whether presses of the buttons are part of a sign: before a game, after it, and before a game found at the
        start is resumed; not while a puzzle is on the board."""
        still = self.saved.game is None or self.found or self.saved.phase is Phase.OVER
        return still and self.puzzle is None and self.workshop is None

    @property
    def newer(self) -> TableState:
        """This state with the next version, for a change that a snapshot can show."""
        return replace(self, version=self.version + 1)

    def with_claims(self, claims: Claims) -> TableState:
        """The state with these claims; the same state if they have not changed. Without claims a begun sign is
        forgotten."""
        if claims == self.claims:
            return self
        after = replace(self.newer, claims=claims)
        return after if claims else after.with_sign_begun()

    def with_sign_begun(self, touched: tuple[Square, ...] = (), pressed: tuple[Button, ...] = ()) -> TableState:
        """The state with this part of a sign done; the same state if that has not changed."""
        if (touched, pressed) == (self.touched, self.pressed):
            return self
        return replace(self.newer, touched=touched, pressed=pressed)

    def turning_away(self, turned_away: Iterable[TurnedAway]) -> TableState:
        """The state without the claims of these, and with the reasons why they were turned away."""
        away = tuple(turned_away)
        marks = {each.mark for each in away}
        after = self.with_claims(tuple(claim for claim in self.claims if claim.mark not in marks))
        return replace(after, turned_away=limited((*self.turned_away, *away)))

    def without_turned_away(self, marks: frozenset[str]) -> TableState:
        """The state in which a phone with tokens of these marks no longer sees that it was turned away."""
        left = tuple(each for each in self.turned_away if each.mark not in marks)
        return self if left == self.turned_away else replace(self.newer, turned_away=left)
