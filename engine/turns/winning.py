"""Finds out whether the seat to act can win with this turn, without listing its turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.actions import Build, Done, Move
from engine.casting.cast import Cast, Roles, holdings
from engine.effects import Option
from engine.errors import TooManyTurns
from engine.power import Power
from engine.seats import Seat
from engine.squares import BITS, distance, neighborhood, squares
from engine.state import State, StepKind
from engine.turns.choices import resolved
from engine.turns.flow import close_turn, lapsed
from engine.turns.lookahead import continuations, demands_open, meets_demands
from engine.turns.steps import permitted, resolve
from engine.turns.successors import Successor, Way
from engine.turns.turn_enumeration import MOST_STATES


def winning_turn(state: State, *, most: int = MOST_STATES) -> Successor | None:
    """Return a turn with which the seat to act wins at once; None if it has none. ``state`` is as the seat knows it.

    A player without a possible turn loses only when that turn begins, which does not count here.

    :raises TooManyTurns: once the turn has gone on from ``most`` states.
    """
    state = lapsed(state)
    turn = state.turn
    if state.step is None or turn is None:
        return None
    seat = turn.seat
    if state.agenda[0].opens_turn and _first_move_decides(
        state.roles, state.cast, seat, far=is_far_from_other_wins(state)
    ):
        return _first_move(state, seat)
    if _is_out_of_reach(state):
        return None
    return _found_win(state, seat, most)


def has_won(state: State, seat: Seat) -> bool:
    """Whether a game is over and a seat's team has won."""
    outcome = state.outcome
    return outcome is not None and any(state.cast.team(each) == state.cast.team(seat) for each in outcome.winners)


_WAYS_TO_WIN = (
    *(Power.wins, Power.wins_at_any_time, Power.loses_by_entering, Power.onward),
    *(Power.after_move, Power.after_build, Power.token_square_changed, Power.end_of_turn),
)
"""The facets by which a turn may win other than by a move up onto the third level."""

_WAYS_OF_OTHERS = (
    *(Power.wins_at_any_time, Power.loses_by_entering, Power.onward),
    *(Power.after_move, Power.after_build, Power.token_square_changed),
)
"""The facets by which another player's power may affect this turn."""

_MORE_STEPS = (Power.offer, Power.plan, Power.further_steps)
"""The facets by which a turn may be more than a move and a build."""

_CHANGE_HANDS = (Power.take_powers, Power.lends)

_HINDER = (
    *(Power.forbid, Power.denies_win, Power.steals_win, Power.obstructs, Power.onward, Power.loses_by_entering),
    *(Power.is_demanding, Power.meets_demand, Power.conceals),
    *(Power.plan, Power.start_of_my_turn, Power.start_of_opponents_turn),
)
"""The facets by which a step up onto the third level may be barred, or not win."""

_CASTS = 64
"""The games for which answers are remembered."""


def is_far_from_other_wins(state: State) -> bool:
    """Whether no card that wins by the position on the board can do so within this turn."""
    return all(power.win_is_far(state) for power in state.cast.watching)


@lru_cache(maxsize=_CASTS)
def wins_by_first_move(cast: Cast, seat: Seat, *, far: bool = False) -> bool:
    """Whether a seat's turns win, throughout a game, only by their first move: a step of a worker from the second level
    up to the third beside it. With ``far`` the answer is for states in which cards that win by the position on the
    board are far from it."""
    wandering = any(_overrides(power, facet) for power in cast.powers for facet in _CHANGE_HANDS)
    return all(
        _wins_by_first_move(cast, power, far=far, own=wandering or owner is None or owner == seat)
        for power, owner in zip(cast.powers, cast.owners, strict=True)
    )


@lru_cache(maxsize=4 * _CASTS)
def _first_move_decides(roles: Roles, cast: Cast, seat: Seat, *, far: bool) -> bool:
    """Whether this holds in one turn, with the powers that are in use in it."""
    return all(_wins_by_first_move(cast, role.power, far=far, own=role.seat == seat) for role in roles.everyone)


def _wins_by_first_move(cast: Cast, power: Power, *, far: bool, own: bool) -> bool:
    facets = (*_WAYS_TO_WIN, *_MORE_STEPS) if own else _WAYS_OF_OTHERS
    nothing = _is_no_way_to_win(cast, power) or (far and _overrides(power, Power.win_is_far))
    return nothing or not any(_overrides(power, facet) for facet in facets)


@lru_cache(maxsize=_CASTS)
def wins_by_any_step_up(cast: Cast) -> bool:
    """Whether nothing in a game can keep a step from the second level to an empty space of the third from winning."""
    return not any(_overrides(power, facet) for power in cast.powers for facet in (*_HINDER, *_CHANGE_HANDS))


@lru_cache(maxsize=_CASTS)
def wins_by_height(cast: Cast) -> bool:
    """Whether no card of a game wins it, or ends it, other than by moves up onto the third level."""
    return all(
        _is_no_way_to_win(cast, power) or not any(_overrides(power, facet) for facet in _WAYS_TO_WIN)
        for power in cast.powers
    )


