"""Fits the weights of the evaluation: ``make opponent-fit`` (``ARGS="--powers pan atlas --games 200"``).

It begins with numbers that are written here and not with those of the file. First the base game plays against itself,
one turn ahead, in two rounds; then each power against none, or with ``--together`` the powers against each other, in
pairs drawn by chance. Then it asks how well each position foretold who won. The weights are those that foretell it
best, by logistic regression. Where there are few games, a power's stay near those of the base game. The result goes to
``opponent/weights.json``; the same arguments on any machine give the same file. Powers that are not asked for keep what
the file has for them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from common.numbers import seeded
from engine.casting.catalogue import CARDS
from engine.setup import MORTAL, PowerName
from engine.squares import SQUARE_COUNT, Mask, Square
from engine.state import State, Worker
from engine.turns.flow import open_turn
from opponent.budget import NO_LIMIT, Allowance, Budget
from opponent.evaluation import features
from opponent.game_tree import GameTree
from opponent.match import random_start
from opponent.plain_positions import DOME, PLAIN_POWERS, PlainPosition, level_of, passed, plain_position
from opponent.plain_search import PlainSearcher
from opponent.thinking import Manner, RatedTurn, think
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

ROUNDS = 2
"""So often the base game is played and fitted, on the positions of all rounds so far."""

LONGEST = 120
"""Turns after which a game counts for nobody."""

RANDOM_TURNS = 3
OPENING = 9
"""In the opening one turn in three is played by chance, so that many positions come about."""

LATER_RANDOM = 0.06
"""And later so many of them."""

FEATURES = 93

SWEEPS = 4
"""So often the weights of powers that played against each other are fitted in turn."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play: the powers of the two, the number of the game, how many positions a turn may cost and how many
    turns ahead is looked, with which weights."""

    powers: tuple[PowerName, PowerName]
    seed: int
    nodes: int
    depth: int
    weights: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game: the features of the player to move and of the one who waits, the powers of these two, and
    whether the player to move won."""

    to_move: list[int]
    waiting: list[int]
    powers: tuple[PowerName, PowerName]
    won: bool


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
            return samples(seen, 1 - state.cast.team(state.agenda[0].seat), powers)
        seen.append(turn.end.state)
        state = open_turn(turn.end)
    if state.outcome is None:
        return []
    return samples(seen, state.cast.team(state.outcome.winners[0]), powers)


def chance_of(job: Job) -> random.Random:
    """What chance goes by in a game: the number of the game and the power in it, or both."""
    named = " ".join(power for power in dict.fromkeys(job.powers) if power != MORTAL) or MORTAL
    return seeded(named, job.seed)


def plain_game(start: State, book: WeightBook, job: Job) -> list[Sample]:
    """The quiet positions of one game that the quick search plays against itself: those in which nobody can win at
    once."""
    chance, powers = chance_of(job), job.powers
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
            return [
                Sample(features(state, mover), features(state, 1 - mover), of_both(powers, mover), mover == winner)
                for state, mover in seen
            ]
        threatened = searcher.turns(ours=team != 0).win(passed(position))
        if not threatened:
            seen.append((state_of(start, position, team), team))
        if chance.random() < (0.6 if number < opening else LATER_RANDOM):
            position = chance.choice(safe)[1]
        else:
            position = searcher.best_end(position, ours=team == 0, depth=job.depth)
    return []


def of_both(powers: tuple[PowerName, PowerName], team: int) -> tuple[PowerName, PowerName]:
    """The power of a team, and that of the other one."""
    return powers[team], powers[1 - team]


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


def samples(seen: list[State], winner: int, powers: tuple[PowerName, PowerName]) -> list[Sample]:
    """The positions after turns, with who won."""
    found = []
    for number, state in enumerate(seen[:-1]):
        if state.outcome is None:
            team = (number + 1) % 2
            own, other = features(state, team), features(state, 1 - team)
            found.append(Sample(own, other, of_both(powers, team), winner == team))
    return found


def fitted(rows: list[Sample], power: PowerName, book: WeightBook, start: PowerWeights, hold: float) -> PowerWeights:
    """The weights of a power that foretell the results of these positions best, held near those to start from. A player
    of another power has those of the book."""
    rows = [row for row in rows if power in row.powers]
    begin = _numbers(start)
    own = np.array([row.to_move for row in rows], dtype=float)
    other = np.array([row.waiting for row in rows], dtype=float)
    moves, waits = (np.array([row.powers[which] == power for row in rows], dtype=float)[:, None] for which in (0, 1))
    data = np.hstack([own * moves, -other * waits])
    known = {each: _numbers(book.of(each)) for each in {each for row in rows for each in row.powers}}
    moving = np.array([known[row.powers[0]][:FEATURES] for row in rows]) * (1 - moves)
    waiting = np.array([known[row.powers[1]][FEATURES:] for row in rows]) * (1 - waits)
    fixed = (own * moving).sum(axis=1) - (other * waiting).sum(axis=1)
    found = _regression(data, fixed, np.array([row.won for row in rows], dtype=float), begin, hold)
    numbers = [round(float(each) * 1000) for each in found]
    return PowerWeights(_shaped(numbers[:FEATURES]), _shaped(numbers[FEATURES:]))


