"""The session's reducer: a pure function of state and event that gives the next state and the effects.

It uses no clock, thread, random number or device, so that recorded events replay to the same game. The runner that
calls it (`table.runtime.session_runner`) writes its entries to the journal before it publishes the new state.
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
from table.session.commands import ClaimSeat
from table.session.evolve import evolve
from table.session.handlers.dispatch import decide, is_stale
from table.session.handlers.seat_commands import handle_press, handle_touch
from table.session.handlers.table_commands import ARCHIVE_PHASES
from table.session.handlers.turn_commands import can_undo, confirmation_entries
from table.session.journal_entries import (
    Acted,
    ClockPaused,
    Entry,
    GameBegan,
    GameKept,
    GameNamed,
    HostNamed,
    MendingRead,
    NamesRemembered,
    PowersOffered,
    RematchAgreed,
    SeatHandedOver,
    SettingsChosen,
    StepUndone,
    TimeUsed,
    TurnTakenBack,
)
from table.session.saved_state import steps_to_undo
from table.session.seat_claims import TurnedAway, lost_claim, still_open
from table.session.session_events import (
    BoardStatusChanged,
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
    QuestionAsked,
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
from table.session.table_api import Accepted, CommandRefused, Refusal, Refused, Stale, reason_message
from table.session.table_state import CONNECTED_LINK_STATES, TableState
from table.settings.game_options import Confirm

ENTRIES_BESIDE_THE_GAME = (
    SettingsChosen | NamesRemembered | MendingRead | HostNamed | SeatHandedOver | GameNamed | GameKept | ClockPaused
)
"""Entries that do not change the game, and make no command about it stale."""

QUESTION_MESSAGE = "board.which"
"""The message of the board while a question about it is open (`table.moves.interpretation`)."""


def handle(  # noqa: PLR0912 - one case for each event
    state: TableState, event: TableEvent
) -> tuple[TableState, tuple[Effect, ...]]:
    """The next state after an event, and the effects in the order in which they must happen.

    :raises IllegalAction: for steps read from the board that the rules do not allow: the reading was wrong.
    :raises UndoBarred: for steps taken back on the board that cannot be taken back.
    """
    match event:
        case CommandReceived():
            return _answer(state, event)
        case StepsRead(actions):
            return _apply_all(state, (Acted(actions),) if state.saved.to_act else ())
        case StepsRevised():
            return _revised(state, event)
        case Pressed(button):
            return _press(state, button)
        case SquareTouched(square):
            after, entries = handle_touch(state, square)
            return _apply_all(after, entries)
        case HandsPaused():
            return state.with_sign_begun(), ()
        case ClaimsExpired(marks):
            late = (claim for claim in state.claims if claim.mark in marks)
            return state.turning_away(TurnedAway.of(claim, ClaimEnd.LATE) for claim in late), ()
        case EntryReplayed(entry):
            return _apply_all(state, (entry,))
        case TimePassed(ms):
            running = state.running
            return (state if running is None else replace(state, clock=state.clock.passed(ms, running))), ()
        case CameToRest():
            return _apply_all(state, confirmation_entries(state.saved, state.clock) if _confirms_itself(state) else ())
        case QuestionAsked(choices):
            if state.saved.to_act is None or choices == state.choices:
                return state, ()
            return replace(state.newer, choices=choices, question_version=state.version + 1), ()
        case BoardStatusChanged(board):
            return _board_read(state, board), ()
        case PhonesChanged(connected):
            if connected == state.connected:
                return state, ()
            return _phones_changed(replace(state.newer, connected=connected)), ()
        case HostGone(seat):
            gone = seat is state.saved.seating.host and seat not in state.connected
            return (replace(state.newer, host_gone=True) if gone and not state.host_gone else state), ()
        case WorkshopChanged(workshop):
            if workshop == state.workshop:
                return state, ()
            return replace(state.newer, workshop=workshop, workshop_version=state.version + 1), ()
        case GameSaved(name):
            after, effects = _apply_all(state, (GameKept(name),))
            return replace(after, unkept=state.unkept if after.saved.ended else None), effects
        case GameNotSaved(reason):
            return (state if reason == state.unkept else replace(state.newer, unkept=reason)), ()
        case DiskFull(reason):
            return (state if reason == state.unwritten else replace(state.newer, unwritten=reason)), ()
        case HistoryLoaded(showing):
            after = replace(state.newer, showing=showing)
            return after, (Reply(Accepted(after.version)),)


def _phones_changed(state: TableState) -> TableState:
    """Without the host's phone the search for a1 and the display of colours end; with it no other host is needed."""
    if state.saved.seating.host in state.connected:
        return replace(state, host_gone=False)
    return replace(state, corner=None, colours=False)


def _board_read(state: TableState, board: BoardView) -> TableState:
    """The state with this view of the board. An open question stays while the board still shows it."""
    if board == state.board:
        return state
    after = replace(state.newer, board=board)
    if board.offers != state.board.offers:
        after = replace(after, recovery_version=after.version)
    asks = board.message is not None and board.message.key == QUESTION_MESSAGE
    return replace(after, choices=(), question_version=after.version) if state.choices and not asks else after