@lru_cache(maxsize=_CASTS)
def reach_of_wins(cast: Cast, seat: Seat) -> int | None:
    """Return the greatest distance from a third level of a worker that wins with this turn, see `Power.win_reach`; None
    if it is not limited."""
    if not wins_by_height(cast) or any(_overrides(power, facet) for power in cast.powers for facet in _CHANGE_HANDS):
        return None
    reaches = [1]
    for power, owner in zip(cast.powers, cast.owners, strict=True):
        if (owner is None or owner == seat) and any(_overrides(power, facet) for facet in _MORE_STEPS):
            reach = 1 if _is_no_way_to_win(cast, power) else power.win_reach
            if reach is None:
                return None
            reaches.append(reach)
    return max(reaches) if len(reaches) <= 2 else None


def is_within_reach(state: State, team: int, reach: int) -> bool:
    """Whether a worker of a team stands within ``reach`` of a third level without a dome, and high enough."""
    levels, domes = state.levels, state.domes
    tops = [square for square in squares(state.size) if levels[square] == 3 and not domes & BITS[square]]
    return bool(tops) and any(
        worker.team == team
        and levels[worker.square] >= 3 - reach
        and any(distance(worker.square, top) <= reach for top in tops)
        for worker in state.workers
    )


def _is_no_way_to_win(cast: Cast, power: Power) -> bool:
    return power.wins_by_first_move and not (power.removes_workers and cast.setup.profile.rulings.lost_without_workers)


def _overrides(power: Power, facet: Callable[..., object]) -> bool:
    return getattr(type(power), facet.__name__) is not facet


def _first_move(state: State, seat: Seat) -> Successor | None:
    levels, team = state.levels, state.cast.team(seat)
    top = sum(bit for bit, level in zip(BITS, levels, strict=True) if level == 3) & ~(state.domes | state.obstacles)
    near = 0
    for worker in state.workers:
        if worker.team == team and levels[worker.square] == 2:
            near |= neighborhood(worker.square, state.size) & top
    if not near:
        return None
    for option in permitted(state):
        if isinstance(option.action, Move) and near & BITS[option.action.to]:
            after = resolve(state, option)
            if has_won(after, seat) and meets_demands(after):
                return Successor(Way(None, state, option), close_turn(after))
    return None


def _is_out_of_reach(state: State) -> bool:
    """Whether no move up onto the third level is possible in this turn, and no other win: no open tower has two blocks,
    and no card in the game wins in its own way."""
    if not wins_by_height(state.cast):
        return False
    teams = [worker.team for worker in state.workers]
    if any(teams.count(team) < 2 for team in set(teams)):
        return False  # a player without workers may lose the game
    reach = None if state.turn is None or state.turn.driven else reach_of_wins(state.cast, state.agenda[0].seat)
    if reach is not None and not is_within_reach(state, state.cast.team(state.agenda[0].seat), reach):
        return True
    return not any(level >= 2 and not state.domes & bit for level, bit in zip(state.levels, BITS, strict=True))


def _found_win(state: State, seat: Seat, most: int) -> Successor | None:
    """Search the turn for a win, without builds that lead to nothing."""
    asked = bool(state.turn and state.turn.demands) or bool(state.cast.heroes)
    take = resolved if state.cast.heroes else resolve
    at_start = any(_overrides(power, Power.wins_at_any_time) for power in state.cast.powers)
    by_moves = _wins_by_moves(state.cast)
    seen = {state}
    waiting: list[tuple[State, Way | None]] = [(state, None)]
    while waiting:
        node, way = waiting.pop()
        most -= 1
        if most < 0:
            raise TooManyTurns("this turn has too many ways to be looked through for a win")
        if _only_plain_builds_are_left(node) or (by_moves and _nobody_moves_any_more(node)):
            continue
        for option in continuations(node):
            after = take(node, option)
            step = Way(way, node, option)
            if not after.agenda or after.outcome is not None:
                if (after.outcome is None and not at_start) or (asked and not meets_demands(after)):
                    continue
                found = Successor(step, close_turn(after))
                if has_won(after if after.outcome is not None else found.after, seat):
                    return found
            elif after not in seen and (not asked or demands_open(after)):
                seen.add(after)
                waiting.append((after, step))
    return None


@lru_cache(maxsize=_CASTS)
def _wins_by_moves(cast: Cast) -> bool:
    """Whether no turn of a game is won after its last move, and no card adds steps to it during the turn."""
    return not any(_overrides(power, Power.further_steps) for power in cast.powers) and all(
        power.wins_by_moves
        or _is_no_way_to_win(cast, power)
        or not any(_overrides(power, facet) for facet in (*_WAYS_TO_WIN, *_CHANGE_HANDS))
        for power in cast.powers
    )


def _nobody_moves_any_more(state: State) -> bool:
    """Whether only builds and tokens are due."""
    return all(step.kind in (StepKind.BUILD, StepKind.TOKEN) for step in state.agenda)


def _only_plain_builds_are_left(state: State) -> bool:
    """Whether only builds are due, and none of them can lead to a win."""
    if not state.roles.quiet_builds or any(step.kind is not StepKind.BUILD for step in state.agenda):
        return False
    step = state.agenda[0]
    return all(
        _is_plain_build(option)
        for power, holding in holdings(state, Power.offer)
        if holding.seat == step.seat
        for option in power.offer(holding, step)
    )


def _is_plain_build(option: Option) -> bool:
    return (
        isinstance(option.action, Build | Done)
        and not option.effects
        and all(step.kind is StepKind.BUILD for step in option.then)
    )
