"""Turns of which somebody is told the result alone: what could be seen of them, and how the position stands after them.

Where workers are concealed (Hecate), a viewer cannot play the turns of their owner, nor one of an opponent that met
them. All other turns of such a game are played as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.actions import Resign, Unseen
from engine.casting.cast import Cast
from engine.errors import IllegalAction
from engine.events import Event, PositionRepeated
from engine.game import Game, Ply
from engine.notation import Position, standing_position, state_of
from engine.power import Power
from engine.seats import Viewer
from engine.secrets import is_concealed, known_to
from engine.state import State
from engine.turns.flow import advance
from engine.views import visible_event


def conceals_workers(cast: Cast) -> bool:
    """Whether workers are secret in this game."""
    return any(type(power).conceals is not Power.conceals for power in cast.powers)


def turns_in(plies: Iterable[Ply]) -> Iterator[tuple[Ply, ...]]:
    """The plies turn by turn; the placements of a player are a turn, and so is giving up."""
    turn: list[Ply] = []
    for ply in plies:
        over = turn and (turn[-1].begins_turn or turn[-1].seat is not ply.seat or isinstance(turn[-1].action, Resign))
        if over or (turn and isinstance(ply.action, Resign)):
            yield tuple(turn)
            turn = []
        turn.append(ply)
    if turn:
        yield tuple(turn)


def is_told_as_result(turn: Sequence[Ply], viewer: Viewer) -> bool:
    """Whether a viewer cannot play these plies of a true game, and is told their result instead."""
    before, seat = turn[0].before, turn[0].seat
    if not conceals_workers(before.cast) or isinstance(turn[0].action, Resign | Unseen):
        return False
    if is_concealed(before, before.cast.team(seat), viewer):
        return True
    told = Game(known_to(before, viewer), known_by=viewer)
    try:
        for ply in turn:
            told = told.after(ply.action)
    except IllegalAction:
        return True
    return _without_repetitions(seen_events(told.plies, viewer)) != _without_repetitions(seen_events(turn, viewer))


def seen_events(plies: Iterable[Ply], viewer: Viewer) -> tuple[Event, ...]:
    """What a viewer may know of what happened in these plies."""
    seen = (visible_event(event, ply.before, viewer) for ply in plies for event in ply.events)
    return tuple(event for event in seen if event is not None)


def _without_repetitions(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, PositionRepeated)]


def position_as_known(state: State, viewer: Viewer) -> Position:
    """The position at the start of a turn, or of the end of a game, without the workers that a viewer cannot see.

    :raises NotationError: if workers are still being placed.
    """
    known = known_to(state, viewer)
    if known.turn is not None:
        starts = tuple(worker.square for worker in sorted(known.workers))
        known = known._replace(turn=known.turn._replace(starts=starts))
    return standing_position(known)


def state_as_known(position: Position, viewer: Viewer) -> State:
    """The state at the start of the turn that such a position describes, as far as the viewer knows it.

    :raises NotationError: if the game is over, or a card remembers what it cannot.
    :raises InvalidSetup: if the players and their powers do not form a game.
    """
    state = state_of(position)
    if state.turn is not None and is_concealed(state, state.cast.team(state.turn.seat), viewer):
        return state
    return advance(state).state
