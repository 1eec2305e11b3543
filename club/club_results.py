"""Finished games of a club's tables as its page lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from club.club_store import ClubGame
from table.storage.finished_game import FinishedGame


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """Who played a finished game: the ``name`` (empty: none), the powers, and whether this player won."""

    name: str
    powers: tuple[str, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class ClubResult:
    """A finished game: the table's identity, the game's name there, what the table is called, who played, and the
    number of turns."""

    identity: str
    game: str
    place: str
    players: tuple[ClubPlayer, ...]
    turns: int


def club_result(stored: ClubGame, finished: FinishedGame) -> ClubResult:
    """A stored game as it is listed; ``finished`` is what its text holds."""
    winners = finished.winners or ()
    players = tuple(
        ClubPlayer(each.name or "", tuple(map(str, each.powers)), each.seat in winners) for each in finished.players
    )
    return ClubResult(stored.identity, stored.name, stored.place, players, finished.turns)


def won_by_name(result: ClubResult) -> Mapping[str, bool]:
    """Whether each player of a game won, by name; empty if a player has none, or two have the same."""
    named = {each.name: each.won for each in result.players if each.name}
    return named if len(named) == len(result.players) else {}
