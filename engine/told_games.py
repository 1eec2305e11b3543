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

from engine.actions import Action, PutToken
from engine.casting.cast import Cast
from engine.events import CardDrawn, TokenPlaced
from engine.game import Game, Ply
from engine.power import Power
from engine.seats import PUBLIC, Seat, Viewer
from engine.secrets import known_to
from engine.setup import PowerName, Setup
from engine.turns.flow import first_state
from engine.views import visible_event


def can_be_told(power: Power) -> bool:
    """Whether nothing is secret about a power but where its tokens lie, or which card is drawn next."""
    if type(power).conceals is not Power.conceals:
        return False
    return power.secret_tokens or power.secret_until_drawn or type(power).hidden is Power.hidden


def viewer_at(cast: Cast, seats: Sequence[Seat]) -> Viewer | None:
    """The viewer as whom a table with these seats can play a game that somebody else has; None if there is none, since
    more is secret than can be told, or it would need what several seats know."""
    own = [seat for seat in cast.seats if seat in seats]
    if not all(map(can_be_told, cast.powers)):
        return None
    if len(own) == 1:
        return own[0]
    return None if own and any(power.secret_tokens for power in cast.powers) else PUBLIC


def steps_as_told(plies: Sequence[Ply], viewer: Viewer) -> tuple[Action, ...]:
    """The steps of these plies of the true game as a viewer may be told them."""
    return tuple(_stand_in(ply) if _is_hidden(ply, viewer) else ply.action for ply in plies)


def tokens_put(game: Game, viewer: Viewer) -> tuple[Action, ...]:
    """The steps of a game for which others stood in."""
    return tuple(ply.action for ply in game.plies if _is_hidden(ply, viewer))


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


def _is_hidden(ply: Ply, viewer: Viewer) -> bool:
    tokens = (event for event in ply.events if isinstance(event, TokenPlaced))
    return any(visible_event(event, ply.before, viewer) != event for event in tokens)


def _stand_in(ply: Ply) -> Action:
    return next(action for action in Game(ply.before).legal_actions() if isinstance(action, PutToken))
