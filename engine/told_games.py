"""Games in which nothing is secret but where tokens lie and how decks are shuffled, played by somebody who is told as
much as a seat may know.

Where such a token is put, another step stands in: the first of those that were possible. The game forgets it at once
(`engine.game.Game.known_by`), so all that follows is as its viewer knows it. By the cards such a token decides nothing
but how the game ends. Which card is drawn is told when it is drawn; another seed stands in for that of the decks. In
the end the true steps and the true seed take the place of those that stood in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from engine.actions import Action, PutToken, Unseen
from engine.casting.cast import Cast
from engine.events import CardDrawn, TokenPlaced
from engine.game import Game, Ply
from engine.power import Power
from engine.seats import PUBLIC, Seat, Viewer
from engine.secrets import known_to
from engine.setup import PowerName, Setup
from engine.told_results import conceals_workers, is_told_as_result, turns_in
from engine.turns.flow import first_state
from engine.views import visible_event


def barred_from_telling(cast: Cast) -> str | None:
    """The power, or else the rule, because of which tables cannot be told enough of a game to play it; None if there is
    none.

    Where workers are concealed, the result of a turn is told at its end. So nobody may be asked in another's turn, and
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
    """The viewer as whom a table with these seats can play a game that somebody else has; None if there is none, since
    more is secret than can be told, or it would need what several seats know."""
    own = [seat for seat in cast.seats if seat in seats]
    if barred_from_telling(cast) is not None:
        return None
    if len(own) == 1:
        return own[0]
    known_to_some = conceals_workers(cast) or any(power.secret_tokens for power in cast.powers)
    return None if own and known_to_some else PUBLIC


def steps_as_told(plies: Sequence[Ply], viewer: Viewer) -> tuple[Action, ...]:
    """The steps of these plies of the true game as a viewer may be told them."""
    return tuple(_stand_in(ply) if _is_hidden(ply, viewer) else ply.action for ply in plies)


def steps_not_told(plies: Iterable[Ply], viewer: Viewer) -> tuple[Action, ...]:
    """The steps of the true game for which others stood in, and those of turns whose result alone was told."""
    return tuple(
        ply.action
        for turn in turns_in(plies)
        for ply in turn
        if _is_hidden(ply, viewer) or is_told_as_result(turn, viewer)
    )


def steps_not_told_in(told: Game, true: Game) -> tuple[Action, ...]:
    """The same of as much of the true game as somebody is told in ``told``.

    :raises ValueError: if nobody is: it is a true game itself.
    """
    if told.known_by is None:
        raise ValueError("nothing stands in for another step in a game that is known")
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
    """The cards that were drawn in these plies, in their order."""
    return tuple(event.drawn for ply in plies for event in ply.events if isinstance(event, CardDrawn))


def draws_cards(cast: Cast) -> bool:
    """Whether the order of a deck is secret in this game."""
    return any(power.secret_until_drawn for power in cast.powers)


def seed_as_told(setup: Setup) -> int:
    """A seed that may be told in place of that of a game: the first by which the game begins with the same cards face
    up. Nothing else follows from it."""
    seen = known_to(first_state(setup), PUBLIC).powers
    same = (seed for seed in count() if known_to(first_state(replace(setup, seed=seed)), PUBLIC).powers == seen)
    return next(same)


def played_again(plies: Iterable[Ply], game: Game) -> Game:
    """The game after these plies of one that was told: the same steps, and the same cards drawn.

    :raises ValueError: if other cards are drawn than in these plies.
    :raises IllegalAction: if the rules do not allow a step.
    """
    for ply in plies:
        game = game.after(ply.action)
        drawn = cards_drawn((ply,))
        game = game.with_drawn(drawn) if drawn else game
    return game


def with_secrets(game: Game, tokens: Sequence[Action], seed: int | None) -> Game:
    """The true game, by the steps for which others stood in, and the seed of its decks (None: there are none). What
    came after its end is left out.

    :raises ValueError: if the game is the true one already, others stood in for more or fewer steps, or other cards
        were told than this seed has drawn.
    :raises IllegalAction: if the rules do not allow a step.
    """
    if game.known_by is None:
        raise ValueError("nothing stands in for another step in a game that is known")
    left, true = list(tokens), Game.begin(game.setup if seed is None else replace(game.setup, seed=seed))
    for ply in game.plies:
        if true.outcome is not None:
            break
        if isinstance(ply.action, Unseen):
            true = _with_whole_turn(true, left)
            continue
        hidden = _is_hidden(ply, game.known_by)
        if hidden and not left:
            raise ValueError(f"another step stands in for more than {len(tokens)}")
        true = true.after(left.pop(0) if hidden else ply.action)
        told, drawn = cards_drawn((ply,)), cards_drawn(true.plies[-1:])
        if told and told != drawn:
            raise ValueError(f"{', '.join(told)} was told, but {', '.join(drawn) or 'nothing'} was drawn")
    if left:
        raise ValueError(f"no other step stands in for {left[0]}")
    return true


def _with_whole_turn(true: Game, left: list[Action]) -> Game:
    """The true game after a turn whose steps are the first of those that are ``left``; they are taken from there.

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
