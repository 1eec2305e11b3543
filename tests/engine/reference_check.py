"""Hold the engine's complete turns against those of the slow reference, from one position."""

from __future__ import annotations

from collections.abc import Callable

from engine import complete_turns
from engine.game import Game
from engine.notation import parse_position, position_of, position_text, state_of, turn_text
from engine.state import State
from engine.turns import turn_enumeration as turns
from engine.turns.turn_enumeration import CompleteTurn
from tests.engine.reference import Board
from tests.engine.reference import complete_turns as slow_turns
from tests.engine.reference.lines import SEATS, Facts, facts, read, written
from tests.engine.reference.turn import after_loss

Listing = Callable[[State], tuple[CompleteTurn, ...]]


def step_by_step(state: State) -> tuple[CompleteTurn, ...]:
    """The turns of which a game offers every step, each looked ahead from."""
    return turns._one_way_each(state, turns._edges(state))


def difference(board: Board, listing: Listing = complete_turns) -> str:
    """What the engine and the reference make differently of a position; empty if nothing.

    Compared are all positions that complete turns lead to, and if there are none the position after the loss.
    """
    line = written(board)
    ours = _engine_results(line, board, listing)
    slow = {facts(result, board.to_move): result for result in slow_turns(board)}
    missing = [f"  missing: {' '.join(slow[key].steps)} -> {written(slow[key])}" for key in slow if key not in ours]
    extra = [f"  extra: {turn_text(ours[key].actions)} -> {key}" for key in ours if key not in slow]
    lost = [] if slow or ours else _after_loss(line, board)
    return "\n".join([line, *missing, *extra, *lost]) if missing or extra or lost else ""


def _engine_results(line: str, board: Board, listing: Listing) -> dict[Facts, CompleteTurn]:
    """Every position that the engine's complete turns lead to."""
    found = {}
    for turn in listing(state_of(parse_position(line))):
        after = position_text(position_of(turn.after))
        compared = facts(read(after), board.to_move) if turn.after.outcome else (after,)
        found[compared] = turn
    return found


def _after_loss(line: str, board: Board) -> list[str]:
    """What follows differently when the player to move has no turn, and when those who then have none lose too."""
    game = Game.at(state_of(parse_position(line)))
    after = after_loss(board)
    while after.winner is None and not slow_turns(after):
        after = after_loss(after)
    if after.winner is not None:
        seats = [SEATS[player] for player in range(len(after.cards)) if after.team(player) == after.winner]
        winners = () if game.outcome is None else game.outcome.winners
        return [] if sorted(winners) == sorted(seats) else [f"  lost: {winners} and not {seats} won"]
    there = position_text(position_of(game.state))
    return [] if there == written(after) else [f"  lost: {there} and not {written(after)}"]
