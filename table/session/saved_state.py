"""The durable part of a table: seats, options, draft and game. It is the fold of the journal's entries.

`evolve` is the only way from one evening to the next, in play and in replay, so that both end at the same value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from engine import PUBLIC, Game
from engine.actions import Action, Correct, Resign
from engine.draft import Draft, DraftStage
from engine.errors import IllegalAction, UndoBarred
from engine.events import ActionCancelled
from engine.reasons import Reason
from engine.seats import Seat
from engine.secrets import known_to
from engine.setup import Player, Setup
from table.session.chess_clock import Times, TurnStood, with_time
from table.session.ended_game import EndedGame
from table.session.journal_entries import (
    Acted,
    BoardTurned,
    ClockPaused,
    Entry,
    GameAbandoned,
    GameBegan,
    GameKept,
    GameNamed,
    HostNamed,
    JournalMended,
    JournalShortened,
    MendingRead,
    Opened,
    OptionsChosen,
    PositionCorrected,
    PowerChosen,
    PowersOffered,
    PowersVoted,
    RematchAgreed,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    StartPlayerNamed,
    StepUndone,
    TableCleared,
    TimeUsed,
    TurnConfirmed,
    TurnTakenBack,
)
from table.session.power_votes import Votes, with_vote
from table.session.refusals import Refusal
from table.session.rematch import RematchKind, next_setup
from table.session.seating import SeatedPlayer, Seating
from table.session.snapshot import Phase
from table.settings.game_options import DraftMode, GameOptions
from table.settings.table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class SavedState:
    """What is true at the table, whoever looks.

    ``votes`` are those for the powers on offer, as long as the draft lasts. ``confirming`` is the seat whose finished
    turn waits to be confirmed; ``turns`` are those that were confirmed, one after another.
    ``spent`` is what a clock took from each player in the turns that stand, without what it gave; it stands while it is
    ``paused``. ``starts`` counts how often the table was started. The board lies ``turned`` clockwise by so many
    quarters, until somebody turns it back. ``name`` is the one under which the game will be kept (None: it has none
    yet), ``ended`` are the games that are over and not kept yet. ``mended`` says what became of a damaged journal,
    until the host has read it.
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
        """How many plies of the game are confirmed: a player alone cannot take them back."""
        return self.turns[-1].plies if self.turns else 0

    @property
    def phase(self) -> Phase:
        """Where the evening stands. A won game is over only once its last turn is confirmed."""
        if self.game is None:
            return Phase.LOBBY if self.draft is None else Phase.DRAFT
        if self.game.outcome is not None and self.confirming is None:
            return Phase.OVER
        return Phase.PLACING if self.game.turn == 0 else Phase.PLAYING

    @property
    def with_powers(self) -> bool:
        """Whether powers are played with: as the host chose, and always among more than two."""
        return self.options.powers or self.seating.needs_powers

    @property
    def voting(self) -> bool:
        """Whether the players vote now which powers are on offer."""
        if self.draft is None or self.options.mode is not DraftMode.VOTE:
            return False
        return self.draft.stage is DraftStage.OFFER

    @property
    def at_once(self) -> bool:
        """Whether all players choose their powers, or vote for them, at the same moment."""
        return self.voting or (self.draft is not None and self.draft.simultaneous)

    @property
    def size(self) -> int | None:
        """How many squares a side the board of the draft or the game has; None in the lobby."""
        if self.game is not None:
            return self.game.setup.profile.size
        return None if self.draft is None else self.draft.profile.size

    @property
    def to_act(self) -> Seat | None:
        """The seat that is asked for a step of the game now; None while a turn waits to be confirmed."""
        return None if self.game is None or self.confirming is not None else self.game.to_act

    @property
    def waits_for(self) -> Seat | None:
        """The seat that is asked for a step, or to confirm its turn; None without a game, and at its end."""
        return self.confirming or self.to_act


def begins(before: SavedState, after: SavedState) -> bool:
    """Whether another game begins, in which nothing has been done yet."""
    waited = before.game is None or before.phase is Phase.OVER
    return waited and after.game is not None and not after.game.plies


def turn_owner(game: Game) -> Seat | None:
    """Whose turn it is; during placement, who places."""
    return game.to_act if game.turn == 0 else game.active


def evolve(evening: SavedState, entry: Entry) -> SavedState:
    """The evening after an entry.

    :raises SantoriniError: if the rules of the game or of the draft do not allow it.
    :raises ValueError: if it does not fit the evening otherwise (a taken seat, a step without a game).
    """
    after = _evolved(evening, entry)
    ended = _ended(evening, after)
    return after if ended is None else replace(after, ended=(*after.ended, ended))


