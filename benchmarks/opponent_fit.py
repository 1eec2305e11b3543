"""Fits the weights of the evaluation: ``make opponent-fit`` (``ARGS="--powers pan atlas --games 400"``).

It begins with numbers that are written here and not with those of the file. First the base game plays against itself,
one turn ahead, in two rounds; then each power against none. Then it asks how well each position foretold who won. The
weights are those that foretell it best, by logistic regression (`benchmarks.weight_regression`); those of a power are
held near those of the base game. A power has weights of its own only if these foretell games better that they were not
fitted on, beyond chance, and then win more than half of a match against those that it begins with. The result goes to
``opponent/weights.json``, and a row for each power is printed. Powers that are not asked for keep what the file has.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import sqrt

from benchmarks.weight_regression import BASE_HOLD, FOLDS, Sample, fitted, outcome_of
from common.numbers import seeded
from engine.casting.catalogue import CARDS
from engine.powers import power_named
from engine.setup import MORTAL, PowerName
from engine.squares import SQUARE_COUNT, Mask, Square
from engine.state import State, Worker
from engine.turns.flow import open_turn
from opponent.budget import NO_LIMIT, Allowance, Budget
from opponent.evaluation import features, keeps_pieces
from opponent.game_tree import GameTree
from opponent.match import MatchGame, MatchScore, played_game, random_start
from opponent.plain_positions import DOME, PLAIN_POWERS, PlainPosition, level_of, passed, plain_position
from opponent.plain_search import PlainSearcher
from opponent.players import Thinker
from opponent.thinking import BEST, Manner, RatedTurn, think
from opponent.weights import FILE, PowerWeights, WeightBook, Weights, read_weights, written_weights

_MOVING = Weights(
    ((40, -33, 98), (283, -71, 73), (666, 948, 728), (350, 500, 520)),
    ((25, 110, 88, 296), (39, 165, 437, 380), (-49, -31, 437, 4655), (10, 15, 60, 60)),
)
_WAITING = Weights(
    ((-2, -4, 140), (379, 131, 176), (528, 840, 578), (350, 500, 520)),
    ((18, 80, 88, 233), (17, 118, 275, 340), (-67, -9, 430, 1274), (10, 15, 60, 60)),
)
START = WeightBook({MORTAL: PowerWeights(_MOVING, _WAITING)})
"""Where the fit begins: heights and what lies beside a worker, from games of an earlier search."""

HERO_RESERVE = 600
"""Where the worth of a hero's unused power begins: with none he would use it up at once, and no game would show it."""

PIECE_RESERVE = 75
"""And the worth of a piece that is kept on a card (Morpheus). At 75 he won 63 of 100 games of such a match against
none, at 150 92 of 160, at 225 43 of 100, at 400 14 of 60."""

MATCH_NODES = 500
FIRST_OF_MATCH = 1_000_000
"""A match is played with so many positions a turn, from placements that no other game here begins with."""

ROUNDS = 2
"""So often the base game is played and fitted, on the positions of all rounds so far."""

LONGEST = 120
"""Turns after which a game counts for nobody."""

RANDOM_TURNS = 3
OPENING = 9
"""In the opening one turn in three is played by chance, so that many positions come about."""

LATER_RANDOM = 0.06
"""And later so many of them."""

