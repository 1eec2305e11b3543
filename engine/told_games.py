"""Told games: games whose only secrets are the places of tokens and the order of decks, played by a viewer with a
seat's knowledge.

A secret placement of a token is replaced by the first possible one. The game forgets it at once
(`engine.game.Game.known_by`), so everything after it is as its viewer knows it. By the cards such a token only decides
how the game ends. A drawn card is told when it is drawn; another seed replaces the seed of the decks. At the end the
true steps and the true seed replace the substitutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from engine.actions import Action, PutToken, Resign, Unseen
from engine.casting.cast import Cast
from engine.errors import IllegalAction
from engine.events import CardDrawn, Event, PositionRepeated, TokenPlaced
from engine.game import Game, Ply
from engine.notation import Position, standing_position, state_of
from engine.power import Power
from engine.seats import PUBLIC, Seat, Viewer
from engine.secrets import is_concealed, known_to
from engine.setup import PowerName, Setup
from engine.state import State
from engine.turns.flow import advance, first_state
from engine.views import visible_event

# ---- Results of turns
#
# Turns of which only the result is told: the visible events, and the position after them. If workers are concealed
# (Hecate), a viewer cannot play the turns of their owner, nor an opponent's turn that met them. All other turns of such
# a game are played unchanged.


def conceals_workers(cast: Cast) -> bool:
    """Whether workers are secret in this game."""
    return any(type(power).conceals is not Power.conceals for power in cast.powers)


def turns_in(plies: Iterable[Ply]) -> Iterator[tuple[Ply, ...]]:
    """Split the plies into turns; the placements of a player are a turn, and so is giving up."""
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
    """Whether a viewer cannot play these plies of a true game, and gets their result instead."""
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
    """Return the events of these plies that a viewer may know."""
    seen = (visible_event(event, ply.before, viewer) for ply in plies for event in ply.events)
    return tuple(event for event in seen if event is not None)


def _without_repetitions(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, PositionRepeated)]


def position_as_known(state: State, viewer: Viewer) -> Position:
    """Return the position at the start of a turn or the end of a game, without workers that a viewer cannot see.

    :raises NotationError: if workers are still being placed.
    """
    known = known_to(state, viewer)
    if known.turn is not None:
        starts = tuple(worker.square for worker in sorted(known.workers))
        known = known._replace(turn=known.turn._replace(starts=starts))
    return standing_position(known)


def state_as_known(position: Position, viewer: Viewer) -> State:
    """Return the state at the start of the turn that such a position describes, as the viewer knows it.

    :raises NotationError: if the game is over, or the memory of a card is impossible.
    :raises InvalidSetup: if the players and their powers do not form a game.
    """
    state = state_of(position)
    if state.turn is not None and is_concealed(state, state.cast.team(state.turn.seat), viewer):
        return state
    return advance(state).state


# ---- Games


def barred_from_telling(cast: Cast) -> str | None:
    """Return the power or rule because of which a game cannot be told to tables that play it; None if there is none.

    If workers are concealed, the result of a turn is told at its end. So no seat may be asked in another's turn, and
    nothing else may be secret.
    """
    if not conceals_workers(cast):
        return None
    concealing = [power.name for power in cast.powers if type(power).conceals is not Power.conceals]
    if len(concealing) > 1:
        return concealing[1]
    if cast.counts_pieces and cast.setup.profile.rulings.opponent_recycles:
        return "opponent_recycles"
    return next((power.name for power in cast.powers if power.asks_in_others_turns or _hides(power)), None)


def _hides(power: Power) -> bool:
    return type(power).hidden is not Power.hidden


def viewer_at(cast: Cast, seats: Sequence[Seat]) -> Viewer | None:
    """Return the viewer as which a table with these seats can play a game of another table; None if too much is secret,
    or the table would need the knowledge of several seats."""
    own = [seat for seat in cast.seats if seat in seats]
    if barred_from_telling(cast) is not None:
        return None
    if len(own) == 1:
        return own[0]
    return None if own and cast.has_secret_places else PUBLIC


def steps_as_told(plies: Sequence[Ply], viewer: Viewer) -> tuple[Action, ...]:
    """Return the steps of these plies of the true game that a viewer may know."""
    return tuple(_stand_in(ply) if _is_hidden(ply, viewer) else ply.action for ply in plies)


def steps_not_told(plies: Iterable[Ply], viewer: Viewer) -> tuple[Action, ...]:
    """Return the steps of the true game that were replaced, and those of turns of which only the result was told."""
    return tuple(
        ply.action
        for turn in turns_in(plies)
        for ply in turn
        if _is_hidden(ply, viewer) or is_told_as_result(turn, viewer)
    )


def steps_not_told_in(told: Game, true: Game) -> tuple[Action, ...]:
    """Return the same steps for the part of the true game that is in ``told``.

    :raises ValueError: if ``told`` is itself a true game.
    """
    if told.known_by is None:
        raise ValueError("a game that is not told has no replaced steps")
    turns, left, found = turns_in(true.plies), list[Ply](), list[Action]()
    for ply in told.plies:
        left = left or list(next(turns, ()))
        if isinstance(ply.action, Unseen):
            found += [each.action for each in left]
            left = []
        elif left:
            first = left.pop(0)
            found += [first.action] if _is_hidden(first, told.known_by) else []
    return tuple(found)


def cards_drawn(plies: Iterable[Ply]) -> tuple[PowerName, ...]:
    """Return the cards that were drawn in these plies, in order."""
    return tuple(event.drawn for ply in plies for event in ply.events if isinstance(event, CardDrawn))


def draws_cards(cast: Cast) -> bool:
    """Whether the order of a deck is secret in this game."""
    return any(power.secret_until_drawn for power in cast.powers)


def seed_as_told(setup: Setup) -> int:
    """Return a seed that may replace the game's: the first by which the game begins with the same cards face up.
    Nothing else follows from it."""
    seen = known_to(first_state(setup), PUBLIC).powers
    same = (seed for seed in count() if known_to(first_state(replace(setup, seed=seed)), PUBLIC).powers == seen)
    return next(same)


def played_again(plies: Iterable[Ply], game: Game) -> Game:
    """Play these plies of a told game again: the same steps, and the same cards drawn.

    :raises ValueError: if the drawn cards differ from these plies.
    :raises IllegalAction: if the rules do not allow a step.
    """
    for ply in plies:
        game = game.after(ply.action)
        drawn = cards_drawn((ply,))
        game = game.with_drawn(drawn) if drawn else game
    return game


def with_secrets(game: Game, tokens: Sequence[Action], seed: int | None) -> Game:
    """Return the true game, with the steps that were replaced, and the seed of its decks, or None without decks. Plies
    after its end are left out.

    :raises ValueError: if the game is already the true one, the number of replaced steps differs, or this seed draws
        other cards than were told.
    :raises IllegalAction: if the rules do not allow a step.
    """
    if game.known_by is None:
        raise ValueError("a game that is not told has no replaced steps")
    left, true = list(tokens), Game.begin(game.setup if seed is None else replace(game.setup, seed=seed))
    for ply in game.plies:
        if true.outcome is not None:
            break
        if isinstance(ply.action, Unseen):
            true = _with_whole_turn(true, left)
            continue
        hidden = _is_hidden(ply, game.known_by)
        if hidden and not left:
            raise ValueError(f"the number of replaced steps is more than {len(tokens)}")
        true = true.after(left.pop(0) if hidden else ply.action)
        told, drawn = cards_drawn((ply,)), cards_drawn(true.plies[-1:])
        if told and told != drawn:
            raise ValueError(f"{', '.join(told)} was told, but {', '.join(drawn) or 'nothing'} was drawn")
    if left:
        raise ValueError(f"no step was replaced for {left[0]}")
    return true


def _with_whole_turn(true: Game, left: list[Action]) -> Game:
    """Return the true game after a turn whose steps are the first of ``left``, which are removed from it.

    :raises ValueError: if they are too few.
    """
    before = true
    while true.outcome is None and true.turn == before.turn and (true.turn > 0 or true.to_act is before.to_act):
        if not left:
            raise ValueError(f"the steps of a turn of {before.to_act} are missing")
        true = true.after(left.pop(0))
    return true


def _is_hidden(ply: Ply, viewer: Viewer) -> bool:
    tokens = (event for event in ply.events if isinstance(event, TokenPlaced))
    return any(visible_event(event, ply.before, viewer) != event for event in tokens)


def _stand_in(ply: Ply) -> Action:
    return next(action for action in Game(ply.before).legal_actions() if isinstance(action, PutToken))