def _evolved(evening: SavedState, entry: Entry) -> SavedState:  # noqa: PLR0912 - one case for each entry
    match entry:
        case Opened():
            return replace(evening, starts=evening.starts + 1)
        case TableCleared():
            starts, turned, ended, mended = evening.starts, evening.turned, evening.ended, evening.mended
            return SavedState(starts=starts, turned=turned, settings=evening.settings, ended=ended, mended=mended)
        case SeatTaken(seat, name, mark):
            return replace(evening, seating=evening.seating.with_sitter(SeatedPlayer(seat, name, mark)))
        case SeatLeft(seat):
            return replace(evening, seating=evening.seating.without(seat))
        case OptionsChosen(options):
            return replace(evening, options=options)
        case SeatHandedOver(seat, mark):
            return replace(evening, seating=evening.seating.with_phone(seat, mark))
        case HostNamed(seat):
            return replace(evening, seating=evening.seating.led_by(seat))
        case SettingsChosen(settings):
            return replace(evening, settings=settings)
        case GameBegan(size):
            return _begin(evening, size)
        case PowersVoted() | PowersOffered() | PowerChosen() | StartPlayerNamed():
            return _drafted(evening, entry)
        case Acted((Resign(seat),)):
            return _resigned(evening, seat)
        case Acted(actions):
            return _after_steps(evening, actions)
        case StepUndone():
            return _undone(evening)
        case PositionCorrected():
            return _corrected(evening, entry)
        case BoardTurned(quarters):
            return replace(evening, turned=(evening.turned + quarters) % 4)
        case TurnConfirmed():
            return _stands(replace(evening, confirming=None), _game(evening))
        case TimeUsed(seat, ms):
            return replace(evening, spent=with_time(evening.spent, seat, ms - _given(evening, seat)))
        case ClockPaused(paused):
            return replace(evening, paused=paused)
        case TurnTakenBack(plies):
            return _taken_back(evening, plies)
        case RematchAgreed():
            return _again(evening, entry)
        case GameAbandoned():
            return _without_game(evening)
        case GameNamed(name):
            return replace(evening, name=name)
        case JournalMended():
            return replace(evening, mended=entry)
        case JournalShortened(starts):
            return SavedState(starts=starts)
        case MendingRead():
            return replace(evening, mended=None)
        case GameKept(name):
            return replace(evening, ended=tuple(game for game in evening.ended if game.name != name))


def _ended(before: SavedState, after: SavedState) -> EndedGame | None:
    """The game that has just come to its end, if one has that is to be kept: it is over, or it was given up after at
    least a turn. A game that is over stays so."""
    if before.name is None or before.game is None or before.phase is Phase.OVER:
        return None
    if after.name == before.name:
        game = after.game if after.phase is Phase.OVER else None
    else:
        game = before.game if before.game.turn > 1 else None
    if game is None:
        return None
    playing = {player.seat for player in game.setup.players}
    names = tuple((sitter.seat, sitter.name) for sitter in before.seating.sitters if sitter.seat in playing)
    return EndedGame(before.name, game, names)


def replay(entries: Iterable[Entry]) -> SavedState:
    """The evening after all these entries; raises as `evolve` does."""
    return reduce(evolve, entries, SavedState())


def draft_of(evening: SavedState, size: int) -> Draft | None:
    """The draft with which a game of those who sit there begins on a board of this size; None if powers are not played
    with.

    :raises InvalidSetup: if what was chosen is not for so many players.
    """
    options, order = evening.options, evening.seating.turn_order
    if not evening.with_powers:
        return None
    return Draft.begin(order, order[0], options.profile(size), fleece=options.fleece, pool=options.pool)


def _begin(evening: SavedState, size: int) -> SavedState:
    draft = draft_of(evening, size)
    if draft is not None:
        return replace(evening, draft=draft)
    players = tuple(Player(seat, team=team) for team, seat in enumerate(evening.seating.turn_order))
    return replace(evening, game=Game.begin(Setup(players, evening.options.profile(size))))


def may_be_undone(game: Game) -> bool:
    """Whether the last step can be taken back without forgetting a secret: the end of a game tells them all."""
    if game.outcome is None or not game.plies:
        return True
    before = game.plies[-1].before
    return known_to(before, PUBLIC) is before


def steps_to_undo(evening: SavedState) -> int:
    """How many steps of the turn that is not confirmed can be taken back one after another, from the last one on. A
    correction is no step, and ends them."""
    game = evening.game
    if game is None or not may_be_undone(game):
        return 0
    count = 0
    for ply in reversed(game.plies[evening.standing :]):
        if ply.barrier is not None or isinstance(ply.action, Correct):
            break
        count += 1
    return count