CARD_OF = {card.power: card for card in CARDS}


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play: the powers of the two, the number of the game, how many positions a turn may cost and how many
    turns ahead is looked, with which weights."""

    powers: tuple[PowerName, PowerName]
    seed: int
    nodes: int
    depth: int
    weights: str


def played(job: Job) -> list[Sample]:
    """The positions of one game."""
    book, powers = read_weights(job.weights), job.powers
    start = random_start(powers, job.seed)
    if PLAIN_POWERS.issuperset(powers):
        return plain_game(start, book, job)
    chance = chance_of(job)
    state, seen = start, list[State]()
    for number in range(LONGEST):
        if state.outcome is not None or state.turn is None:
            break
        by_chance = number < OPENING and chance.randrange(RANDOM_TURNS) == 0
        turn = chosen(state, book, job.nodes, job.seed * 1000 + number, by_chance=by_chance)
        if turn is None:
            return samples(seen, 1 - state.cast.team(state.agenda[0].seat), job)
        seen.append(turn.end.state)
        state = open_turn(turn.end)
    if state.outcome is None:
        return []
    return samples(seen, state.cast.team(state.outcome.winners[0]), job)


def chance_of(job: Job) -> random.Random:
    """What chance goes by in a game: the number of the game and the power in it, or both."""
    named = " ".join(power for power in dict.fromkeys(job.powers) if power != MORTAL) or MORTAL
    return seeded(named, job.seed)


def plain_game(start: State, book: WeightBook, job: Job) -> list[Sample]:
    """The quiet positions of one game that the quick search plays against itself: those in which nobody can win at
    once."""
    chance = chance_of(job)
    searcher = PlainSearcher(GameTree(start.cast, 0, book), start.cast, book, Budget(Allowance(nodes=NO_LIMIT)), 3)
    position: PlainPosition | None = plain_position(start, 0)
    opening = chance.randrange(2, OPENING)
    seen: list[tuple[State, int]] = []
    for number in range(LONGEST):
        team = number % 2
        if position is None:
            break
        turns = searcher.turns(ours=team == 0)
        wins = turns.win(position)
        safe = [] if wins else turns.safe(position)[0]
        if not safe:
            winner = team if wins else 1 - team
            return [sample(state, mover, winner, job) for state, mover in seen]
        threatened = searcher.turns(ours=team != 0).win(passed(position))
        if not threatened:
            seen.append((state_of(start, position, team), team))
        if chance.random() < (0.6 if number < opening else LATER_RANDOM):
            position = chance.choice(safe)[1]
        else:
            position = searcher.best_end(position, ours=team == 0, depth=job.depth)
    return []


def state_of(start: State, position: PlainPosition, team: int) -> State:
    """A plain position as a state, as far as features are read from it."""
    built, own_a, own_b, other_a, other_b, _ = position
    workers = ((own_a, team), (own_b, team), (other_a, 1 - team), (other_b, 1 - team))
    return start._replace(
        levels=tuple([level_of(built, square) for square in range(SQUARE_COUNT)]),
        domes=Mask(built >> DOME),
        workers=tuple([Worker(number, owner, Square(on)) for number, (on, owner) in enumerate(workers)]),
    )


def chosen(state: State, book: WeightBook, nodes: int, seed: int, *, by_chance: bool) -> RatedTurn | None:
    """The turn that is played; None where there is none."""
    wanted = 12 if by_chance else 1
    thoughts = think(
        state, Budget(Allowance(nodes=60 if by_chance else nodes)), seed, wanted=wanted, manner=Manner(weights=book)
    )
    if not thoughts.turns:
        return None
    return random.Random(seed).choice(thoughts.turns) if by_chance else thoughts.best  # noqa: S311 - repeatable


def sample(state: State, mover: int, winner: int, job: Job) -> Sample:
    """A position of a game whose winner is known."""
    powers = job.powers[mover], job.powers[1 - mover]
    heights = [state.levels.count(height) for height in range(4)] + [state.domes.bit_count()]
    return Sample(job.seed, features(state, mover), features(state, 1 - mover), powers, heights, mover == winner)


def samples(seen: list[State], winner: int, job: Job) -> list[Sample]:
    """The positions after turns, with who won."""
    ended = enumerate(seen[:-1])
    return [sample(state, (number + 1) % 2, winner, job) for number, state in ended if state.outcome is None]


def begun(power: PowerName, base: PowerWeights) -> PowerWeights:
    """The weights that a power begins with: those of the base game, and something for the unused power of a hero and
    for pieces that are kept on a card."""
    if power == MORTAL:
        return base
    reserve = HERO_RESERVE if CARD_OF[power].hero else PIECE_RESERVE if keeps_pieces(power_named(power)) else 0
    return PowerWeights(replace(base.to_move, reserve=reserve), replace(base.waiting, reserve=reserve))


def match_game(job: Job, own: str) -> list[MatchGame]:
    """Two games from one placement, one from each side, of a player with its ``own`` weights against one with those of
    the job."""
    one = Thinker("own", Allowance(nodes=job.nodes), replace(BEST, weights=read_weights(own)))
    other = replace(one, name="begun", manner=replace(BEST, weights=read_weights(job.weights)))
    start = random_start(job.powers, job.seed)
    return [played_game(start, job.powers, (one, other), first_begins=first, seed=job.seed) for first in (True, False)]


def match(pool: ProcessPoolExecutor, jobs: list[Job], own: WeightBook) -> MatchScore:
    """What a player with its own weights wins of games from these placements."""
    text = written_weights(own)
    games = [game for both in pool.map(match_game, jobs, [text] * len(jobs)) for game in both]
    return MatchScore(sum(game.score for game in games), len(games))


def is_won(score: MatchScore) -> bool:
    """Whether more than half of a match was won, by more than a standard error."""
    return score.share > 0.5 + 0.5 / sqrt(score.games)


def base_weights(pool: ProcessPoolExecutor, games: int, first: int) -> PowerWeights:
    """Let the base game play against itself, and fit its weights."""
    book, rows = START, list[Sample]()
    for number in range(ROUNDS):
        seeds = range(first + number * games, first + (number + 1) * games)
        text = written_weights(book)
        rows += played_all(pool, [Job((MORTAL, MORTAL), seed, NO_LIMIT, 1, text) for seed in seeds])
        book = WeightBook({MORTAL: fitted(rows, MORTAL, START.of(MORTAL), BASE_HOLD)})
    return book.of(MORTAL)


def main() -> None:
    """Play and fit, and write the file after each power."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = [MORTAL, *CARD_OF]
    parser.add_argument("--powers", nargs="+", default=every, choices=every, help="which are fitted (default: all)")
    parser.add_argument(
        "--base-games", type=int, default=20000, help="of the base game, in each round (default: 20000)"
    )
    parser.add_argument("--plain-games", type=int, default=1000, help="of each simple god (default: 1000)")
    parser.add_argument("--games", type=int, default=300, help="of each other power (default: 300)")
    parser.add_argument("--nodes", type=int, default=50, help="of each turn (default: 50)")
    parser.add_argument("--match", type=int, default=60, help="games of a match (default: 60)")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    found = dict(read_weights(FILE.read_text("utf-8")).powers)
    with ProcessPoolExecutor(asked.jobs) as pool:
        if MORTAL in asked.powers:
            found[MORTAL] = base_weights(pool, asked.base_games, asked.seed)
            FILE.write_text(written_weights(WeightBook(found)), "utf-8")
        print("| power | games | positions | better by | error | held | match won | weights |")
        print("|---|---|---|---|---|---|---|---|")
        for power in (PowerName(each) for each in asked.powers if each != MORTAL):
            games = asked.plain_games if power in PLAIN_POWERS else asked.games
            extent = FitExtent(asked.seed, games, asked.nodes, asked.match)
            try:
                found[power], row = fit_power(pool, power, found[MORTAL], extent)
            except ValueError as error:
                parser.error(f"{power}: {error}")
            print(row, flush=True)
            if found[power] == found[MORTAL]:
                del found[power]
            FILE.write_text(written_weights(WeightBook(found)), "utf-8")