def fitted_together(rows: list[Sample], powers: list[PowerName], book: WeightBook, hold: float) -> WeightBook:
    """The book with weights of these powers, who played against each other. Those of one are fitted while those of the
    others stay; after some rounds hardly anything changes."""
    start = book.of(MORTAL)
    for _ in range(SWEEPS):
        for power in powers:
            book = WeightBook({**book.powers, power: fitted(rows, power, book, start, hold)})
    return book


def _regression(data: Numbers, fixed: Numbers, won: Numbers, begin: Numbers, hold: float) -> Numbers:
    """Logistic regression by Newton's method, with a spring of strength ``hold`` to where it begins."""
    found = begin.copy()
    for _ in range(25):
        foretold = 1 / (1 + np.exp(-np.clip(data @ found + fixed, -30, 30)))
        slope = data.T @ (foretold - won) + hold * (found - begin)
        curve = (data * (foretold * (1 - foretold))[:, None]).T @ data + hold * np.eye(len(begin))
        step = np.linalg.solve(curve, slope)
        found -= step
        if float(np.abs(step).max()) < 1e-5:
            break
    foretold = np.clip(1 / (1 + np.exp(-np.clip(data @ found + fixed, -30, 30))), 1e-9, 1 - 1e-9)
    loss = -float(np.mean(won * np.log(foretold) + (1 - won) * np.log(1 - foretold)))
    print(f"  {len(won)} positions, loss {loss:.4f}", file=sys.stderr)
    return found


def _numbers(weights: PowerWeights) -> Numbers:
    return np.array(_flat(weights.to_move) + _flat(weights.waiting)) / 1000


def _flat(weights: Weights) -> list[float]:
    rows = (*weights.place, *weights.near, *weights.far, *weights.rival)
    return [*(float(each) for row in rows for each in row), float(weights.ready)]


def _shaped(numbers: list[int]) -> Weights:
    rows, first = [], 0
    for length in (3, 4, 4, 12):
        rows.append(
            tuple([tuple(numbers[first + length * level : first + length * (level + 1)]) for level in range(4)])
        )
        first += 4 * length
    place, near, far, rival = rows
    return Weights(place, near, far, rival, numbers[first])


def drawn(powers: list[PowerName], number: int) -> tuple[PowerName, PowerName]:
    """Two different powers for a game."""
    one, other = seeded("pair", number).sample(powers, 2)
    return one, other


def main() -> None:
    """Play and fit, and write the file after each power."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = [MORTAL, *(card.power for card in CARDS)]
    parser.add_argument("--powers", nargs="+", default=every, choices=every, help="which are fitted (default: all)")
    parser.add_argument("--together", action="store_true", help="let the powers play against each other")
    parser.add_argument("--base-games", type=int, default=2000, help="of the base game, in each round (default: 2000)")
    parser.add_argument("--games", type=int, default=60, help="of each power (default: 60)")
    parser.add_argument("--nodes", type=int, default=300, help="of each turn (default: 300)")
    parser.add_argument("--hold", type=float, default=10.0, help="how firmly weights stay where they were")
    parser.add_argument("--jobs", type=int, default=2, help="games at a time")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    powers = [PowerName(each) for each in asked.powers]
    kept = read_weights(FILE.read_text("utf-8"))
    with ProcessPoolExecutor(asked.jobs) as pool:
        if asked.together:
            if len(powers) < 2:
                parser.error("--together needs two powers")
            numbers = range(asked.seed, asked.seed + asked.games * len(powers) // 2)
            text = written_weights(kept.base)
            rows = played_all(pool, [Job(drawn(powers, each), each, asked.nodes, 1, text) for each in numbers])
            book = fitted_together(rows, powers, kept.base, 4 * asked.hold)
            FILE.write_text(written_weights(WeightBook({**kept.powers, **book.powers})), "utf-8")
            return
        book = START
        for power in powers:
            base = power == MORTAL
            if not base and book is START:
                book = kept
            rows = []
            for number in range(ROUNDS if base else 1):
                count = asked.base_games if base else asked.games
                first = asked.seed + number * count
                text = written_weights(book if base else book.base)
                jobs = [
                    Job((power, MORTAL) if each % 2 else (MORTAL, power), each, asked.nodes, 1 if base else 2, text)
                    for each in range(first, first + count)
                ]
                rows += played_all(pool, jobs)
                if rows:
                    begin, hold = (START.of(MORTAL), asked.hold) if base else (book.of(MORTAL), 4 * asked.hold)
                    book = WeightBook({**book.powers, power: fitted(rows, power, book, begin, hold)})
            FILE.write_text(written_weights(WeightBook({**kept.powers, **book.powers})), "utf-8")


def played_all(pool: ProcessPoolExecutor, jobs: list[Job]) -> list[Sample]:
    """The positions of all these games."""
    began = time.monotonic()
    rows = [row for game in pool.map(played, jobs, chunksize=4) for row in game]
    powers = ", ".join(sorted({power for job in jobs for power in job.powers}))
    print(f"{powers}: {len(jobs)} games, {time.monotonic() - began:.0f} s", file=sys.stderr)
    return rows


if __name__ == "__main__":
    main()
