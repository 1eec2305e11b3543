"""The engine agrees with the turns that independent engines computed, as far as their powers are played here."""

from __future__ import annotations

import pytest

from engine.notation import position_of, state_of
from engine.powers import POWERS
from engine.turns import complete_turns
from tests.engine.reference_boards import board_of_position, position_of_board
from tests.engine.shared_turns import ABSENT, FILES, FOLDER, Line, going_on, lines

PLAYED = frozenset(str(power.name) for power in POWERS) | {"mortal"}

DIFFERENT: dict[str, str] = {}
"""Positions where the engine differs and stays so: the line's name and, in our words, the rule that decides."""

LEAST = {"jp_base": 119, "jp_pairs": 100}
"""Lines that must be found in these files, so that a change of the folder does not silence the comparison."""


@pytest.mark.skipif(not FOLDER.is_dir(), reason=ABSENT)
@pytest.mark.parametrize("file", FILES)
def test_turns_are_those_of_the_independent_engines(file: str) -> None:
    compared = 0
    differing = {}
    for line in lines(file, PLAYED):
        compared += 1
        difference = _difference(line)
        if difference:
            differing[line.name] = difference
    assert {name: what for name, what in differing.items() if name not in DIFFERENT} == {}
    assert [name for name in DIFFERENT if name.startswith(f"{file} ") and name not in differing] == []
    assert compared >= LEAST.get(file, 0 if file == "mb_pairs" else 15)


def _difference(line: Line) -> str:
    state = state_of(position_of_board(line.board))
    mover = line.board.to_move
    results = []
    for turn in complete_turns(state):
        position = position_of(turn.after)
        winner = None
        if position.winner is not None:
            winner = [side.seat for side in position.sides].index(position.winner)
        results.append((winner, board_of_position(position)))
    ours = {going_on(board) for winner, board in results if winner is None}
    our_wins = {(winner, board.workers[mover]) for winner, board in results if winner is not None}
    if line.stuck is bool(results):
        return f"stuck is {line.stuck} there, and here there are {len(results)} turns"
    missing, extra = line.going_on - ours, ours - line.going_on
    if missing or extra or our_wins != line.won:
        return f"{len(missing)} results missing, {len(extra)} too many, wins that differ: {our_wins ^ line.won}"
    return ""
