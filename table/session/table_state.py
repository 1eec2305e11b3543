"""The state of a table: the saved state, and what holds only while the program runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from common.message import Message
from engine.actions import Action
from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import Square
from hardware.board import Button, LinkState
from perception.calibration.procedure import WorkshopView
from table.session.board_choice import BoardKind, BoardPresence, offered_board
from table.session.chess_clock import ChessClock
from table.session.game_history import ReplayPosition
from table.session.journal_entries import Acted, BoardChanged, Entry, TimeUsed, evolve
from table.session.match_part import MatchStatus
from table.session.puzzle_on_board import PuzzleOnBoard
from table.session.rematch import RematchKind
from table.session.saved_state import ARCHIVE_PHASES, SavedState
from table.session.seat_claims import Claim, TurnedAway, limited, lost_claim, moved_on, still_open
from table.session.snapshot import BoardIssue, BoardMode, BoardView, Corner, Phase, PuzzleStage

STARTS_UNIT = 1 << 32
"""Versions of one start of the table lie below those of the next; 2**21 starts stay exact in a browser's numbers."""

CONNECTED_LINK_STATES = (LinkState.READY.value, LinkState.DEGRADED.value)
"""The states of the link in which frames arrive."""

ActionSequence = tuple[Action, ...]
Claims = tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Takeback:
    """A request to take back the last confirmed turn: the seat that asked, the seats that have agreed, and the seat
    that has refused, if one has. ``since`` is the version in which it was made."""

    asker: Seat
    agreed: frozenset[Seat]
    since: int
    refused: Seat | None = None


@dataclass(frozen=True, slots=True)
class RematchWish:
    """A player's wish to play again: the seat that asked, what it wants to play, and the seat that has refused, if one
    has. ``since`` is the version in which it was made."""

    asker: Seat
    again: RematchKind
    since: int
    refused: Seat | None = None


def unread_board() -> BoardView:
    """The reading of the board before the first frame."""
    return BoardView(LinkState.SEARCH.value, BoardMode.FOLLOWING, None, (), None)


@dataclass(frozen=True, kw_only=True)
class TableVersions:
    """The versions of the state. For each subject of commands the version of its last change is noted."""

    version: int
    """Counts everything that a snapshot can show."""
    game_version: int
    question_version: int
    """The version of the question that the board asks."""
    recovery_version: int
    """The version of the recovery options."""
    workshop_version: int = 0
    draft_version: int = 0
    """The version of the offer of powers."""


@dataclass(frozen=True, kw_only=True)
class SeatRequests:
    """The phones that listen, and the claims for seats."""

    connected: frozenset[Seat] = frozenset()
    """The seats whose phones listen."""
    host_gone: bool = False
    """The host's phone has been away for so long that any player may become host."""
    claims: Claims = ()
    """The open claims, the oldest first."""
    turned_away: tuple[TurnedAway, ...] = ()
    """The claimants who did not get a seat and have not asked again."""
    touched: tuple[Square, ...] = ()
    """The corners of the sign that has begun."""
    pressed: tuple[Button, ...] = ()
    """The presses of the sign that has begun."""
    sign: int = -1
    """The number of the sign that was given last."""


@dataclass(frozen=True, kw_only=True)
class BoardAtTable:
    """The board, or both boards, as the table knows them."""

    size: int = 5
    """The number of squares a side."""
    board: BoardView = field(default_factory=unread_board)
    boards: BoardPresence | None = None
    """The two boards of the table, or None if it has one."""
    moved: bool = False
    """The game has to be set up on the board in use."""
    pieces_follow: bool = False
    """The pieces move by themselves."""


@dataclass(frozen=True, kw_only=True)
class OpenTurn:
    """The open parts of the game besides its saved state."""

    found: bool = False
    """The game was in the journal at the start, and no player has resumed it yet."""
    choices: tuple[ActionSequence, ...] = ()
    """The step sequences between which the player has to choose; empty without a question."""
    picked: tuple[PowerName, ...] = ()
    """What the Challenger has picked so far and not offered yet; everybody sees it."""
    takeback: Takeback | None = None
    rematch: RematchWish | None = None
    clock: ChessClock = field(default_factory=ChessClock)


