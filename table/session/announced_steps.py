"""The announced steps of a seat that the table or another table plays: which are left, and whether hands do them.

On a real board hands carry them out, and the reading has to be the next of them. On a virtual one the pieces move by
themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import PUBLIC, Build, Game, IllegalAction, Move, Place, Reason
from engine.actions import Action, Force, Swap, Unseen
from engine.events import ActedInSecret, Event
from engine.game import Ply
from engine.seats import Seat
from engine.secrets import is_concealed
from engine.squares import Square, squares
from engine.views import View, visible_event
from table.session.answers import Refusal
from table.session.saved_state import SavedState

ByHand = Place | Move | Build | Force | Swap
"""The steps that hands do with pieces, and that can be read. The table does all others by itself."""


def next_announced(saved: SavedState) -> Action | None:
    """Return the announced step that is due now; None if there is none, or the rules no longer allow it."""
    if saved.game is None or not saved.table_acts or not saved.announced:
        return None
    step = saved.announced[0]
    return step if step in saved.game.legal_actions() else None


def is_done_by_hand(game: Game, step: Action) -> bool:
    """Whether hands can carry out a step at a real board: it is public, and moves or builds something."""
    seat = game.to_act
    if seat is None or not isinstance(step, ByHand):
        return False
    return not is_concealed(game.state, game.state.cast.team(seat), PUBLIC)


def can_be_read(game: Game, step: Action) -> bool:
    """Whether the board can see that hands have carried out this step: a public worker touches another square, or
    leaves its own."""
    standing = _standing(game)
    if isinstance(step, Build):
        return step.on != step.worker and any(square == step.worker for square, _ in standing)
    return {(worker.square, worker.seat) for worker in game.workers_after(step)} != standing


def shown_steps(saved: SavedState) -> tuple[Action, ...]:
    """Return the announced steps that are public, from the next one on."""
    step, seat = next_announced(saved), saved.to_act
    if step is None or seat is None or saved.game is None:
        return ()
    known, shown = saved.game.as_known_to(seat), list[Action]()
    for action in saved.announced:
        if known.to_act is not seat or is_concealed(known.state, known.state.cast.team(seat), PUBLIC):
            break
        if known.outcome is not None or action not in known.view(PUBLIC).options:
            break
        known = known.play(action)
        if any(isinstance(event, ActedInSecret) for event in _public_events(known.plies[-1])):
            break
        shown.append(action)
    return tuple(shown)


def built_unseen(saved: SavedState) -> tuple[tuple[Seat, Square], ...]:
    """Return the squares of blocks and domes that another table reported and nobody here placed: those of the last
    turn, if only its result is known."""
    game = saved.game
    if game is None or not game.plies:
        return ()
    last = game.plies[-1]
    if not isinstance(last.action, Unseen) or last.seat not in saved.seating.played_elsewhere:
        return ()
    before, now = (_heights(each.view(PUBLIC)) for each in (game.as_it_stood(len(game.plies) - 1), game))
    return tuple((last.seat, at) for at, height in now.items() if height > before[at])


def _heights(view: View) -> dict[Square, int]:
    """Return the height of each square, in pieces."""
    return {at: view.levels[at] + (at in view.domes) for at in squares(view.size)}


def _public_events(ply: Ply) -> Iterator[Event | None]:
    return (visible_event(event, ply.before, PUBLIC) for event in ply.events)


def as_announced(saved: SavedState, read: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the steps that were done by hand for the seat to act. If nobody here plays for it, they are the announced
    ones that lead to the same pieces.

    :raises IllegalAction: if nobody here plays for the seat and the table has announced something else, or nothing yet.
    """
    game = saved.game
    if game is None or not saved.table_acts:
        return read
    announced = saved.announced if next_announced(saved) is not None else ()
    if announced and len(read) == 1 and _is_same_touch(read[0], announced[0]):
        return announced[:1]
    wanted = _after(game, read)
    for count in range(1, len(announced) + 1):
        if wanted is not None and _after(game, announced[:count]) == wanted:
            return announced[:count]
    raise IllegalAction(f"{read} was not announced", Reason.of(Refusal.NOT_ANNOUNCED.value))


def announced_instead(saved: SavedState, back: SavedState) -> tuple[Action, ...]:
    """Return the announced moves after which the workers stand as they did earlier in the turn: carrying them out looks
    like taking steps back. None if no announced moves lead there."""
    game, count = saved.game, 0
    if game is None or back.game is None or next_announced(saved) is None:
        return ()
    wanted = _standing(back.game)
    for action in saved.announced:
        if isinstance(action, Build) or action not in game.legal_actions():
            return ()
        game, count = game.play(action), count + 1
        if _standing(game) == wanted:
            return saved.announced[:count]
    return ()


def _standing(game: Game) -> set[tuple[Square, Seat]]:
    return {(worker.square, worker.seat) for worker in game.seen_workers(PUBLIC)}


def announced_among(saved: SavedState, choices: tuple[tuple[Action, ...], ...]) -> tuple[Action, ...]:
    """Return the announced steps, if they are one of several explanations of the pieces.

    :raises IllegalAction: if they are none of them.
    """
    for choice in choices:
        try:
            return as_announced(saved, choice)
        except IllegalAction:
            pass
    raise IllegalAction("none of these was announced", Reason.of(Refusal.NOT_ANNOUNCED.value))


def _is_same_touch(read: Action, announced: Action) -> bool:
    """Whether both build on the same square: a touch does not show what is built."""
    return isinstance(read, Build) and isinstance(announced, Build) and read.on == announced.on


def _after(game: Game, actions: tuple[Action, ...]) -> tuple[object, ...] | None:
    """Return the public position after these steps, and the seat to choose then; None if they are not legal."""
    try:
        for action in actions:
            game = game.play(game.meant(action))
    except IllegalAction:
        return None
    seen: View = game.view(PUBLIC)
    return seen.workers, seen.levels, seen.domes, game.turn, game.to_act
