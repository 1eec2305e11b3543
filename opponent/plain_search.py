"""The search in plain positions: alpha-beta as in `opponent.alpha_beta`, on numbers instead of states.

Turns after which the other player wins at once are never followed, and turns that threaten a win are followed beyond
the depth, since there are few answers to them.
"""

from __future__ import annotations

from typing import Final

from engine.actions import Action
from engine.casting.cast import Cast
from engine.state import State
from engine.turns.flow import Between
from engine.turns.successors import Successor
from opponent.alpha_beta import INFINITY, LONGEST_LINE, Remembered, further, nearer
from opponent.budget import NO_LIMIT, Budget
from opponent.game_tree import WIN, GameTree
from opponent.plain_positions import PlainPosition, passed, plain_position, toward
from opponent.plain_turns import PlainTurn, PlainTurns
from opponent.plain_worth import PlainWorth
from opponent.weights import WeightBook

MOST_ENTRIES: Final = 100_000
"""So many positions are remembered, some forty megabytes; then the memory begins anew."""

WIDEST: Final = 90
"""In one position so many turns are followed, those that look best."""

FULL_DEPTH: Final = 6
"""Among so many the first is searched to the full depth, the later ones less deeply unless they prove good."""

LESS_DEPTH: Final = 24
"""After so many turns the later ones are searched even less deeply."""

HOPELESS: Final = 900
"""In the second last turn of a line, one that looks worse by so much than what is sure is not followed."""


Window = tuple[int, int]
"""Between which bounds a value is asked for."""

Place = tuple[int, int]
"""How many turns ahead a position is, and how many more threats are followed beyond the depth."""


class _Side:
    """What one player needs to search: its turns, what positions are worth to it on the move, what it remembers, and
    the other side."""

    def __init__(self, turns: PlainTurns, worth: PlainWorth) -> None:
        self.turns = turns
        self.worth = worth
        self.memory: dict[PlainPosition, Remembered[PlainPosition]] = {}
        self.rival = self