def turn_to_take_back(evening: SavedState) -> int:
    """How many plies go if the last turn that stands is taken back.

    :raises UndoBarred: with the reason, if it cannot be.
    """
    game = evening.game
    if game is None or not evening.turns:
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    if not may_be_undone(game):
        raise UndoBarred(Reason.of("undo.revealed"))
    begin = evening.turns[-2].plies if len(evening.turns) > 1 else 0
    for ply in reversed(game.plies[begin:]):
        if ply.barrier is not None:
            raise UndoBarred(ply.barrier)
        if isinstance(ply.action, Correct | Resign):
            raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    return len(game.plies) - begin


def _taken_back(evening: SavedState, plies: int) -> SavedState:
    if plies != turn_to_take_back(evening):
        raise ValueError(f"a turn of {turn_to_take_back(evening)} plies cannot be taken back as one of {plies}")
    game = _game(evening)
    for _ in range(plies):
        game = game.undo()
    *before, _ = evening.turns
    spent = before[-1].spent if before else ()
    return replace(evening, game=game, confirming=None, turns=tuple(before), spent=spent)


def _stands(evening: SavedState, game: Game) -> SavedState:
    return replace(evening, game=game, turns=(*evening.turns, TurnStood(len(game.plies), evening.spent)))


def _given(evening: SavedState, seat: Seat) -> int:
    """The ms that a clock gives a player for the turn that is about to stand."""
    clock = evening.options.clock
    return 0 if clock is None or seat is not evening.confirming else 1000 * clock.increment


def _without_game(evening: SavedState) -> SavedState:
    ended = replace(evening, draft=None, votes=(), game=None, confirming=None, turns=())
    return replace(ended, spent=(), paused=False, name=None)


def _again(evening: SavedState, agreed: RematchAgreed) -> SavedState:
    setup = _game(evening).setup
    empty = _without_game(evening)
    match agreed.kind:
        case RematchKind.LOBBY:
            return empty
        case RematchKind.DRAFT:
            return _begin(empty, setup.profile.size)
        case _:
            return replace(empty, game=Game.begin(next_setup(setup, agreed.kind, agreed.seed)))


def _corrected(evening: SavedState, entry: PositionCorrected) -> SavedState:
    """After a correction, in which the seat to act begins anew. A finished turn that waited to be confirmed stands."""
    game = _game(evening)
    before = evening if evening.confirming is None else _stands(evening, game)
    return replace(before, game=game.after(entry.correction), confirming=None)


def _undone(evening: SavedState) -> SavedState:
    game = _game(evening)
    if len(game.plies) <= evening.standing:
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    if not may_be_undone(game):
        raise UndoBarred(Reason.of("undo.revealed"))
    return replace(evening, game=game.undo(), confirming=None)


def _drafted(evening: SavedState, entry: PowersVoted | PowersOffered | PowerChosen | StartPlayerNamed) -> SavedState:
    if evening.draft is None:
        raise ValueError("there is no draft")
    match entry:
        case PowersVoted():
            if not evening.voting:
                raise ValueError("nobody votes now")
            return replace(evening, votes=with_vote(evening.draft, evening.votes, entry))
        case PowersOffered(offered):
            return replace(evening, draft=evening.draft.offer(offered))
        case PowerChosen(power, seat):
            return replace(evening, draft=evening.draft.choose(power, seat))
        case StartPlayerNamed(seat, seed):
            done = evening.draft.name_start_player(seat)
            return replace(evening, draft=None, votes=(), game=Game.begin(done.setup(seed)))


def _resigned(evening: SavedState, seat: Seat) -> SavedState:
    """After a player gave up, which neither waits for a turn nor to be confirmed, nor can it be taken back. A finished
    turn of one who goes stands."""
    game = _game(evening).resign(seat)
    confirming = None if game.outcome is not None or evening.confirming is seat else evening.confirming
    return _stands(replace(evening, confirming=confirming), game)


def _after_steps(evening: SavedState, actions: tuple[Action, ...]) -> SavedState:
    """After a chain of declared steps; what was declared after a step that came to nothing is not done."""
    before = _game(evening)
    owner = turn_owner(before)
    after = before
    for action in actions:
        if _finished(before, after):
            raise IllegalAction(
                f"{action} comes after the end of the turn", Reason.of(Refusal.CONFIRM_FIRST, seat=owner)
            )
        after = after.play(after.meant(action))
        if any(isinstance(event, ActionCancelled) for event in after.plies[-1].events):
            break
    return replace(evening, game=after, confirming=owner if _finished(before, after) else None)


def _finished(before: Game, after: Game) -> bool:
    """Whether the turn that ``before`` is in is done in ``after``; a player's placements count as a turn."""
    if after.outcome is not None or after.turn != before.turn:
        return True
    return before.turn == 0 and after.to_act is not before.to_act


def _game(evening: SavedState) -> Game:
    if evening.game is None:
        raise ValueError("there is no game")
    return evening.game
