"""What a table gets of an entry in a game with secrets: what one of its seats may see, and no more.

The judge has the whole log. Each other table has one of its own, with as many entries and a chain of its own, and
another seed stands in for that of the decks. The signatures of proposals are left out, since they are about the log of
the table that proposed, and could be tried on guesses. A table gets steps that it can play in a game of its own
(`engine.told_games`), and of a turn that it cannot play what its seat may know of it and the position after it
(`engine.told_results`). Where it could not be told enough, it gets the events alone.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET, structs

from apart.match_entries import GameSetUp, MatchContent, OrderedEntry, StepsSeen, StepsTaken
from apart.match_limits import LONGEST_EVENTS
from apart.match_state import MatchState
from engine import PUBLIC, Game
from engine.events import ActedInSecret, Event
from engine.game import Ply
from engine.notation import position_text, turn_text
from engine.seats import Seat, Viewer
from engine.told_games import cards_drawn, draws_cards, seed_as_told, steps_as_told, steps_not_told, viewer_at
from engine.told_results import conceals_workers, is_told_as_result, position_as_known, seen_events
from engine.views import visible_event
from table.event_form import event_text
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
            return _told(game, plies, viewer)
        case _:
            return content


def _told(game: Game, plies: tuple[Ply, ...], viewer: Viewer) -> StepsSeen:
    """These last plies of the true game as a viewer is told them who can go on from that."""
    cast, seat, drawn = game.state.cast, plies[0].seat, cards_drawn(plies) or UNSET
    if game.outcome is not None:
        concealed = conceals_workers(cast)
        shown = tuple(ply.action for ply in plies) if concealed else steps_as_told(plies, viewer)
        secret = steps_not_told(game.plies[: -len(plies)], viewer)
        seed = game.setup.seed if concealed or draws_cards(cast) else UNSET
        return StepsSeen(seat, (), turn_text(shown), turn_text(secret), drawn, seed)
    if is_told_as_result(plies, viewer):
        events = _last_of([event_text(event) for event in seen_events(plies, viewer)])
        position = replace(position_as_known(game.state, viewer), seed=seed_as_told(game.setup))
        return StepsSeen(seat, events, position=position_text(position))
    return StepsSeen(seat, (), turn_text(steps_as_told(plies, viewer)), drawn=drawn)


def _last_of(events: list[str]) -> tuple[str, ...]:
    """The last of these events, as many as are told of a turn. That it is not declined for its length, since that would
    tell whether it met a secret."""
    while sum(map(len, events)) > LONGEST_EVENTS:
        events = events[1:]
    return tuple(events)


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
