"""Searches plain positions with alpha-beta, as `opponent.alpha_beta` does, on numbers instead of states; and chooses
the best turn of a plain game.

Turns after which the other player wins at once are never followed, and turns that threaten a win are followed beyond
the depth, since there are few answers to them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from engine.actions import Action
from engine.casting.cast import Cast
from engine.setup import PowerName
from engine.squares import BITS, SQUARE_COUNT
from engine.state import State
from engine.turns.flow import Between, begin_turn
from engine.turns.successors import Successor
from opponent.alpha_beta import INFINITY, LONGEST_LINE, SURE, Remembered, further, nearer
from opponent.budget import NO_LIMIT, Budget, OutOfBudget
from opponent.evaluation import WeightBook
from opponent.game_tree import WIN, GameTree
from opponent.plain_positions import (
    APOLLO,
    AROUND,
    ARTEMIS,
    AT_ALL,
    ATHENA,
    ATLAS,
    BEYOND,
    DEMETER,
    DOME,
    HEPHAESTUS,
    HERMES,
    MINOTAUR,
    PAN,
    PROMETHEUS,
    THREE,
    At,
    PlainPosition,
    PlainWorth,
    can_win,
    heights,
    level_of,
    passed,
    plain_position,
    reachable,
    toward,
)

# ---- plain turns
#
# Generates the turns of plain positions: the moves, then the builds, each with the worth of the position after it.


# ---- Moves


Stand = tuple[int, int, int, int, bool]
"""The workers after the moves of a turn: the builder, its mate, the other player's in order, and whether one of the
player's moves went up."""


def _parts(of: int) -> Iterator[int]:
    """Return all subsets of a set of squares."""
    part = of
    while part:
        yield part
        part = (part - 1) & of
    yield 0


def _listed() -> dict[int, tuple[int, ...]]:
    every = {part for around in AROUND for part in _parts(around)}
    return {part: tuple([number for number in range(SQUARE_COUNT) if part >> number & 1]) for part in every}


SQUARES: Final = _listed()
"""Return the numbers of the squares in each set of squares around a square."""


def stands(position: PlainPosition, power: PowerName) -> Iterator[Stand]:
    """Return the positions of the workers before the build that ends the turn, if the turn did not begin with a build.
    Moves that win are left out."""
    if power == ARTEMIS:
        yield from _twice(position)
        return
    built, one, two, other_a, other_b, bound = position
    others = BITS[other_a] | BITS[other_b]
    taken = others | BITS[one] | BITS[two]
    for origin, mate in ((one, two), (two, one)):
        level = level_of(built, origin)
        may = reachable(built, origin, level, bound=bound)
        for to in SQUARES[may & ~taken]:
            to_level = level_of(built, to)
            if power != HERMES or to_level != level:
                yield to, mate, other_a, other_b, to_level > level
        if power in (APOLLO, MINOTAUR) and may & others:
            for to in SQUARES[may & others]:
                far = origin if power == APOLLO else BEYOND[origin].get(to, -1)
                if far == origin or (far >= 0 and not (built >> DOME | taken) & BITS[far]):
                    rest = other_b if to == other_a else other_a
                    yield to, mate, min(far, rest), max(far, rest), level_of(built, to) > level
    if power == HERMES:
        yield from _level_walks(position)


def slow_stands(built: int, origin: int, position: PlainPosition) -> Iterator[Stand]:
    """Return the positions of the workers after one of them moved without a step up."""
    _, one, two, other_a, other_b, _ = position
    mate = two if origin == one else one
    taken = BITS[other_a] | BITS[other_b] | BITS[one] | BITS[two]
    for to in SQUARES[reachable(built, origin, level_of(built, origin), bound=True) & ~taken]:
        yield to, mate, other_a, other_b, False


def _twice(position: PlainPosition) -> Iterator[Stand]:
    """Return the positions after one move, or after two that do not end where they began."""
    built, one, two, other_a, other_b, bound = position
    for origin, mate in ((one, two), (two, one)):
        free = ~(BITS[mate] | BITS[other_a] | BITS[other_b] | BITS[origin])
        first = reachable(built, origin, level_of(built, origin), bound=bound) & free
        ends = first
        for step in SQUARES[first]:
            ends |= reachable(built, step, level_of(built, step), bound=bound) & free
        for to in range(SQUARE_COUNT):
            if ends >> to & 1:
                yield to, mate, other_a, other_b, False


