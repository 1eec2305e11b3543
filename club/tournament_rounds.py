"""The rounds of a tournament: games between two, and who has no opponent."""

from __future__ import annotations

from dataclasses import dataclass

from club.tournament_entries import ResultSource


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game: who begins, the other, the winner (None: not decided), and where the result comes from."""

    first: str
    second: str
    winner: str | None = None
    source: ResultSource | None = None

    @property
    def loser(self) -> str | None:
        """Who lost; None as long as it is not decided."""
        if self.winner is None:
            return None
        return self.second if self.winner == self.first else self.first


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round: its games, and who is ``free`` and gets the point without one."""

    games: tuple[PairedGame, ...]
    free: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether all of its games are."""
        return all(game.winner is not None for game in self.games)

    @property
    def names(self) -> frozenset[str]:
        """All who are in it."""
        return frozenset(self.free) | {name for game in self.games for name in (game.first, game.second)}