def _apply(state: TableState, entry: Entry) -> TableState:
    before, saved = state.saved, evolve(state.saved, entry)
    clock = state.clock.without(entry.seat, entry.ms) if isinstance(entry, TimeUsed) else state.clock
    if saved.game is None or isinstance(entry, RematchAgreed | TurnTakenBack):
        clock = ChessClock()
    same_turn = saved.game is before.game and saved.turns == before.turns
    takeback = state.takeback if same_turn else None
    after = replace(state.newer, saved=saved, clock=clock, takeback=takeback)
    if isinstance(entry, GameBegan | RematchAgreed | PowersOffered):
        after = replace(after, draft_version=after.version)
    if saved.phase not in ARCHIVE_PHASES:
        after = replace(after, showing=None)
    if saved.seating.host is not before.seating.host:
        after = replace(after, host_gone=False)
    if not isinstance(entry, ENTRIES_BESIDE_THE_GAME):
        same = (before.game, before.confirming) == (saved.game, saved.confirming)
        after = replace(
            after, game_version=after.version, question_version=after.version, choices=(), found=state.found and same
        )
        if saved.phase is not Phase.LOBBY or saved.turned != before.turned:
            after = replace(after, corner=None, colours=False)
    over = [claim for claim in state.claims if not still_open(claim, saved)]
    if not over:
        return after
    away = after.turning_away(each for claim in over if (each := lost_claim(claim, saved)) is not None)
    return away.with_claims(tuple(claim for claim in away.claims if claim not in over))


def _apply_all(state: TableState, entries: Iterable[Entry]) -> tuple[TableState, tuple[Effect, ...]]:
    """The state after these entries, and the effects that save them."""
    applied = tuple(entries)
    after = reduce(_apply, applied, state)
    effects: list[Effect] = [Persist(entry) for entry in applied]
    if len(after.saved.ended) > len(state.saved.ended):
        effects.append(SaveGame(after.saved.ended))
    return after, tuple(effects)


def _confirms_itself(state: TableState) -> bool:
    """Whether the finished turn is confirmed at once: by the options, and once the board agrees with the game."""
    saved, board = state.saved, state.board
    wanted = saved.options.confirm is Confirm.AT_ONCE and saved.confirming is not None
    waits = state.workshop is not None or state.found
    if not wanted or saved.game is None or saved.game.outcome is not None or waits:
        return False
    return board.link in CONNECTED_LINK_STATES and board.mode is BoardMode.FOLLOWING and not board.differences


def _revised(state: TableState, revised: StepsRevised) -> tuple[TableState, tuple[Effect, ...]]:
    """Steps taken back on the board and others made instead: all of it, or nothing."""
    if state.saved.game is None:
        return state, ()
    if revised.back > steps_to_undo(state.saved):
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    entries: list[Entry] = [StepUndone()] * revised.back
    if revised.actions:
        entries.append(Acted(revised.actions))
    return _apply_all(state, entries)


def _press(state: TableState, button: Button) -> tuple[TableState, tuple[Effect, ...]]:
    """The result of a button: it may be part of a sign, else it belongs to the game."""
    signed = handle_press(state, button)
    if signed is not None:
        return _apply_all(*signed)
    entries = _pressed(state, button)
    if not entries and button is Button.DONE and state.found:
        return replace(state.newer, found=False), ()
    return _apply_all(state, entries)


def _pressed(state: TableState, button: Button) -> tuple[Entry, ...]:
    saved, game = state.saved, state.saved.game
    if game is None:
        return ()
    match button:
        case Button.UNDO:
            return (StepUndone(),) if can_undo(saved) else ()
        case Button.DONE:
            if saved.confirming is not None:
                return confirmation_entries(saved, state.clock)
            return (Acted((Done(),)),) if Done() in game.legal_actions() else ()


def _answer(state: TableState, received: CommandReceived) -> tuple[TableState, tuple[Effect, ...]]:
    """Carry out a phone's command, or refuse it."""
    if is_stale(state, received):
        return state, (Reply(Stale(state.version)),)
    seat = received.command.seat if isinstance(received.command, ClaimSeat) else None
    try:
        decided = decide(state, received)
        if isinstance(decided, WorkshopInput | LoadHistory):
            return state, (decided,)
        if isinstance(decided, TrustReading):
            return state, (decided, Reply(Accepted(state.version)))
        if isinstance(decided, TableState):
            return decided, (Reply(Accepted(decided.version, seat)),)
        after, effects = _apply_all(state, decided)
        if received.name is not None and after.saved.game is not None and after.saved.name is None:
            after, named = _apply_all(after, (GameNamed(received.name),))
            effects = (*effects, *named)
    except CommandRefused as refused:
        return state, (Reply(refused.answer),)
    except (IllegalAction, UndoBarred, DraftError) as error:
        return state, (Reply(Refused(reason_message(error.reason))),)
    except InvalidSetup as error:
        return state, (Reply(Refused(Message(Refusal.NOT_NOW.value, (("detail", str(error)),)))),)
    return after, (*effects, Reply(Accepted(after.version, seat)))
