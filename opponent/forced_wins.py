"""Proves whether a seat wins within a number of its turns, whatever the other player does, by following all turns.

It is for games of two players without hidden information and additional turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Protocol

from engine.seats import Seat
from engine.setup import PowerName
from engine.squares import BITS, SQUARE_COUNT
from engine.state import State
from engine.turns.flow import Between, close_turn, open_turn, stuck
from engine.turns.successors import Successor, successors
from engine.turns.winning import has_won, winning_turn
from opponent.budget import Budget
from opponent.evaluation import Weights, fitted_weights
from opponent.game_tree import by_height
from opponent.plain_positions import (
    APOLLO,
    AROUND,
    ATHENA,
    DEMETER,
    DOME,
    HERMES,
    MINOTAUR,
    PROMETHEUS,
    PlainPosition,
    PlainWorth,
    is_plain,
    level_of,
    plain_position,
    reachable,
)
from opponent.plain_search import SQUARES, PlainTurns, stands

ROOM: Final = 3
"""With this number of squares to go to without a step up, a player still has one after any turn of the other player in
most plain games: such a turn takes a square by a move and one by a block."""

MORE_TAKEN: Final = frozenset({APOLLO, DEMETER, HERMES, MINOTAUR, PROMETHEUS})
"""With these powers a turn may take a third square."""

ANSWERS: Final = 12
"""The answers that are tried one by one before all are listed."""


class Proof(Protocol):
    """Proves forced wins for one seat of one game. Results are remembered.

    Its methods raise `opponent.budget.OutOfBudget` if the budget is spent, and `engine.TooManyTurns` if a turn has too
    many ways to follow.
    """

    def wins_within(self, end: Between, turns: int) -> bool:
        """Whether the seat, which is next, wins within ``turns`` of its turns (at least one)."""

    def wins_by(self, end: Between, turns: int) -> bool:
        """Whether the seat, which has just taken a turn, has won by it or wins within ``turns`` more."""


def proof_for(state: State, seat: Seat, budget: Budget) -> Proof:
    """Make the proof of forced wins of a seat in the game of this state."""
    return PlainProof(state, seat, budget) if is_plain(state) else RulesProof(seat, budget)


def winning_turns(state: State, turns: int, proof: Proof) -> list[Successor]:
    """Return the turns with which the seat to act wins within ``turns`` turns, including this one: one for each
    position after it."""
    found: dict[object, Successor] = {}
    for turn in successors(state):
        place = place_of(turn.end)
        if place not in found and proof.wins_by(turn.end, turns - 1):
            found[place] = turn
    return list(found.values())


def refutation(state: State, turns: int, proof: Proof) -> Successor | None:
    """Find a turn of the other player, who is to move, after which the seat of the proof does not win within ``turns``
    more turns of its own; None if there is none. A turn that wins is preferred."""
    won = winning_turn(state)
    if won is not None:
        return won
    return next((each for each in successors(state, by_height) if not _still_wins(each.end, turns, proof)), None)


def _still_wins(end: Between, turns: int, proof: Proof) -> bool:
    return turns > 0 and proof.wins_within(end, turns)


def is_won(end: Between, seat: Seat) -> bool:
    """Whether a seat has won by the turn that ended so, or leaves the next player none."""
    state = open_turn(end)
    if state.outcome is not None:
        return has_won(state, seat)
    if next(successors(state), None) is not None or state.step is None:
        return False
    return has_won(close_turn(stuck(state, state.step)).state, seat)


def place_of(end: Between) -> object:
    """Return a key for the end of a turn: all that matters later, or for a finished game the pieces on the board."""
    state = end.state
    if state.outcome is None:
        return end
    return state.levels, state.domes, tuple(sorted((worker.team, worker.square) for worker in state.workers))


class RulesProof:
    """Proves forced wins by the rules alone, in any game of two players."""

    def __init__(self, seat: Seat, budget: Budget) -> None:
        self._seat = seat
        self._budget = budget
        self._within: dict[tuple[Between, int], bool] = {}

    def wins_within(self, end: Between, turns: int) -> bool:
        """See `Proof`."""
        known = self._within.get((end, turns))
        if known is None:
            known = self._within[end, turns] = self._found_win(open_turn(end), turns)
        return known

    def wins_by(self, end: Between, turns: int) -> bool:
        """See `Proof`."""
        self._budget.spend()
        if turns == 0:
            return is_won(end, self._seat)
        state = open_turn(end)
        if state.outcome is not None:
            return has_won(state, self._seat)
        if winning_turn(state) is not None:
            return False
        replied = False
        for reply in successors(state, by_height):
            replied = True
            if not self.wins_within(reply.end, turns):
                return False
        return replied or is_won(end, self._seat)

    def _found_win(self, state: State, turns: int) -> bool:
        self._budget.spend()
        if state.outcome is not None:
            return has_won(state, self._seat)
        if winning_turn(state) is not None:
            return True
        return any(self.wins_by(each.end, turns - 1) for each in successors(state, by_height))


@cache
def turns_between(own: PowerName, other: PowerName) -> PlainTurns:
    """Return the turns of plain games for a player with the first power against one with the second, valued by the
    weights of the base game: the stored puzzles do not change when weights are fitted for a power."""
    book = fitted_weights().base
    return PlainTurns(own, other, _worth(book.of(own).waiting, book.of(other).to_move))


@cache
def _worth(own: Weights, other: Weights) -> PlainWorth:
    return PlainWorth(own, other)  # the tables take long to make, and all powers have the same weights here


class PlainProof:
    """Proves forced wins in plain games, on numbers."""

    def __init__(self, state: State, seat: Seat, budget: Budget) -> None:
        cast = state.cast
        self._seat = seat
        self._team = team = cast.team(seat)
        self._other = next(cast.team(each) for each in cast.seats if each != seat)
        powers = {player.team: player.power for player in cast.setup.players}
        self._ours = turns_between(powers[team], powers[self._other])
        self._theirs = turns_between(powers[self._other], powers[team])
        self._their_power = powers[self._other]
        self._displaces = powers[team] in (APOLLO, MINOTAUR)
        self._room = ROOM + (powers[team] in MORE_TAKEN)
        self._budget = budget
        self._within: dict[tuple[PlainPosition, int], bool] = {}
        self._by: dict[tuple[PlainPosition, int], bool] = {}

    def wins_within(self, end: Between, turns: int) -> bool:
        """See `Proof`."""
        if end.state.outcome is not None:
            return has_won(end.state, self._seat)
        return self.reaches(plain_position(end.state, self._team), turns)

    def wins_by(self, end: Between, turns: int) -> bool:
        """See `Proof`."""
        if turns == 0 or end.state.outcome is not None:
            return is_won(end, self._seat)
        position = plain_position(end.state, self._other)
        return not self._theirs.win(position) and self._leads(position, turns)

    def reaches(self, position: PlainPosition, turns: int) -> bool:
        """Whether the seat wins within ``turns`` of its turns from a position in which it is to move."""
        if self._ours.win(position):
            return True
        known = self._within.get((position, turns))
        if known is None:
            known = self._within[position, turns] = self._leads_somehow(position, turns)
        return known

    def leading(self, position: PlainPosition, turns: int) -> Iterator[PlainPosition]:
        """Return the positions, for the other player to move, after each turn with which the seat wins within ``turns``
        turns. The seat cannot win at once."""
        self._budget.spend()
        found, _ = self._ours.safe(position)
        found.sort(key=lambda turn: (turn[2], turn[0]), reverse=True)
        return (end for _, end, _ in found if self._leads(end, turns - 1))

    def _leads_somehow(self, position: PlainPosition, turns: int) -> bool:
        built, one, two, other_a, other_b, _ = position
        if turns == 1:
            rooms = _rooms((built, other_a, other_b, one, two, False))
            if all(room.bit_count() >= self._room for room in (rooms if self._displaces else (rooms[0] | rooms[1],))):
                return False  # no turn leaves the other player none
        return next(self.leading(position, turns), None) is not None

    def _leads(self, position: PlainPosition, turns: int) -> bool:
        """Whether the other player, who is to move and cannot win at once, loses within ``turns`` turns of the seat."""
        if turns == 0:
            return not _can_act(position, self._their_power)
        known = self._by.get((position, turns))
        if known is None:
            known = self._by[position, turns] = self._found_lost(position, turns)
        return known

    def _found_lost(self, position: PlainPosition, turns: int) -> bool:
        self._budget.spend()
        if turns == 1 and self._is_answered(position):
            return False
        found, _ = self._theirs.safe(position)
        found.sort(reverse=True)
        return all(  # of none: each turn leaves a win, or there is no turn to take
            self.reaches(end, turns) for _, end, _ in found
        )

    def _is_answered(self, position: PlainPosition) -> bool:
        """Whether one of the first few moves with a block stops an immediate win of the seat. This settles most
        positions with little work."""
        tries = ANSWERS
        for builder, mate, other_a, other_b, up in stands(position, self._their_power):
            free = ~(BITS[builder] | BITS[mate] | BITS[other_a] | BITS[other_b])
            bound = up and self._their_power == ATHENA
            for on in SQUARES[AROUND[builder] & free & ~(position[0] >> DOME)]:
                block = 1 << on + SQUARE_COUNT * level_of(position[0], on)
                after = (position[0] | block, other_a, other_b, min(builder, mate), max(builder, mate), bound)
                if not self._ours.win(after) and not self.reaches(after, 1):
                    return True
                tries -= 1
                if not tries:
                    return False
        return False


def _can_act(position: PlainPosition, power: PowerName) -> bool:
    """Whether the player to move has a turn."""
    blocked = position[0] >> DOME
    return any(
        AROUND[builder] & ~(blocked | BITS[builder] | BITS[mate] | BITS[other_a] | BITS[other_b])
        for builder, mate, other_a, other_b, _ in stands(position, power)
    )


def _rooms(position: PlainPosition) -> tuple[int, int]:
    """Return the squares that each worker of the player to move can reach without a step up."""
    built, one, two, other_a, other_b, _ = position
    free = ~(BITS[one] | BITS[two] | BITS[other_a] | BITS[other_b])
    first, second = (reachable(built, on, level_of(built, on), bound=True) & free for on in (one, two))
    return first, second
