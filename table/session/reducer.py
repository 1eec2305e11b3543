"""The table's session: a function of state and event that gives the next state and what is to be done about it.

No clock, no thread, no chance and no device is in here, so that a recorded inbox replays to the same game. Whoever
runs it (`table.runtime.table_actor`) makes an effect's entry durable before it shows the new state to anyone.

Versions: ``version`` counts everything that a snapshot can show. A command is stale only if what it speaks about has
changed since its version: the evening (``changed``), for an answer to a question the question (``asked``), for a way
out the ways that are ``offered``, in the workshop what is asked there (``worked``), where all choose powers at once or
vote for them what was ``laid`` out, for an answer to a claim that claim. A worker that is lifted, a phone that falls
asleep or a stranger who asks for a seat makes no command stale.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from common.message import Message
from engine.actions import Done
from engine.errors import DraftError, IllegalAction, InvalidSetup, UndoBarred
from engine.reasons import Reason
from hardware.board import Button
from table.session.chess_clock import ChessClock
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
    DoorCommand,
    DrawLots,
    GamesCommand,
    HandHost,
    LeaveSeat,
    NameSquare,
    NameStartPlayer,
    OfferPowers,
    OpenWorkshop,
    PauseClock,
    Rematch,
    RestartTurn,
    ResumeGame,
    ShowColours,
    TableCommand,
    TakeOffer,
    UndoStep,
    VoteForPowers,
    WatchCorner,
    WithdrawClaim,
    WorkshopCommand,
)
from table.session.handlers.archive_commands import LOOKING_BACK, about_games
from table.session.handlers.board_offers import entry_of
from table.session.handlers.claim_proof import by_press, by_touch
from table.session.handlers.clock_commands import pause, turn_stands
from table.session.handlers.draft_commands import drawn_lots, in_draft, in_vote
from table.session.handlers.lobby_commands import in_lobby
from table.session.handlers.rematch_commands import after_game
from table.session.handlers.seat_commands import at_the_door
from table.session.handlers.settings_commands import about_table
from table.session.handlers.takeback_commands import Takeback, answer_takeback, ask_takeback
from table.session.handlers.turn_commands import can_go_back, confirm, go_back, own_action, own_step
from table.session.handlers.workshop_commands import in_workshop
from table.session.journal_entries import (
    Acted,
    ClockPaused,
    Entry,
    GameBegan,
    GameKept,
    GameNamed,
    HostNamed,
    MendingRead,
    PowersOffered,
    RematchAgreed,
    SeatHandedOver,
    SettingsChosen,
    StepUndone,
    TimeUsed,
    TurnTakenBack,
)
from table.session.refusals import CommandRefused, Refusal, message_of, refuse
from table.session.saved_state import evolve, steps_to_undo
from table.session.seat_claims import TurnedAway, claim_with, overtaken, still_open
from table.session.session_events import (
    BoardRead,
    CameToRest,
    ClaimsExpired,
    CommandReceived,
    DiskFull,
    Effect,
    EntryReplayed,
    GameNotSaved,
    GameSaved,
    HandsPaused,
    HistoryLoaded,
    HostGone,
    LoadHistory,
    Persist,
    PhonesChanged,
    Pressed,
    QuestionRead,
    Reply,
    SaveGame,
    SquareTouched,
    StepsRead,
    StepsRevised,
    TableEvent,
    TimePassed,
    TrustReading,
    WorkshopChanged,
    WorkshopInput,
)
from table.session.snapshot import BoardMode, BoardView, ClaimEnd, Phase
from table.session.table_api import Accepted, Refused, Stale
from table.session.table_state import HEARD, TableState
from table.settings.game_options import Confirm

OF_THE_TABLE = SettingsChosen | MendingRead | HostNamed | SeatHandedOver | GameNamed | GameKept | ClockPaused
"""Entries that change nothing of the game, and make no command about it stale."""

QUESTION_MESSAGE = "board.which"
"""What the board's reading says while a question about it is open (`table.moves.follower`)."""


