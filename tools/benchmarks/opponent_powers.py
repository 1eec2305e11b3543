"""Measures the opponent with each power against a player who looks two turns ahead: ``make opponent-powers``.

One of the two has the power and the other none; in half of the games it is the opponent who has it, and each start is
played from both sides. ``--player`` and ``--rival`` name the two as ``thera opponent match`` does. A game that does not
end counts as half a win.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor

from engine.casting.catalogue import CARDS
from engine.setup import MORTAL, PowerName
from opponent.match import LONGEST, MatchGame, MatchScore, played_game, player_of, random_start

Job = tuple[str, str, str, int]


def played(job: Job) -> list[MatchGame]:
    """Play two games from one placement: with the power for each of the two."""
    one, other, power, seed = job
    powers = (PowerName(power), MORTAL) if seed % 2 else (MORTAL, PowerName(power))
    start, players = random_start(powers, seed), (player_of(one), player_of(other))
    return [played_game(start, powers, players, first_begins=first, seed=seed) for first in (True, False)]


def main() -> None:
    """Play, and print a row for each power."""
    every = [str(card.power) for card in CARDS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player", default="nodes:1000", help="the first player (default: nodes:1000)")
    parser.add_argument("--rival", default="plies:2", help="the other one (default: plies:2)")
    parser.add_argument("--powers", nargs="+", default=every, choices=every, help="which (default: all)")
    parser.add_argument("--games", type=int, default=20, help="of each power (default: 20)")
    parser.add_argument("--seed", type=int, default=0, help="the first placement")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    asked = parser.parse_args()
    print(
        "| power | won | with 95 of 100 | with the power | against it | no end | positions a turn |"
        " seconds a turn |\n|---|---|---|---|---|---|---|---|"
    )
    with ProcessPoolExecutor(asked.jobs) as pool:
        for power in asked.powers:
            jobs: list[Job] = [
                (asked.player, asked.rival, power, asked.seed + number) for number in range(asked.games // 2)
            ]
            games = [game for both in pool.map(played, jobs) for game in both]
            tally = MatchScore(sum(game.score for game in games), len(games))
            low, high = tally.interval
            holding = [game for game in games if game.powers[0 if game.first_began else 1] == power]
            without = [game for game in games if game.powers[1 if game.first_began else 0] == power]
            undecided = sum(1 for game in games if game.turns == LONGEST)
            turns = max(1, sum(game.turns_of[0] for game in games))
            nodes, seconds = sum(game.nodes[0] for game in games), sum(game.seconds[0] for game in games)
            print(
                f"| {power} | {tally.score:g} of {tally.games} | {100 * low:.0f} to {100 * high:.0f} % |"
                f" {sum(game.score for game in holding):g} of {len(holding)} |"
                f" {sum(game.score for game in without):g} of {len(without)} | {undecided} |"
                f" {nodes / turns:.0f} | {seconds / turns:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
