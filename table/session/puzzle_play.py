"""A puzzle on the board is played as a game is: what hands and phones do goes through the session's reducer with the
puzzle in the place of the game.

No entry of it is written. A finished turn of the player is judged before it counts as confirmed: a right one is
answered by the table, which announces its turn; a wrong one stays, to be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engine.actions import Resign
from hardware.board import Button
from opponent.puzzles import PuzzleVerdict
from table.session.commands import Act, ConfirmTurn, PuzzleTurnCommand
from table.session.handlers.puzzle_commands import as_set_up, blocks_finished
from table.session.journal_entries import Entry, TurnAnnounced, TurnConfirmed
from table.session.puzzle_on_board import SETTING_UP, SOLVER, PuzzleOnBoard
from table.session.session_events import (
    CameToRest,
    CommandReceived,
    Effect,
    EntryReplayed,
    JudgePuzzle,
    Persist,
    Pressed,
    PuzzleJudged,
    QuestionAsked,
    Reply,
    StepsRead,
    StepsRevised,
    TableActs,
    TableEvent,
    TurnDecided,
)
from table.session.snapshot import PuzzleStage
from table.session.table_api import Refusal, Refused, refusal_message
from table.session.table_state import TableState

Handled = tuple[TableState, tuple[Effect, ...]]
Handle = Callable[[TableState, TableEvent], Handled]

PuzzleEvent = (
    StepsRead
    | StepsRevised
    | QuestionAsked
    | TurnDecided
    | TableActs
    | Pressed
    | CameToRest
    | PuzzleJudged
    | CommandReceived
)
"""Events that belong to the puzzle while one is on the board; of commands those in `PuzzleTurnCommand`."""


def belongs_to_puzzle(event: TableEvent) -> bool:
    """Whether an event belongs to the puzzle while one is on the board."""
    if isinstance(event, CommandReceived):
        return isinstance(event.command, PuzzleTurnCommand)
    return isinstance(event, PuzzleEvent)


def play_puzzle(state: TableState, puzzle: PuzzleOnBoard, event: TableEvent, handle: Handle) -> Handled:
    """What comes of such an event; ``handle`` is the session's reducer, for which the puzzle is the game. It raises
    what that raises.
    """
    match event:
        case PuzzleJudged():
            return _judged(state, puzzle, event, handle), ()
        case CameToRest() if puzzle.stage is not PuzzleStage.TURNS:
            return state, ()
        case Pressed(Button.DONE) if puzzle.stage is not PuzzleStage.TURNS:
            return _done_pressed(state, puzzle), ()
        case CommandReceived():
            if _is_refused(puzzle, event):
                return state, (Reply(Refused(refusal_message(Refusal.NOT_NOW))),)
            held = state.saved.seating.held(event.marks)
            event = replace(event, marks=frozenset({SOLVER}) if held else frozenset(), name=None)
        case TableActs():
            event = replace(event, name=None)  # a puzzle is not archived
        case _:
            pass
    return _played(state, puzzle, *handle(state.at_board, event), handle)


def _is_refused(puzzle: PuzzleOnBoard, received: CommandReceived) -> bool:
    """Whether a command about turns cannot be carried out at this stage. Nobody gives up a puzzle: it is put away."""
    match received.command:
        case Act(Resign()):
            return True
        case ConfirmTurn():
            return puzzle.stage is not PuzzleStage.TURNS
        case _:
            return puzzle.stage in SETTING_UP


def _done_pressed(state: TableState, puzzle: PuzzleOnBoard) -> TableState:
    """The button goes on with what is shown: from the blocks to the workers, from step to step of what refutes a
    turn."""
    if puzzle.stage is PuzzleStage.BLOCKS:
        return blocks_finished(state, puzzle)
    if len(puzzle.reply) > 1:
        return replace(state.newer, puzzle=replace(puzzle, shown=(puzzle.shown + 1) % len(puzzle.reply)))
    return state


def _played(
    state: TableState, puzzle: PuzzleOnBoard, after: TableState, effects: tuple[Effect, ...], handle: Handle
) -> Handled:
    """The state of the table after the puzzle's has become ``after``; a turn that would be confirmed is judged."""
    entries = tuple(effect.entry for effect in effects if isinstance(effect, Persist))
    others = tuple(effect for effect in effects if not isinstance(effect, Persist))
    if TurnConfirmed() in entries:
        finished = _with_entries(state, (each for each in entries if not isinstance(each, TurnConfirmed)), handle)
        if finished.saved.confirming is puzzle.solver:
            judged = replace(puzzle, saved=finished.saved, stage=PuzzleStage.JUDGING)
            return _joined(state, after, judged), (*others, JudgePuzzle(puzzle.number, puzzle.puzzle, judged.steps))
    if after.saved is puzzle.saved:
        return _joined(state, after, puzzle), others
    return _joined(state, after, _going_on(replace(puzzle, saved=after.saved))), others


def _going_on(puzzle: PuzzleOnBoard) -> PuzzleOnBoard:
    """The puzzle after a step, or one that was taken back: what was said of the turn before no longer counts."""
    if puzzle.stage is PuzzleStage.WON:
        return puzzle
    return replace(puzzle, stage=PuzzleStage.TURNS, reply=(), shown=0, reason=None)


def _judged(state: TableState, puzzle: PuzzleOnBoard, event: PuzzleJudged, handle: Handle) -> TableState:
    """The state after a judgement; the same one if the turn was taken back meanwhile, or the puzzle put away."""
    asked, answer = event.asked, event.answer
    if puzzle.stage is not PuzzleStage.JUDGING or (asked.number, asked.steps) != (puzzle.number, puzzle.steps):
        return state
    entries: tuple[Entry, ...] = ()
    found = replace(puzzle, stage=PuzzleStage.WRONG, reply=answer.reply, shown=0, reason=answer.reason)
    if answer.verdict is PuzzleVerdict.WON:
        entries, found = (TurnConfirmed(),), replace(puzzle, stage=PuzzleStage.WON, left=answer.left)
    elif answer.verdict is PuzzleVerdict.OPEN:
        announced = tuple(each.action for each in answer.reply if each.action is not None)
        entries = (TurnConfirmed(), TurnAnnounced(announced))
        found = replace(puzzle, stage=PuzzleStage.TURNS, left=answer.left)
    after = _with_entries(state, entries, handle)
    return _joined(state, after.newer, replace(found, saved=after.saved))


def _with_entries(state: TableState, entries: Iterable[Entry], handle: Handle) -> TableState:
    """The puzzle's state after these entries."""
    after = state.at_board
    for entry in entries:
        after, _ = handle(after, EntryReplayed(entry))
    return after


def _joined(state: TableState, after: TableState, puzzle: PuzzleOnBoard) -> TableState:
    """The state of the table with this puzzle and what of the puzzle's state ``after`` an event is the table's, too."""
    if after.version == state.version:
        return state
    return as_set_up(
        replace(
            state,
            version=after.version,
            game_version=after.game_version,
            question_version=after.question_version,
            choices=after.choices,
            puzzle=puzzle,
        )
    )