def _level_walks(position: PlainPosition) -> Iterator[Stand]:
    """Return the positions after any number of moves on one level with both workers, or none; either may build then."""
    built, one, two, other_a, other_b, _ = position
    domes, first, second, third = built >> DOME, built, built >> SQUARE_COUNT, built >> 2 * SQUARE_COUNT
    at = (AT_ALL & ~first, first & ~second, second & ~third, third)
    free = ~(domes | BITS[other_a] | BITS[other_b])
    level_1, level_2 = at[level_of(built, one)] & free, at[level_of(built, two)] & free
    seen = {(one, two)}
    waiting = [(one, two)]
    while waiting:
        a, b = waiting.pop()
        yield a, b, other_a, other_b, False
        yield b, a, other_a, other_b, False
        for to in SQUARES[AROUND[a] & level_1 & ~BITS[b]]:
            if (to, b) not in seen:
                seen.add((to, b))
                waiting.append((to, b))
        for to in SQUARES[AROUND[b] & level_2 & ~BITS[a]]:
            if (a, to) not in seen:
                seen.add((a, to))
                waiting.append((a, to))


# ---- Turns


PlainTurn = tuple[int, PlainPosition, bool]
"""A turn: the worth of the position after it to the player who took it, that position for the other player, and whether
the turn threatens to win with the next one."""

Pieces = tuple[int, tuple[int, ...]]
"""The builds at the end of a turn: the bits that they set, and their numbers in `WorthTables.changes`."""

Placed = tuple[int, list[int], int, list[int], int]
"""A worker on a square: its worth, the change of it by builds, the adjacent squares if it is one step below a win, and
its worth beside another worker: the value for the player's own workers, the index of it for the other player's."""

_NOTHING: Final[list[int]] = []

_NUMBERS: Final = tuple(
    {part: tuple([number + height * SQUARE_COUNT for number in numbers]) for part, numbers in SQUARES.items()}
    for height in range(4)
)
"""For squares of each height: the numbers of the bits that the next piece there sets."""

_BITS: Final = tuple(1 << number for number in range(4 * SQUARE_COUNT))

_BLOCKS: Final[tuple[Pieces, ...]] = tuple((bit, (number,)) for number, bit in enumerate(_BITS))

_NEVER: Final = 1 << 60
"""A worth that no turn reaches."""

_UP: Final = itemgetter(4)

_SPECIAL_WINS: Final = frozenset({APOLLO, ARTEMIS, MINOTAUR, PAN})
_SPECIAL_BUILDS: Final = frozenset({ATLAS, DEMETER, HEPHAESTUS})
_SAME_ENDS: Final = frozenset({HERMES, PROMETHEUS})


