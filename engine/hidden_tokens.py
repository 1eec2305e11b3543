"""Games in which nothing is secret but where tokens lie, played by somebody who does not know it.

Where such a token is put, another step stands in: the first of those that were possible. The game forgets it at once
(`engine.game.Game.known_by`), so all that follows is as its viewer knows it. By the cards such a token decides nothing
but how the game ends. Then the true steps take the place of those that stood in.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, PutToken
from engine.casting.cast import Cast
from engine.events import TokenPlaced
from engine.game import Game, Ply
from engine.power import Power
from engine.seats import PUBLIC, Seat, Viewer
from engine.views import visible_event


def has_token_secrets_only(power: Power) -> bool:
    """Whether nothing is secret about a power but where its tokens lie."""
    hides = type(power).hidden is not Power.hidden
    return type(power).conceals is Power.conceals and (power.secret_tokens or not hides)


def viewer_at(cast: Cast, seats: Sequence[Seat]) -> Viewer | None:
    """The viewer as whom a table with these seats can play a game that somebody else has; None if there is none, since
    more is secret than where tokens lie, or it would need what several seats know."""
    own = [seat for seat in cast.seats if seat in seats]
    if len(own) > 1 or not all(map(has_token_secrets_only, cast.powers)):
        return None
    return own[0] if own else PUBLIC


def steps_as_told(plies: Sequence[Ply], viewer: Viewer) -> tuple[Action, ...]:
    """The steps of these plies of the true game as a viewer may be told them."""
    return tuple(_stand_in(ply) if _is_hidden(ply, viewer) else ply.action for ply in plies)


def tokens_put(game: Game, viewer: Viewer) -> tuple[Action, ...]:
    """The steps of a game for which others stood in."""
    return tuple(ply.action for ply in game.plies if _is_hidden(ply, viewer))


def with_tokens(game: Game, tokens: Sequence[Action]) -> Game:
    """The true game, by the steps for which others stood in. What came after its end is left out.

    :raises ValueError: if the game is the true one already, or others stood in for more or fewer steps.
    :raises IllegalAction: if the rules do not allow a step.
    """
    if game.known_by is None:
        raise ValueError("nothing stands in for another step in a game that is known")
    left, true = list(tokens), Game.begin(game.setup)
    for ply in game.plies:
        if true.outcome is not None:
            break
        hidden = _is_hidden(ply, game.known_by)
        if hidden and not left:
            raise ValueError(f"another step stands in for more than {len(tokens)}")
        true = true.after(left.pop(0) if hidden else ply.action)
    if left:
        raise ValueError(f"no other step stands in for {left[0]}")
    return true


def _is_hidden(ply: Ply, viewer: Viewer) -> bool:
    tokens = (event for event in ply.events if isinstance(event, TokenPlaced))
    return any(visible_event(event, ply.before, viewer) != event for event in tokens)


def _stand_in(ply: Ply) -> Action:
    return next(action for action in Game(ply.before).legal_actions() if isinstance(action, PutToken))
