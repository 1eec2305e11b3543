"""Commands about a match with other tables, and what comes from it: the entries that follow."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from engine.actions import Resign
from engine.seats import Seat
from table.draft_record import draft_record
from table.session.commands import Act, JoinMatch, LeaveMatch, MatchCommand, OpenMatch, RevokeTable
from table.session.handlers.table_seats import legal_part
from table.session.handlers.turn_commands import confirmed_entries, players_of, require_own_action
from table.session.journal_entries import (
    Acted,
    CardsTold,
    DraftedApart,
    Entry,
    GameAbandoned,
    GameBeganApart,
    OfferAnswered,
    ResultTold,
    SeatedApart,
    TokensShown,
    TurnAnnounced,
    WentBackApart,
)
from table.session.match_part import MatchStatus
from table.session.power_deal import with_choice
from table.session.saved_state import SavedState, need_host, need_phase
from table.session.session_events import (
    CardsAgreed,
    DraftAgreed,
    DraftWish,
    GameAgreed,
    GameWentBack,
    MatchChanged,
    MatchInput,
    MatchNews,
    ResultAgreed,
    SecretsAgreed,
    StepsAgreed,
    TakebackEnded,
    TurnAgreed,
    TurnNotAgreed,
)
from table.session.snapshot import Phase
from table.session.table_api import Refusal, refuse
from table.session.table_state import TableState, Takeback


def permitted_match_command(state: TableState, held: tuple[Seat, ...], command: MatchCommand) -> MatchInput:
    """This command, if a phone with these seats may give it now.

    :raises CommandRefused: if it may not.
    """
    saved, status = state.saved, state.match
    need_host(saved, held)
    if not status.able:
        raise refuse(Refusal.NO_BROKER)
    match command:
        case OpenMatch():
            if saved.match is None:
                need_phase(saved, Phase.LOBBY)
            if status.joining or (saved.match is not None and not saved.match.seats.opened_here):
                raise refuse(Refusal.IN_MATCH)
            _check_seats(saved, command)
        case JoinMatch():
            need_phase(saved, Phase.LOBBY)
            if saved.match is not None or status.joining:
                raise refuse(Refusal.IN_MATCH)
        case LeaveMatch():
            if saved.match is None and not status.joining:
                raise refuse(Refusal.NOT_NOW)
        case RevokeTable(table):
            others = [each.number for each in status.tables if not each.gone]
            if saved.match is None or not saved.match.seats.opened_here or not table or table not in others:
                raise refuse(Refusal.NOT_NOW)
    return MatchInput(command)


def _check_seats(saved: SavedState, command: OpenMatch) -> None:
    """Refuse a match in which a seat is played twice, or by a table without seats, or in which somebody sits."""
    asked = [seat for seats in command.tables for seat in seats]
    if len(set(asked)) < len(asked) or not all(command.tables):
        raise refuse(Refusal.NOT_NOW)
    taken = [seat for seat in asked if saved.seating.at(seat) is not None]
    if taken:
        raise refuse(Refusal.SEAT_TAKEN, seat=taken[0].value)


def resignation(saved: SavedState, own: tuple[Seat, ...], command: Act) -> MatchInput | None:
    """Giving up a game of the match, which all tables have to know before it counts; None for anything else.

    :raises CommandRefused: if a phone with these seats may not.
    """
    if saved.match is None or not isinstance(command.action, Resign):
        return None
    require_own_action(saved, own, command.action)
    return MatchInput(command)


def with_all_tables(saved: SavedState, choices: tuple[Entry, ...]) -> tuple[Entry, ...] | MatchInput:
    """Choices in the draft: in that of a match all tables have to know them before they count."""
    if not saved.drafting_apart or saved.draft is None:
        return choices
    return MatchInput(DraftWish(draft_record(reduce(with_choice, choices, saved.draft))))


def offers_itself(saved: SavedState) -> bool:
    """Whether another table has to choose within a turn, and does not have the steps of this one yet."""
    return saved.has_own_steps and not saved.offered and saved.to_act in saved.seating.played_elsewhere


def match_entries(state: TableState, news: MatchNews) -> tuple[Entry, ...]:
    """The entries of what comes from the match."""
    saved = state.saved
    match news:
        case MatchChanged(_, seats):
            return _seated(saved) if seats is None else () if _has(saved, news) else (SeatedApart(seats),)
        case DraftAgreed(draft):
            return (DraftedApart(draft),)
        case GameAgreed(number, setup):
            return (GameBeganApart(number, setup),)
        case StepsAgreed(actions) if saved.game is not None and actions:
            if isinstance(actions[0], Resign):
                return (Acted(actions[:1]),)
            steps = legal_part(saved.game, actions)
            return (TurnAnnounced(steps),) if saved.table_acts else (Acted(steps),)
        case TurnAgreed() if saved.game is not None:
            confirmed = () if saved.confirming is None else confirmed_entries(saved, state.clock)
            return (OfferAnswered(agreed=True), *confirmed)
        case TurnNotAgreed() if saved.offered:
            return (OfferAnswered(agreed=False),)
        case GameWentBack(plies):
            return (WentBackApart(plies),)
        case SecretsAgreed(tokens, seed):
            return (TokensShown(tokens, seed),)
        case CardsAgreed(cards):
            return (CardsTold(cards),)
        case ResultAgreed(plies, seat, events, position) if saved.game is not None:
            back = (WentBackApart(plies),) if len(saved.game.plies) > plies else ()
            return (*back, ResultTold(seat, events, position))
        case _:
            return ()


def _has(saved: SavedState, news: MatchChanged) -> bool:
    return saved.match is not None and saved.match.seats == news.seats


def _seated(saved: SavedState) -> tuple[Entry, ...]:
    """The entries with which this table leaves the match, and a game that goes on."""
    if saved.match is None:
        return ()
    playing = saved.draft is not None or (saved.game is not None and saved.phase is not Phase.OVER)
    return (*((GameAbandoned(),) if playing else ()), SeatedApart(None))


def with_news(state: TableState, news: MatchNews) -> TableState:
    """The state once its entries are in: what is known of the match, and who wants a turn taken back."""
    match news:
        case MatchChanged(status):
            after = state if status == state.match else replace(state.newer, match=status)
            return _asked(after, state.match, status)
        case TurnNotAgreed(why):
            return replace(state.newer, not_taken=why)
        case TakebackEnded(seat) if state.takeback is not None:
            wish = None if seat is None else replace(state.takeback, refused=seat)
            return replace(state.newer, takeback=wish)
        case _:
            return state


def _asked(state: TableState, before: MatchStatus, now: MatchStatus) -> TableState:
    """The state once another table asks for the last turn to be taken back, or asks no longer."""
    if now.asking is before.asking:
        return state
    if now.asking is None:
        theirs = state.takeback is not None and state.takeback.asker is before.asking
        return replace(state.newer, takeback=None) if theirs else state
    far = frozenset(seat for seat in players_of(state.saved) if seat in state.saved.seating.played_elsewhere)
    return replace(state.newer, takeback=Takeback(now.asking, far, state.version + 1))