class PlainTurns:
    """Generates the turns of one player in one game. ``after`` is the worth of positions to the player after it.

    ``after`` is what positions are worth to the player once the turn is over.
    """

    def __init__(self, own: PowerName, other: PowerName, after: PlainWorth) -> None:
        self._own = own
        self._other = other
        self._after = after

    def win(self, position: PlainPosition) -> bool:
        """Whether the player wins with this turn."""
        return can_win(position, self._own)

    def safe(self, position: PlainPosition) -> tuple[list[PlainTurn], bool]:
        """Return the turns after which the other player cannot win at once, and whether there are other turns. The
        player must not be able to win at once."""
        found: list[PlainTurn] = []
        lost = self._ends(position[0], stands(position, self._own), found, _NEVER)
        if self._own == PROMETHEUS:
            for built, arranged in _built_first(position):
                lost = self._ends(built, arranged, found, _NEVER) or lost
        if self._own in _SAME_ENDS:
            found = list({turn[1]: turn for turn in found}.values())
        return found, lost

    def safe_until(self, position: PlainPosition, enough: int) -> tuple[list[PlainTurn], bool]:
        """Return the turns of `safe` up to the first one that threatens nothing and is worth ``enough``, which is the
        last. Moves up come first, and the many walks of Hermes last."""
        found: list[PlainTurn] = []
        arranged: Iterable[Stand] = stands(position, self._own)
        if self._own != HERMES:
            arranged = sorted(arranged, key=_UP, reverse=True)
        lost = self._ends(position[0], arranged, found, enough)
        if self._own == PROMETHEUS:
            for built, arranged in _built_first(position):
                if found and found[-1][0] >= enough and not found[-1][2]:
                    break
                lost = self._ends(built, arranged, found, enough) or lost
        return found, lost

    def _ends(self, built: int, arranged: Iterable[Stand], found: list[PlainTurn], enough: int) -> bool:
        """Add the turns that end with a build after these moves, until one threatens nothing and is worth ``enough``;
        returns whether there are others, which lose."""
        own, other, lost, climber = self._own, self._other, False, self._own == ATHENA
        special_builds, special_wins = own in _SPECIAL_BUILDS, other in _SPECIAL_WINS
        at = at_0, at_1, at_2, at_3 = heights(built)
        next_0, next_1, next_2, next_3 = _NUMBERS
        mine: dict[int, Placed] = {}
        theirs: dict[int, Placed] = {}
        for builder, mate, other_a, other_b, up in arranged:
            value_1, change_1, near_1, meets_1, _ = mine.get(builder) or self._own_at(mine, builder, built, at)
            value_2, change_2, near_2, meets_2, _ = mine.get(mate) or self._own_at(mine, mate, built, at)
            value_3, change_3, near_3, _, to_a = theirs.get(other_a) or self._other_at(theirs, other_a, built, at)
            value_4, change_4, near_4, _, to_b = theirs.get(other_b) or self._other_at(theirs, other_b, built, at)
            base = value_1 + value_2 - value_3 - value_4
            base += meets_1[to_a] + meets_1[to_b] + meets_2[to_a] + meets_2[to_b]
            free = ~(BITS[builder] | BITS[mate] | BITS[other_a] | BITS[other_b])
            bound = climber and up
            danger = 0 if bound else (near_3 | near_4) & free
            hope = (near_1 | near_2) & free
            low, high = (builder, mate) if builder < mate else (mate, builder)
            on = AROUND[builder] & free
            numbers = next_0[on & at_0] + next_1[on & at_1] + next_2[on & at_2] + next_3[on & at_3]
            for bits, changes in _pieces(own, numbers) if special_builds else [_BLOCKS[number] for number in numbers]:
                after = built | bits
                if danger and danger & after >> THREE & ~(after >> DOME):
                    lost = True
                    continue
                end = (after, other_a, other_b, low, high, bound)
                if special_wins and can_win(end, other):
                    lost = True
                    continue
                value = base
                for number in changes:
                    value += change_1[number] + change_2[number] - change_3[number] - change_4[number]
                threatens = bool(hope and hope & after >> THREE & ~(after >> DOME))
                found.append((value, end, threatens))
                if value >= enough and not threatens:
                    return lost
        return lost

    def _own_at(self, known: dict[int, Placed], square: int, built: int, at: At) -> Placed:
        level, tables = level_of(built, square), self._after.own
        found = known[square] = (
            tables.worth(level, square, at),
            tables.changes[level][square],
            AROUND[square] if level == 2 else 0,
            self._after.met[level][square],
            0,
        )
        return found

    def _other_at(self, known: dict[int, Placed], square: int, built: int, at: At) -> Placed:
        level, tables = level_of(built, square), self._after.other
        found = known[square] = (
            tables.worth(level, square, at),
            tables.changes[level][square],
            AROUND[square] if level == 2 else 0,
            _NOTHING,
            SQUARE_COUNT * level + square,
        )
        return found


@lru_cache(maxsize=1 << 14)
def _pieces(power: PowerName, numbers: tuple[int, ...]) -> tuple[Pieces, ...]:
    """Return what a player with this power may build, by the next pieces of the squares; most positions of a search
    share the answers."""
    return tuple(_built_with(power, numbers))


def _built_with(power: PowerName, numbers: tuple[int, ...]) -> Iterator[Pieces]:
    for place, number in enumerate(numbers):
        yield _BITS[number], (number,)
        if power == DEMETER:
            for second in numbers[place + 1 :]:
                yield _BITS[number] | _BITS[second], (number, second)
        elif power == HEPHAESTUS and number < 2 * SQUARE_COUNT:
            second = number + SQUARE_COUNT
            yield _BITS[number] | _BITS[second], (number, second)
        elif power == ATLAS and number < 3 * SQUARE_COUNT:
            yield 1 << DOME + number % SQUARE_COUNT, (4 * SQUARE_COUNT + number,)


def _built_first(position: PlainPosition) -> Iterator[tuple[int, Iterator[Stand]]]:
    """Return the builds after a first build, with the moves of the worker that built."""
    built, one, two, other_a, other_b, _ = position
    free = ~(BITS[one] | BITS[two] | BITS[other_a] | BITS[other_b])
    at = heights(built)
    for builder in (one, two):
        for numbers, squares in zip(_NUMBERS, at, strict=True):
            for number in numbers[AROUND[builder] & free & squares]:
                after = built | _BITS[number]
                yield after, slow_stands(after, builder, position)


# ---- plain search


MOST_ENTRIES: Final = 100_000
"""The most positions that are remembered (some 40 MB); then the memory starts empty again."""

WIDEST: Final = 90
"""The turns that are followed in one position, the most promising ones."""

FULL_DEPTH: Final = 6
"""The first turns that are searched to the full depth; later ones are searched less deeply unless they prove good."""

