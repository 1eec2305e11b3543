"""Measures where a seat of the table that adapts settles: ``make opponent-adapts`` (``ARGS="--games 20 regular"``).

Against each of these players it begins at a level, and goes up or down the ladder after each game as it does at a
table. Each placement is played from both sides.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from engine.setup import MORTAL
from engine.state import State
from opponent.levels import LADDER, LevelName, Rung, next_rung, rung_of
from opponent.match import Answer, MatchPlayer, Thinker, played_game, player_of, random_start

PLAYERS = ("simple:wins", "simple:climbs", "simple:careful", "regular")
SETTLED = 20
"""The games at the beginning that lead to where it settles, and are counted apart."""


@dataclass(frozen=True, slots=True)
class RungPlayer:
    """Plays each turn at the strength of a rung of the ladder."""

    rung: Rung

    @property
    def name(self) -> str:
        """The level that people read."""
        return self.rung.name

    def choose(self, state: State, seed: int) -> Answer:
        """Return the turn of this level."""
        level = self.rung.level_of_turn(seed)
        return Thinker(level.name, level.allowance, level.manner).choose(state, seed)


@dataclass(frozen=True, slots=True)
class AdaptedGame:
    """A game: the place on the ladder at which it was played, and the share that the table won."""

    rung: int
    score: float


def adapted_games(other: MatchPlayer, games: int, begins: LevelName, seed: int = 0) -> list[AdaptedGame]:
    """Play games one after another, the first at this level. A game without an end leaves the table where it is."""
    rung, played = rung_of(begins), list[AdaptedGame]()
    for number in range(games):
        start = random_start((MORTAL, MORTAL), seed + number // 2)
        players = (RungPlayer(LADDER[rung]), other)
        game = played_game(start, (MORTAL, MORTAL), players, first_begins=number % 2 == 0, seed=seed + number)
        played.append(AdaptedGame(rung, game.score))
        if game.score in (0, 1):
            rung = next_rung(rung, won=game.score == 1)
    return played


def _played(asked: tuple[str, int, LevelName, int]) -> list[AdaptedGame]:
    name, games, begins, seed = asked
    return adapted_games(player_of(name), games, begins, seed)


def rung_text(rung: int) -> str:
    """A place on the ladder in words."""
    lower, upper = LADDER[rung].lower, LADDER[rung].upper
    if rung < rung_of(LevelName.CHILD):
        return "below child"
    return str(lower.name) if lower is upper else f"{lower.name} to {upper.name}"


def line(name: str, games: Sequence[AdaptedGame]) -> str:
    """A line of the table."""
    later = games[SETTLED:] or games
    often = Counter(game.rung for game in later).most_common(1)[0][0]
    won, won_later = (sum(game.score for game in some) for some in (games, later))
    lowest, highest = (rung_text(end(game.rung for game in later)) for end in (min, max))
    scores = f"{won:g} of {len(games)} | {won_later:g} of {len(later)}"
    return f"| {name} | {scores} | {rung_text(often)} | {lowest} | {highest} |"


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "players", nargs="*", default=PLAYERS, help="against whom (default: three simple ones, a level)"
    )
    parser.add_argument("--games", type=int, default=40, help="against each (default: 40)")
    parser.add_argument("--begins", type=LevelName, default=LevelName.CHILD, help="the first level (default: child)")
    parser.add_argument("--seed", type=int, default=0, help="the first placement (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, help="players at a time")
    asked = parser.parse_args()
    print("| player | won | of the later games | mostly at | lowest | highest |\n|---|---|---|---|---|---|")
    with ProcessPoolExecutor(asked.jobs) as pool:
        jobs = [(name, asked.games, asked.begins, asked.seed) for name in asked.players]
        for name, games in zip(asked.players, pool.map(_played, jobs), strict=True):
            print(line(name, games), flush=True)


if __name__ == "__main__":
    main()
