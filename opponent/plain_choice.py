"""Which turn is best at the start of one in a plain game: compared as numbers, and only the one that is taken is looked
for in the rules."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from engine.state import State
from engine.turns.flow import begin_turn
from engine.turns.successors import Successor
from opponent.alpha_beta import INFINITY, SURE
from opponent.budget import Budget, OutOfBudget
from opponent.plain_positions import PlainPosition
from opponent.plain_search import PlainSearcher

NEVER: Final = -INFINITY


class PlainChoice(NamedTuple):
    """The turn that was found to be best, its value to the player, and how many turns ahead all of them were looked
    at."""

    turn: Successor
    value: int
    depth: int


Root = tuple[int, PlainPosition]
"""A turn that is compared: its value so far, and the position after it."""


def plain_choice(
    known: State, searcher: PlainSearcher, budget: Budget, chance: random.Random, deepest: int
) -> PlainChoice | None:
    """The best of the turns after which the other player cannot win at once; chance orders those that look alike.

    None where the turn has begun already, and where each turn loses: the rules' own turns are to be compared then.
    """
    if known.turn is None or begin_turn(known, known.turn.seat) != known:
        return None
    turns = searcher.roots(known)
    if not turns:
        return None
    chance.shuffle(turns)
    turns.sort(key=lambda turn: -turn[0])
    roots: list[Root] = []
    depth = 0
    try:
        for value, end, _ in turns:
            roots.append((value, end))
            budget.spend()
            if budget.is_half_spent:
                break  # the other half is for what can be answered to those that look best
        while depth < deepest and len(roots) > 1 and abs(roots[0][0]) < SURE:
            _deepen(roots, searcher, depth + 1)
            depth += 1
    except OutOfBudget:
        pass
    value, end = roots[0]
    return PlainChoice(searcher.turn_to(known, end), value, depth)


def _deepen(roots: list[Root], searcher: PlainSearcher, depth: int) -> None:
    """Look at all turns to a depth, and put them in their new order; also as far as the budget goes."""
    done: list[Root] = []
    best = NEVER
    try:
        for _, end in roots:
            value = best
            if best > NEVER:
                value = searcher.value_after(end, depth - 1, best, best + 1)
            if value > best or best == NEVER:
                value = searcher.value_after(end, depth - 1, best, INFINITY)
            done.append((value, end))
            best = max(best, value)
    finally:
        rest = roots[len(done) :]
        done.sort(key=lambda root: -root[0])
        good = sum(value >= -SURE for value, _ in done)
        # What surely loses comes after what was not looked at yet.
        roots[:] = done[:good] + rest + done[good:]
