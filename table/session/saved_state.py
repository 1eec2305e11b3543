"""The part of a table's state that the journal keeps: seats, options, draft and game, and what may be undone in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import PUBLIC, Game
from engine.actions import Correct, Resign
from engine.casting.draft import Draft, DraftStage
from engine.errors import UndoBarred
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import known_to
from table.session.chess_clock import Times, TurnStood
from table.session.journal_entries import (
    JournalMended,
)
from table.session.power_votes import Votes
from table.session.refusals import Refusal
from table.session.seating import Seating
from table.session.snapshot import Phase
from table.settings.game_options import DraftMode, GameOptions
from table.settings.table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that was won, or abandoned after at least one turn. The archive stores it under ``name``
    (`table.storage.game_archive`), with the names of the ``players``."""

    name: str
    game: Game
    players: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class SavedState:
    """The state that the journal rebuilds, the same for every viewer.

    ``starts`` counts the starts of the table. ``votes`` are those for the powers on offer, during the draft.
    ``confirming`` is the seat whose finished turn waits to be confirmed; ``turns`` are the confirmed turns. ``spent``
    is the time that each player has used in them, less the increments; the clock does not run while ``paused``. The
    board was ``turned`` clockwise by this many quarters. ``name`` is the game's name in the archive (None: not named
    yet); ``ended`` are the games that are over and not archived yet. ``mended`` says how a damaged journal was
    repaired, until the host has read it.
    """

    starts: int = 0
    seating: Seating = field(default_factory=Seating)
    options: GameOptions = field(default_factory=GameOptions)
    draft: Draft | None = None
    votes: Votes = ()
    game: Game | None = None
    confirming: Seat | None = None
    turns: tuple[TurnStood, ...] = ()
    spent: Times = ()
    paused: bool = False
    turned: int = 0
    settings: TableSettings = field(default_factory=TableSettings)
    name: str | None = None
    ended: tuple[EndedGame, ...] = ()
    mended: JournalMended | None = None

    @property
    def standing(self) -> int:
        """The number of confirmed plies of the game. Taking these back needs the consent of all players."""
        return self.turns[-1].plies if self.turns else 0

    @property
    def phase(self) -> Phase:
        """The present phase. A won game is over only once its last turn is confirmed."""
        if self.game is None:
            return Phase.LOBBY if self.draft is None else Phase.DRAFT
        if self.game.outcome is not None and self.confirming is None:
            return Phase.OVER
        return Phase.PLACING if self.game.turn == 0 else Phase.PLAYING

    @property
    def with_powers(self) -> bool:
        """Whether the game is played with powers: as the host chose, and always with more than two players."""
        return self.options.powers or self.seating.needs_powers

    @property
    def voting(self) -> bool:
        """Whether the players vote now for the powers on offer."""
        if self.draft is None or self.options.mode is not DraftMode.VOTE:
            return False
        return self.draft.stage is DraftStage.OFFER

    @property
    def at_once(self) -> bool:
        """Whether all players choose their powers, or vote for them, at the same moment."""
        return self.voting or (self.draft is not None and self.draft.simultaneous)

    @property
    def size(self) -> int | None:
        """The number of squares a side in the draft or the game; None in the lobby."""
        if self.game is not None:
            return self.game.setup.profile.size
        return None if self.draft is None else self.draft.profile.size

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; None while a turn waits to be confirmed."""
        return None if self.game is None or self.confirming is not None else self.game.to_act

    @property
    def waits_for(self) -> Seat | None:
        """The seat that has to act or to confirm its turn; None without a game, and at its end."""
        return self.confirming or self.to_act

    @property
    def turn_is_timed(self) -> bool:
        """Whether there is a clock and the turn that is not confirmed takes time: placing workers does not."""
        if self.options.clock is None or self.game is None:
            return False
        since = self.game.plies[self.standing :]
        return (since[0].before if since else self.game.state).turn is not None

    @property
    def running_clock(self) -> Seat | None:
        """The player whose time runs: who is to act, or has to confirm. None without a clock, while it is paused, and
        while workers are placed."""
        if not self.turn_is_timed or self.paused or self.game is None or self.game.outcome is not None:
            return None
        return self.confirming or self.game.to_act


def game_begins(before: SavedState, after: SavedState) -> bool:
    """Whether another game begins with this change."""
    waited = before.game is None or before.phase is Phase.OVER
    return waited and after.game is not None and not after.game.plies


def turn_owner(game: Game) -> Seat | None:
    """The seat whose turn it is; during placement, the seat that places workers."""
    return game.to_act if game.turn == 0 else game.active


def draft_of(saved: SavedState, size: int) -> Draft | None:
    """The draft with which a game of the seated players begins on a board of this size; None without powers.

    :raises InvalidSetup: if the options do not fit the number of players.
    """
    options, order = saved.options, saved.seating.turn_order
    if not saved.with_powers:
        return None
    return Draft.begin(order, order[0], options.profile(size), fleece=options.fleece, pool=options.pool)


def may_be_undone(game: Game) -> bool:
    """Whether the last step can be taken back without revealing a secret. The end of a game reveals all of them."""
    if game.outcome is None or not game.plies:
        return True
    before = game.plies[-1].before
    return known_to(before, PUBLIC) is before


def steps_to_undo(saved: SavedState) -> int:
    """How many steps of the unconfirmed turn can be taken back, one after another. A correction cannot be taken
    back."""
    game = saved.game
    if game is None or not may_be_undone(game):
        return 0
    count = 0
    for ply in reversed(game.plies[saved.standing :]):
        if ply.barrier is not None or isinstance(ply.action, Correct):
            break
        count += 1
    return count


def turn_to_take_back(saved: SavedState) -> int:
    """The number of plies of the last confirmed turn, which would be taken back.

    :raises UndoBarred: with the reason, if it cannot be.
    """
    game = saved.game
    if game is None or not saved.turns:
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    if not may_be_undone(game):
        raise UndoBarred(Reason.of("undo.revealed"))
    begin = saved.turns[-2].plies if len(saved.turns) > 1 else 0
    for ply in reversed(game.plies[begin:]):
        if ply.barrier is not None:
            raise UndoBarred(ply.barrier)
        if isinstance(ply.action, Correct | Resign):
            raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    return len(game.plies) - begin
