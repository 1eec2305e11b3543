"""Lists all complete turns from a position, and counts them to a depth (perft)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from graphlib import CycleError, TopologicalSorter
from math import inf

from engine.actions import Action, Build, Done, Piece
from engine.effects import Option
from engine.errors import TooManyTurns
from engine.mortal import plain_build, plain_move
from engine.secrets import has_partial_knowledge, without_secret_tokens
from engine.squares import BITS, Mask, Square, neighborhood, squares_in
from engine.state import State
from engine.turns.choices import carry_out, resolved
from engine.turns.flow import Between, choices, close_turn, is_passed_over, lapsed, open_turn, stuck, taken_up
from engine.turns.lookahead import LookAhead, demands_open, meets_demands
from engine.turns.steps import is_turn_over, permitted, resolve

# ---- The turns


MOST_WAYS = 100_000
"""The turns of a position that are listed one by one; of more, one to each position that they lead to."""

MOST_COUNTED = 1_000_000
"""The most turns that a command for counting lists."""

MOST_STATES = 10_000
"""The states of one turn from which the listing continues, and the look-ahead as many; then it gives up."""


@dataclass(frozen=True)
class CompleteTurn:
    """A complete legal turn: the state at its start, its steps as ``Game.play`` takes them (without declining where
    nothing else could be chosen), and the position after it."""

    start: State
    actions: tuple[Action, ...]
    end: Between

    @cached_property
    def after(self) -> State:
        """The state at the start of the next turn, or the one in which the game was won."""
        return open_turn(self.end)

    @cached_property
    def leads_to(self) -> State:
        """The state to which the turn leads a game: as ``after``, but a player without a possible turn has lost."""
        return taken_up(self.after)


def complete_turns(state: State) -> tuple[CompleteTurn, ...]:
    """Return every position that a complete legal turn leads to, each with a shortest path of steps.

    ``state`` is at the start of a turn; where that is an additional one that nobody can take, the turns are those of
    the next. Empty if the player is stuck. Choices of other seats inside the turn are part of its steps; steps that can
    only be declined are not, for a game passes over them.

    :raises TooManyTurns: if the turn has more than ``MOST_STATES`` states to go on from.
    """
    state = lapsed(state)
    found = _ends(state)
    if found is None:
        return _one_way_each(state, _edges(state))
    return tuple([CompleteTurn(state, way, end) for end, way in found.items()])


def every_turn(state: State) -> tuple[CompleteTurn, ...]:
    """Return every complete legal turn, even if several lead to one position.

    If a power lets workers walk in circles, turns are endless, and if it lets them build at will, they are too many to
    list: then the result is that of ``complete_turns``.

    :raises TooManyTurns: if the turn has more than ``MOST_STATES`` states to go on from.
    """
    state = lapsed(state)
    edges = _edges(state)
    if _count_ways(state, edges) > MOST_WAYS:
        return _one_way_each(state, edges)
    return tuple(CompleteTurn(state, way, end) for way, end in _ways(state, edges, ()))


def turn_list(state: State) -> list[tuple[Action, ...]]:
    """Return the steps of every complete legal turn, without their results; fastest without powers.

    :raises TooManyTurns: if the turn has more than ``MOST_STATES`` states to go on from.
    """
    turn = state.turn
    if not state.roles.silent or turn is None or state.cast.counts_pieces:
        return [each.actions for each in every_turn(state)]
    found: list[tuple[Action, ...]] = []
    levels, size, taken = state.levels, state.size, state.occupied
    tops = sum(bit for bit, level in zip(BITS, levels, strict=True) if level == 3)
    team = state.cast.team(turn.seat)
    for _, owner, origin, _ in state.workers:
        if owner == team:
            free, level = ~(taken & ~BITS[origin]), levels[origin]
            for to in squares_in(Mask(neighborhood(origin, size) & ~taken)):
                if levels[to] == 3 and level == 2:
                    found.append((_move(origin, to),))
                elif levels[to] <= level + 1:
                    near = neighborhood(to, size) & free
                    found += _move_and_builds(origin, to, Mask(near & ~tops), Mask(near & tops))
    return found


@cache
def _move(origin: Square, to: Square) -> Action:
    return plain_move(0, origin, to).action


@lru_cache(maxsize=1 << 14)
def _move_and_builds(origin: Square, to: Square, blocks: Mask, domes: Mask) -> list[tuple[Action, ...]]:
    """Return a move followed by each build on these squares; the same few lists occur often."""
    move = _move(origin, to)
    built = [plain_build(0, to, on, Piece.BLOCK).action for on in squares_in(blocks)]
    built += [plain_build(0, to, on, Piece.DOME).action for on in squares_in(domes)]
    return [(move, build) for build in built]


def perft(state: State, depth: int, *, most: float = inf) -> int:
    """Count the lines of ``depth`` complete turns; a won game and a stuck player end a line early, the first counting
    once, the second not at all.

    :raises TooManyTurns: if one of the turns has more than ``MOST_STATES`` states to go on from, or more than ``most``
        turns were listed.
    """
    listed = 0

    def lines(start: State, left: int) -> int:
        nonlocal listed
        turns = complete_turns(start)
        listed += len(turns)
        if listed > most:
            raise TooManyTurns(f"there are too many turns to be counted: more than {most} were listed")
        if left <= 1:
            return len(turns)
        return sum(1 if turn.after.outcome else lines(turn.after, left - 1) for turn in turns)

    return lines(state, depth)


def _ends(state: State) -> dict[Between, tuple[Action, ...]] | None:
    """Return the ends of the paths through the turn, each with a shortest one. None if the turn contains what this
    cannot judge: another seat's choice, something that the player does not know, a secret token, or two cards that may
    offer the same action.

    Every way to an end that meets the demands is a legal turn, so nothing has to be looked ahead from.
    """
    found: dict[Between, tuple[Action, ...]] = {}
    queue: list[tuple[State, tuple[Action, ...]]] = [(state, ())]
    seen = {state}
    if state.step is None or has_partial_knowledge(state, state.agenda[0].seat) or state.roles.overlap:
        return None
    if without_secret_tokens(state) is not state:
        return None
    asked = bool(state.turn and state.turn.demands) or bool(state.cast.heroes)
    take, ahead = resolved if state.cast.heroes else resolve, _bounded()
    for number, (node, way) in enumerate(queue):
        _check(number)
        if node.turn is None or node.agenda[0].seat != node.turn.seat:
            return None
        options = permitted(node)
        if not asked and only_builds_are_left(node, options):
            for option, end in built_ends(node, options):
                found.setdefault(end, (*way, option.action))
            continue
        tacit = node.agenda[0].optional and _only_declines(node, options, ahead)
        for option in options:
            after = take(node, option)
            longer = way if tacit else (*way, option.action)
            if not after.agenda or after.outcome is not None:
                if not asked or meets_demands(after):
                    found.setdefault(close_turn(after), longer)
            elif after not in seen and (not asked or demands_open(after)):
                seen.add(after)
                queue.append((after, longer))
    return found


def _bounded() -> LookAhead:
    return LookAhead(most=MOST_STATES)


def _check(states: int) -> None:
    """:raises TooManyTurns: if the listing has already continued from this number of states of a turn."""
    if states >= MOST_STATES:
        raise TooManyTurns(f"this turn has too many ways to be listed: it goes on from more than {MOST_STATES} states")


def _only_declines(state: State, options: list[Option], ahead: LookAhead) -> bool:
    """Whether an optional step can only be declined, so that a game skips it."""
    return not any(option.action != Done() and ahead.can_finish(resolve(state, option)) for option in options)


@dataclass(frozen=True, slots=True)
class _Edge:
    """A step within a turn: the action (none if no seat is asked), and where it leads: to a state of the turn or its
    end."""

    action: Action | None
    to: State | Between


def _edges(state: State) -> dict[State | Between, list[_Edge]]:
    """Return the legal steps from every state of the turn that ``state`` begins, nearest states first."""
    ahead = _bounded()
    edges: dict[State | Between, list[_Edge]] = {state: []}
    queue = [state]
    for number, node in enumerate(queue):
        _check(number)
        step = node.step
        if step is None:
            continue
        open_to = choices(node, step, ahead)
        if not open_to and node is not state:
            # Another seat's action within the turn made its completion impossible (rulings OPEN-26).
            edges[node].append(_Edge(None, close_turn(stuck(node, step))))
        passed_over = is_passed_over(step, open_to)
        for choice in open_to:
            after = carry_out(node, choice.option)
            to = close_turn(after) if is_turn_over(after) else after
            edges[node].append(_Edge(None if passed_over else choice.action, to))
            if isinstance(to, State) and to not in edges:
                edges[to] = []
                queue.append(to)
    return edges


def _one_way_each(state: State, edges: dict[State | Between, list[_Edge]]) -> tuple[CompleteTurn, ...]:
    ways: dict[State | Between, tuple[Action, ...]] = {state: ()}
    found: dict[Between, CompleteTurn] = {}
    for node, out in edges.items():
        for edge in out:
            way = ways[node] if edge.action is None else (*ways[node], edge.action)
            if isinstance(edge.to, Between):
                if edge.to not in found:
                    found[edge.to] = CompleteTurn(state, way, edge.to)
            else:
                ways.setdefault(edge.to, way)
    return tuple(found.values())


def _count_ways(state: State, edges: dict[State | Between, list[_Edge]]) -> float:
    """Count the paths through a turn; infinite if they contain circles."""
    within = {node: [edge.to for edge in out if isinstance(edge.to, State)] for node, out in edges.items()}
    counts: dict[State | Between, int] = {}
    try:
        for node in TopologicalSorter(within).static_order():
            counts[node] = sum(counts.get(edge.to, 1) for edge in edges[node])
    except CycleError:
        return inf
    return counts[state]


def _ways(
    node: State | Between, edges: dict[State | Between, list[_Edge]], way: tuple[Action, ...]
) -> Iterator[tuple[tuple[Action, ...], Between]]:
    for edge in edges[node]:
        longer = way if edge.action is None else (*way, edge.action)
        if isinstance(edge.to, Between):
            yield longer, edge.to
        else:
            yield from _ways(edge.to, edges, longer)


# ---- Builds that end a turn
#
# Most turns end with a build from which nothing follows, so all of these are made at once.


def only_builds_are_left(state: State, options: list[Option]) -> bool:
    """Whether the turn ends with any of these options, each a build that nothing follows from."""
    return (
        len(state.agenda) == 1
        and state.roles.ignore_builds
        and not any(option.then or option.effects or not isinstance(option.action, Build) for option in options)
    )


def built_ends(state: State, options: list[Option]) -> Iterator[tuple[Option, Between]]:
    """Generate the end of the turn after each of some builds that nothing follows from; only the piece differs."""
    resting, seat, extra = close_turn(state)
    levels, domes = state.levels, state.domes
    for option in options:
        build = option.action
        if isinstance(build, Build):
            on = build.on
            if build.piece is Piece.DOME:
                built = resting.with_piece(levels, Mask(domes | BITS[on]), None, ())
            else:
                built = resting.with_piece((*levels[:on], levels[on] + 1, *levels[on + 1 :]), domes, None, ())
            yield option, Between(built, seat, extra)