@dataclass(frozen=True, kw_only=True)
class SpecialLights:
    """The lights besides the game."""

    corner: Corner | None = None
    """Set while the host looks for the corner a1."""
    colours: bool = False
    """Whether the host looks at the colours of seats."""
    showing: ReplayPosition | None = None
    """The position of a finished game."""
    hinted: tuple[ActionSequence, ...] = ()
    """The turns that a hint recommends, as far as it shows them and they are not made yet. Everybody sees the lights,
    so there are none in a game with secrets."""


@dataclass(frozen=True, kw_only=True)
class BesideTheGame:
    """Activities beside the table's own game."""

    workshop: WorkshopView | None = None
    """The workshop, if it is open."""
    puzzle: PuzzleOnBoard | None = None
    """The puzzle on the board, if there is one."""
    match: MatchStatus = field(default_factory=MatchStatus)
    """The table's knowledge of a match with other tables."""
    not_taken: Message | None = None
    """The reason why the tables of the match did not take the last offer; None if they did, or it was changed since."""


@dataclass(frozen=True, kw_only=True)
class TableMeans:
    """The table's abilities and troubles."""

    thinks: bool = False
    """Whether it can play for seats."""
    judges: bool = False
    """Whether it can judge puzzles."""
    unkept: str | None = None
    """Why a finished game could not be archived; None if all are."""
    unwritten: str | None = None
    """Why the journal cannot be written; None if it can."""


