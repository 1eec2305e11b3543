"""The game for a search: positions between turns, the turns from them, their worth, and wins in one turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.actions import Build, Done, Move, Piece, target_of
from engine.casting.cast import Cast
from engine.effects import Option
from engine.errors import TooManyTurns
from engine.mortal import DECLINE
from engine.power import Power
from engine.seats import Seat
from engine.state import NOBODY, State, StepKind
from engine.turns.flow import Between, close_turn, next_to_move, open_turn, stuck
from engine.turns.lookahead import continuations
from engine.turns.steps import objection, offered
from engine.turns.successors import Follow, Rank, Successor, successors
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
from opponent.evaluation import TOP, WeightBook, carried, closed_squares, level_masks

WIN: Final = 1_000_000
"""The value of a game that is won now; a win ``n`` turns ahead is worth ``n`` less."""

SHARE: Final = 48
"""The turns with the same first step that are tried before turns with the next one."""

ANYWHERE: Final = 1
"""The squares that are tried for a token or a dome that may go nearly anywhere."""

TOWER: Final = 1_000
"""How much better a tower of three blocks is for a token that blocks no square, in thousandths."""

MOST_LOOKED_THROUGH: Final = 400
"""The states of one turn in which a search looks for a win; it finds none beyond them."""


class GameTree:
    """The tree of turns of one game, for a search by one team."""

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
        self._barring = {power.name for power in cast.powers if type(power).obstructs is not Power.obstructs}
        self._next_seat = dict(zip(cast.seats, (*cast.seats[1:], cast.seats[0]), strict=True))

    def mover(self, node: Between) -> Seat | None:
        """Return the player to move; None once the game is over."""
        state, seat, extra = node
        if state.outcome is not None or seat is None:
            return None
        if extra is not None:
            return seat
        return next_to_move(state, seat) if state.eliminated else self._next_seat[seat]

    def is_ours(self, node: Between) -> bool:
        """Whether the searching team is to move."""
        mover = self.mover(node)
        return mover is not None and self._teams[mover] == self.team

    def outcome_value(self, node: Between) -> int:
        """Return the value of a finished game to the searching team."""
        outcome = node.state.outcome
        if outcome is None:
            return 0
        return WIN if any(self._teams[winner] == self.team for winner in outcome.winners) else -WIN

    def value(self, node: Between, mover: Seat) -> int:
        """Value a position for the side to move, without looking ahead."""
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
        """Whether an opponent's worker stands one step below a win, without looking ahead."""
        state, teams = node.state, self._teams
        closed = closed_squares(state)
        mine = teams[mover]
        if any(level == TOP and worker.team != mine for worker, level in carried(state)):
            return True
        return any(
            self._evaluator.can_step_up(state.levels, closed, state.workers, team)
            for team in set(teams.values())
            if team != mine
        )

    def replies(self, node: Between, rank: Rank | None = None) -> Iterator[Successor]:
        """Generate the turns of the player to move; for a player without turns see ``when_stuck``. A token or a dome
        that may go nearly anywhere is only placed if a third level is open, on the square that looks best."""
        return self._turns(open_turn(node), rank, self._followed_ahead)

    def turns_from(self, state: State, rank: Rank | None = None) -> Iterator[Successor]:
        """Generate the turns from a state, up to a limit. A token or a dome that may go nearly anywhere goes to the
        square that looks best."""
        return self._turns(state, rank, self._followed_now)

    def _turns(self, state: State, rank: Rank | None, follow: Follow) -> Iterator[Successor]:
        try:
            yield from successors(state, rank, share=SHARE, follow=follow)
        except TooManyTurns:
            return

    def _followed_now(self, state: State) -> list[Option]:
        if not goes_anywhere(state):
            return continuations(state)
        return self._best_squares(state)

    def _followed_ahead(self, state: State) -> list[Option]:
        if not goes_anywhere(state):
            return continuations(state)
        if not level_masks(state.levels)[3] & ~state.domes:
            return [DECLINE]
        return self._best_squares(state)

    def _best_squares(self, state: State) -> list[Option]:
        """Return the option to decline, and the option for the square that looks best: a blocking token goes where the
        square is worth much to others, another token to a high tower or near the player's own workers."""
        step = state.agenda[0]
        bars = step.kind is StepKind.BUILD or step.power in self._barring
        worth = self._evaluator.worth_of_squares(state, self._teams[step.seat])

        def looks(option: Option) -> int:
            on = target_of(option.action)
            if on is None:
                return 0
            level = state.levels[on]
            return -worth[on][level] if bars else TOWER * (level == 3) + worth[on][level]

        puts = [option for option in offered(state, step) if not isinstance(option.action, Done)]
        puts.sort(key=looks, reverse=True)
        allowed = (option for option in puts if objection(state, step, option) is None)
        return [DECLINE, *islice(allowed, ANYWHERE)]

    def when_stuck(self, node: Between) -> Between:
        """Return the state that follows if the player to move has no turn."""
        state = open_turn(node)
        if state.outcome is not None or state.step is None:
            return close_turn(state)
        return close_turn(stuck(state, state.step))

    def _has_high_tower(self, state: State) -> bool:
        masks = level_masks(state.levels)
        return bool((masks[2] | masks[3]) & ~state.domes) or len(state.workers) < 2 * len(self._teams)

    def _is_near(self, state: State, mover: Seat, reach: int) -> bool:
        """Whether a worker may win with this turn, even by removal of a player's last worker."""
        few = len(state.workers) < 2 * len(self._teams)
        return few or is_within_reach(state, self._teams[mover], reach)


def goes_anywhere(state: State) -> bool:
    """Whether the player on the move may now put a token or a dome nearly anywhere on the board, or nowhere."""
    step, turn = state.agenda[0], state.turn
    if not step.optional or turn is None or step.seat != turn.seat:
        return False
    return step.kind is StepKind.TOKEN or (step.kind is StepKind.BUILD and step.worker == NOBODY)


def by_height(state: State, option: Option) -> int:
    """Sort options by how promising they look: moves up first, moves down last, climbable towers before others."""
    action, levels = option.action, state.levels
    match action:
        case Move(worker=origin, to=to):
            return 4 * (levels[to] - levels[origin]) + levels[to]
        case Build(on=on, piece=piece):
            return -1 if piece is Piece.DOME and levels[on] < 3 else levels[on]
        case Done():
            return 3  # short turns come before turns with many steps on one level
        case _:
            return 0
