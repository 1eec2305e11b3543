"""What is true at a table: the evening, which is kept, and what is so only for the moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from calibration.procedure_view import WorkshopView
from engine.seats import Seat
from engine.squares import Square
from hardware.board import Button, LinkState
from table.session.chess_clock import ChessClock
from table.session.game_history import ReplayPosition
from table.session.handlers.clock_commands import running
from table.session.handlers.takeback_commands import Takeback
from table.session.saved_state import SavedState
from table.session.seat_claims import Claim, TurnedAway, remembered
from table.session.session_events import Reading
from table.session.snapshot import BoardMode, BoardView, Corner, Phase

STARTS_UNIT = 1 << 32
"""Versions of one start of the table lie below those of the next; 2**21 starts stay exact in a browser's numbers."""

HEARD = (LinkState.READY.value, LinkState.DEGRADED.value)
"""States of the link in which the board is heard."""

Claims = tuple[Claim, ...]


def no_board() -> BoardView:
    """The reading of the board before the first frame."""
    return BoardView(LinkState.SEARCH.value, BoardMode.FOLLOWING, None, (), None)


@dataclass(frozen=True, slots=True)
class TableState:
    """The evening and what is true of it only for the moment; ``size`` is how many squares a side the board has.
    ``claims`` are those who ask for a seat, the oldest first, ``turned_away`` those who did not get it and have not
    asked again. ``touched`` and ``pressed`` are what hands have done of a sign, ``sign`` is the one given last.
    ``found``: the table was started with this game in its journal, and nobody has gone on with it yet. ``corner`` is
    the corner that the host looks for (None: they do not), ``colours``: they look at the seats' colours. ``unkept`` is
    why a game that is over could not be kept (None: all are), ``showing`` what the lights show of a finished game,
    ``unwritten`` why the journal cannot be written now (None: it can). ``host_gone``: the host's phone has not listened
    for so long that whoever sits may go on as host."""

    evening: SavedState
    version: int
    changed: int
    asked: int
    offered: int
    size: int = 5
    board: BoardView = field(default_factory=no_board)
    connected: frozenset[Seat] = frozenset()
    choices: tuple[Reading, ...] = ()
    workshop: WorkshopView | None = None
    worked: int = 0
    laid: int = 0
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

    @property
    def running(self) -> Seat | None:
        """The player whose time runs now; None while nobody's does."""
        still = self.workshop is not None or self.unwritten is not None
        away = still or self.board.link not in HEARD or self.found
        return None if away else running(self.evening)

    @classmethod
    def opening(cls, evening: SavedState, size: int = 5) -> TableState:
        """The state at a start of the table, its versions above all that earlier starts gave out."""
        version = evening.starts * STARTS_UNIT
        found = evening.game is not None and evening.phase is not Phase.OVER
        return cls(evening, version, version, version, version, size, found=found)

    @property
    def watching(self) -> bool:
        """Whether it matters which squares are touched before a game."""
        return self.evening.game is None and (bool(self.claims) or self.corner is not None)

    @property
    def signed_by_touch(self) -> bool:
        """Whether corners that are touched are a sign: before a game."""
        return self.evening.game is None and self.workshop is None

    @property
    def signed_by_press(self) -> bool:
        """Whether presses at the rim are a sign: before a game, and while one found at the start or over lies still."""
        still = self.evening.game is None or self.found or self.evening.phase is Phase.OVER
        return still and self.workshop is None

    @property
    def newer(self) -> TableState:
        """This state as its next version, for something in it to change that a snapshot can show."""
        return replace(self, version=self.version + 1)

    def with_claims(self, claims: Claims) -> TableState:
        """The state with these claims; the same if they are the same. Of a sign that is for nobody nothing is kept."""
        if claims == self.claims:
            return self
        after = replace(self.newer, claims=claims)
        return after if claims else after.with_sign_begun()

    def with_sign_begun(self, touched: tuple[Square, ...] = (), pressed: tuple[Button, ...] = ()) -> TableState:
        """The state in which hands have done so much of a sign; the same if they had."""
        if (touched, pressed) == (self.touched, self.pressed):
            return self
        return replace(self.newer, touched=touched, pressed=pressed)

    def turning_away(self, turned_away: Iterable[TurnedAway]) -> TableState:
        """The state without these claims, and with what has become of them."""
        away = tuple(turned_away)
        marks = {each.mark for each in away}
        after = self.with_claims(tuple(claim for claim in self.claims if claim.mark not in marks))
        return replace(after, turned_away=remembered((*self.turned_away, *away)))

    def without_turned_away(self, marks: frozenset[str]) -> TableState:
        """The state in which a phone with tokens of these marks is told no longer that it was turned away."""
        left = tuple(each for each in self.turned_away if each.mark not in marks)
        return self if left == self.turned_away else replace(self.newer, turned_away=left)
