"""What phones see of the puzzle on the board: to those with a seat it is the game, to others a line about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.seats import Seat
from table.session.puzzle_on_board import SETTING_UP, PuzzleOnBoard
from table.session.snapshot import ClockView, Phase, PuzzleOnBoardView, PuzzleStage, Snapshot
from table.session.table_state import TableState
from table.view.snapshot_builder import DarkReasons, present

WITHOUT_STEPS: Final = (*SETTING_UP, PuzzleStage.SOLUTION)
"""The stages in which a phone offers no steps: it shows what is to be set up, or the solution."""


def present_at_board(
    state: TableState, held: tuple[Seat, ...], dark: Callable[[], DarkReasons], clock: ClockView | None = None
) -> Snapshot:
    """As `table.view.snapshot_builder.present`, with the puzzle in the place of the game for a phone with a seat: its
    player plays the seat that is to win. ``dark`` is that of what is played at the board."""
    puzzle = state.puzzle
    if puzzle is None:
        return present(state, held, dark, clock)
    table = replace(present(state, held, dark, clock), puzzle=_view(puzzle))
    if not held:
        return table
    played = present(state.at_board, (puzzle.solver,), dark)
    if puzzle.stage in WITHOUT_STEPS and played.game is not None:
        played = replace(
            played,
            game=replace(played.game, options=(), wins=()),
            prompt=None,
            can_undo=puzzle.stage is PuzzleStage.SOLUTION and played.can_undo,
        )
    return replace(
        table,
        phase=Phase.PUZZLE,
        seats=played.seats,
        seats_held=played.seats_held,
        game=played.game,
        prompt=played.prompt,
        confirming=played.confirming if puzzle.stage is PuzzleStage.TURNS else None,
        can_undo=played.can_undo,
        dark=played.dark,
        choices=played.choices,
        log=played.log,
        can_restart=played.can_restart,
        known=played.known,
        table_turn=played.table_turn,
    )


def _view(puzzle: PuzzleOnBoard) -> PuzzleOnBoardView:
    given = puzzle.puzzle
    said = (puzzle.reply, puzzle.shown, puzzle.reason)
    return PuzzleOnBoardView(puzzle.number, given.turns, given.grade, puzzle.stage, puzzle.left, *said)
