"""The part of a table's state that the journal stores: seats, options, draft and game, with the limits of undo."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field, replace
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace as replace_fields

from engine import PUBLIC, Game
from engine.actions import Action, Correct, Resign
from engine.casting.draft import Draft, DraftStage
from engine.errors import UndoBarred
from engine.game import Ply
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import known_to
from engine.setup import team_at
from opponent.levels import LADDER, LEVELS, Level, LevelName, next_rung
from table.session.answers import Refusal, forbid, refuse
from table.session.board_choice import BoardKind
from table.session.chess_clock import Times, TurnStood
from table.session.match_part import FarSeat, MatchPart
from table.session.power_deal import Votes
from table.session.snapshot import Phase
from table.settings.options import DraftMode, GameOptions, TableSettings

TABLE_SEATS = (Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE)
"""The seats of the table, clockwise; two to four of them are taken for a game."""

ARCHIVE_PHASES = (Phase.LOBBY, Phase.OVER)
"""The phases in which the board can show a finished game, or a puzzle."""
FEWEST_PLAYERS = 2
NAMES_REMEMBERED = 12
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
FREED_MARK = "freed"
"""The mark of a seat whose phone was lost: the next phone that asks for it gets it. No token has this mark."""

_NOTHING_TO_UNDO = Reason.of(Refusal.NOTHING_TO_UNDO)
_REVEALED = Reason.of("undo.revealed")


def fresh_token() -> str:
    """Return a new seat token of 128 random bits for one phone. The table itself stores only its mark."""
    return secrets.token_urlsafe(16)


def token_mark(token: str) -> str:
    """Return the mark of a token, its SHA-256. A copy of the journal does not allow acting for a seat, since it has
    only marks."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player on a seat, with a ``name``, which may be empty. ``mark`` is the mark of the seat's token; it is empty if
    no phone has one, and `FREED_MARK` if any phone may have the seat. The table plays for the seat at a ``level``, or a
    person plays if it is None. ``rung`` is set if the table adapts there: its place on the ladder of strengths; people
    read it as the level. ``far`` is set if the seat is played at another table."""

    seat: Seat
    name: str
    mark: str
    level: LevelName | None = None
    far: FarSeat | None = None
    rung: int | None = None

    def level_of_turn(self, seed: int) -> Level | None:
        """Return how the table plays a turn for the seat; None if a person plays."""
        if self.rung is not None:
            return LADDER[self.rung].level_of_turn(seed)
        return None if self.level is None else LEVELS[self.level]

    def adapted(self, *, won: bool) -> SeatedPlayer:
        """Return the player after a game, for the next one: a table that adapts plays more weakly after a win, and more
        strongly after a loss."""
        if self.rung is None:
            return self
        rung = next_rung(self.rung, won=won)
        return replace(self, rung=rung, level=LADDER[rung].name)


@dataclass(frozen=True, slots=True)
class Seating:
    """The players in the order in which they sat down. ``named_host`` is the seat that was made host; if it is None,
    the player who sat down first is host. A host may watch: then the table plays for that seat, too."""

    players: tuple[SeatedPlayer, ...] = ()
    named_host: Seat | None = None

    @property
    def host(self) -> Seat | None:
        """The seat of the host; None while no seat is taken."""
        if self.named_host is not None:
            return self.named_host
        return next((player.seat for player in self.players if player.mark), None)

    @property
    def played_by_table(self) -> frozenset[Seat]:
        """The seats for which the table plays."""
        return frozenset(player.seat for player in self.players if player.level is not None)

    @property
    def played_elsewhere(self) -> frozenset[Seat]:
        """The seats that are played at other tables."""
        return frozenset(player.seat for player in self.players if player.far is not None)

    @property
    def announced_seats(self) -> frozenset[Seat]:
        """The seats whose turns are announced and carried out here: no person here plays for them."""
        return self.played_by_table | self.played_elsewhere

    def played_by_people(self, held: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the seats of these for which a person plays. Only they may act, and see secrets."""
        return tuple(seat for seat in held if seat not in self.announced_seats)

    @property
    def enough(self) -> bool:
        """Whether there are enough players for a game."""
        return len(self.players) >= FEWEST_PLAYERS

    @property
    def needs_powers(self) -> bool:
        """Whether the game needs powers for this number of players (rulings 8)."""
        return len(self.players) > FEWEST_PLAYERS

    @property
    def turn_order(self) -> tuple[Seat, ...]:
        """The taken seats clockwise, from the one that was taken first."""
        taken = tuple(seat for seat in TABLE_SEATS if self.at(seat) is not None)
        start = taken.index(self.players[0].seat) if taken else 0
        return taken[start:] + taken[:start]

    def team(self, seat: Seat) -> int | None:
        """Return the team of the player on a seat if a game began now; None if the seat is free. Four players are two
        teams, opposite each other."""
        return None if self.at(seat) is None else team_at(self.turn_order, seat)

    def at(self, seat: Seat) -> SeatedPlayer | None:
        """Return the player on a seat; None if it is free."""
        return next((player for player in self.players if player.seat is seat), None)

    def held(self, marks: frozenset[str]) -> tuple[Seat, ...]:
        """Return the seats for which a phone with tokens of these marks may act, in the order in which they were
        taken."""
        return tuple(player.seat for player in self.players if player.mark in marks)

    def with_player(self, player: SeatedPlayer) -> Seating:
        """Return the seating after a player sat down on a free seat."""
        if self.at(player.seat) is not None:
            raise ValueError(f"seat {player.seat} is taken")
        return replace(self, players=(*self.players, player))

    def without(self, seat: Seat) -> Seating:
        """Return the seating after the player on a taken seat left. If that was the host, the first player is host."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        players = tuple(player for player in self.players if player.seat is not seat)
        return Seating(players, None if self.named_host is seat else self.named_host)

    def with_phone(self, seat: Seat, mark: str) -> Seating:
        """Return the seating after the player on a taken seat changed to another phone, whose token has this mark."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return replace(self, players=tuple(replace(s, mark=mark) if s.seat is seat else s for s in self.players))

    def with_table(self, seat: Seat, level: LevelName | None, rung: int | None = None) -> Seating:
        """Return the seating after the table began to play for a seat at this level, or ceased to if it is None. With a
        ``rung`` it adapts from there."""
        player = self.at(seat)
        if player is None:
            if level is None:
                raise ValueError(f"the table does not play on seat {seat}")
            return self.with_player(SeatedPlayer(seat, "", "", level, rung=rung))
        if level is None and not player.mark:
            return self.without(seat)
        played = replace(player, level=level, rung=rung)
        return replace(self, players=tuple(played if s is player else s for s in self.players))

    def after_game(self, winners: tuple[Seat, ...]) -> Seating:
        """Return the seating after a game that these seats won: where the table adapts, it plays the next one at
        another strength."""
        return replace(self, players=tuple(each.adapted(won=each.seat in winners) for each in self.players))

    def with_host(self, seat: Seat) -> Seating:
        """Return the seating with the player on a taken seat as host."""
        if self.at(seat) is None:
            raise ValueError(f"nobody sits on seat {seat}")
        return replace(self, named_host=seat)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that was won, or abandoned after at least one turn. The archive stores it under ``name``
    (`table.storage.game_archive`), with the names of the ``players`` who have one, and the ``levels`` of the seats for
    which the table played."""

    name: str
    game: Game
    players: tuple[tuple[Seat, str], ...]
    levels: tuple[tuple[Seat, LevelName], ...] = ()


class Mending(Struct, frozen=True):
    """How a damaged journal was repaired: its first ``kept`` entries were good and were used, and the damaged file is
    saved under the name ``aside`` in the same folder."""

    kept: Count
    aside: str


@dataclass(frozen=True, slots=True)
class SavedState:
    """The state that the journal rebuilds, the same for every viewer.

    ``starts`` counts the starts of the table. ``votes`` are those for the powers on offer, during the draft.
    ``confirming`` is the seat whose finished turn waits to be confirmed; ``turns`` are the confirmed turns. ``spent``
    is the time that each player has used in them, less the increments; the clock does not run while ``paused``. The
    board was ``turned`` clockwise by this many quarters. ``name`` is the game's name in the archive, once it has one;
    ``ended`` are the games that are over and not archived yet. ``mended`` says how a damaged journal was repaired,
    until the host has read it. ``gods_played``: a game with powers was finished here. ``names`` are the names of recent
    players, the latest first. ``board`` is the board in use at a table that has two, once it is known. ``announced``
    are the next steps, in order, of a seat for which nobody here plays. ``match`` is the part in a match with other
    tables, if the table is in one. ``again``: the game, or the draft before it, is a rematch; a journal that is
    compacted may forget that.
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
    mended: Mending | None = None
    gods_played: bool = False
    names: tuple[str, ...] = ()
    board: BoardKind | None = None
    announced: tuple[Action, ...] = ()
    match: MatchPart | None = None
    again: bool = field(default=False, compare=False)

    @property
    def under_way(self) -> bool:
        """Whether a game has steps and is not cleared away yet: then its pieces stand on the board."""
        return self.game is not None and bool(self.game.plies)

    @property
    def awaits_name(self) -> bool:
        """Whether the next command may need a name for a game: this one has none, or it is over."""
        return self.name is None or self.phase is Phase.OVER

    @property
    def standing(self) -> int:
        """The number of confirmed plies of the game. Taking these back needs the consent of all players."""
        return self.turns[-1].plies if self.turns else 0

    @property
    def offered(self) -> bool:
        """Whether the last steps wait until the other tables have them."""
        return self.match is not None and self.match.offered

    @property
    def drafting_apart(self) -> bool:
        """Whether all tables of a match draft together."""
        return self.match is not None and self.match.drafting

    @property
    def has_own_steps(self) -> bool:
        """Whether seats of this table took steps that the other tables do not have."""
        if self.game is None or self.match is None:
            return False
        far = self.seating.played_elsewhere
        return any(ply.seat not in far for ply in self.game.plies[self.match.agreed :])

    @property
    def settled(self) -> int:
        """The number of plies that a player cannot undo any more: they are confirmed, or other tables have them."""
        return self.standing if self.match is None else max(self.standing, self.match.agreed)

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
    def options_played(self) -> GameOptions:
        """The options of the next game. In a match powers with secrets are left out: the table that opened it would
        know them."""
        return self.options if self.match is None else replace_fields(self.options, open_information=True)

    @property
    def voting(self) -> bool:
        """Whether the players now vote for the powers on offer."""
        if self.draft is None or self.options.mode is not DraftMode.VOTE or self.drafting_apart:
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
    def table_acts(self) -> bool:
        """Whether nobody here plays for the seat to act: the table announces what it does."""
        return self.to_act in self.seating.announced_seats

    @property
    def turn_is_timed(self) -> bool:
        """Whether there is a clock and the turn that is not confirmed takes time: placing workers does not."""
        if self.options.clock is None or self.game is None:
            return False
        since = self.game.plies[self.standing :]
        return (since[0].before if since else self.game.state).turn is not None

    @property
    def running_clock(self) -> Seat | None:
        """The player whose time runs: the one to act or to confirm. None without a clock, while it is paused, and while
        workers are placed."""
        if not self.turn_is_timed or self.paused or self.game is None or self.game.outcome is not None or self.offered:
            return None
        return self.confirming or self.game.to_act


