"""Commands about the puzzle on the board, and what of the board says how far it is set up."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from engine.seats import Seat
from opponent.puzzle_attempt import solved
from opponent.puzzles import stored_puzzles
from table.session.commands import FinishBlocks, GiveUpPuzzle, PutPuzzle, PutPuzzleAway, PuzzleCommand, ShowReply
from table.session.game_history import history_of
from table.session.handlers.table_commands import ARCHIVE_PHASES
from table.session.puzzle_on_board import PuzzleOnBoard, put_on_board
from table.session.saved_state import need_phase
from table.session.snapshot import BoardMode, PuzzleStage
from table.session.table_api import Refusal, forbid, refuse
from table.session.table_state import CONNECTED_LINK_STATES, TableState


def handle_puzzle_command(state: TableState, held: tuple[Seat, ...], command: PuzzleCommand) -> TableState:
    """The result of such a command of a phone with these seats.

    :raises CommandRefused: if it cannot be carried out.
    """
    if not held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    if isinstance(command, PutPuzzle):
        return _with_puzzle(state, command.number)
    puzzle = state.puzzle
    if puzzle is None:
        raise refuse(Refusal.NOT_NOW)
    match command:
        case PutPuzzleAway():
            return without_puzzle(state)
        case FinishBlocks():
            if puzzle.stage is not PuzzleStage.BLOCKS:
                raise refuse(Refusal.NOT_NOW)
            return blocks_finished(state, puzzle)
        case GiveUpPuzzle():
            return _with_solution(state, puzzle)
        case ShowReply(step):
            if not 0 <= step < len(puzzle.reply):
                raise refuse(Refusal.NOT_NOW)
            return replace(state.newer, puzzle=replace(puzzle, shown=step))


def _with_puzzle(state: TableState, number: int) -> TableState:
    need_phase(state.saved, *ARCHIVE_PHASES)
    if not state.judges:
        raise refuse(Refusal.NOT_NOW)
    if state.board.link not in CONNECTED_LINK_STATES:
        raise refuse(Refusal.BOARD_AWAY)
    puzzles = stored_puzzles()
    if not 0 < number <= len(puzzles):
        raise refuse(Refusal.NO_PUZZLE, number=str(number))
    since = state.version + 1
    puzzle = put_on_board(number, puzzles[number - 1], state.saved, since)
    if puzzle.game.setup.profile.size != state.size:
        raise refuse(Refusal.PUZZLE_NEEDS_MORE_SQUARES)
    still = replace(without_puzzle(state), showing=None, corner=None, colours=False, hinted=())
    return replace(still, puzzle=puzzle, pieces_follow=False)  # until the board says that they do


def _with_solution(state: TableState, puzzle: PuzzleOnBoard) -> TableState:
    """The state in which the solution is shown, from the step on at which the board is."""
    if puzzle.stage in (PuzzleStage.SOLUTION, PuzzleStage.WON):
        raise refuse(Refusal.NOT_NOW)
    steps = history_of(solved(puzzle.puzzle))[1:]
    pairs = zip(puzzle.game.plies, steps, strict=False)  # a wrong turn may have more steps than all of the solution
    agreed = sum(1 for _ in takewhile(lambda pair: pair[0].action == pair[1].action, pairs))
    shown = replace(puzzle, stage=PuzzleStage.SOLUTION, reply=steps, shown=min(agreed, len(steps) - 1), reason=None)
    return replace(state.newer, puzzle=shown)


def without_puzzle(state: TableState) -> TableState:
    """The state without a puzzle on the board; what phones saw of one is stale."""
    version = state.version + 1
    return replace(
        state, version=version, game_version=version, question_version=version, choices=(), puzzle=None
    ).with_sign_begun()


def blocks_finished(state: TableState, puzzle: PuzzleOnBoard) -> TableState:
    """The state once the blocks of the puzzle are laid: its workers are next, unless they stand already."""
    return as_set_up(replace(state.newer, puzzle=replace(puzzle, stage=PuzzleStage.WORKERS)))


def as_set_up(state: TableState) -> TableState:
    """The state in which the puzzle begins, if its workers stand as they have to."""
    puzzle, board = state.puzzle, state.board
    if puzzle is None or puzzle.stage is not PuzzleStage.WORKERS or board.link not in CONNECTED_LINK_STATES:
        return state
    if board.mode is not BoardMode.FOLLOWING or board.differences:
        return state
    return replace(state.newer, puzzle=replace(puzzle, stage=PuzzleStage.TURNS))