class PlainSearcher:
    """Searches one plain game for one team; it is asked as `opponent.alpha_beta.Searcher` is."""

    full_roots: int = NO_LIMIT
    """Each of the turns that are compared is searched to the full depth."""

    def __init__(self, tree: GameTree, cast: Cast, book: WeightBook, budget: Budget, threat_turns: int) -> None:
        self._tree = tree
        self._budget = budget
        self._team = team = tree.team
        self._threat_turns = threat_turns
        powers = {player.team: player.power for player in cast.setup.players}
        other = next(each for each in powers if each != team)
        weights = {each: book.of(power) for each, power in powers.items()}
        self._ours, self._theirs = (
            _Side(
                PlainTurns(powers[one], powers[two], PlainWorth(weights[one].waiting, weights[two].to_move)),
                PlainWorth(weights[one].to_move, weights[two].waiting),
            )
            for one, two in ((team, other), (other, team))
        )
        self._ours.rival, self._theirs.rival = self._theirs, self._ours

    def value_for_us(self, node: Between, depth: int, alpha: int, beta: int, ply: int = 1) -> int:
        """What a position is worth to the team that the search is for, looking so many turns ahead.

        :raises OutOfBudget: if that takes more than there is.
        """
        tree = self._tree
        mover = tree.mover(node)
        if mover is None:
            return nearer(tree.outcome_value(node), ply)
        ours = tree.is_ours(node)
        position = self._position(node, ours=ours)
        place = ply, self._threat_turns
        if ours:
            return self._search(self._ours, position, depth, (alpha, beta), place)
        return -self._search(self._theirs, position, depth, (-beta, -alpha), place)

    def roots(self, node: State) -> list[PlainTurn]:
        """The turns of the team that the search is for, from a state at the start of one, after which the other player
        cannot win at once."""
        return self._ours.turns.safe(plain_position(node, self._team))[0]

    def value_after(self, end: PlainPosition, depth: int, alpha: int, beta: int) -> int:
        """What the position after one of these turns is worth to the team, looking so many turns further.

        :raises OutOfBudget: if that takes more than there is.
        """
        return -self._search(self._theirs, end, depth, (-beta, -alpha), (1, self._threat_turns))

    def turn_to(self, node: State, end: PlainPosition) -> Successor:
        """A turn of the team by which that position comes about, as the rules have it.

        :raises LookupError: if there is none, so that this search and the rules differ.
        """
        for found in self._tree.turns_from(node, toward(end)):
            if plain_position(found.end.state, 1 - self._team) == end:
                return found
        raise LookupError(f"no turn from {plain_position(node, self._team)} leads to {end}")

    def expected(self, node: Between) -> tuple[tuple[Action, ...], ...]:
        """The turns that follow a position if both sides take those that were found to be best, as far as that is
        remembered."""
        line: list[tuple[Action, ...]] = []
        tree = self._tree
        while len(line) < LONGEST_LINE and tree.mover(node) is not None:
            ours = tree.is_ours(node)
            known = self._side(ours=ours).memory.get(self._position(node, ours=ours))
            if known is None or known.best is None:
                break
            ends = (each for each in tree.replies(node) if self._position(each.end, ours=not ours) == known.best)
            taken = next(ends, None)
            if taken is None:
                break
            line.append(taken.actions)
            node = taken.end
        return tuple(line)

    def best_end(self, position: PlainPosition, *, ours: bool, depth: int) -> PlainPosition | None:
        """The position after the best turn of the team that the search is for, or of the other one, looking so many
        turns ahead; None where the game is decided with this turn.

        :raises OutOfBudget: if that takes more than there is.
        """
        side = self._side(ours=ours)
        for each in range(1, depth + 1):
            self._search(side, position, each, (-INFINITY, INFINITY), (1, self._threat_turns))
        known = side.memory.get(position)
        return None if known is None else known.best

    def turns(self, *, ours: bool) -> PlainTurns:
        """The turns of the team that the search is for, or of the other one."""
        return self._side(ours=ours).turns

    def _side(self, *, ours: bool) -> _Side:
        return self._ours if ours else self._theirs

    def _position(self, node: Between, *, ours: bool) -> PlainPosition:
        return plain_position(node.state, self._team if ours else 1 - self._team)

    def _search(self, side: _Side, position: PlainPosition, depth: int, window: Window, place: Place) -> int:
        """The value for the side to move: within the bounds if it lies there, else a bound for it."""
        alpha, beta = window
        ply, threats = place
        known = side.memory.get(position)
        if known is not None and known.depth >= depth:
            low, high = further(known.low, ply), further(known.high, ply)
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        self._budget.spend()
        if known is None and side.turns.win(position):
            return WIN - ply
        if depth <= 0 and not (threats > 0 and side.rival.turns.win(passed(position))):
            return side.worth.value(position)
        turns, lost = side.turns.safe(position) if depth > 1 else side.turns.safe_until(position, beta)
        if not turns:
            return ply + 1 - WIN if lost else ply - WIN
        if depth <= 1:
            value, best = self._last(side, turns, window, place)
        else:
            turns.sort(reverse=True)
            del turns[WIDEST:]
            if known is not None:
                first = known.best
                turns.sort(key=lambda turn: turn[1] != first)
            value, best = self._best(side, turns, depth, window, place)
        if len(side.memory) >= MOST_ENTRIES // 2:
            side.memory.clear()
        kept = further(value, -ply)
        side.memory[position] = Remembered(
            depth, kept if value > alpha else -INFINITY, kept if value < beta else INFINITY, best
        )
        return value

    def _last(self, side: _Side, turns: list[PlainTurn], window: Window, place: Place) -> tuple[int, PlainPosition]:
        """The best of the turns that end a line; those that threaten to win are followed on."""
        (alpha, beta), (ply, threats) = window, place
        if threats <= 0:
            value, end, _ = max(turns)
            return value, end
        best, best_end, forcing = -INFINITY, turns[0][1], []
        for turn in turns:
            if turn[2]:
                forcing.append(turn)
            elif turn[0] > best:
                best, best_end, _ = turn
        if best < beta and forcing:
            forcing.sort(reverse=True)
            for _, end, _ in forcing:
                value = -self._search(side.rival, end, 1, (-beta, -max(alpha, best)), (ply + 1, threats - 1))
                if value > best:
                    best, best_end = value, end
                    if best >= beta:
                        break
        return best, best_end

    def _best(
        self, side: _Side, turns: list[PlainTurn], depth: int, window: Window, place: Place
    ) -> tuple[int, PlainPosition]:
        """The best of the turns: the first to the full depth, the others so far as is needed to see that they are not
        better."""
        alpha, beta = window
        after = place[0] + 1, place[1]
        rival, search = side.rival, self._search
        best, best_end = -INFINITY, turns[0][1]
        for number, (looks, end, threatens) in enumerate(turns):
            low = max(alpha, best)
            if number and depth == 2 and not threatens and looks + HOPELESS < low:
                continue
            if number == 0:
                value = -search(rival, end, depth - 1, (-beta, -low), after)
            else:
                less = 1
                if depth > 2 and not threatens and number >= FULL_DEPTH:
                    less = 3 if number >= LESS_DEPTH and depth > 3 else 2
                value = -search(rival, end, depth - less, (-low - 1, -low), after)
                if value > low and less > 1:
                    value = -search(rival, end, depth - 1, (-low - 1, -low), after)
                if low < value < beta:
                    value = -search(rival, end, depth - 1, (-beta, -low), after)
            if value > best:
                best, best_end = value, end
                if best >= beta:
                    break
        return best, best_end
