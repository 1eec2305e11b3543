"""Which handler carries out a command, and whether the command is stale.

A command is stale only if its subject has changed since the version that the phone knew: for an answer to a question
the question, for a recovery option the options, for an answer to a claim that claim, for most commands the game. A
lifted worker, a phone that disconnects or a claim for a seat makes no other command stale.
"""

from __future__ import annotations

from dataclasses import replace

from table.session.commands import (
    AbandonGame,
    Act,
    AnswerClaim,
    AnswerTakeback,
    AnswerWorkshop,
    AskTakeback,
    BeginGame,
    ChooseOptions,
    ChoosePower,
    ChooseReading,
    ChooseSettings,
    ClaimSeat,
    CloseWorkshop,
    ConfirmTurn,
    CountVotes,
    DismissMending,
    DrawLots,
    ForgetName,
    GamesCommand,
    HandHost,
    LeaveSeat,
    LetTablePlay,
    MatchCommand,
    NameSquare,
    NameStartPlayer,
    OfferPowers,
    OpenWorkshop,
    PauseClock,
    PlayNow,
    PuzzleCommand,
    Rematch,
    RestartTurn,
    ResumeGame,
    SeatCommand,
    ShowColours,
    TableCommand,
    TakeOffer,
    UndoStep,
    UseBoard,
    VoteForPowers,
    WatchCorner,
    WithdrawClaim,
    WorkshopCommand,
)
from table.session.handlers.match_commands import permitted_match_command, resignation, with_all_tables
from table.session.handlers.puzzle_commands import handle_puzzle_command
from table.session.handlers.seat_commands import handle_seat_command
from table.session.handlers.setup_commands import (
    draw_lots,
    handle_draft_command,
    handle_lobby_command,
    handle_rematch_command,
    handle_vote_command,
)
from table.session.handlers.table_commands import (
    handle_archive_command,
    handle_settings_command,
    permitted_board_change,
    permitted_workshop_command,
)
from table.session.handlers.table_seats import play_now
from table.session.handlers.turn_commands import (
    answer_takeback,
    ask_takeback,
    confirm_turn,
    handle_clock_command,
    offer_entry,
    require_own_action,
    require_own_steps,
    takeback_entries,
    undo_steps,
)
from table.session.journal_entries import Acted, Entry, TurnTakenBack
from table.session.seat_claims import claim_with
from table.session.session_events import (
    AnswerNow,
    ChangeBoard,
    CommandReceived,
    LoadHistory,
    MatchInput,
    TrustReading,
    WorkshopInput,
)
from table.session.table_api import Refusal, refuse
from table.session.table_state import TableState, Takeback


def is_stale(state: TableState, received: CommandReceived) -> bool:
    """Whether the subject of a command has changed since the phone's version. A claim for a free seat is never stale,
    nor is a command about a seat that the phone holds; another seat may have another player by now."""
    if isinstance(received.command, GamesCommand | TableCommand | MatchCommand):
        return False
    match received.command:
        case ClaimSeat(seat) if state.saved.seating.at(seat) is not None:
            known = state.game_version
        case LeaveSeat(seat) | HandHost(seat) if seat not in state.saved.seating.held(received.marks):
            known = state.game_version
        case ClaimSeat() | LeaveSeat() | HandHost() | WithdrawClaim() | PauseClock():
            return False
        case ChoosePower() | VoteForPowers() | CountVotes() if state.saved.at_once:
            known = state.draft_version
        case AnswerClaim(code):  # the code may belong to another claim by now
            claim = claim_with(state.claims, code)
            known = 0 if claim is None else claim.since
        case AnswerTakeback():
            known = state.game_version if state.takeback is None else state.takeback.since
        case ChooseReading():
            known = state.question_version
        case TakeOffer():
            known = max(state.game_version, state.recovery_version)
        case OpenWorkshop() | AnswerWorkshop() | NameSquare() | CloseWorkshop():
            known = state.workshop_version
        case _:
            known = state.game_version
    return not known <= received.version <= state.version


