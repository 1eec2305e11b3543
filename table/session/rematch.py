"""Rematches: their kinds, and the setup of the next game with the same cards."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from engine.casting.setup_checks import possible_starters
from engine.setup import Player, Setup, team_at


class RematchKind(StrEnum):
    """What follows a game: the ``lobby``; a new ``draft``; the ``same`` cards for everybody, and the next player starts
    if the cards allow it; or ``swapped``, the cards and the place in the turn order of the player before."""

    LOBBY = "lobby"
    DRAFT = "draft"
    SAME = "same"
    SWAPPED = "swapped"


WITH_THE_SAME_CARDS = (RematchKind.SAME, RematchKind.SWAPPED)


def next_setup(setup: Setup, kind: RematchKind, seed: int = 0) -> Setup:
    """Return the setup of the next game with the same cards; ``seed`` shuffles the decks.

    :raises ValueError: for a kind without the same cards.
    """
    match kind:
        case RematchKind.SWAPPED:
            seats = [player.seat for player in setup.players]
            passed_on = zip(setup.players, [*seats[1:], *seats[:1]], strict=True)
            players = tuple(replace(player, seat=seat) for player, seat in passed_on)
        case RematchKind.SAME:
            players = _with_next_start(setup)
        case _:
            raise ValueError(f"a rematch of kind {kind} has no setup of its own")
    return replace(setup, players=players, seed=seed)


def _with_next_start(setup: Setup) -> tuple[Player, ...]:
    """Return the players in the order of the next game: the next one who may start comes first."""
    players = setup.players
    clockwise = tuple(player.seat for player in players)
    if setup.fleece is None:
        starters = possible_starters(clockwise, {each.seat: each.powers for each in players}, setup.profile.rulings)
    else:
        starters = clockwise
    first = next((place for place in range(1, len(players)) if clockwise[place] in starters), 0)
    order = players[first:] + players[:first]
    return tuple(replace(player, team=team_at(clockwise, clockwise[place])) for place, player in enumerate(order))
