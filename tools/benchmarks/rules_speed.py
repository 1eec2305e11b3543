"""Measures the cost of the rules: ``python -m tools.benchmarks.rules_speed`` (``--games N``: games of the matrix).

- The lights: the time of ``legal_actions`` after each action of random games over all ordered pairs of powers.
- Whole turns: the time to list the turns of the base game, alone and with every position that they lead to, beside a
  plain list-of-turns engine written for the comparison.
- Memory: a game of 200 moves with everything that undo needs.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
import tracemalloc
from array import array
from collections.abc import Callable
from statistics import median

from engine import Game, PowerName, State, complete_turns
from engine.notation import parse_position, state_of
from engine.secrets import known_to
from engine.squares import STRIDE, squares
from engine.turns.choices import legal_actions
from engine.turns.turn_enumeration import turn_list
from tests.engine.playing import ordered_pairs, pair, walk

# ---- The plain engine
#
# Nested loops over a grid of numbers, without powers or positions, as small engines in plain Python list turns. It is
# written for comparison only.


Cell = tuple[int, int]
PlainTurn = tuple[Cell, Cell, Cell | None]

STEPS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
DOME = 4
TOP = 3


class PlainBoard:
    """A grid of heights (4: domed) and where each player's workers stand."""

    def __init__(self, heights: list[list[int]], workers: list[list[Cell]]) -> None:
        self.heights = heights
        self.workers = workers

    def turns(self, player: int) -> list[PlainTurn]:
        """Every move with every build; a winning move without one."""
        found: list[PlainTurn] = []
        occupied = {cell for cells in self.workers for cell in cells}
        for start in self.workers[player]:
            height = self.heights[start[0]][start[1]]
            for to in self._around(start):
                level = self.heights[to[0]][to[1]]
                if to in occupied or level == DOME or level > height + 1:
                    continue
                if level == TOP and height < TOP:
                    found.append((start, to, None))
                    continue
                found += [
                    (start, to, build)
                    for build in self._around(to)
                    if self.heights[build[0]][build[1]] != DOME and (build == start or build not in occupied)
                ]
        return found

    def after(self, player: int, turn: PlainTurn) -> PlainBoard:
        """The board after a turn, as a copy."""
        start, to, build = turn
        heights = [row[:] for row in self.heights]
        workers = [cells[:] for cells in self.workers]
        workers[player][workers[player].index(start)] = to
        if build is not None:
            heights[build[0]][build[1]] += 1
        return PlainBoard(heights, workers)

    def _around(self, cell: Cell) -> list[Cell]:
        return [
            (cell[0] + row, cell[1] + column)
            for row, column in STEPS
            if 0 <= cell[0] + row < 5 and 0 <= cell[1] + column < 5
        ]


# ---- The yardstick
#
# How fast this machine runs Python, so that figures of different machines can be compared.


LOOPS = 2_000_000


def loop_figure() -> float:
    """Millions of turns of an empty counting loop per second: the median of five."""
    return median(LOOPS / seconds(_count) / 1e6 for _ in range(5))


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def rate(work: Callable[[], int], least: float = 1.0) -> float:
    """Return the count of ``work`` per second: the median of its runs in at least ``least`` seconds."""
    rates: list[float] = []
    begun = time.perf_counter()
    while len(rates) < 3 or time.perf_counter() - begun < least:
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return median(rates)


def _count() -> None:
    total = 0
    for number in range(LOOPS):
        total += number


# ---- The measurements


OPENING = "0000000000000000000000000/1/mortal:b3,d3/mortal:c4,c2"
MOVES_KEPT = 200
MOST_TURNS = 60


class Costs:
    """The cost of many calls in ms, and the most expensive one. These are plain numbers, so that storing them costs the
    measured code no garbage collection."""

    def __init__(self) -> None:
        self._all = array("d")
        self._worst = 0.0
        self._worst_of = ""

    def add(self, seconds: float, what: str) -> None:
        """Note one call."""
        cost = seconds * 1e3
        self._all.append(cost)
        if cost > self._worst:
            self._worst, self._worst_of = cost, what

    def __str__(self) -> str:
        ordered = sorted(self._all)
        count = len(ordered)
        return (
            f"{count} calls, median {ordered[count // 2]:.3f} ms, p99 {ordered[count * 99 // 100]:.2f} ms, "
            f"p99.9 {ordered[count * 999 // 1000]:.2f} ms, worst {self._worst:.1f} ms ({self._worst_of})"
        )


