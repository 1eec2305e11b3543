"""Values a position for a team, whichever team is to move."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from engine.state import State
from engine.turns.flow import Between, lapsed
from opponent.alpha_beta import INFINITY, SURE, Searcher
from opponent.budget import Budget, OutOfBudget
from opponent.evaluation import fitted_weights
from opponent.game_tree import WIN, GameTree, by_height


@dataclass(frozen=True, slots=True)
class Standing:
    """The value of a position to a team, in thousandths of a natural logarithm of the odds (beyond `SURE` it is won or
    lost by force), and the depth to which all turns were searched."""

    value: int
    depth: int


def standing(state: State, team: int, budget: Budget) -> Standing:
    """Value a state for a team, at the start of a turn or after the end of the game; the whole state counts as known.

    :raises ValueError: while workers are placed.
    """
    state = lapsed(state) if state.turn is not None else state
    if state.outcome is not None:
        won = any(state.cast.team(winner) == team for winner in state.outcome.winners)
        return Standing(WIN if won else -WIN, 0)
    if state.turn is None:
        raise ValueError("no turn has begun: workers are still being placed")
    tree = GameTree(state.cast, team, fitted_weights())
    mover = state.turn.seat
    sign = 1 if state.cast.team(mover) == team else -1
    if tree.win_from(state, mover):
        return Standing(sign * (WIN - 1), 1)
    ends = _first_looks(tree, state, sign, budget)
    if not ends:
        return Standing(sign * -WIN, 0)
    searcher, value, depth = Searcher(tree, budget), sign * ends[0][0], 0
    try:
        while abs(value) <= SURE:
            best = -INFINITY
            for number, (_, end) in enumerate(ends):
                low, high = (best, INFINITY) if sign > 0 else (-INFINITY, -best)
                found = sign * searcher.value_for_us(end, depth, low, high, 2)
                ends[number] = (found, end)
                best = max(best, found)
            value, depth = sign * best, depth + 1
            ends.sort(key=lambda each: -each[0])
    except OutOfBudget:
        pass
    return Standing(value, depth)


def _first_looks(tree: GameTree, state: State, sign: int, budget: Budget) -> list[tuple[int, Between]]:
    """Return the ends of turns with their static values to the player to move, the best first; stops at half the
    budget."""
    looks: list[tuple[int, Between]] = []
    for found in tree.turns_from(state, by_height):
        mover = tree.mover(found.end)
        if mover is None:
            value = tree.outcome_value(found.end)
        else:
            value = tree.value(found.end, mover) * (1 if tree.is_ours(found.end) else -1)
        looks.append((sign * value, found.end))
        try:
            budget.spend()
        except OutOfBudget:
            break
        if budget.is_half_spent:
            break
    looks.sort(key=lambda each: -each[0])
    return looks


def share_of_wins(value: int) -> float:
    """Return the share of games that such a value wins, from 0 to 1.

    >>> share_of_wins(0), round(share_of_wins(1000), 2), share_of_wins(-WIN)
    (0.5, 0.73, 0.0)
    """
    if abs(value) > SURE:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-value / 1000))
