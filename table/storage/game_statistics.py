"""How often players and powers have played and won, over the finished games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from engine.setup import MORTAL, PowerName
from table.storage.finished_game import Contestant, FinishedGame

MOST_PLAYERS = 50
"""How many players are listed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of games that were played to their end, of those that were won, and of all their turns."""

    games: int = 0
    wins: int = 0
    turns: int = 0

    def with_game(self, game: FinishedGame, player: Contestant) -> Tally:
        """The tally with one game more of this player's."""
        won = player.seat in (game.winners or ())
        return Tally(self.games + 1, self.wins + won, self.turns + game.turns)


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """A player's games: all of them, and by the powers played with (``mortal``: none)."""

    name: str
    tally: Tally
    powers: tuple[tuple[PowerName, Tally], ...]


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of finished games, without those that were given up and those that were imported, unless the host
    lets them count. The player with most games is first; ``others`` is the number of players who are not listed."""

    players: tuple[PlayerTally, ...]
    powers: tuple[tuple[PowerName, Tally], ...]
    others: int = 0


def statistics_of(games: Iterable[FinishedGame]) -> GameStatistics:
    """Count these games, the newest first. A player is known by name, however it is spelled in capitals."""
    played = [(game, player) for game in games if game.winners is not None and game.counted for player in game.players]
    named = [(game, player) for game, player in played if player.name is not None]
    spelling: dict[str, str] = {}
    for _, player in named:
        spelling.setdefault(_key(player), player.name or "")
    by_player = _tallies(named, lambda player: (_key(player),))
    listed = {key for key, _ in by_player[:MOST_PLAYERS]}
    powers: dict[str, list[tuple[PowerName, Tally]]] = {key: [] for key in listed}
    with_power = _tallies(
        ((game, player) for game, player in named if _key(player) in listed),
        lambda player: tuple((_key(player), power) for power in _powers(player)),
    )
    for (key, power), tally in with_power:
        powers[key].append((power, tally))
    return GameStatistics(
        tuple(PlayerTally(spelling[key], tally, tuple(powers[key])) for key, tally in by_player[:MOST_PLAYERS]),
        tuple((power, tally) for power, tally in _tallies(played, _powers) if power != MORTAL),
        max(0, len(by_player) - MOST_PLAYERS),
    )


Key = TypeVar("Key", bound=Hashable)


def _tallies(
    played: Iterable[tuple[FinishedGame, Contestant]], keys: Callable[[Contestant], tuple[Key, ...]]
) -> list[tuple[Key, Tally]]:
    found: dict[Key, Tally] = {}
    for game, player in played:
        for key in keys(player):
            found[key] = found.get(key, Tally()).with_game(game, player)
    return sorted(found.items(), key=lambda each: (-each[1].games, -each[1].wins, str(each[0])))


def _key(player: Contestant) -> str:
    return (player.name or "").casefold()


def _powers(player: Contestant) -> tuple[PowerName, ...]:
    return player.powers or (MORTAL,)