LESS_DEPTH: Final = 24
"""The turns after which the later ones are searched even less deeply."""

HOPELESS: Final = 900
"""In the second last turn of a line, a turn that looks worse than the lower bound by this much is not followed."""


Window = tuple[int, int]
"""The bounds of a value that a search asks for."""

Place = tuple[int, int]
"""The turns from the root to a position, and the threats that may still be followed beyond the depth."""


class _Side:
    """One side of a search: its turns, the worth of positions when it is to move, its memory, and the other side."""

    def __init__(self, turns: PlainTurns, worth: PlainWorth) -> None:
        self.turns = turns
        self.worth = worth
        self.memory: dict[PlainPosition, Remembered[PlainPosition]] = {}
        self.rival = self


class PlainSearcher:
    """Searches one plain game for one team; it has the methods of `opponent.alpha_beta.Searcher`."""

    full_roots: int = NO_LIMIT
    """The compared turns that are searched to the full depth: all of them."""

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
        """Value a position for the searching team, ``depth`` turns ahead.

        :raises OutOfBudget: if the budget is spent.
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
        """Return the searching team's turns from a state at their start after which the other player cannot win at
        once."""
        return self._ours.turns.safe(plain_position(node, self._team))[0]

    def value_after(self, end: PlainPosition, depth: int, alpha: int, beta: int) -> int:
        """Value the position after one of these turns for the team, ``depth`` turns further.

        :raises OutOfBudget: if the budget is spent.
        """
        return -self._search(self._theirs, end, depth, (-beta, -alpha), (1, self._threat_turns))

    def turn_to(self, node: State, end: PlainPosition) -> Successor:
        """Return a turn of the team by the rules that leads to this position.

        :raises LookupError: if there is none, so that this search and the rules differ.
        """
        for found in self._tree.turns_from(node, toward(end)):
            if plain_position(found.end.state, 1 - self._team) == end:
                return found
        raise LookupError(f"no turn from {plain_position(node, self._team)} leads to {end}")

    def expected(self, node: Between) -> tuple[tuple[Action, ...], ...]:
        """Return the turns after a position if both sides take the best ones found, as far as remembered."""
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
        """Return the position after the best turn of the searching team or the other one, ``depth`` turns ahead; None
        if this turn decides the game.

        :raises OutOfBudget: if the budget is spent.
        """
        side = self._side(ours=ours)
        for each in range(1, depth + 1):
            self._search(side, position, each, (-INFINITY, INFINITY), (1, self._threat_turns))
        known = side.memory.get(position)
        return None if known is None else known.best

    def turns(self, *, ours: bool) -> PlainTurns:
        """Return the turns of the searching team, or of the other one."""
        return self._side(ours=ours).turns

    def _side(self, *, ours: bool) -> _Side:
        return self._ours if ours else self._theirs

    def _position(self, node: Between, *, ours: bool) -> PlainPosition:
        return plain_position(node.state, self._team if ours else 1 - self._team)

    def _search(self, side: _Side, position: PlainPosition, depth: int, window: Window, place: Place) -> int:
        """Return the value for the side to move if it is within the bounds, else a bound for it."""
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
        """Return the value of the best turn that ends a line; turns that threaten to win are followed further."""
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
        """Return the value of the best turn: the first is searched to the full depth, the others as far as necessary to
        see that they are not better."""
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


# ---- The best turn
#
# Turns are compared as numbers; only the chosen one is looked up in the rules.


NEVER: Final = -INFINITY


class PlainChoice(NamedTuple):
    """The best turn found, its value to the player, and the depth to which all turns were searched."""

    turn: Successor
    value: int
    depth: int


Root = tuple[int, PlainPosition]
"""A compared turn: its value so far, and the position after it."""


def plain_choice(
    known: State, searcher: PlainSearcher, budget: Budget, chance: random.Random, deepest: int
) -> PlainChoice | None:
    """Choose the best of the turns after which the other player cannot win at once; equal turns are in random order.

    None within a turn, and if each turn loses: the caller then compares the turns by the rules.
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
                break  # the other half is for replies to the turns that look best
        while depth < deepest and len(roots) > 1 and abs(roots[0][0]) < SURE:
            _deepen(roots, searcher, depth + 1)
            depth += 1
    except OutOfBudget:
        pass
    value, end = roots[0]
    return PlainChoice(searcher.turn_to(known, end), value, depth)


def _deepen(roots: list[Root], searcher: PlainSearcher, depth: int) -> None:
    """Search all turns to a depth and sort them again, as far as the budget allows."""
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
        # Turns that lose for certain come after turns that were not searched yet.
        roots[:] = done[:good] + rest + done[good:]
