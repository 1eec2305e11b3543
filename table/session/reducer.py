"""The session's reducer: a pure function of state and event that gives the next state and the effects.

It uses no clock, thread, random number or device, so that recorded events replay to the same game. The runner that
calls it (`table.runtime.session_runner`) writes its entries to the journal before it publishes the new state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from common.message import Message
from engine import Game, square
from engine.actions import Done
from engine.errors import DraftError, IllegalAction, InvalidSetup, UndoBarred
from engine.reasons import Reason
from engine.state import State
from hardware.board import Button
from table.session.announced_steps import announced_among, announced_instead, as_announced
from table.session.board_choice import BoardKind, BoardPresence
from table.session.board_reports import TOUCH_UNSURE, meant_by_done
from table.session.chess_clock import ChessClock
from table.session.commands import ClaimSeat
from table.session.evolve import evolve
from table.session.handlers.dispatch import decide, is_stale
from table.session.handlers.match_commands import match_entries, offers_itself, with_news
from table.session.handlers.puzzle_commands import as_set_up, blocks_finished, without_puzzle
from table.session.handlers.seat_commands import handle_press, handle_touch
from table.session.handlers.table_commands import ARCHIVE_PHASES
from table.session.handlers.table_seats import carried_out, table_entries, turn_announced
from table.session.handlers.turn_commands import can_undo, confirmation_entries, own_steps_to_undo
from table.session.journal_entries import (
    Acted,
    BoardChanged,
    ClockPaused,
    DraftedApart,
    Entry,
    GameBegan,
    GameBeganApart,
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
    TurnConfirmed,
    TurnOffered,
    TurnTakenBack,
    WentBackApart,
)
from table.session.puzzle_play import belongs_to_puzzle, play_puzzle
from table.session.saved_state import steps_to_undo
from table.session.seat_claims import TurnedAway, lost_claim, moved_on, still_open
from table.session.session_events import (
    ActionSequence,
    AnswerNow,
    BoardsSeen,
    BoardStatusChanged,
    CameToRest,
    ChangeBoard,
    ClaimsExpired,
    CommandReceived,
    DiskFull,
    Effect,
    EntryReplayed,
    GameAgreed,
    GameNotSaved,
    GameSaved,
    HandsPaused,
    HintGiven,
    HistoryLoaded,
    HostGone,
    LoadHistory,
    MatchInput,
    MatchNews,
    Persist,
    PhonesChanged,
    PiecesFollow,
    Pressed,
    PuzzleJudged,
    QuestionAsked,
    Reply,
    SaveGame,
    SquareTouched,
    StepsRead,
    StepsRevised,
    TableActs,
    TableEvent,
    TimePassed,
    TrustReading,
    TurnDecided,
    WorkshopChanged,
    WorkshopInput,
)
from table.session.snapshot import AdoptBoard, BoardMode, BoardView, ClaimEnd, Phase, PuzzleStage
from table.session.table_api import Accepted, CommandRefused, Refusal, Refused, Stale, reason_message
from table.session.table_state import CONNECTED_LINK_STATES, TableState
from table.settings.game_options import Confirm

ENTRIES_BESIDE_THE_GAME = (
    SettingsChosen
    | NamesRemembered
    | MendingRead
    | HostNamed
    | SeatHandedOver
    | GameNamed
    | GameKept
    | ClockPaused
    | BoardChanged
)
"""Entries that do not change the game, and make no command about it stale."""

QUESTION_MESSAGE = "board.which"
"""The message of the board while a question about it is open (`table.moves.interpretation`)."""


SET_UP_MESSAGE = "board.set_up"
"""The message of the board while it is unknown how the pieces came to stand as they do (`table.moves.guidance`)."""
CARRY_OUT = Message("board.carry_out")
"""The same while it is the table's turn: what was done is not what it has announced."""