def positions_of_play(count: int = 60) -> list[State]:
    """Return positions of the base game from random play."""
    found: list[State] = []
    seed = 0
    while len(found) < count:
        for game in walk(pair(PowerName("mortal"), PowerName("mortal")), f"base-{seed}").steps():
            turn = game.state.turn
            if turn is not None and turn.actor is None and game.turn % 3 == 0:
                found.append(game.state)
        seed += 1
    return found[:count]


def plain_board(state: State) -> PlainBoard:
    """Return the same position for the plain engine."""
    heights = [[0] * STRIDE for _ in range(STRIDE)]
    for square in squares():
        heights[square // STRIDE][square % STRIDE] = 4 if state.is_domed(square) else state.levels[square]
    workers = [[divmod(square, STRIDE) for square in state.team_squares(team)] for team in (0, 1)]
    return PlainBoard(heights, workers)


def time_lights(games: int) -> tuple[Costs, Costs]:
    """Return the cost of ``legal_actions`` after each action: for the position alone, and within a game (with the
    action, the change of turns, and remembered results).

    Time on the processor, so that other programs on the machine do not count."""
    alone, in_game = Costs(), Costs()
    pairs = list(ordered_pairs())
    random.Random(1).shuffle(pairs)  # noqa: S311 - repeatable chance, no secret
    for one, other in pairs[:games]:
        what = f"{one} against {other}"
        game = Game.begin(pair(one, other))
        chance = random.Random(what)  # noqa: S311 - repeatable chance, no secret
        while game.outcome is None and game.turn <= MOST_TURNS and game.to_act is not None:
            known = known_to(game.state, game.to_act)
            start = time.thread_time()
            legal_actions(known)
            alone.add(time.thread_time() - start, what)
            action = chance.choice(game.legal_actions())
            start = time.thread_time()
            game = game.play(action)
            game.legal_actions()
            in_game.add(time.thread_time() - start, what)
    return alone, in_game


def show_turns() -> None:
    """Print Thera's listings beside those of the plain engine, in one run."""
    states = positions_of_play()
    boards = [plain_board(state) for state in states]
    players = [state.cast.team(state.turn.seat) if state.turn else 0 for state in states]
    both = list(zip(boards, players, strict=True))
    for state, (board, player) in zip(states, both, strict=True):
        if len(turn_list(state)) != len(board.turns(player)):
            raise ValueError(f"the two engines differ on {state}")

    def plain_positions() -> int:
        return sum(len([board.after(player, turn) for turn in board.turns(player)]) for board, player in both)

    plain = rate(lambda: sum(len(board.turns(player)) for board, player in both))
    ours = rate(lambda: sum(len(turn_list(state)) for state in states))
    print(f"turns listed, base game: {ours / 1e6:.2f} M/s; plain list {plain / 1e6:.3f} M/s; ratio {ours / plain:.1f}")
    plain = rate(plain_positions)
    ours = rate(lambda: sum(len(complete_turns(state)) for state in states))
    print(
        f"turns with positions, general path: {ours / 1e6:.3f} M/s; plain copies {plain / 1e6:.3f} M/s;"
        f" ratio {ours / plain:.2f}"
    )
    opening = state_of(parse_position(OPENING))
    replies = [turn.after for turn in complete_turns(opening)]
    ours = rate(lambda: sum(len(complete_turns(state)) for state in replies))
    print(f"the same from the opening, one turn deep: {ours / 1e6:.3f} M/s")


def show_memory() -> None:
    """Print the memory of a long random game, replayed move by move under tracemalloc."""
    setup = pair(PowerName("aphrodite"), PowerName("hermes"))
    played = walk(setup, "long")
    actions = [game.plies[-1].action for game in played.steps() if game.plies]
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    game = Game.begin(setup)
    for action in actions[:MOVES_KEPT]:
        game = game.play(action)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"memory: {len(game.plies)} actions with their history, {(after - before) / 1e6:.2f} MB")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = len(list(ordered_pairs()))
    parser.add_argument(
        "--games", type=int, default=600, help=f"games of the matrix to time ({every} are one of each pair)"
    )
    games = parser.parse_args().games
    print(f"machine: {loop_figure():.1f} M loop turns a second")
    gc.collect()
    gc.freeze()
    alone, in_game = time_lights(games)
    print(f"legal_actions, asked of a position alone: {alone}")
    print(f"an action played, and legal_actions after it: {in_game}")
    show_turns()
    show_memory()


if __name__ == "__main__":
    main()
