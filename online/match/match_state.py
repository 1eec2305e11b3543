"""The state of a match after its entries: `after` is the only way from one to the next, on every table.

It checks the rights of the entry's table and the rules of the game, so each table judges each entry.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import UNSET

from engine import Game, NotationError
from engine.actions import Action, Correct, Resign
from engine.casting.draft import Draft, DraftStage
from engine.errors import DraftError, IllegalAction, InvalidSetup
from engine.events import ActionCancelled
from engine.notation import parse_position, parse_turn, turn_text
from engine.seats import Seat
from engine.setup import Setup
from engine.told_games import conceals_workers, played_again, state_as_known, viewer_at, with_secrets
from online.match.match_entries import (
    DECIDING,
    Bar,
    BarredError,
    GameSetUp,
    MatchClosed,
    MatchContent,
    MatchOpened,
    OrderedEntry,
    PowersDrafted,
    SeatNamed,
    SeatsReassigned,
    StepsSeen,
    StepsTaken,
    TableAdmitted,
    TableDeparted,
    TakebackAnswered,
    TakebackRequested,
    in_order,
)
from online.match.match_limits import LONGEST_MATCH
from table.log_forms import DraftRecord, draft_in, read_event, setup_in

# ---- match draft
#
# The draft of a match between tables: each table makes the choices of its seats, and all judge them.


def opened_draft(form: DraftRecord) -> Draft:
    """A draft that begins, with the offers that the deciding table has made already.

    :raises BarredError: if there is no such draft.
    """
    draft = _read(form)
    if draft.simultaneous:
        raise BarredError(Bar.SETUP, "where all choose at once, no table may know the choices of another one")
    return draft


def continued_draft(before: Draft, form: DraftRecord, seats: tuple[Seat, ...], *, decides: bool) -> Draft:
    """The draft after choices of a table with these seats. The table that ``decides`` may draw lots for all.

    :raises BarredError: if the choices cannot follow, or are another table's.
    """
    draft = _read(form)
    known = len(before.chosen)
    offers, names = draft.offered != before.offered, draft.starter is not before.starter
    earlier = replace(draft, offered=before.offered, chosen=draft.chosen[:known], starter=before.starter)
    if earlier != before or (before.offered and offers) or draft == before:
        raise BarredError(Bar.OUTDATED, "the draft has gone on, or is another one")
    makers = [seat for seat, _ in draft.chosen[known:]]
    if not draft.choosing:
        makers = makers[:-1]  # the Challenger gets the last power without choosing it
    makers += [draft.challenger] if offers or names else []
    foreign = next((seat for seat in makers if seat not in seats), None)
    if foreign is not None and not decides:
        raise BarredError(Bar.NOT_YOURS, f"{foreign} is not played at the table that these choices are from")
    return draft


def check_drafted(draft: Draft, setup: Setup) -> None:
    """Check that a game is set up as the draft decided.

    :raises BarredError: if the draft goes on, or has another result.
    """
    if draft.stage is not DraftStage.COMPLETE or draft.setup(setup.seed) != setup:
        raise BarredError(Bar.SETUP, "the game is not set up as the draft has it, or the draft goes on")


def _read(form: DraftRecord) -> Draft:
    try:
        return draft_in(form)
    except (DraftError, InvalidSetup, NotationError, ValueError) as error:
        raise BarredError(Bar.SETUP, f"no draft goes like this: {error}") from error


# ---- match state


@dataclass(frozen=True, slots=True)
class MatchTable:
    """A table of a match, with the key that checks its signatures. A table that ``left`` has no seats."""

    number: int
    name: str
    key: str
    seats: tuple[Seat, ...]
    left: bool = False


@dataclass(frozen=True, slots=True)
class StandingSteps:
    """The steps of an entry that stand: its number, and how many plies the game had before."""

    number: int
    plies_before: int


@dataclass(frozen=True, slots=True)
class TakebackQuestion:
    """A request to take back the steps of an entry, and the tables that have agreed."""

    steps: int
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after ``count`` entries, on table number ``here``. ``names`` are the players' names, ``proposals`` the
    last ordered proposal of each table. While a game with secrets is ``sealed`` this table is not its judge: ``game``
    is None, or the part that this table may know. The game ``began`` with the entry of this number. Once a game with
    secrets was played the match is ``veiled``: each table then has its own log. ``unplayed`` are steps of a game that
    this table can play only after it is admitted. ``draft`` is the next game's, or None."""

    here: int = DECIDING
    count: int = 0
    match: str = ""
    tables: tuple[MatchTable, ...] = ()
    names: tuple[tuple[Seat, str], ...] = ()
    proposals: tuple[int, ...] = ()
    game: Game | None = None
    sealed: bool = False
    began: int = 0
    standing: tuple[StandingSteps, ...] = ()
    question: TakebackQuestion | None = None
    closed: bool = False
    veiled: bool = False
    unplayed: tuple[StepsSeen, ...] = ()
    draft: Draft | None = None

    @property
    def judged(self) -> bool:
        """Whether the deciding table has no seats."""
        return bool(self.tables) and not self.tables[DECIDING].seats

    def table(self, number: int) -> MatchTable:
        """The table with a number.

        :raises BarredError: if there is none, or it has left.
        """
        if number >= len(self.tables) or self.tables[number].left:
            raise BarredError(Bar.UNKNOWN_TABLE, f"table {number} is not in this match")
        return self.tables[number]

    def holder(self, seat: Seat) -> MatchTable | None:
        """The table that plays a seat, or None."""
        return next((table for table in self.tables if seat in table.seats), None)

    def asked(self) -> tuple[int, ...]:
        """The tables that have not answered the request to take back steps."""
        if self.question is None:
            return ()
        return tuple(table.number for table in self.tables if table.seats and table.number not in self.question.agreed)