def handle(  # noqa: PLR0912 - one case for each event
    state: TableState, event: TableEvent
) -> tuple[TableState, tuple[Effect, ...]]:
    """What the table does about an event: the next state, and the effects in the order in which they must happen.

    :raises IllegalAction: for steps read from the board that the rules do not allow: whoever read them was wrong.
    :raises UndoBarred: for steps that the board is said to have taken back and that cannot be.
    """
    match event:
        case CommandReceived():
            return _answer(state, event)
        case StepsRead(actions):
            return _adopt_all(state, (Acted(actions),) if state.evening.to_act else ())
        case StepsRevised():
            return _revised(state, event)
        case Pressed(button):
            return _press(state, button)
        case SquareTouched(square):
            after, entries = by_touch(state, square)
            return _adopt_all(after, entries)
        case HandsPaused():
            return state.with_sign_begun(), ()
        case ClaimsExpired(marks):
            late = (claim for claim in state.claims if claim.mark in marks)
            return state.turning_away(TurnedAway.of(claim, ClaimEnd.LATE) for claim in late), ()
        case EntryReplayed(entry):
            return _adopt_all(state, (entry,))
        case TimePassed(at):
            return replace(state, clock=state.clock.passed(at, state.running)), ()
        case CameToRest():
            return _adopt_all(state, turn_stands(state.evening, state.clock) if _confirms_itself(state) else ())
        case QuestionRead(choices):
            if state.evening.to_act is None or choices == state.choices:
                return state, ()
            return replace(state.newer, choices=choices, asked=state.version + 1), ()
        case BoardRead(board):
            return _board_read(state, board), ()
        case PhonesChanged(connected):
            if connected == state.connected:
                return state, ()
            return _phones_changed(replace(state.newer, connected=connected)), ()
        case HostGone(seat):
            gone = seat is state.evening.seating.host and seat not in state.connected
            return (replace(state.newer, host_gone=True) if gone and not state.host_gone else state), ()
        case WorkshopChanged(workshop):
            if workshop == state.workshop:
                return state, ()
            return replace(state.newer, workshop=workshop, worked=state.version + 1), ()
        case GameSaved(name):
            after, kept = _adopt_all(state, (GameKept(name),))
            return replace(after, unkept=state.unkept if after.evening.ended else None), kept
        case GameNotSaved(reason):
            return (state if reason == state.unkept else replace(state.newer, unkept=reason)), ()
        case DiskFull(reason):
            return (state if reason == state.unwritten else replace(state.newer, unwritten=reason)), ()
        case HistoryLoaded(showing):
            after = replace(state.newer, showing=showing)
            return after, (Reply(Accepted(after.version)),)


def _phones_changed(state: TableState) -> TableState:
    """Without the host's phone nobody looks for a corner or at colours; with it nobody needs another host."""
    if state.evening.seating.host in state.connected:
        return replace(state, host_gone=False)
    return replace(state, corner=None, colours=False)


def _board_read(state: TableState, board: BoardView) -> TableState:
    """A question stays as long as the board still looks so that it has to be asked."""
    if board == state.board:
        return state
    after = replace(state.newer, board=board)
    if board.offers != state.board.offers:
        after = replace(after, offered=after.version)
    asks = board.message is not None and board.message.key == QUESTION_MESSAGE
    return replace(after, choices=(), asked=after.version) if state.choices and not asks else after


def _adopt(state: TableState, entry: Entry) -> TableState:
    before, evening = state.evening, evolve(state.evening, entry)
    clock = state.clock.without(entry.seat, entry.ms) if isinstance(entry, TimeUsed) else state.clock
    if evening.game is None or isinstance(entry, RematchAgreed | TurnTakenBack):
        clock = ChessClock(clock.at)
    same_turn = evening.game is before.game and evening.turns == before.turns
    takeback = state.takeback if same_turn else None
    after = replace(state.newer, evening=evening, clock=clock, takeback=takeback)
    if isinstance(entry, GameBegan | RematchAgreed | PowersOffered):
        after = replace(after, laid=after.version)
    if evening.phase not in LOOKING_BACK:
        after = replace(after, showing=None)
    if evening.seating.host is not before.seating.host:
        after = replace(after, host_gone=False)
    if not isinstance(entry, OF_THE_TABLE):
        same = (before.game, before.confirming) == (evening.game, evening.confirming)
        after = replace(after, changed=after.version, asked=after.version, choices=(), found=state.found and same)
        if evening.phase is not Phase.LOBBY or evening.turned != before.turned:
            after = replace(after, corner=None, colours=False)
    over = [claim for claim in state.claims if not still_open(claim, evening)]
    away = after.turning_away(each for claim in over if (each := overtaken(claim, evening)) is not None)
    return away.with_claims(tuple(claim for claim in away.claims if claim not in over))


