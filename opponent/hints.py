"""Makes hints: the best turns, and one fact about the best turn that anyone can check.

A hint uses only what the seat knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final

from engine.actions import Action, Move
from engine.errors import TooManyTurns
from engine.seats import Seat
from engine.secrets import has_hidden
from engine.squares import Square
from engine.state import State
from engine.turns.flow import Between, close_turn, next_to_move, open_turn
from engine.turns.successors import Successor, successors
from engine.turns.winning import has_won, winning_turn

MOST_STATES: Final = 2_000
"""The states of one turn in which a win is looked for."""

MOST_REPLIES: Final = 400
"""The most replies that are tried to see whether a win next turn can be stopped; with more replies the hint says
nothing about it."""


class HintFact(StrEnum):
    """The facts about a turn."""

    WINS = "wins"
    STOPS = "stops"
    FORCES = "forces"
    LOSES = "loses"
    CLIMBS = "climbs"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class HintReason:
    """Why a turn is good: it wins at once, stops a win of another ``seat``, or makes a win on ``square`` next turn that
    no reply stops; or that nothing stops the win of another ``seat``, that a worker climbs to a ``square``, or that
    nothing shows at once."""

    fact: HintFact
    square: Square | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Threat:
    """A win of a seat with its next turn, and its square; None for a win without a move."""

    seat: Seat
    square: Square | None


def threat_after(end: Between) -> Threat | None:
    """Return the win of the player to move after a turn, by what the state knows; None without one that is cheap to
    find."""
    state = open_turn(end)
    if state.turn is None or state.outcome is not None:
        return None
    found = _win(state)
    return None if found is None else Threat(state.turn.seat, destination(found.actions))


def reason_for(known: State, actions: tuple[Action, ...], end: Between) -> HintReason:
    """Explain a turn of the seat to act: ``actions``, with the game after it."""
    step = known.step
    if step is None or known.turn is None:
        return HintReason(HintFact.STANDS)
    seat = step.seat
    if end.state.outcome is not None:
        return HintReason(HintFact.WINS if has_won(end.state, seat) else HintFact.STANDS, destination(actions))
    if not has_hidden(known, seat):
        left = _opposing(known, seat, threat_after(end))
        if left is not None:
            return HintReason(HintFact.LOSES, left.square, left.seat)
        stopped = _opposing(known, seat, threat_after(_passed(known)))
        if stopped is not None:
            return HintReason(HintFact.STOPS, stopped.square, stopped.seat)
        forced = _forced_win(end, seat)
        if forced is not None:
            return HintReason(HintFact.FORCES, forced)
    climbed = _climbed(known, actions)
    return HintReason(HintFact.STANDS) if climbed is None else HintReason(HintFact.CLIMBS, climbed)


def guarded_threat(before: State, after: State, seat: Seat) -> Threat | None:
    """Return the win that a seat's turn leaves to an opponent although another turn would have stopped it; None if
    there is none. ``before`` is the state at the start of the turn, ``after`` the state at the start of the next one,
    both as the seat knows them."""
    if after.turn is None or after.outcome is not None or before.turn is None:
        return None
    cast = before.cast
    threatening = after.turn.seat
    if cast.team(threatening) == cast.team(seat):
        return None
    found = _win(after)
    if found is None or not _could_be_stopped(before):
        return None
    return Threat(threatening, destination(found.actions))


def _could_be_stopped(before: State) -> bool:
    """Whether some turn wins, or leaves no win to the next opponent."""
    try:
        for turn in successors(before, most=MOST_STATES * 10):
            state = turn.after
            if state.outcome is not None:
                if before.turn is not None and has_won(state, before.turn.seat):
                    return True
            elif _win(state) is None:
                return True
    except TooManyTurns:
        return False
    return False


def _win(state: State) -> Successor | None:
    try:
        return winning_turn(state, most=MOST_STATES)
    except TooManyTurns:
        return None


def _passed(known: State) -> Between:
    """Return the game if the rest of this turn has no actions."""
    return close_turn(known)


def _opposing(state: State, seat: Seat, threat: Threat | None) -> Threat | None:
    """Return a threat if it is another team's."""
    if threat is None or state.cast.team(threat.seat) == state.cast.team(seat):
        return None
    return threat


def _forced_win(end: Between, seat: Seat) -> Square | None:
    """Return the square on which a seat wins with its next turn whatever the other player does; None if a reply stops
    it, or if it is costly to find."""
    state = open_turn(end)
    if len(state.cast.seats) != 2 or state.turn is None or next_to_move(state, state.turn.seat) is not seat:
        return None
    squares: set[Square | None] = set()
    try:
        replies = list(islice(successors(state, most=MOST_STATES), MOST_REPLIES + 1))
    except TooManyTurns:
        return None
    if not replies or len(replies) > MOST_REPLIES:
        return None
    for reply in replies:
        after = reply.after
        if after.outcome is not None or after.turn is None or after.turn.seat is not seat:
            return None
        found = _win(after)
        if found is None:
            return None
        squares.add(destination(found.actions))
    return next(iter(squares)) if len(squares) == 1 else None


def _climbed(known: State, actions: tuple[Action, ...]) -> Square | None:
    """Return the square to which a worker climbs in a turn."""
    for action in actions:
        if isinstance(action, Move) and known.levels[action.to] > known.levels[action.worker]:
            return action.to
    return None


def destination(actions: tuple[Action, ...]) -> Square | None:
    """Return the square of the last move of a turn, or None if the turn has no move."""
    moves = [action.to for action in actions if isinstance(action, Move)]
    return moves[-1] if moves else None