def handle(state: TableState, event: TableEvent) -> tuple[TableState, tuple[Effect, ...]]:
    """The next state after an event, and the effects in the order in which they must happen.

    :raises IllegalAction: for steps read from the board that the rules do not allow: the reading was wrong.
    :raises UndoBarred: for steps taken back on the board that cannot be taken back.
    """
    if state.puzzle is not None and belongs_to_puzzle(event):
        return play_puzzle(state, state.puzzle, event, _handle)
    return _handle(state, event)


def _handle(  # noqa: PLR0912 - one case for each event
    state: TableState, event: TableEvent
) -> tuple[TableState, tuple[Effect, ...]]:
    if isinstance(event, MatchNews):
        name = event.name if isinstance(event, GameAgreed) else None
        after, effects = _applied_and_named(state, match_entries(state, event), name)
        return with_news(after, event), effects
    match event:
        case CommandReceived():
            return _answer(state, event)
        case StepsRead(actions):
            return _apply_all(state, (Acted(as_announced(state.saved, actions)),) if state.saved.to_act else ())
        case TurnDecided(version, actions):
            return _apply_all(state, turn_announced(state, actions) if version == state.game_version else ())
        case TableActs(version, fresh, name):
            entries = table_entries(state, fresh) if version == state.game_version else ()
            return _applied_and_named(state, entries, name)
        case StepsRevised():
            return _revised(state, event)
        case PiecesFollow(by_themselves):
            return _following(replace(state.newer, pieces_follow=by_themselves)), ()
        case Pressed(button):
            return _press(state, button)
        case SquareTouched(square):
            after, entries = handle_touch(state, square)
            return _apply_all(after, entries)
        case HintGiven(known, turns):
            return _hinted(state, known, turns), ()
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
            return _apply_all(state, _by_itself(state))
        case QuestionAsked(choices):
            if state.saved.to_act is None or choices == state.choices:
                return state, ()
            if state.saved.table_acts:
                return _apply_all(state, (Acted(announced_among(state.saved, choices)),))
            return replace(state.newer, choices=choices, question_version=state.version + 1), ()
        case BoardStatusChanged(board):
            return _board_read(state, board), ()
        case BoardsSeen(presence):
            return _boards_seen(state, presence)
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
        case PuzzleJudged():
            return state, ()  # its puzzle is no longer on the board


def _phones_changed(state: TableState) -> TableState:
    """Without the host's phone the search for a1 and the display of colours end; with it no other host is needed."""
    if state.saved.seating.host in state.connected:
        return replace(state, host_gone=False)
    return replace(state, corner=None, colours=False)


def _following(state: TableState) -> TableState:
    """The state in which nobody lays blocks for a puzzle, if pieces move by themselves."""
    waits = state.pieces_follow and state.puzzle is not None and state.puzzle.stage is PuzzleStage.BLOCKS
    return blocks_finished(state, state.puzzle) if waits and state.puzzle is not None else state


def _board_read(state: TableState, board: BoardView) -> TableState:
    """The state with this view of the board. An open question stays while the board still shows it. The position of a
    puzzle is given, and that of a match is the one of all tables, so no other one is adopted."""
    if board.message is not None and board.message.key == SET_UP_MESSAGE and state.at_board.saved.table_acts:
        board = replace(board, message=CARRY_OUT)
    part = state.saved.match
    if state.puzzle is not None or (part is not None and part.current):
        board = replace(board, offers=tuple(each for each in board.offers if not isinstance(each, AdoptBoard)))
    if board == state.board:
        return state
    after = replace(state.newer, board=board)
    if board.offers != state.board.offers:
        after = replace(after, recovery_version=after.version)
    asks = board.message is not None and board.message.key == QUESTION_MESSAGE
    if state.choices and not asks:
        after = replace(after, choices=(), question_version=after.version)
    return as_set_up(after)


def _hinted(state: TableState, known: State, turns: tuple[ActionSequence, ...]) -> TableState:
    """The state with a hint on the lights, if the game is still where it was asked for, and has no secrets."""
    game = state.saved.game
    if game is None or game.state != known or known.cast.has_secrets or state.saved.confirming is not None:
        return state
    return replace(state, hinted=turns)