def _adopt_all(state: TableState, entries: Iterable[Entry]) -> tuple[TableState, tuple[Effect, ...]]:
    """The state after these entries, and that they are to be kept."""
    kept = tuple(entries)
    after = reduce(_adopt, kept, state)
    effects: list[Effect] = [Persist(entry) for entry in kept]
    if len(after.evening.ended) > len(state.evening.ended):
        effects.append(SaveGame(after.evening.ended))
    return after, tuple(effects)


def _confirms_itself(state: TableState) -> bool:
    """Whether the finished turn stands without being confirmed: it is played so, and the board stands as the game."""
    evening, board = state.evening, state.board
    wanted = evening.options.confirm is Confirm.AT_ONCE and evening.confirming is not None
    waits = state.workshop is not None or state.found
    if not wanted or evening.game is None or evening.game.outcome is not None or waits:
        return False
    return board.link in HEARD and board.mode is BoardMode.FOLLOWING and not board.differences


def _revised(state: TableState, revised: StepsRevised) -> tuple[TableState, tuple[Effect, ...]]:
    """Steps taken back on the board, and others done: all of it or nothing."""
    if state.evening.game is None:
        return state, ()
    if revised.back > steps_to_undo(state.evening):
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    entries: list[Entry] = [StepUndone()] * revised.back
    if revised.actions:
        entries.append(Acted(revised.actions))
    return _adopt_all(state, entries)


def _press(state: TableState, button: Button) -> tuple[TableState, tuple[Effect, ...]]:
    """What a rim button does: for a game that lies still it may be of a sign, else it is the game's."""
    signed = by_press(state, button)
    if signed is not None:
        return _adopt_all(*signed)
    entries = _pressed(state, button)
    if not entries and button is Button.DONE and state.found:
        return replace(state.newer, found=False), ()
    return _adopt_all(state, entries)


def _pressed(state: TableState, button: Button) -> tuple[Entry, ...]:
    evening, game = state.evening, state.evening.game
    if game is None:
        return ()
    match button:
        case Button.UNDO:
            return (StepUndone(),) if can_go_back(evening) else ()
        case Button.DONE:
            if evening.confirming is not None:
                return turn_stands(evening, state.clock)
            return (Acted((Done(),)),) if Done() in game.legal_actions() else ()


def _answer(state: TableState, asked: CommandReceived) -> tuple[TableState, tuple[Effect, ...]]:
    """Carry out a phone's command, or say why not."""
    if _is_stale(state, asked):
        return state, (Reply(Stale(state.version)),)
    seat = asked.command.seat if isinstance(asked.command, ClaimSeat) else None
    try:
        decided = _decide(state, asked)
        if isinstance(decided, WorkshopInput | LoadHistory):
            return state, (decided,)
        if isinstance(decided, TrustReading):
            return state, (decided, Reply(Accepted(state.version)))
        if isinstance(decided, TableState):
            return decided, (Reply(Accepted(decided.version, seat)),)
        after, kept = _adopt_all(state, decided)
        if asked.name is not None and after.evening.game is not None and after.evening.name is None:
            after, named = _adopt_all(after, (GameNamed(asked.name),))
            kept = (*kept, *named)
    except CommandRefused as refused:
        return state, (Reply(refused.answer),)
    except (IllegalAction, UndoBarred, DraftError) as error:
        return state, (Reply(Refused(message_of(error.reason))),)
    except InvalidSetup as error:
        return state, (Reply(Refused(Message(Refusal.NOT_NOW.value, (("detail", str(error)),)))),)
    return after, (*kept, Reply(Accepted(after.version, seat)))