def remembering(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return the names that the table remembers once a player of this name has sat down; the name may be empty."""
    return names if not name else (name, *(each for each in names if each != name))[:NAMES_REMEMBERED]


def game_begins(before: SavedState, after: SavedState) -> bool:
    """Whether another game begins with this change."""
    waited = before.game is None or before.phase is Phase.OVER
    return waited and after.game is not None and not after.game.plies


def play_begins(before: SavedState, after: SavedState) -> bool:
    """Whether a game is played after this change, and none was before."""
    return not _is_played(before) and _is_played(after)


def _is_played(saved: SavedState) -> bool:
    return saved.game is not None and saved.phase is not Phase.OVER


def turn_owner(game: Game) -> Seat | None:
    """The seat whose turn it is; during placement, the seat that places workers."""
    return game.to_act if game.turn == 0 else game.active


def draft_of(saved: SavedState, size: int) -> Draft | None:
    """Return the draft with which a game of the seated players begins on a board of this size; None without powers.

    :raises InvalidSetup: if the options do not fit the number of players.
    """
    options, order = saved.options_played, saved.seating.turn_order
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
    """The number of steps of the unconfirmed turn that can be taken back, one after another. A correction cannot be
    taken back."""
    game = saved.game
    if game is None or saved.offered or not may_be_undone(game):
        return 0
    count = 0
    for ply in reversed(game.plies[saved.settled :]):
        if ply.barrier is not None or isinstance(ply.action, Correct):
            break
        count += 1
    return count


def turn_to_take_back(saved: SavedState) -> int:
    """Return the number of plies of the last confirmed turn, which would be taken back.

    :raises UndoBarred: with the reason, if it cannot be.
    """
    barrier = barrier_to_takeback(saved)
    if barrier is not None:
        raise UndoBarred(barrier)
    return len(_last_turn(saved))


def barrier_to_takeback(saved: SavedState) -> Reason | None:
    """The reason why the last confirmed turn cannot be taken back; None if it can."""
    if saved.game is None or not saved.turns:
        return _NOTHING_TO_UNDO
    if not may_be_undone(saved.game):
        return _REVEALED
    for ply in reversed(_last_turn(saved)):
        if ply.barrier is not None:
            return ply.barrier
        if isinstance(ply.action, Correct | Resign):
            return _NOTHING_TO_UNDO
    return None


def _last_turn(saved: SavedState) -> tuple[Ply, ...]:
    """The plies since the turn before the last confirmed one."""
    begin = saved.turns[-2].plies if len(saved.turns) > 1 else 0
    return () if saved.game is None else saved.game.plies[begin:]


def need_phase(saved: SavedState, *phases: Phase) -> None:
    """Refuse a command outside these phases."""
    if saved.phase not in phases:
        raise refuse(Refusal.NOT_NOW)


def need_host(saved: SavedState, held: tuple[Seat, ...]) -> None:
    """Refuse a command that only the host may give."""
    if saved.seating.host not in held:
        raise forbid(Refusal.HOST_ONLY)


def need_here(saved: SavedState, seat: Seat) -> None:
    """Refuse a command about a seat that is played at another table of the match."""
    if saved.match is not None and not saved.match.seats.may_sit(seat):
        raise refuse(Refusal.PLAYED_ELSEWHERE, seat=seat.value)


def need_opener(saved: SavedState) -> None:
    """Refuse a command that is reserved for the table that opened the match."""
    if saved.match is not None and not saved.match.seats.opened_here:
        raise refuse(Refusal.OPENER_ONLY)