def after(state: MatchState, entry: OrderedEntry) -> MatchState:
    """The match after its next entry.

    :raises BarredError: if the entry cannot follow; then nothing has changed.
    """
    content, by = entry.content, entry.by
    if isinstance(content, MatchOpened):
        following = _opened(state, content, by)
    else:
        _check_place(state, entry)
        following = _following(state, content, by)
    proposals = list(following.proposals) + [0] * (len(following.tables) - len(following.proposals))
    if entry.proposal:
        proposals[by] = entry.proposal
    return replace(following, count=state.count + 1, proposals=tuple(proposals))


def _check_place(state: MatchState, entry: OrderedEntry) -> None:
    if not state.tables or state.closed:
        raise BarredError(Bar.NOT_OPEN, "the match is not open")
    if state.count >= LONGEST_MATCH and not isinstance(entry.content, MatchClosed):
        raise BarredError(Bar.TOO_LONG, f"a match has {LONGEST_MATCH} entries at most; close it and open another one")
    state.table(entry.by)
    if (entry.by == DECIDING) != (entry.proposal == 0):
        raise BarredError(Bar.NOT_YOURS, "the table that decides proposes nothing, and every other one does")
    if entry.proposal and entry.proposal <= state.proposals[entry.by]:
        raise BarredError(Bar.REPEATED, f"proposal {entry.proposal} of table {entry.by} was ordered before")


def _following(state: MatchState, content: MatchContent, by: int) -> MatchState:
    match content:
        case TableAdmitted() | GameSetUp() | SeatsReassigned() | MatchClosed():
            if by != DECIDING:
                raise BarredError(Bar.NOT_YOURS, f"only the table that decides may do this, and not table {by}")
            return _decided(state, content)
        case TableDeparted(table, revoked):
            return _departed(state, by, table, revoked=revoked)
        case PowersDrafted():
            return _drafted(state, state.table(by), content)
        case SeatNamed(seat, name):
            return _named(state, state.table(by), seat, name)
        case StepsTaken(steps):
            return _with_steps(state, state.table(by), steps)
        case StepsSeen():
            return _with_seen_steps(state, state.table(by), content)
        case TakebackRequested(steps):
            return _requested(state, by, steps)
        case TakebackAnswered(steps, agreed):
            return _answered(state, by, steps, agreed=agreed)
        case MatchOpened():
            raise BarredError(Bar.NOT_OPEN, "the match is open already")