def _is_stale(state: TableState, asked: CommandReceived) -> bool:
    """Whether the phone spoke of something that has changed. A free seat is free whatever else the phone missed; one
    that has a player may have been free for it. One's own seat is one's own; on another's somebody else may sit."""
    if isinstance(asked.command, GamesCommand | TableCommand):
        return False
    match asked.command:
        case ClaimSeat(seat) if state.evening.seating.at(seat) is not None:
            known = state.changed
        case LeaveSeat(seat) | HandHost(seat) if seat not in state.evening.seating.held(asked.marks):
            known = state.changed
        case ClaimSeat() | LeaveSeat() | HandHost() | WithdrawClaim() | PauseClock():
            return False
        case ChoosePower() | VoteForPowers() | CountVotes() if state.evening.at_once:
            known = state.laid
        case AnswerClaim(code):  # a code that was given anew is somebody else's
            claim = claim_with(state.claims, code)
            known = 0 if claim is None else claim.since
        case AnswerTakeback():
            known = state.changed if state.takeback is None else state.takeback.since
        case ChooseReading():
            known = state.asked
        case TakeOffer():
            known = max(state.changed, state.offered)
        case OpenWorkshop() | AnswerWorkshop() | NameSquare() | CloseWorkshop():
            known = state.worked
        case _:
            known = state.changed
    return not known <= asked.version <= state.version


def _decide(  # noqa: PLR0912 - one case for each subject
    state: TableState, asked: CommandReceived
) -> tuple[Entry, ...] | TableState | TrustReading | WorkshopInput | LoadHistory:
    """The entries that a command comes to, a state that is another only for the moment, or what is to be done without
    either. Raises CommandRefused."""
    evening = state.evening
    held = evening.seating.held(asked.marks)
    if state.workshop is not None and not isinstance(asked.command, DoorCommand | TableCommand | WorkshopCommand):
        raise refuse(Refusal.IN_WORKSHOP)
    if isinstance(asked.command, GamesCommand):
        return about_games(state, held, asked.command)
    match asked.command:
        case OpenWorkshop() | AnswerWorkshop() | NameSquare() | CloseWorkshop():
            return WorkshopInput(in_workshop(evening, held, asked.command, state.workshop))
        case ClaimSeat() | WithdrawClaim() | AnswerClaim() | HandHost():
            return at_the_door(state, asked.marks, asked.command, asked.fresh, asked.caller)
        case ChooseSettings() | WatchCorner() | ShowColours() | ResumeGame() | DismissMending():
            return about_table(state, held, asked.command)
        case LeaveSeat() | ChooseOptions() | BeginGame():
            return in_lobby(evening, held, asked.command, asked.fresh, state.size)
        case OfferPowers() | ChoosePower() | NameStartPlayer():
            return (in_draft(evening, held, asked.command, asked.fresh),)
        case VoteForPowers() | CountVotes():
            return in_vote(evening, held, asked.command, asked.fresh)
        case DrawLots():
            return drawn_lots(evening, held, asked.fresh)
        case Act(action):
            return (Acted(own_action(evening, held, action)),)
        case ChooseReading(index):
            if not 0 <= index < len(state.choices):
                raise refuse(Refusal.NO_QUESTION)
            return (Acted(own_step(evening, held, state.choices[index])),)
        case TakeOffer(kind):
            entry = entry_of(state.board, kind, evening, held)
            return TrustReading() if entry is None else (entry,)
        case UndoStep() | RestartTurn():
            return go_back(evening, held, asked.command)
        case ConfirmTurn():
            return confirm(evening, held, state.clock)
        case AskTakeback():
            return _wished(state, ask_takeback(evening, held, state.takeback, state.version + 1))
        case AnswerTakeback(agree):
            return _wished(state, answer_takeback(evening, held, state.takeback, agree=agree))
        case PauseClock():
            return (pause(evening, held, asked.command),)
        case Rematch() | AbandonGame():
            return after_game(evening, held, asked.command, asked.fresh)


def _wished(state: TableState, wish: Takeback | TurnTakenBack | None) -> tuple[Entry, ...] | TableState:
    return (wish,) if isinstance(wish, TurnTakenBack) else replace(state.newer, takeback=wish)