@dataclass(frozen=True, slots=True)
class FitExtent:
    """The number of the first game, how many games there are of a power, with how many nodes a turn, and how many games
    a match has."""

    first: int
    games: int
    nodes: int
    match: int


def fit_power(
    pool: ProcessPoolExecutor, power: PowerName, base: PowerWeights, extent: FitExtent
) -> tuple[PowerWeights, str]:
    """The weights that a power keeps, and a row of the table.

    :raises ValueError: if too few games were decided.
    """
    start = WeightBook({MORTAL: base, power: begun(power, base)})
    seeds = range(extent.first, extent.first + extent.games)
    rows = played_all(pool, jobs_of(power, seeds, extent.nodes, start))
    if (decided := len({row.game for row in rows})) < FOLDS:
        raise ValueError(
            f"{decided} of {extent.games} games were decided, and {FOLDS} are needed; ask for more --games"
        )
    outcome = outcome_of(rows, power, start.of(power))
    if outcome.weights is None:
        return start.of(power), f"| {power} | {outcome.row} not played | begun with |"
    own = WeightBook({MORTAL: base, power: outcome.weights})
    seeds = range(FIRST_OF_MATCH, FIRST_OF_MATCH + extent.match // 2)
    score = match(pool, jobs_of(power, seeds, MATCH_NODES, start), own)
    won = f"{score.score:g} of {score.games}"
    if is_won(score):
        return outcome.weights, f"| {power} | {outcome.row} {won} | own |"
    return start.of(power), f"| {power} | {outcome.row} {won} | begun with |"


def jobs_of(power: PowerName, seeds: range, nodes: int, weights: WeightBook) -> list[Job]:
    """Games of a power against none; it has the first turn in every second one."""
    text = written_weights(weights)
    return [Job((power, MORTAL) if seed % 2 else (MORTAL, power), seed, nodes, 2, text) for seed in seeds]


def played_all(pool: ProcessPoolExecutor, jobs: list[Job]) -> list[Sample]:
    """The positions of all these games."""
    began = time.monotonic()
    rows = [row for game in pool.map(played, jobs, chunksize=4) for row in game]
    powers = ", ".join(sorted({power for job in jobs for power in job.powers}))
    print(f"{powers}: {len(jobs)} games, {time.monotonic() - began:.0f} s", file=sys.stderr)
    return rows


if __name__ == "__main__":
    main()
