"""Finds the best turns in a position, for the opponent, hints and reviews."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.errors import TooManyTurns
from engine.seats import Seat
from engine.secrets import has_hidden, known_to, may_bear_on_turns, possible_state
from engine.state import State
from engine.turns.choices import Choice, carry_out, legal_choices
from engine.turns.flow import Between, close_turn, lapsed
from engine.turns.lookahead import LookAhead
from engine.turns.steps import permitted
from engine.turns.successors import Successor
from engine.turns.winning import winning_turn
from opponent.alpha_beta import INFINITY, SURE, THREAT_TURNS, Searcher
from opponent.budget import Budget, OutOfBudget
from opponent.evaluation import WeightBook, fitted_weights
from opponent.game_tree import WIN, GameTree, by_height
from opponent.plain_positions import is_plain
from opponent.plain_search import PlainChoice, PlainSearcher, plain_choice

WORLDS: Final = 8
"""The number of positions that may be the true one which a seat considers if something is hidden from it; one if only
the order of a deck is hidden."""

ONE_WORLD: Final = 8_000
"""The largest weight of a win or loss in one of these positions, so that one does not outweigh the others."""

MOST_ROOT_TURNS: Final = 3_000
"""The most turns of a position that are compared, the first ones by height."""

MOST_OF_OWN: Final = 4_000
"""The states of its own turn in which a seat looks for a win."""

DEEPEST: Final = 40


@dataclass(frozen=True, slots=True)
class Manner:
    """How a player thinks: at most ``depth`` turns ahead; with ``haze`` (thousandths of a natural logarithm of the
    odds) added to or subtracted from each value; and without a look at the replies to a share of ``overlooked`` turns
    (in a hundred). Of its own wins in one it ``misses`` so many in a hundred. An ``impulsive`` player only climbs as
    high as it can, in so many turns of a hundred, and builds anywhere. If a win threatens it looks ``threat_turns``
    further. Without ``weights`` it uses those of the program."""

    depth: int = DEEPEST
    haze: int = 0
    overlooked: int = 0
    misses: int = 0
    impulsive: int = 0
    threat_turns: int = THREAT_TURNS
    weights: WeightBook | None = None


BEST: Final = Manner()


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A turn with its value to the player who takes it, in thousandths of a natural logarithm of the odds (0: even;
    beyond `SURE` it wins or loses by force), the game after it, and the expected turns after it."""

    actions: tuple[Action, ...]
    value: int
    end: Between
    line: tuple[tuple[Action, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Thoughts:
    """The best turns, the best first, with the number of positions examined and the depth to which all turns were
    searched. A player who cannot take a turn, and loses, has none."""

    turns: tuple[RatedTurn, ...]
    nodes: int
    depth: int

    @property
    def best(self) -> RatedTurn:
        """The best turn."""
        return self.turns[0]


def think(
    known: State,
    budget: Budget,
    seed: int = 0,
    *,
    wanted: int = 1,
    manner: Manner = BEST,
) -> Thoughts:
    """Find the best turns of the seat to act, with its knowledge: the state is ``known_to`` it.

    At the start of its turn or within it, the answer has whole turns, or the rest of this one; in placement, and when
    the seat is asked in another seat's turn, it has single steps. Any budget gives an answer. The same state, nodes,
    seed and manner give the same answer.

    :raises ValueError: if no seat is to act.
    """
    known = lapsed(known) if known.turn is not None else known
    step = known.step
    if step is None:
        raise ValueError("the game is over: no seat is to act")
    team = known.cast.team(step.seat)
    tree = GameTree(known.cast, team, manner.weights or fitted_weights())
    chance = random.Random(seed)  # noqa: S311 - repeatable chance, no secret
    if known.turn is None or known.cast.team(known.turn.seat) != team:
        return _single_step(known, tree, step.seat, chance, wanted)
    mind = _Mind(known, tree, budget, chance, manner)
    return mind.thoughts(wanted)


def searcher(known: State, tree: GameTree, budget: Budget, manner: Manner) -> Searcher | PlainSearcher:
    """Make the search of a game; plain games have their own quick one."""
    if is_plain(known):
        return PlainSearcher(tree, known.cast, manner.weights or fitted_weights(), budget, manner.threat_turns)
    return Searcher(tree, budget, manner.threat_turns)


@dataclass(slots=True)
class _Root:
    """A compared turn: its ends in each of the possible positions, and its value so far."""

    turn: Successor
    ends: tuple[Between, ...]
    value: int
    haze: int = 0
    overlooked: bool = False


class _Mind:
    """The search for one turn."""

    def __init__(self, known: State, tree: GameTree, budget: Budget, chance: random.Random, manner: Manner) -> None:
        self._known = known
        self._tree = tree
        self._budget = budget
        self._chance = chance
        self._manner = manner
        self._seat = known.agenda[0].seat
        self._searcher = searcher(known, tree, budget, manner)

    def thoughts(self, wanted: int) -> Thoughts:
        win = self._win()
        if win is not None and wanted == 1:
            self._budget.spent += 1
            return Thoughts((RatedTurn(win.actions, WIN - 1, win.end),), self._budget.spent, 1)
        quick = self._quick_choice() if wanted == 1 else None
        if quick is not None:
            best = RatedTurn(quick.turn.actions, quick.value, quick.turn.end, self._searcher.expected(quick.turn.end))
            return Thoughts((best,), self._budget.spent, quick.depth)
        roots = self._roots()
        if not roots:
            some = first_turn(self._known)
            return Thoughts(() if some is None else (some,), self._budget.spent, 0)
        depth = 0
        while depth < self._manner.depth and not self._is_settled(roots, wanted):
            try:
                self._deepen(roots, depth + 1, wanted)
            except OutOfBudget:
                break
            depth += 1
        return Thoughts(tuple(self._rated(root) for root in roots[:wanted]), self._budget.spent, depth)

    def _rated(self, root: _Root) -> RatedTurn:
        line = self._searcher.expected(root.ends[0]) if root.ends == (root.turn.end,) else ()
        return RatedTurn(root.turn.actions, root.value, root.turn.end, line)

    def _win(self) -> Successor | None:
        if self._chance.randrange(100) < self._manner.misses:
            return None
        try:
            return winning_turn(self._known, most=MOST_OF_OWN)
        except TooManyTurns:
            return None

    def _quick_choice(self) -> PlainChoice | None:
        """Return the result of the quick search of plain games, for a player without errors."""
        manner, searcher = self._manner, self._searcher
        if not isinstance(searcher, PlainSearcher) or manner.haze or manner.overlooked:
            return None
        return plain_choice(self._known, searcher, self._budget, self._chance, manner.depth)

    def _roots(self) -> list[_Root]:
        """Return the turns with their static values, the best first; at least one, if there is any."""
        roots: list[_Root] = []
        worlds = self._worlds()
        manner = self._manner
        try:
            for turn in self._turns():
                ends = (turn.end,) if not worlds else tuple(_end_in(world, turn) for world in worlds)
                value = self._looks(ends[0]) if len(ends) == 1 else _average([self._looks(end) for end in ends])
                roots.append(_Root(turn, ends, value))
                self._budget.spend()
                if len(roots) >= MOST_ROOT_TURNS or self._budget.is_half_spent:
                    break  # the other half is for replies to the turns that look best
        except OutOfBudget:
            pass
        for root in roots:
            if manner.haze:
                root.haze = self._chance.randint(-manner.haze, manner.haze) + self._chance.randint(
                    -manner.haze, manner.haze
                )
            root.overlooked = self._chance.randrange(100) < manner.overlooked
            root.value += root.haze
        self._chance.shuffle(roots)
        if manner.impulsive and self._chance.randrange(100) < manner.impulsive:
            roots.sort(key=lambda root: -self._height_of_own(root))
            return roots[:1]
        roots.sort(key=lambda root: -root.value)
        return roots

    def _height_of_own(self, root: _Root) -> int:
        """Return on how many blocks the own workers stand together after a turn; that it wins is not seen."""
        after = root.turn.end.state
        return (
            -1 if after.outcome is not None else sum(map(after.levels.__getitem__, after.team_squares(self._tree.team)))
        )

    def _turns(self) -> Iterator[Successor]:
        return self._tree.turns_from(self._known, by_height)

    def _worlds(self) -> list[State]:
        """Return positions that may be the true one; none if the seat knows it."""
        if not has_hidden(self._known, self._seat):
            return []
        count = WORLDS if may_bear_on_turns(self._known, self._seat) else 1
        return [possible_state(self._known, self._seat, self._chance.randrange) for _ in range(count)]

    def _looks(self, end: Between) -> int:
        tree = self._tree
        mover = tree.mover(end)
        if mover is None:
            return tree.outcome_value(end)
        value = tree.value(end, mover)
        return value if tree.is_ours(end) else -value

    def _deepen(self, roots: list[_Root], depth: int, wanted: int) -> None:
        """Search all turns to a depth and sort them again, as far as the budget allows."""
        done: list[tuple[int, _Root]] = []
        exact = self._manner.haze > 0 or len(roots[0].ends) > 1
        try:
            for number, root in enumerate(roots):
                values = sorted((value for value, _ in done), reverse=True)
                floor = -INFINITY if exact or len(done) < wanted else values[wanted - 1]
                value = root.value if root.overlooked else self._value(root, depth, floor, number) + root.haze
                done.append((value, root))
        finally:
            for value, root in done:
                root.value = value
            better = sorted((root for _, root in done), key=lambda root: -root.value)
            looked_at = {id(root) for root in better}
            rest = [root for root in roots if id(root) not in looked_at]
            good = [root for root in better if root.value >= -SURE]
            # Turns that lose for certain come after turns that were not searched yet.
            roots[:] = good + rest + better[len(good) :]

    def _value(self, root: _Root, depth: int, floor: int, number: int) -> int:
        if len(root.ends) > 1:
            values = (self._searcher.value_for_us(end, depth - 1, -INFINITY, INFINITY) for end in root.ends)
            return _average(list(values))
        (end,) = root.ends
        if floor > -INFINITY:
            if number >= self._searcher.full_roots and depth > 2:
                value = self._searcher.value_for_us(end, depth - 2, floor, floor + 1)
                if value <= floor:
                    return value
            value = self._searcher.value_for_us(end, depth - 1, floor, floor + 1)
            if value <= floor:
                return value
        return self._searcher.value_for_us(end, depth - 1, floor, INFINITY)

    def _is_settled(self, roots: list[_Root], wanted: int) -> bool:
        """Whether more thinking changes nothing: the game is won, or only one turn does not lose."""
        if wanted > 1:
            return False
        if len(roots) == 1 or roots[0].value > SURE:
            return True
        return all(root.value < -SURE for root in roots)


def _average(values: list[int]) -> int:
    return sum(max(-ONE_WORLD, min(value, ONE_WORLD)) for value in values) // len(values)


def _end_in(world: State, turn: Successor) -> Between:
    """Return the true end of a turn in a position: an action against something hidden is cancelled."""
    state, seat = world, world.agenda[0].seat
    for way in turn.ways:
        if not state.agenda or state.outcome is not None or state.turn is None or state.turn.seat != seat:
            break
        tried = way.option
        known = permitted(known_to(state, state.agenda[0].seat))
        same = [option for option in known if option.action == tried.action and option.power == tried.power]
        if not same:
            break
        state = carry_out(state, same[0])
    return close_turn(state)


def first_turn(state: State) -> RatedTurn | None:
    """Return some complete turn, step by step, for turns with too many ways to compare; None if there is none."""
    ahead, actions, seat = LookAhead(), [], state.agenda[0].seat
    while state.agenda and state.outcome is None:
        choices = legal_choices(state, ahead)
        if not choices:
            return None
        choice = choices[0]
        if state.agenda[0].seat == seat and not (len(choices) == 1 and state.agenda[0].optional):
            actions.append(choice.action)
        state = carry_out(state, choice.option)
    return RatedTurn(tuple(actions), 0, close_turn(state))


def _single_step(known: State, tree: GameTree, seat: Seat, chance: random.Random, wanted: int) -> Thoughts:
    """Return the choice of the open step whose result looks best."""
    rated: list[tuple[int, float, Choice, Between]] = []
    for choice in legal_choices(known):
        after = carry_out(known, choice.option)
        end = Between(after, seat, None)
        value = tree.outcome_value(end) if after.outcome is not None else tree.value(end, seat)
        rated.append((value, chance.random(), choice, end))
    rated.sort(key=lambda each: (-each[0], each[1]))
    turns = tuple(RatedTurn((choice.action,), value, end) for value, _, choice, end in rated[:wanted])
    return Thoughts(turns, len(rated), 0)