@dataclass(frozen=True, kw_only=True)
class TableState(TableVersions, SeatRequests, BoardAtTable, OpenTurn, SpecialLights, BesideTheGame, TableMeans):
    """The saved state, and what holds only while the program runs: the parts from which this is made."""

    saved: SavedState

    @property
    def at_board(self) -> TableState:
        """This state with the puzzle on the board instead of the game, and without claims; the same state without a
        puzzle."""
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
        """The board to which players may take their game; None if there is none, or no game is played."""
        if self.boards is None or not self.saved.under_way or self.saved.phase is Phase.OVER:
            return None
        return offered_board(self.boards, setting_up=self.found)

    @classmethod
    def opening(cls, saved: SavedState, size: int = 5) -> TableState:
        """Return the state at a start of the table. Its versions are greater than those of all earlier starts."""
        version = saved.starts * STARTS_UNIT
        found = saved.game is not None and saved.phase is not Phase.OVER
        return cls(
            saved=saved,
            version=version,
            game_version=version,
            question_version=version,
            recovery_version=version,
            size=size,
            found=found,
        )

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
        """Return this state with the next version, for a change that a snapshot can show."""
        return replace(self, version=self.version + 1)

    def with_claims(self, claims: Claims) -> TableState:
        """Return the state with these claims; the same state if they have not changed. Without claims a begun sign is
        forgotten."""
        if claims == self.claims:
            return self
        after = replace(self.newer, claims=claims)
        return after if claims else after.with_sign_begun()

    def with_sign_begun(self, touched: tuple[Square, ...] = (), pressed: tuple[Button, ...] = ()) -> TableState:
        """Return the state with this part of a sign done; the same state if that has not changed."""
        if (touched, pressed) == (self.touched, self.pressed):
            return self
        return replace(self.newer, touched=touched, pressed=pressed)

    def turning_away(self, turned_away: Iterable[TurnedAway]) -> TableState:
        """Return the state without the claims of these claimants, and with the reasons why they were turned away."""
        away = tuple(turned_away)
        marks = {each.mark for each in away}
        after = self.with_claims(tuple(claim for claim in self.claims if claim.mark not in marks))
        return replace(after, turned_away=limited((*self.turned_away, *away)))

    def without_turned_away(self, marks: frozenset[str]) -> TableState:
        """Return the state in which a phone with tokens of these marks no longer sees that it was turned away."""
        left = tuple(each for each in self.turned_away if each.mark not in marks)
        return self if left == self.turned_away else replace(self.newer, turned_away=left)

    def without_puzzle(self) -> TableState:
        """Return the state without a puzzle on the board; commands about one are stale."""
        version = self.version + 1
        return replace(
            self, version=version, game_version=version, question_version=version, choices=(), puzzle=None
        ).with_sign_begun()

    def with_blocks_laid(self) -> TableState:
        """Return the state once the blocks of the puzzle are laid: its workers are next, unless they stand already."""
        if self.puzzle is None:
            return self
        return replace(self.newer, puzzle=replace(self.puzzle, stage=PuzzleStage.WORKERS)).with_workers_set_up()

    def with_workers_set_up(self) -> TableState:
        """Return the state in which the turns of the puzzle begin, if its workers stand right."""
        puzzle, board = self.puzzle, self.board
        if puzzle is None or puzzle.stage is not PuzzleStage.WORKERS or board.link not in CONNECTED_LINK_STATES:
            return self
        if board.mode is not BoardMode.FOLLOWING or board.differences:
            return self
        return replace(self.newer, puzzle=replace(puzzle, stage=PuzzleStage.TURNS))

    def with_entry(self, entry: Entry) -> TableState:
        """Return the state after an entry; raises as `table.session.journal_entries.evolve` does."""
        before, saved = self.saved, evolve(self.saved, entry)
        clock = self.clock.without(entry.seat, entry.ms) if isinstance(entry, TimeUsed) else self.clock
        if saved.game is None or entry.restarts_clock:
            clock = ChessClock()
        same_turn = saved.game is before.game and saved.turns == before.turns
        after = replace(self.newer, saved=saved, clock=clock, takeback=self.takeback if same_turn else None)
        if saved.game is not before.game or saved.seating is not before.seating:
            after = replace(after, rematch=None)
        if saved.draft is not before.draft:
            after = replace(after, picked=())
        if entry.answers_offer:
            after = replace(after, not_taken=None)
        if entry.opens_draft:
            after = replace(after, draft_version=after.version)
        if saved.phase not in ARCHIVE_PHASES:
            after = replace(after, showing=None, puzzle=None)
        elif after.puzzle is not None:
            after = replace(after, puzzle=after.puzzle.beside(saved))
        if saved.seating.host is not before.seating.host:
            after = replace(after, host_gone=False)
        if isinstance(entry, BoardChanged) and before.board is not None and saved.under_way:
            by_hand = entry.kind is BoardKind.REAL  # a virtual board sets itself up
            after = replace(after, found=by_hand, moved=by_hand)
        if entry.touches_game:
            after = self._with_game_touched(after, entry)
        return self._with_claims_left(after)

    def _with_game_touched(self, after: TableState, entry: Entry) -> TableState:
        """Drop questions about the game ``after`` an entry that may have changed it."""
        before, saved = self.saved, after.saved
        same = (before.game, before.confirming) == (saved.game, saved.confirming)
        version, hinted = after.version, self._still_hinted(entry)
        after = replace(
            after, game_version=version, question_version=version, choices=(), found=self.found and same, hinted=hinted
        )
        if after.board.issue is BoardIssue.NOT_DONE:
            after = replace(after, board=replace(after.board, message=None, issue=None))
        if saved.phase is not Phase.LOBBY or saved.turned != before.turned:
            after = replace(after, corner=None, colours=False)
        return after

    def _still_hinted(self, entry: Entry) -> tuple[ActionSequence, ...]:
        """Return the rest of the turns that a hint recommends: the lights show the next step after one was followed."""
        if not self.hinted or not isinstance(entry, Acted):
            return ()
        done = len(entry.actions)
        return tuple(turn[done:] for turn in self.hinted if turn[:done] == entry.actions and len(turn) > done)

    def _with_claims_left(self, after: TableState) -> TableState:
        """Keep the claims that can still be proved ``after`` an entry."""
        if not self.claims:
            return after
        saved = after.saved
        claims = moved_on(self.claims, saved)
        over = [claim for claim in claims if not still_open(claim, saved)]
        if over:
            after = after.turning_away(each for claim in over if (each := lost_claim(claim, saved)) is not None)
        return after.with_claims(tuple(claim for claim in claims if claim not in over))
