"""The game as a search sees it: positions between turns, what follows them, what they are worth, who wins at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.actions import Build, Done, Move, Piece
from engine.casting.cast import Cast
from engine.effects import Option
from engine.errors import TooManyTurns
from engine.seats import Seat
from engine.state import State
from engine.turns.flow import Between, close_turn, next_to_move, open_turn, stuck
from engine.turns.successors import Rank, Successor, successors
from engine.turns.winning import (
    has_won,
    is_far_from_other_wins,
    is_within_reach,
    reach_of_wins,
    winning_turn,
    wins_by_any_step_up,
    wins_by_first_move,
    wins_by_height,
)
from opponent.evaluation import level_masks
from opponent.weights import WeightBook

WIN: Final = 1_000_000
"""The value of a game that is won now; a win so many turns ahead is worth as much less."""

SHARE: Final = 48
"""So many turns that begin with one step are looked at before those that begin with the next."""

MOST_LOOKED_THROUGH: Final = 400
"""From so many states of one turn a search goes on when it looks for a win; what would come later is not found."""


class GameTree:
    """The tree of turns of one game, for a search on behalf of one team."""

    def __init__(self, cast: Cast, team: int, weights: WeightBook) -> None:
        self._cast = cast
        self.team = team
        self._evaluator = weights.evaluator(cast)
        self._teams = {seat: cast.team(seat) for seat in cast.seats}
        self._many = len(set(self._teams.values())) > 2
        self._plain = {seat: wins_by_first_move(cast, seat, far=True) for seat in cast.seats}
        self._by_height = wins_by_height(cast)
        self._any_step_up = wins_by_any_step_up(cast)
        self._reach = {seat: reach_of_wins(cast, seat) for seat in cast.seats}
        self._next_seat = dict(zip(cast.seats, (*cast.seats[1:], cast.seats[0]), strict=True))

    def mover(self, node: Between) -> Seat | None:
        """Whose turn it is; None once the game is over."""
        state, seat, extra = node
        if state.outcome is not None or seat is None:
            return None
        if extra is not None:
            return seat
        return next_to_move(state, seat) if state.eliminated else self._next_seat[seat]

    def is_ours(self, node: Between) -> bool:
        """Whether the team that the search is for is to move."""
        mover = self.mover(node)
        return mover is not None and self._teams[mover] == self.team

    def outcome_value(self, node: Between) -> int:
        """What a game that is over is worth to the team that the search is for."""
        outcome = node.state.outcome
        if outcome is None:
            return 0
        return WIN if any(self._teams[winner] == self.team for winner in outcome.winners) else -WIN

    def value(self, node: Between, mover: Seat) -> int:
        """What a position is worth to the side to move, as it stands."""
        team = self._teams[mover]
        if not self._many:
            return self._evaluator.value(node.state, team)
        ours = self._evaluator.value_among_many(node.state, team, self.team)
        return ours if team == self.team else -ours

    def wins_at_once(self, node: Between, mover: Seat) -> bool:
        """Whether the player to move can win with this turn."""
        state = node.state
        if self._plain[mover] and node.extra is None and is_far_from_other_wins(state):
            if not self._evaluator.can_step_up(state.levels, state.domes, state.workers, self._teams[mover]):
                return False
        elif self._by_height and node.extra is None:
            reach = self._reach[mover]
            if not self._has_high_tower(state) if reach is None else not self._is_near(state, mover, reach):
                return False
        if self._any_step_up and node.extra is None and self._can_step_up_freely(state, mover):
            return True
        return self.win_from(open_turn(node), mover)

    def _can_step_up_freely(self, state: State, mover: Seat) -> bool:
        return self._evaluator.can_step_up_freely(state.levels, state.domes, state.workers, self._teams[mover])

    def win_from(self, state: State, mover: Seat) -> bool:
        """Whether the player to move wins with this turn, from a state at its start."""
        if state.outcome is not None:
            return has_won(state, mover)
        try:
            return winning_turn(state, most=MOST_LOOKED_THROUGH) is not None
        except TooManyTurns:
            return False

    def is_threatened(self, node: Between, mover: Seat) -> bool:
        """Whether an opponent's worker stands one step below a win, as far as one sees without looking ahead."""
        state, teams = node.state, self._teams
        mine = teams[mover]
        return any(
            self._evaluator.can_step_up(state.levels, state.domes, state.workers, team)
            for team in set(teams.values())
            if team != mine
        )

    def replies(self, node: Between, rank: Rank | None = None) -> Iterator[Successor]:
        """The turns of the player to move; none if there is none to take, see ``when_stuck``."""
        return self.turns_from(open_turn(node), rank)

    def turns_from(self, state: State, rank: Rank | None = None) -> Iterator[Successor]:
        """The turns from a state; those that come before there are too many to follow."""
        try:
            yield from successors(state, rank, share=SHARE)
        except TooManyTurns:
            return

    def when_stuck(self, node: Between) -> Between:
        """What follows if the player to move has no turn."""
        state = open_turn(node)
        if state.outcome is not None or state.step is None:
            return close_turn(state)
        return close_turn(stuck(state, state.step))

    def _has_high_tower(self, state: State) -> bool:
        masks = level_masks(state.levels)
        return bool((masks[2] | masks[3]) & ~state.domes) or len(state.workers) < 2 * len(self._teams)

    def _is_near(self, state: State, mover: Seat, reach: int) -> bool:
        """Whether a worker may win with this turn: one that may be removed as the last of its player counts, too."""
        few = len(state.workers) < 2 * len(self._teams)
        return few or is_within_reach(state, self._teams[mover], reach)


def by_height(state: State, option: Option) -> int:
    """Options in the order of what they look like: moves up first and moves down last, towers on which one can step."""
    action, levels = option.action, state.levels
    match action:
        case Move(worker=origin, to=to):
            return 4 * (levels[to] - levels[origin]) + levels[to]
        case Build(on=on, piece=piece):
            return -1 if piece is Piece.DOME and levels[on] < 3 else levels[on]
        case Done():
            return 3  # short turns come before those that wander on one level
        case _:
            return 0