def _still_hinted(turns: tuple[ActionSequence, ...], entry: Entry) -> tuple[ActionSequence, ...]:
    """What is left of the turns that a hint recommends: who follows it is shown the next step."""
    if not turns or not isinstance(entry, Acted):
        return ()
    done = len(entry.actions)
    return tuple(turn[done:] for turn in turns if turn[:done] == entry.actions and len(turn) > done)


def _boards_seen(state: TableState, presence: BoardPresence) -> tuple[TableState, tuple[Effect, ...]]:
    if presence == state.boards:
        return state, ()
    after, changed = replace(state.newer, boards=presence), presence.in_use is not state.saved.board
    return _apply_all(after, (BoardChanged(presence.in_use),) if changed else ())


def _apply(state: TableState, entry: Entry) -> TableState:
    before, saved = state.saved, evolve(state.saved, entry)
    clock = state.clock.without(entry.seat, entry.ms) if isinstance(entry, TimeUsed) else state.clock
    if saved.game is None or isinstance(entry, RematchAgreed | TurnTakenBack | GameBeganApart | WentBackApart):
        clock = ChessClock()
    same_turn = saved.game is before.game and saved.turns == before.turns
    takeback = state.takeback if same_turn else None
    after = replace(state.newer, saved=saved, clock=clock, takeback=takeback)
    if isinstance(entry, Acted | StepUndone | TurnOffered | TurnConfirmed | WentBackApart):
        after = replace(after, not_taken=None)
    if isinstance(entry, GameBegan | RematchAgreed | PowersOffered | DraftedApart):
        after = replace(after, draft_version=after.version)
    if saved.phase not in ARCHIVE_PHASES:
        after = replace(after, showing=None, puzzle=None)
    elif after.puzzle is not None:
        after = replace(after, puzzle=after.puzzle.beside(saved))
    if saved.seating.host is not before.seating.host:
        after = replace(after, host_gone=False)
    if isinstance(entry, BoardChanged) and before.board is not None and saved.under_way:
        by_hand = entry.kind is BoardKind.REAL  # a virtual board sets itself up
        after = replace(after, found=by_hand, moved=by_hand)
    if not isinstance(entry, ENTRIES_BESIDE_THE_GAME):
        same = (before.game, before.confirming) == (saved.game, saved.confirming)
        after = replace(
            after, game_version=after.version, question_version=after.version, choices=(), found=state.found and same
        )
        after = replace(after, hinted=_still_hinted(state.hinted, entry))
        if saved.phase is not Phase.LOBBY or saved.turned != before.turned:
            after = replace(after, corner=None, colours=False)
    if not state.claims:
        return after
    claims = moved_on(state.claims, saved)
    over = [claim for claim in claims if not still_open(claim, saved)]
    if over:
        after = after.turning_away(each for claim in over if (each := lost_claim(claim, saved)) is not None)
    return after.with_claims(tuple(claim for claim in claims if claim not in over))


def _apply_all(state: TableState, entries: Iterable[Entry]) -> tuple[TableState, tuple[Effect, ...]]:
    """The state after these entries, and the effects that save them."""
    applied = tuple(entries)
    after = reduce(_apply, applied, state)
    effects: list[Effect] = [Persist(entry) for entry in applied]
    if len(after.saved.ended) > len(state.saved.ended):
        effects.append(SaveGame(after.saved.ended))
    return after, tuple(effects)


def _by_itself(state: TableState) -> tuple[Entry, ...]:
    """What happens by itself now: a turn is confirmed, or goes to the other tables of a match."""
    if _confirms_itself(state):
        return confirmation_entries(state.saved, state.clock)
    return (TurnOffered(),) if offers_itself(state.saved) and state.not_taken is None else ()


