"""Searches whole turns with alpha-beta, deeper where a win threatens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Generic, NamedTuple, TypeVar

from engine.actions import Action
from engine.effects import Option
from engine.seats import Seat
from engine.state import State
from engine.turns.flow import Between
from engine.turns.successors import Successor
from opponent.budget import Budget
from opponent.game_tree import WIN, GameTree, by_height

INFINITY: Final = WIN + 1
SURE: Final = WIN - 1_000
"""A value beyond this means that the game is decided."""

MOST_ENTRIES: Final = 60_000
"""The most positions that are remembered (some 50 MB); then the memory starts empty again."""

THREAT_TURNS: Final = 3
"""The turns beyond its depth that the search follows where a win threatens."""

LONGEST_LINE: Final = 8
"""The most expected turns that are reported."""

WIDEST: Final = 90
"""The most promising turns that are followed in a position; all turns are if the next one ends the line."""

FULL_WIDTH: Final = 6
"""The first turns that are searched to the full depth; later ones one turn less unless they prove good."""

LESS_DEPTH: Final = 24
"""The turns after which the later ones are searched two turns less."""

HOPELESS: Final = 900
"""Two turns before the end of a line, a turn whose value is outside the bounds by this much is not followed."""


REFUTING: Final = 1 << 10
"""More than any rank by height."""

Node = TypeVar("Node")


class Remembered(NamedTuple, Generic[Node]):
    """The result for a position: the depth, the bounds of the value, and the end of the best turn."""

    depth: int
    low: int
    high: int
    best: Node | None


class Searcher:
    """Searches one game for one team; it remembers results for all depths and all roots of one search."""

    full_roots: int = FULL_WIDTH
    """The compared turns that are each searched to the full depth."""

    def __init__(self, tree: GameTree, budget: Budget, threat_turns: int = THREAT_TURNS) -> None:
        self._tree = tree
        self._budget = budget
        self._threat_turns = threat_turns
        self._memory: dict[Between, Remembered[Between]] = {}
        self._refuting: dict[int, frozenset[Action]] = {}

    def value_for_us(self, node: Between, depth: int, alpha: int, beta: int, ply: int = 1) -> int:
        """Value a position for the searching team, ``depth`` turns ahead.

        :raises OutOfBudget: if the budget is spent.
        """
        tree = self._tree
        if tree.mover(node) is None:
            return nearer(tree.outcome_value(node), ply)
        if tree.is_ours(node):
            return self._search(node, depth, alpha, beta, ply)
        return -self._search(node, depth, -beta, -alpha, ply)

    def expected(self, node: Between) -> tuple[tuple[Action, ...], ...]:
        """Return the turns after a position if both sides take the best ones found, as far as remembered."""
        line: list[tuple[Action, ...]] = []
        while len(line) < LONGEST_LINE:
            known = self._memory.get(node)
            if known is None or known.best is None:
                break
            taken = next((found for found in self._tree.replies(node) if found.end == known.best), None)
            if taken is None:
                break
            line.append(taken.actions)
            node = taken.end
        return tuple(line)

    def _search(self, node: Between, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value for the side to move if it is within the bounds, else a bound for it."""
        tree = self._tree
        self._budget.spend()
        mover = tree.mover(node)
        if mover is None:
            raise LookupError("a finished game has no player to move")
        known = self._memory.get(node) if depth > 0 else None
        if known is not None and known.depth >= depth:
            low, high = further(known.low, ply), further(known.high, ply)
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        if depth > 0:
            if known is None and tree.wins_at_once(node, mover):
                return WIN - ply
            if depth == 2 and ply > 1 and self._is_good_enough(node, mover, beta):
                return beta
        else:
            value = tree.value(node, mover)
            calm = depth <= -self._threat_turns or not tree.is_threatened(node, mover)
            good = value >= beta and (calm or depth < 0)
            if good and ply > 1:
                return value  # a win would be better still, and change nothing
            if tree.wins_at_once(node, mover):
                return WIN - ply
            if calm or good:
                return value
        best, best_end = self._best_reply(node, depth, alpha, beta, ply, known)
        if depth > 0:
            self._remember(node, depth, best, alpha, beta, ply, best_end)
        return best

    def _is_good_enough(self, node: Between, mover: Seat, beta: int) -> bool:
        """Whether a position with two turns to go has such a value for the side to move, and is so quiet, that this
        turn need not be searched."""
        tree = self._tree
        return tree.value(node, mover) >= beta + HOPELESS and not tree.is_threatened(node, mover)

    def _best_reply(
        self, node: Between, depth: int, alpha: int, beta: int, ply: int, known: Remembered[Between] | None
    ) -> tuple[int, Between | None]:
        best, best_end, first = -INFINITY, None, None
        if known is not None and known.best is not None:
            first = known.best
            best, best_end = self._value_of(node, first, depth - 1, alpha, beta, ply), first
            if best >= beta:
                return best, best_end
        for number, (looks, found) in enumerate(self._ordered(node, depth, ply)):
            end = found.end
            if end == first:
                continue
            low = max(alpha, best)
            if best_end is None or depth <= 1:
                value = self._value_of(node, end, depth - 1, low, beta, ply)
            else:
                late = number >= FULL_WIDTH or (depth == 2 and looks + HOPELESS < low)
                late = late and not self._threatens(end)
                if late and depth == 2 and looks + HOPELESS < low:
                    continue
                less = 1
                if late and depth > 2:
                    less = 3 if number >= LESS_DEPTH and depth > 3 else 2
                value = self._value_of(node, end, depth - less, low, low + 1, ply)
                if value > low and (less > 1 or value < beta):
                    value = self._value_of(node, end, depth - 1, low, beta, ply)
            if value > best:
                best, best_end = value, end
                if best >= beta:
                    self._refuting[ply] = frozenset(way.option.action for way in found.ways)
                    break
        if best_end is None:
            return self._value_of(node, self._tree.when_stuck(node), depth - 1, alpha, beta, ply), None
        return best, best_end

    def _value_of(self, node: Between, end: Between, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of the end of a turn to the side that took it."""
        tree = self._tree
        ours = tree.is_ours(node)
        if tree.mover(end) is None:
            value = nearer(tree.outcome_value(end), ply)
            return value if ours else -value
        if tree.is_ours(end) == ours:
            return self._search(end, depth, alpha, beta, ply + 1)
        return -self._search(end, depth, -beta, -alpha, ply + 1)

    def _threatens(self, end: Between) -> bool:
        """Whether a turn threatens the next player with a win."""
        mover = self._tree.mover(end)
        return mover is None or self._tree.is_threatened(end, mover)

    def _ordered(self, node: Between, depth: int, ply: int) -> Iterable[tuple[int, Successor]]:
        """Return the turns from a position with their static values. Near the end of a line they are in generation
        order, without values, after the turn that last refuted another one; before that the best come first."""
        tree = self._tree
        if depth <= 1:
            refuting = self._refuting.get(ply, frozenset())

            def rank(state: State, option: Option) -> int:
                return REFUTING if option.action in refuting else by_height(state, option)

            return ((0, found) for found in tree.replies(node, rank))
        ours = tree.is_ours(node)
        rated: list[tuple[int, int, Successor]] = []
        for found in tree.replies(node, by_height):
            self._budget.spend()
            mover = tree.mover(found.end)
            if mover is None:
                value = tree.outcome_value(found.end)
                rated.append((value if ours else -value, len(rated), found))
            else:
                value = tree.value(found.end, mover)
                rated.append((value if tree.is_ours(found.end) == ours else -value, len(rated), found))
        rated.sort(key=lambda each: (-each[0], each[1]))
        return [(looks, found) for looks, _, found in rated[:WIDEST]]

    def _remember(
        self, node: Between, depth: int, value: int, alpha: int, beta: int, ply: int, best: Between | None
    ) -> None:
        if len(self._memory) >= MOST_ENTRIES:
            self._memory.clear()
        kept = further(value, -ply)
        low = kept if value > alpha else -INFINITY
        high = kept if value < beta else INFINITY
        self._memory[node] = Remembered(depth, low, high, best)


def nearer(value: int, ply: int) -> int:
    """Return the value of a game that is decided ``ply`` turns ahead."""
    return value - ply if value > 0 else value + ply


def further(value: int, ply: int) -> int:
    """Convert a value that counts from ``ply`` turns below the root to one that counts from the root; a negative
    ``ply`` converts back."""
    if value > SURE:
        return value - ply
    return value + ply if value < -SURE else value