def _opened(state: MatchState, content: MatchOpened, by: int) -> MatchState:
    if state.count or by != DECIDING:
        raise BarredError(Bar.NOT_OPEN, "only the first entry opens a match")
    table = MatchTable(DECIDING, content.name, content.key, _free(state, content.seats))
    return replace(state, match=content.match, tables=(table,))


def _decided(state: MatchState, content: TableAdmitted | GameSetUp | SeatsReassigned | MatchClosed) -> MatchState:
    match content:
        case TableAdmitted(table, name, key, seats):
            if table != len(state.tables):
                raise BarredError(Bar.UNKNOWN_TABLE, f"the next table is number {len(state.tables)}, not {table}")
            added = MatchTable(table, name, key, _free(state, seats))
            return _told_anew(replace(state, tables=(*state.tables, added), question=None), table)
        case SeatsReassigned(table, seats):
            return _reassigned(state, state.table(table), seats)
        case GameSetUp():
            return _set_up(state, content)
        case MatchClosed():
            return replace(state, closed=True, question=None)


def _free(state: MatchState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """These seats, if no table plays them.

    :raises BarredError: if one is played already, or they are out of order.
    """
    for seat in seats:
        holder = state.holder(seat)
        if holder is not None:
            raise BarredError(Bar.SEAT_TAKEN, f"{seat} is played at table {holder.number}")
    if seats != in_order(seats):
        raise BarredError(Bar.SEAT_TAKEN, "seats are named once each, in their order")
    return seats


def _reassigned(state: MatchState, table: MatchTable, seats: tuple[Seat, ...]) -> MatchState:
    if state.sealed or (state.game is not None and not state.game.is_open):
        raise BarredError(Bar.NEEDS_JUDGE, "in a game with secrets a seat stays where it is")
    without = tuple(
        replace(each, seats=tuple(seat for seat in each.seats if seat not in seats)) for each in state.tables
    )
    moved = replace(state, tables=without, question=None)
    given = replace(moved.tables[table.number], seats=in_order((*without[table.number].seats, *_free(moved, seats))))
    return _with_table(moved, given)


def _named(state: MatchState, table: MatchTable, seat: Seat, name: str) -> MatchState:
    if seat not in table.seats:
        raise BarredError(Bar.NOT_YOURS, f"{seat} is not played at table {table.number}")
    others = tuple(each for each in state.names if each[0] is not seat)
    return replace(state, names=(*others, (seat, name)))


def _departed(state: MatchState, by: int, number: int, *, revoked: bool) -> MatchState:
    table = state.table(number)
    if number == DECIDING:
        raise BarredError(Bar.NOT_YOURS, "the table that decides closes the match; it does not leave it")
    if by != (DECIDING if revoked else number):
        raise BarredError(Bar.NOT_YOURS, "a table leaves by itself, and only the one that decides revokes another")
    return _with_table(replace(state, question=None), replace(table, seats=(), left=True))


def _with_table(state: MatchState, table: MatchTable) -> MatchState:
    tables = tuple(table if each.number == table.number else each for each in state.tables)
    return replace(state, tables=tables)


def _drafted(state: MatchState, table: MatchTable, content: PowersDrafted) -> MatchState:
    _check_over(state)
    decides = table.number == DECIDING
    if content.draft is not None and state.draft is not None:
        return replace(state, draft=continued_draft(state.draft, content.draft, table.seats, decides=decides))
    if not decides or state.judged:
        raise BarredError(Bar.NOT_YOURS, "only the table that opened the match begins and ends a draft")
    return replace(state, draft=None if content.draft is None else opened_draft(content.draft))


def _check_over(state: MatchState) -> None:
    if state.game is not None and state.game.outcome is None:
        raise BarredError(Bar.GAME_GOES_ON, "a game goes on; it has to end first")


def _set_up(state: MatchState, content: GameSetUp) -> MatchState:
    _check_over(state)
    try:
        setup = setup_in(content.setup)
        game = Game.begin(setup)
    except (InvalidSetup, NotationError) as error:
        raise BarredError(Bar.SETUP, f"no game begins like this: {error}") from error
    for player in setup.players:
        if state.holder(player.seat) is None:
            raise BarredError(Bar.SETUP, f"{player.seat} is played at no table")
    if state.draft is not None:
        check_drafted(state.draft, setup)
    if game.state.cast.has_secrets and not state.judged:
        raise BarredError(
            Bar.NEEDS_JUDGE,
            "a game with secrets needs a judge, a table without seats that decides the order: one that plays would "
            "know them",
        )
    sealed = game.state.cast.has_secrets and state.here != DECIDING
    known = _told_game(state, setup) if sealed else game
    begun = replace(state, game=known, sealed=sealed, began=state.count + 1)
    veiled = state.veiled or game.state.cast.has_secrets
    return replace(begun, standing=(), question=None, veiled=veiled, draft=None)


def _told_game(state: MatchState, setup: Setup) -> Game | None:
    """A game with secrets as far as this table may know it; None if it cannot be played from that."""
    seats = state.tables[state.here].seats if state.here < len(state.tables) else ()
    viewer = viewer_at(Game.begin(setup).state.cast, seats)
    return None if viewer is None else Game.begin(setup, viewer)


def _told_anew(state: MatchState, admitted: int) -> MatchState:
    """The match after a table was admitted. If it is this table and a game with secrets is in progress, its steps are
    played again as its seats may know them."""
    game = state.game
    if not state.sealed or admitted != state.here or game is None or game.known_by is None:
        return state
    told = _told_game(state, game.setup)
    if told is None or not state.unplayed:
        return replace(state, game=None if told is None else played_again(game.plies, told))
    standing = list[StandingSteps]()
    for steps, content in zip(state.standing, state.unplayed, strict=True):
        standing.append(StandingSteps(steps.number, len(told.plies)))
        told = _as_told(told, tuple(Seat), content)
    return replace(state, game=told, standing=tuple(standing), unplayed=())


def _with_steps(state: MatchState, table: MatchTable, text: str) -> MatchState:
    if state.game is None:
        raise BarredError(Bar.NO_GAME, "there is no game")
    return _standing(state, state.game, _played(state.game, table.seats, _actions(text)))


def _standing(state: MatchState, before: Game, after: Game | None) -> MatchState:
    """The match with further confirmed steps."""
    standing = (*state.standing, StandingSteps(state.count + 1, len(before.plies)))
    return replace(state, game=after, standing=standing, question=None)


def _actions(text: str) -> tuple[Action, ...]:
    try:
        actions = parse_turn(text)
    except NotationError as error:
        raise BarredError(Bar.ILLEGAL, str(error)) from error
    if turn_text(actions) != text:
        raise BarredError(Bar.ILLEGAL, f"{text!r} is not written as the notation writes it: {turn_text(actions)}")
    return actions


def _with_seen_steps(state: MatchState, table: MatchTable, content: StepsSeen) -> MatchState:
    if not state.sealed:
        raise BarredError(Bar.NO_GAME, "steps are left out only where a judge has the game")
    game = state.game
    if game is None:
        standing = (*state.standing, StandingSteps(state.count + 1, 0))
        return replace(state, standing=standing, question=None)
    admitted, shown = state.here < len(state.tables), bool(content.tokens) or content.seed is not UNSET
    if not shown and not admitted and conceals_workers(game.state.cast):
        standing = (*state.standing, StandingSteps(state.count + 1, len(state.unplayed)))
        return replace(state, standing=standing, question=None, unplayed=(*state.unplayed, content))
    played = game if shown else _as_told(game, table.seats, content)
    over = shown or played.outcome is not None
    if over and not admitted:
        return _standing(state, game, None)  # told for a seat that this table gets later, so it was not its game
    # The end of the game shows where all tokens lie, and a secret may have decided it.
    if over:
        tokens = _actions(content.tokens) if content.tokens else ()
        try:
            game = with_secrets(game, tokens, None if content.seed is UNSET else content.seed)
        except (IllegalAction, ValueError) as error:
            raise BarredError(Bar.ILLEGAL, f"the secrets are not what was played: {error}") from error
        played = _played(game, table.seats, _actions(content.steps))
    return _standing(state, game, played)


def _as_told(game: Game, seats: tuple[Seat, ...], content: StepsSeen) -> Game:
    """The game after steps of one of these seats, as a judge reported them."""
    try:
        if content.position is not UNSET:
            return _with_result(game, seats, content, content.position)
        played = _played(game, seats, _actions(content.steps))
        drawn = () if content.drawn is UNSET else content.drawn
        return played.with_drawn(drawn) if drawn or played.awaits_cards else played
    except (NotationError, InvalidSetup, ValueError) as error:
        raise BarredError(Bar.ILLEGAL, f"what is told cannot be what was played: {error}") from error


def _with_result(game: Game, seats: tuple[Seat, ...], content: StepsSeen, position: str) -> Game:
    if content.seat not in seats or content.seat is not game.to_act or game.known_by is None:
        raise BarredError(Bar.NOT_YOURS, f"{content.seat} is not to act at this table")
    state = state_as_known(parse_position(position), game.known_by)
    return game.with_result(content.seat, tuple(read_event(text) for text in content.events), state)


def _played(game: Game, seats: tuple[Seat, ...], actions: tuple[Action, ...]) -> Game:
    before = game
    for action in actions:
        if isinstance(action, Correct):
            raise BarredError(Bar.CORRECTION, "a position is not corrected in a match between tables")
        if _met_secret(before, game):
            break  # what the seat wanted to do after that is lost, as rulings 39 have it
        alone = not isinstance(action, Resign) or len(actions) == 1
        if not alone or _ended(before, game):
            raise BarredError(Bar.ILLEGAL, "an entry has the steps of one turn, or gives a game up")
        seat = action.seat if isinstance(action, Resign) else game.to_act
        if seat is not None and seat not in seats:
            raise BarredError(Bar.NOT_YOURS, f"{seat} is not played at the table that these steps are from")
        try:
            game = game.resign(action.seat) if isinstance(action, Resign) else game.play(action)
        except IllegalAction as error:
            raise BarredError(Bar.ILLEGAL, str(error)) from error
    return game


def _met_secret(before: Game, game: Game) -> bool:
    """Whether the last step since ``before`` tested a secret, and was cancelled or ended the game."""
    if len(game.plies) == len(before.plies):
        return False
    last = game.plies[-1]
    if any(isinstance(event, ActionCancelled) for event in last.events):
        return True
    tested = last.barrier is not None
    return tested and game.outcome is not None and game.state.cast.has_secrets


def _ended(before: Game, game: Game) -> bool:
    """Whether the turn of ``before`` has ended; a player's placements count as a turn."""
    if game.turn != before.turn:
        return True
    return before.turn == 0 and game.to_act is not before.to_act


def _requested(state: MatchState, by: int, steps: int) -> MatchState:
    if not state.table(by).seats:
        raise BarredError(Bar.NOT_YOURS, f"table {by} has no seats")
    last = state.standing[-1] if state.standing else None
    if last is None or last.number != steps:
        raise BarredError(Bar.NOTHING_TO_TAKE_BACK, "only the last steps that stand can be taken back")
    if state.game is not None and state.game.outcome is not None and state.game.state.cast.has_secrets:
        raise BarredError(Bar.NOTHING_TO_TAKE_BACK, "the end of the game showed its secrets")
    for ply in () if state.game is None else state.game.plies[last.plies_before :]:
        if ply.barrier is not None or isinstance(ply.action, Resign):
            raise BarredError(Bar.NOTHING_TO_TAKE_BACK, "these steps revealed something, or gave the game up")
    return _agreed(replace(state, question=TakebackQuestion(steps, frozenset({by}))))


def _answered(state: MatchState, by: int, steps: int, *, agreed: bool) -> MatchState:
    question = state.question
    if question is None or question.steps != steps or by not in state.asked():
        raise BarredError(Bar.NOTHING_TO_TAKE_BACK, f"table {by} is not asked about entry {steps}")
    if not agreed:
        return replace(state, question=None)
    return _agreed(replace(state, question=replace(question, agreed=question.agreed | {by})))


def _agreed(state: MatchState) -> MatchState:
    """The match with the steps in question taken back, if all agreed."""
    if state.asked():
        return state
    *standing, last = state.standing
    game = state.game
    while game is not None and len(game.plies) > last.plies_before:
        game = game.undo()
    left = state.unplayed[: last.plies_before]
    return replace(state, game=game, standing=tuple(standing), question=None, unplayed=left)
