"""What a table gets of an entry in a game with secrets: what one of its seats may see, and no more.

The judge has the whole log. Each other table has one of its own, with as many entries and a chain of its own, in which
steps are the events as its seats know them, and another seed stands in for that of the decks. The signatures of
proposals are left out, since they are about the log of the table that proposed, and could be tried on guesses. Where
nothing is secret but where tokens lie and how decks are shuffled, a table gets steps that it can play in a game of its
own instead (`engine.told_games`).
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, structs

from apart.match_entries import GameSetUp, MatchContent, OrderedEntry, StepsSeen, StepsTaken
from apart.match_state import MatchState
from engine import PUBLIC, Game
from engine.events import ActedInSecret, Event
from engine.game import Ply
from engine.notation import turn_text
from engine.seats import Seat, Viewer
from engine.told_games import cards_drawn, draws_cards, seed_as_told, steps_as_told, tokens_put, viewer_at
from engine.views import visible_event
from table.setup_form import setup_in


def seen_by(seats: tuple[Seat, ...], entry: OrderedEntry, before: MatchState, following: MatchState) -> OrderedEntry:
    """The entry as a table with these seats gets it, between these two states of the judge; the same one while no game
    with secrets was set up."""
    if not following.veiled:
        return entry
    game = following.game if isinstance(entry.content, GameSetUp) else before.game
    secret = game is not None and game.state.cast.has_secrets
    content = _seen(entry.content, following, seats) if secret else entry.content
    return OrderedEntry(entry.by, entry.proposal, content)


def _seen(content: MatchContent, following: MatchState, seats: tuple[Seat, ...]) -> MatchContent:
    match content:
        case GameSetUp(setup):
            return GameSetUp(structs.replace(setup, seed=seed_as_told(setup_in(setup))))
        case StepsTaken() if following.game is not None:
            game = following.game
            plies = game.plies[following.standing[-1].plies_before :]
            viewer = viewer_at(game.state.cast, seats)
            if viewer is None:
                return StepsSeen(plies[0].seat, _seen_events(game, plies, seats))
            steps, drawn = turn_text(steps_as_told(plies, viewer)), cards_drawn(plies) or UNSET
            if game.outcome is None:
                return StepsSeen(plies[0].seat, (), steps, drawn=drawn)
            seed = game.setup.seed if draws_cards(game.state.cast) else UNSET
            return StepsSeen(plies[0].seat, (), steps, turn_text(tokens_put(game, viewer)), drawn, seed)
        case _:
            return content


def _seen_events(game: Game, plies: tuple[Ply, ...], seats: tuple[Seat, ...]) -> tuple[str, ...]:
    viewers: tuple[Viewer, ...] = seats or (PUBLIC,)
    texts = []
    for ply in plies:
        for event in ply.events:
            seen = event if game.is_open else _seen_event(event, ply, viewers)
            if seen is not None:
                texts.append(event_text(seen))
    return tuple(texts)


def _seen_event(event: Event, ply: Ply, viewers: tuple[Viewer, ...]) -> Event | None:
    """The event as that viewer knows it who knows most of it."""
    seen = [visible_event(event, ply.before, viewer) for viewer in viewers]
    known = [each for each in seen if each is not None]
    return next((each for each in known if not isinstance(each, ActedInSecret)), known[0] if known else None)


def event_text(event: Event) -> str:
    """What happened as JSON: the name of the event and its fields, as `engine.events` has them."""
    return msgspec.json.encode([type(event).__name__, event]).decode()
