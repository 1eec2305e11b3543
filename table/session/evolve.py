"""The saved state after a journal entry. `evolve` is the only way from one saved state to the next, during play and in
replay, so that both give the same value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from engine import Game
from engine.actions import Action, Resign
from engine.errors import IllegalAction, UndoBarred
from engine.events import ActionCancelled
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import Player, Setup
from table.session.announced_steps import still_announced
from table.session.chess_clock import TurnStood, with_time
from table.session.journal_entries import (
    Acted,
    BoardChanged,
    BoardTurned,
    CardsTold,
    ClockPaused,
    DraftedApart,
    Entry,
    GameAbandoned,
    GameBegan,
    GameBeganApart,
    GameKept,
    GameNamed,
    HostNamed,
    JournalMended,
    JournalShortened,
    MendingRead,
    NamesRemembered,
    OfferAnswered,
    Opened,
    OptionsChosen,
    PositionCorrected,
    PowerChosen,
    PowersOffered,
    PowersVoted,
    RematchAgreed,
    ResultTold,
    SeatedApart,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    SettingsChosen,
    StartPlayerNamed,
    StepUndone,
    TableCleared,
    TablePlays,
    TimeUsed,
    TokensShown,
    TurnAnnounced,
    TurnConfirmed,
    TurnOffered,
    TurnTakenBack,
    WentBackApart,
)
from table.session.match_folding import (
    began_apart,
    drafted_apart,
    part_of,
    seated_apart,
    went_back,
    with_result,
    with_shown_secrets,
    without_game,
)
from table.session.power_deal import with_choice, with_vote
from table.session.rematch import RematchKind, next_setup
from table.session.saved_state import (
    EndedGame,
    SavedState,
    SeatedPlayer,
    draft_of,
    may_be_undone,
    remembering,
    turn_owner,
    turn_to_take_back,
)
from table.session.snapshot import Phase
from table.session.table_api import Refusal


def evolve(saved: SavedState, entry: Entry) -> SavedState:
    """The saved state after an entry.

    :raises SantoriniError: if the rules of the game or of the draft do not allow it.
    :raises ValueError: if it does not fit the saved state otherwise (a taken seat, a step without a game).
    """
    after = _after_entry(saved, entry)
    if after.game is not saved.game and (saved.announced or after.seating.announced_seats):
        after = replace(after, announced=still_announced(saved, entry, after))
    ended = _ended_game(saved, after)
    return after if ended is None else replace(after, ended=(*after.ended, ended))


def replay(entries: Iterable[Entry]) -> SavedState:
    """The saved state after all these entries; raises as `evolve` does."""
    return reduce(evolve, entries, SavedState())


def _after_entry(saved: SavedState, entry: Entry) -> SavedState:  # noqa: PLR0912 - one case for each entry
    match entry:
        case Opened():
            return replace(saved, starts=saved.starts + 1)
        case TableCleared():
            starts, turned, ended, mended = saved.starts, saved.turned, saved.ended, saved.mended
            cleared = SavedState(starts=starts, turned=turned, settings=saved.settings, ended=ended, mended=mended)
            return replace(cleared, names=saved.names)
        case SeatTaken(seat, name, mark):
            seating = saved.seating.with_player(SeatedPlayer(seat, name, mark))
            return replace(saved, seating=seating, names=remembering(saved.names, name))
        case NamesRemembered(names):
            return replace(saved, names=names)
        case SeatLeft(seat):
            return replace(saved, seating=saved.seating.without(seat))
        case OptionsChosen(options):
            return replace(saved, options=options)
        case SeatHandedOver(seat, mark):
            return replace(saved, seating=saved.seating.with_phone(seat, mark))
        case HostNamed(seat):
            return replace(saved, seating=saved.seating.with_host(seat))
        case TablePlays(seat, level):
            return replace(saved, seating=saved.seating.with_table(seat, level), announced=())
        case TurnAnnounced(actions):
            return replace(saved, announced=actions)
        case SeatedApart(seats):
            return seated_apart(saved, seats)
        case GameBeganApart(number, setup):
            return began_apart(saved, number, setup)
        case DraftedApart(draft):
            return drafted_apart(saved, draft)
        case TurnOffered():
            return replace(saved, match=replace(part_of(saved), offered=True))
        case OfferAnswered(agreed):
            part = part_of(saved)
            known = len(_game(saved).plies) if agreed else part.agreed
            return replace(saved, match=part.with_agreed(known))
        case WentBackApart(plies):
            return went_back(saved, plies)
        case TokensShown(tokens, seed):
            return with_shown_secrets(saved, tokens, seed)
        case CardsTold(cards):
            return replace(saved, game=_game(saved).with_drawn(cards))
        case ResultTold():
            return _with_confirmed_turn(replace(saved, confirming=None, announced=()), with_result(saved, entry))
        case SettingsChosen(settings):
            return replace(saved, settings=settings)
        case GameBegan(size):
            return _begin(saved, size)
        case PowersVoted() | PowersOffered() | PowerChosen() | StartPlayerNamed():
            return _drafted(saved, entry)
        case Acted((Resign(seat),)):
            return _resigned(saved, seat)
        case Acted(actions):
            return _after_steps(saved, actions)
        case StepUndone():
            return _undone(saved)
        case PositionCorrected():
            return _corrected(saved, entry)
        case BoardTurned(quarters):
            return replace(saved, turned=(saved.turned + quarters) % 4)
        case BoardChanged(kind):
            return replace(saved, board=kind)
        case TurnConfirmed():
            return _with_confirmed_turn(replace(saved, confirming=None), _game(saved))
        case TimeUsed(seat, ms):
            return replace(saved, spent=with_time(saved.spent, seat, ms - _increment(saved, seat)))
        case ClockPaused(paused):
            return replace(saved, paused=paused)
        case TurnTakenBack(plies):
            return _taken_back(saved, plies)
        case RematchAgreed():
            return _rematch(saved, entry)
        case GameAbandoned():
            return without_game(saved)
        case GameNamed(name):
            return replace(saved, name=name)
        case JournalMended():
            return replace(saved, mended=entry)
        case JournalShortened(starts):
            return SavedState(starts=starts)
        case MendingRead():
            return replace(saved, mended=None)
        case GameKept(name):
            return replace(saved, ended=tuple(game for game in saved.ended if game.name != name))


def _ended_game(before: SavedState, after: SavedState) -> EndedGame | None:
    """The game that has just ended and is to be archived: it is over, or was abandoned after at least one turn. None if
    there is none."""
    if before.name is None or before.game is None or before.phase is Phase.OVER:
        return None
    if after.name == before.name:
        game = after.game if after.phase is Phase.OVER else None
    else:
        game = before.game if before.game.turn > 1 else None
    if game is None or game.known_by is not None:
        return None  # what is not known of a game cannot be replayed
    playing = {player.seat for player in game.setup.players}
    named = (player for player in before.seating.players if player.name and player.seat in playing)
    names = tuple((player.seat, player.name) for player in named)
    return EndedGame(before.name, game, names)


def _begin(saved: SavedState, size: int) -> SavedState:
    draft = draft_of(saved, size)
    if draft is not None:
        return replace(saved, draft=draft)
    players = tuple(Player(seat, team=team) for team, seat in enumerate(saved.seating.turn_order))
    return replace(saved, game=Game.begin(Setup(players, saved.options.profile(size))))


def _taken_back(saved: SavedState, plies: int) -> SavedState:
    if plies != turn_to_take_back(saved):
        raise ValueError(f"a turn of {turn_to_take_back(saved)} plies cannot be taken back as one of {plies}")
    game = _game(saved)
    for _ in range(plies):
        game = game.undo()
    *before, _ = saved.turns
    spent = before[-1].spent if before else ()
    return replace(saved, game=game, confirming=None, turns=tuple(before), spent=spent)


def _with_confirmed_turn(saved: SavedState, game: Game) -> SavedState:
    match = None if saved.match is None else saved.match.with_agreed(len(game.plies))
    return replace(saved, game=game, turns=(*saved.turns, TurnStood(len(game.plies), saved.spent)), match=match)


def _increment(saved: SavedState, seat: Seat) -> int:
    """The increment in ms that a player gets for the turn that is about to be confirmed."""
    clock = saved.options.clock
    return 0 if clock is None or seat is not saved.confirming else 1000 * clock.increment


def _rematch(saved: SavedState, agreed: RematchAgreed) -> SavedState:
    setup = _game(saved).setup
    empty = without_game(saved)
    match agreed.kind:
        case RematchKind.LOBBY:
            return empty
        case RematchKind.DRAFT:
            return _begin(empty, setup.profile.size)
        case _:
            return replace(empty, game=Game.begin(next_setup(setup, agreed.kind, agreed.seed)))


def _corrected(saved: SavedState, entry: PositionCorrected) -> SavedState:
    """After a correction, from which the seat to act goes on. A finished turn that waited to be confirmed is
    confirmed."""
    game = _game(saved)
    before = saved if saved.confirming is None else _with_confirmed_turn(saved, game)
    return replace(before, game=game.after(entry.correction), confirming=None)


def _undone(saved: SavedState) -> SavedState:
    game = _game(saved)
    if saved.offered:
        raise UndoBarred(Reason.of(Refusal.NOT_AGREED_YET))
    if len(game.plies) <= saved.settled:
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    if not may_be_undone(game):
        raise UndoBarred(Reason.of("undo.revealed"))
    return replace(saved, game=game.undo(), confirming=None)


def _drafted(saved: SavedState, entry: PowersVoted | PowersOffered | PowerChosen | StartPlayerNamed) -> SavedState:
    if saved.draft is None:
        raise ValueError("there is no draft")
    match entry:
        case PowersVoted():
            if not saved.voting:
                raise ValueError("nobody votes now")
            return replace(saved, votes=with_vote(saved.draft, saved.votes, entry))
        case PowersOffered() | PowerChosen():
            return replace(saved, draft=with_choice(saved.draft, entry))
        case StartPlayerNamed(_, seed):
            done = with_choice(saved.draft, entry)
            return replace(saved, draft=None, votes=(), game=Game.begin(done.setup(seed)))


def _resigned(saved: SavedState, seat: Seat) -> SavedState:
    """After a player resigned, which is possible at any time, needs no confirmation and cannot be taken back. A
    finished turn of that player is confirmed."""
    game = _game(saved).resign(seat)
    confirming = None if game.outcome is not None or saved.confirming is seat else saved.confirming
    return _with_confirmed_turn(replace(saved, confirming=confirming), game)


def _after_steps(saved: SavedState, actions: tuple[Action, ...]) -> SavedState:
    """After a sequence of declared steps. The steps after one that was cancelled are not made."""
    before = _game(saved)
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
    return replace(saved, game=after, confirming=owner if _finished(before, after) else None)


def _finished(before: Game, after: Game) -> bool:
    """Whether the turn of ``before`` is finished in ``after``; a player's placements count as a turn."""
    if after.outcome is not None or after.turn != before.turn:
        return True
    return before.turn == 0 and after.to_act is not before.to_act


def _game(saved: SavedState) -> Game:
    if saved.game is None:
        raise ValueError("there is no game")
    return saved.game
