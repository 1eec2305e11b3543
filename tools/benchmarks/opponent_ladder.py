"""Measures the strength of the levels: ``make opponent-ladder`` (``ARGS="--games 20 --powers pan,mortal"``).

Each level plays against the next one and the one after it, each placement from both sides. The Elo points are those
that make the results likeliest (Bradley and Terry), with the weakest level at 0.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from math import log10

from engine.setup import MORTAL, PowerName
from opponent.levels import LEVELS
from opponent.match import MatchGame, MatchScore, matched, player_of

Job = tuple[str, str, tuple[PowerName, PowerName], int]


def played(job: Job) -> list[MatchGame]:
    """Play two games of two levels from one placement."""
    one, other, powers, seed = job
    return list(matched(player_of(one), player_of(other), powers, 1, seed))


def elo_points(results: dict[tuple[str, str], MatchScore], names: list[str]) -> dict[str, float]:
    """Return the points that make results likeliest, the first name at 0. Each pair counts one more drawn game, so that
    a player who won all is not infinitely strong."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(2_000):
        for name in names:
            won, weight = 0.0, 0.0
            for (one, other), tally in results.items():
                if name in (one, other):
                    rival = other if name == one else one
                    won += 0.5 + (tally.score if name == one else tally.games - tally.score)
                    weight += (tally.games + 1) / (strength[name] + strength[rival])
            strength[name] = won / weight
    lowest = strength[names[0]]
    return {name: 400 * log10(strength[name] / lowest) for name in names}


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of each pair of levels (default: 40)")
    parser.add_argument("--levels", nargs="+", default=[str(name) for name in LEVELS], help="which play")
    parser.add_argument("--powers", default=f"{MORTAL},{MORTAL}", help="of the two players (default: none)")
    parser.add_argument("--reach", type=int, default=2, help="each plays those so far above it (default: 2)")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    asked = parser.parse_args()
    first, second = asked.powers.split(",")
    names = asked.levels
    pairs = [(one, other) for number, one in enumerate(names) for other in names[number + 1 : number + 1 + asked.reach]]
    results: dict[tuple[str, str], MatchScore] = {}
    costs: dict[str, list[float]] = {name: [0.0, 0.0, 0.0] for name in names}
    with ProcessPoolExecutor(asked.jobs) as pool:
        for one, other in pairs:
            powers = (PowerName(first), PowerName(second))
            jobs: list[Job] = [(one, other, powers, number) for number in range(asked.games // 2)]
            games = [game for both in pool.map(played, jobs) for game in both]
            results[one, other] = MatchScore(sum(game.score for game in games), len(games))
            for game in games:
                for who, name in enumerate((one, other)):
                    costs[name][0] += game.nodes[who]
                    costs[name][1] += game.seconds[who]
                    costs[name][2] += game.turns_of[who]
            low, high = results[one, other].interval
            print(f"{one} against {other}: {results[one, other].score:g} of {len(games)} ({low:.2f} to {high:.2f})")
    print("| level | Elo points | positions a turn | seconds a turn |\n|---|---|---|---|")
    for name, points in elo_points(results, names).items():
        nodes, seconds, turns = costs[name]
        print(f"| {name} | {points:.0f} | {nodes / max(1, turns):.0f} | {seconds / max(1, turns):.3f} |")


if __name__ == "__main__":
    main()