Decided = (
    tuple[Entry, ...] | TableState | TrustReading | WorkshopInput | LoadHistory | ChangeBoard | AnswerNow | MatchInput
)
"""Journal entries, a changed state without an entry, or an effect alone."""


def decide(  # noqa: PLR0912 - one case for each subject
    state: TableState, received: CommandReceived
) -> Decided:
    """The result of a command.

    :raises CommandRefused: if it cannot be carried out.
    """
    saved = state.saved
    held = saved.seating.held(received.marks)
    own = saved.seating.played_by_people(held)
    if state.workshop is not None and not isinstance(received.command, SeatCommand | TableCommand | WorkshopCommand):
        raise refuse(Refusal.IN_WORKSHOP)
    if isinstance(received.command, GamesCommand):
        return handle_archive_command(state, held, received.command)
    if isinstance(received.command, PuzzleCommand):
        return handle_puzzle_command(state, held, received.command)
    if isinstance(received.command, MatchCommand):
        return permitted_match_command(state, held, received.command)
    match received.command:
        case OpenWorkshop() | AnswerWorkshop() | NameSquare() | CloseWorkshop():
            return WorkshopInput(permitted_workshop_command(saved, held, received.command, state.workshop))
        case ClaimSeat() | WithdrawClaim() | AnswerClaim() | HandHost():
            return handle_seat_command(state, received.marks, received.command, received.fresh, received.caller)
        case ChooseSettings() | WatchCorner() | ShowColours() | ResumeGame() | DismissMending() | ForgetName():
            return handle_settings_command(state, held, received.command)
        case LetTablePlay() if not state.thinks:
            raise refuse(Refusal.NOT_NOW)
        case LeaveSeat() | LetTablePlay() | ChooseOptions() | BeginGame():
            return handle_lobby_command(saved, held, received.command, received.fresh, state.size)
        case OfferPowers() | ChoosePower() | NameStartPlayer():
            return with_all_tables(saved, (handle_draft_command(saved, own, received.command, received.fresh),))
        case VoteForPowers():
            return handle_vote_command(saved, own, received.command, received.fresh)
        case CountVotes():
            return handle_vote_command(saved, held, received.command, received.fresh)
        case DrawLots():
            return with_all_tables(saved, draw_lots(saved, held, received.fresh))
        case Act(action):
            apart = resignation(saved, own, received.command)
            return (Acted(require_own_action(saved, own, action)),) if apart is None else apart
        case ChooseReading(index):
            if not 0 <= index < len(state.choices):
                raise refuse(Refusal.NO_QUESTION)
            return (Acted(require_own_steps(saved, own, state.choices[index])),)
        case TakeOffer(kind):
            entry = offer_entry(state.board, kind, saved, held)
            return TrustReading() if entry is None else (entry,)
        case UndoStep() | RestartTurn():
            return undo_steps(saved, own, received.command)
        case ConfirmTurn():
            return confirm_turn(saved, own, state.clock)
        case AskTakeback():
            return _takeback_result(state, ask_takeback(saved, own, state.takeback, state.version + 1))
        case AnswerTakeback(agree):
            return _takeback_result(state, answer_takeback(saved, own, state.takeback, agree=agree))
        case PauseClock():
            return (handle_clock_command(saved, held, received.command),)
        case PlayNow():
            return play_now(state, held)
        case UseBoard(board):
            return permitted_board_change(state, held, board)
        case Rematch() | AbandonGame():
            return handle_rematch_command(saved, held, received.command, received.fresh)


def _takeback_result(state: TableState, request: Takeback | TurnTakenBack | None) -> tuple[Entry, ...] | TableState:
    if isinstance(request, TurnTakenBack):
        return takeback_entries(state.saved)
    return replace(state.newer, takeback=request)
