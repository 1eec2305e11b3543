"""How the players of a tournament stand. Pure.

A won game is a point, and so is a free round; there are no draws in Santorini. In a Swiss tournament equal points are
decided by the sum of all opponents' points (Buchholz), then by that of the beaten opponents' (Sonneborn-Berger); where
everybody meets everybody, by the latter alone. Who is still equal shares the place.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from club.tournament_entries import PairingSystem
from club.tournament_rounds import TournamentRound

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player's place from 1, points, decided games, won ones, ``free`` rounds, the points of all opponents, and those
    of the beaten ones."""

    place: int
    name: str
    points: int
    games: int
    won: int
    free: int
    opponents: int
    beaten: int


def standings(
    names: Sequence[str], rounds: Iterable[TournamentRound], system: PairingSystem
) -> tuple[PlayerStanding, ...]:
    """The standings of these players, the best first; those who share a place are in the order of ``names``."""
    played = tuple(rounds)
    games = [game for each in played for game in each.games if game.winner is not None]
    free = {name: [name in each.free for each in played].count(True) for name in names}
    won = {name: [game.winner == name for game in games].count(True) for name in names}
    points = {name: won[name] + free[name] for name in names}
    met = {name: [game for game in games if name in (game.first, game.second)] for name in names}
    beaten = {
        name: sum(points[game.loser] for game in met[name] if game.winner == name and game.loser) for name in names
    }
    opponents = {
        name: sum(points[game.second if game.first == name else game.first] for game in met[name]) for name in names
    }

    def rank(name: str) -> tuple[int, int, int]:
        buchholz = opponents[name] if system is PairingSystem.SWISS else 0
        return -points[name], -buchholz, -beaten[name]

    found: list[PlayerStanding] = []
    for _, group in groupby(sorted(names, key=rank), key=rank):
        place = len(found) + 1
        for name in group:
            sums = (opponents[name], beaten[name])
            found.append(PlayerStanding(place, name, points[name], len(met[name]), won[name], free[name], *sums))
    return tuple(found)


def standings_csv(found: Iterable[PlayerStanding]) -> str:
    """The standings as comma separated values, with a line of headings. A name that a spreadsheet would take for a
    formula gets an apostrophe before it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["place", "name", "points", "games", "won", "free", "opponents", "beaten"])
    for each in found:
        name = f"'{each.name}" if each.name.startswith(FORMULA) else each.name
        writer.writerow([each.place, name, each.points, each.games, each.won, each.free, each.opponents, each.beaten])
    return text.getvalue()