def _confirms_itself(state: TableState) -> bool:
    """Whether the finished turn is confirmed at once: by the options, or since nobody here played; and once the board
    agrees with the game. What other tables did not take waits for a person."""
    saved, board = state.saved, state.board
    by_table = saved.confirming in saved.seating.announced_seats
    if state.not_taken is not None:
        return False
    wanted = by_table or (saved.options.confirm is Confirm.AT_ONCE and saved.confirming is not None)
    waits = state.workshop is not None or state.found
    if not wanted or saved.game is None or (saved.game.outcome is not None and not by_table) or waits:
        return False
    return board.link in CONNECTED_LINK_STATES and board.mode is BoardMode.FOLLOWING and not board.differences


def _revised(state: TableState, revised: StepsRevised) -> tuple[TableState, tuple[Effect, ...]]:
    """Steps taken back on the board and others made instead: all of it, or nothing."""
    if state.saved.game is None:
        return state, ()
    if revised.back > steps_to_undo(state.saved):
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    entries: list[Entry] = [StepUndone()] * revised.back
    undone = reduce(evolve, entries, state.saved)
    carried = () if revised.actions else announced_instead(state.saved, undone)
    if carried:
        return _apply_all(state, (Acted(carried),))
    if revised.actions:
        entries.append(Acted(as_announced(undone, revised.actions)))
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
            return (StepUndone(),) * own_steps_to_undo(saved) if can_undo(saved) else ()
        case Button.DONE:
            if saved.confirming is not None:
                return confirmation_entries(saved, state.clock)
            if saved.table_acts:
                return carried_out(state)
            return (Acted((Done(),)),) if Done() in game.legal_actions() else _touch_meant(state, game)


def _touch_meant(state: TableState, game: Game) -> tuple[Entry, ...]:
    """Done after a touch that was not clear says that it was one, and that the turn is done, if it is."""
    message = state.board.message
    if message is None or message.key != TOUCH_UNSURE:
        return ()
    build = meant_by_done(game, square(dict(message.args)["square"]))
    if build is None:
        return ()
    after = evolve(state.saved, Acted((build,)))
    confirmed = () if after.confirming is None else confirmation_entries(after, state.clock)
    return (Acted((build,)), *confirmed)


def _applied_and_named(
    state: TableState, entries: Iterable[Entry], name: str | None
) -> tuple[TableState, tuple[Effect, ...]]:
    """The state after these entries; a game that begins gets this name (None: it is not archived)."""
    after, effects = _apply_all(state, entries)
    if name is None or after.saved.game is None or after.saved.name is not None:
        return after, effects
    after, named = _apply_all(after, (GameNamed(name),))
    return after, (*effects, *named)


def _answer(state: TableState, received: CommandReceived) -> tuple[TableState, tuple[Effect, ...]]:
    """Carry out a phone's command, or refuse it."""
    if is_stale(state, received):
        return state, (Reply(Stale(state.version)),)
    seat = received.command.seat if isinstance(received.command, ClaimSeat) else None
    try:
        decided = decide(state, received)
        if isinstance(decided, WorkshopInput | LoadHistory | MatchInput):
            return state, (decided,)
        if isinstance(decided, TrustReading | ChangeBoard | AnswerNow):
            return state, (decided, Reply(Accepted(state.version)))
        if isinstance(decided, TableState):
            if decided.claims and decided.puzzle is not None and not decided.connected:
                decided = without_puzzle(decided)  # a sign at the board may be the only way to a seat
            return decided, (Reply(Accepted(decided.version, seat)),)
        after, effects = _applied_and_named(state, decided, received.name)
    except CommandRefused as refused:
        return state, (Reply(refused.answer),)
    except (IllegalAction, UndoBarred, DraftError) as error:
        return state, (Reply(Refused(reason_message(error.reason))),)
    except InvalidSetup as error:
        return state, (Reply(Refused(Message(Refusal.NOT_NOW.value, (("detail", str(error)),)))),)
    return after, (*effects, Reply(Accepted(after.version, seat)))
